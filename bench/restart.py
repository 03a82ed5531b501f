"""Restart: how long until a server answers that has thousands of matches to go on with, and how it is meanwhile.

    python bench/restart.py                    5,000 live tables with clocks, then with bots, beside an empty database
    python bench/restart.py --tables 500 --moves 20

Everything is bounded in count and time, and only talks to 127.0.0.1.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx
from sqlalchemy import Connection

from loopback import cpu_of, memory_of

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import decapod  # noqa: E402
from decapod import bots  # noqa: E402
from decapod.server import wall_clock  # noqa: E402
from decapod.server.settings import Settings  # noqa: E402
from decapod.server.store import Store  # noqa: E402
from decapod.server.store.entries import MOVE, MatchEvent  # noqa: E402
from decapod.server.store.guests import new_id  # noqa: E402
from decapod.server.store.matches import MatchRow, insert_entries, insert_match  # noqa: E402
from decapod.server.store.pulses import record_start  # noqa: E402
from decapod.server.store.rooms import SeatHolder, TableRow, draw_secret, insert_room  # noqa: E402

PORT = 8791
BANK = 3_600_000  # milliseconds
NIGHT = 30_000_000  # milliseconds in which no server ran
GAME = "crabs"  # long enough: 300 moves and more
AT_ONCE = 100  # tables stored in one transaction
AFTERWARDS = 10.0  # seconds in which answers are measured while the server goes on with its matches


def played(moves: int) -> decapod.Match:
    """Play some moves of a match by chance."""
    match = decapod.game(GAME).match(2, seed=1, first="0")
    bot = bots.bot("random", seed=1)
    while len(match.moves) < moves:
        seat = match.to_act[0]
        match.play(seat, bot.choose(match.player_view(seat, event_log=False)), elapsed_ms=len(match.moves))
    return match


async def store_tables(data: str, tables: int, match: decapod.Match, *, bank: int, bot: str | None) -> None:
    """Store so many live tables at which a match stands, with clocks, or with a bot on one of the seats."""
    store = Store(Settings(data=data).url)
    await store.open()
    at = wall_clock.now()
    began_at = at - NIGHT
    await store.write(lambda connection: record_start(connection, began_at))
    options = {option.name: option.text(n) for option, n in zip(match.game.options, match.options, strict=True)}
    seats = [SeatHolder("ada", None, "Ada"), SeatHolder(None if bot else "ben", bot, "Ben")]

    def add_some(connection: Connection) -> None:
        for _ in range(AT_ONCE):
            room = TableRow(
                id=new_id(), game=GAME, variant=match.variant, players=2, options=options, box="", seed="", public=True,
                host="ada", invite=new_id(), bank=bank, increment=0, time_out="bot", hints=False, state="playing",
                made_at=at, touched_at=at,
            )  # fmt: skip
            row = MatchRow(
                id=new_id(), room=room.id, number=1, options=options, secret=match.commitment.server_seed_digits,
                began_at=began_at, ended_at=None, result=None, names=["Ada", "Ben"], people=["ada", None], plies=0,
                rules=match.game.version, wakes_at=began_at + bank if bank else None,
            )  # fmt: skip
            insert_room(connection, room, seats)
            insert_match(connection, row, {}, draw_secret())
            insert_entries(
                connection,
                [
                    MatchEvent(row.id, n, MOVE, made.player, made.action, made.elapsed_ms, 0)
                    for n, made in enumerate(match.moves, 1)
                ],
            )

    for _ in range(tables // AT_ONCE):
        await store.write(add_some)
    await store.close()


def start(data: str) -> tuple[subprocess.Popen[bytes], dict[str, float]]:
    """Start a server, and measure in seconds when it first answers each of the paths, and what it had computed."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "decapod.cli", "serve", "--data-dir", data, "--port", str(PORT), "--requests", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "DECAPOD_JIT": "0"}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    took: dict[str, float] = {}
    with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", timeout=200) as client:
        for path in ("/health", "/", "/api/tables?which=live"):
            while time.perf_counter() - began < 200:
                try:
                    client.get(path).raise_for_status()
                    break
                except httpx.TransportError:
                    time.sleep(0.01)
            took[path] = time.perf_counter() - began
            took[f"{path} computing"] = cpu_of(server.pid)
        waits = list[float]()
        until = time.perf_counter() + AFTERWARDS
        while time.perf_counter() < until:
            asked = time.perf_counter()
            client.get("/health")
            waits.append(time.perf_counter() - asked)
            time.sleep(0.01)
    waits.sort()
    took["then p50"] = statistics.median(waits)
    took["p99"] = waits[int(len(waits) * 0.99)]
    took["longest"] = waits[-1]
    return server, took


def stop(server: subprocess.Popen[bytes]) -> None:
    """Kill it, as a power cut would."""
    server.send_signal(signal.SIGKILL)
    server.wait()


def main() -> None:
    """Store, start, measure, print a table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=5_000)
    parser.add_argument("--moves", type=int, default=60)
    wanted = parser.parse_args()
    match = played(wanted.moves)
    kinds: dict[str, tuple[int, int, str | None]] = {
        "nothing stored": (0, 0, None),
        "clocks": (wanted.tables, BANK, None),
        "bots": (wanted.tables, 0, "random"),
    }
    for kind, (tables, bank, bot) in kinds.items():
        with tempfile.TemporaryDirectory(prefix="decapod-restart-") as data:
            asyncio.run(store_tables(data, tables, match, bank=bank, bot=bot))
            server, took = start(data)
            memory = memory_of(server.pid) >> 10
            stop(server)
        print(f"{kind:15}", *(f"{path} {seconds:.3f} s" for path, seconds in took.items()), f"{memory} MB", flush=True)


if __name__ == "__main__":
    main()
