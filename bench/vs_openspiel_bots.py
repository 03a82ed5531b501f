"""Our strongest bot against what a user would pick instead: OpenSpiel's tree search, playing our games.

    uv run --extra openspiel python bench/vs_openspiel_bots.py                 all five, at equal time
    uv run --extra openspiel python bench/vs_openspiel_bots.py --simulations   at equal simulations

Where all is open it is their MCTS (C++, `mcts_search`), elsewhere their ISMCTS (Python, with `set_resampler`), both on
play-outs by chance, through our adapter (`decapod.envs.openspiel`). Games, seats and intervals as in `strength.py`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import decapod
from decapod.bots import Bot, bots
from decapod.core.match import Move
from decapod.core.player_view import PlayerView
from strength import GAMES, HEAD, Pairing, play, row

ADAPTER = "decapod.envs.openspiel"
EXPLORE = 1.4  # their usual constant
MEMORY = 500  # megabytes for a tree
LEAST = 2  # simulations, however little time there is
WITHOUT_LIMIT = 10_000_000
TIME = "50ms"
#: Simulations of both, so that a game of theirs takes about a minute at most.
SIMULATIONS = {"crab-stack": 50, "crabs": 10, "oh-crab": 10, "crabe-vs-poulpe": 20, "yadokarick": 50}
WANTED = {"crab-stack": 0.9, "crabs": 0.9, "oh-crab": 0.9}


class OpenSpiel(Bot):
    """OpenSpiel's MCTS or ISMCTS, whichever fits the game."""

    name = "openspiel"
    seconds = 0.6

    def __init__(self, seed: int | None = None, *, seconds: float | None = None, playouts: int | None = None) -> None:
        """Think for a number of simulations, or else for a time."""
        self.seconds = self.seconds if seconds is None else seconds
        self.playouts = playouts
        self._chance = random.Random(seed)
        self._rate = 100.0  # simulations a second, as measured at the last move
        self._game: Any = None

    def choose(self, seat: PlayerView) -> Move:
        """Choose the move that was looked at most."""
        pyspiel: Any = import_module("pyspiel")
        if self._game is None:
            import_module(ADAPTER)  # registers our games
            name = f"decapod_{seat.game.name.replace('-', '_')}"
            self._game = pyspiel.load_game(name, {"players": seat.players, "variant": seat.variant})
        state = self._game.new_initial_state()
        state.match = seat.sample_match(self._chance.getrandbits(64))
        return seat.describe_move(
            self._ismcts(state) if seat.game.rules.HAS_HIDDEN_INFORMATION else self._mcts(pyspiel, state)
        )

    def _mcts(self, spiel: Any, state: Any) -> int:
        """Search in C++; how many simulations fit into the time is learned from the last move."""
        tries = self.playouts or max(LEAST, round(self._rate * self.seconds))
        evaluator = spiel.RandomRolloutEvaluator(1, self._chance.getrandbits(31))
        searcher = spiel.MCTSBot(
            self._game, evaluator, EXPLORE, tries, MEMORY, True, self._chance.getrandbits(31), False
        )
        began = time.perf_counter()
        root = searcher.mcts_search(state)
        self._rate = tries / (time.perf_counter() - began)
        return root.best_child().action

    def _ismcts(self, state: Any) -> int:
        """Search in Python; a clock in the resampler ends it."""
        ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
        mcts: Any = import_module("open_spiel.python.algorithms.mcts")
        dice = np.random.RandomState(self._chance.getrandbits(31))
        evaluator = mcts.RandomRolloutEvaluator(1, dice)
        searcher = ismcts.ISMCTSBot(
            self._game, evaluator, EXPLORE, self.playouts or WITHOUT_LIMIT, random_state=dice,
            allow_inconsistent_action_sets=True,
        )  # fmt: skip
        done, end = 0, time.perf_counter() + self.seconds

        def resample(state: Any, player: int) -> Any:
            nonlocal done
            if self.playouts is None and done >= LEAST and time.perf_counter() >= end:
                raise TimeUp
            done += 1
            return state.resample_from_infostate(player, self._chance.random)

        searcher.set_resampler(resample)
        try:
            policy = searcher.run_search(state)
        except TimeUp:
            policy = searcher.get_final_policy(state, searcher._root_node)
        return max(policy, key=lambda pair: pair[1])[0]


class TimeUp(Exception):  # noqa: N818  # not an error
    """The time for this move is over."""


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all five unless some are named")
    parser.add_argument("--bot", default="level6", help="ours")
    parser.add_argument("--simulations", action="store_true", help="equal simulations instead of equal time")
    parser.add_argument("--most", type=int, default=120, help="games a pairing")
    parser.add_argument("--threads", type=int, help="games at once; one for each core")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "decapod-strength")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    asked = parser.parse_args()
    unknown = [name for name in asked.games if name not in GAMES]
    if unknown:
        sys.exit(f"there is no {', '.join(unknown)} here; there is {', '.join(GAMES)}")
    if asked.bot not in bots():
        sys.exit(f"there is no bot {asked.bot} in Decapod {decapod.__version__}")
    try:
        import_module(ADAPTER)
    except ImportError as error:
        sys.exit(str(error))
    asked.folder.mkdir(parents=True, exist_ok=True)
    if not asked.json:
        print(HEAD)
    for name in asked.games or GAMES:
        budget = str(SIMULATIONS[name]) if asked.simulations else TIME
        wanted = 0.5 if asked.simulations else WANTED.get(name, 0.5)
        by_interval = not asked.simulations and name not in WANTED
        theirs = f"py:{Path(__file__).stem}:{OpenSpiel.__name__}:{budget}"
        pairing = Pairing(name, f"{asked.bot}:{budget}", theirs, wanted, by_interval)
        found = play(pairing, asked.folder, asked.most, asked.threads)
        if found is not None:
            print(json.dumps(found) if asked.json else row(found), flush=True)


if __name__ == "__main__":
    main()
