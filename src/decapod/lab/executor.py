"""Executors: where the games of a contest are played.

`Machine` uses this machine: threads for games by chance (or its GPU), and a process for each game of bots that think.
`Cluster` uses a Ray cluster for both. Both play the same games: a game depends on its number alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import asdict
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

import numpy as np

from decapod.engine import game_statistics, rollout
from decapod.errors import UsageError, as_int, install_hint
from decapod.lab.contest import GameResult, Matchup
from decapod.lab.worker import Worker

if TYPE_CHECKING:
    from decapod.engine.rollout import RolloutSink, Streamed

RAY = "ray"
WAYS = (*rollout.WAYS, RAY)
BOT_WAYS = ("cpu", RAY)  # where bots that think can play
MOST_THREADS = 1024
PART = 1 << 14  # games that a Ray task plays
AHEAD = 3  # tasks that are submitted for each processor of a cluster
LOST_WORKERS = 20  # times that a task is repeated if its worker is lost


class GameWorker(Protocol):
    """A worker that plays games of bots one by one, in a process that can be ended."""

    is_ready: bool  # whether it can play the next game
    is_slow: bool  # whether bots think interpreted although kernels were wanted

    def wait_until_ready(self) -> None:
        """Wait until its kernels are compiled or loaded."""

    def play(self, contest: Matchup, number: int, /) -> GameResult:
        """Return the result of a game. A bot that ends the process has failed."""
        ...

    def kill(self) -> None:
        """End the worker immediately. Another thread may wait for its result."""

    def close(self) -> None:
        """End the worker and free what it holds."""


class Executor(Protocol):
    """A place where games are played, used as a context. Contexts of several executors can be nested."""

    def __enter__(self) -> Self:
        """Connect to the place."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """Disconnect."""

    @property
    def size(self) -> int:
        """The number of games that are played at a time."""
        ...

    def stream(self, contest: Matchup, take: RolloutSink, *, first: int, games: int, rows: bool) -> Streamed | None:
        """Play games by chance from number `first` on and pass them to `take` in order: see `rollout.stream`."""
        ...

    def start_worker(self, contest: str) -> GameWorker:
        """Start a worker for a contest, given as JSON."""
        ...


def open_executor(device: str = "cpu", threads: int | None = None, address: str = "") -> Executor:
    """Return the executor for `--device`: a cluster for ray, else this machine."""
    if device not in WAYS:
        raise UsageError(f"device must be {', '.join(WAYS[:-1])} or {WAYS[-1]}, not {device!r:.80}")
    return Cluster(threads, address) if device == RAY else Machine(device, threads)


def check_threads(threads: int | None) -> None:
    """Raise `UsageError` unless `threads` is None or a number of games that can be played at a time."""
    if threads is not None and not 1 <= as_int(threads, "threads") <= MOST_THREADS:
        raise UsageError(f"threads is a whole number from 1 to {MOST_THREADS}, not {threads}")


class Machine:
    """This machine: threads and its GPU for games by chance, processes for games of bots."""

    def __init__(self, device: str = "cpu", threads: int | None = None) -> None:
        """Use so many threads or processes, one for each core unless `threads` is given."""
        self._device, self._threads = device, threads

    def __enter__(self) -> Self:
        """Nothing has to be connected."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Nothing has to be disconnected."""

    @property
    def size(self) -> int:
        """The number of threads or processes."""
        return self._threads or rollout.cores()

    def stream(self, contest: Matchup, take: RolloutSink, *, first: int, games: int, rows: bool) -> Streamed:
        """Play games by chance in threads of this process, or on the GPU."""
        return rollout.stream(
            contest.rules.rules, contest.opened_box.record, take, **contest.numbers, first=first, games=games,
            rows=rows, device=self._device, threads=self._threads,
        )  # fmt: skip

    def start_worker(self, contest: str) -> GameWorker:
        """Start a process."""
        return Worker(contest)


# --- Ray --------------------------------------------------------------------------------------------------


def require_ray() -> Any:
    """Return Ray; `UsageError` says what to install if it is missing."""
    try:
        import ray  # pyright: ignore[reportMissingImports]  # an optional extra
    except ImportError:
        raise UsageError(f"--device ray needs Ray: {install_hint('ray')}") from None
    return ray


