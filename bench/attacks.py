"""What strangers do to a server: every attack of `bench/siege.py`.

Each attacker has an address of its own on the loopback (Linux answers on all of 127.0.0.0/8), so that limits by
address meet them and not the people at ordinary tables.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import ssl
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field
from multiprocessing.synchronize import Event
from typing import Any

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from loopback import LONGEST_PLAY, LOST, ROOT, cookies_of

POLITENESS = 10  # attackers stand for other machines: what they compute themselves is not to be felt
MESSAGES = 18  # a second from one socket, just within the limit
REQUESTS = 9  # a second from one address, likewise
GAMES = ("crab-stack", "crabs", "oh-crab", "crabe-vs-poulpe", "yadokarick")
BOTH_SEATS = [{"who": "me"}, {"who": "me"}]
BOTS_ONLY = [{"who": "bot", "bot": "flat-mc"}] * 2
TLS = ssl.create_default_context()  # never used, and made once for all: it takes longer than a request


@dataclass
class Target:
    """What is attacked, and what was done to it."""

    port: int
    tables: list[str]  # of ordinary people
    record: str  # of a match as long as may be imported
    counts: Counter[str] = field(default_factory=Counter[str])


class Stranger:
    """An attacker with an address and a name."""

    def __init__(self, target: Target, number: int) -> None:
        self.target = target
        self.number = number
        self.address = f"127.0.{1 + number // 250}.{1 + number % 250}"
        transport = httpx.AsyncHTTPTransport(local_address=self.address, verify=TLS)
        self.http = httpx.AsyncClient(transport=transport, base_url=f"http://127.0.0.1:{target.port}", timeout=60)

    async def come(self) -> Stranger:
        """Take a name."""
        (await self.http.get("/api/me")).raise_for_status()
        self.http.headers["x-csrftoken"] = self.http.cookies["csrftoken"]
        (await self.http.put("/api/me", json={"name": "Eve"})).raise_for_status()
        return self

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Send a request and count how it was answered."""
        answer = await self.http.request(method, path, **more)
        self.target.counts[f"HTTP {answer.status_code}"] += 1
        return answer

    async def set_up(self, **wishes: Any) -> str:
        """Set a table up and start it; return its id."""
        answer = await self.ask("POST", "/api/tables", json={"game": "crab-stack", "start": True, **wishes})
        return answer.raise_for_status().json()["id"]

    @contextlib.asynccontextmanager
    async def open(self, table: str, *, greet: bool = True) -> AsyncGenerator[ClientConnection]:
        """Open a socket at a table, and say hello; count how it ends."""
        async with connect(
            f"ws://127.0.0.1:{self.target.port}/api/tables/{table}/play", local_addr=(self.address, 0),
            additional_headers={"cookie": cookies_of(self.http)}, compression=None, max_size=None,
            ping_interval=None, open_timeout=60, close_timeout=1,
        ) as socket:  # fmt: skip
            self.target.counts["sockets"] += 1
            try:
                if greet:
                    await self.say(socket, "hello")
                yield socket
            finally:
                if socket.close_code is not None:
                    self.target.counts[f"closed {socket.close_code}"] += 1

    async def say(self, socket: ClientConnection, kind: str, **fields: Any) -> None:
        """Send a message."""
        self.target.counts["messages"] += 1
        await socket.send(json.dumps({"type": kind, "v": 3, "n": 1, **fields}))


async def crowd(target: Target, count: int, act: Callable[[Stranger], Awaitable[None]]) -> None:
    """Let strangers come, each from an address of its own, and do the same thing again and again."""

    async def one(number: int) -> None:
        stranger = Stranger(target, number)
        has_come = False
        while True:
            try:
                if not has_come:
                    await stranger.come()
                    has_come = True
                await act(stranger)
            except* (*LOST, httpx.HTTPError):
                target.counts["turned away"] += 1
            await asyncio.sleep(0.05)

    async with asyncio.TaskGroup() as group:
        for number in range(count):
            group.create_task(one(number))


async def drain(socket: ClientConnection) -> None:
    """Read whatever comes, as long as it comes."""
    async for _ in socket:
        pass


@contextlib.asynccontextmanager
async def reading(socket: ClientConnection) -> AsyncGenerator[None]:
    """Read whatever comes in the background."""
    task = asyncio.create_task(drain(socket))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


# --- text -------------------------------------------------------------------------------------------------

HOSTILE_TEXTS = (
    "upgrade" + " 1" * 90 + " x",
    "trade" + " 3" * 45 + " >" + " 1" * 45 + " x",
    "bind" + " 5*" * 60 + "!",
    "d2-" * 60 + "f3",
    "keep " * 38,
    "9" * 200,
    " " * 199 + "x",
    "(" * 200,
    "plan " + "1 " * 90,
    "٣" * 200,
    "claim " + "9" * 190,
    "x" * 16_000,
)


