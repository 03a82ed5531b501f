"""Sweeps: many boxes with different numbers, played and ranked by goals for their measures.

What is varied is named by its path in the box file, entries of lists by their names or counted from 1:
`gear.pot.bonus=3..7`, `objectives.cards.1.pays=2..5`. A small grid is played whole; a large one is searched by Optuna.
"""

from __future__ import annotations

import copy
import difflib
import itertools
import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.core.box_file import write_path
from decapod.engine import game_statistics, rollout
from decapod.errors import ParseError, UsageError, install_hint
from decapod.lab.executor import open_executor
from decapod.lab.measures import Measure, measure
from decapod.lab.ratings import Z
from decapod.lab.survey import SimulationRun, StreamNets

if TYPE_CHECKING:
    from decapod.core.box_file import KeyPath
    from decapod.core.game import Box
    from decapod.i18n.translator import Translator
    from decapod.lab.contest import Matchup

WHOLE_GRID = 200  # boxes up to which a grid is played whole
MOST_TRIALS = 100_000
LAUNCHED = 1024  # boxes that a GPU plays in one launch
MOST_VALUES = 10_000
DOUBT = 0.05  # probability that two boxes of the same quality get different places, for all pairs together
RANGE = re.compile(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})(?::([0-9]{1,9}))?")
GOAL = re.compile(r"([a-z0-9_.]+) *(?:(min|max)|= *(-?[0-9.]+) *(?:±|\+-) *([0-9.]+))")

Value = int | str
Setting = tuple[Value, ...]  # a value for each path that is varied


@dataclass(frozen=True)
class Parameter:
    """A path of the box and the values it is to take."""

    text: str  # the path, as it was written
    path: KeyPath
    values: tuple[Value, ...]


@dataclass(frozen=True)
class Objective:
    """A goal for one measure: the minimum, the maximum, or a value within `width` of `target`."""

    name: str
    kind: str  # "min", "max" or "="
    target: float = 0.0
    width: float = 1.0

    def loss(self, measures: Mapping[str, Measure], usual: Mapping[str, Measure], games: int) -> tuple[float, float]:
        """Return how far a box is from the goal, and the standard error of that distance.

        The unit is the standard error of the first box's measure. The measure itself may be 0 or noise, so it is no
        unit. A standard error counts as at least that of one game in all.
        """
        measure, first, least = measures[self.name], usual[self.name], 1 / games
        if self.kind == "=":
            distance = max(0.0, abs(measure.value - self.target) - self.width)
        else:
            distance = (measure.value - first.value) * (1 if self.kind == "min" else -1)
        unit = max(first.error, least)
        return distance / unit, max(measure.error, least) / unit


@dataclass(frozen=True)
class Trial:
    """A box that was played: its varied values, its measures, and how far it is from all goals together."""

    setting: Setting  # empty for the box that the sweep began from
    box: Box
    measures: Mapping[str, Measure]
    loss: float
    error: float = 0.0  # at most the standard error of the loss: goals may depend on each other


@dataclass(frozen=True)
class Standing:
    """A trial and its place. Trials whose losses differ by no more than noise share a place."""

    place: int
    trial: Trial


def rank(trials: Sequence[Trial], usual: Setting = ()) -> list[Standing]:
    """Return the trials in order: best place first, then fewest changes from `usual`, then least loss.

    A place ends at the first trial that is worse than the best of this place by more than noise. `DOUBT` is the
    probability that noise separates any two trials of the same quality.
    """
    sure = NormalDist().inv_cdf(1 - DOUBT / max(2, len(trials) * (len(trials) - 1)))
    places: list[list[Trial]] = []
    for trial in sorted(trials, key=lambda trial: trial.loss):
        if places:
            best = places[-1][0]
            if trial.loss - best.loss <= sure * math.hypot(trial.error, best.error):
                places[-1].append(trial)
                continue
        places.append([trial])
    standings: list[Standing] = []
    for group in places:
        place = len(standings) + 1
        group.sort(key=lambda trial: (sum(map(operator.ne, trial.setting, usual)), trial.loss))
        standings += [Standing(place, trial) for trial in group]
    return standings


# --- what is asked for ------------------------------------------------------------------------------------


