"""The search bot: a tree of moves grown by simulations, each on a new guess of what is hidden (`engine/tree.py`).

A simulation goes down the tree, plays on for some turns, and judges where that has led. Play-outs by mere chance say
little: of a few moves that chance picks it takes the one that did best in earlier simulations or, where that measures
better, one that looks best at a glance, by the game's `rollout_action`. It works for any game behind the verbs.
"""

from __future__ import annotations

import math
import secrets
import threading
import time
from abc import ABC, abstractmethod
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.bots.base import Bot, MoveEvaluation, legal_moves_of, precompile, worth_of
from decapod.engine import bits, dice, dispatch, dtypes, jit_warmup, protocols, returns, tree
from decapod.engine.rollout import POLICY
from decapod.errors import UsageError, as_int

if TYPE_CHECKING:
    from threading import Event

    from decapod.core.match import Move
    from decapod.core.player_view import PlayerView
    from decapod.engine.protocols import Rules

SECONDS = 0.9  # how long it thinks unless told otherwise
SLICE = 0.005  # seconds between two looks at the time
MAX_NODES = 1 << 18  # nodes of a tree
ROLLOUT_TRACE = 80  # moves of a play-out that are remembered
DEALING, MOVING = POLICY + 1, POLICY + 2  # mark the dice that guess apart from those that choose moves


@dataclass(frozen=True)
class MCTSConfig:
    """How a search thinks; the kernel gets these as an array of floats."""

    c_uct: float = 0.7  # how much it looks at moves that do not seem best
    rollout_turns: int = 20  # turns that are played on before the game is judged as it stands
    rollout_candidates: int = 3  # moves that chance picks at each move of a play-out, the best of which is made
    heuristic_rollouts: int = 0  # 1 if the game's `rollout_action` makes the moves of a play-out, unless `picks` is 1


C_UCT, ROLLOUT_TURNS, ROLLOUT_CANDIDATES, HEURISTIC_ROLLOUTS = range(4)

#: Where another manner measures better (docs/bots.md has the figures).
CONFIGS = {"crab-stack": MCTSConfig(rollout_turns=5, heuristic_rollouts=1)}


# --- the kernel ---------------------------------------------------------------------------------------------


def search(
    boxes: Any,
    roots: Any,
    states: Any,
    nodes: Any,
    search_state: Any,
    path: Any,
    moves: Any,
    guess: Any,
    chance: Any,
    scratch: Any,
    values: Any,
    mast_table: Any,
    rollout_trace: Any,
    manner: Any,
    seed_a: int,
    seed_b: int,
    first: int,
    tries: int,
) -> int:
    """Grow a tree by simulations from number `first` on; return how many: fewer once all is certain."""
    box = boxes[0]
    state = states[0]
    player = int(search_state[tree.PLAYER])
    for k in range(tries):
        if nodes[tree.ROOT].exact == 1:
            return k
        dice.load(guess, seed_a, seed_b, first + k, DEALING)
        dice.load(chance, seed_a, seed_b, first + k, MOVING)
        dtypes.copy(roots[0], state)
        dispatch.determinize(box, state, player, guess)
        tree.select_path(box, state, nodes, search_state, path, moves, chance, manner[C_UCT])
        if not tree.recall(nodes, search_state, path, values):
            is_certain = search_state[tree.OPEN] == 1 and state.to_act == 0 and state.dice[dice.COUNTER] == 0
            length = rollout(box, state, moves, chance, mast_table, rollout_trace, manner)
            if state.to_act == 0:
                returns.returns(box, state, scratch[0], values)
            else:
                returns.estimate(box, state, scratch, values)
            update_mast_from_rollout(nodes, search_state, path, rollout_trace, length, values, mast_table)
            if is_certain:
                tree.mark_proven(nodes, search_state, path, values)
        tree.backup(nodes, search_state, path, values)
    return tries


KERNEL = search  # what `jit_warmup` compiles


def rollout(box: Any, state: Any, moves: Any, chance: Any, mast_table: Any, rollout_trace: Any, manner: Any) -> int:
    """Play on for some turns; write who made which moves into `trail`, and return how many of them it holds."""
    until = int(state.turn_index) + int(manner[ROLLOUT_TURNS])
    picks = int(manner[ROLLOUT_CANDIDATES])
    length = 0
    while state.to_act != 0 and state.turn_index < until:
        player = bits.lowest(state.to_act)
        if picks == 1:
            move = dispatch.sample_action(box, state, player, moves, chance)
        elif manner[HEURISTIC_ROLLOUTS] == 1.0:
            move = dispatch.rollout_action(box, state, player, moves, chance)
        else:
            move = sample_by_mast(box, state, player, moves, chance, picks, mast_table)
        dispatch.apply_action(box, state, player, move)
        if length < len(rollout_trace):
            rollout_trace[length, 0] = player
            rollout_trace[length, 1] = move
            length += 1
    return length


