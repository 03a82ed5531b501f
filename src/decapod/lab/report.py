"""Reports: what a game does, played by chance and by players who know how, side by side, on one page of HTML."""

from __future__ import annotations

import contextlib
import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod import __version__
from decapod.engine import game_statistics
from decapod.errors import UsageError
from decapod.lab import plots
from decapod.lab.arena import MOST_GAMES, Arena
from decapod.lab.contest import CHANCE, Matchup
from decapod.lab.ratings import compare, score_interval
from decapod.lab.results import HERE
from decapod.lab.study import FEW, ActionStats, ActionUsage, describe_use
from decapod.lab.summary import Proportion, Summary, describe_ending, describe_mode, percent
from decapod.lab.survey import SimulationRun

if TYPE_CHECKING:
    from decapod.i18n.translator import Translator

LADDER = ("level5", "level3", "level1", CHANCE)  # bots of which each meets the next: how much skill matters
PRECISION = 0.1  # how far the interval of a score on the ladder may reach from it
DECIDED = 0.8  # a game is called decided when whoever leads wins so often
SELDOM = 0.02  # of those who could do something: so few do it that it is called dead
NOTABLE = 0.1  # a difference in the chance to win that is called out, if it is twice as sure as the 95 % interval
CALLED_OUT = 5  # things of a kind that are called out in words
LISTED = 30  # rows of the table of uses that are seen at once

Progress = Callable[[str, int, int], object]  # is told what is going on, how much of it is done, and of how much


@dataclass
class Column:
    """Games that are shown beside others: who played them with which box, what they came to, and what was seen."""

    name: str
    survey: SimulationRun
    study: ActionStats

    @property
    def summary(self) -> Summary:
        """What its games come to."""
        return self.survey.summary

    @property
    def lengths(self) -> dict[int, int]:
        """How many games had how many moves."""
        return _histogram(self.survey.tally[game_statistics.LENGTH : game_statistics.SCORE])

    @property
    def scores(self) -> dict[int, int]:
        """How many players had how many points."""
        counts = (
            self.survey.tally[game_statistics.SCORE : game_statistics.SIZE]
            .reshape(game_statistics.SEATS, game_statistics.SCORES)
            .sum(0)
        )
        return _histogram(counts, game_statistics.LOWEST)


def _histogram(counts: Any, lowest: int = 0) -> dict[int, int]:
    return {lowest + int(place): int(counts[place]) for place in np.flatnonzero(counts)}


@dataclass(frozen=True)
class LadderStep:
    """Two bots that met, every deal with the seats exchanged: how the first scored."""

    better: str
    worse: str
    score: Proportion
    deals: int


@dataclass
class Report:
    """What was found out about a game."""

    contest: Matchup  # by chance: the game, its box and how it is played
    columns: list[Column] = field(default_factory=list[Column])
    ladder: list[LadderStep] = field(default_factory=list[LadderStep])

    @property
    def played_columns(self) -> list[Column]:
        """The columns that have any games."""
        return [column for column in self.columns if column.survey.done]


def add_column(report: Report, name: str, survey: SimulationRun, watched: int, progress: Progress) -> None:
    """Play a survey, and watch so many of its games; those of bots that think are watched all.

    If Ctrl-C ends it, the report has what was done until then.
    """
    column = Column(name, survey, ActionStats(survey.contest))
    report.columns.append(column)
    survey.run(lambda now: progress(name, now.done, now.games))
    watch(column.study, survey, watched, progress)


def watch(study: ActionStats, survey: SimulationRun, watched: int, progress: Progress) -> None:
    """Watch games of a survey that were played: all that bots played, and so many of those by chance."""
    games: list[tuple[int, Any]] = [(number, None) for number in range(min(watched, survey.done))]
    if survey.arena is not None:
        games = [(result.number, result.played) for result in survey.arena.in_order() if result.failure is None]
    for done, (number, played) in enumerate(games):
        study.watch(number, played)
        progress("report.watching", done + 1, len(games))