def read_axis(text: str, printed: Mapping[str, Any]) -> Parameter:
    """Read what is to be varied: `gear.net.bonus=3..7`; `UsageError` names the right path if there is no such one.

    >>> box = {"gear": [{"name": "net", "bonus": 3}]}
    >>> read_axis("gear.net.bonus=3..7:2", box).values
    (3, 5, 7)
    >>> read_axis("gear.nte.bonus=3..7", box)
    Traceback (most recent call last):
    decapod.errors.UsageError: the box has no gear.nte.bonus; the nearest is gear.net.bonus
    >>> read_axis("gear[0].bonus=3..7", box)
    Traceback (most recent call last):
    decapod.errors.UsageError: gear[0].bonus is now gear.net.bonus; entries have names or count from 1
    """
    name, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not values:
        raise UsageError(f"--param takes PATH=LOW..HIGH, PATH=LOW..HIGH:STEP or PATH=A,B,C, not {text!r:.80}")
    leaves = {write_path(path, printed): (path, value) for path, value in _leaves(printed)}
    if name not in leaves:
        old = {_write_old_path(path): text for text, (path, _) in leaves.items()}
        if name in old:
            raise UsageError(f"{name} is now {old[name]}; entries have names or count from 1")
        near = difflib.get_close_matches(name, leaves, 1, 0.0)
        raise UsageError(f"the box has no {name:.80}; the nearest is {near[0]}")
    path, value = leaves[name]
    return Parameter(name, path, _read_values(values, value, name))


def _read_values(text: str, printed: Value, name: str) -> tuple[Value, ...]:
    span = RANGE.fullmatch(text)
    if span:
        low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
        if low > high or step < 1 or (high - low) // step >= MOST_VALUES:
            raise UsageError(f"{text} is no range of values for {name}")
        values: tuple[Value, ...] = tuple(range(low, high + 1, step))
    else:
        words = [word.strip() for word in text.split(",")]
        is_number = isinstance(printed, int)
        if is_number and not all(re.fullmatch("-?[0-9]{1,9}", word) for word in words):
            raise UsageError(f"{name} is a whole number, {printed} in this box, not {text!r:.80}")
        values = tuple(int(word) if is_number else word for word in words)
    if not isinstance(printed, type(values[0])):
        raise UsageError(f"{name} is {printed!r:.40} in this box, not one of {text:.80}")
    return tuple(dict.fromkeys(values))


def _leaves(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Value]]:
    """Go through all numbers and texts of a box, with the way to each."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        if not path and key in ("game", "source"):
            continue
        yield from _leaves(one, (*path, key))
    if isinstance(value, int | str) and not isinstance(value, bool):
        yield path, value


def _value_at(printed: Mapping[str, Any], path: KeyPath) -> Any:
    """Return the value at a path of a box."""
    value: Any = printed
    for key in path:
        value = value[key]
    return value


def _write_old_path(path: KeyPath) -> str:
    """Return a path as `--param` once took it, with entries counted from 0: `gear[2].bonus`."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")


def read_goals(text: str, measures: Mapping[str, Measure]) -> tuple[Objective, ...]:
    """Read what one wants: `seat_spread min, length=12±2`; `measures` are those there are.

    >>> read_goals("length = 12+-2", {"length": Measure(9, 1)})
    (Objective(name='length', kind='=', target=12.0, width=2.0),)
    """
    goals: list[Objective] = []
    for part in text.split(","):
        found = GOAL.fullmatch(part.strip())
        if not found:
            raise UsageError(f"a goal is MEASURE min, MEASURE max or MEASURE=12±2, not {part.strip()!r:.80}")
        name, kind, target, width = found.groups()
        if name not in measures:
            raise UsageError(f"there is no measure {name:.80}; there are {', '.join(measures)}")
        try:
            goals.append(Objective(name, kind) if kind else Objective(name, "=", float(target), float(width)))
        except ValueError:
            raise UsageError(f"{part.strip()!r:.80} has no numbers that can be read") from None
        if goals[-1].width <= 0:
            raise UsageError(f"what is given or taken is more than 0, not {width}")
    return tuple(goals)


# --- playing ----------------------------------------------------------------------------------------------


