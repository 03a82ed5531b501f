"""The box of Crabe vs Poulpe: packs, effects, capacity, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

import decapod
from decapod import testing
from decapod.games.crabe_vs_poulpe.chapters import cards
from decapod.games.crabe_vs_poulpe.state import ANIMALS, CRAB, NAME, OCTOPUS
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, RANK_NAMES, Duel, box_with
from tests.positions import fill, printed

GAME = decapod.game(NAME)


@pytest.mark.rule("CP-1")
def test_a_pack_has_two_cards_of_each_of_twelve_ranks() -> None:
    box = fill(NAME, printed(NAME))
    assert RANK_NAMES == ["α", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Ω"]
    for animal in (CRAB, OCTOPUS):
        pack = int(box.packs[animal])
        assert pack.bit_count() == 24
        assert all(cards.number(pack, rank * ANIMALS + animal) == 2 for rank in range(12))
        assert cards.of_animal(pack, 1 - animal) == 0


@pytest.mark.rule("CP-1")
def test_packs_are_alike_in_the_symmetric_mode_and_differ_in_three_ranks_in_the_asymmetric_one() -> None:
    box = fill(NAME, printed(NAME))
    alike, unlike = ([int(effect) for effect in box.effect[variant]] for variant in (0, 1))
    assert alike[0::2] == alike[1::2]
    differing = [RANK_NAMES[rank] for rank in range(12) if unlike[2 * rank] != unlike[2 * rank + 1]]
    assert differing == ["2", "5", "10"]
    with_effect = [rank for rank in range(12) if alike[2 * rank]]
    assert len(with_effect) == 9, "the majority of ranks have an effect"


def test_any_effect_can_be_put_on_any_rank() -> None:
    swapped = box_with(_2="steal", _10="again")
    assert Duel(crab="2 3", octopus="6", box=swapped).play("2", "let").hand(CRAB) == ["3", "6p"]
    assert Duel(crab="10 Ω", octopus="6", box=swapped).play("10", "let").may("Ω")
    removed = box_with(_2="none", _10="none")
    assert Duel(crab="10 3", octopus="6", box=removed).play("10").phase == "play"
    assert Duel(crab="4 3", octopus="6 9", box=box_with(_6="resist")).play("4").may("resist 6")


def test_a_rank_can_be_added_up_to_the_capacity() -> None:
    text = printed(NAME)
    extra = {"name": "11", "copies": 2, "symmetric": "none", "crab": "none", "octopus": "none"}
    text["ranks"].insert(11, extra)
    box = fill(NAME, text)
    assert int(box.packs[CRAB]).bit_count() == 26
    text["ranks"] += [{**extra, "name": str(n)} for n in (12, 13)]
    assert fill(NAME, text).ranks == 15
    text["ranks"].append({**extra, "name": "14"})
    with pytest.raises(ValueError, match="number of ranks is a whole number from 1 to 15"):
        fill(NAME, text)


@pytest.mark.parametrize(
    ("where", "value", "words"),
    [
        (("ranks", 2, "symmetric"), "dance", "ranks.2.symmetric: 'dance' is no effect"),
        (("ranks", 2, "copies"), 3, "ranks.2.copies is a whole number from 0 to 2, not 3"),
        (("ranks", 2, "name"), "two", "a rank is named"),
        (("ranks", 2, "name"), "3", "two ranks 3"),
        (("rules", "hand"), 0, "rules.hand"),
        (("rules", "uncancellable"), ["dance"], "rules.uncancellable: 'dance'"),
    ],
)
def test_an_absurd_box_is_refused_in_one_clear_line(where: tuple[str | int, ...], value: object, words: str) -> None:
    text = printed(NAME)
    inner: Any = text
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = value
    with pytest.raises(ValueError, match=words):
        fill(NAME, text)


def test_a_pack_no_larger_than_a_hand_is_refused() -> None:
    text = printed(NAME)
    text["ranks"] = text["ranks"][:2]
    with pytest.raises(ValueError, match="more cards than rules"):
        fill(NAME, text)


def test_the_catalogue_has_the_game_with_both_modes_and_languages() -> None:
    assert GAME.modes == (("symmetric", 2), (ASYMMETRIC, 2))
    assert GAME.languages() == ("en", "fr")
    testing.check_words(GAME)
    assert GAME.box.printed["source"]["symmetric_2"] == "reconstructed"
    assert fill(NAME, printed(NAME)).tobytes() == GAME.box.record.tobytes()
