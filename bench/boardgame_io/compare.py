"""The same work for a boardgame.io server and for ours, one after the other on this machine.

    python bench/boardgame_io/compare.py --tables 200 --seconds 8

Both play as fast as they can, with clients of the same make (node): two sockets a table, every move answered by a
new position for both players. Ours stores each move on disk before it answers (synced), so the like of it is
boardgame.io with its own FlatFile storage (files, not synced); its default, memory only, is measured too. Its game
knows no legal moves, reasons or pictures: the server sends the bare state, and ours a scene with the legal moves for
each viewer.
Needs node and npm; packages are installed by name into a temporary folder.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
PORT = 8795


def theirs(tables: int, seconds: int, folder: Path, stored: bool) -> dict[str, Any]:
    """Measure a boardgame.io server, with its files or in memory."""
    for name in ("game.js", "server.js", "client.js", "package.json"):
        shutil.copy(HERE / name, folder)
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    environment = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(
        ["node", "server.js", str(PORT), *([tempfile.mkdtemp(prefix="boardgame-io-files-")] if stored else [])],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_for(PORT)
        command = ["node", "client.js", str(PORT), str(tables), str(seconds), "0"]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=seconds + 240)
        return json.loads(done.stdout.strip().splitlines()[-1])
    finally:
        server.terminate()
        server.wait(10)


def _wait_for(port: int) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)


def ours(tables: int, seconds: int, folder: Path) -> dict[str, Any]:
    """Measure our server."""
    sys.path.insert(0, str(HERE.parent))
    from load import set_up, start_server

    shutil.copy(HERE / "ours.js", folder)
    data = tempfile.mkdtemp(prefix="decapod-load-")
    server = start_server(data, PORT + 2)
    try:
        file = Path(data) / "tables.json"
        file.write_text(json.dumps(set_up(PORT + 2, tables)))
        command = ["node", "ours.js", str(PORT + 2), str(file), str(seconds)]
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=seconds + 60)
        return json.loads(done.stdout.strip().splitlines()[-1])
    finally:
        server.terminate()
        server.wait(30)


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
    files = theirs(options.tables, options.seconds, folder, stored=True)
    memory = theirs(options.tables, options.seconds, folder, stored=False)
    our = ours(options.tables, options.seconds, folder)
    print(f"{'':>8}  {'bgio, files':>14}  {'bgio, memory':>14}  {'decapod, disk':>14}")
    for name in ("moves/s", "p50 ms", "p95 ms", "p99 ms"):
        print(f"{name:>8}  {files[name]:>14}  {memory[name]:>14}  {our[name]:>14}")
    for kind, their in (("files", files), ("memory", memory)):
        print(f"decapod / boardgame.io with {kind}: {our['moves/s'] / max(1, their['moves/s']):.2f} times the moves/s")


if __name__ == "__main__":
    main()