class Sweep:
    """Boxes that differ along some axes, played by the same players with the same deals."""

    def __init__(
        self,
        contest: Matchup,
        axes: Sequence[str],
        goal: str,
        games: int,
        *,
        trials: int | None = None,
        device: str = "cpu",
        threads: int | None = None,
        address: str = "",
        stream_nets: StreamNets | None = None,
    ) -> None:
        """Take a contest with the box to begin from, what is varied, what is wanted, and how many games a box gets.

        `on`, `threads`, `address` and `stream_nets` are as for a survey.
        """
        require_tomli_w()
        if not axes:
            raise UsageError("what is to be varied? --param gear.pot.bonus=3..7")
        self.contest = contest
        self.axes = tuple(read_axis(text, contest.opened_box.printed) for text in axes)
        if len({axis.path for axis in self.axes}) < len(self.axes):
            raise UsageError("a path is varied twice")
        self.games = games
        self.device, self._stream_nets = device, stream_nets
        self._where: dict[str, Any] = {"device": device, "threads": threads, "address": address}
        self.size = math.prod(len(axis.values) for axis in self.axes)
        if trials is not None and not 1 <= trials <= MOST_TRIALS:
            raise UsageError(f"trials is a whole number from 1 to {MOST_TRIALS}, not {trials}")
        self.trials = min(self.size, trials or WHOLE_GRID)
        self.refused: dict[Setting, str] = {}  # boxes that break a rule of the game, and why
        self.done: dict[Setting, Trial] = {}
        self.usual: Trial | None = None  # the box that the sweep begins from
        self._goal = goal
        self.goals: tuple[Objective, ...] = ()
        if self.trials < self.size:
            require_optuna()

    def run(self, progress: Callable[[Sweep], object] | None = None) -> list[Trial]:
        """Play; Ctrl-C ends it, and what was played is in `done`. Return the boxes, the best first."""
        with open_executor(**self._where):  # one connection for all boxes
            return self._run(progress)

    def _run(self, progress: Callable[[Sweep], object] | None) -> list[Trial]:
        tell = progress or (lambda _sweep: None)
        box = self.contest.opened_box
        measures = self._play([box])[0]
        self.goals = read_goals(self._goal, measures)
        self.usual = self._judge((), box, measures, measures)
        if self.trials == self.size:
            settings = list(itertools.product(*(axis.values for axis in self.axes)))
            at_once = LAUNCHED if self.device == "cuda" else 1
            for begin in range(0, len(settings), at_once):
                self._try(settings[begin : begin + at_once])
                tell(self)
        else:
            self._search(tell)
        return self.ranked()

    def ranked(self) -> list[Trial]:
        """Return the boxes that were played, the best first."""
        return [standing.trial for standing in self.standings() if standing.trial is not self.usual]

    def standings(self) -> list[Standing]:
        """Return the boxes that were played with their places, the best first, and the box that they vary."""
        trials = [*([self.usual] if self.usual else []), *self.done.values()]
        return rank(trials, tuple(_value_at(self.contest.opened_box.printed, axis.path) for axis in self.axes))

    def _judge(
        self, setting: Setting, box: Box, measures: Mapping[str, Measure], usual: Mapping[str, Measure]
    ) -> Trial:
        """Return the trial of a box with these measures."""
        losses, errors = zip(*(goal.loss(measures, usual, self.games) for goal in self.goals), strict=True)
        return Trial(setting, box, measures, sum(losses), sum(errors))

    def _search(self, tell: Callable[[Sweep], object]) -> None:
        """Let Optuna propose boxes, as many as there are trials; the same seed proposes the same."""
        optuna = require_optuna()
        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=self.contest.seed & 0xFFFFFFFF)
        study = optuna.create_study(sampler=sampler)
        for _ in range(self.trials):
            asked = study.ask()
            setting = tuple(asked.suggest_categorical(axis.text, axis.values) for axis in self.axes)
            if setting not in self.done and setting not in self.refused:
                self._try([setting])
                tell(self)
            if setting in self.done:
                study.tell(asked, self.done[setting].loss)
            else:
                study.tell(asked, state=optuna.trial.TrialState.FAIL)

    def _try(self, settings: Sequence[Setting]) -> None:
        boxes: dict[Setting, Box] = {}
        for setting in settings:
            try:
                boxes[setting] = self.box_with(setting)
            except ParseError as error:
                self.refused[setting] = error.reason.words
        if boxes and self.usual:
            for (setting, box), measures in zip(boxes.items(), self._play(list(boxes.values())), strict=True):
                self.done[setting] = self._judge(setting, box, measures, self.usual.measures)

    def box_with(self, setting: Setting) -> Box:
        """Make a box in which what is varied has these values; `ParseError` if it breaks a rule of the game."""
        printed: Any = copy.deepcopy(dict(self.contest.opened_box.printed))
        for axis, value in zip(self.axes, setting, strict=True):
            inner = printed
            for key in axis.path[:-1]:
                inner = inner[key]
            inner[axis.path[-1]] = value
        named = ", ".join(f"{axis.text} = {value}" for axis, value in zip(self.axes, setting, strict=True))
        return self.contest.rules.parse_box(require_tomli_w().dumps(printed), f"with {named}", named)

    def _play(self, boxes: Sequence[Box]) -> list[dict[str, Measure]]:
        """Play with each of some boxes; on a GPU all at once."""
        contest, rules = self.contest, self.contest.rules.rules
        if self.device == "cuda" and contest.is_by_chance:
            tallies = self._play_on_gpu(boxes)
        else:
            tallies = [self._play_one(box) for box in boxes]
        return [measure(tallied, contest.players, rules.ENDINGS) for tallied in tallies]

    def _play_one(self, box: Box) -> Any:
        contest = self.contest.with_box(box)
        survey = SimulationRun(contest, self.games, **self._where, stream_nets=self._stream_nets)
        survey.run()
        return survey.tally

    def _play_on_gpu(self, boxes: Sequence[Box]) -> Any:
        from decapod.engine import cuda_rollout

        rules, how = self.contest.rules.rules, {"games": self.games, "seconds": None, "threads": None, "progress": None}
        asked = rollout.check(rules, boxes[0].record, device="cuda", **how, **self.contest.numbers)
        totals = [game_statistics.zeros() for _ in boxes]

        def take(_first: int, _rows: Any, tallies: Any) -> None:
            for total, tallied in zip(totals, tallies, strict=True):
                game_statistics.merge(total, tallied)

        cuda_rollout.stream(rules, np.concatenate([box.array for box in boxes]), take, asked)
        return totals


