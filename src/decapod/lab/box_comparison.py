"""Comparisons: what another box changes, and whether that is more than noise."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.core.box_file import list_differences
from decapod.engine.rollout import cores
from decapod.lab.arena import TICK
from decapod.lab.paired import PairedDeals, PairedDifference
from decapod.lab.ratings import Z
from decapod.lab.report import Column, Progress, Report, watch
from decapod.lab.study import ActionStats
from decapod.lab.summary import describe_ending
from decapod.lab.survey import SimulationRun, row_of

if TYPE_CHECKING:
    from decapod.i18n.translator import Translator
    from decapod.lab.contest import Matchup

ROUNDS = 4  # how often it is told how it stands while bots play: each time after twice as many games

DOUBT = 0.05  # how often something is called more than noise that is none: for all lines of a comparison together


PART = 1 << 18  # games that each box plays by chance before the other one does


@dataclass(frozen=True)
class Difference:
    """One measure of two boxes, the same players at both."""

    who: str  # the players
    name: str  # the measure, in words
    paired: PairedDifference

    @property
    def is_sure(self) -> bool:
        """Whether it is more than noise."""
        return self.paired.is_sure

    @property
    def one_text(self) -> str:
        """The first value, as text."""
        return _write(self.paired.one, self.paired.is_share)

    @property
    def other_text(self) -> str:
        """The second value, as text."""
        return _write(self.paired.other, self.paired.is_share)

    @property
    def text(self) -> str:
        """The difference with its 95 % interval, as text."""
        scale, sign = (100, " %") if self.paired.is_share else (1, "")
        low, high = (f"{_without_minus_zero(scale * end):+.2f}" for end in (self.paired.low, self.paired.high))
        return f"{_without_minus_zero(scale * self.paired.by):+.2f}{sign} ({low} … {high})"


def _write(value: float, is_share: bool) -> str:
    return f"{100 * value:.2f} %" if is_share else f"{value:.2f}"


def _without_minus_zero(value: float) -> float:
    return round(value, 2) + 0.0


class _Pair:
    """Two surveys of the same deals and players, one with each box."""

    def __init__(self, who: str, contests: Sequence[Matchup], games: int, **how: Any) -> None:
        """Plan `games` games for each contest; `how` goes to the surveys."""
        self.who = who
        self._rows: tuple[list[Any], list[Any]] = [], []  # those of streamed games that are not paired yet
        self.columns = [
            Column(f"{name}, {who}", SimulationRun(contest, games, take_rows=rows.append, **how), ActionStats(contest))
            for name, contest, rows in zip("AB", contests, self._rows, strict=True)
        ]
        self._streamed = self._no_deals()

    @property
    def surveys(self) -> list[SimulationRun]:
        """The survey of each box."""
        return [column.survey for column in self.columns]

    def _no_deals(self) -> PairedDeals:
        one, other = (column.survey.contest for column in self.columns)
        is_same_box = one.opened_box == other.opened_box
        return PairedDeals(one.players, one.rules.rules.ENDINGS, is_same_box=is_same_box)

    def pair_streamed(self) -> None:
        """Compare the deals that were streamed for both boxes, and forget their rows."""
        if all(self._rows):
            one, other = (np.concatenate(rows) for rows in self._rows)
            both = min(len(one), len(other))
            self._streamed.add(one[:both], other[:both])
        for rows in self._rows:
            rows.clear()

    def deals(self) -> PairedDeals:
        """Return the deals that are over with both boxes."""
        one, other = (survey.arena.results if survey.arena else {} for survey in self.surveys)
        numbers = sorted(set(one) & set(other))
        if not numbers:
            return self._streamed
        deals = self._no_deals()
        deals.add(
            *(
                np.concatenate([row_of(survey.contest, results[number]) for number in numbers])
                for survey, results in zip(self.surveys, (one, other), strict=True)
            )
        )
        return deals


class BoxComparison:
    """Two boxes, A and B, played by the same players from the same deals."""

    def __init__(self, one: Matchup, other: Matchup, words: Translator) -> None:
        """Take the contests by chance, which differ in their box alone."""
        self.words = words
        self.contests = one, other
        self.changes = list(list_differences(one.opened_box.printed, other.opened_box.printed))
        self.report = Report(one)
        self._pairs: list[_Pair] = []

    def _add(self, pair: _Pair) -> None:
        self._pairs.append(pair)
        self.report.columns += pair.columns

    def play_by_chance(self, games: int, watched: int, device: str, threads: int | None, progress: Progress) -> None:
        """Let chance play with both, in turns."""
        pair = _Pair(self.words("report.chance"), self.contests, games, device=device, threads=threads)
        self._add(pair)
        for first in range(0, games, PART):
            try:
                for column in pair.columns:
                    column.survey.games = min(games, first + PART)
                    column.survey.run(lambda now, name=column.name: progress(name, now.done, games))
            finally:
                pair.pair_streamed()
        for column in pair.columns:
            watch(column.study, column.survey, watched, progress)

    def play_by_skill(
        self, who: str, contests: Sequence[Matchup], games: int, threads: int | None, progress: Progress
    ) -> Iterator[list[str]]:
        """Let bots play with both boxes at once; say now and then how it stands."""
        pair = _Pair(who, contests, games, threads=max(1, (threads or cores()) // 2))
        self._add(pair)
        try:
            yield from self._follow(who, pair.surveys, games, progress)
        finally:
            pair.pair_streamed()
        for column in pair.columns:
            watch(column.study, column.survey, games, progress)

    def _follow(
        self, who: str, surveys: Sequence[SimulationRun], games: int, progress: Progress
    ) -> Iterator[list[str]]:
        """Run surveys side by side, each in a thread that waits for its workers; Ctrl-C here ends them all."""
        stop, errors = threading.Event(), list[BaseException]()

        def run(survey: SimulationRun) -> None:
            try:
                survey.run(lambda _survey: _raise_if(stop))
            except StoppedError:
                pass
            except BaseException as error:
                errors.append(error)
                stop.set()

        running = [threading.Thread(target=run, args=(survey,), daemon=True) for survey in surveys]
        next_at = games >> ROUNDS
        try:
            for thread in running:
                thread.start()
            while any(thread.is_alive() for thread in running):
                time.sleep(TICK)
                done = min(len(survey.arena.results) if survey.arena else 0 for survey in surveys)
                progress(who, done, games)
                if done > next_at:
                    next_at = 2 * done
                    for survey in surveys:
                        survey.count_again()
                    yield self._lines_now()
        finally:
            stop.set()
            for thread in running:
                thread.join()
        if errors:
            raise errors[0]

    def _lines_now(self) -> list[str]:
        """Say how it stands with those who play now."""
        contest = self.contests[0]
        headline = describe_measure("seat1" if contest.players > 1 else "length", contest, self.words)
        found = differences(self._pairs[-1], self.words)
        return [write_line(one, self.words) for one in found if one.name == headline]

    def differences(self) -> list[Difference]:
        """List all that can be compared."""
        return [one for pair in self._pairs for one in differences(pair, self.words)]


class StoppedError(Exception):
    """Games are to be ended, because others failed or somebody wants to stop."""


def _raise_if(stop: threading.Event) -> None:
    if stop.is_set():
        raise StoppedError


def write_line(found: Difference, words: Translator) -> str:
    """Write a difference as a line of text."""
    verdict = words("compare.is_sure" if found.is_sure else "compare.is_noise")
    texts = {"one": found.one_text, "other": found.other_text, "text": found.text}
    return words("compare.line", who=found.who, name=found.name, verdict=verdict, **texts)


def as_lines(comparison: BoxComparison) -> list[str]:
    """Write a comparison as lines of text."""
    return [*comparison.changes, *(write_line(found, comparison.words) for found in comparison.differences())]


def as_facts(comparison: BoxComparison) -> dict[str, Any]:
    """Write a comparison as plain values, for JSON."""
    contest = comparison.contests[0]
    return {
        "game": contest.game,
        "players": contest.players,
        "variant": contest.variant,
        "changes": comparison.changes,
        "differences": [
            {
                "who": one.who,
                "measure": one.name,
                "a": round(one.paired.one, 6),
                "b": round(one.paired.other, 6),
                "difference": round(one.paired.by, 6),
                "low": round(one.paired.low, 6),
                "high": round(one.paired.high, 6),
                "error": round((one.paired.high - one.paired.low) / (2 * Z), 6),
                "sure": one.is_sure,
            }
            for one in comparison.differences()
        ],
    }


def differences(pair: _Pair, words: Translator) -> list[Difference]:
    """Compare two boxes measure by measure."""
    contest = pair.surveys[0].contest
    listed = pair.deals().differences(DOUBT)
    return [Difference(pair.who, describe_measure(paired.name, contest, words), paired) for paired in listed]


def describe_measure(name: str, contest: Matchup, words: Translator) -> str:
    """Name a measure for people."""
    kind, dot, code = name.partition(".")
    if dot:
        return words("measure.end", name=describe_ending(code, contest, words))
    if name.removeprefix("seat").isdigit():
        return words("measure.seat", n=name.removeprefix("seat"))
    return words(f"measure.{kind}")