def sample_by_mast(box: Any, state: Any, player: int, moves: Any, chance: Any, picks: int, mast_table: Any) -> int:
    """Of some moves that chance picks, choose the one that did best in earlier simulations."""
    n = dispatch.legal_actions(box, state, player, moves)
    chosen = draw(moves, 0, n, chance)
    for i in range(1, min(picks, n)):
        move = draw(moves, i, n, chance)
        if mast_value(mast_table, player, move) > mast_value(mast_table, player, chosen):
            chosen = move
    return chosen


def mast_value(mast_table: Any, player: int, move: int) -> float:
    """What a move of a player was worth on average, whenever it was made; a little less while that was seldom."""
    return mast_table[player, move, 0] / (mast_table[player, move, 1] + 1.0)


def draw(moves: Any, i: int, n: int, chance: Any) -> int:
    """Let chance pick one of the moves from number `i` on, and put it there: none is picked twice."""
    if n - i == 1:
        return int(moves[i])
    j = i + dice.roll(chance, n - i)
    move = int(moves[j])
    moves[j] = moves[i]
    moves[i] = move
    return move


def update_mast_from_rollout(
    nodes: Any, search_state: Any, path: Any, rollout_trace: Any, length: int, values: Any, mast_table: Any
) -> None:
    """Add up for each move that was made what it came to."""
    for i in range(search_state[tree.DEPTH]):
        move = int(nodes[path[i, tree.NODE]].move)
        if move != tree.CONCEALED:
            update_mast(mast_table, int(path[i, tree.MOVER]), move, values)
    for i in range(length):
        update_mast(mast_table, int(rollout_trace[i, 0]), int(rollout_trace[i, 1]), values)


def update_mast(mast_table: Any, player: int, move: int, values: Any) -> None:
    """Add one return to what a move came to."""
    mast_table[player, move, 0] += values[player]
    mast_table[player, move, 1] += 1.0


# --- the bot ------------------------------------------------------------------------------------------------


class MCTSBot(Bot):
    """Thinks ahead, move by move, for everybody at the table."""

    name = "mcts"
    seconds = SECONDS
    simulations_per_move: int | None = None  # simulations for every legal move; None if as many as there is time for
    max_nodes = MAX_NODES  # nodes of each of its trees

    def __init__(
        self,
        seed: int | None = None,
        *,
        seconds: float | None = None,
        playouts: int | None = None,
        stop: Event | None = None,
        threads: int = 1,
        manner: MCTSConfig | None = None,
    ) -> None:
        """Think for a number of simulations, or else for a time; compiled if kernels are ready, else interpreted.

        Each thread grows a tree of its own. Once `stop` is set it judges by what it has seen so far.
        """
        self.seconds: float = type(self).seconds if seconds is None else seconds
        self.playouts = playouts
        self.manner = manner
        self._stop = stop or threading.Event()
        self._seed = secrets.randbits(64) if seed is None else seed
        if as_int(threads, "threads") < 1:
            raise UsageError(f"a search has at least 1 thread, not {threads}")
        self._trees = [Tree(self.max_nodes) for _ in range(threads)]
        self._thought = 0

    def choose(self, seat: PlayerView) -> Move:
        """Choose the move that was looked at most: it is the best as far as that is known."""
        return self.evaluate(seat)[0].move

    def evaluate(self, seat: PlayerView) -> list[MoveEvaluation]:
        """Judge every legal move, the best first."""
        legal = legal_moves_of(seat)
        if len(legal) == 1:
            return [MoveEvaluation(seat.describe_move(legal[0]), 0.5, 0)]
        precompile(seat.game.package)
        self._thought += 1
        seed = self._seed + self._thought * 0x9E3779B97F4A7C15
        deadline = time.monotonic() + self.seconds if self.playouts is None else math.inf
        most = self._simulations(len(legal)) / len(self._trees)

        def grow(which: int) -> None:
            grown = self._trees[which]
            grown.begin(seat)
            grown.grow(seat, self, seed + which * 0xD1B54A32D192ED03, most, deadline, self._stop)

        if len(self._trees) == 1:
            grow(0)
        else:
            with ThreadPoolExecutor(len(self._trees)) as threads:
                list(threads.map(grow, range(len(self._trees))))
        return self._opinions(seat, legal)

    def _simulations(self, moves: int) -> float:
        """Return how many simulations it makes at most to choose among so many moves."""
        thoughts = math.inf if self.simulations_per_move is None else self.simulations_per_move * moves
        return thoughts if self.playouts is None else min(thoughts, self.playouts)

    def config_for(self, game: str) -> MCTSConfig:
        """Return how it thinks about a game."""
        return self.manner or CONFIGS.get(game, MCTSConfig())

    def kernel_for(self, seat: PlayerView) -> str:  # noqa: ARG002  # who is guided by a net needs to know
        """Name the module whose kernel grows its trees."""
        return __name__

    def bench_for(self, seat: PlayerView, fast: bool) -> Workspace:
        """Return what its trees are grown on, compiled or interpreted: another evaluator is another bench."""
        return RolloutEvaluator(seat.game.rules, fast, self.config_for(seat.game.name))

    def _opinions(self, seat: PlayerView, legal: list[int]) -> list[MoveEvaluation]:
        """Add up what all trees hold, the best move first: one that wins for sure, else the one looked at most."""
        found = {move: np.zeros(3) for move in legal}  # 1 or -1 if it wins or loses for sure; visits; their returns
        for grown in self._trees:
            for child in grown.children():
                certain = int(child.worth) if child.exact else 0
                total = child.worth * child.visits if child.exact else child.total
                if child.move in found:
                    found[int(child.move)] += (certain, child.visits, total)
        best = sorted(legal, key=lambda move: (-np.sign(found[move][0]), -found[move][1], move))
        return [
            MoveEvaluation(seat.describe_move(move), worth_of(total / n if n else 0.0), int(n))
            for move, (_, n, total) in ((move, found[move].tolist()) for move in best)
        ]


