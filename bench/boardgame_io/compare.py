"""The same work for a boardgame.io server and for ours, one after the other on this machine.

    python bench/boardgame_io/compare.py --tables 200 --seconds 8

Both play as fast as they can: two sockets a table, every move answered by a new position for both players.
boardgame.io keeps its matches in memory; ours stores each move on disk before it answers.
Needs node and npm; packages are installed by name into a temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PORT = 8795


def theirs(tables: int, seconds: int, folder: Path) -> dict[str, Any]:
    """Measure a boardgame.io server."""
    for name in ("game.js", "server.js", "client.js", "package.json"):
        shutil.copy(HERE / name, folder)
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)  # noqa: S607
    environment = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(  # noqa: S603
        ["node", "server.js", str(PORT)],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,  # noqa: S607
    )
    try:
        time.sleep(3)
        command = ["node", "client.js", str(PORT), str(tables), str(seconds), "0"]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=seconds + 240)  # noqa: S603
        return json.loads(done.stdout.strip().splitlines()[-1])
    finally:
        server.terminate()
        server.wait(10)


def ours(tables: int, seconds: int) -> dict[str, Any]:
    """Measure our server."""
    command = [
        sys.executable, str(HERE.parent / "load.py"), "--tables", str(tables), "--seconds", str(seconds),
        "--rate", "0", "--clients", "1", "--json",
    ]  # fmt: skip
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=seconds + 300)  # noqa: S603
    return json.loads(done.stdout.strip().splitlines()[-1])


def main() -> None:
    """Measure both, print both and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=8)
    parser.add_argument("--node", type=Path, help="a folder with node_modules already installed")
    options = parser.parse_args()
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit("node and npm are missing: apt-get install -y nodejs npm")
    folder = options.node or Path(tempfile.mkdtemp(prefix="boardgame-io-"))
    their = theirs(options.tables, options.seconds, folder)
    our = ours(options.tables, options.seconds)
    for name in ("moves/s", "p50 ms", "p95 ms", "p99 ms"):
        print(f"{name:>8}  boardgame.io {their[name]:>8}   decapod {our[name]:>8}")
    print(f"decapod / boardgame.io: {our['moves/s'] / max(1, their['moves/s']):.2f} times the moves a second")


if __name__ == "__main__":
    main()
