"""Bots that do what no bot should, in a module of their own."""

from __future__ import annotations

from pathlib import Path

BOTS = "arena_bots"
SOURCE = """
import os, subprocess, time
from decapod.bots import Bot

class First(Bot):
    name = "first"
    def choose(self, seat):
        return seat.legal_moves()[0]

class Crashing(First):
    name = "crashing"
    def choose(self, seat):
        return 1 / 0

class Cheating(First):
    name = "cheating"
    def choose(self, seat):
        return -1

class Leaving(First):
    name = "leaving"
    def choose(self, seat):
        raise SystemExit(3)

class Unmakeable(First):
    name = "unmakeable"
    made = 0
    def __init__(self):
        Unmakeable.made += 1
        if Unmakeable.made > 1:
            raise OSError("not twice")

class Dying(First):
    name = "dying"
    def choose(self, seat):
        os._exit(7)

class Hanging(First):
    name = "hanging"
    def choose(self, seat):
        time.sleep(1000)

class Starting(First):
    name = "starting"
    def choose(self, seat):
        with open("started", "w") as pipe:
            subprocess.Popen(["sleep", "600"], stdout=pipe)
        return super().choose(seat)

class Talking(First):
    name = "talking"
    def choose(self, seat):
        print('{"number": 0}', flush=True)
        try:
            input()
        except EOFError:
            pass
        return super().choose(seat)
"""


def write_bots(folder: Path) -> None:
    """Write the module into a folder."""
    (folder / f"{BOTS}.py").write_text(SOURCE, encoding="utf-8")
