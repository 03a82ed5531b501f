"""Houses of Yadokarick: piles of cards in one number."""

from __future__ import annotations

from decapod.games.yadokarick.chapters import house
from decapod.games.yadokarick.state import NUMBERS
from tests.games.yadokarick.position import Round, card


def test_a_house_is_read_as_it_was_built() -> None:
    pile = 0
    for text in ("g9", "p36", "g1"):
        pile = house.on_top(pile, card(text))
    last = 2 * NUMBERS - 1  # the last card there is room for, pink 40
    pile = house.below(pile, last)
    built = [last, *(card(text) for text in ("g9", "p36", "g1"))]
    assert house.height(pile) == 4
    assert [house.card_at(pile, floor) for floor in range(4)] == built
    assert house.cards_of(pile) == built
    assert (house.lowest(pile), house.top(pile)) == (built[0], built[-1])


def test_a_tower_lists_its_cards_from_the_body_up() -> None:
    assert Round(4).build(0, "g1 p2 g4").floors(0) == ["g1", "p2", "g4"]
