"""Positions of Oh Crab!: `Race()` is dealt, and player 0 has the chef; a test then puts crabs, cards and shells where
it wants them and begins somebody's turn: `race.stand(0, 3, 7)`, `race.begin(0, "slant3")`, `race.play(MAIN)`.
"""

from __future__ import annotations

import functools
import random
from typing import Any

import decapod
from decapod.games.oh_crab import state as s
from tests import positions

NAME = "oh-crab"
BOX = decapod.game(NAME).box.record
WORDS = decapod.game(NAME).translator()
STARTERS = ("S1", "S2", "S3", "S4")

LEFT, AHEAD, RIGHT = s.AHEAD_LEFT, s.AHEAD, s.AHEAD_RIGHT
BACK_LEFT, BACK, BACK_RIGHT = s.BACK_LEFT, s.BACK, s.BACK_RIGHT

MAIN, SIDE, SPECIAL, CHEF = (s.ACTS + s.USE + action for action in (s.MAIN, s.SIDE, s.SPECIAL, s.CHEF))
SNACK_MAIN, SNACK_SIDE, SNACK_SPECIAL = (action + s.A_CARD for action in (MAIN, SIDE, SPECIAL))
PLACE_LEFT, PLACE_RIGHT, REST, DRAW = (
    s.ACTS + act for act in (s.LEFT, s.RIGHT, s.REST, s.DRAW)
)  # fmt: skip
PATH, TAKE, STOP, STAY, END, HERD = (s.ACTS + act for act in (s.PATH, s.TAKE, s.STOP, s.STAY, s.END, s.HERD))

#: The shell tiles' sides: which tile, and whether it is side b.
TILES = {
    "slant": (0, 0), "faster": (0, 1), "out_of_the_way": (1, 0), "still_standing": (1, 1),
    "power_snack": (2, 0), "tunnel": (2, 1),
}  # fmt: skip


def printed() -> dict[str, Any]:
    """What box.toml says, to be changed as the test likes."""
    return positions.printed(NAME)


def fill(text: dict[str, Any]) -> Any:
    """Make a box of what a box.toml would say."""
    return positions.fill(NAME, text)


def space(column: int, row: int) -> int:
    """The number of a space; row 0 has the starting spaces."""
    return (row + s.LAND) * s.WIDTH + column


def card(name: str) -> int:
    """The number of a card: S1 to S4, or a special and its copy like faster3."""
    if name.startswith("S"):
        return s.MARKET + int(name[1:]) - 1
    return (s.SPECIALS.index(name[:-1]) - 1) * 3 + int(name[-1]) - 1


def cards(*names: str) -> int:
    """A set of cards."""
    return sum(1 << card(name) for name in names)


def go(crab: int, way: int) -> int:
    """The move: this crab goes this way."""
    return s.ACTS + s.GO + crab * s.DIRECTIONS + way


def leap(way: int) -> int:
    """The move: two spaces through the tunnel."""
    return s.ACTS + s.LEAP + way


def jump(column: int) -> int:
    """The move: jump aside to a column."""
    return s.ACTS + s.COLUMN + column


def tile(action: str) -> int:
    """The move: use the shell tile with this action."""
    return s.ACTS + s.TILE + TILES[action][0]


class Race(positions.Position):
    """A table in the middle of someone's turn: the crabs where a test puts them, hands as it says."""

    def __init__(
        self, players: int = 3, *, beach: str = s.FIRST_BEACH, first: str = "0", stray: str = "standing",
        move_out: str = "6", seed: int = 1, box: Any = None,
    ) -> None:  # fmt: skip
        """Deal a game; unless told otherwise, on the first beach, and player 0 begins."""
        super().__init__(NAME, players, seed=seed, box=box, beach=beach, first=first, stray=stray,
                         move_out=move_out)  # fmt: skip

    # --- putting things where the test wants them -----------------------------------------------------------

    def stand(self, crab: int, column: int, row: int, down: bool = False) -> None:
        """Put a crab on a space, on its feet or on its back."""
        self.state.at[crab] = space(column, row)
        self.state.down = int(self.state.down) & ~(1 << crab) | down << crab

    def hold(self, player: int, *names: str) -> None:
        """Give a player exactly these cards in hand."""
        self.state.hand[player] = cards(*names)

    def lay_sequence(self, player: int, *names: str) -> None:
        """Lay a sequence before a player, from left to right."""
        self.state.sequence[player] = cards(*names)
        for i, name in enumerate(names):
            self.state.spot[s.slot_of(card(name), player)] = i
        if names:
            self.state.ends[player] = (card(names[0]), card(names[-1]))

    def show_tiles(self, *actions: str) -> None:
        """Turn the shell tiles to these actions."""
        for action in actions:
            which, side = TILES[action]
            self.state.sides = int(self.state.sides) & ~(1 << which) | side << which

    def plan(self, *names: str) -> None:
        """Let all players plan, each the card of this name, from player 0 on; one name is for all of them."""
        for player in range(self.state.players):
            self.play(card(names[player % len(names)]), player=player)

    def begin(
        self, player: int = 0, place: str | None = None, *, end: int = PLACE_RIGHT, chef: int = 2, shells: int = 0
    ) -> None:
        """Begin a player's turn; with `place` that card has been added to the sequence, else they rested."""
        state = self.state
        state.chef = chef
        state.supply += state.shells[player] - shells
        state.shells[player] = shells
        state.turn = player
        state.to_act = 1 << player
        state.unused = 1 << s.SHELL_ACTION | (player == chef) << s.CHEF
        if player == chef and state.stray == s.HERDED_STRAY:
            state.unused |= 1 << s.HERDING
        state.stage = s.ACT
        if place is not None:
            state.hand[player] = int(state.hand[player]) & ~cards(place)
            state.planned[player] = card(place)
            state.stage = s.BUILD
            self.play(end if state.sequence[player] else PLACE_LEFT)

    # --- looking at it --------------------------------------------------------------------------------------

    def legal(self, player: int | None = None) -> list[int]:
        """The legal moves of a player, or of the first who is awaited."""
        return super().legal(self._who(player))

    def where(self, crab: int) -> tuple[int, int] | str:
        """Column and row of a crab, or "sea"."""
        at = int(self.state.at[crab])
        return "sea" if at == s.AWAY else (at % s.WIDTH, at // s.WIDTH - s.LAND)

    def is_down(self, crab: int) -> bool:
        """Whether a crab is knocked over."""
        return bool(self.state.down >> crab & 1)

    def hand(self, player: int) -> int:
        """A player's hand, as a set of cards."""
        return int(self.state.hand[player])

    @property
    def stage(self) -> str:
        """What is asked."""
        return s.STAGES[self.state.stage]


def ready_to_step(at: tuple[int, int], place: str = "slant3", players: int = 3, beach: str = s.FIRST_BEACH) -> Race:
    """Player 0 has just placed a card, by default one for a move in any direction; others are out of the way."""
    race = Race(players, beach=beach)
    for other in range(1, players):
        race.stand(other, (1, 3, 5, 2)[other - 1], 0)
    race.stand(0, *at)
    race.begin(0, place)
    return race


@functools.cache
def whole_match(players: int, seed: int) -> decapod.Match:
    """A match played to its end by chance."""
    match = decapod.game(NAME).match(players, seed=seed)
    chance = random.Random(seed)
    while not match.is_over:
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_actions(player)))
    return match


def middle(players: int, moves: int, seed: int = 5) -> decapod.Match:
    """A match some way on, or at its end if it was shorter."""
    match = whole_match(players, seed)
    return match.at_ply(min(moves, len(match.moves)))
