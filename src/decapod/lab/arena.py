"""The arena: bots play each other, on all cores, and every game is kept as soon as it is over.

    contest = Matchup.of("crab-stack", ["flat-mc:200", "random"])
    results = Arena(contest, games=40).run()
    for standing in standings(contest, results): print(standing)

Games are played by processes (`worker.py`), here or on a cluster (`executor.py`), not by threads: bots written in
Python would wait for each other, so that time a move would not mean the same, and nobody can end a thread that hangs.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from decapod.errors import ParseError, UsageError, as_int
from decapod.lab.contest import GameResult, Matchup
from decapod.lab.executor import BOT_WAYS, Executor, GameWorker, check_threads, open_executor
from decapod.lab.ratings import SequentialTest
from decapod.paths import DATA_VARIABLE, data_folder, make_folder

FORMAT = "decapod arena 1"
DEFAULT_GAMES, MOST_GAMES = 100, 1_000_000
TICK = 0.2  # seconds between two looks whether somebody wants to stop

Progress = Callable[["Arena"], object]


class Arena:
    """Games of a contest: those that are over, and how to play more."""

    def __init__(
        self,
        contest: Matchup,
        games: int,
        *,
        until: float | None = None,
        threads: int | None = None,
        device: str = "cpu",
        address: str = "",
    ) -> None:
        """Play `games` in all, or fewer if it is settled before, as surely as `until`, who of every two is better.

        `device` is cpu or ray, `address` that of a Ray cluster.
        """
        if not 1 <= as_int(games, "games") <= MOST_GAMES:
            raise UsageError(f"an arena plays 1 to {MOST_GAMES} games, not {games}")
        check_threads(threads)
        if device not in BOT_WAYS:
            raise UsageError(f"device must be {' or '.join(BOT_WAYS)}, not {device!r:.80}")
        if until is not None and not 0.5 < until < 1:
            raise UsageError(f"how sure one wants to be is more than 50 % and less than 100 %, not {until:.0%}")
        self.contest = contest
        self.games = games
        self.until = until
        self.executor = open_executor(device, threads, address)
        self.results: dict[int, GameResult] = {}  # by number
        self.failures: set[int] = set()  # the numbers of those in which a bot failed
        self.is_ready = False  # whether a worker has its kernels, and plays
        self.is_slow = False  # whether one has none, though it wanted some
        self._settling = SequentialTest(contest, until or 0.95)
        self.path: Path | None = None  # of the file in which games are kept

    @property
    def is_settled(self) -> bool:
        """Whether it is known of every two bots which is better, if that was the question."""
        return self.until is not None and self._settling.done

    # --- the file -------------------------------------------------------------------------------------------

    def keep_in(self, path: Path) -> None:
        """Keep every game in a new file, as a line."""
        self.path = path
        facts = {"format": FORMAT, "games": self.games, "until": self.until}
        self._keep(json.dumps({**facts, "contest": asdict(self.contest)}, ensure_ascii=False), mode="x")

    @classmethod
    def resume(cls, path: Path, games: int | None = None, *, until: float | None = None, **how: Any) -> Arena:
        """Go on with what is in a file, to `games` in all if given. `how` is as for a new arena."""
        lines, whole = _read_lines(path)
        try:
            facts: dict[str, Any] = json.loads(lines[0])
            if facts["format"] != FORMAT:
                raise ValueError
            contest = Matchup.from_json(facts["contest"])
        except ParseError as error:
            raise ParseError(f"cannot go on with {path}: {error.reason.words}") from None
        except (ValueError, KeyError, TypeError, IndexError):
            raise ParseError(f"{path} is no file of an arena") from None
        arena = cls(contest, facts["games"] if games is None else games, until=until or facts["until"], **how)
        for number, line in enumerate(lines[1:], 2):
            try:
                arena._add(GameResult.from_json(line))
            except (ValueError, KeyError, TypeError, IndexError, AttributeError):
                raise ParseError(f"{path} cannot be read in line {number}") from None
        try:
            with path.open("r+b") as file:
                file.truncate(whole)  # a line that was being written when something ended it
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None
        arena.path = path
        return arena

    def _keep(self, line: str, mode: str = "a") -> None:
        if self.path is not None:
            try:
                with self.path.open(mode, encoding="utf-8") as file:
                    file.write(line + "\n")
            except OSError as error:
                raise UsageError(f"cannot write {self.path}: {error.strerror or error}") from None

    # --- playing --------------------------------------------------------------------------------------------

    def _add(self, result: GameResult) -> None:
        if tuple(result.bots) != self.contest.seats(result.number):
            raise ValueError("these bots do not sit so in this game")
        if result.number not in self.results:
            self.results[result.number] = result
            if result.failure:
                self.failures.add(result.number)
            if self.until is not None:
                self._settling.add(result)

    def _numbers(self) -> Iterator[int]:
        """Go through the games to be played; those between bots of whom all is settled are left out."""
        number, left = -1, self.games - len(self.results)
        while left > 0 and not self.is_settled:
            number += 1
            is_wanted = self.until is None or self._settling.is_open(self.contest.seats(number))
            if number not in self.results and is_wanted:
                left -= 1
                yield number

    def run(self, progress: Progress | None = None) -> list[GameResult]:
        """Play; Ctrl-C, or whatever `progress` raises, ends it. What is over is in `results` and in the file."""
        with self.executor as executor:
            return self._run(executor, progress)

    def _run(self, executor: Executor, progress: Progress | None) -> list[GameResult]:
        done: queue.Queue[GameResult | BaseException | None] = queue.Queue()
        numbers, lock, stop = self._numbers(), threading.Lock(), threading.Event()
        workers: list[GameWorker] = []
        contest = json.dumps(asdict(self.contest))

        def next_number() -> int | None:
            with lock:
                return None if stop.is_set() else next(numbers, None)

        def play() -> None:
            worker: GameWorker | None = None
            try:
                while not stop.is_set():
                    if worker is None or not worker.is_ready:
                        worker = executor.start_worker(contest)
                        workers.append(worker)
                        worker.wait_until_ready()
                        self.is_ready, self.is_slow = True, worker.is_slow
                    number = next_number()
                    if number is None:
                        break
                    done.put(worker.play(self.contest, number))
                if worker is not None:
                    worker.close()  # another one may wait for its processor
            except BaseException as error:
                done.put(error)
            done.put(None)

        threads = [
            threading.Thread(target=play, daemon=True)
            for _ in range(min(executor.size, self.games - len(self.results)))
        ]
        try:
            for thread in threads:
                thread.start()
            playing = len(threads)
            while playing:
                with contextlib.suppress(queue.Empty):
                    found = done.get(timeout=TICK)
                    if isinstance(found, BaseException):
                        raise found
                    if found is None:
                        playing -= 1
                    else:
                        with lock:
                            self._add(found)
                        self._keep(found.to_json())
                if progress is not None:
                    progress(self)
        finally:
            stop.set()
            while any(thread.is_alive() for thread in threads):  # one may just be starting a worker
                for worker in tuple(workers):
                    worker.kill()
                time.sleep(TICK / 10)
            for worker in workers:
                worker.close()
            while not done.empty():
                found = done.get()
                if isinstance(found, GameResult) and found.failure is None and found.number not in self.results:
                    self._add(found)
                    self._keep(found.to_json())
        return self.in_order()

    def is_open(self, one: int, other: int) -> bool:
        """Whether it is not settled yet which of two bots is better."""
        return self._settling.is_open((one, other))

    def in_order(self) -> list[GameResult]:
        """Return the games that are over, by number."""
        return [self.results[number] for number in sorted(self.results)]


def open_arena(
    path: Path | None,
    game: str,
    bots: Sequence[str],
    games: int | None,
    until: float | None,
    threads: int | None,
    *,
    device: str = "cpu",
    address: str = "",
    **wanted: Any,
) -> tuple[Arena, Path]:
    """Begin an arena, its games kept in a file, or go on with one whose file is there.

    What it is about need not be said again then, and must be the same if it is. Without a file there is a new one in
    the data folder.
    """
    how: dict[str, Any] = {"threads": threads, "device": device, "address": address}
    if path is not None and path.exists():
        arena = Arena.resume(path, games, until=until, **how)
        if game or bots or wanted:
            asked = asdict(Matchup.of(game or arena.contest.game, bots or arena.contest.bots, **wanted))
            for name, value in asdict(arena.contest).items():
                if asked[name] != value:
                    raise UsageError(
                        f"{path} is of another arena: its {name} is {_short(value)}, not {_short(asked[name])}"
                    )
        return arena, path
    if not game or not bots:
        raise UsageError("which game, and which bots? decapod arena GAME --bots flat-mc:200ms,random")
    arena = Arena(Matchup.of(game, bots, **wanted), DEFAULT_GAMES if games is None else games, until=until, **how)
    if path is None:
        folder = make_folder(data_folder() / "arena", DATA_VARIABLE)
        path = folder / f"{game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"
    arena.keep_in(path)
    return arena, path


def _short(value: object) -> str:
    return " ".join(str(value).split())[:80]


def parse_confidence(text: str) -> float | None:
    """Return a confidence, like 0.95, from its text; None for an empty text."""
    if not text:
        return None
    try:
        confidence = float(text)
    except ValueError:
        confidence = 0.0
    if not 0.5 < confidence < 1:
        raise UsageError(f"--confidence must be more than 0.5 and less than 1, like 0.95, not {text!r:.40}")
    return confidence


def _read_lines(path: Path) -> tuple[list[str], int]:
    """Read the whole lines of a file, and how many bytes they are."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ParseError(f"cannot read {path}: {error.strerror or error}") from None
    whole = data.rfind(b"\n") + 1
    try:
        return data[:whole].decode().split("\n")[:-1], whole
    except UnicodeDecodeError:
        raise ParseError(f"{path} is no file of an arena") from None