class _EnoughDealsError(Exception):
    """The score of two bots is known well enough, or their time is over."""


def climb_ladder(
    contest: Matchup, seconds: float, progress: Progress, how: Mapping[str, Any] | None = None
) -> Iterator[LadderStep]:
    """Let each bot of the ladder meet the next one in the same game, for at most so many seconds.

    `how` says where they play, as for an arena.

    Two bots stop as soon as their score is known to `PRECISION`. Only whole deals count, in the order of their numbers:
    otherwise quick games would count for more.
    """
    for better, worse in itertools.pairwise(LADDER):
        pair = Matchup.of(
            contest.game, [better, worse], players=contest.players, variant=contest.variant,
            box=contest.opened_box, seed=contest.seed, options=contest.options,
        )  # fmt: skip
        scores = score_deals(_meet(pair, seconds, progress, how or {}))
        yield LadderStep(better, worse, Proportion(float(np.mean(scores)), *score_interval(scores)), len(scores))


def _meet(pair: Matchup, seconds: float, progress: Progress, how: Mapping[str, Any]) -> Arena:
    """Let two bots play until their score is precise or the time is over, but one deal at least."""
    arena, began = Arena(pair, MOST_GAMES, **how), math.inf

    def look(now: Arena) -> None:
        nonlocal began
        if began == math.inf and now.is_ready:
            began = time.monotonic()  # compiling does not count
        elapsed, scores = max(0.0, time.monotonic() - began), score_deals(now)
        progress(f"{' – '.join(pair.bots)} (s)", int(elapsed), round(seconds))
        if scores and (elapsed >= seconds or is_precise(scores)):
            raise _EnoughDealsError

    with contextlib.suppress(_EnoughDealsError):
        arena.run(look)
    return arena


def score_deals(arena: Arena) -> list[float]:
    """Return what the first bot of two scored in each deal, up to the first one that is not over."""
    contest, results = arena.contest, arena.results
    size, scores = len(contest.lineups), list[float]()
    while True:
        games = [results.get(len(scores) * size + place) for place in range(size)]
        if None in games:
            return scores
        scores.append(float(np.mean([one.score for one in compare(contest, filter(None, games))])))


def is_precise(scores: Sequence[float]) -> bool:
    """Return whether the interval of a mean score reaches no further than `PRECISION` to either side."""
    low, high = score_interval(scores)
    mean = float(np.mean(scores))
    return max(mean - low, high - mean) <= PRECISION


# --- what it says, in words -------------------------------------------------------------------------------


def findings(report: Report, words: Translator) -> list[str]:
    """Say the most important of what was found, sentence by sentence."""
    found: list[str] = []
    for column in report.played_columns:
        found += [*_describe_seats(column, words), *_describe_course(column, words)]
    found += _describe_components(report.played_columns[-1], report.contest, words)
    for rung in report.ladder:
        interval = {
            "score": percent(rung.score.share),
            "low": percent(rung.score.low),
            "high": percent(rung.score.high),
        }
        found.append(words("report.rung", better=rung.better, worse=rung.worse, deals=rung.deals, **interval))
    return found


def _describe_seats(column: Column, words: Translator) -> Iterator[str]:
    won = column.summary.wins_by_seat
    if len(won) < 2:
        return
    fair = 1 / len(won)
    unfair = [(seat, one) for seat, one in enumerate(won, 1) if not one.low <= fair <= one.high]
    for seat, one in unfair:
        key = "report.seat_good" if one.share > fair else "report.seat_bad"
        shares = {"share": percent(one.share), "low": percent(one.low), "high": percent(one.high)}
        yield words(key, who=column.name, n=seat, fair=percent(fair), **shares)
    if not unfair:
        widest = max(one.high - one.low for one in won) / 2
        yield words("report.seats_fair", who=column.name, fair=percent(fair), error=percent(widest))


