"""A room: one table in memory, with its course, its seats, and everybody who looks at it.

All that changes a match goes the same way: the course says the entry, the store keeps it, the course
applies it, everybody is shown. The lock makes that one at a time; a place taken by another process is
answered by catching up and asking again.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from decapod.errors import Illegal, Reason, Stale, Unreadable
from decapod.server import metrics, schema, wire
from decapod.server.course import Course
from decapod.server.driver import DEFAULT_BOT, Driver, judge
from decapod.server.pictures import Pictures, patch
from decapod.server.store import Entry, now
from decapod.server.words import reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from decapod.game import Game
    from decapod.server.rooms import Rooms
    from decapod.server.visitor import Visitor

log = logging.getLogger("decapod.server")

LATELY = 24  # moves of the story that come with a first scene
TRIES = 50  # for a place in the record before giving up


@dataclass
class Seat:
    """Who sits on a seat: a person, a bot, both (the bot plays while the person is away), or nobody."""

    person: str | None = None
    bot: str | None = None
    name: str = ""

    @property
    def free(self) -> bool:
        """Whether it can be taken."""
        return self.person is None and self.bot is None


@dataclass
class TableRow:
    """A table as it is stored."""

    id: str
    game: str
    variant: str
    players: int
    options: dict[str, str]
    box: str
    seed: str
    public: bool
    host: str
    invite: str
    bank: int
    increment: int
    time_out: str
    hints: bool
    state: str
    made: int
    touched: int


class Room:
    """One table."""

    def __init__(self, rooms: Rooms, game: Game, row: TableRow, seats: list[Seat]) -> None:
        """Take what the store has; `rooms` loads the course."""
        self.rooms = rooms
        self.game = game
        self.row = row
        self.seats = seats
        self.number = 0
        self.course: Course | None = None
        self.secret = ""
        self.score = [0.0] * row.players
        self.visitors: set[Visitor] = set()
        self.elsewhere: dict[str, tuple[float, list[tuple[str, str]], int]] = {}  # presence on other processes
        self.left_at: dict[str, float] = {}  # when each person's last socket here closed
        self.loaded = time.monotonic()
        self.quiet_since = time.monotonic()
        self.lock = asyncio.Lock()
        self.pictures = Pictures()
        self.driver = Driver(self)
        self._hinting: set[int] = set()
        self.has_bots = any(seat.bot is not None for seat in seats)
        self._seal = ""

    # --- who is who -----------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    def seats_of(self, person: str) -> list[int]:
        """List the seats a person holds."""
        return [number for number, seat in enumerate(self.seats) if person and seat.person == person]

    def names(self) -> list[str]:
        """List the names at the table, by seat; empty where the colour will do."""
        return [seat.name for seat in self.seats]

    def bot_of(self, seat: int) -> str | None:
        """Name the bot that plays for a seat now, if one does."""
        at = self.seats[seat]
        if at.bot is not None:
            return at.bot
        course = self.course
        if course is not None and (seat in course.flagged or seat in course.gone):
            return DEFAULT_BOT
        return None

    def _others(self, seat: int) -> list[int]:
        """List the seats whose people must agree when `seat` takes back: one seat for each other person.

        Also those for whom a bot plays while they are away: some of the moves may be their own.
        """
        mine = self.seats[seat].person
        asked: dict[str, int] = {}
        for number, other in enumerate(self.seats):
            left = self.course is not None and (number in self.course.gone or number in self.course.flagged)
            if other.person is not None and other.person != mine and not left:
                asked.setdefault(other.person, number)
        return list(asked.values())

    def check_seat(self, person: str, seat: int, language: str) -> None:
        """Refuse whoever does not hold a seat."""
        if seat >= self.row.players:
            raise Unreadable(reason("seat.none", language))
        if not person or self.seats[seat].person != person:
            raise Illegal(reason("seat.not_yours", language))

    def _check_own(self, seat: int, language: str) -> None:
        """Refuse a seat for which a bot plays: it was left to one, resigned, or its time ran out."""
        if self.course is not None and not self.course.over and self.bot_of(seat) is not None:
            raise Illegal(reason("seat.bot", language))

    def _playing(self, language: str) -> Course:
        if self.course is None:
            raise Illegal(reason("table.not_started", language))
        self.course.match.language = language
        return self.course

    # --- what people do -------------------------------------------------------------------------------------

    async def move(self, visitor: Visitor, said: wire.MakeMove) -> None:
        """Make a person's move."""
        began = time.perf_counter()
        self.check_seat(visitor.person, said.seat, visitor.language)

        def wanted(course: Course) -> Entry:
            self._check_own(said.seat, visitor.language)
            if said.match and said.match != course.id:
                raise Stale(reason("move.stale", visitor.language))
            return course.move(said.seat, said.move, said.seen, now() - course.began, said.thought)

        await self.happen(wanted, visitor.language, visitor, said.n)
        metrics.MOVE_TIME.observe(time.perf_counter() - began)

    async def undo(self, visitor: Visitor, said: wire.Undo) -> None:
        """Take back, or answer somebody who asks to."""
        self.check_seat(visitor.person, said.seat, visitor.language)

        def wanted(course: Course) -> Entry:
            at = now() - course.began
            if said.answer == "ask":
                self._check_own(said.seat, visitor.language)
                return course.undo(said.seat, at, self._others(said.seat))
            others = self._others(course.asker) if course.asker is not None else []
            mine = [seat for seat in others if self.seats[seat].person == visitor.person]
            return course.answer(mine[0] if mine else said.seat, said.answer == "grant", at, others)

        await self.happen(wanted, visitor.language, visitor, said.n)

    async def resign(self, visitor: Visitor, said: wire.Resign) -> None:
        """Give up."""
        self.check_seat(visitor.person, said.seat, visitor.language)
        await self.happen(
            lambda course: course.resign(said.seat, now() - course.began), visitor.language, visitor, said.n
        )

    async def rematch(self, visitor: Visitor, said: wire.Rematch) -> None:
        """Ask for another match; when every person wants it, it begins."""
        mine = self.seats_of(visitor.person)
        if not mine:
            raise Illegal(reason("seat.not_yours", visitor.language))
        if not self.all_want_more:  # a server may have died between the last word for it and the beginning
            await self.happen(
                lambda course: course.rematch(mine[0], now() - course.began), visitor.language, visitor, said.n
            )
        if self.all_want_more:
            await self.rooms.begin(self, self.number + 1)

    @property
    def all_want_more(self) -> bool:
        """Whether every person at the table has asked for another match."""
        course = self.course
        if course is None or not course.over or not course.again:
            return False
        wanting = {self.seats[seat].person for seat in course.again}
        people = {seat.person for seat in self.seats if seat.person and seat.bot is None}
        return bool(people) and people <= wanting

    async def why(self, visitor: Visitor, said: wire.Why) -> Reason | None:
        """Say why a move is not allowed."""
        self.check_seat(visitor.person, said.seat, visitor.language)
        async with self.lock:
            course = self._playing(visitor.language)
            move: int | str | None = said.move
            if move is None:
                if said.seat not in course.awaiting:
                    legal = course.match.why_not(said.seat, 0)
                    if legal is not None:
                        return legal
                move = course.match.meant(said.seat, said.clicks)
            return course.match.why_not(said.seat, move)

    async def hint(self, visitor: Visitor, said: wire.Hint) -> wire.Hinted:
        """Ask the bot."""
        language = visitor.language
        self.check_seat(visitor.person, said.seat, language)
        async with self.lock:
            course = self._playing(language)
            if not self.row.hints:
                raise Illegal(reason("hint.none", language))
            if said.seat not in course.awaiting:
                raise Illegal(reason("hint.turn", language))
            if said.seat in self._hinting:
                raise Illegal(reason("hint.busy", language))
            match = course.match.at(course.ply)
        self._hinting.add(said.seat)
        try:
            judged = await self.rooms.think(judge, match, said.seat)
        finally:
            self._hinting.discard(said.seat)
        return wire.Hinted(
            seat=said.seat,
            re=said.n,
            judged=[
                wire.JudgedMove(
                    move=j.move.id, text=j.move.text, words=j.move.words, worth=round(j.worth, 4), playouts=j.playouts
                )
                for j in judged[:5]
            ],
        )

    # --- how it happens -------------------------------------------------------------------------------------

    async def happen(
        self,
        wanted: Callable[[Course], Entry | None],
        language: str = "en",
        visitor: Visitor | None = None,
        number: int = 0,
    ) -> bool:
        """Store what is wanted, then let it happen; false if nothing was.

        Only then does a scene answer the visitor's message: one that comes before, because of somebody else, must not.
        """
        async with self.lock:
            for _ in range(TRIES):
                course = self._playing(language)
                entry = wanted(course)
                if entry is None:
                    return False
                try:
                    stored = await self.rooms.store.append(entry)
                except (SQLAlchemyError, OSError) as error:
                    log.error("cannot store", extra={"table": self.id, "error": str(error).splitlines()[0]})
                    raise Illegal(reason("server.storage", language)) from None
                if stored:
                    if visitor is not None:
                        visitor.answering = number
                    if entry.kind == "move":
                        metrics.MOVES.labels(self.row.game).inc()
                    self._apply(entry)
                    break
                await self._read_on()
            else:
                raise Illegal(reason("server.storage", language))
            await self.finish()  # first, so that whoever sees the end also finds it in their list
            self.show()
        self.rooms.tell(self.id, "e", entry.n)
        return True

    def _apply(self, entry: Entry) -> None:
        course = self.course
        assert course is not None  # an entry belongs to a course
        before = list(course.match.played) if entry.kind == "undo" else []
        course.apply(entry)
        if entry.kind in ("move", "undo"):
            self.pictures.shape = entry.n
        if entry.kind == "undo":
            pairs = zip(before, course.match.played, strict=False)
            kept = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
            self.pictures.forget_stories()
            for visitor in self.visitors:
                visitor.told = min(visitor.told, kept)
        self.pictures.forget_old(len(self.visitors))

    async def _read_on(self) -> None:
        """Apply what other processes stored, and show it."""
        course = self.course
        if course is None:
            return
        missed = await self.rooms.store.entries_from(course.id, course.n + 1)
        for entry in missed:
            self._apply(entry)
        if missed:
            await self.finish()
            self.show()

    async def catch_up(self) -> None:
        """Apply what other processes stored, and show it."""
        async with self.lock:
            await self._read_on()
        self.driver.stir()

    async def finish(self) -> None:
        """If the match is over, keep how it ended. Whoever does it second changes nothing."""
        course = self.course
        result = course.result() if course is not None and self.row.state == "playing" else None
        if course is None or result is None:
            return
        ended = now()
        plain = msgspec.to_builtins(result)

        def work(connection: Connection) -> bool:
            done = connection.execute(
                update(schema.matches)
                .where(schema.matches.c.id == course.id, schema.matches.c.ended.is_(None))
                .values(ended=ended, result=plain, plies=course.ply)
            )
            connection.execute(
                update(schema.tables).where(schema.tables.c.id == self.id).values(state="over", touched=ended)
            )
            return done.rowcount > 0

        try:
            first = await self.rooms.store.write(work)
        except (SQLAlchemyError, OSError) as error:  # it is done again when the table is next loaded
            log.error("cannot store the end", extra={"table": self.id, "error": str(error).splitlines()[0]})
            return
        self.row.state = "over"
        self.row.touched = ended
        self._count(result)
        if first:
            metrics.MATCHES.labels(self.row.game, "ended").inc()
            log.info("match over", extra={"table": self.id, "match": course.id, "ending": result.code})

    def _count(self, result: wire.Result) -> None:
        for seat in result.winners:
            self.score[seat] += round(1 / len(result.winners), 3)

    def take_course(self, number: int, course: Course, secret: str) -> None:
        """Begin to play a match that is stored."""
        course.match.names = self.names()
        self.number = number
        self.course = course
        self.secret = secret
        self._seal = course.match.seal
        self.pictures.forget(course.n)
        for visitor in self.visitors:
            visitor.told = 0
            visitor.shown = None
        self.show()

    def take_seats(self, row: TableRow, seats: list[Seat]) -> None:
        """Take seats and settings anew from the store."""
        self.row = row
        self.seats = seats
        self.has_bots = any(seat.bot is not None for seat in seats)
        if self.course is not None:
            self.course.match.names = self.names()
        self.pictures.forget()
        for visitor in self.visitors:
            visitor.sit()
        self.show()
        self.show_presence()

    async def pause(self, missed: int) -> None:
        """Give back time in which no server ran."""
        if self.course is not None:
            await self.happen(lambda course: course.pause(missed, now() - course.began))

    # --- what is shown --------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show everybody where things stand."""
        for visitor in self.visitors:
            visitor.look()
        self.driver.stir()

    def message(self, visitor: Visitor) -> wire.SceneMessage:
        """Make the message that shows a visitor where things stand."""
        course, row = self.course, self.row
        viewer, language = visitor.viewer, visitor.language
        seats = self.seat_infos(visitor.person)
        message = wire.SceneMessage(
            n=course.n if course else 0,
            re=visitor.answering,
            table=row.id,
            match=course.id if course else "",
            number=self.number,
            state="over" if course and course.over else row.state,
            you=visitor.seats,
            viewer=viewer,
            awaiting=list(course.awaiting) if course else [],
            ply=course.ply if course else 0,
            seats=seats,
            score=self.score,
            hints=row.hints,
        )
        if course is None:
            return message
        shown = self.pictures.shown(course, viewer, visitor.layout, language, visitor.sketch)
        changed = None
        if visitor.patches and visitor.shown is not None and visitor.shown is not shown:
            changed = patch(visitor.shown, shown)
        if changed is not None and visitor.shown is not None:
            message.base, message.scene = visitor.shown_n, changed
            metrics.SCENES.labels("patch").inc()
        else:
            message.scene = shown.encoded()
            metrics.SCENES.labels("full").inc()
        visitor.shown, visitor.shown_n = shown, course.n
        first = visitor.told + 1 if visitor.told else max(1, course.ply - LATELY + 1)
        message.log = self.pictures.story(course, viewer, language, first, course.ply)
        visitor.told = course.ply
        message.seal = self._seal
        message.clocks = self._clock_info(course)
        if course.asker is not None:
            message.undo = wire.Asked(seat=course.asker, granted=sorted(course.granted))
        if viewer >= 0 and not course.over:
            message.may_undo = course.match.may_undo(viewer)
        if course.over:
            message.rematch = sorted(course.again)
            message.secret = self.secret
            course.match.language = language
            message.result = course.result()
        return message

    def story(self, visitor: Visitor, first: int, last: int) -> list[wire.Told]:
        """Tell a visitor moves `first` to `last`, from 1."""
        course = self.course
        return self.pictures.story(course, visitor.viewer, visitor.language, first, last) if course else []

    def _clock_info(self, course: Course) -> wire.ClockInfo | None:
        clocks = course.clocks
        if clocks is None:
            return None
        at = now() - course.began
        left = [
            max(0, left - (at - clocks.since[seat])) if seat in clocks.since and not course.over else left
            for seat, left in enumerate(clocks.left)
        ]
        running = [] if course.over else sorted(clocks.since)
        return wire.ClockInfo(left=left, running=running, bank=clocks.bank, increment=clocks.increment, out=clocks.out)

    def seat_infos(self, person: str) -> list[wire.SeatInfo]:
        """Describe the seats to a person."""
        gone = self.course.gone if self.course is not None else {}
        return [
            wire.SeatInfo(
                seat=number,
                name=seat.name,
                person=seat.person,
                bot=self.bot_of(number),
                you=bool(person) and seat.person == person,
                out=gone.get(number, ""),
            )
            for number, seat in enumerate(self.seats)
        ]

    # --- presence and chat ----------------------------------------------------------------------------------

    def is_here(self, person: str) -> bool:
        """Whether somebody has a socket here, on any process."""
        if any(visitor.person == person for visitor in self.visitors):
            return True
        fresh = time.monotonic() - 3 * max(10.0, self.rooms.settings.sweep)
        return any(at > fresh and any(p == person for p, _ in people) for at, people, _ in self.elsewhere.values())

    def away_for(self, person: str) -> float:
        """Tell for how many seconds somebody has been away."""
        return 0.0 if self.is_here(person) else time.monotonic() - self.left_at.get(person, self.loaded)

    def here(self) -> tuple[list[tuple[str, str]], int]:
        """List the people with a socket on this process, and count the nameless."""
        people = {visitor.person: visitor.name for visitor in self.visitors if visitor.person}
        return sorted(people.items()), sum(not visitor.person for visitor in self.visitors)

    def presence(self) -> wire.Presence:
        """Say who is at the table."""
        people, nameless = self.here()
        together = dict(people)
        fresh = time.monotonic() - 3 * max(10.0, self.rooms.settings.sweep)
        for at, others, count in self.elsewhere.values():
            if at > fresh:
                together.update(others)
                nameless += count
        here = [wire.Here(person=person, name=name, seats=self.seats_of(person)) for person, name in together.items()]
        return wire.Presence(here=here, watching=nameless + sum(not one.seats for one in here))

    def show_presence(self) -> None:
        """Tell everybody here who is at the table."""
        if self.visitors:
            encoded = wire.encode(self.presence())
            for visitor in self.visitors:
                visitor.send(encoded)

    def show_chat(self, spoken: wire.Spoken) -> None:
        """Let everybody here hear a line, but those who muted the speaker."""
        encoded = wire.encode(spoken)
        for visitor in self.visitors:
            if spoken.person not in visitor.muted:
                visitor.send(encoded)
