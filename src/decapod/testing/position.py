"""One position of a game, and the way from deal to end: what all laws look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from decapod.engine import batch, dice, observation, plain
from decapod.game import Game
from decapod.scene import Scene, SceneBuilder, build_scene


class Position:
    """A table in the middle of a game, and what the rules say about it."""

    def __init__(self, game: Game, box: Any, table: Any) -> None:
        """Look at a table."""
        self.game: Game = game
        self.box: Any = box
        self.table: Any = table

    @property
    def where(self) -> str:
        """Say which position it is."""
        return f"{self.game.name}, {self.table.players} players, ply {self.table.ply}"

    def legal(self, player: int) -> list[int]:
        """List a player's legal moves."""
        moves = np.zeros(self.game.rules.WIDEST, np.int64)
        n = self.game.rules.legal(self.box, self.table, player, moves)
        return [int(move) for move in moves[:n]]

    def refusals(self, player: int, moves: Sequence[int]) -> list[int]:
        """Ask why each of these moves is refused."""
        return [int(self.game.rules.refusal(self.box, self.table, player, move)) for move in moves]

    def observed(self, viewer: int) -> Any:
        """What a viewer knows as numbers."""
        sheet = Sheet(self.game.rules.OBSERVED)
        self.game.rules.observe(self.box, self.table, viewer, sheet)
        return np.array(sheet.numbers, np.int64)

    def field(self, viewer: int, name: str) -> Any:
        """One field of it, by its name and in its shape."""
        layout = self.game.rules.OBSERVATION
        which = [field.name for field in layout].index(name)
        start = observation.offsets(layout)[which]
        return self.observed(viewer)[start : start + layout[which].length].reshape(layout[which].shape)

    def hidden(self, viewer: int, guess: int) -> Position:
        """Make the same position with a guess in place of what a viewer cannot know."""
        table = self.table.copy()
        words = np.zeros(dice.LENGTH, np.int64)
        dice.load(words, guess, 1, 2, 3)
        self.game.rules.hide(self.box, table, viewer, words)
        return Position(self.game, self.box, table)

    def build_scene(self, viewer: int, layout: str = "wide") -> SceneBuilder:
        """Lay the table out for a viewer: what they see, and what a click means."""
        box, table = plain.plain_view(self.box), plain.plain_view(self.table)
        return build_scene(self.game.module, box, table, viewer, layout, self.game.words())

    def scene(self, viewer: int, layout: str = "wide") -> Scene:
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
    match = game.match(players, variant=variant, seed=seed)
    table = match.table.copy()
    table.ordered = ordered
    return Position(game, match.box.record, table)


def positions(at: Position, seed: int) -> Iterator[tuple[Position, int, int, Position]]:
    """Play a game by chance: yield the position before, the player, the move, and the position after."""
    chance = np.zeros(dice.LENGTH, np.int64)
    dice.load(chance, seed, 0, 0, batch.POLICY)
    for _ in range(at.game.rules.LONGEST):
        if at.table.awaiting == 0:
            return
        awaited = [p for p in range(at.table.players) if at.table.awaiting >> p & 1]
        player = awaited[dice.roll(chance, len(awaited))]
        legal = at.legal(player)
        move = legal[dice.roll(chance, len(legal))]
        table = at.table.copy()
        at.game.rules.play(at.box, table, player, move)
        after = Position(at.game, at.box, table)
        assert table.ply == at.table.ply + 1, f"{at.where}: a move did not count"
        yield at, player, move, after
        at = after
    raise AssertionError(f"{at.where}: longer than LONGEST")


def differing(a: Any, b: Any) -> list[str]:
    """Name the fields in which two tables differ."""
    return [name for name in a.dtype.names if not np.array_equal(a[name], b[name])]