def _describe_course(column: Column, words: Translator) -> Iterator[str]:
    summary, study = column.summary, column.study
    length = {"mean": f"{summary.length.mean:.0f}", "p5": summary.length.p5, "p95": summary.length.p95}
    yield words("report.length", who=column.name, **length)
    if study.games:
        yield words(
            "report.branching", who=column.name, choices=f"{study.mean_choices:.1f}", forced=percent(study.forced)
        )
    if not study.games or column.survey.contest.players < 2:
        return
    changes, turns = float(np.mean(study.lead_changes)), float(np.median(study.turns))
    if sum(scores.n for scores in study.leads) < FEW:
        yield words("report.no_lead", who=column.name)
        return
    yield words("report.lead_changes", who=column.name, mean=f"{changes:.1f}", turns=f"{turns:.0f}")
    settled = [turn for turn, one in enumerate(study.leads, 1) if one.n >= FEW and one.share.share >= DECIDED]
    unsettled = [turn for turn, one in enumerate(study.leads, 1) if one.n >= FEW and one.share.share < DECIDED]
    first = next((turn for turn in settled if all(turn > other for other in unsettled)), None)
    if first is None or first > turns:
        yield words("report.open", who=column.name, turns=f"{turns:.0f}", share=percent(DECIDED))
    else:
        yield words("report.decided", who=column.name, turn=first, turns=f"{turns:.0f}", share=percent(DECIDED))


