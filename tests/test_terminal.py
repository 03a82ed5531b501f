"""A match at a terminal: what can be typed, what a hint says, and that nothing ends it but its end or the person."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from rich.console import Console

import decapod
from decapod.bots import bot
from decapod.core.match import Match
from decapod.terminal import Sitting, describe_box, read_number


class Typist(Console):
    """A console at which lines are typed, one after the other; then the input ends."""

    def __init__(self, *lines: str | Exception) -> None:
        """Take the lines; an exception is what Python makes of bytes that are no text."""
        super().__init__(file=io.StringIO(), width=120, highlight=False)
        self._lines = list(lines)

    def input(self, prompt: object = "", **_: object) -> str:
        """Type the next line."""
        self.print(prompt, end="")
        if not self._lines:
            raise EOFError
        line = self._lines.pop(0)
        if isinstance(line, Exception):
            raise line
        return line

    @property
    def text(self) -> str:
        """All that was printed."""
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


def sit(tmp_path: Path, match: Match, *lines: str | Exception, language: str = "en", seats: object = None) -> str:
    """Let somebody on every seat type lines, and return all that was printed."""
    console = Typist(*lines)
    chairs = [None] * match.players if seats is None else seats
    Sitting(match, chairs, match.game.translator(language), console, tmp_path / "kept.decapod").play()  # type: ignore[arg-type]
    return console.text


def forced() -> Match:
    """Crabe vs Poulpe by chance, up to where there is one thing to do."""
    for seed in range(20):
        match = decapod.game("crabe-vs-poulpe").match(2, seed=seed)
        while not match.is_over:
            player = match.to_act[0]
            legal = match.legal_actions(player)
            if len(legal) == 1:
                return match
            match.play(player, legal[-1])
    raise AssertionError("there is always a choice")


@pytest.mark.parametrize("typed", ["²", "#²", "٣", "9" * 5000, "#" + "9" * 5000, "-1", "1.5", "½"])
def test_what_is_no_number_is_no_move_and_the_match_goes_on(tmp_path: Path, typed: str) -> None:
    """`²` is a digit to Python, and no number: the program ended, and the match was lost."""
    match = decapod.game("crab-stack").match(2, seed=7)
    shown = sit(tmp_path, match, typed, "1")
    assert "is no move" in shown or "Type a number from 1 to" in shown
    assert len(match.moves) == 1


def test_bytes_that_are_no_text_are_no_move_and_the_match_goes_on(tmp_path: Path) -> None:
    match = decapod.game("crab-stack").match(2, seed=7)
    assert "is no move" in sit(tmp_path, match, UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), "1")
    assert len(match.moves) == 1


def test_whatever_goes_wrong_the_match_is_kept(tmp_path: Path) -> None:
    match = decapod.game("crab-stack").match(2, seed=7, first=0)
    with pytest.raises(RuntimeError, match="no idea"):
        sit(tmp_path, match, "1", RuntimeError("no idea"))
    assert decapod.load(tmp_path / "kept.decapod") == match
    assert len(match.moves) == 1


def test_what_can_be_typed_is_understood_in_capitals_too(tmp_path: Path) -> None:
    match = decapod.game("crab-stack").match(2, seed=7)
    assert "make the move with that number" in sit(tmp_path, match, "Help")
    assert "Only the top crab" in sit(tmp_path, match, "RULES cs-9")


def test_a_match_is_saved_where_a_shell_would_save_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`save ~/mine` made a folder called ~."""
    monkeypatch.setenv("HOME", str(tmp_path))
    match = decapod.game("crab-stack").match(2, seed=7)
    sit(tmp_path, match, "save ~/mine.decapod")
    assert decapod.load(tmp_path / "mine.decapod") == match


def test_a_box_of_ones_own_is_told_at_the_start_and_with_the_rules(tmp_path: Path) -> None:
    game = decapod.game("crabs")
    box = game.parse_box(game.box.text.replace("catch = 2 ", "catch = 4 "), "here")
    shown = sit(tmp_path, game.match(2, seed=7, box=box), "", "rules cr-1")
    assert shown.count("deal.catch: 2 → 4") == 2
    assert "printed box" not in sit(tmp_path, game.match(2, seed=7), "", "rules cr-1")


@pytest.mark.parametrize("word", ["q", "Q", "quit"])
@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("crab-stack", []),  # at the move
        ("crab-stack", ["1", "undo"]),  # where the others are asked whether they agree
        ("crabs", []),  # where the next player is asked to sit down
    ],
)
def test_q_leaves_whatever_is_asked(tmp_path: Path, word: str, name: str, before: list[str]) -> None:
    match = decapod.game(name).match(2, seed=7)
    shown = sit(tmp_path, match, *before, word, "1", "1", "1")
    assert "decapod play --resume" in shown
    assert len(match.moves) == before.count("1")


@pytest.mark.parametrize(
    ("language", "only", "basis"),
    [("en", "is the only move", "Games that it played on"), ("fr", "le seul coup", "Parties continuées en pensée")],
)
def test_a_hint_says_what_it_rests_on_and_claims_nothing_of_the_only_move(
    tmp_path: Path, language: str, only: str, basis: str
) -> None:
    """The only move there is was "50 %"."""
    shown = sit(tmp_path, forced(), "", "hint", language=language)
    assert only in shown
    assert "%" not in shown
    shown = sit(tmp_path, decapod.game("crab-stack").match(2, seed=7), "hint", language=language)
    assert "%" in shown
    assert basis in shown
    assert only not in shown


def test_numbers_are_what_int_takes_and_no_longer() -> None:
    assert [read_number(text) for text in ("0", "12", "", "²", "-1", " 1", "1_0", "9" * 10)] == [0, 12, *[None] * 6]


def test_a_box_is_described_by_what_differs() -> None:
    game = decapod.game("crabs")
    assert describe_box(game.box, game, game.translator()) == "It has the numbers of the printed box."
    other = game.parse_box(game.box.text.replace("catch = 2", "catch = 4"), "here")
    assert (
        describe_box(other, game, game.translator("fr")) == "Autrement que dans la boîte imprimée : deal.catch: 2 → 4."
    )
    dearer = re.sub(r"pays = (\d+)", lambda pays: f"pays = {int(pays[1]) + 1}", game.box.text)
    many = game.parse_box(dearer, "here")
    assert describe_box(many, game, game.translator()).endswith("; and 6 more.")


def test_one_person_at_a_terminal_is_told_whether_they_won(tmp_path: Path) -> None:
    """Bug: a lost game for one ended without a word that it was lost."""
    match = decapod.game("yadokarick").match(1, variant="solo", seed=4)
    assert "You lose. Coral falls short" in sit(tmp_path, match, *["1"] * 500)
    drawn = decapod.game("crab-stack").match(2, seed=7, first="0", ply_cap=1)
    shown = sit(tmp_path, drawn, "1", seats=[None, bot("random", seed=1)], language="fr")
    assert "Vous partagez la première place. Partie nulle" in shown
