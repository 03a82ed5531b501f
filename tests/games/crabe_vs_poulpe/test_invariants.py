"""What is true of every table of Crabe vs Poulpe."""

from __future__ import annotations

import pytest

from decapod.games.crabe_vs_poulpe.invariants import violations
from decapod.games.crabe_vs_poulpe.state import CRAB, OCTOPUS, PILE_KEPT, cards_of_pile
from tests.games.crabe_vs_poulpe.position import Duel, cards_of


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("played_cards", 0, "cards are lost or doubled"),
        ("hands", 0b10, "a second card without a first"),
        ("known_hand", cards_of("Ω", CRAB), "remembers cards where they are not"),
        ("known_discards", cards_of("Ω", CRAB), "remembers discards that are none"),
        ("hand_or_discards", cards_of("Ω", CRAB), "doubts about cards that are elsewhere"),
        ("deck_or_hand", cards_of("Ω", CRAB), "looks for cards where they cannot be"),
        ("decks", cards_of("Ω", CRAB), "holds a foreign card"),
        ("guests", -1, "holds more guests than came"),
        ("public_hand", cards_of("Ω", CRAB), "a card all saw is not in hand"),
        ("height", 3, "the pile is not as high as it should be"),
    ],
)
def test_a_broken_table_is_noticed(field: str, value: int, fault: str) -> None:
    duel = Duel()
    assert violations(duel.box, duel.state) == []
    duel.state[field] = value
    assert any(fault in found for found in violations(duel.box, duel.state))


def test_a_capture_from_a_pile_of_more_cards_than_are_remembered_is_in_order() -> None:
    high = "3 3c 4 4c 6 6c 7 7c 8 8c 9 9c 2c"  # thirteen cards; the top one is beaten by a 5
    duel = Duel("asymmetric", octopus="5 3c", crab="1 10", crab_deck="10", octopus_deck="10", turn=OCTOPUS, pile=high)
    duel.play("5", "let", "take 2c")
    assert duel.state.height == 13
    assert len(cards_of_pile(duel.state)) == PILE_KEPT - 1
    assert violations(duel.box, duel.state) == []
    duel.play("10", "let")
    assert violations(duel.box, duel.state) == []
    duel.state.height -= 3
    assert any("the pile is not as high" in found for found in violations(duel.box, duel.state))


def test_a_memory_of_fewer_discards_than_there_are_is_noticed() -> None:
    duel = Duel(crab="7 3", octopus="9 6c 8", crab_deck="6").play("7", "let", "discard 3")
    assert violations(duel.box, duel.state) == []
    duel.state.hand_or_discards[OCTOPUS] = cards_of("3", CRAB)
    assert any("than could be" in found for found in violations(duel.box, duel.state))
    duel.state.most_discarded[OCTOPUS] = 1
    assert violations(duel.box, duel.state) == []
