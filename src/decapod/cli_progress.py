"""Progress of commands, shown on standard error if it is a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text

if TYPE_CHECKING:
    from decapod.i18n.translator import Translator
    from decapod.lab.arena import Arena
    from decapod.lab.survey import SimulationRun


class SpeedColumn(ProgressColumn):
    """Steps a second."""

    def render(self, task: Task) -> Text:
        """Return the speed of a task, empty if it is not known yet."""
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.1f}/s" if speed and speed < 10 else f"{speed:,.0f}/s" if speed else "")


class Bar:
    """A progress bar that is shown from the first call on, and removed by `close`."""

    def __init__(self) -> None:
        """Prepare the bar. Without a terminal only `say` prints."""
        self._console = Console(stderr=True)
        columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), SpeedColumn()
        shown = self._console.is_terminal
        self._progress = Progress(
            *columns, TimeRemainingColumn(), console=self._console, transient=True, disable=not shown
        )
        self._task = self._progress.add_task("", total=None)
        self._described = ""

    def show(self, description: str, done: int, of: int | None) -> None:
        """Show how much of a task is done. Another description begins another task. `of` is None if unknown."""
        if description != self._described:
            self._described = description
            self._progress.reset(self._task, description=description, total=of, completed=done)
        else:
            self._progress.update(self._task, total=of, completed=done)
        self._progress.start()

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def close(self) -> None:
        """Remove the bar. The next `show` brings it back."""
        self._progress.stop()


class LabProgress(Bar):
    """Progress of the lab's commands, in their words, for the game with this title."""

    def __init__(self, words: Translator, title: str) -> None:
        """Prepare the bar."""
        super().__init__()
        self._words = words
        self._title = title
        self._failures: set[int] = set()  # numbers of the games that were reported as failed
        self._is_slow = False  # whether slow bots were reported

    def show_games(self, done: int, games: int, *, is_ready: bool) -> None:
        """Show how many games are over."""
        if is_ready:
            self.show(self._title, done, games)
        else:
            self.show(self._words("arena.ready", game=self._title), 0, None)

    def show_stage(self, what: str, done: int, of: int) -> None:
        """Show how much of a stage is done. `what` is a key of the lab's words or a name."""
        named = self._words(what) if what in self._words else what
        self.show(f"{self._title}: {named}", done, of)

    def show_survey(self, survey: SimulationRun) -> None:
        """Show how far a survey is."""
        self.show_games(survey.done, survey.games, is_ready=survey.is_ready)

    def show_arena(self, arena: Arena) -> None:
        """Show how far an arena is, and report the first failures of bots when they happen."""
        from decapod.lab.results import SHOWN, describe_failure

        if arena.is_slow and not self._is_slow:
            self._is_slow = True
            self.say(self._words("arena.slow"))
        for number in sorted(arena.failures - self._failures)[: SHOWN - len(self._failures)]:
            self._failures.add(number)
            self.say(describe_failure(arena, number, self._words))
        self.show_games(len(arena.results), arena.games, is_ready=arena.is_ready)