class Tree:
    """A tree that one thread grows, kept from move to move as long as it still says something."""

    def __init__(self, max_nodes: int) -> None:
        """Begin without one, with room for so many nodes."""
        self._nodes = np.zeros(max_nodes, tree.Node)
        self._state = np.zeros(tree.STATE, np.int64)
        self._seat: PlayerView | None = None
        self._bench: Workspace | None = None

    def begin(self, seat: PlayerView) -> None:
        """Move the root to where the match stands now, if that is in the tree; else begin anew."""
        if not self._follow(seat):
            is_open = seat.players == 2 and not seat.game.rules.HAS_HIDDEN_INFORMATION
            tree.clear(self._nodes, self._state, seat.player, int(is_open))
        self._seat, self._bench = seat, None

    def _follow(self, seat: PlayerView) -> bool:
        """Go down the tree by what was played since, if all of that could be foreseen; else return False.

        That is so if, played on the table of last time, it leads to one that the player cannot tell from this time's.
        """
        past = self._seat
        if past is None or past.game is not seat.game or past.box != seat.box:
            return False
        if past.player != seat.player and seat.game.rules.HAS_HIDDEN_INFORMATION:  # else all players know the same
            return False
        if seat.moves[: len(past.moves)] != past.moves or self._state[tree.USED] > len(self._nodes) // 2:
            return False
        rules, box, state, node = seat.game.rules, seat.box.record, past.state, tree.ROOT
        for player, move in seat.moves[len(past.moves) :]:
            node = next((i for i in self._list(node) if self._nodes[i].move == move), None)
            if node is None or move is None or rules.illegal_reason(box, state, player, move) != 0:
                return False
            rules.apply_action(box, state, player, move)
        now, guess = seat.state, np.zeros(dice.LENGTH, np.int64)
        for one in (state, now):
            dice.load(guess, 0, 0, 0, 0)
            rules.determinize(box, one, seat.player, guess)
        if not dtypes.same(state, now):
            return False
        self._nodes[tree.ROOT] = self._nodes[node]
        self._state[tree.PLAYER] = seat.player
        return True

    def _list(self, parent: int) -> list[int]:
        found, node = [], int(self._nodes[parent].child)
        while node:
            found.append(node)
            node = int(self._nodes[node].sibling)
        return found

    @property
    def visits(self) -> int:
        """How often its root was come to, also before that was the root."""
        return int(self._nodes[tree.ROOT].visits)

    @property
    def is_proven(self) -> bool:
        """Whether there is nothing left to find out."""
        return bool(self._nodes[tree.ROOT].exact)

    def children(self) -> list[Any]:
        """List the nodes of the moves that were tried at the root."""
        return [self._nodes[i] for i in self._list(tree.ROOT)]

    def principal_variation(self, move: int, least: int) -> list[int]:
        """List a move at the root and those that follow it, each the one looked at most, `least` times or more."""
        line: list[int] = []
        node = next((i for i in self._list(tree.ROOT) if self._nodes[i].move == move), None)
        while node is not None:
            line.append(int(self._nodes[node].move))
            looked_at = [i for i in self._list(node) if self._nodes[i].visits >= least]
            node = max(looked_at, key=lambda i: int(self._nodes[i].visits), default=None)
        return line

    def grow(self, seat: PlayerView, thinker: MCTSBot, seed: int, most: float, deadline: float, stop: Event) -> None:
        """Make simulations in small slices, at most so many, and as long as there is time; at least one.

        Called again for the same position it goes on with what the play-outs have learned; give it another seed then.
        """
        boxes = np.asarray(seat.box.record).reshape(1)
        bench = self._bench
        done, tries = 0, 1
        while not stop.is_set():
            tries = min(tries, math.ceil(most - done)) if most < math.inf else tries
            began = time.monotonic()
            if tries <= 0 or (done and began >= deadline):
                return
            fast = jit_warmup.is_ready(seat.game.package, thinker.kernel_for(seat))
            if bench is None or bench.fast is not fast:
                bench = self._bench = thinker.bench_for(seat, fast)
                bench.begin(seat.state)
            made = bench.search(boxes, self._nodes, self._state, seed, done, tries)
            done += made
            if made < tries:
                return
            took = max(time.monotonic() - began, 1e-6)
            tries = max(1, min(2 * tries, int(tries * SLICE / took)))

    def probe(
        self, move: int, seat: PlayerView, thinker: MCTSBot, seed: int, most: float, deadline: float, stop: Event
    ) -> None:
        """Make simulations that all begin with a move, as `grow` makes them, also where the best one is certain."""
        root = self._nodes[tree.ROOT]
        is_certain = int(root.exact)
        root.exact, self._state[tree.ONLY] = 0, move
        self.grow(seat, thinker, seed, most, deadline, stop)
        root.exact, self._state[tree.ONLY] = is_certain, tree.ANY


