"""A room: one table in memory, with its course, its seats, and everybody who looks at it.

All that changes a match goes the same way: the course says the entry, the store keeps it, the course
applies it, everybody is shown. The lock makes that one at a time; a place taken by another process is
answered by catching up and asking again.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError

from decapod import bots
from decapod.errors import Illegal, Reason, Refused, Stale, Unreadable
from decapod.server import metrics, schema, wire
from decapod.server.course import Course
from decapod.server.store import Entry, now
from decapod.server.words import reason

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from decapod.game import Game
    from decapod.match import Match
    from decapod.scene import Scene
    from decapod.server.rooms import Rooms
    from decapod.server.visitor import Visitor

log = logging.getLogger("decapod.server")

LATELY = 24  # moves of the story that come with a first scene
TRIES = 50  # for a place in the record before giving up
DEFAULT_BOT = "sampler"


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


class SceneBody(msgspec.Struct):
    """A scene as it is sent: what `Scene.data()` has, without copying it."""

    game: str
    title: str
    viewer: int
    layout: str
    width: float
    height: float
    prompt: str
    awaiting: tuple[int, ...]
    pieces: tuple[Any, ...]
    choices: tuple[Any, ...]
    panels: tuple[Any, ...]
    zones: tuple[Any, ...]
    labels: tuple[Any, ...]
    sketch: tuple[Any, ...]
    story: tuple[str, ...]
    story_box: tuple[float, float, float, float] | None


PARTS = tuple(name for name in SceneBody.__struct_fields__ if name != "pieces")


@dataclass
class Shown:
    """A scene built once for all who see the same: as parts, and encoded."""

    n: int
    body: SceneBody
    whole: msgspec.Raw | None = None
    serial: int = field(default_factory=itertools.count().__next__)
    patches: dict[int, msgspec.Raw] = field(default_factory=dict)  # by the serial they build on
    pieces: dict[int, Any] = field(init=False)  # by identity: a view makes again only what looks different

    def __post_init__(self) -> None:
        """Find pieces quickly."""
        self.pieces = dict(zip(map(id, self.body.pieces), self.body.pieces, strict=True))

    def encoded(self) -> msgspec.Raw:
        """The scene as JSON, made when it is first needed: most who look are sent only what changed."""
        if self.whole is None:
            self.whole = msgspec.Raw(wire.encode(self.body))
        return self.whole


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
        self._scenes: dict[tuple[Any, ...], Shown] = {}
        self._stories: dict[tuple[int, str], dict[int, wire.Told]] = {}
        self._shape = 0  # the number of the last entry that changed what is seen
        self._driver: asyncio.Task[None] | None = None
        self._stir = asyncio.Event()
        self._hinting: set[int] = set()
        self._has_bots = any(seat.bot is not None for seat in seats)
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
        """List the seats whose people must agree when `seat` takes back: one seat for each other person."""
        mine = self.seats[seat].person
        asked: dict[str, int] = {}
        for number, other in enumerate(self.seats):
            if other.person is not None and other.person != mine and self.bot_of(number) is None:
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

        await self._happen(wanted, visitor.language, visitor, said.n)
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

        await self._happen(wanted, visitor.language, visitor, said.n)

    async def resign(self, visitor: Visitor, said: wire.Resign) -> None:
        """Give up."""
        self.check_seat(visitor.person, said.seat, visitor.language)
        await self._happen(
            lambda course: course.resign(said.seat, now() - course.began), visitor.language, visitor, said.n
        )

    async def rematch(self, visitor: Visitor, said: wire.Rematch) -> None:
        """Ask for another match; when every person wants it, it begins."""
        mine = self.seats_of(visitor.person)
        if not mine:
            raise Illegal(reason("seat.not_yours", visitor.language))
        await self._happen(
            lambda course: course.rematch(mine[0], now() - course.began), visitor.language, visitor, said.n
        )
        course = self.course
        if course is None:
            return
        wanting = {self.seats[seat].person for seat in course.again}
        if {seat.person for seat in self.seats if seat.person and seat.bot is None} <= wanting:
            await self.rooms.begin(self, self.number + 1)

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
            judged = await self.rooms.think(_judge, match, said.seat)
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

    async def _happen(
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
            if self.course is not None and self.course.over and self.row.state == "playing":
                await self.finish()
        self.rooms.tell(self.id, "e", entry.n)
        return True

    def _apply(self, entry: Entry) -> None:
        course = self.course
        assert course is not None  # an entry belongs to a course
        before = list(course.match.played) if entry.kind == "undo" else []
        course.apply(entry)
        if entry.kind == "move":
            self._shape = entry.n
        elif entry.kind == "undo":
            self._shape = entry.n
            pairs = zip(before, course.match.played, strict=False)
            kept = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
            self._stories.clear()
            for visitor in self.visitors:
                visitor.told = min(visitor.told, kept)
        self._forget_scenes()
        self.show()

    async def _read_on(self) -> None:
        """Apply what other processes stored."""
        course = self.course
        if course is None:
            return
        for entry in await self.rooms.store.entries_from(course.id, course.n + 1):
            self._apply(entry)

    async def catch_up(self) -> None:
        """Apply what other processes stored, and show it."""
        async with self.lock:
            await self._read_on()
            if self.course is not None and self.course.over and self.row.state == "playing":
                await self.finish()
        self.stir()

    async def finish(self) -> None:
        """Keep how the match ended. Whoever does it second changes nothing."""
        course = self.course
        result = course.result() if course is not None else None
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
        self.show()

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
        self._shape = course.n
        self._scenes.clear()
        self._stories.clear()
        for visitor in self.visitors:
            visitor.told = 0
            visitor.shown = None
        self.show()

    def take_seats(self, row: TableRow, seats: list[Seat]) -> None:
        """Take seats and settings anew from the store."""
        self.row = row
        self.seats = seats
        self._has_bots = any(seat.bot is not None for seat in seats)
        if self.course is not None:
            self.course.match.names = self.names()
        self._scenes.clear()
        self._stories.clear()
        for visitor in self.visitors:
            visitor.sit()
        self.show()
        self.show_presence()

    # --- bots and clocks ------------------------------------------------------------------------------------

    @property
    def needs_driving(self) -> bool:
        """Whether something happens here without people: a bot's move, or a clock that runs."""
        course = self.course
        if course is None or not (self._has_bots or course.clocks or course.gone) or course.over:
            return False
        if any(self.bot_of(seat) is not None for seat in course.awaiting):
            return True
        return course.clocks is not None and bool(course.clocks.since)

    def stir(self) -> None:
        """See to it that bots and clocks run, here or on another process."""
        self._stir.set()
        if self.needs_driving and (self._driver is None or self._driver.done()) and not self.rooms.stopping:
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        if not await self.rooms.store.keep(self.id):
            return
        try:
            while self.needs_driving and not self.rooms.stopping:
                self._stir.clear()
                course = self.course
                if course is None:
                    return
                seat = next((s for s in course.awaiting if self.bot_of(s) is not None), None)
                if seat is not None:
                    await self._bot_moves(course, seat)
                elif course.clocks is not None:
                    await self._watch_clocks(course)
        except Exception:
            log.exception("a table's bots stopped", extra={"table": self.id})
            await asyncio.sleep(self.rooms.settings.sweep)  # the next sweep tries again
        finally:
            await self.rooms.store.let_go(self.id)

    async def _bot_moves(self, course: Course, seat: int) -> None:
        level = self.bot_of(seat) or DEFAULT_BOT
        seen, began = course.n, time.monotonic()
        async with self.lock:
            match = course.match.at(course.ply)
        chosen = await self.rooms.think(_choose, level, match, seat)
        metrics.BOT_TIME.labels(level).observe(time.monotonic() - began)
        await asyncio.sleep(max(0.0, self.rooms.settings.pace - (time.monotonic() - began)))
        if self.course is not course or self.bot_of(seat) is None:
            return
        try:
            await self._happen(lambda c: c.move(seat, chosen, seen, now() - c.began) if c is course else None)
        except Refused:  # the table moved on while the bot thought: it thinks again
            await self.catch_up()

    async def _watch_clocks(self, course: Course) -> None:
        clocks = course.clocks
        falls = clocks.flag_at() if clocks is not None else None
        if falls is None:
            return
        wait = (falls - (now() - course.began)) / 1000
        if wait > 0:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stir.wait(), min(wait, 30))
            return
        await self._happen(lambda c: c.flag(now() - c.began) if c is course else None)

    async def pause(self, missed: int) -> None:
        """Give back time in which no server ran."""
        if self.course is not None:
            await self._happen(lambda course: course.pause(missed, now() - course.began))

    async def close(self) -> None:
        """Stop bots and clocks here."""
        if self._driver is not None:
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)
            self._driver = None
        await self.rooms.store.let_go(self.id)

    # --- what is shown --------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show everybody where things stand."""
        for visitor in self.visitors:
            visitor.look()
        self.stir()

    def _forget_scenes(self) -> None:
        """Keep of the scenes only the last ones, for what changed since."""
        if len(self._scenes) > 4 * max(2, len(self.visitors)):
            oldest = sorted(self._scenes.items(), key=lambda item: item[1].n)
            for key, _ in oldest[: len(oldest) // 2]:
                del self._scenes[key]

    def _shown(self, viewer: int, layout: str, language: str, sketch: bool) -> Shown | None:
        course = self.course
        if course is None:
            return None
        key = (self._shape, viewer, layout, language, sketch, course.over)
        shown = self._scenes.get(key)
        if shown is None:
            match = course.match
            match.language = language
            told = self.story(viewer, language, course.ply, course.ply)
            scene = match.scene(None if viewer < 0 else viewer, layout, told[-1].lines if told else ())
            body = _body(scene, sketch)
            if course.over and not match.over:  # given up: the rules do not know
                result = course.result()
                body.prompt = result.words if result else body.prompt
                body.choices = ()
                body.awaiting = ()
            shown = self._scenes[key] = Shown(course.n, body)
        return shown

    def story(self, viewer: int, language: str, first: int, last: int) -> list[wire.Told]:
        """Tell moves `first` to `last` (from 1) as a viewer may know them."""
        course = self.course
        if course is None:
            return []
        if not self.game.rules.SECRETS:
            viewer = -1  # everybody is told the same
        told = self._stories.setdefault((viewer, language), {})
        match = course.match
        match.language = language
        for ply in range(max(1, first), min(last, course.ply) + 1):
            if ply not in told:
                lines = match.story(None if viewer < 0 else viewer, ply)
                told[ply] = wire.Told(ply=ply, seat=match.played[ply - 1].player, lines=lines)
        return [told[ply] for ply in range(max(1, first), min(last, course.ply) + 1)]

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
        shown = self._shown(viewer, visitor.layout, language, visitor.sketch)
        assert shown is not None  # there is a course
        patch = None
        if visitor.patches and visitor.shown is not None and visitor.shown is not shown:
            patch = _patch(visitor.shown, shown)
        if patch is not None and visitor.shown is not None:
            message.base, message.scene = visitor.shown_n, patch
            metrics.SCENES.labels("patch").inc()
        else:
            message.scene = shown.encoded()
            metrics.SCENES.labels("full").inc()
        visitor.shown, visitor.shown_n = shown, course.n
        first = visitor.told + 1 if visitor.told else max(1, course.ply - LATELY + 1)
        message.log = self.story(viewer, language, first, course.ply)
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


def _body(scene: Scene, sketch: bool) -> SceneBody:
    return SceneBody(
        scene.game, scene.title, scene.viewer, scene.layout, scene.width, scene.height, scene.prompt,
        scene.awaiting, scene.pieces, scene.choices, scene.panels, scene.zones, scene.labels,
        scene.sketch if sketch else (), scene.story, scene.story_box,
    )  # fmt: skip


def _patch(old: Shown, new: Shown) -> msgspec.Raw | None:
    """Say what changed between two scenes; None if they show different things."""
    if old.body.layout != new.body.layout or old.body.viewer != new.body.viewer:
        return None
    known = old.serial
    if known not in new.patches:
        before = {piece.id: piece for piece in map(old.pieces.__getitem__, old.pieces.keys() - new.pieces.keys())}
        made = new.pieces.keys() - old.pieces.keys()
        moved = [piece for key, piece in new.pieces.items() if key in made and before.pop(piece.id, None) != piece]
        changed: dict[str, Any] = {"moved": moved, "gone": list(before)}
        for name in PARTS:
            value = getattr(new.body, name)
            if value != getattr(old.body, name):
                changed[name] = value
        new.patches[known] = msgspec.Raw(wire.encode(changed))
    return new.patches[known]


def _choose(level: str, match: Match, seat: int) -> int:
    return bots.bot(level).choose(match, seat).id


def _judge(match: Match, seat: int) -> list[bots.Judged]:
    judge: Any = bots.bot(DEFAULT_BOT)
    return judge.judge(match, seat)
