"""Setting up a position of Oh Crab! for a test, and naming its moves."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from decapod.engine import dice, records
from decapod.games.oh_crab import rules
from decapod.games.oh_crab import terms as t

LEFT, AHEAD, RIGHT = t.AHEAD_LEFT, t.AHEAD, t.AHEAD_RIGHT
BACK_LEFT, BACK, BACK_RIGHT = t.BACK_LEFT, t.BACK, t.BACK_RIGHT

MAIN, SIDE, SPECIAL, CHEF = (t.ACTS + t.USE + action for action in (t.MAIN, t.SIDE, t.SPECIAL, t.CHEF))
SNACK_MAIN, SNACK_SIDE, SNACK_SPECIAL = (action + t.A_CARD for action in (MAIN, SIDE, SPECIAL))
PLACE_LEFT, PLACE_RIGHT, REST, DRAW = (t.ACTS + act for act in (t.LEFT, t.RIGHT, t.REST, t.DRAW))
PATH, TAKE, STOP, STAY, END, HERD = (t.ACTS + act for act in (t.PATH, t.TAKE, t.STOP, t.STAY, t.END, t.HERD))

#: The shell tiles' sides: which tile, and whether it is side b.
TILES = {
    "slant": (0, 0), "faster": (0, 1), "out_of_the_way": (1, 0), "still_standing": (1, 1),
    "power_snack": (2, 0), "tunnel": (2, 1),
}  # fmt: skip

BOX_FILE = Path(rules.__file__).with_name("box.toml")


def printed() -> dict[str, Any]:
    """What box.toml says."""
    return tomllib.loads(BOX_FILE.read_text(encoding="utf-8"))


def filled(said: dict[str, Any]) -> Any:
    """Make a box of it."""
    box = records.blank(rules.Box)
    rules.fill(box, said)
    return box


BOX = filled(printed())


def space(column: int, row: int) -> int:
    """The number of a space; row 0 has the starting spaces."""
    return (row + t.LAND) * t.WIDTH + column


def card(name: str) -> int:
    """The number of a card: S1 to S4, or a special and its copy like faster3."""
    if name.startswith("S"):
        return t.MARKET + int(name[1:]) - 1
    return (t.SPECIALS.index(name[:-1]) - 1) * 3 + int(name[-1]) - 1


def cards(*names: str) -> int:
    """A set of cards."""
    return sum(1 << card(name) for name in names)


def go(crab: int, way: int) -> int:
    """The move: this crab goes this way."""
    return t.ACTS + t.GO + crab * t.DIRECTIONS + way


def leap(way: int) -> int:
    """The move: two spaces through the tunnel."""
    return t.ACTS + t.LEAP + way


def jump(column: int) -> int:
    """The move: jump aside to a column."""
    return t.ACTS + t.COLUMN + column


def tile(action: str) -> int:
    """The move: use the shell tile with this action."""
    return t.ACTS + t.TILE + TILES[action][0]


class Setting:
    """A table in the middle of someone's turn: the crabs where a test puts them, hands as it says."""

    def __init__(
        self, players: int = 3, beach: str = rules.FIRST_BEACH, stray: int = t.STANDING, box: Any = BOX
    ) -> None:
        """Deal a game in which player 0 begins."""
        self.box = box
        self.table = records.blank(records.widened(rules.Table))
        dice.load(self.table.dice, 7, 7, 7, 7)
        options = (rules.OPTIONS[0].number(beach, players), 1, stray)
        rules.setup(box, self.table, players, 0, np.array(options))

    def stand(self, crab: int, column: int, row: int, down: bool = False) -> None:
        """Put a crab on a space, on its feet or on its back."""
        self.table.at[crab] = space(column, row)
        self.table.down = int(self.table.down) & ~(1 << crab) | down << crab

    def where(self, crab: int) -> tuple[int, int] | str:
        """Column and row of a crab, or "sea"."""
        at = int(self.table.at[crab])
        return "sea" if at == t.AWAY else (at % t.WIDTH, at // t.WIDTH - t.LAND)

    def is_down(self, crab: int) -> bool:
        """Whether a crab is knocked over."""
        return bool(self.table.down >> crab & 1)

    def hold(self, player: int, *names: str) -> None:
        """Give a player exactly these cards in hand."""
        self.table.hand[player] = cards(*names)

    def played(self, player: int, *names: str) -> None:
        """Lay a sequence before a player, from left to right."""
        self.table.sequence[player] = cards(*names)
        for i, name in enumerate(names):
            number = card(name)
            self.table.spot[number if number < t.MARKET else number + player * t.STARTING] = i
        if names:
            self.table.ends[player] = (card(names[0]), card(names[-1]))

    def show(self, *actions: str) -> None:
        """Turn the shell tiles to these actions."""
        for action in actions:
            which, side = TILES[action]
            self.table.sides = int(self.table.sides) & ~(1 << which) | side << which

    def begin(
        self,
        player: int = 0,
        place: str | None = None,
        end: int = PLACE_RIGHT,
        chef: int = 2,
        shells: int = 0,
    ) -> None:
        """Begin a player's turn; with `place` that card has been added to the sequence, else they rested."""
        table = self.table
        table.chef = chef
        table.supply += table.shells[player] - shells
        table.shells[player] = shells
        table.turn = player
        table.awaiting = 1 << player
        table.unused = 1 << t.SHELL_ACTION | (player == chef) << t.CHEF
        if player == chef and table.stray == t.HERDED:
            table.unused |= 1 << t.HERDING
        table.stage = t.ACT
        if place is not None:
            table.hand[player] = int(table.hand[player]) & ~cards(place)
            table.planned[player] = card(place)
            table.stage = t.BUILD
            self.play(end if table.sequence[player] else PLACE_LEFT)

    @property
    def awaited(self) -> int:
        """The one player who may act."""
        players = [p for p in range(self.table.players) if self.table.awaiting >> p & 1]
        assert len(players) == 1, players
        return players[0]

    def legal(self, player: int | None = None) -> list[int]:
        """The legal moves of a player."""
        moves = np.zeros(rules.WIDEST, np.int64)
        n = rules.legal(self.box, self.table, self.awaited if player is None else player, moves)
        return [int(move) for move in moves[:n]]

    def can(self, move: int) -> bool:
        """Whether a move is legal for the player awaited."""
        return move in self.legal()

    def why(self, move: int, player: int | None = None) -> str:
        """Why a move is refused."""
        code = rules.refusal(self.box, self.table, self.awaited if player is None else player, move)
        return rules.REASONS[code][0]

    def play(self, *moves: int) -> None:
        """Make moves of whoever is awaited."""
        for move in moves:
            player = self.awaited
            assert rules.refusal(self.box, self.table, player, move) == 0, self.why(move)
            rules.play(self.box, self.table, player, move)

    def play_as(self, player: int, move: int) -> None:
        """Make a move of one of several players awaited."""
        assert rules.refusal(self.box, self.table, player, move) == 0, self.why(move, player)
        rules.play(self.box, self.table, player, move)

    @property
    def stage(self) -> str:
        """What is asked."""
        return t.STAGES[self.table.stage]

    def hand(self, player: int) -> int:
        """A player's hand."""
        return int(self.table.hand[player])

    def places(self) -> list[int]:
        """The standing."""
        out = np.zeros(7, np.int64)
        rules.places(self.box, self.table, out)
        return [int(place) for place in out[: self.table.players]]