class Workspace(ABC):
    """What a tree is grown on: tables, and room to reckon in."""

    def __init__(self, rules: Rules, fast: bool, function: Any) -> None:
        """Make room for a game; `function` is the kernel."""
        self.fast = fast
        kind, seats = rules.State if fast else dtypes.wide_dtype(rules.State), protocols.seats(rules)
        self.roots: Any = np.zeros(1, kind)
        self.tables: Any = np.zeros(1, kind)
        self.path: Any = np.zeros(tree.WAY, np.int64)
        self.moves: Any = np.zeros(max(rules.MAX_LEGAL_ACTIONS, seats), np.int64)
        self.guess: Any = np.zeros(dice.LENGTH, np.int64)
        self.chance: Any = np.zeros(dice.LENGTH, np.int64)
        self.scratch: Any = np.zeros((2, seats), np.int64)
        self.values: Any = np.zeros(seats)
        self.function: Any = function
        if fast:
            from decapod.engine import jit

            self.function = jit.kernel(function, rules)

    def begin(self, root: Any) -> None:
        """Take the table to search from."""
        self.roots[0] = dtypes.cast(root, self.roots.dtype)

    @abstractmethod
    def own_room(self) -> tuple[Any, ...]:
        """List what its kernel takes besides what all do."""

    def search(self, boxes: Any, nodes: Any, search_state: Any, seed: int, first: int, tries: int) -> int:
        """Grow a tree by some simulations; return how many there were."""
        made = self.function(
            boxes, self.roots, self.tables, nodes, search_state, self.path, self.moves, self.guess, self.chance,
            self.scratch, self.values, *self.own_room(), seed & dice.WORD, seed >> 32 & dice.WORD, first, tries,
        )  # fmt: skip
        return int(made)

    def compile_now(self, rules: Rules) -> None:
        """Compile the kernel, or load it from the cache, by asking for no tries."""
        self.search(np.zeros(1, rules.Box), np.zeros(1, tree.Node), np.zeros(tree.STATE, np.int64), 0, 0, 0)


class RolloutEvaluator(Workspace):
    """A bench whose leaves are judged by playing on."""

    def __init__(self, rules: Rules, fast: bool, manner: MCTSConfig) -> None:
        """Make room for habits, too."""
        super().__init__(rules, fast, search)
        self._habits = np.zeros((protocols.seats(rules), rules.NUM_ACTIONS, 2))
        self._trail = np.zeros((ROLLOUT_TRACE, 2), np.int64)
        self._manner = np.array(astuple(manner), float)

    def own_room(self) -> tuple[Any, ...]:
        """List what its kernel takes besides what all do."""
        return self._habits, self._trail, self._manner


def compile_now(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by asking for no tries."""
    RolloutEvaluator(rules, True, MCTSConfig()).compile_now(rules)