class Cluster:
    """A Ray cluster at an address, or a Ray on this machine.

    Games by chance are tasks of `part` games each. A task whose worker is lost is repeated and counted once. For bots
    that think, an actor on the cluster holds a process like those of `Machine`.
    """

    def __init__(self, threads: int | None = None, address: str = "", part: int = PART) -> None:
        """Prepare. `threads` is the number of games of bots at a time, one for each processor of the cluster."""
        self._threads, self._address, self._part = threads, address, part
        self._connection = ExitStack()

    def __enter__(self) -> Self:
        """Connect, unless this process is connected already."""
        ray = require_ray()
        if ray.is_initialized():
            return self
        local: dict[str, Any] = {} if self._address else {"include_dashboard": False}
        try:
            ray.init(self._address or "local", log_to_driver=False, logging_level="error", **local)
        except Exception as error:  # Ray has no error of its own for a cluster that does not answer or start
            why = " ".join(str(error).split())[:200]
            raise UsageError(f"no Ray answers at {self._address or 'this machine'}: {why}") from None
        self._connection.callback(ray.shutdown)
        return self

    def __exit__(self, *_error: object) -> None:
        """Disconnect if this context connected."""
        self._connection.close()

    @property
    def size(self) -> int:
        """The number of games of bots at a time."""
        processors = max(1, int(require_ray().cluster_resources().get("CPU", 1)))
        return min(self._threads or processors, processors)

    def stream(self, contest: Matchup, take: RolloutSink, *, first: int, games: int, rows: bool) -> None:
        """Play games by chance as tasks."""
        ray = require_ray()
        play = ray.remote(num_cpus=1, max_retries=LOST_WORKERS, retry_exceptions=False)(play_part)
        described = ray.put(json.dumps(asdict(contest)))
        ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        numbers = iter(range(first, first + games, self._part))
        submitted: list[tuple[int, Any]] = []  # in the order of their numbers
        while True:
            while len(submitted) < ahead and (number := next(numbers, None)) is not None:
                size = min(self._part, first + games - number)
                submitted.append((number, play.remote(described, number, size, rows)))
            if not submitted:
                return
            number, result = submitted.pop(0)
            played, tallied = ray.get(result)
            take(number, played, tallied)

    def start_worker(self, contest: str) -> GameWorker:
        """Start an actor with a process."""
        return RemoteWorker(contest)


def play_part(described: str, first: int, games: int, rows: bool) -> tuple[Any, Any]:
    """Play some games as a Ray task. Return their rows, None if not wanted, and their tally."""
    parts: list[Any] = []
    total = game_statistics.zeros()

    def take(_first: int, played: Any, tallied: Any) -> None:
        if rows:
            parts.append(np.asarray(played))
        game_statistics.merge(total, tallied)

    contest = Matchup.from_json(json.loads(described))
    Machine(threads=1).stream(contest, take, first=first, games=games, rows=rows)
    return (np.concatenate(parts) if rows else None), total


class Host:
    """A worker process as a Ray actor."""

    def __init__(self, contest: str) -> None:
        """Start the process."""
        self._worker = Worker(contest)
        self._contest = Matchup.from_json(json.loads(contest))

    def wait_until_ready(self) -> bool:
        """Wait for the process. Return whether its bots think interpreted."""
        self._worker.wait_until_ready()
        return self._worker.is_slow

    def play(self, number: int) -> tuple[str, bool]:
        """Return the result of a game as JSON, and whether the process can play another one."""
        return self._worker.play(self._contest, number).to_json(), self._worker.is_ready

    def close(self) -> None:
        """End the process."""
        self._worker.close()


class RemoteWorker:
    """A worker on a Ray cluster. If its machine is lost, another one repeats the game."""

    def __init__(self, contest: str) -> None:
        """Start the actor."""
        self.is_ready = False
        self.is_slow = False
        self._ray = require_ray()
        self._contest = contest
        self._is_killed = False
        self._actor = self._start()

    def _start(self) -> Any:
        return self._ray.remote(num_cpus=1)(Host).remote(self._contest)

    def wait_until_ready(self) -> None:
        """Wait until kernels are compiled or loaded there."""
        self.is_slow = self._repeat(lambda actor: actor.wait_until_ready.remote())
        self.is_ready = True

    def play(self, _contest: Matchup, number: int, /) -> GameResult:
        """Return the result of a game."""
        line, self.is_ready = self._repeat(lambda actor: actor.play.remote(number))
        if not self.is_ready:
            self.close()  # its processor is needed for the next worker
        return GameResult.from_json(line)

    def _repeat(self, call: Callable[[Any], Any]) -> Any:
        """Return the result of a call, on another actor if one is lost."""
        for lost in range(LOST_WORKERS + 1):
            try:
                if lost:
                    self._actor = self._start()
                    self._ray.get(self._actor.wait_until_ready.remote())
                return self._ray.get(call(self._actor))
            except self._ray.exceptions.RayActorError:
                if self._is_killed or lost == LOST_WORKERS:
                    raise
        raise AssertionError("unreachable")

    def kill(self) -> None:
        """End the actor. Its process ends with it, because it reads from the actor."""
        self._is_killed, self.is_ready = True, False
        self._ray.kill(self._actor)

    def close(self) -> None:
        """End the process and the actor."""
        if not self._is_killed:
            with suppress(self._ray.exceptions.RayError):  # it is lost already
                self._ray.get(self._actor.close.remote())
            self.kill()
