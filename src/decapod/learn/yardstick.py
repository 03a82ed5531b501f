"""The yardstick: a bot that never changes, against which a net is measured in the background while it learns."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from decapod.core.game import Box, Game
from decapod.lab.arena import Arena
from decapod.lab.contest import GameResult, Matchup
from decapod.nn.net_file import Net

BOT = "flat-mc:50ms"
GAMES = 24


class Stopped(Exception):  # noqa: N818  # nothing went wrong
    """Nobody waits for this any more."""


class Yardstick:
    """Plays games of one net at a time against the bot, in processes of the arena."""

    def __init__(
        self, game: Game, mode: tuple[str, int], box: Box, folder: Path, *, games: int = GAMES, threads: int = 1
    ) -> None:
        """Measure in a mode, with nets written into a folder."""
        self._game, self._mode, self._box, self._folder = game, mode, box, folder
        self._games, self._threads = games, threads
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    @property
    def is_busy(self) -> bool:
        """Whether a net is being measured."""
        return self._thread is not None and self._thread.is_alive()

    def measure(self, net: Net, tell: Callable[[float, int], object], fail: Callable[[str], object]) -> None:
        """Begin to measure a net; `tell` hears its share of how many games, `fail` why it cannot be measured."""
        path = self._folder / "measured.safetensors"
        net.write(path)
        self._thread = threading.Thread(target=self._run, args=(path, tell, fail), daemon=True)
        self._thread.start()

    def _run(self, path: Path, tell: Callable[[float, int], object], fail: Callable[[str], object]) -> None:
        variant, players = self._mode
        try:
            bots = [f"net@{path}", *[BOT] * (players - 1)]
            contest = Matchup.of(self._game.name, bots, players=players, variant=variant, box=self._box)
            results = Arena(contest, self._games, threads=self._threads).run(self._look)
        except Stopped:
            return
        except (ValueError, RuntimeError) as error:
            fail(str(error))
            return
        tell(fmean(first_places(results)), len(results))

    def _look(self, _arena: Any) -> None:
        if self._stop.is_set():
            raise Stopped

    def wait(self) -> None:
        """Wait until what is being measured is."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """Stop measuring."""
        self._stop.set()
        self.wait()


def first_places(results: Sequence[GameResult]) -> list[float]:
    """Return of each game whether the first bot came first: 1 or 0, or its part of a place that was shared."""
    found: list[float] = []
    for result in results:
        firsts = [bot for bot, place in zip(result.bots, result.places, strict=True) if place == 1]
        found.append((0 in firsts) / len(firsts))
    return found
