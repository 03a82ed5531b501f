"""The search guided by a net: its policy says which moves to look at, its judgement replaces play-outs.

It is the tree of `engine/tree.py`, each simulation on a new guess of what is hidden; what another player plans while
several plan at once is chosen as the net would choose in their place.
"""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.bots.mcts.search import DEALING, MOVING, MCTSBot, Workspace
from decapod.bots.net_bot import NetChoice
from decapod.engine import bits, dice, dispatch, dtypes, returns, tree
from decapod.nn import forward
from decapod.nn.forward import NetWeights, Scratch

if TYPE_CHECKING:
    from decapod.core.game import Box, Game
    from decapod.core.player_view import PlayerView
    from decapod.engine.protocols import Rules
    from decapod.nn.net_file import Net

ROOM = 1 << 20  # nodes of a tree: here every legal move of a node that was visited has one


@dataclass(frozen=True)
class PUCTConfig:
    """How a guided search thinks; the kernel gets these as an array of floats."""

    c_puct: float = 1.5  # how much it looks at moves that the policy likes and that were looked at little
    fpu_reduction: float = 0.2  # how much less than those that were tried a move is worth that never was
    policy_temperature: float = 1.0  # of the policy: the warmer, the more alike it takes moves to be
    reevaluate_opponents: float = (
        0.0  # 1: at every guess the net looks anew at what others would do, with what they hold on that one
    )


EXPLORE, CAUTION, WARMTH, AFRESH = range(4)

#: Where another guidance measures better (docs/nets.md has the figures).
GUIDANCES = {"crab-stack": PUCTConfig(fpu_reduction=0.0), "crabe-vs-poulpe": PUCTConfig(reevaluate_opponents=1.0)}
HALF, WHOLE = 0.5, 1.0  # how much the newest look of the net at a move counts against earlier ones, on other guesses
LEAST = 1e-9  # of all likelihoods together: a policy may think each of some moves impossible


# --- the kernel ---------------------------------------------------------------------------------------------


def search_by_net(
    boxes: Any, roots: Any, states: Any, nodes: Any, search_state: Any, path: Any, moves: Any, guess: Any, chance: Any,
    scratch: Any, values: Any, net: Any, desk: Any, guidance: Any, seed_a: int, seed_b: int, first: int, tries: int,
) -> int:  # fmt: skip
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
        together = select_path(box, state, nodes, search_state, path, moves, chance, net, desk, guidance)
        if not tree.recall(nodes, search_state, path, values):
            if state.to_act == 0:
                returns.returns(box, state, scratch[0], values)
                if search_state[tree.OPEN] == 1 and state.dice[dice.COUNTER] == 0:
                    tree.mark_proven(nodes, search_state, path, values)
            else:
                evaluate(box, state, nodes, search_state, path, moves, values, net, desk, guidance, together)
        tree.backup(nodes, search_state, path, values)
    return tries


KERNEL = search_by_net  # what `ready` gets ready


def select_path(
    box: Any, state: Any, nodes: Any, search_state: Any, path: Any, moves: Any, chance: Any, net: Any, desk: Any,
    guidance: Any,
) -> int:  # fmt: skip
    """Play on from the root to a new node at which somebody has a choice, or one whose worth is certain, or to the end.

    Return the last turn, or phase, in which several acted at once; -1 if there was none.
    """
    searcher = int(search_state[tree.PLAYER])
    node = tree.ROOT
    depth = 0
    together = -1
    is_new = False
    while state.to_act != 0 and depth < tree.DEEPEST:
        together = note_together(state, together)
        player = next_player(state, searcher)
        width = dispatch.legal_actions(box, state, player, moves)
        is_seen = player == searcher or state.turn_index != together
        if is_new and is_seen and width > 1:
            break
        if not is_seen:
            chosen = 0
            if width > 1:
                forward.forward(box, state, player, net, desk)
                forward.weigh_moves(net, desk, moves, width, guidance[WARMTH])
                chosen = forward.draw(desk.priors, width, chance)
            move = int(moves[chosen])
            width = 0
            node = tree.find_child(nodes, search_state, node, tree.CONCEALED)
        elif width == 1:
            move = int(moves[0])
            node = tree.find_child(nodes, search_state, node, move)
            nodes[node].chances += 1
        else:
            if player != searcher and guidance[AFRESH] == 1.0:
                expand(box, state, player, nodes, search_state, node, moves, width, net, desk, guidance, WHOLE)
            elif has_new_moves(nodes, search_state, node, moves, width):
                expand(box, state, player, nodes, search_state, node, moves, width, net, desk, guidance, HALF)
            if depth == 0 and search_state[tree.ONLY] != tree.ANY:
                move = int(search_state[tree.ONLY])
                node = tree.find_child(nodes, search_state, node, move)
                state.canonical_order = 0  # it may begin, or continue, a chain out of order
            else:
                node = select(nodes, node, moves, width, guidance)
                move = int(moves[0])
        dispatch.apply_action(box, state, player, move)
        state.canonical_order = 1
        if node == tree.ROOT:
            break  # there is no room for another node
        path[depth, tree.NODE] = node
        path[depth, tree.MOVER] = player
        path[depth, tree.WIDTH] = width
        depth += 1
        is_new = nodes[node].visits == 0
        if nodes[node].exact == 1:
            break
    search_state[tree.DEPTH] = depth
    return together


