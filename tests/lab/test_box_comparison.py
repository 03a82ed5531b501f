"""Comparisons: what another box changes is seen, and noise is not taken for a change."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from decapod.lab.box_comparison import BoxComparison, as_facts, as_lines, differences
from decapod.lab.contest import Contest
from decapod.lab.report import Column, as_page
from decapod.lab.results import lab_words
from decapod.lab.study import Study
from decapod.lab.survey import Survey

GAME = "crabe-vs-poulpe"


def quiet(what: str, done: int, of: int) -> None:
    """Show no progress."""


def contests(bots: Sequence[str] = ()) -> list[Contest]:
    """A contest with the printed box, and one with a smaller hand."""
    printed = Contest.surveyed(GAME, bots)
    game = printed.rules
    other = game.read_box(game.box.text.replace("hand = 5 ", "hand = 2 "), "other", "other")
    return [printed, Contest.surveyed(GAME, bots, box=other)]


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
    assert length.by != 0
    assert length.error > 0
    assert length.is_sure == (abs(length.by) > 2 * length.error), "far off either way in this survey"
    lines = as_lines(compared)
    assert lines[0] == "rules.hand: 5 → 2"
    assert any(line.startswith("chance, seat 1 wins: ") for line in lines)
    facts = as_facts(compared)
    assert facts["changes"] == ["rules.hand: 5 → 2"]
    assert {"who", "measure", "a", "b", "difference", "error", "sure"} == set(facts["differences"][0])


@pytest.mark.slow
def test_a_comparison_stands_on_the_page(compared: BoxComparison) -> None:
    page = as_page(compared.report, compared.words, changes=compared.changes, differences=compared.differences())
    assert "rules.hand: 5 → 2" in page
    assert "more than noise?" in page
    assert "A, chance" in page


@pytest.mark.slow
def test_bots_say_how_it_stands_while_they_play(compared: BoxComparison) -> None:
    told = list(compared.play_by_skill("sampler:1", contests(["sampler:1", "chance"]), 16, 2, quiet))
    assert 1 <= len(told) <= 4
    assert all(lines[0].startswith("sampler:1, seat 1 wins: ") for lines in told)
    assert [column.survey.done for column in compared.report.columns[2:]] == [16, 16]
    assert compared.report.columns[-1].study.games == 16


@pytest.mark.slow
def test_who_stops_bots_has_what_they_played(compared: BoxComparison) -> None:
    def stop(what: str, done: int, of: int) -> None:
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(compared.play_by_skill("chance", contests(["chance", "sampler:1"]), 100_000, 2, stop))
    assert all(0 < column.survey.done < 100_000 for column in compared.report.columns[2:])
    assert {one.who for one in compared.differences()} == {"chance"}


def test_two_samples_of_one_box_rarely_seem_to_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of tallies drawn alike, one comparison in twenty at most finds anything."""
    from decapod.engine import tally

    dice = np.random.default_rng(5)
    contest = Contest.surveyed(GAME)

    def drawn() -> Column:
        survey = Survey(contest, 1000)
        won = int(dice.binomial(1000, 0.5))
        lengths = dice.poisson(40, 1000)
        total = survey.tally
        total[tally.GAMES], total[tally.MOVES], total[tally.LONGEST] = 1000, lengths.sum(), lengths.max()
        np.add.at(total, tally.LENGTH + lengths, 1)
        total[tally.FIRST + 1], total[tally.FIRST + tally.SEATS + 1 + 1] = won, 1000 - won
        total[tally.ENDING + 1] = 1000
        return Column("one", survey, Study(contest))

    words = lab_words("en")
    found = [any(one.is_sure for one in differences("chance", drawn(), drawn(), words)) for _ in range(200)]
    assert np.mean(found) <= 0.1
