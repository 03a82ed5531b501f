"""Training: lessons for some minutes, trials in between, and the best so far in a file all the time."""

# pyright: reportMissingImports=false

from __future__ import annotations

import math
import platform
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import torch

from decapod import __version__
from decapod.core.game import Box, Game
from decapod.engine.rollout import cores
from decapod.errors import UsageError
from decapod.learn.modes import Mode
from decapod.learn.ppo.learner import PPO, Settings
from decapod.learn.ppo.matches import Score, play_match
from decapod.nn.net_file import Net, NetMetadata

TRIALS = 16  # in a training, evenly over its time
EARLY = 0.125  # of that time passes until the first: most is learned in the beginning
TRIAL_SHARE = 0.1  # of the time that trials may take: in a short training there are fewer
LOOKED_AT = 4  # games by chance that tell how long a game is
GAMES = {"cuda": 2048, "cpu": 128}  # of a trial

Weights = Mapping[str, Any]


@dataclass(eq=False)
class Evaluation:
    """What a network could do at one moment."""

    minutes: float
    steps: int
    chance: Score  # against chance, by its first choice
    best: Score | None  # against the best of all before, both drawing moves
    is_best: bool
    weights: Weights = field(repr=False)
    sampler: tuple[float, int] | None = None  # how much of how many games against the sampler

    def figures(self) -> dict[str, Any]:
        """Return the numbers, for a file."""
        found: dict[str, Any] = {"minutes": round(self.minutes, 2), "steps": self.steps, "is_best": self.is_best}
        for name in ("chance", "best"):
            score: Score | None = getattr(self, name)
            if score is not None:
                found[name] = {key: round(value, 4) for key, value in asdict(score).items()}
        if self.sampler is not None:
            found["sampler"] = [round(self.sampler[0], 3), self.sampler[1]]
        return found


