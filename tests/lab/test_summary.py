"""Summaries: shares with intervals that hold the truth, percentiles, and words in both languages."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import game_statistics
from decapod.lab.contest import Matchup
from decapod.lab.results import LANGUAGES, lab_words
from decapod.lab.summary import Distribution, Proportion, as_facts, as_lines, summarize
from decapod.lab.survey import SimulationRun


@pytest.fixture
def survey(monkeypatch: pytest.MonkeyPatch) -> SimulationRun:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    found = SimulationRun(Matchup.surveyed("yadokarick", players=3, seed=1), 12)
    found.run()
    return found


def test_a_summary_says_what_the_rows_say(survey: SimulationRun) -> None:
    run = survey.contest.rules.simulate(12, players=3, seed=1, device="python", first=0)
    rows = run.results
    found = survey.summary
    assert (found.games, found.moves) == (12, run.moves)
    assert found.length.mean == pytest.approx(rows.length.mean(), abs=1e-4)
    assert found.length.max == rows.length.max()
    assert found.length.p50 == np.sort(rows.length)[5]
    firsts = (rows.places[:, :3] == 1).sum(1)
    for seat, won in enumerate(found.wins_by_seat):
        assert won.share == pytest.approx(((rows.places[:, seat] == 1) / firsts).mean(), abs=1e-6)
        assert won.low <= won.share <= won.high
        assert found.scores_by_seat[seat].mean == pytest.approx(rows.points[:, seat].mean(), abs=1e-4)
    assert sum(won.share for won in found.wins_by_seat) == pytest.approx(1, abs=1e-5)
    assert found.ties == (firsts > 1).sum()
    assert found.endings == {"rounds": 12}
    assert found.scores is not None
    assert found.scores.max == rows.points[:, :3].max()


def test_a_game_without_points_has_no_scores() -> None:
    total = game_statistics.zeros()
    total[[game_statistics.GAMES, game_statistics.LENGTH + 4, game_statistics.MOVES, game_statistics.FIRST + 1]] = (
        1,
        1,
        4,
        1,
    )
    for seat in range(2):
        total[game_statistics.SCORE + seat * game_statistics.SCORES - game_statistics.LOWEST] = 1
    found = summarize(total, 2, ("", "won"))
    assert found.scores is None
    assert found.scores_by_seat == []


@pytest.mark.parametrize("truth", [0.02, 0.25, 0.5])
def test_intervals_hold_the_truth_nineteen_times_out_of_twenty(truth: float) -> None:
    dice = np.random.default_rng(4)
    won = dice.binomial(300, truth, 2000)
    held = [share.low <= truth <= share.high for share in (Proportion.of(n, n, 300) for n in won)]
    assert np.mean(held) >= 0.93


def test_percentiles_are_numbers_that_were_seen() -> None:
    counts = np.zeros(200, np.int64)
    counts[[3, 10, 150]] = 4, 92, 4
    assert Distribution.of(counts, 1532) == Distribution(15.32, 10, 10, 10, 150)


def test_the_json_has_the_agreed_keys(survey: SimulationRun) -> None:
    facts = as_facts(survey)
    assert {"game", "players", "games", "moves", "seconds", "length", "wins_by_seat", "ties", "endings"} <= set(facts)
    assert set(facts["length"]) == {"mean", "p5", "p50", "p95", "max"}
    assert [set(won) for won in facts["wins_by_seat"]] == [{"share", "low", "high"}] * 3
    assert (facts["game"], facts["players"], facts["games"]) == ("yadokarick", 3, 12)


def test_it_is_told_in_every_language(survey: SimulationRun) -> None:
    told = [as_lines(survey, lab_words(language)) for language in LANGUAGES]
    assert all(len(lines) == 9 for lines in told)
    assert not set(told[0]) & set(told[1])
    assert told[0][3].startswith("Seat 1 wins ")
    assert told[0][7] == "100.0 % of the games end so: … wins. Points: …."


def test_a_game_that_a_bot_lost_by_failing_is_told_so() -> None:
    total = game_statistics.zeros()
    total[
        [
            game_statistics.GAMES,
            game_statistics.ENDING,
            game_statistics.LENGTH + 4,
            game_statistics.MOVES,
            game_statistics.FIRST + 1,
        ]
    ] = 1, 1, 1, 4, 1
    assert summarize(total, 2, ("", "won")).endings == {"failed": 1}
