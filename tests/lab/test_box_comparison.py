"""Comparisons: what another box changes is seen, and noise is not taken for a change."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from decapod.lab import box_comparison
from decapod.lab.box_comparison import BoxComparison, as_facts, as_lines
from decapod.lab.contest import Matchup
from decapod.lab.report import as_page
from decapod.lab.results import lab_words

GAME = "crabe-vs-poulpe"


def quiet(what: str, done: int, of: int) -> None:
    """Show no progress."""


def contests(bots: Sequence[str] = ()) -> list[Matchup]:
    """A contest with the printed box, and one with a smaller hand."""
    printed = Matchup.surveyed(GAME, bots)
    game = printed.rules
    other = game.parse_box(game.box.text.replace("hand = 5 ", "hand = 2 "), "other", "other")
    return [printed, Matchup.surveyed(GAME, bots, box=other)]


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> BoxComparison:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    comparison = BoxComparison(*contests(), lab_words("en"))
    comparison.play_by_chance(60, 5, "cpu", None, quiet)
    return comparison


@pytest.mark.slow
def test_what_differs_is_listed_and_what_it_does_is_seen(compared: BoxComparison) -> None:
    assert compared.changes == ["rules.hand: 5 → 2"]
    length = next(one for one in compared.differences() if one.name == "moves in a game")
    assert length.paired.low < length.paired.by < length.paired.high
    assert length.paired.by != 0
    assert any(one.is_sure for one in compared.differences()), "other hands change something in this survey"
    lines = as_lines(compared)
    assert lines[0] == "rules.hand: 5 → 2"
    assert any(line.startswith("random, seat 1 wins: ") for line in lines)
    facts = as_facts(compared)
    assert facts["changes"] == ["rules.hand: 5 → 2"]
    assert {"who", "measure", "a", "b", "difference", "low", "high", "error", "sure"} == set(facts["differences"][0])


@pytest.mark.slow
def test_a_comparison_stands_on_the_page(compared: BoxComparison) -> None:
    page = as_page(compared.report, compared.words, changes=compared.changes, differences=compared.differences())
    assert "rules.hand: 5 → 2" in page
    assert "more than noise?" in page
    assert "A, random" in page


@pytest.mark.slow
def test_bots_say_how_it_stands_while_they_play(compared: BoxComparison) -> None:
    told = list(compared.play_by_skill("flat-mc:1", contests(["flat-mc:1", "random"]), 16, 2, quiet))
    assert 1 <= len(told) <= 4
    assert all(lines[0].startswith("flat-mc:1, seat 1 wins: ") for lines in told)
    assert [column.survey.done for column in compared.report.columns[2:]] == [16, 16]
    assert compared.report.columns[-1].study.games == 16


@pytest.mark.slow
def test_who_stops_bots_has_what_they_played(compared: BoxComparison) -> None:
    def stop(what: str, done: int, of: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(compared.play_by_skill("random", contests(["random", "flat-mc:1"]), 100_000, 2, stop))
    assert all(0 < column.survey.done < 100_000 for column in compared.report.columns[2:])
    assert {one.who for one in compared.differences()} == {"random"}


@pytest.mark.slow
def test_the_same_box_differs_by_0_for_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    same = [contests()[0], contests()[0]]
    comparison = BoxComparison(*same, lab_words("en"))
    comparison.play_by_chance(30, 0, "cpu", None, quiet)
    list(comparison.play_by_skill("flat-mc:1", [contests(["flat-mc:1", "random"])[0]] * 2, 6, 2, quiet))
    assert {one.who for one in comparison.differences()} == {"random", "flat-mc:1"}
    for one in comparison.differences():
        assert (one.paired.low, one.paired.by, one.paired.high, one.is_sure) == (0, 0, 0, False)
        assert one.text.count("0.00") == 3


@pytest.mark.slow
def test_games_by_chance_are_paired_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    found: list[list[str]] = []
    for part in (7, 1000):
        monkeypatch.setattr(box_comparison, "PART", part)
        comparison = BoxComparison(*contests(), lab_words("en"))
        comparison.play_by_chance(20, 0, "cpu", None, quiet)
        assert [column.survey.done for column in comparison.report.columns] == [20, 20]
        found.append(as_lines(comparison))
    assert found[0] == found[1]
    stopped = BoxComparison(*contests(), lab_words("en"))

    def stop(what: str, done: int, of: int) -> None:
        if what.startswith("B"):
            raise KeyboardInterrupt

    monkeypatch.setattr(box_comparison, "PART", 10)
    with pytest.raises(KeyboardInterrupt):
        stopped.play_by_chance(20, 0, "cpu", None, stop)
    one, other = (column.survey.done for column in stopped.report.columns)
    assert one == 10
    assert 1 <= other <= 10
    assert stopped.differences(), "the deals that both boxes played are compared"
