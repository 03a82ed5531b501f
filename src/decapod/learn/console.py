"""What `decapod train` does: a training, told line by line, and what it leaves behind."""

# pyright: reportMissingImports=false

from __future__ import annotations

import contextlib
import math
import re
import sys
import tempfile
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from decapod.core.game import game
from decapod.engine.rollout import SEED_BITS, cores
from decapod.errors import UsageError
from decapod.i18n.translator import Translator, languages
from decapod.learn import require_torch
from decapod.nn.net_file import WIDEST, Net

if TYPE_CHECKING:
    from decapod.learn.ppo.training import Evaluation, Trainer
    from decapod.learn.yardstick import Yardstick

WORDS = Path(__file__).parent / "words.toml"
DEVICES = ("cpu", "cuda")
LONGEST = 7 * 24 * 60.0  # minutes
NARROWEST = 16  # units of a layer
MEASURED = 4  # of the trials of a training one in so many is measured against the sampler
SEED_LIMIT = 1 << SEED_BITS - 10  # environments of all modes count on from it


@dataclass(frozen=True)
class Asked:
    """What somebody asked for, checked only when it is used."""

    game: str
    players: str = ""  # such as 2,3,4; the first is the most important
    variant: str | None = None
    box: Path | None = None
    minutes: float = 5.0
    device: str = ""  # cpu or cuda; a GPU if there is one
    start: Path | None = None
    out: Path | None = None
    seed: int = 0
    language: str = "en"
    width: int = 0  # units of a layer; 0: as many as are usual
    measured: bool = True  # against the sampler, in the background
    waits: bool = False  # says when it is ready, and begins when a line comes in
    study: bool = False  # say in the net's facts how it played at a few moments, and write their nets, too


def train(asked: Asked) -> int:
    """Train; return the exit code. Whatever is wrong with what was asked is one line."""
    if asked.language not in languages(WORDS):
        raise UsageError(f"the trainer speaks {', '.join(languages(WORDS))}, not {asked.language!r}")
    words = Translator(WORDS, asked.language)
    chosen = game(asked.game)
    players = read_players(asked.players)
    check_minutes(asked.minutes, "--minutes")
    if not 0 <= asked.seed < SEED_LIMIT:
        raise UsageError(f"--seed is a whole number from 0 to {SEED_LIMIT - 1}, not {asked.seed}")
    if asked.width and not NARROWEST <= asked.width <= WIDEST:
        raise UsageError(f"--width is a number of units from {NARROWEST} to {WIDEST}, not {asked.width}")
    if asked.width and asked.start is not None:
        raise UsageError("--width and --init-from: a net that one goes on from stays as wide as it is")
    if asked.device not in ("", *DEVICES):
        raise UsageError(f"--device is {' or '.join(DEVICES)}, not {asked.device!r}")
    out = asked.out or Path(f"{chosen.name}.safetensors")
    if not out.parent.is_dir():
        raise UsageError(f"cannot write {out}: there is no folder {out.parent}")
    box = chosen.resolve_box(asked.box)
    start = None if asked.start is None else Net.read(asked.start)
    if start is not None:
        start.check(chosen, str(asked.start))
    for number in players or (None,):
        chosen.resolve_mode(number, asked.variant)
    device = choose_device(asked.device)

    from decapod.lab.plots import require_matplotlib

    require_matplotlib()  # before the training, not after it

    from decapod.learn.modes import choose_modes
    from decapod.learn.ppo.training import Trainer, device_name

    modes = choose_modes(chosen, players, asked.variant)
    say(words("train.compiling", game=chosen.title, device=device_name(device)))
    training = Trainer(chosen, modes, minutes=asked.minutes, device=device, seed=asked.seed, box=box, start=start,
                        width=asked.width, out=out)  # fmt: skip
    training.prepare()
    if asked.waits:
        print("ready", flush=True)
        sys.stdin.readline()
    say(words("train.begins", game=chosen.title, device=device_name(device), minutes=f"{asked.minutes:g}",
              modes=", ".join(f"{variant} {n}" for variant, n in modes),
              tables=training.learner.settings.num_envs))  # fmt: skip
    with _yardstick(training, asked.measured) as yardstick:
        progress = Progress(training, words, yardstick)
        training.run(progress)
        if training.best is None or not training.steps:
            say(words("train.stopped_early"))
            return 130
        if not training.is_stopped:
            with contextlib.suppress(KeyboardInterrupt):
                progress.measure_best()
    finish(training, words, out, asked.study)
    if training.is_stopped:
        say(words("train.stopped", game=chosen.name, path=out))
        return 130
    return 0


def check_minutes(minutes: float, option: str) -> None:
    """Check how long is to be learned, as an option says it."""
    if not 0 < minutes <= LONGEST:
        raise UsageError(f"{option} is more than 0 and at most {LONGEST:g}, not {minutes:g}")


def choose_device(on: str) -> str:
    """Return what to learn on: what was asked for, or a GPU if there is one; one clear line if it cannot be."""
    require_torch()
    import torch

    from decapod.engine import cuda_rollout

    if on == "":
        on = "cuda" if torch.cuda.is_available() and cuda_rollout.missing() is None else "cpu"
    if on == "cuda":
        cuda_rollout.require()
        if not torch.cuda.is_available():
            raise RuntimeError("torch sees no CUDA GPU here: is it a build for processors only?")
    return on


