"""All rooms of this process: found, made, loaded and forgotten; word to and from other processes."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from litestar.di import NamedDependency
from sqlalchemy import delete, func, insert, literal, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from decapod import bots
from decapod.engine import ready
from decapod.errors import Unreadable
from decapod.game import game as game_named
from decapod.game import games
from decapod.match import SECRET_BITS, Match
from decapod.server import metrics, schema, wire
from decapod.server.chats import Chats
from decapod.server.course import AGAIN, Clocks, Course
from decapod.server.driver import DEFAULT_BOT
from decapod.server.guests import Guests, new_id
from decapod.server.room import Room, Seat, TableRow
from decapod.server.store import Store, now

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.game import Box, Game
    from decapod.server.settings import Settings

T = TypeVar("T")
log = logging.getLogger("decapod.server")

PULSE = 4_000  # milliseconds between signs of life
PULSE_MISSED = 12_000  # after this long, clocks had stood still
WARM_AFTER = 3  # seconds
TIDY = 0.5  # seconds between two looks for young garbage
TIDY_ALL = 600  # and for all of it
CHANNEL = "decapod"
RECALLED = 64  # finished matches kept in memory for replay


def check_bot(level: str | None) -> str:
    """Return a bot's level; `Unreadable` if there is no such bot."""
    level = level or DEFAULT_BOT
    if level not in bots.BOTS:
        raise Unreadable(f"there is no bot {level!r}; there is {', '.join(bots.BOTS)}")
    return level


#: What bots are called, seat by seat: no two at a table are called the same.
BOT_NAMES = ("Pinch", "Scuttle", "Barnacle", "Anemone", "Driftwood", "Limpet", "Whelk")


