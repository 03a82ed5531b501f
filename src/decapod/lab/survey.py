"""Surveys: many games of one kind, who sits where never changing, and what they come to.

    survey = Survey(Matchup.surveyed("crab-stack", players=2), 1_000_000)
    survey.run()
    print(survey.summary)

Who plays is a contest's matter: where chance plays on every seat, games run whole in a kernel, on this machine's cores,
a GPU or a Ray cluster, and are the same games everywhere. Nets may play on a GPU, many games at once, if a survey is
told how (`decapod.learn.ppo.net_games.stream_nets`). Other bots play in the arena's workers, a process each.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Generator
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from decapod.engine import game_statistics, playout, protocols, rollout
from decapod.errors import ParseError, UsageError, as_int
from decapod.lab.arena import MOST_GAMES as MOST_BOT_GAMES
from decapod.lab.arena import Arena
from decapod.lab.contest import GameResult, Matchup
from decapod.lab.executor import BOT_WAYS, open_executor
from decapod.lab.rows import RowFile, read_facts
from decapod.lab.summary import Summary, summarize
from decapod.paths import DATA_VARIABLE, data_folder, make_folder

FORMAT = "decapod survey 1"
PARQUET = ".parquet"

Progress = Callable[["SimulationRun"], object]
TakeRows = Callable[[Any], object]  # called with the rows of games that are over, in order


class StreamNets(Protocol):
    """What plays games of nets on a GPU from number `first` on, and hands them over in order."""

    def __call__(self, contest: Matchup, take: rollout.RolloutSink, *, first: int, games: int) -> None:
        """Play them."""


class SimulationRun:
    """Games of a contest whose seats are fixed: how many are over, what they come to, and how to play more."""

    def __init__(
        self,
        contest: Matchup,
        games: int,
        *,
        device: str = "cpu",
        threads: int | None = None,
        address: str = "",
        out: Path | None = None,
        keeps: bool = False,
        stream_nets: StreamNets | None = None,
        take_rows: TakeRows | None = None,
    ) -> None:
        """Play so many games; `out` is a Parquet file for their rows, `address` that of a Ray cluster.

        If it `keeps` what is done, bots' games are written to a file as they end. `stream_nets` plays games of nets
        on "cuda". `take_rows` is called with the rows of games that are streamed, those of chance or of nets on a GPU.
        """
        self._executor = open_executor(device, threads, address)
        on_gpu = device == "cuda" and contest.is_by_nets and stream_nets is not None
        self._stream_nets = stream_nets if on_gpu else None
        self._take_rows = take_rows
        most = rollout.MOST_GAMES if contest.is_by_chance or on_gpu else MOST_BOT_GAMES
        if not 1 <= as_int(games, "games") <= most:
            raise UsageError(f"games is a whole number from 1 to {most}, not {games}")
        if not (contest.is_by_chance or on_gpu or device in BOT_WAYS):
            where = "chance plays anywhere, net and warm on cuda too"
            raise UsageError(f"bots that think play on {' or '.join(BOT_WAYS)}, not on {device}; {where}")
        self.contest = contest
        self.games = games
        self.device = device
        self.threads = threads
        self.address = address
        self.out = out
        self.keeps = keeps
        self.done = 0  # games that are over, and counted
        self.tally = game_statistics.zeros()
        self.seconds = 0.0  # that they took
        self.is_ready = False  # whether games are being played
        self.streamed: rollout.Streamed | None = None  # where they really ran, if chance played on this machine
        self.arena: Arena | None = None  # of bots that think
        self._rows: RowFile | None = None
        self._before: Path | None = None  # a file whose rows are to be taken over

    @property
    def summary(self) -> Summary:
        """What the games come to that are over: at least one."""
        return summarize(self.tally, self.contest.players, self.contest.rules.rules.ENDINGS)

    @property
    def ran_on(self) -> str:
        """Where games run: what was asked for, or "python" where nothing may be compiled."""
        return self.device if self.streamed is None else self.streamed.on

    # --- files ----------------------------------------------------------------------------------------------

    def facts(self) -> dict[str, Any]:
        """Say what is played and what it comes to, as plain values."""
        counted = np.flatnonzero(self.tally)
        return {
            "format": FORMAT,
            "contest": asdict(self.contest),
            "games": self.games,
            "done": self.done,
            "seconds": self.seconds,
            "on": self.device,
            "tally": {str(place): int(self.tally[place]) for place in counted},
        }

    @classmethod
    def resume(cls, path: Path, games: int | None = None, out: Path | None = None, **how: Any) -> SimulationRun:
        """Go on with what is in a file, to so many games in all if that is said anew."""
        if path.suffix == ".jsonl":
            arena = Arena.resume(
                path, games, **{name: how[name] for name in ("threads", "device", "address") if name in how}
            )
            survey = cls(arena.contest, arena.games, out=out, **how)
            survey.arena = arena
            return survey
        rows = path.suffix == PARQUET
        try:
            facts: dict[str, Any] = read_facts(path) if rows else json.loads(path.read_text(encoding="utf-8"))
            if facts["format"] != FORMAT:
                raise ValueError
            contest = Matchup.from_json(facts["contest"])
            wanted = facts["games"] if games is None else games
            survey = cls(contest, wanted, out=path if rows else out, **{"device": facts["on"], **how})
            for place, number in facts["tally"].items():
                survey.tally[int(place)] = number
            survey.done, survey.seconds = facts["done"], facts["seconds"]
        except OSError as error:
            raise ParseError(f"cannot read {path}: {error.strerror or error}") from None
        except ParseError as error:
            raise ParseError(f"cannot go on with {path}: {error.reason.words}") from None
        except (ValueError, KeyError, TypeError, IndexError, AttributeError):
            raise ParseError(f"{path} is no file of decapod simulate") from None
        if rows:
            survey._before = path
        elif out is not None:
            raise UsageError(f"{path} has no rows: begin anew to have them in {out}")
        return survey

    def keep(self) -> Path:
        """Keep what is done in a file, and return it: with it one can go on."""
        if self.arena is not None and self.arena.path is not None:
            return self.arena.path
        if self.out is not None:
            return self.out
        path = _new_file(self.contest, ".json")
        path.write_text(json.dumps(self.facts(), ensure_ascii=False), encoding="utf-8")
        return path

    # --- playing --------------------------------------------------------------------------------------------

    def run(self, progress: Progress | None = None) -> None:
        """Play what is left; Ctrl-C, or whatever `progress` raises, ends it. What is over by then is counted."""
        if self.out is not None:
            self._rows = RowFile(self.out, self.contest)
        try:
            if self._rows is not None and self._before is not None:
                self._rows.copy(self._before)
            if self.contest.is_by_chance or self._stream_nets is not None:
                self._play_streamed(progress)
            else:
                self._play_by_bots(progress)
        finally:
            if self._rows is not None:
                with undisturbed():
                    self._rows.close(self.facts()) if self.done else self._rows.discard()

    def _play_streamed(self, progress: Progress | None) -> None:
        began, before = 0.0, self.seconds

        def take(first: int, rows: Any, tallied: Any) -> None:
            nonlocal began
            began = began or time.perf_counter()  # what was compiled before does not count
            with undisturbed():
                assert first == self.done, "games are handed over in order, each once"
                if self._rows is not None:
                    self._rows.add(first, rows)
                if self._take_rows is not None:
                    self._take_rows(rows)
                game_statistics.merge(self.tally, tallied)
                self.done = first + int(tallied[game_statistics.GAMES])
                self.seconds = before + time.perf_counter() - began
                self.is_ready = True
            if progress is not None:
                progress(self)

        wants_rows = self._rows is not None or self._take_rows is not None
        with self._executor as executor:
            while self.done < self.games:
                games = self.games - self.done
                if self._stream_nets is not None:
                    self._stream_nets(self.contest, take, first=self.done, games=games)
                    continue
                self.streamed = executor.stream(self.contest, take, first=self.done, games=games, rows=wants_rows)
                if self.streamed is not None:
                    self.seconds = before + self.streamed.seconds

    def _play_by_bots(self, progress: Progress | None) -> None:
        if self.arena is None:
            self.arena = Arena(self.contest, self.games, threads=self.threads, device=self.device, address=self.address)
            if self.keeps:
                path = _new_file(self.contest, ".jsonl") if self.out is None else self.out.with_suffix(".jsonl")
                self.arena.keep_in(path)
        arena, began, before = self.arena, time.perf_counter(), self.seconds
        arena.games = self.games

        def look(arena: Arena) -> None:
            self.done, self.is_ready = len(arena.results), arena.is_ready
            self.seconds = before + time.perf_counter() - began
            if progress is not None:
                progress(self)

        try:
            arena.run(look)
        finally:
            with undisturbed():
                self.seconds = before + time.perf_counter() - began
                self.count_again()
                if self._rows is not None:
                    for result in arena.in_order():
                        self._rows.add(result.number, row_of(self.contest, result))

    def count_again(self) -> None:
        """Count the games of bots that are over by now, also while they play."""
        assert self.arena is not None
        rows = [row_of(self.contest, result) for result in self.arena.in_order()]
        self.tally = (
            game_statistics.of_rows(np.concatenate(rows), self.contest.players) if rows else game_statistics.zeros()
        )
        self.done = len(rows)


def row_of(contest: Matchup, result: GameResult) -> Any:
    """Make the row of a game that bots played, an array of one, as a kernel would have written it."""
    rules = contest.rules.rules
    row = np.zeros(1, rollout.result_type(protocols.seats(rules))).view(np.recarray)
    row.length[0], row.ending[0] = result.moves, rules.ENDINGS.index(result.ending)
    row.places[0, : contest.players] = result.places
    row.points[0, : contest.players] = result.points
    trace = 0
    for _, move in result.played:
        trace = playout.traced(trace, move)
    row["moves_hash"] = trace
    return row


def _new_file(contest: Matchup, suffix: str) -> Path:
    folder = make_folder(data_folder() / "simulate", DATA_VARIABLE)
    return folder / f"{contest.game}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}{suffix}"


@contextlib.contextmanager
def undisturbed() -> Generator[None]:
    """Hold Ctrl-C back until this is done, so that nothing is kept by half."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[Any] = []
    before = signal.signal(signal.SIGINT, lambda *what: came.append(what))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came and callable(before):
            before(*came[0])


def check_out(path: Path) -> None:
    """Check, before anything is played, that rows can be written to a file; `UsageError` if not."""
    from decapod.lab.results import check_page
    from decapod.lab.rows import require_parquet

    if path.suffix != PARQUET:
        raise UsageError(f"--out is a file whose name ends in {PARQUET}, not {path}")
    if path.exists():
        raise UsageError(f"{path} is there already; go on with it by --resume {path}, or name another")
    check_page(path)
    require_parquet()