def note_together(state: Any, together: int) -> int:
    """Return the present turn, or phase, if several act at once, else the last in which they did."""
    return int(state.turn_index) if state.to_act & (state.to_act - 1) != 0 else together


def next_player(state: Any, searcher: int) -> int:
    """Who moves next: of several who are awaited the searcher, else the lowest."""
    return searcher if state.to_act >> searcher & 1 == 1 else bits.lowest(state.to_act)


def evaluate(
    box: Any, state: Any, nodes: Any, search_state: Any, path: Any, moves: Any, values: Any, net: Any, desk: Any,
    guidance: Any, together: int,
) -> None:  # fmt: skip
    """Write what the net expects of a table; and what it would do there, if that is seen, into the node before it."""
    searcher = int(search_state[tree.PLAYER])
    player = next_player(state, searcher)
    depth = int(search_state[tree.DEPTH])
    node = int(path[depth - 1, tree.NODE]) if depth > 0 else tree.ROOT
    is_seen = player == searcher or state.turn_index != note_together(state, together)
    if is_seen and node != tree.ROOT and nodes[node].visits == 0:  # else there was no room for a node of its own
        width = dispatch.legal_actions(box, state, player, moves)
        expand(box, state, player, nodes, search_state, node, moves, width, net, desk, guidance, HALF)
    else:
        forward.forward(box, state, player, net, desk)
    forward.value_head(net, desk, state, player, values)


def expand(
    box: Any,
    state: Any,
    player: int,
    nodes: Any,
    search_state: Any,
    parent: int,
    moves: Any,
    n: int,
    net: Any,
    desk: Any,
    guidance: Any,
    newest: float,
) -> None:
    """Let the net look at a table, and give a node a child for each of `n` legal moves, as far as there is room.

    `newest` is how much what it thinks now counts for a move that had one already, on another guess of what is hidden.
    """
    forward.forward(box, state, player, net, desk)
    forward.weigh_moves(net, desk, moves, n, guidance[WARMTH])
    before = tree.ROOT
    node = int(nodes[parent].child)
    for i in range(n):
        move = int(moves[i])
        while node != 0 and nodes[node].move < move:
            before = node
            node = int(nodes[node].sibling)
        if node != 0 and nodes[node].move == move:
            nodes[node].prior += (desk.priors[i] - nodes[node].prior) * newest
        else:
            before = tree.add_child(nodes, search_state, parent, before, node, move, desk.priors[i])
            if before == tree.ROOT:
                return
            nodes[before].chances = 0


def has_new_moves(nodes: Any, search_state: Any, parent: int, moves: Any, n: int) -> bool:
    """Whether one of `n` legal moves has no node yet, and there is room for it."""
    if search_state[tree.USED] == len(nodes):
        return False
    node = int(nodes[parent].child)
    for i in range(n):
        while node != 0 and nodes[node].move < moves[i]:
            node = int(nodes[node].sibling)
        if node == 0 or nodes[node].move != moves[i]:
            return True
    return False


