"""How spaces, cards and moves are written, and read back."""

from __future__ import annotations

import pytest

from decapod.errors import ParseError
from decapod.games.oh_crab import notation
from tests.games.oh_crab.position import (
    AHEAD,
    BOX,
    END,
    LEFT,
    MAIN,
    RIGHT,
    SPECIAL,
    Race,
    card,
    go,
    jump,
    leap,
    space,
    tile,
)


def write(race: Race, move: int) -> str:
    """Write a move of whoever is awaited."""
    return notation.format_move(race.box, race.state, race.to_act[0], move)


def test_spaces_are_named_by_column_and_row() -> None:
    assert notation.space_name(space(0, 0)) == "a1"
    assert notation.space_name(space(6, 19)) == "g20"


def test_cards_are_named_by_special_and_copy() -> None:
    for name in ("S1", "S4", "slant1", "call_of_the_sea3"):
        assert notation.card_name(BOX, card(name)) == name
        assert notation.card_named(BOX, name.upper()) == card(name)
    assert notation.card_letters(BOX, card("faster3")) == "F(S)S"


def test_moves_are_written_as_one_would_say_them() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 8)
    race.show_tiles("tunnel")
    race.begin(0, "jump_aside1", shells=3)
    assert [write(race, move) for move in (MAIN, SPECIAL, tile("tunnel"), END)] == ["main", "special", "tile3", "end"]
    race.play(MAIN)
    assert write(race, go(0, AHEAD)) == "d8-d9"
    race.play(go(0, AHEAD))
    assert write(race, go(1, LEFT)) == "d9-c9"
    race.play(go(1, LEFT), tile("tunnel"))
    assert write(race, leap(RIGHT)) == "d9-f10"
    assert race.read("d9-f10") == leap(RIGHT)


def test_jumps_and_cards_read_back() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.begin(0, "jump_aside1")
    race.play(SPECIAL)
    assert race.read("D8 - B8") == jump(1)
    race = Race()
    assert race.read("plan s2") == race.read("S2") == card("S2")


@pytest.mark.parametrize("text", ["", "hop S1", "S9", "z1-z2", "a1-a25", "g7-g8", "a1-g20", "fly", "plan"])
def test_nonsense_is_unreadable_in_one_line(text: str) -> None:
    with pytest.raises(ParseError) as error:
        Race().read(text)
    assert "\n" not in str(error.value)
