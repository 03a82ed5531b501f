"""How moves of Yadokarick are written and read."""

from __future__ import annotations

import pytest

from decapod.errors import ParseError
from decapod.games.yadokarick import state
from decapod.games.yadokarick.notation import read, write
from tests.games.yadokarick.position import BOX, GAME, Round, card


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("g25", card("g25")),
        ("P8", card("p8")),
        ("build g4", state.BUILD + card("g4")),
        ("marker left", state.LEFT),
        ("stay", state.STAY),
        (" Marker   Right ", state.RIGHT),
        ("draw pink", state.DRAW + 1),
        ("g25 to 2", state.PLACE + card("g25") * 4 + 1),
        ("g25 2", state.PLACE + card("g25") * 4 + 1),
        ("bank p36", state.BANK + card("p36")),
        ("no bonus", state.NO_BONUS),
        ("give up 4", state.GIVE_UP + 3),
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
    table = Round(4).table
    for move in range(state.MOVES):
        text = write(BOX, table, 0, move)
        number = move % state.NUMBERS + 1 if move < state.MARKER else 1
        if state.PLACE <= move < state.BANK:
            number = (move - state.PLACE) // 4 % state.NUMBERS + 1
        elif state.BANK <= move < state.NO_BONUS:
            number = (move - state.BANK) % state.NUMBERS + 1
        if number <= BOX.numbers:
            assert read(BOX, table, 0, text) == move
        else:
            with pytest.raises(ParseError, match=r"read\.card"):
                read(BOX, table, 0, text)
