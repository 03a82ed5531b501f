"""`python -m decapod.learn GAME …`: `decapod train`, without the packages that the command line needs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from decapod.errors import DecapodError
from decapod.learn.console import Asked, train


def main() -> int:
    """Read the arguments, and train."""
    parser = argparse.ArgumentParser(prog="python -m decapod.learn", description="Teach a net a game.")
    parser.add_argument("game")
    parser.add_argument("--players", default="")
    parser.add_argument("--variant")
    parser.add_argument("--box", type=Path)
    parser.add_argument("--minutes", type=float, default=Asked.minutes)
    parser.add_argument("--device", default="")
    parser.add_argument("--init-from", dest="start", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--language", default="en")
    parser.add_argument("--width", type=int, default=0, help="units of a layer")
    parser.add_argument("--unmeasured", dest="measured", action="store_false", help="not against the sampler")
    parser.add_argument("--waits", action="store_true", help="say 'ready', and begin when a line comes in")
    parser.add_argument("--study", action="store_true", help="look at how it played at a few moments; keep their nets")
    try:
        return train(Asked(**vars(parser.parse_args())))
    except (DecapodError, ValueError, RuntimeError) as error:
        sys.stderr.write(f"decapod: {' '.join(str(error).split())}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
