"""The text of a match: the box that it was played with goes along when it is not the printed one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import decapod
from decapod.core.fairness import SeedCommitment
from decapod.core.record import BOX_LINE, FORMAT, Record, read_record
from decapod.errors import ParseError

GAME = decapod.game("crabs")
FOUR = GAME.box.text.replace("catch = 2", "catch = 4").replace("\n[deal]", "\n# a note  @ with signs\n\n\n[deal]")


def played(box: decapod.Box | None, moves: int = 12) -> decapod.Match:
    """Begin a match with a box, and make some moves."""
    match = GAME.match(2, seed=3, box=box)
    for _ in range(moves):
        player = match.to_act[0]
        match.play(player, match.legal_actions(player)[0], elapsed_ms=len(match.moves))
    return match


def test_a_match_with_a_box_of_its_own_needs_nothing_else(tmp_path: Path) -> None:
    """It had to be given with box=, wherever the match was taken to."""
    path = tmp_path / "four cards.toml"
    path.write_text(FOUR, encoding="utf-8")
    match = played(GAME.load_box(path))
    text = match.dumps()
    path.unlink()
    again = decapod.loads(text)
    assert again == match
    assert again.dumps() == text
    assert again.box.record.tobytes() == match.box.record.tobytes()
    assert again.box.name == "four cards"
    assert "\n| catch = 4 " in text
    assert text.startswith(FORMAT + "\n"), "Decapod 0.1.0 reads it too, if it is given the box"


def test_a_match_with_the_printed_box_says_only_its_name() -> None:
    text = played(None).dumps()
    assert f"\n{BOX_LINE}" not in text
    assert "\nbox      printed " in text
    same_numbers = GAME.parse_box(GAME.box.text + "# nothing else\n", "here", "mine")
    assert f"\n{BOX_LINE}" not in played(same_numbers).dumps()


def test_the_box_of_a_record_is_covered_by_the_check_sum_and_the_fingerprint() -> None:
    text = played(GAME.parse_box(FOUR, "here")).dumps()
    with pytest.raises(ParseError, match="changed after it was saved"):
        decapod.loads(text.replace("| catch = 4", "| catch = 3"))
    record = read_record(text)
    with pytest.raises(ParseError, match="another box"):
        decapod.loads(replace(record, box_text=record.box_text.replace("catch = 4", "catch = 3")).write())
    with pytest.raises(ParseError, match="the box of this match is not valid TOML"):
        decapod.loads(replace(record, box_text="catch = = 4").write())
    with pytest.raises(ParseError, match="is for 'crab-stack', not for crabs"):
        decapod.loads(replace(record, box_text=record.box_text.replace('"crabs"', '"crab-stack"')).write())


def test_a_record_of_an_older_decapod_is_still_given_its_box(tmp_path: Path) -> None:
    match = played(GAME.parse_box(FOUR, "here"))
    bare = replace(match.record(), box_text="").write()
    with pytest.raises(ParseError, match="another box"):
        decapod.loads(bare)
    path = tmp_path / "four.toml"
    path.write_text(FOUR, encoding="utf-8")
    assert decapod.loads(bare, path) == match


def test_the_box_of_a_record_may_have_keys_that_no_rule_reads_any_more() -> None:
    match = played(GAME.parse_box(FOUR, "here"))
    old = replace(match.record(), box_text=FOUR + "\n[capacity]\ncards = 60\n")
    assert decapod.loads(old.write()) == match


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r")))
def test_any_text_of_a_box_comes_back_as_it_was(text: str) -> None:
    record = Record("x", 1, "mine", "0" * 16, "a", 2, {}, SeedCommitment(5), {}, [(0, "end 3", 4)], box_text=text)
    again = read_record(record.write())
    assert again.box_text == text.rstrip("\n")
    assert replace(again, box_text=text) == record
