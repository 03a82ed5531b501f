"""How fast the search is: simulations a second from the opening, beside the sampler's, and with threads.

    uv run python bench/search.py [--json] [--seconds 1] [--threads 2] [GAME ...]

Both are measured in turns on the same table, by the time of the processor, so that it matters little what else runs;
the fastest of three turns counts, and `hide` is in both. Threads are measured by the clock on the wall, as is how long
the first move of level 6 takes where nothing is compiled: in a new process with an empty cache. One round of Yadokarick
is measured beside OpenSpiel's own ISMCTS, in C++, on a game of theirs that is as long: ten tricks of four cards.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import decapod
from decapod.bots import flat_mc
from decapod.bots.flat_mc import FlatMCBot
from decapod.bots.mcts.search import MCTSBot
from decapod.core.match import Match
from decapod.engine import jit_warmup

TURNS = 3
#: Two players, or as few as can play; and one round for four, which the peer is compared with.
MODES: dict[str, tuple[dict[str, Any], ...]] = {"yadokarick": ({"players": 3}, {"players": 4, "rounds": 1})}
PEER = "oh_hell(players=4,num_tricks_fixed=10)"
PEER_SIMULATIONS = 5000  # at a time
COLD = """
import sys, time
import decapod
from decapod.bots import bot
match = decapod.game(sys.argv[1]).match(seed=1)
player = match.to_act[0]
seat = match.player_view(player)
began = time.perf_counter()
bot("level6", seed=1).choose(seat)
print(time.perf_counter() - began, flush=True)
time.sleep(60)
"""


def simulations(thinker: Any, match: Match, seconds: float, clock: Callable[[], float]) -> float:
    """Return how many simulations a second a bot makes at a table, by a clock."""
    thinker.seconds = seconds
    began = clock()
    made = sum(one.visits for one in thinker.evaluate(match.player_view(match.to_act[0], event_log=False)))
    return made / (clock() - began)


class Peer:
    """OpenSpiel's ISMCTS in C++ at the opening of a game of theirs, with play-outs by chance."""

    def __init__(self) -> None:
        """Deal."""
        spiel: Any = import_module("pyspiel")
        self._state = spiel.load_game(PEER).new_initial_state()
        while self._state.is_chance_node():
            self._state.apply_action(self._state.legal_actions()[0])
        self._bot = spiel.ISMCTSBot(1, spiel.RandomRolloutEvaluator(1, 1), 1.4, PEER_SIMULATIONS)

    def simulations(self, seconds: float) -> float:
        """Return how many simulations a second it makes, by the time of the processor."""
        began, made = time.thread_time(), 0
        while time.thread_time() - began < seconds:
            self._bot.step(self._state)
            made += PEER_SIMULATIONS
        return made / (time.thread_time() - began)


def cold_move(name: str) -> float:
    """Return how many seconds the first move of the strongest level takes in a process that finds nothing compiled.

    What that process began to compile ends with it, or it would slow down what is measured next.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        environment = {**os.environ, "DECAPOD_CACHE": str(Path(folder))}
        command = [sys.executable, "-c", COLD, name]
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
        ) as player:
            assert player.stdout is not None
            seconds = float(player.stdout.readline())
            os.killpg(player.pid, signal.SIGKILL)
        return seconds


def measure(name: str, mode: dict[str, Any], seconds: float, threads: int) -> dict[str, Any]:
    """Measure a game."""
    game = decapod.game(name)
    for kernel in (flat_mc.__name__, "decapod.bots.mcts.search"):
        jit_warmup.get_kernel(game.rules, kernel)
    match = game.match(seed=1, **mode)
    makers = {
        "sampler": lambda: (FlatMCBot(1), time.thread_time),
        "search": lambda: (MCTSBot(1), time.thread_time),
        "alone": lambda: (MCTSBot(1), time.perf_counter),
        "together": lambda: (MCTSBot(1, threads=threads), time.perf_counter),
    }
    peer = Peer() if "rounds" in mode else None
    best = dict.fromkeys(makers, 0.0)
    theirs = 0.0
    for _ in range(TURNS):
        for what, make in makers.items():
            thinker, clock = make()
            best[what] = max(best[what], simulations(thinker, match, seconds, clock))
        if peer is not None:
            theirs = max(theirs, peer.simulations(seconds))
    return {
        "game": name, "players": match.players, "sampler": round(best["sampler"]), "search": round(best["search"]),
        "share": round(best["search"] / best["sampler"], 2), "threads": threads,
        "speedup": round(best["together"] / best["alone"], 2), "cold": round(cold_move(name), 2),
        **({"peer": round(theirs), "times": round(best["search"] / theirs, 2)} if theirs else {}),
    }  # fmt: skip


def main() -> None:
    """Measure the games asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="all five, unless named")
    parser.add_argument("--json", action="store_true", help="one line for each game")
    parser.add_argument("--seconds", type=float, default=1.0, help="that each measurement takes")
    parser.add_argument("--threads", type=int, default=2)
    asked = parser.parse_args()
    for name in asked.games or decapod.games():
        for mode in MODES.get(name, ({"players": 2},)):
            found = measure(name, mode, asked.seconds, asked.threads)
            peer = f", {found['times']} times OpenSpiel's {found['peer']:,}/s on {PEER}" if "peer" in found else ""
            print(json.dumps(found) if asked.json else
                  f"{name}, {found['players']} players: sampler {found['sampler']:,}/s, search {found['search']:,}/s "
                  f"({found['share']:.0%}), {found['threads']} threads x{found['speedup']}, "
                  f"first move cold {found['cold']} s{peer}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