class Trainer:
    """One training of a game: `prepare`, then `run`."""

    def __init__(
        self,
        game: Game,
        modes: tuple[Mode, ...],
        *,
        minutes: float,
        device: str,
        seed: int = 0,
        box: Box | None = None,
        start: Net | None = None,
        settings: Settings | None = None,
        width: int = 0,
        out: Path | None = None,
    ) -> None:
        """Set it up; a net to `start` from says how wide and deep it is. The best so far is kept in the file `out`.

        `width` is that of a layer, 0 if it is to be the usual one.
        """
        if not 0 < minutes < math.inf:
            raise UsageError(f"a training takes more than 0 minutes, not {minutes}")
        self.game, self.modes, self.minutes, self.device, self.seed = game, modes, minutes, device, seed
        self.box = game.box if box is None else box
        self.out = out
        settings = settings or Settings.usual(device, length_of(game, modes[0], self.box))
        if width:
            settings = replace(settings, hidden_size=width)
        if start is not None:
            start.check(game, "the net to go on from")
            settings = replace(settings, hidden_size=start.width, num_hidden_layers=start.depth)
        self.learner = PPO(game, modes, device=device, seed=seed, box=self.box, settings=settings)
        if start is not None:
            self.learner.network.load_net(start)
            self.learner.past.load_net(start)
        self.trials: list[Evaluation] = []
        self.steps = 0
        self.is_stopped = False
        self.figures: dict[str, Any] = {}  # what was measured besides trials
        self._chance = random.Random(seed)
        self._other = self.learner.new_network()

    @property
    def best(self) -> Evaluation | None:
        """The trial of the best network so far."""
        return next((trial for trial in reversed(self.trials) if trial.is_best), None)

    def prepare(self) -> None:
        """Compile, and learn a first lesson; the clock does not run yet."""
        began = time.perf_counter()
        self.learner.capture()
        self.figures["seconds_to_compile"] = round(time.perf_counter() - began, 1)

    def run(self, report: Callable[[Trainer, Evaluation], object] | None = None) -> None:
        """Learn until the time is over, or Ctrl-C; `report` hears of every trial."""
        stepping = self.learner.seconds_of_stepping(self.learner.settings.num_steps)
        began = time.perf_counter()
        next_trial = 0.0
        try:
            while True:
                elapsed = time.perf_counter() - began
                progress = elapsed / 60 / self.minutes
                is_over = progress >= 1 and self.steps > 0  # something is learned, however short the time
                if elapsed >= next_trial or is_over:
                    trial = self.try_out(elapsed / 60)
                    if report is not None:
                        report(self, trial)
                    now, evenly = time.perf_counter() - began, self.minutes * 60 / TRIALS
                    next_trial = now + (max(evenly, (now - elapsed) / TRIAL_SHARE) if self.steps else evenly * EARLY)
                if is_over:
                    return
                self._seat_a_past_self()
                self.learner.learn(progress)
                self.steps += self.learner.plies
        except KeyboardInterrupt:
            self.is_stopped = True
        finally:
            self._note_speed(stepping)

    def try_out(self, minutes: float) -> Evaluation:
        """Let the network play chance and the best of all before; it is the best if it is ahead of that one."""
        network = self.learner.network
        chance = self.match(network, None, greedy=True, seed=1)
        best = None
        if self.best is not None:
            self._other.load_state_dict(self.best.weights)
            best = self.match(network, self._other, seed=2 + len(self.trials))
        first_share = self.learner.settings.first_place_weight
        is_best = best is None or best.ahead(self.modes[0].players, first_share) > 0
        weights = {name: tensor.detach().clone() for name, tensor in network.state_dict().items()}
        self.trials.append(Evaluation(minutes, self.steps, chance, best, is_best, weights))
        if is_best and self.out is not None and self.steps:
            self.best_net().write(self.out)
        return self.trials[-1]

    def match(self, one: Any, other: Any, *, greedy: bool = False, seed: int = 1, games: int | None = None) -> Score:
        """Play a match in the first mode."""
        return play_match(
            self.game, self.modes[0], one, other, games=games or GAMES[self.device], device=self.device, box=self.box,
            seed=seed, greedy=greedy,
        )  # fmt: skip

    def network_of(self, trial: Evaluation) -> Any:
        """Return a network as it was at a trial."""
        network = self.learner.new_network()
        network.load_state_dict(trial.weights)
        return network

    def net_of(self, trial: Evaluation, **more: Any) -> Net:
        """Return the net of a trial, as it is kept and played."""
        trained = {
            "minutes": round(trial.minutes, 2),
            "steps": trial.steps,
            "seed": self.seed,
            "device": device_name(self.device),
            "date": time.strftime("%Y-%m-%d"),
            "version": __version__,
            "settings": asdict(self.learner.settings),
            **more,
        }
        strength = trial.figures().get("chance", {})
        facts = NetMetadata.of(self.game, self.box, self.modes, trained, {"chance": strength})
        return self.network_of(trial).to_net(facts)

    def best_net(self) -> Net:
        """Return the best so far, with all trials in its facts."""
        assert self.best is not None
        return self.net_of(self.best, trials=[trial.figures() for trial in self.trials], **self.figures)

    def _seat_a_past_self(self) -> None:
        """Let one of those that were tried sit at the tables for past selves; later ones come more often."""
        which = max(self._chance.randrange(len(self.trials)) for _ in range(2))
        self.learner.past.load_state_dict(self.trials[which].weights)

    def _note_speed(self, stepping: float) -> None:
        """Write down how fast it went, and which share of the time was spent on what; `stepping` is of one lesson."""
        spent, lessons = self.learner.spent, self.steps / self.learner.plies
        total = sum(spent.values())
        if lessons:
            self.figures |= {
                "steps_per_s": round(self.steps / total),
                "share_playing": round(spent["playing"] / total, 3),
                "share_stepping": round(stepping * lessons / total, 3),
                "share_learning": round(spent["learning"] / total, 3),
            }


def length_of(game: Game, mode: Mode, box: Box) -> float:
    """Return about how many moves a game by chance takes."""
    played = game.simulate(LOOKED_AT, players=mode.players, variant=mode.variant, box=box, seed=1, device="python")
    return played.moves / played.games


def device_name(device: str) -> str:
    """Name what was learned on."""
    if device == "cuda":
        return str(torch.cuda.get_device_name())
    return f"{cores()} cores ({platform.machine()})"