async def send_hostile_text(target: Target) -> None:
    """Moves and questions in text that is hard to read."""

    async def act(stranger: Stranger) -> None:
        table = await stranger.set_up(game=GAMES[stranger.number % len(GAMES)], seats=BOTH_SEATS)
        async with stranger.open(table) as socket, reading(socket):
            for i in itertools.count():
                text = HOSTILE_TEXTS[i // 3 % len(HOSTILE_TEXTS)]
                if i % 3 == 0:
                    await stranger.say(socket, "why", seat=0, move=text)
                elif i % 3 == 1:
                    await stranger.say(socket, "move", seat=0, move=text, seen=0)
                else:
                    await stranger.say(socket, "why", seat=0, clicks=[text[:80]] * 12)
                await asyncio.sleep(1 / MESSAGES)

    await crowd(target, 15, act)


# --- files ------------------------------------------------------------------------------------------------

HOSTILE_BOXES = ("a." * 32_000 + "a = 1", "a=" + "[" * 60_000, "a = " + "{b=" * 10_000, "x=" + "9" * 60_000)


async def send_hostile_boxes(target: Target) -> None:
    """Boxes of 64 kB that take seconds to read."""

    async def act(stranger: Stranger) -> None:
        box = HOSTILE_BOXES[0] if stranger.number % 2 else random.choice(HOSTILE_BOXES)
        await stranger.ask("POST", "/api/tables", json={"game": "crab-stack", "box": box})

    await crowd(target, 8, act)


async def send_records(target: Target) -> None:
    """Records of 10,000 moves, and such as only look like it."""
    lines = target.record.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("1. "))
    unreadable = "\n".join([*lines[:first], *("1. 0 upgrade" + " 1" * 90 + " x  @0",) * 3_000])
    records = (target.record, unreadable, "\n".join(lines[:-9]), target.record * 4, "decapod match 1\n" * 60_000)

    async def act(stranger: Stranger) -> None:
        record = target.record if stranger.number % 2 else random.choice(records)
        await stranger.ask("POST", "/api/matches", json={"record": record})

    await crowd(target, 8, act)


async def open_long_match(target: Target) -> None:
    """Positions, story, record and proof of a match of 10,000 moves."""
    importer = await Stranger(target, 90).come()
    answer = await importer.ask("POST", "/api/matches", json={"record": target.record})
    match, plies = answer.raise_for_status().json()["id"], answer.json()["plies"]

    async def act(stranger: Stranger) -> None:
        ply = random.randrange(plies)
        paths = (f"/scenes/{ply}", f"/scenes/{ply}?seat=1&layout=tall", "/story?seat=0", "", "/record", "/verify")
        await stranger.ask("GET", f"/api/matches/{match}{random.choice(paths)}")
        await asyncio.sleep(1 / REQUESTS)

    await crowd(target, 8, act)


async def keep_many_boxes(target: Target) -> None:
    """Tables with a box of their own each."""
    printed = (ROOT / "src/decapod/games/crabs/box.toml").read_text(encoding="utf-8")
    numbers = itertools.product(range(1, 100), range(1, 100))

    async def act(stranger: Stranger) -> None:
        score, score_two = next(numbers)
        box = printed.replace("\nscore = 25 ", f"\nscore = {score} ").replace(
            "score_two = 29", f"score_two = {score_two}"
        )
        table = await stranger.set_up(game="crabs", seats=BOTH_SEATS, box=box)
        await stranger.ask("GET", f"/table/{table}")
        async with stranger.open(table) as socket:
            await socket.recv()

    await crowd(target, 8, act)


# --- connections ------------------------------------------------------------------------------------------