def read_players(text: str) -> list[int]:
    """Read numbers of players, as people write them.

    >>> read_players("2,3, 4"), read_players("")
    ([2, 3, 4], [])
    """
    if not text:
        return []
    if not re.fullmatch(r" *\d{1,3} *(, *\d{1,3} *)*", text):
        raise UsageError(f"--players is one number or several, like 2,3,4, not {text!r:.40}")
    return [int(part) for part in text.split(",")]


def say(line: str) -> None:
    """Print a line at once."""
    print(line, flush=True)


@contextlib.contextmanager
def _yardstick(training: Trainer, wanted: bool) -> Generator[Yardstick | None, None, None]:
    if not wanted or training.modes[0].players == 1:
        yield None
        return
    from decapod.learn.yardstick import Yardstick

    with tempfile.TemporaryDirectory() as folder:
        threads = 1 if training.device == "cpu" else max(1, cores() - 2)
        made = Yardstick(training.game, training.modes[0], training.box, Path(folder), threads=threads)
        try:
            yield made
        finally:
            made.close()


class Progress:
    """Tells of every trial, and has one now and then measured by the yardstick."""

    def __init__(self, training: Trainer, words: Translator, yardstick: Yardstick | None) -> None:
        """Tell of a training in a language."""
        self._training, self._words, self._yardstick = training, words, yardstick

    def __call__(self, training: Trainer, trial: Evaluation) -> None:
        """Tell of a trial."""
        spent = sum(training.learner.spent.values())
        line = self._words(
            "train.trial", time=clock(trial.minutes), steps=f"{trial.steps / 1e6:.1f}",
            speed=f"{trial.steps / spent / 1e6:.2f}" if spent else "0", chance=percent(trial.chance.worth),
            best=self._words("train.no_best") if trial.best is None else percent(trial.best.worth),
            left=clock(max(0.0, training.minutes - trial.minutes)),
        )  # fmt: skip
        say(line + (self._words("train.kept") if trial.is_best and trial.steps else ""))
        number = len(training.trials) - 1
        if self._yardstick is not None and number and number % MEASURED == 0 and not self._yardstick.is_busy:
            self._measure(trial)

    def _measure(self, trial: Evaluation) -> None:
        from decapod.learn.yardstick import BOT

        assert self._yardstick is not None

        def tell(share: float, games: int) -> None:
            trial.sampler = share, games
            say(self._words("train.sampler", time=clock(trial.minutes), bot=BOT, share=percent(share), games=games))

        def fail(why: str) -> None:
            say(self._words("train.sampler_none", bot=BOT, why=why))

        self._yardstick.measure(self._training.net_of(trial), tell, fail)

    def measure_best(self) -> None:
        """Measure the best of all, when nothing is left to learn."""
        best = self._training.best
        if self._yardstick is not None and best is not None:
            self._yardstick.wait()
            if best.sampler is None:
                self._measure(best)
                self._yardstick.wait()


def finish(training: Trainer, words: Translator, out: Path, wants_study: bool) -> None:
    """Write the best net, with all that was measured, and the learning curve beside it."""
    from decapod.lab.plots import scores
    from decapod.learn.yardstick import BOT

    figures = training.figures
    say(words("train.profile", speed=f"{figures['steps_per_s'] / 1e6:.2f}", playing=percent(figures["share_playing"]),
              stepping=percent(figures["share_stepping"]), learning=percent(figures["share_learning"])))  # fmt: skip
    if wants_study:
        from decapod.learn.ppo.study import choose_trials, stats

        figures["study"] = stats(training)
        for number, trial in enumerate(choose_trials(training)[1:-1], 1):
            training.net_of(trial).write(out.with_name(f"{out.stem}-{number}{out.suffix}"))
    net = training.best_net()
    net.write(out)
    curve, trials = out.with_suffix(".svg"), training.trials
    lines = {
        words("curve.chance"): [(trial.minutes, trial.chance.worth) for trial in trials],
        words("curve.best"): [(trial.minutes, trial.best.worth) for trial in trials if trial.best is not None],
        words("curve.sampler", bot=BOT): [(trial.minutes, trial.sampler[0]) for trial in trials if trial.sampler],
    }
    title = words("curve.title", game=training.game.title)
    curve.write_text(scores(lines, title, words("curve.minutes")), encoding="utf-8")
    say(words("train.written", path=out, bytes=math.ceil(out.stat().st_size / 1000), curve=curve))


def clock(minutes: float) -> str:
    """Write a time.

    >>> clock(1.5), clock(75)
    ('1:30', '1:15:00')
    """
    whole, seconds = divmod(round(minutes * 60), 60)
    hours, rest = divmod(whole, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{rest}:{seconds:02}"


def percent(share: float) -> str:
    """Write a share.

    >>> percent(0.625)
    '62.5 %'
    """
    return f"{100 * share:.1f} %"
