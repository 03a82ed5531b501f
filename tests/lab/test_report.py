"""Reports: one page in both languages, whose words say what the numbers say."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from decapod.errors import UsageError
from decapod.i18n.translator import read_words
from decapod.lab import report as report_module
from decapod.lab.arena import Arena
from decapod.lab.contest import Matchup
from decapod.lab.report import (
    LadderStep,
    Report,
    add_column,
    as_facts,
    as_page,
    climb_ladder,
    findings,
    score_deals,
    use_rows,
    write_page,
)
from decapod.lab.results import HERE, LANGUAGES, lab_words
from decapod.lab.study import Scores
from decapod.lab.summary import Proportion
from decapod.lab.survey import SimulationRun


def quiet(what: str, done: int, of: int) -> None:
    """Show no progress."""


@pytest.fixture(scope="module")
def report() -> Report:
    """A small one, played interpreted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECAPOD_JIT", "0")
        made = Report(Matchup.surveyed("crabe-vs-poulpe", seed=1))
        add_column(made, "random", SimulationRun(made.contest, 60), 40, quiet)
        thinking = Matchup.surveyed("crabe-vs-poulpe", ["flat-mc:1", "random"], seed=1)
        add_column(made, "flat-mc", SimulationRun(thinking, 10, threads=1), 10, quiet)
    made.ladder.append(LadderStep("level5", "level3", Proportion(0.7, 0.6, 0.8), 40))
    return made


class Tags(HTMLParser):
    """Checks that tags are closed in order, and gathers what is referred to."""

    def __init__(self) -> None:
        """Begin."""
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag."""
        if tag not in ("meta", "link", "br"):
            self.open.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        """Close it."""
        assert self.open.pop() == tag


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_whole_and_needs_no_other_file(report: Report, language: str) -> None:
    page = as_page(report, lab_words(language))
    tags = Tags()
    tags.feed(page)
    assert tags.open == []
    assert all(link.startswith("#") for link in tags.links)
    assert "@import" not in page
    assert "url(http" not in page
    assert page.count("<svg") == 6, "length, seats, decided, leads, choices: and points, the cards left"
    assert f'lang="{language}"' in page
    assert "#0102" not in page, "plots have the colours of the page"
    assert report.contest.rules.translator(language)("title") in page


def test_every_word_of_the_lab_is_there_in_every_language() -> None:
    english, *others = (read_words(HERE / "words.toml", language) for language in LANGUAGES)
    for other in others:
        assert set(other) == set(english)
        for key, text in english.items():
            assert sorted(re.findall(r"{(\w+)}", text)) == sorted(re.findall(r"{(\w+)}", other[key])), key


def test_findings_say_what_the_numbers_say(report: Report) -> None:
    lines = findings(report, lab_words("en"))
    mean = report.columns[0].summary.length.mean
    assert any(line.startswith(f"random: a game takes {mean:.0f} moves") for line in lines)
    assert "Skill: level5 scores 70.0 % against level3 (95 % interval: 60.0 % to 80.0 %; 40 deals)." in lines
    assert len(lines) == len(set(lines))


def test_games_that_are_mostly_over_before_a_lead_is_sure_are_called_open(
    report: Report, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = report.columns[0].study
    sure = Scores()
    for _ in range(100):
        sure.add(1.0)
    monkeypatch.setattr(study, "leads", [Scores(), Scores(), sure])  # nobody leads before the third turn
    for turns, says in ((2, "games stay open: half of them are over by turn 2"), (3, "from turn 3 of 3 on")):
        monkeypatch.setattr(study, "turns", [turns] * 40)
        lines = [line for line in findings(report, lab_words("en")) if line.startswith("random: ")]
        assert [says in line for line in lines].count(True) == 1
        assert ["stay open" in line or "from turn" in line for line in lines].count(True) == 1


def test_seats_are_called_out_only_where_that_is_more_than_noise(report: Report) -> None:
    for column in report.played_columns:
        lines = [line for line in findings(report, lab_words("en")) if line.startswith(f"{column.name}: ")]
        unfair = any(not won.low <= 0.5 <= won.high for won in column.summary.wins_by_seat)
        assert any("advantage;" in line for line in lines) == unfair
        assert any("no seat is seen" in line for line in lines) != unfair


def test_the_table_lists_what_players_can_do_once(report: Report) -> None:
    rows = use_rows(report.played_columns, lab_words("en"))
    names = [row.name for row in rows]
    assert len(names) == len(set(names)) > 10
    assert any(name.startswith("Lay the 5: Finish.") for name in names)
    weights = [row.weight for row in rows]
    assert weights == sorted(weights, reverse=True)


def test_a_report_that_was_stopped_shows_what_there_is() -> None:
    made = Report(Matchup.surveyed("crabe-vs-poulpe"))

    def stop(what: str, done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECAPOD_JIT", "0")
        with pytest.raises(KeyboardInterrupt):
            add_column(made, "random", SimulationRun(made.contest, 100_000), 40, stop)
    assert made.played_columns
    assert made.played_columns[0].study.games == 0
    assert "<svg" in as_page(made, lab_words("en"))


def test_the_json_has_every_column(report: Report) -> None:
    facts = as_facts(report)
    assert [column["name"] for column in facts["columns"]] == ["random", "flat-mc"]
    assert facts["columns"][0]["watched"] == 40
    assert facts["ladder"] == [
        {"better": "level5", "worse": "level3", "deals": 40, "share": 0.7, "low": 0.6, "high": 0.8}
    ]


def climb(seconds: float, monkeypatch: pytest.MonkeyPatch) -> list[LadderStep]:
    """Let a bot that thinks a little meet chance."""
    monkeypatch.setenv("DECAPOD_JIT", "0")
    monkeypatch.setattr(report_module, "LADDER", ("flat-mc:1", "random"))
    return list(climb_ladder(Matchup.surveyed("crabe-vs-poulpe"), seconds, quiet, {"threads": 1}))


@pytest.mark.slow
def test_a_ladder_goes_on_until_the_score_is_known_to_ten_points(monkeypatch: pytest.MonkeyPatch) -> None:
    (rung,) = climb(600, monkeypatch)
    assert max(rung.score.share - rung.score.low, rung.score.high - rung.score.share) <= 0.1
    assert 20 < rung.deals < 200, "and no further than that"


@pytest.mark.slow
def test_a_ladder_whose_time_is_over_has_the_deals_that_were_played(monkeypatch: pytest.MonkeyPatch) -> None:
    (rung,) = climb(0.001, monkeypatch)
    assert rung.deals == 1, "one deal at least"


def test_only_whole_deals_count_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    contest = Matchup.of("crabe-vs-poulpe", ["random", "random"])
    arena = Arena(contest, 10)
    for number, deals in ((1, 0), (2, 0), (4, 0), (5, 0), (0, 1), (3, 3)):
        arena.results[number] = contest.play(number)
        assert len(score_deals(arena)) == deals


def test_a_page_that_cannot_be_written_is_told(tmp_path) -> None:
    with pytest.raises(UsageError, match="cannot write"):
        write_page(tmp_path, "page")