BEGINNINGS = (
    b"",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999\r\n\r\n{",
)


async def stay_silent(target: Target) -> None:
    """Connections that say nothing, or only half."""
    each = 300

    async def act(stranger: Stranger) -> None:
        open_now: list[asyncio.StreamWriter] = []
        try:
            for i in range(each):
                _, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=(stranger.address, 0))
                writer.write(BEGINNINGS[i % len(BEGINNINGS)])
                target.counts["connections"] += 1
                open_now.append(writer)
            async with contextlib.AsyncExitStack() as sockets:
                for _ in range(each // 10):
                    await sockets.enter_async_context(stranger.open(target.tables[stranger.number], greet=False))
                await asyncio.sleep(20)
        finally:
            for writer in open_now:
                writer.close()

    await crowd(target, 10, act)


async def come_and_go(target: Target) -> None:
    """Sockets that say hello at an ordinary table and are gone."""

    async def act(stranger: Stranger) -> None:
        async with stranger.open(target.tables[stranger.number % len(target.tables)]) as socket:
            await socket.recv()

    await crowd(target, 15, act)


async def read_nothing(target: Target) -> None:
    """Sockets that ask for whole scenes of an ordinary table and read none."""

    async def act(stranger: Stranger) -> None:
        async with stranger.open(target.tables[0]) as socket:
            socket.transport.pause_reading()
            while True:
                await stranger.say(socket, "hello", language=("en", "fr")[stranger.number % 2], sketch=True)
                await asyncio.sleep(1 / MESSAGES)

    await crowd(target, 30, act)


# --- crowds -----------------------------------------------------------------------------------------------


async def watch_in_crowds(target: Target) -> None:
    """200 watchers at one ordinary table, always some of them new."""

    async def act(stranger: Stranger) -> None:
        async with stranger.open(target.tables[0]) as socket:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(drain(socket), 5 + random.random() * 5)

    await crowd(target, 200, act)


async def flood_chat(target: Target) -> None:
    """Lines of 500 letters from 60 people at one ordinary table, as many as they can send."""

    async def act(stranger: Stranger) -> None:
        async with stranger.open(target.tables[0]) as socket, reading(socket):
            while True:
                await stranger.say(socket, "chat", text="🦀" * 500)
                await asyncio.sleep(1 / MESSAGES)

    await crowd(target, 60, act)


async def send_oversized(target: Target) -> None:
    """Messages, bodies and headers that are too long."""

    async def act(stranger: Stranger) -> None:
        await stranger.ask("POST", "/api/tables", content=b"[" * 20_000_000)
        await stranger.ask("GET", "/", headers={"x-long": "x" * 60_000})
        for size in (17_000, 66_000, 5_000_000):
            async with stranger.open(target.tables[stranger.number]) as socket:
                await stranger.say(socket, "chat", text="x" * size)
                await drain(socket)

    await crowd(target, 8, act)


async def send_too_fast(target: Target) -> None:
    """Messages as fast as they can be sent."""
    kinds = ("ping", "hello", "story", "rematch", "nothing")

    async def act(stranger: Stranger) -> None:
        async with stranger.open(target.tables[stranger.number]) as socket, reading(socket):
            for i in itertools.count():
                await stranger.say(socket, kinds[i % 5], **({"before": 50} if i % 5 == 2 else {}))
                await asyncio.sleep(0)

    await crowd(target, 8, act)


async def send_from_many_sockets(target: Target) -> None:
    """Three people with 150 sockets each, all of which ask why, just within the limit of a socket."""
    each = 150

    async def act(stranger: Stranger) -> None:
        table = await stranger.set_up(seats=BOTH_SEATS)

        async def ask_on() -> None:
            async with stranger.open(table) as socket, reading(socket):
                while True:
                    await stranger.say(socket, "why", seat=0, move="f4-f5")
                    await asyncio.sleep(1 / MESSAGES)

        async with asyncio.TaskGroup() as group:
            for _ in range(each):
                group.create_task(ask_on())
                await asyncio.sleep(1 / MESSAGES)

    await crowd(target, 3, act)


async def send_empty_frames(target: Target) -> None:
    """Pings without end, and messages of empty parts that never are whole, a megabyte a second."""
    frames = b"\x89\x80\0\0\0\0" * 5_000, b"\x01\x80\0\0\0\0" + b"\x00\x80\0\0\0\0" * 5_000

    async def act(stranger: Stranger) -> None:
        async with stranger.open(target.tables[stranger.number], greet=False) as socket, reading(socket):
            for i in itertools.count():
                socket.transport.write(frames[(stranger.number + i // 20) % 2])
                target.counts["frames"] += 5_000
                await asyncio.sleep(0.03)
                if socket.close_code is not None or socket.transport.is_closing():
                    return

    await crowd(target, 3, act)


async def ask_for_what_is_free(target: Target) -> None:
    """What is in no limit of requests a minute: health, files, and whatever is not there."""
    paths = ("/metrics", "/health", "/nothing", "/static/nothing", "/api/nothing")

    async def act(stranger: Stranger) -> None:
        await asyncio.gather(*(stranger.ask("GET", random.choice(paths)) for _ in range(30)))

    await crowd(target, 5, act)


async def set_up_tables(target: Target) -> None:
    """Tables, as many as may be set up, and lists of them."""

    async def act(stranger: Stranger) -> None:
        await stranger.ask("POST", "/api/tables", json={"game": GAMES[stranger.number % len(GAMES)], "public": True})
        await stranger.ask("GET", f"/api/tables?which={random.choice(('open', 'live', 'mine'))}")
        await asyncio.sleep(1 / REQUESTS)

    await crowd(target, 15, act)


async def ask_for_pages(target: Target) -> None:
    """Pages that are made anew for everybody: home, rules, lessons, steps of a lesson."""
    made = [f"/{kind}/{game}" for kind in ("rules", "learn") for game in GAMES]
    pages = ("/", *made, "/schema/openapi.json", *(f"/rules/{game}/middle-tall.svg" for game in GAMES))

    async def act(stranger: Stranger) -> None:
        if random.random() < 0.5:
            await stranger.ask("GET", random.choice(pages), headers={"accept-language": random.choice(("en", "fr"))})
        else:
            await stranger.ask("POST", f"/learn/{random.choice(GAMES)}/{random.randint(1, 5)}", json={"moves": []})
        await asyncio.sleep(1 / REQUESTS)

    await crowd(target, 15, act)


# --- bots -------------------------------------------------------------------------------------------------


async def let_bots_play(target: Target) -> None:
    """100 tables of bots only, all of them watched."""

    async def act(stranger: Stranger) -> None:
        table = await stranger.set_up(game=GAMES[stranger.number % len(GAMES)], seats=BOTS_ONLY, players=2)
        async with stranger.open(table) as socket:
            await drain(socket)

    await crowd(target, 100, act)


async def ask_for_hints(target: Target) -> None:
    """30 people who ask for hints all the time."""

    async def act(stranger: Stranger) -> None:
        table = await stranger.set_up(game=GAMES[stranger.number % len(GAMES)], seats=BOTH_SEATS, hints=True)
        async with stranger.open(table) as socket, reading(socket):
            while True:
                for seat in (0, 1):
                    await stranger.say(socket, "hint", seat=seat)
                    await asyncio.sleep(1 / MESSAGES)

    await crowd(target, 30, act)


ATTACKS: dict[str, Callable[[Target], Awaitable[None]]] = {
    "text": send_hostile_text,
    "boxes": send_hostile_boxes,
    "records": send_records,
    "long-match": open_long_match,
    "many-boxes": keep_many_boxes,
    "silent": stay_silent,
    "reconnects": come_and_go,
    "lazy": read_nothing,
    "watchers": watch_in_crowds,
    "chat": flood_chat,
    "oversized": send_oversized,
    "fast": send_too_fast,
    "sockets": send_from_many_sockets,
    "frames": send_empty_frames,
    "free": ask_for_what_is_free,
    "tables": set_up_tables,
    "pages": ask_for_pages,
    "bots": let_bots_play,
    "hints": ask_for_hints,
}


def attack(name: str, target: Target, at_work: Event, stop: Event, out: Any) -> None:
    """Attack from a process of its own until told to stop; then put what was counted into a queue.

    `at_work` is set as soon as there is something to count.
    """
    from decapod.server.open_files import raise_limit

    os.nice(POLITENESS)
    raise_limit(10_000)

    async def go() -> None:
        until = time.monotonic() + LONGEST_PLAY
        attacking = asyncio.ensure_future(ATTACKS[name](target))
        while not stop.is_set() and time.monotonic() < until and not attacking.done():
            await asyncio.sleep(0.05)
            if target.counts:
                at_work.set()
        if attacking.done():
            attacking.result()
        attacking.cancel()
        await asyncio.wait({attacking}, timeout=5)

    try:
        uvloop.run(go())
    finally:
        out.put(target.counts)


def longest_record(most: int) -> str:
    """Write the record of a match of nearly as many moves as may be imported: five people who only ever raise.

    Now and then somebody scores, or it would be over for being quiet.
    """
    import decapod
    from decapod.games.crabs import state as s

    match = decapod.game("crabs").match(5, seed=1, first="0")
    dice = random.Random(1)
    points, changed_at = match.points, 0
    while not match.is_over:
        ply = len(match.moves)
        if match.points != points:
            points, changed_at = match.points, ply
        must_score = ply - changed_at > 300 and ply < most - 700
        legal = match.legal_actions(match.to_act[0])
        wishes = (
            [s.DONE] if any(move >= s.CLAIM for move in legal) else [],
            [s.BIND, s.RELAX] if must_score else [s.RAISE],
            [s.CATCH] if must_score else [],
            [move for move in legal if move != s.DONE],
            legal,
        )
        best = next(filter(None, ([move for move in wish if move in legal] for wish in wishes)))
        match.play(match.to_act[0], dice.choice(best), elapsed_ms=ply)
    return match.dumps()
