"""How moves of Crabe vs Poulpe are written and read."""

from __future__ import annotations

import pytest

import decapod
from decapod.errors import ParseError
from decapod.games.crabe_vs_poulpe.notation import format_move, parse_move
from decapod.games.crabe_vs_poulpe.state import CRAB, KINDS, NAME, NUM_ACTIONS, OCTOPUS, PASS, rank_of
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, Duel, box_with

FRENCH = decapod.game(NAME).translator("fr")


def write_move(duel: Duel, text: str) -> str:
    """Write the move that a test's text means."""
    return format_move(duel.box, duel.state, duel.to_act[0], duel.read(text))


def test_cards_are_written_by_rank_with_a_mark_for_effects_and_a_star_for_guests() -> None:
    duel = Duel(crab="6 8 α Ω 10p 3p")
    assert [write_move(duel, card) for card in ("6", "8", "α", "Ω", "10p", "3p")] == ["6", "8!", "α", "Ω", "10*!", "3*"]


def test_answers_and_choices_are_written_as_words() -> None:
    question = Duel(crab="4 3", octopus="1 1c").play("4")
    assert [write_move(question, text) for text in ("let", "resist", "resist 1c")] == ["let", "resist", "resist*"]
    assert write_move(Duel(crab="4 α 3").play("4", "let"), "give α") == "give α"
    assert write_move(Duel(crab="7 3", crab_deck="6").play("7", "let"), "discard 6") == "discard 6"
    assert write_move(Duel(crab="3 6", octopus="3").play("6"), "pass") == "pass"
    assert write_move(Duel(crab="2 6").play("2", "let"), "no") == "no"
    assert write_move(Duel(ASYMMETRIC, crab="2 6", octopus="7 8c").play("2", "let"), "pinch 7") == "pinch 7"
    assert write_move(Duel(ASYMMETRIC, crab="2 6", octopus="7 8c").play("2", "let"), "pinch 8c") == "pinch 8*"
    assert write_move(Duel(ASYMMETRIC, crab="10 6").play("10", "let"), "fetch 9") == "fetch 9"
    assert write_move(Duel(ASYMMETRIC, crab="5 6").play("5", "let"), "heal 6") == "heal 6"
    take = Duel(ASYMMETRIC, octopus="5 6", pile="3c", turn=OCTOPUS).play("5", "let")
    assert write_move(take, "take 3c") == "take 3*"
    copy = Duel(ASYMMETRIC, octopus="10 6", crab="8 3", turn=OCTOPUS).play("10", "let")
    assert write_move(copy, "copy 8") == "copy 8"


@pytest.mark.parametrize(
    ("text", "same"),
    [("8", "8!"), ("a", "α"), ("alpha", "α"), ("O", "Ω"), ("omega", "Ω"), ("ω", "Ω"), (" give   A ", "give α"),
     ("PASS", "pass"), ("resist 1", "resist"), ("8*", "8*!")],
)  # fmt: skip
def test_a_person_may_write_it_differently(text: str, same: str) -> None:
    duel = Duel()
    assert parse_move(duel.box, duel.state, CRAB, text) == parse_move(duel.box, duel.state, CRAB, same)


@pytest.mark.parametrize("text", ["", "11", "6 6", "dance 6", "give", "0", "resist me", "α8", "**"])
def test_what_is_no_move_is_unreadable(text: str) -> None:
    duel = Duel()
    with pytest.raises(ParseError, match="is no move; write one like 6, 8!"):
        duel.match.parse_moves(CRAB, text)
    with pytest.raises(ParseError, match="n'est pas un coup ; écrivez-en un comme 6, 8!"):
        duel.match.parse_moves(CRAB, text, FRENCH)


def test_where_several_ranks_resist_the_rank_is_written() -> None:
    duel = Duel(crab="4 3", octopus="6 9", box=box_with(_6="resist")).play("4")
    assert write_move(duel, "resist 6") == "resist 6"
    with pytest.raises(ParseError, match=r"read\.rank"):
        parse_move(duel.box, duel.state, OCTOPUS, "resist")


def test_every_move_of_the_alphabet_is_read_back_as_written() -> None:
    duel = Duel()
    for move in range(NUM_ACTIONS):
        if move < PASS and rank_of(move % KINDS) >= duel.box.ranks:
            continue
        for player in (CRAB, OCTOPUS):
            text = format_move(duel.box, duel.state, player, move)
            assert parse_move(duel.box, duel.state, player, text) == move, text
