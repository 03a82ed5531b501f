"""How moves of Yadokarick are written and read."""

from __future__ import annotations

import pytest

from decapod.errors import ParseError
from decapod.games.yadokarick import state as s
from decapod.games.yadokarick.notation import format_move, parse_move
from tests.games.yadokarick.position import BOX, GAME, Round, card


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("g25", card("g25")),
        ("P8", card("p8")),
        ("build g4", s.BUILD + card("g4")),
        ("marker left", s.LEFT),
        ("stay", s.STAY),
        (" Marker   Right ", s.RIGHT),
        ("draw pink", s.DRAW + 1),
        ("g25 to 2", s.PLACE + card("g25") * 4 + 1),
        ("g25 2", s.PLACE + card("g25") * 4 + 1),
        ("bank p36", s.BANK + card("p36")),
        ("no bonus", s.NO_BONUS),
        ("give up 4", s.GIVE_UP + 3),
    ],
)
def test_moves_are_read(text: str, move: int) -> None:
    assert Round(4).match.parse_moves(0, text) == [move]


@pytest.mark.parametrize("text", ["", "g0", "g37", "p99999", "x5", "g25 to 5", "give up", "marker up", "25g", "g25;p8"])
@pytest.mark.parametrize("players", [1, 4])
def test_what_is_no_move_is_unreadable(text: str, players: int) -> None:
    with pytest.raises(ParseError):
        GAME.match(players, seed=1).parse_moves(0, text)


def test_every_move_is_written_and_read_back() -> None:
    state = Round(4).state
    for move in range(s.NUM_ACTIONS):
        text = format_move(BOX, state, 0, move)
        number = move % s.NUMBERS + 1 if move < s.MARKER else 1
        if s.PLACE <= move < s.BANK:
            number = (move - s.PLACE) // 4 % s.NUMBERS + 1
        elif s.BANK <= move < s.NO_BONUS:
            number = (move - s.BANK) % s.NUMBERS + 1
        if number <= BOX.numbers:
            assert parse_move(BOX, state, 0, text) == move
        else:
            with pytest.raises(ParseError, match=r"read\.card"):
                parse_move(BOX, state, 0, text)
