"""Load: a thousand tables, two thousand sockets, clients in other processes on this machine.

    python bench/load.py                     moves/s, p50/p95/p99, CPU a move, sizes of messages, memory per table
    python bench/load.py --games mix         the five games in turn; or one or more by name: crabs,oh-crab
    python bench/load.py --workers 2 --database postgresql://…   several processes
    python bench/load.py --bots 100          how long a person waits for their bot, without and with others' beside
    python bench/load.py --kill 20           kill -9 in the middle of it, again and again: nothing acknowledged is lost

Everything is bounded in count and time, and only talks to 127.0.0.1.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import json
import multiprocessing as mp
import os
import random
import shutil
import signal
import sqlite3
import tempfile
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection

from loopback import (
    Ack,
    Club,
    Player,
    Tally,
    cookies_of,
    cpu_of,
    cpu_of_others,
    decode,
    family_of,
    memory_of,
    percentile,
    person,
    play_tables,
    set_up,
    start_server,
    wait_for_kernels,
)

PORT = 8790
GAMES = ("crab-stack", "crabs", "crabe-vs-poulpe", "oh-crab", "yadokarick")
GOING_ON = 10  # seconds after the last kill, for every table to go on


class Rival(Player):
    """One socket that plays against a bot, and notes how long it waits for its answers."""

    def __init__(self, port: int, table: str, cookies: str) -> None:
        super().__init__(port, table, cookies, 0.2, Tally())
        self.waits: list[float] = []
        self._waiting_since = 0.0

    async def _session(self, socket: ClientConnection) -> None:
        async for raw in socket:
            arrived = time.monotonic()
            message = decode(raw)
            if message.type != "scene":
                continue
            is_answer = message.re in self.sent
            self._look(message, arrived)
            if message.state == "over":
                self._waiting_since = 0.0
                await self._send(socket, type="rematch")
            elif self._may_move():
                if self._waiting_since:
                    self.waits.append(arrived - self._waiting_since)
                    self._waiting_since = 0.0
                await self._move(socket)
            elif is_answer:
                self._waiting_since = arrived


def cpu_of_all(pid: int) -> float:
    """Add up the seconds of processor time of a server and its workers."""
    return sum(map(cpu_of, family_of(pid)))


def memory_of_all(pid: int) -> int:
    """Add up the memory of a server and its workers, in KiB."""
    return sum(map(memory_of, family_of(pid)))


def middle(values: list[int]) -> int:
    """Return the median of sorted values; 0 of none."""
    return values[len(values) // 2] if values else 0


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Measure."""
    folder, port = tempfile.mkdtemp(prefix="decapod-load-"), options.port
    club = Club(options.workers, options.database)
    server = start_server(folder, port, club=club)
    wait_for_kernels(port)
    empty = memory_of_all(server.pid)
    began = time.monotonic()
    tables = set_up(port, options.tables, options.games)
    setting_up = time.monotonic() - began
    pause = options.tables / options.rate if options.rate else 0.0
    out: Any = mp.Queue()
    stop = mp.Event()
    shares = [tables[i :: options.clients] for i in range(options.clients)]
    clients = [mp.Process(target=play_tables, args=(port, share, pause, stop, out), daemon=True) for share in shares]
    for process in clients:
        process.start()
    killed = 0.0
    restarts: list[float] = []
    time.sleep(3 + options.tables / 150)
    measured_from, cpu, others = time.monotonic(), cpu_of_all(server.pid), cpu_of_others()
    try:
        for _ in range(options.kill):
            time.sleep(options.seconds / options.kill * random.uniform(0.5, 1.5))
            os.kill(server.pid, signal.SIGKILL)
            server.wait()
            killed, cpu = time.monotonic(), 0.0
            server = start_server(folder, port, club=club)
            restarts.append(time.monotonic() - killed)
        time.sleep(GOING_ON if options.kill else options.seconds)
        memory = memory_of_all(server.pid)
        ended = time.monotonic()
        used = (cpu_of_all(server.pid) - cpu) / (ended - (killed or measured_from))
        beside = (cpu_of_others() - others) / (ended - measured_from)
        stop.set()
        tallies: list[Tally] = [out.get(timeout=120) for _ in clients]
    except BaseException:
        server.kill()
        raise
    finally:
        stop.set()
        for process in clients:
            process.join(timeout=20)
    rooms = httpx.get(f"http://127.0.0.1:{port}/ready").json()
    gauges = dict(
        line.rsplit(" ", 1)
        for line in httpx.get(f"http://127.0.0.1:{port}/metrics").text.splitlines()
        if line[:1] != "#"
    )
    committing = float(gauges.get("decapod_commit_seconds_sum", 0))
    commits = float(gauges.get("decapod_commit_seconds_count", 1)) or 1.0
    server.terminate()
    server.wait(timeout=30)
    waits = [(began, seconds) for tally in tallies for began, seconds in tally.waits if began >= measured_from]
    span = max((began + seconds for began, seconds in waits), default=measured_from + 1) - measured_from
    latencies = [seconds for _, seconds in waits]
    rate = sum(began + seconds <= ended for began, seconds in waits) / (ended - measured_from)
    back = sorted(at - killed for tally in tallies for at in tally.back if killed and at > killed)
    first_sizes = sorted(size for tally in tallies for size in tally.first_sizes)
    scene_sizes = sorted(size for tally in tallies for size in tally.scene_sizes)
    acks = [ack for tally in tallies for ack in tally.acks]
    refused = sum((tally.refused for tally in tallies), Counter[str]())
    stored = read_postgresql(club.database) if club.database else read_sqlite(Path(folder) / "decapod.sqlite")
    lost, doubled = check(stored, acks)
    shutil.rmtree(folder, ignore_errors=True)
    return {
        "games": ",".join(options.games), "tables": len(tables), "sockets": 2 * len(tables),
        "set up in s": round(setting_up, 1), "seconds": round(span, 1),
        "moves": len(latencies), "moves/s": round(len(latencies) / max(span, 0.001)),
        "cpu ms a move": 0 if options.kill else round(used / max(rate, 0.001) * 1000, 2),
        "p50 ms": percentile(latencies, 0.5), "p95 ms": percentile(latencies, 0.95),
        "p99 ms": percentile(latencies, 0.99),
        "server cpu": round(used, 2), "cpu of others": round(beside, 2),
        "bytes of a scene": middle(scene_sizes), "longest": max(scene_sizes, default=0),
        "bytes of a first scene": middle(first_sizes), "the longest": max(first_sizes, default=0),
        "KiB a table": round((memory - empty) / len(tables)),
        "commits": int(commits), "ms a commit": round(committing / commits * 1000, 1),
        "rooms": rooms["rooms"], "refused": dict(refused), "dropped": sum(len(tally.lost) for tally in tallies),
        "kills": len(restarts), "slowest restart s": round(max(restarts, default=0.0), 1),
        "back after the last": len(back), "median s": round(back[len(back) // 2], 1) if back else 0,
        "all s": round(max(back, default=0.0), 1),
        "tables that went on": sum(when > killed for tally in tallies for when in tally.moved.values()),
        "acknowledged": len(acks), "lost": lost, "doubled": doubled,
    }  # fmt: skip


def run_beside_bots(options: argparse.Namespace) -> dict[str, Any]:
    """Measure how long a person waits for a bot, and people for their moves, without and with bots beside them."""
    port = options.port
    server = start_server(tempfile.mkdtemp(prefix="decapod-load-"), port, compiled=True)
    try:
        wait_for_kernels(port)
        tables = set_up(port, options.tables)
        ada, eve = person(port, "Ada"), person(port, "Eve")
        own = set_up_bots(ada, "me", "bot")
        figures: dict[str, Any] = {"tables": len(tables), "bot tables": options.bots}
        for phase in ("alone", "beside"):
            watched: list[str] = []
            if phase == "beside":
                watched = [set_up_bots(eve, "bot", "bot") for _ in range(options.bots)]
            out: Any = mp.Queue()
            stop = mp.Event()
            pause = options.tables / options.rate if options.rate else 0.0
            people = mp.Process(target=play_tables, args=(port, tables, pause, stop, out), daemon=True)
            people.start()
            rival = Rival(port, own, cookies_of(ada))
            spectators = [Player(port, table, cookies_of(eve), 0.0, Tally()) for table in watched]
            waits = asyncio.run(_play_beside(rival, spectators, 5 + options.seconds))
            stop.set()
            latencies = [seconds for _, seconds in out.get(timeout=120).waits]
            people.join(timeout=20)
            figures |= {
                f"{phase}: answers of the bot": len(waits), f"{phase}: p50 ms of them": percentile(waits, 0.5),
                f"{phase}: longest ms": percentile(waits, 1.0), f"{phase}: moves of people": len(latencies),
                f"{phase}: p50 ms of those": percentile(latencies, 0.5),
                f"{phase}: p99 ms of those": percentile(latencies, 0.99),
            }  # fmt: skip
        return figures
    finally:
        server.terminate()
        server.wait(timeout=30)


def set_up_bots(host: httpx.Client, *seats: str) -> str:
    """Set a table up at which bots think, and start it."""
    wishes = [{"who": who, **({"bot": "flat-mc"} if who == "bot" else {})} for who in seats]
    room = host.post("/api/tables", json={"game": "crab-stack", "seats": wishes, "start": True})
    return room.raise_for_status().json()["id"]


async def _play_beside(rival: Rival, spectators: list[Player], seconds: float) -> list[float]:
    """Play against a bot for some seconds, while somebody else looks at other tables."""
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(player.play()) for player in (rival, *spectators)]
        await asyncio.sleep(seconds)
        for task in playing:
            task.cancel()
    return rival.waits


STORED = "select match, seat, move, n from entries where kind = 'move' order by match, n"
Row = tuple[str, int, int, int]


def read_sqlite(database: Path) -> list[Row]:
    """Read all moves that are stored in a file."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(STORED).fetchall()


def read_postgresql(database: str) -> list[Row]:
    """Read all moves that are stored in a PostgreSQL."""
    import asyncpg

    async def read() -> list[Row]:
        connection = await asyncpg.connect(database)
        try:
            return [tuple(row) for row in await connection.fetch(STORED)]
        finally:
            await connection.close()

    return asyncio.run(read())


def check(rows: list[Row], acks: list[Ack]) -> tuple[int, int]:
    """Compare what was acknowledged with what is stored: how many are missing, how many are there twice.

    Where several players decide at once, others' moves may have been stored between what one saw and one's move.
    """
    stored = collections.defaultdict[tuple[str, int, int], list[int]](list)
    for match, seat, move, n in rows:
        stored[match, seat, move].append(n)
    lost = 0
    for ack in sorted(acks, key=lambda ack: ack[2], reverse=True):  # each takes the last place that it can have
        match, seat, lowest, move = ack
        places = stored[match, seat, move]
        if places and places[-1] >= lowest:
            places.pop()
        else:
            lost += 1
    return lost, len(acks) - len({ack[:3] for ack in acks})


def main() -> None:
    """Read the command line, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--games", default="crab-stack", help="by name, in turn; mix: all five")
    parser.add_argument("--clients", type=int, default=2, help="client processes")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rate", type=float, default=650, help="moves a second wanted of all tables; 0: no pause")
    parser.add_argument("--bots", type=int, default=0, help="tables of bots beside people, watched by one person")
    parser.add_argument("--kill", type=int, default=0, help="kill -9 the server so many times meanwhile")
    parser.add_argument("--workers", type=int, default=1, help="processes; more than one need --database")
    parser.add_argument("--database", default="", help="the URL of an empty PostgreSQL")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    options.games = list(GAMES) if options.games == "mix" else options.games.split(",")
    if not (
        1 <= options.tables <= 2000 and 1 <= options.seconds <= 600 and 0 <= options.kill <= 50 and options.bots <= 400
    ):
        parser.error("at most 2000 tables, 600 seconds, 50 kills and 400 tables of bots")
    if options.workers < 1 or (options.workers > 1 and not options.database):
        parser.error("at least one worker; more than one need --database postgresql://…")
    figures = run_beside_bots(options) if options.bots else run(options)
    if options.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{name:>30}  {value}")


if __name__ == "__main__":
    main()