def as_lines(sweep: Sweep, words: Translator, top: int) -> list[str]:
    """Return the results as a table: the box that the sweep began from, and the best ones."""
    title = sweep.contest.rules.translator(words.language)("title")
    names = list(dict.fromkeys(goal.name for goal in sweep.goals))
    rows = [[words("sweep.place"), *(axis.text for axis in sweep.axes), *names, words("sweep.loss")]]
    standings = sweep.standings()
    usual = [standing for standing in standings if standing.trial is sweep.usual]
    for place, trial in ((one.place, one.trial) for one in (usual + [s for s in standings if s not in usual][:top])):
        values = trial.setting or [words("sweep.usual")] * len(sweep.axes)
        found = [_write(trial.measures[name]) for name in names]
        rows.append(
            [str(place), *(str(value) for value in values), *found, f"{round(trial.loss, 1) + 0.0:.1f}"]
        )  # + 0.0: no minus before 0
    widths = [max(len(cells[place]) for cells in rows) for place in range(len(rows[0]))]
    lines = [words("sweep.title", game=title, n=len(sweep.done), games=sweep.games)]
    lines += ["  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True)) for cells in rows]
    if len({standing.place for standing in standings}) < len(standings):
        lines.append(words("sweep.noise"))
    if usual and usual[0].place == 1:
        lines.append(words("sweep.none_better"))
    if sweep.refused:
        lines.append(words("sweep.refused", n=len(sweep.refused), why=next(iter(sweep.refused.values()))))
    return lines


def _write(found: Measure) -> str:
    """Write a measure with its 95 % interval."""
    scale, sign = (100, " %") if found.is_share else (1, "")
    return f"{scale * found.value:.2f} ± {scale * Z * found.error:.2f}{sign}"


def as_facts(sweep: Sweep) -> dict[str, Any]:
    """Write what came out as plain values, for JSON: every box, the best first."""

    def facts(measures: Mapping[str, Measure]) -> dict[str, Any]:
        return {name: {"value": round(m.value, 6), "error": round(m.error, 6)} for name, m in measures.items()}

    return {
        "game": sweep.contest.game,
        "players": sweep.contest.players,
        "variant": sweep.contest.variant,
        "bots": sweep.contest.bots,
        "games": sweep.games,
        "vary": [axis.text for axis in sweep.axes],
        "usual": facts(sweep.usual.measures if sweep.usual else {}),
        "boxes": [
            {
                "values": list(standing.trial.setting),
                "place": standing.place,
                "loss": round(standing.trial.loss, 6),
                "error": round(standing.trial.error, 6),
                "measures": facts(standing.trial.measures),
            }
            for standing in sweep.standings()
            if standing.trial is not sweep.usual
        ],
        "refused": [{"values": list(setting), "why": why} for setting, why in sweep.refused.items()],
    }


def require_optuna() -> Any:
    """Return Optuna; `UsageError` says what to install if it is not there."""
    try:
        import optuna
    except ImportError:
        raise UsageError(f"a sweep over more than {WHOLE_GRID} boxes needs optuna: {install_hint('lab')}") from None
    return optuna


def require_tomli_w() -> Any:
    """Return the writer of TOML; `UsageError` says what to install if it is not there."""
    try:
        import tomli_w
    except ImportError:
        raise UsageError(f"a sweep needs tomli-w: {install_hint('lab')}") from None
    return tomli_w
