"""Progress: how far an arena or a survey is and how long it will take, in one line on standard error."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from decapod.lab.results import SHOWN, describe_failure
from decapod.scene.words import Words

if TYPE_CHECKING:
    from decapod.lab.arena import Arena
    from decapod.lab.survey import Survey

OFTEN, SELDOM = 0.5, 10.0  # seconds between two lines: on a terminal, where each covers the last; and elsewhere
WHILE_COMPILING = 60.0  # seconds between two lines that say so
SOON = 3.0  # seconds in which all is ready unless something must be compiled


class Line:
    """A line on standard error that covers the last one, or where that cannot be, a line now and then."""

    def __init__(self, words: Words, title: str) -> None:
        """Say it in a language, of the game with this title."""
        self._words = words
        self._title = title
        self._covers = sys.stderr.isatty()
        self._pause = OFTEN if self._covers else SELDOM
        self._next = time.monotonic() + SOON
        self._began: tuple[float, int] | None = None  # when games began, and how many were over then

    def _time(self, seconds: float) -> str:
        minutes, s = divmod(round(seconds), 60)
        h, m = divmod(minutes, 60)
        return self._words("arena.hours" if h else "arena.minutes" if m else "arena.seconds", h=h, m=m, s=s)

    def _say(self, line: str, last: bool = False) -> None:
        if self._covers:
            sys.stderr.write(f"\r\033[K{line}" + ("\n" if last else ""))
        else:
            sys.stderr.write(line + "\n")
        sys.stderr.flush()

    def close(self) -> None:
        """Leave the line, so that what follows begins on one of its own."""
        if self._covers:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class SurveyLine(Line):
    """Tells how far a survey is, how fast, and how long it will take."""

    def __call__(self, survey: Survey) -> None:
        """Look at a survey, and say something if it is time."""
        now = time.monotonic()
        if survey.is_ready and self._began is None:
            self._began, self._next = (now, survey.done), now + self._pause
        if now >= self._next:
            self._next = now + self._pause
            self._say(self.line(survey, now))

    def line(self, survey: Survey, now: float) -> str:
        """Write the line."""
        if self._began is None:
            return self._words("arena.ready", game=self._title)
        began, before = self._began
        line = self._words("survey.progress", game=self._title, done=f"{survey.done:,}", games=f"{survey.games:,}")
        if survey.done == before or now == began:
            return line
        speed = (survey.done - before) / (now - began)
        left = self._words("arena.left", time=self._time((survey.games - survey.done) / speed))
        return f"{line}, {self._words('survey.speed', speed=f'{speed:,.0f}')}, {left}"


class StageLine(Line):
    """Tells which of several things is going on, and how much of it is done."""

    def __call__(self, what: str, done: int, of: int) -> None:
        """Say so if it is time; what is a key of the lab's words, or a name."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + self._pause
            named = self._words(what) if what in self._words else what
            self._say(self._words("report.progress", game=self._title, what=named, done=f"{done:,}", of=f"{of:,}"))


class ProgressLine(Line):
    """Tells how far an arena is, now and then, and the first failures of bots when they happen."""

    def __init__(self, words: Words, title: str) -> None:
        """Say it in a language, of the game with this title."""
        super().__init__(words, title)
        self._failed: set[int] = set()

    def __call__(self, arena: Arena) -> None:
        """Look at an arena, and say something if it is time."""
        now = time.monotonic()
        if arena.is_ready and self._began is None:
            self._began, self._next = (now, len(arena.results)), now + self._pause
            if arena.is_slow:
                self._say(self._words("arena.slow"), last=True)
        for number in sorted(arena.failures - self._failed)[: SHOWN - len(self._failed)]:
            self._failed.add(number)
            self._say(describe_failure(arena, number, self._words), last=True)
        if now >= self._next:
            self._next = now + (self._pause if arena.is_ready or self._covers else WHILE_COMPILING)
            self._say(self.line(arena, now))

    def line(self, arena: Arena, now: float) -> str:
        """Write the line."""
        if self._began is None:
            return self._words("arena.ready", game=self._title)
        done, (began, before) = len(arena.results), self._began
        line = self._words("arena.progress", game=self._title, done=done, games=arena.games)
        if done == before:
            return line
        left = (now - began) / (done - before) * (arena.games - done)
        key = "arena.left" if arena.until is None else "arena.at_most"
        return f"{line}, {self._words(key, time=self._time(left))}"