def _describe_components(column: Column, contest: Matchup, words: Translator) -> Iterator[str]:
    """Call out what is hardly ever done though it could be, and what goes with winning or losing."""
    game_words, study = contest.rules.translator(words.language), column.study
    least = max(FEW, study.games * contest.players // 20)
    dead: list[tuple[float, str, str]] = []
    telling: list[tuple[float, str, str]] = []
    for form, use in study.uses():
        name = describe_use(form, use, game_words)
        could = use.done.n + use.left.n
        if could >= least and use.usage_rate < SELDOM:
            line = words("report.dead", who=column.name, use=name, share=percent(use.usage_rate), n=could)
            dead.append((use.usage_rate, name, line))
        shift = use.win_shift
        if shift is not None:
            found, low, high = shift
            if abs(found) >= NOTABLE and abs(found) > 2 * (high - found):
                key = "report.strong" if found > 0 else "report.weak"
                points = {"by": f"{100 * abs(found):.0f}", "error": f"{100 * (high - low) / 2:.0f}"}
                line = words(key, who=column.name, use=name, share=percent(use.usage_rate), **points)
                telling.append((-abs(found), name, line))
    for called in (dead, telling):
        yield from (line for _, _, line in sorted(called)[:CALLED_OUT])


# --- the page ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """A plot on the page: its title, the drawing, and what is to be seen in it."""

    title: str
    svg: str
    note: str


def figures(columns: Sequence[Column], words: Translator) -> Iterator[Figure]:
    """Draw all plots."""
    players = columns[0].survey.contest.players

    def figure(key: str, svg: str) -> Figure:
        return Figure(words(f"report.{key}_title"), svg, words(f"report.{key}_note"))

    def each(of: Callable[[Column], Any]) -> dict[str, Any]:
        return {column.name: found for column in columns if (found := of(column))}

    lengths = each(lambda column: column.lengths)
    yield figure("length", plots.histograms(lengths, words("report.moves")))
    if players > 1:
        seats = [words("arena.seat", n=seat) for seat in range(1, players + 1)]
        won = each(lambda column: column.summary.wins_by_seat)
        yield figure("seats", plots.shares(won, seats, 1 / players))
    if any(column.summary.scores for column in columns):
        yield figure("scores", plots.histograms(each(lambda column: column.scores), words("report.points")))
    led = each(lambda column: list(_decisiveness(column.study)))
    if players > 1 and led:
        yield figure("decided", plots.curves(led, words("report.turns"), 1 / players))
        changes = each(lambda column: Counter(column.study.lead_changes))
        yield figure("leads", plots.histograms(changes, words("report.changes")))
    choices = each(lambda column: column.study.choices)
    if choices:
        yield figure("choices", plots.histograms(choices, words("report.choices")))


def _decisiveness(study: ActionStats) -> Iterator[tuple[float, float, float, float]]:
    """Go through the turns that are not too seldom reached: how often whoever led then won."""
    for turn, scores in enumerate(study.leads, 1):
        if scores.n >= max(FEW, study.games // 20):
            yield turn, scores.share.share, scores.share.low, scores.share.high


@dataclass(frozen=True)
class UseRow:
    """A row of the table of uses: what it is, and of each column, how it is used there, None if it never came up."""

    name: str
    cells: Sequence[ActionUsage | None]
    weight: float  # how much it has to do with winning: the table is in this order


def use_rows(columns: Sequence[Column], words: Translator) -> list[UseRow]:
    """List what players can do, what has most to do with winning first."""
    game_words = columns[0].survey.contest.rules.translator(words.language)
    found: dict[str, list[ActionUsage | None]] = {}
    for place, column in enumerate(columns):
        for form, use in column.study.uses():
            if use.done.n + use.left.n >= FEW:
                found.setdefault(describe_use(form, use, game_words), [None] * len(columns))[place] = use
    rows = [UseRow(name, cells, max(_weight(use) for use in cells)) for name, cells in found.items()]
    return sorted(rows, key=lambda row: (-row.weight, row.name))


def _weight(use: ActionUsage | None) -> float:
    """Return how far, at least, a use shifts the chance to win."""
    shift = use.win_shift if use else None
    return 0.0 if shift is None else max(0.0, shift[1], -shift[2])


def as_page(report: Report, words: Translator, **more: Any) -> str:
    """Write a report as one HTML file that needs no other."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined)
    title = report.contest.rules.translator(words.language)("title")
    return environment.get_template("report.html").render(
        language=words.language,
        words=words,
        title=words("report.title", game=title),
        modes=[
            (column.name, column.summary, describe_mode(column.survey.contest, words))
            for column in report.played_columns
        ],
        findings=findings(report, words),
        figures=list(figures(report.played_columns, words)),
        rows=use_rows(report.played_columns, words),
        listed=LISTED,
        columns=report.played_columns,
        endings=_endings(report, words),
        ladder=report.ladder,
        percent=percent,
        version=__version__,
        seed=report.contest.seed,
        **{"changes": (), "differences": (), **more},
    )


def _endings(report: Report, words: Translator) -> list[tuple[str, list[str]]]:
    """List how games ended, with the share of each column."""
    codes = Counter[str]()
    for column in report.played_columns:
        codes.update(column.summary.endings)
    return [
        (
            describe_ending(code, report.contest, words),
            [percent(column.summary.endings.get(code, 0) / column.summary.games) for column in report.played_columns],
        )
        for code, _ in codes.most_common()
    ]


def as_facts(report: Report) -> dict[str, Any]:
    """Write a report as plain values, for JSON."""
    from decapod.lab.summary import as_facts as summary_facts

    return {
        "game": report.contest.game,
        "players": report.contest.players,
        "variant": report.contest.variant,
        "columns": [
            {
                "name": column.name,
                **summary_facts(column.survey),
                "watched": column.study.games,
                "choices": round(column.study.mean_choices, 3),
                "lead_changes": round(float(np.mean(column.study.lead_changes or [0])), 3),
            }
            for column in report.played_columns
        ],
        "ladder": [
            {"better": rung.better, "worse": rung.worse, "deals": rung.deals, **_rounded(rung.score)}
            for rung in report.ladder
        ],
    }


def _rounded(share: Proportion) -> Mapping[str, float]:
    return {"share": round(share.share, 4), "low": round(share.low, 4), "high": round(share.high, 4)}


def write_page(path: Path, page: str) -> None:
    """Write a page to a file; `UsageError` if that cannot be."""
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
