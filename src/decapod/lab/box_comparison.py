"""Comparisons: what another box changes, and whether that is more than noise."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from decapod.box_file import list_differences
from decapod.engine.batch import cores
from decapod.lab.arena import TICK
from decapod.lab.measures import Measure, measure
from decapod.lab.report import Column, Progress, Report, add_column, watch
from decapod.lab.study import Study
from decapod.lab.summary import describe_ending
from decapod.lab.survey import Survey

if TYPE_CHECKING:
    from decapod.lab.contest import Contest
    from decapod.scene.words import Words

ROUNDS = 4  # how often it is told how it stands while bots play: each time after twice as many games

DOUBT = 0.05  # how often something is called more than noise that is none: for all lines of a comparison together


@dataclass(frozen=True)
class Difference:
    """One measure of two boxes, the same players at both."""

    who: str  # who played
    name: str  # what is measured, in words
    one: Measure
    other: Measure
    is_sure: bool  # whether it is more than noise

    @property
    def by(self) -> float:
        """How much more the second box has."""
        return self.other.value - self.one.value

    @property
    def error(self) -> float:
        """The standard error of that: the same deals were played, but each box goes its own way from them."""
        return (self.one.error**2 + self.other.error**2) ** 0.5

    @property
    def one_text(self) -> str:
        """The first value, as text."""
        return _write(self.one)

    @property
    def other_text(self) -> str:
        """The second value, as text."""
        return _write(self.other)

    @property
    def text(self) -> str:
        """The difference with its 95 % interval, as text."""
        scale, sign = (100, " %") if self.one.is_share else (1, "")
        low, high = self.by - 1.96 * self.error, self.by + 1.96 * self.error
        return f"{scale * self.by:+.1f}{sign} ({scale * low:+.1f} … {scale * high:+.1f})"


def _write(found: Measure) -> str:
    return f"{100 * found.value:.1f} %" if found.is_share else f"{found.value:.1f}"


class BoxComparison:
    """Two boxes, A and B, played by the same players from the same deals."""

    def __init__(self, one: Contest, other: Contest, words: Words) -> None:
        """Take the contests by chance, which differ in their box alone."""
        self.words = words
        self.contests = one, other
        self.changes = list(list_differences(one.opened_box.printed, other.opened_box.printed))
        self.report = Report(one)
        self._pairs: list[tuple[str, Column, Column]] = []

    def play_by_chance(self, games: int, watched: int, on: str, threads: int | None, progress: Progress) -> None:
        """Let chance play with both."""
        who = self.words("report.chance")
        for contest, name in zip(self.contests, "AB", strict=True):
            survey = Survey(contest, games, on=on, threads=threads)
            add_column(self.report, f"{name}, {who}", survey, watched, progress)
        one, other = self.report.columns
        self._pairs.append((who, one, other))

    def play_by_skill(
        self, who: str, contests: Sequence[Contest], games: int, threads: int | None, progress: Progress
    ) -> Iterator[list[str]]:
        """Let bots play with both boxes at once; say now and then how it stands."""
        each = max(1, (threads or cores()) // 2)
        columns = [
            Column(f"{name}, {who}", Survey(contest, games, threads=each), Study(contest))
            for contest, name in zip(contests, "AB", strict=True)
        ]
        self.report.columns += columns
        self._pairs.append((who, columns[0], columns[1]))
        yield from self._follow(who, [column.survey for column in columns], games, progress)
        for column in columns:
            watch(column.study, column.survey, games, progress)

    def _follow(self, who: str, surveys: Sequence[Survey], games: int, progress: Progress) -> Iterator[list[str]]:
        """Run surveys side by side, each in a thread that waits for its workers; Ctrl-C here ends them all."""
        stop, errors = threading.Event(), list[BaseException]()

        def run(survey: Survey) -> None:
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
        found = differences(*self._pairs[-1], self.words)
        return [write_line(one, self.words) for one in found if one.name == headline]

    def differences(self) -> list[Difference]:
        """List all that can be compared."""
        played = [pair for pair in self._pairs if pair[1].survey.done and pair[2].survey.done]
        return [found for pair in played for found in differences(*pair, self.words)]


class StoppedError(Exception):
    """Games are to be ended, because others failed or somebody wants to stop."""


def _raise_if(stop: threading.Event) -> None:
    if stop.is_set():
        raise StoppedError


def write_line(found: Difference, words: Words) -> str:
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
                "who": found.who,
                "measure": found.name,
                "a": round(found.one.value, 6),
                "b": round(found.other.value, 6),
                "difference": round(found.by, 6),
                "error": round(found.error, 6),
                "sure": found.is_sure,
            }
            for found in comparison.differences()
        ],
    }


def differences(who: str, one: Column, other: Column, words: Words) -> list[Difference]:
    """Compare two columns measure by measure; what both have."""
    pairs = {
        name: (found, measures[name])
        for name, found in _measure(one).items()
        if name in (measures := _measure(other)) and (found.value or measures[name].value)
    }
    sure = NormalDist().inv_cdf(1 - DOUBT / 2 / max(1, len(pairs)))
    listed: list[Difference] = []
    for name, (first, second) in pairs.items():
        error = (first.error**2 + second.error**2) ** 0.5
        is_sure = abs(second.value - first.value) > sure * error
        listed.append(Difference(who, describe_measure(name, one.survey.contest, words), first, second, is_sure))
    return listed


def _measure(column: Column) -> dict[str, Measure]:
    contest = column.survey.contest
    return measure(column.survey.tally, contest.players, contest.rules.rules.ENDINGS)


def describe_measure(name: str, contest: Contest, words: Words) -> str:
    """Name a measure for people."""
    kind, dot, code = name.partition(".")
    if dot:
        return words("measure.end", name=describe_ending(code, contest, words))
    if name.removeprefix("seat").isdigit():
        return words("measure.seat", n=name.removeprefix("seat"))
    return words(f"measure.{kind}")
