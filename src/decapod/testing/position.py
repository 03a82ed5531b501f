"""One position of a game, and the way from deal to end: what all laws look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from decapod.core.game import Game
from decapod.core.match import Match
from decapod.engine import dice, observation, pystate, rollout
from decapod.scene import Scene, SceneBuilder, build_scene
from decapod.testing.broken import Checking


class Position:
    """A table in the middle of a game, and what the rules say about it."""

    def __init__(self, game: Game, box: Any, state: Any, seed: int | None = None) -> None:
        """Take a table. `seed` is that of its deal, if it is known."""
        self.game: Game = game
        self.box: Any = box
        self.state: Any = state
        self.seed: int | None = seed

    @classmethod
    def of(cls, match: Match, seed: int | None = None) -> Position:
        """Return the position of a match, with a table of its own."""
        return cls(match.game, match.box.record, match.state.copy(), seed)

    @property
    def variant(self) -> str:
        """The variant that is played."""
        return self.game.variants[int(self.state.variant)]

    @property
    def where(self) -> str:
        """The game, the mode, and how far the game is."""
        seed = "" if self.seed is None else f", seed {self.seed}"
        return f"{self.game.name} ({self.variant}), {self.state.players} players{seed}, ply {self.state.ply}"

    @property
    def text(self) -> str:
        """The position as one line, as `game.position` reads it. If the game cannot write it, why."""
        try:
            return repr(f"{self.variant} {self.state.players} | {self.game.view.format_position(self.box, self.state)}")
        except Exception as error:  # the game may be broken here, too
            return f"unwritten, because format_position raises {type(error).__name__}"

    def legal(self, player: int) -> list[int]:
        """List a player's legal moves."""
        moves = np.zeros(self.game.rules.MAX_LEGAL_ACTIONS, np.int64)
        n = self.game.rules.legal_actions(self.box, self.state, player, moves)
        return [int(move) for move in moves[:n]]

    def refusals(self, player: int, moves: Sequence[int]) -> list[int]:
        """Ask why each of these moves is refused."""
        return [int(self.game.rules.illegal_reason(self.box, self.state, player, move)) for move in moves]

    def observed(self, viewer: int) -> Any:
        """What a viewer knows as numbers."""
        sheet = Sheet(self.game.rules.OBSERVATION_SIZE)
        self.game.rules.observe(self.box, self.state, viewer, sheet)
        return np.array(sheet.numbers, np.int64)

    def field(self, viewer: int, name: str) -> Any:
        """One field of it, by its name and in its shape."""
        layout = self.game.rules.OBSERVATION
        which = [field.name for field in layout].index(name)
        start = observation.offsets(layout)[which]
        return self.observed(viewer)[start : start + layout[which].length].reshape(layout[which].shape)

    def hidden(self, viewer: int, guess: int) -> Position:
        """Make the same position with a guess in place of what a viewer cannot know."""
        state = self.state.copy()
        words = np.zeros(dice.LENGTH, np.int64)
        dice.load(words, guess, 1, 2, 3)
        self.game.rules.determinize(self.box, state, viewer, words)
        return Position(self.game, self.box, state, self.seed)

    def build_scene(self, viewer: int, layout: str = "desktop") -> SceneBuilder:
        """Lay the table out for a viewer: what they see, and what a click means."""
        box, state = pystate.py_state_view(self.box), pystate.py_state_view(self.state)
        return build_scene(self.game.module, box, state, viewer, layout, self.game.translator())

    def scene(self, viewer: int, layout: str = "desktop") -> Scene:
        """What a viewer sees."""
        return self.build_scene(viewer, layout).scene()


class Sheet:
    """What an observation is written on: zeros, which can be written over, but not read."""

    def __init__(self, length: int) -> None:
        """Take so many zeros."""
        self.numbers: list[int] = [0] * length

    def __setitem__(self, place: int, number: int) -> None:
        """Write one number."""
        assert 0 <= place < len(self.numbers), f"observe writes at {place}, and there are {len(self.numbers)} numbers"
        self.numbers[place] = int(number)


def dealt(game: Game, variant: str, players: int, seed: int, *, ordered: int = 1) -> Position:
    """Deal a game."""
    at = Position.of(game.match(players, variant=variant, seed=seed), seed)
    at.state.canonical_order = ordered
    return at


def positions(at: Position, seed: int) -> Iterator[tuple[Position, int, int, Position]]:
    """Play a game by chance: yield the position before, the player, the move, and the position after."""
    chance = np.zeros(dice.LENGTH, np.int64)
    dice.load(chance, seed, 0, 0, rollout.POLICY)
    for _ in range(at.game.rules.MAX_GAME_LENGTH):
        if at.state.to_act == 0:
            return
        awaited = [p for p in range(at.state.players) if at.state.to_act >> p & 1]
        player = awaited[dice.roll(chance, len(awaited))]
        with Checking(at, player):
            legal = at.legal(player)
            assert legal, f"{at.where}: legal_actions gives no move to a seat that is awaited"
            move = legal[dice.roll(chance, len(legal))]
            state = at.state.copy()
            at.game.rules.apply_action(at.box, state, player, move)
            after = Position(at.game, at.box, state, at.seed)
            assert state.ply == at.state.ply + 1, f"{at.where}: apply_action did not count move {move}"
        yield at, player, move, after
        at = after
    with Checking(at):
        raise AssertionError(f"{at.where}: apply_action leads to a game longer than MAX_GAME_LENGTH")


def differing(a: Any, b: Any) -> list[str]:
    """Name the fields in which two tables differ."""
    return [name for name in a.dtype.names if not np.array_equal(a[name], b[name])]