class Rooms:
    """The tables that this process has in memory."""

    def __init__(self, settings: Settings, store: Store) -> None:
        """Take a store that will be opened by `start`."""
        self.settings = settings
        self.store = store
        self.rooms: dict[str, Room] = {}
        self.guests = Guests(store)
        self.chats = Chats(self)
        self.process = secrets.token_hex(4)
        self.stopping = False
        self.sockets: Counter[str] = Counter()  # by address
        self.publish: Callable[[str], None] | None = None
        self._loading: dict[str, asyncio.Lock] = {}
        self._boxes: dict[tuple[str, str], Box] = {}
        self._recalled: dict[str, tuple[Room, Any, Course]] = {}
        self._thinkers = ThreadPoolExecutor(2, thread_name_prefix="bot")
        self._tasks: set[asyncio.Task[Any]] = set()

    # --- starting and stopping ------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the store, go on with every live table, and look after them from now on."""
        await self.store.open()
        await self._give_back_time()
        self.soon(self._adopt())
        self.soon(self._look_after())
        self.soon(_tidy())
        self.soon(self._warm())

    async def _warm(self) -> None:
        """Get every game's kernels ready, once the first page has been served; a bot that plays at once asks itself."""
        await asyncio.sleep(WARM_AFTER)
        for name in games():
            ready.warm(game_named(name).package)

    async def stop(self) -> None:
        """Stop bots and clocks, write what is waiting, close."""
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in list(self.rooms.values()):
            await room.driver.close()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    def soon(self, work: Any) -> None:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def think(self, work: Callable[..., T], *arguments: Any) -> T:
        """Let a bot think in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thinkers, work, *arguments)

    async def _give_back_time(self) -> None:
        """Give the clocks the time back in which no server ran, before any of them can fall."""
        missed = await self._missed()
        for table in await self._unattended(clocks_only=True) if missed else []:
            room = await self.find(table)
            if room is not None:
                await room.pause(missed)

    async def _missed(self) -> int:
        """Tell for how long no server ran, and say that one does now; only the first to start is told."""

        def work(connection: Connection) -> int:
            at = now()
            found = connection.execute(select(schema.pulses.c.at).with_for_update()).scalar()
            if found is None:
                connection.execute(insert(schema.pulses).values(id=1, at=at))
                return 0
            connection.execute(update(schema.pulses).values(at=at))
            return at - found if at - found > PULSE_MISSED else 0

        return await self.store.write(work)

    async def _look_after(self) -> None:
        """From time to time: catch up with what was missed, drive what nobody drives, forget what nobody needs."""
        pulse = cleaned = 0.0
        while True:
            await asyncio.sleep(self.settings.sweep)
            try:
                at = time.monotonic()
                if at - pulse > PULSE / 1000:
                    pulse = at
                    await self.store.write(lambda c: c.execute(update(schema.pulses).values(at=now())))
                if not self.store.is_sqlite:
                    await self._catch_up_all()
                for room in list(self.rooms.values()):
                    room.driver.stir()
                    if self.publish is not None and room.visitors:
                        self.tell_presence(room)
                    if not room.visitors and not room.driver.is_needed and at - room.quiet_since > self.settings.idle:
                        await self._forget(room)
                if at - cleaned > 600:
                    cleaned = at
                    await self._clean()
            except (SQLAlchemyError, OSError) as error:
                log.warning("looking after tables failed", extra={"error": str(error).splitlines()[0]})

    async def _catch_up_all(self) -> None:
        """Find entries whose word never reached us, and live tables whose process died."""
        live = {room.course.id: room for room in self.rooms.values() if room.course and not room.course.over}
        if live:
            newest = await self.store.read(
                select(schema.entries.c.match, func.max(schema.entries.c.n))
                .where(schema.entries.c.match.in_(list(live)))
                .group_by(schema.entries.c.match)
            )
            for match, n in newest:
                room = live[match]
                if room.course is not None and room.course.id == match and room.course.n < n:
                    await room.catch_up()
        await self._adopt()

    async def _adopt(self) -> None:
        """Load live tables with bots or clocks that are not here; whoever gets their lock drives them."""
        for table in await self._unattended():
            if table not in self.rooms:
                try:
                    await self.find(table)
                except Exception as error:  # whatever is wrong with one table, the others go on
                    log.error("cannot go on with a table", extra={"table": table, "error": str(error)})

    async def _unattended(self, *, clocks_only: bool = False) -> list[str]:
        """List the live tables on which something happens without people: those with clocks or bots."""
        t, s = schema.tables, schema.seats
        clocks_run = t.c.bank > 0
        bots_sit = select(literal(1)).where(s.c.table == t.c.id, s.c.bot.is_not(None)).exists()
        driven = clocks_run if clocks_only else clocks_run | bots_sit
        rows = await self.store.read(select(t.c.id).where(t.c.state == "playing", driven))
        return [table for (table,) in rows]

    async def _forget(self, room: Room) -> None:
        async with room.lock:
            if not room.visitors:
                self.rooms.pop(room.id, None)
                self._loading.pop(room.id, None)
                metrics.ROOMS.set(len(self.rooms))
        if room.id not in self.rooms:
            await room.driver.close()

    async def _clean(self) -> None:
        """Throw away what nobody will miss.

        Tables that never started, matches nobody goes on with (a table keeps those that ended), boxes of no table,
        links that are over, and guests who did nothing.
        """
        at = now()
        old = at - int(self.settings.keep_open * 1000)
        idle = at - int(self.settings.keep_idle * 1000)

        def work(connection: Connection) -> None:
            t, s, p = schema.tables, schema.seats, schema.people
            connection.execute(delete(t).where(t.c.state == "open", t.c.touched < old))
            m, e, b = schema.matches, schema.entries, schema.boxes
            moved = select(literal(1)).where(e.c.match == m.c.id, e.c.at > idle - m.c.began).exists()
            left = select(m.c.id, m.c.table).where(m.c.ended.is_(None), m.c.began < idle, ~moved)
            for match, table in connection.execute(left).all():
                if table not in self.rooms:  # nobody looks at it
                    connection.execute(delete(m).where(m.c.id == match))
                    connection.execute(update(t).where(t.c.id == table).values(state="over"))
                    ended = select(m.c.id).where(m.c.table == table)
                    connection.execute(delete(e).where(e.c.match.in_(ended), e.c.kind == AGAIN))
            played = select(literal(1)).where(m.c.table == t.c.id).exists()
            connection.execute(delete(t).where(t.c.state == "over", ~played))
            used = select(literal(1)).where(t.c.box == b.c.hash, t.c.game == b.c.game).exists()
            connection.execute(delete(b).where(~used))
            connection.execute(delete(schema.links).where(schema.links.c.expires < at))
            sitting = select(literal(1)).where(s.c.person == p.c.id).exists()
            hosting = select(literal(1)).where(t.c.host == p.c.id).exists()
            connection.execute(delete(p).where(p.c.seen < at - 400 * 86_400_000, ~sitting, ~hosting))

        await self.store.write(work)

    # --- finding and loading --------------------------------------------------------------------------------

    async def find(self, table: str) -> Room | None:
        """Return a table, from memory or from the store; None if there is none."""
        room = self.rooms.get(table)
        if room is not None or "\0" in table:  # PostgreSQL takes no such text
            return room
        async with self._loading.setdefault(table, asyncio.Lock()):
            if table in self.rooms:
                return self.rooms[table]
            stored = await self._stored(table)
            if stored is None:
                self._loading.pop(table, None)
                return None
            row, seats = stored
            room = Room(self, game_named(row.game), row, seats)
            await self._load_course(room)
            self.rooms[table] = room
            metrics.ROOMS.set(len(self.rooms))
        if room.all_want_more:
            await self.begin(room, room.number + 1)
        room.driver.stir()
        return room

    async def _stored(self, table: str) -> tuple[TableRow, list[Seat]] | None:
        rows = await self.store.read(select(schema.tables).where(schema.tables.c.id == table))
        if not rows:
            return None
        s = schema.seats
        seats = await self.store.read(
            select(s.c.person, s.c.bot, s.c.name).where(s.c.table == table).order_by(s.c.seat)
        )
        return TableRow(*rows[0]), [Seat(*seat) for seat in seats]

    async def _load_course(self, room: Room) -> None:
        """Load the newest match of a table, and the score of those before."""
        m = schema.matches
        rows = await self.store.read(select(m).where(m.c.table == room.id).order_by(m.c.number))
        room.score = [0.0] * room.row.players
        for row in rows:
            for seat in (row.result or {}).get("winners", ()):
                room.score[seat] += round(1 / len(row.result["winners"]), 3)
        if not rows:
            return
        newest = rows[-1]
        course = await self.course(room, newest)
        for entry in await self.store.entries_from(newest.id, 1):
            course.apply(entry)
        room.take_course(newest.number, course, newest.secret)
        await room.finish()  # the server may have died before it could write how the match ended

    async def course(self, room: Room, row: Any) -> Course:
        """Begin the course of a stored match, without its entries."""
        match = await self.dealt(room.game, room.row, row.options, row.secret)
        return Course(row.id, match, row.began, _clocks(room.row))

    async def dealt(self, game: Game, row: TableRow, options: dict[str, str], secret: str) -> Match:
        """Deal a match."""
        box = await self.box(game, row.box) if row.box else None
        return game.match(row.players, variant=row.variant, seed=int(secret, 16), box=box, **options)

    async def box(self, game: Game, fingerprint: str) -> Box:
        """Open a box that is stored."""
        key = (game.name, fingerprint)
        if key not in self._boxes:
            b = schema.boxes
            rows = await self.store.read(select(b.c.text).where(b.c.hash == fingerprint, b.c.game == game.name))
            if not rows:
                raise Unreadable(f"there is no box {fingerprint} of {game.name}")
            self._boxes[key] = open_box(game, rows[0][0])
        return self._boxes[key]

    async def reload(self, room: Room) -> None:
        """Take a table's settings, seats and newest match anew from the store."""
        async with room.lock:
            stored = await self._stored(room.id)
            if stored is not None:
                if replace(stored[0], touched=room.row.touched) != room.row or stored[1] != room.seats:
                    room.take_seats(*stored)
                room.row.touched = stored[0].touched
                m = schema.matches
                newest = await self.store.read(select(func.max(m.c.number)).where(m.c.table == room.id))
                if (newest[0][0] or 0) != room.number:
                    await self._load_course(room)
        if stored is None and room.id in self.rooms:
            await self.dismiss(room)

    async def fresh(self, table: str) -> Room | None:
        """Return a table as it is now, also where other processes change it and their word is still on its way."""
        known = table in self.rooms
        room = await self.find(table)
        if room is not None and known and not self.store.is_sqlite:
            await self.reload(room)
            await room.catch_up()
            room = self.rooms.get(table)
        return room

    async def dismiss(self, room: Room) -> None:
        """Let go of a table that is no longer stored, and of everybody who looks at it."""
        self.rooms.pop(room.id, None)
        self._loading.pop(room.id, None)
        metrics.ROOMS.set(len(self.rooms))
        for visitor in list(room.visitors):
            visitor.dismiss(wire.Close.GONE, "this table was closed")
        await room.driver.close()
        self.tell(room.id, "s", 0)

    async def recalled(self, match: str) -> tuple[Room, Any, Course] | None:
        """Find a match by its id, live or finished: its table, its row, its course."""
        for room in list(self.rooms.values()):
            if room.course is not None and room.course.id == match and not room.course.over:
                if not self.store.is_sqlite:
                    await room.catch_up()
                return room, None, room.course
        known = self._recalled.get(match)
        if known is not None:
            self._recalled[match] = self._recalled.pop(match)
            return known
        rows = await self.store.read(select(schema.matches).where(schema.matches.c.id == match.replace("\0", "")))
        if not rows:
            return None
        row = rows[0]
        room = await self.find(row.table)
        if room is None:
            return None
        if row.ended is None and room.course is not None and room.course.id == match:
            return room, row, room.course
        course = await self.course(room, row)
        course.match.names = list(row.names)
        for i, entry in enumerate(await self.store.entries_from(match, 1)):
            course.apply(entry)
            if i % 50 == 49:
                await asyncio.sleep(0)  # a long match does not hold others up
        if course.over:
            self._recalled[match] = (room, row, course)
            while len(self._recalled) > RECALLED:
                self._recalled.pop(next(iter(self._recalled)))
        return room, row, course

    # --- beginning ------------------------------------------------------------------------------------------

    async def begin(self, room: Room, number: int) -> None:
        """Begin a match at a table: the first, or a rematch. Only one of those who want to at once does."""
        row = room.row
        options = dict(row.options)
        if number > 1:
            options.update(self._loser_begins(room))
        secret = f"{int(row.seed, 16) if row.seed and number == 1 else secrets.randbits(SECRET_BITS):032x}"
        match = await self.dealt(room.game, row, options, secret)  # refuses what cannot be dealt
        at, id_ = now(), new_id()
        left = [place for place, seat in enumerate(room.seats) if seat.free]  # somebody went home before a rematch
        seats = [
            replace(seat, bot=DEFAULT_BOT, name=BOT_NAMES[place]) if seat.free else seat
            for place, seat in enumerate(room.seats)
        ]
        names = [seat.name for seat in seats]
        people = [seat.person for seat in seats]

        def work(connection: Connection) -> bool:
            taken = select(schema.matches.c.id).where(
                schema.matches.c.table == row.id, schema.matches.c.number == number
            )
            if connection.execute(taken).first() is not None:
                return False
            connection.execute(
                insert(schema.matches).values(
                    id=id_, table=row.id, number=number, options=options, secret=secret, began=at, plies=0,
                    names=names, people=people,
                )
            )  # fmt: skip
            connection.execute(
                update(schema.tables).where(schema.tables.c.id == row.id).values(state="playing", touched=at)
            )
            s = schema.seats
            for place in left:
                connection.execute(
                    update(s)
                    .where(s.c.table == row.id, s.c.seat == place, s.c.person.is_(None), s.c.bot.is_(None))
                    .values(bot=seats[place].bot, name=names[place])
                )
            return True

        try:
            first = await self.store.write(work)
        except IntegrityError:  # another process was first
            first = False
        if first:
            async with room.lock:
                room.row.state, room.row.touched = "playing", at
                if left:
                    room.take_seats(room.row, seats)
                room.take_course(number, Course(id_, match, at, _clocks(row)), secret)
        else:
            await self.reload(room)
        self.tell(room.id, "s", 0)
        if first:
            metrics.MATCHES.labels(row.game, "begun").inc()
            log.info("match begun", extra={"table": row.id, "match": id_, "game": row.game})

    def _loser_begins(self, room: Room) -> dict[str, str]:
        """Let the loser begin, in games whose book says so."""
        course = room.course
        option = next((o for o in room.game.options if o.name == "first" and o.seat), None)
        if option is None or course is None or not room.game.rules.LOSER_BEGINS:
            return {}
        result = course.result()
        if result is None or len(set(result.places)) == 1:
            return {}
        return {"first": str(result.places.index(max(result.places)))}

    async def rename(self, person: str, name: str) -> None:
        """Give a person another name, at every table where they sit under the old one."""
        for table in await self.guests.rename(person, name):
            await self.changed(table)
        for room in self.rooms.values():
            for visitor in room.visitors:
                if visitor.person == person:
                    visitor.name = name

    # --- word to and from other processes -------------------------------------------------------------------

    async def changed(self, table: str) -> None:
        """Show everybody, here and elsewhere, that a table's seats changed."""
        room = self.rooms.get(table)
        if room is not None:
            await self.reload(room)
        self.tell(table, "s", 0)

    def tell(self, table: str, kind: str, number: int) -> None:
        """Tell other processes that something happened: which table, what, and its number; never what it was."""
        if self.publish is not None:
            self.publish(f"{self.process} {table} {kind} {number}")

    def tell_presence(self, room: Room) -> None:
        """Tell other processes who is here."""
        if self.publish is not None:
            people, nameless = room.here()
            self.publish(f"{self.process} {room.id} p {msgspec.json.encode((people, nameless)).decode()}")

    async def hear(self, word: bytes) -> None:
        """Take word from another process."""
        sender, table, kind, rest = word.decode().split(" ", 3)
        room = self.rooms.get(table)
        if sender == self.process or room is None:
            return
        try:
            if kind == "e":
                if room.course is None or room.course.n < int(rest):
                    await room.catch_up()
            elif kind == "s":
                await self.reload(room)
            elif kind == "c":
                await self.chats.overheard(room, int(rest))
            elif kind == "p":
                people, nameless = msgspec.json.decode(rest, type=tuple[list[tuple[str, str]], int])
                known = room.elsewhere.get(sender)
                room.elsewhere[sender] = (time.monotonic(), people, nameless)
                if known is None or known[1:] != (people, nameless):
                    room.show_presence()
        except (SQLAlchemyError, OSError) as error:
            log.warning("could not follow", extra={"table": table, "error": str(error).splitlines()[0]})


async def _tidy() -> None:
    """Look for garbage often and briefly.

    By itself Python looks when there is more than before. As a busy server forgets as much as it makes, that is
    seldom, and all that is new since then is looked through at once: a tenth of a second in which nobody moves.
    """
    looked = time.monotonic()
    gc.disable()
    try:
        while True:
            await asyncio.sleep(TIDY)
            if time.monotonic() - looked > TIDY_ALL:
                looked = time.monotonic()
                gc.collect()
            else:
                gc.collect(0)
    finally:
        gc.enable()


def open_box(game: Game, text: str) -> Box:
    """Open a box from its text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "box.toml"
        path.write_text(text, encoding="utf-8")
        try:
            return game.open_box(path, "club")
        except Unreadable as error:
            raise Unreadable(str(error).replace(str(path), "you sent")) from None


def _clocks(row: TableRow) -> Clocks | None:
    return Clocks(row.bank, row.increment, row.time_out, [row.bank] * row.players) if row.bank else None


TheRooms = NamedDependency[Rooms]  # what a handler asks for
