"""What `test_doors.py` runs in a process of its own: it makes public calls, and says how each went.

A line of JSON says what to call (`module:function`, or `thing.method`) and with what, as Python that knows `THINGS`; a
line of JSON is the answer.
"""

from __future__ import annotations

import functools
import itertools
import json
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

import decapod
from decapod import bots, errors, scene, testing
from decapod.bots.flat_mc import FlatMCBot
from decapod.bots.mcts.search import MCTSBot
from decapod.bots.random_bot import RandomBot
from decapod.core.fairness import SeedCommitment

MOST = 1000  # moves of a match, and things that are taken from an iterator

#: What calls are made on and with: each is made anew for every call that names it.
THINGS: dict[str, Callable[[], Any]] = {
    "game": lambda: decapod.game("crab-stack"),
    "match": lambda: played("crab-stack", 2),
    "fresh": lambda: played("crab-stack", 0),
    "hidden": lambda: played("crabs", 0),
    "over": lambda: played("crabe-vs-poulpe", MOST),
    "seat": lambda: played("crabs", 0).player_view(0),
    "idle": lambda: played("crabs", 0).player_view(1),
    "box": lambda: decapod.game("crab-stack").box,
    "view": lambda: played("crab-stack", 2).scene(0),
    "words": lambda: decapod.game("crab-stack").translator("fr"),
    "random": lambda: RandomBot(seed=1),
    "flat_mc": lambda: FlatMCBot(seed=1, playouts=2),
    "mcts": lambda: MCTSBot(seed=1, playouts=2),
}
MODULES = {
    "decapod": decapod, "bots": bots, "errors": errors, "scene": scene, "testing": testing, "np": np, "Path": Path,
    "SeedCommitment": SeedCommitment, "threading": threading,
}  # fmt: skip


def played(name: str, moves: int) -> decapod.Match:
    """Return a match after some moves, the same each time."""
    return _played(name, moves).copy()


@functools.cache
def _played(name: str, moves: int) -> decapod.Match:
    match = decapod.game(name).match(2, seed=1, first=0)
    while len(match.moves) < moves and not match.is_over:
        player = match.to_act[0]
        match.play(player, match.legal_actions(player)[0])
    return match


class Namespace(dict[str, Any]):
    """Makes the things that an expression names, once."""

    def __missing__(self, name: str) -> Any:
        """Make a thing."""
        if name not in THINGS:
            raise KeyError(name)
        self[name] = THINGS[name]()
        return self[name]


def make_call(call: str, arguments: dict[str, str]) -> dict[str, Any]:
    """Make a call; say what it raised, and whether the match it was made on is as before and can still be played."""
    names = Namespace(MODULES)
    module, _, name = call.rpartition(":")
    function = getattr(import_module(module), name) if module else eval(call, names)  # noqa: S307  # our test says what
    given = {name: eval(value, names) for name, value in arguments.items()}  # noqa: S307
    matches = [thing for thing in names.values() if isinstance(thing, decapod.Match)]
    before = [match.copy() for match in matches]
    answer: dict[str, Any] = {"raised": "", "known": True, "words": "", "changed": False}
    try:
        result = function(**given)
        if isinstance(result, Iterator):
            list(itertools.islice(result, MOST))
    except (ValueError, TypeError, RuntimeError) as error:
        answer.update(raised=type(error).__name__, words=str(error), changed=matches != before)
    except BaseException as error:
        answer.update(raised=type(error).__name__, words=str(error), known=False)
    answer["broken"] = [problem for match in matches for problem in find_problems(match)]
    return answer


def find_problems(match: decapod.Match) -> list[str]:
    """Say what is wrong with a match: its table, or that its record is another match; one that was laid has none."""
    if match.is_guess:
        return []
    problems = list(match.game.view.violations(match.box.record, match.state))
    try:
        return problems if problems or decapod.loads(match.dumps()) == match else ["its record is another match"]
    except errors.ParseError as error:
        return [f"its record: {error}"]


def main() -> None:
    """Answer line by line."""
    warnings.simplefilter("ignore")
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(make_call(asked["call"], asked["arguments"])), flush=True)


if __name__ == "__main__":
    main()
