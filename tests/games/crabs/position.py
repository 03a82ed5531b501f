"""Positions of Crabs!, by cards: `SeedCommitment("1 2 5 5", "1", pool="3 3*", gear=1)` gives player 0 four cards and a
net, player 1 a [1], and lays a plain and a golden [3] into the pool.
"""

from __future__ import annotations

import copy
from typing import Any

from decapod.games.crabs import notation
from decapod.games.crabs import state as s
from decapod.games.crabs.chapters.cards import list_kinds, one, total_of
from decapod.games.crabs.state import is_golden, value_of
from tests import positions


def pack(text: str) -> int:
    """Pack cards written in a row."""
    return sum(one(kind) for kind in notation.read_cards(text))


def change_box(**changes: Any) -> Any:
    """Make a box with some numbers changed: `deal__hand=7` is what [deal] says of `hand`, `gear=[]` a whole part."""
    text = positions.printed("crabs")
    for name, value in changes.items():
        part, _, key = name.partition("__")
        if key:
            text[part][key] = value
        else:
            text[part] = value
    return positions.fill("crabs", text)


class Deal(positions.Position):
    """A table that rules can be tried on."""

    def __init__(
        self,
        *hands: str,
        pool: str = "",
        upright: str = "",
        turned: str = "",
        gear: int = 0,
        display: tuple[int, ...] = (),
        first: int = 0,
        canonical_order: int = 0,
        pile: str | None = None,
        box: Any = None,
        turned_one: str = "no",
    ) -> None:
        """Deal hands by seat, and what else player 0 has; all other cards are the pile, or out of play."""
        super().__init__(
            "crabs", len(hands), seed=5, ordered=canonical_order, box=box, first=str(first), turned_one=turned_one
        )
        state, box = self.state, self.box
        state.pool, state.upright[0], state.turned[0], state.gear[0] = pack(pool), pack(upright), pack(turned), gear
        state.hand[: len(hands)] = [pack(hand) for hand in hands]
        in_sight = sum(int(cards) for cards in (state.pool, *state.upright, *state.turned, *state.hand))
        state.pile = int(box.cards) - in_sight if pile is None else pack(pile)
        if display:
            state.slots[:] = 0
            state.slots[: len(display)] = display
            state.deck = ((1 << int(box.objectives)) - 1) & ~sum(1 << number - 1 for number in display)
        golden = sum(is_golden(kind) for kind in list_kinds(pack(upright) + pack(turned)))
        worth = (
            total_of(pack(upright)) + sum(int(box.turned[value_of(kind)]) for kind in list_kinds(pack(turned))) + golden
        )
        state.score[0] = worth + int(box.stars[gear])
        state.before = state.score[int(state.turn)]

    def play_line(self, text: str) -> Deal:
        """Play a whole action of the player in turn."""
        self.play(*notation.parse_moves(self.box, self.state, self.turn, text))
        return self

    def finish(self, *scores: int) -> Deal:
        """End the game with these scores."""
        self.state.score[: len(scores)] = scores
        self.state.ending, self.state.to_act = s.REACHED, 0
        return self

    def after(self, *moves: str) -> Deal:
        """Return the position after some moves; this one stays as it is."""
        other = self._at(self.state.copy())
        other.play(*moves)
        return other

    def guess(self, viewer: int, number: int) -> Deal:
        """Return the position as a viewer might guess it."""
        return self._at(self.hidden(viewer, number).state)

    def _at(self, state: Any) -> Deal:
        other = copy.copy(self)
        other.state, other._match = state, copy.copy(self._match)
        return other

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return int(self.state.turn)

    def cards(self, field: str, player: int | None = None) -> str:
        """Write down the cards of a field of the table: "pool", or "hand", "upright", "turned", "known" of a player."""
        packed = self.state[field] if player is None else self.state[field][player]
        return notation.write_cards(int(packed))

    def hand(self, player: int = 0) -> str:
        """Write down a hand."""
        return self.cards("hand", player)