def select(nodes: Any, parent: int, moves: Any, n: int, guidance: Any) -> int:
    """Choose the most urgent of `n` legal moves: write it to the front of `moves`, and return its node.

    Without a node for any of them it is the first, and the root.
    """
    visits = 0
    total = 0.0
    share = LEAST
    node = int(nodes[parent].child)
    for i in range(n):
        while node != 0 and nodes[node].move < moves[i]:
            node = int(nodes[node].sibling)
        if node != 0 and nodes[node].move == moves[i]:
            nodes[node].chances += 1
            visits += int(nodes[node].visits)
            total += float(nodes[node].total)
            share += float(nodes[node].prior)
    untried = total / visits - guidance[CAUTION] if visits > 0 else 0.0
    best = tree.ROOT
    urgency = -math.inf
    node = int(nodes[parent].child)
    for i in range(n):
        while node != 0 and nodes[node].move < moves[i]:
            node = int(nodes[node].sibling)
        if node != 0 and nodes[node].move == moves[i]:
            found = puct_score(nodes[node], untried, share, guidance[EXPLORE])
            if found > urgency:
                urgency = found
                best = node
    if best != tree.ROOT:
        moves[0] = nodes[best].move
    return best


def puct_score(node: Any, untried: float, share: float, explore: float) -> float:
    """How much a node deserves a visit: what it is worth, and more the likelier its move and the fewer its visits."""
    if node.exact == 1:
        return float(node.worth)
    worth = node.total / node.visits if node.visits > 0 else untried
    return worth + explore * node.prior / share * math.sqrt(node.chances) / (1.0 + node.visits)


# --- the bot ------------------------------------------------------------------------------------------------


class PUCTBot(MCTSBot):
    """Thinks ahead, guided by what a net has learned of the game."""

    name = "puct"
    max_nodes = ROOM

    def __init__(
        self, seed: int | None = None, *, net: str = "", guidance: PUCTConfig | None = None, **budget: Any
    ) -> None:
        """Take what the search takes, the file of a net if it is not to be ours, and how it is guided."""
        super().__init__(seed, **budget)
        self.nets: NetChoice = NetChoice(net)
        self.guidance: PUCTConfig | None = guidance

    def net_for(self, seat: PlayerView) -> Net | None:
        """Return the net that guides it at a seat, None if it is to search without; `UsageError` if none fits."""
        return self.nets.net_for(seat.game, seat.variant, seat.players)

    def compatibility_warning(self, game: Game, box: Box, language: str = "en") -> str:
        """Say that the net learned on another box, if so; `UsageError` if it does not play this game."""
        return self.nets.compatibility_warning(game, box, language)

    def kernel_for(self, seat: PlayerView) -> str:
        """Name the module whose kernel grows its trees."""
        return super().kernel_for(seat) if self.net_for(seat) is None else __name__

    def bench_for(self, seat: PlayerView, fast: bool) -> Workspace:
        """Return what its trees are grown on, compiled or interpreted."""
        net = self.net_for(seat)
        if net is None:
            return super().bench_for(seat, fast)
        guidance = self.guidance or GUIDANCES.get(seat.game.name, PUCTConfig())
        return NetEvaluator(seat.game.rules, fast, NetWeights.of(net), guidance)


class NetEvaluator(Workspace):
    """A bench whose leaves are judged by a net."""

    def __init__(self, rules: Rules, fast: bool, net: NetWeights, guidance: PUCTConfig) -> None:
        """Make room for a net to look around."""
        super().__init__(rules, fast, search_by_net)
        self._net = net
        self._desk = Scratch.of(rules, len(net.first.bias))
        self._guidance = np.array(astuple(guidance), float)

    def begin(self, root: Any) -> None:
        """Take the table to search from, as the net was taught: of moves that commute it has learned one order."""
        super().begin(root)
        self.roots[0]["canonical_order"] = 1

    def own_room(self) -> tuple[Any, ...]:
        """List what its kernel takes besides what all do."""
        return self._net, self._desk, self._guidance


def compile_now(rules: Rules) -> None:
    """Compile the kernel, or load it from the cache, by asking for no tries."""
    NetEvaluator(rules, True, NetWeights.blank(rules), PUCTConfig()).compile_now(rules)
