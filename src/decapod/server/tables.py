"""Tables over HTTP: set up, find, join, start, leave; who may know what of them."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal

from litestar import Controller, get, post
from litestar.exceptions import ClientException, NotFoundException, PermissionDeniedException
from litestar.openapi.spec.example import Example
from litestar.params import Body, FromQuery, PathParameter
from litestar.status_codes import HTTP_200_OK, HTTP_409_CONFLICT
from sqlalchemy import Connection, delete, func, insert, or_, select, update

from decapod.bots import BOTS
from decapod.errors import Illegal, Reason, Unreadable
from decapod.game import game as game_named
from decapod.game import games
from decapod.server import schema, wire
from decapod.server.guests import new_id
from decapod.server.people import Asked, known_person, person_of, readable_name
from decapod.server.room import Room, TableRow
from decapod.server.rooms import BOT_NAMES, Rooms, TheRooms, check_bot, open_box
from decapod.server.settings import Settings
from decapod.server.store import now
from decapod.server.words import known

LISTED = 100
DAY = 86_400_000  # milliseconds


class Conflict(ClientException):
    """What is asked does not fit how things stand; the answer says why."""

    status_code = HTTP_409_CONFLICT


#: What may be answered instead, for the description of the interface.
REFUSALS = [NotFoundException, PermissionDeniedException, Conflict]
#: Something that is asked of one table.
of_table = partial(post, status_code=HTTP_200_OK, raises=REFUSALS)

TableId = Annotated[str, PathParameter(max_length=24, description="The table's id.")]


def no(code: str, words: str) -> Illegal:
    """Refuse, in words."""
    return Illegal(Reason(code, words=words))


class Games(Controller):
    """The games."""

    path = "/api/games"
    tags = ("games",)

    @get(summary="All games", sync_to_thread=False)
    def all(self, language: FromQuery[wire.Language] = "en") -> list[wire.GameInfo]:
        """List the games: how many play, variants, options, bots."""
        return [_game_info(name, known(language)) for name in games()]


def _game_info(name: str, language: str) -> wire.GameInfo:
    game = game_named(name)
    words = game.words(language)
    variants: dict[str, list[int]] = {}
    for variant, players in game.modes:
        variants.setdefault(variant, []).append(players)
    options = [
        wire.OptionInfo(
            name=option.name,
            words=words(f"option.{option.name}"),
            default=str(option.default),
            choices=[f"{option.choices[0]}…{option.choices[-1]}"]
            if isinstance(option.choices, range)
            else list(option.choices),
        )
        for option in game.options
    ]
    return wire.GameInfo(
        name=name,
        title=words("title"),
        blurb=words("blurb"),
        minutes=words("minutes"),
        version=game.version,
        variants=variants,
        variant_words={variant: words(f"variant.{variant}") for variant in variants},
        options=options,
        languages=list(game.languages()),
        bots=list(BOTS),
        secrets=bool(game.rules.SECRETS),
    )


def table_info(room: Room, person: str) -> wire.TableInfo:
    """Describe a table to a person."""
    row, course = room.row, room.course
    seated = bool(person) and (person == row.host or any(seat.person == person for seat in room.seats))
    clock = wire.ClockWish(row.bank // 1000, row.increment // 1000, row.time_out) if row.bank else None  # type: ignore[arg-type]
    return wire.TableInfo(
        id=row.id,
        game=row.game,
        title=room.game.title,
        variant=row.variant,
        players=row.players,
        options=row.options,
        box=row.box or room.game.box.hash,
        public=row.public,
        state=row.state,
        seats=room.seat_infos(person),
        match=course.id if course else "",
        number=room.number,
        ply=course.ply if course else 0,
        awaiting=list(course.awaiting) if course else [],
        score=room.score,
        hints=row.hints,
        clock=clock,
        made=row.made,
        touched=row.touched,
        host=bool(person) and person == row.host,
        you=room.seats_of(person),
        seal=course.match.seal if course else "",
        invite=row.invite if seated else "",
    )


async def table_found(rooms: Rooms, table: str) -> Room:
    """Return a table, or say that there is none."""
    room = await rooms.fresh(table)
    if room is None:
        raise NotFoundException("there is no such table; its link may be mistyped, or it was never started")
    return room


class Tables(Controller):
    """Tables and their seats."""

    path = "/api/tables"
    tags = ("tables",)

    @post(summary="Set a table up", raises=REFUSALS)
    async def create(
        self,
        request: Asked,
        rooms: TheRooms,
        data: Annotated[
            wire.NewTable,
            Body(
                examples=[
                    Example(
                        summary="Against a bot, at once",
                        value={
                            "game": "crab-stack",
                            "seats": [{"who": "me"}, {"who": "bot", "bot": "sampler"}],
                            "start": True,
                        },
                    ),
                    Example(
                        summary="A public table with clocks",
                        value={
                            "game": "crab-stack",
                            "players": 2,
                            "public": True,
                            "clock": {"bank": 300, "increment": 5, "out": "forfeit"},
                        },
                    ),
                ]
            ),
        ],
    ) -> wire.TableInfo:
        """Set up a table. Seats not named are: you on the first, the others open."""
        game = game_named(data.game)
        variant, players = game.mode(data.players or (len(data.seats) or None), data.variant)
        wishes = list(data.seats) or [wire.SeatWish("me")]
        if len(wishes) > players:
            raise Unreadable(f"this table has {players} seats, and {len(wishes)} were described")
        wishes += [wire.SeatWish()] * (players - len(wishes))
        agreed = game.agreed(players, data.options)
        options = {o.name: o.text(n) for o, n in zip(game.options, agreed, strict=True)}
        box = open_box(game, data.box) if data.box is not None else None
        levels = [check_bot(wish.bot) if wish.who == "bot" else None for wish in wishes]
        humans = [wish.who for wish in wishes if wish.who != "bot"]
        if data.seed is not None and "open" in humans:
            raise no("seed.shared", "a seed can be chosen only where one person holds every seat that is no bot's")
        if data.start and "open" in humans:
            raise no("start.free", "the match cannot start while seats are free")
        seed = data.seed.strip() if isinstance(data.seed, str) else f"{data.seed:x}" if data.seed is not None else ""
        person, name = await known_person(request, rooms)
        hints = data.hints if data.hints is not None else (humans.count("me") == len(humans) == 1)
        at = now()
        row = TableRow(
            id=new_id(), game=game.name, variant=variant, players=players, options=options,
            box=box.hash if box is not None and box.hash != game.box.hash else "", seed=seed, public=data.public,
            host=person, invite=new_id(), bank=data.clock.bank * 1000 if data.clock else 0,
            increment=data.clock.increment * 1000 if data.clock else 0,
            time_out=data.clock.out if data.clock else "bot", hints=hints, state="open", made=at, touched=at,
        )  # fmt: skip
        places = [
            {
                "table": row.id,
                "seat": number,
                "person": person if wish.who == "me" else None,
                "bot": level,
                "name": _seat_name(wish, number, name, humans.count("me")),
            }
            for number, (wish, level) in enumerate(zip(wishes, levels, strict=True))
        ]

        def work(connection: Connection) -> None:
            check_counts(connection, rooms.settings, person)
            if row.box:
                b = schema.boxes
                kept = select(b.c.hash).where(b.c.hash == row.box, b.c.game == row.game)
                if connection.execute(kept).first() is None:
                    connection.execute(insert(b).values(hash=row.box, game=row.game, text=data.box))
            connection.execute(insert(schema.tables).values(**vars(row)))
            connection.execute(insert(schema.seats), places)

        await rooms.store.write(work)
        room = await table_found(rooms, row.id)
        if data.start:
            await rooms.begin(room, 1)
        return table_info(room, person)

    @get(summary="Open, mine or live tables", raises=REFUSALS)
    async def listed(
        self, request: Asked, rooms: TheRooms, which: FromQuery[Literal["open", "mine", "live"]] = "open"
    ) -> list[wire.TableInfo]:
        """List public tables with a free seat; or my unfinished ones; or public ones being played."""
        t, s = schema.tables, schema.seats
        person = person_of(request)
        query = select(t.c.id).order_by(t.c.touched.desc()).limit(LISTED)
        free = select(s.c.table).where(s.c.table == t.c.id, s.c.person.is_(None), s.c.bot.is_(None)).exists()
        if which == "open":
            query = query.where(t.c.public, t.c.state == "open", free)
        elif which == "live":
            query = query.where(t.c.public, t.c.state == "playing")
        else:
            sitting = select(s.c.table).where(s.c.table == t.c.id, s.c.person == person).exists()
            query = query.where(or_(sitting, t.c.host == person), t.c.state.in_(["open", "playing"]))
            if not person:
                return []
        found = [await rooms.fresh(table) for (table,) in await rooms.store.read(query)]
        return [table_info(room, person) for room in found if room is not None]

    @get("/{table:str}", summary="One table", raises=REFUSALS)
    async def one(self, request: Asked, rooms: TheRooms, table: TableId) -> wire.TableInfo:
        """Describe a table, as far as you may know it."""
        return table_info(await table_found(rooms, table), person_of(request))

    @of_table("/{table:str}/join", summary="Take a seat")
    async def join(
        self,
        request: Asked,
        rooms: TheRooms,
        table: TableId,
        data: Annotated[wire.JoinTable, Body(examples=[Example(value={"invite": "", "seat": 1})])],
    ) -> wire.TableInfo:
        """Take a free seat of a public table, or of one you are invited to; or your own back from a bot."""
        room = await table_found(rooms, table)
        person = person_of(request)
        if data.seat is not None and data.seat >= room.row.players:
            raise Unreadable(f"the seats of this table are 0 to {room.row.players - 1}")
        mine = room.seats_of(person)
        back = [seat for seat in mine if room.seats[seat].bot is not None and data.seat in (None, seat)]
        if back:
            await _set_seats(rooms, room, {seat: {"bot": None} for seat in back})
            return table_info(room, person)
        if mine and data.seat in (None, *mine):
            return table_info(room, person)
        invited = bool(data.invite) and data.invite == room.row.invite
        if not (room.row.public or invited or (person and person == room.row.host)):
            raise PermissionDeniedException("this table is by invitation; ask for its link")
        if room.row.state == "playing":
            raise no("seat.late", "the match has begun; you can watch it")
        free = [n for n, seat in enumerate(room.seats) if seat.free and data.seat in (None, n)]
        if not free:
            raise no("seat.taken", "that seat is taken" if data.seat is not None else "every seat is taken")
        person, name = await known_person(request, rooms)
        name = readable_name(data.name) if data.name.strip() else name
        s = schema.seats

        def work(connection: Connection) -> bool:
            for seat in free:
                done = connection.execute(
                    update(s)
                    .where(s.c.table == room.id, s.c.seat == seat, s.c.person.is_(None), s.c.bot.is_(None))
                    .values(person=person, name=name)
                )
                if done.rowcount:
                    _touch(connection, room.id, seed="")  # the host knows a seed they chose: draw another
                    return True
            return False

        if not await rooms.store.write(work):
            raise no("seat.taken", "somebody was faster; that seat is taken")
        await rooms.changed(room.id)
        return table_info(room, person)

    @of_table("/{table:str}/start", summary="Start the match")
    async def start(
        self,
        request: Asked,
        rooms: TheRooms,
        table: TableId,
        data: Annotated[wire.StartTable, Body(examples=[Example(value={"fill": "sampler"})])],
    ) -> wire.TableInfo:
        """Start. Those who sit at the table may; free seats go to bots if you name a level, else all must be taken."""
        room = await table_found(rooms, table)
        person = person_of(request)
        if not person or (person != room.row.host and not room.seats_of(person)):
            raise PermissionDeniedException("only those at the table can start it")
        if room.row.state != "open":
            raise no("start.again", "the match has begun already")
        free = [number for number, seat in enumerate(room.seats) if seat.free]
        if free and data.fill is None:
            raise no("start.free", f"{len(free)} seats are free; wait, or let bots take them")
        if free:
            level = check_bot(data.fill)
            sitting = {seat: {"bot": level, "name": BOT_NAMES[seat]} for seat in free}
            await _set_seats(rooms, room, sitting, only_free=True)
        await rooms.begin(room, 1)
        return table_info(room, person)

    @of_table("/{table:str}/leave", summary="Leave a table")
    async def leave(
        self,
        request: Asked,
        rooms: TheRooms,
        table: TableId,
        data: Annotated[wire.LeaveTable, Body(examples=[Example(value={})])],
    ) -> wire.TableInfo:
        """Leave: before the start your seats become free; during a match a bot takes them."""
        room = await table_found(rooms, table)
        person = person_of(request)
        mine = room.seats_of(person)
        if not mine:
            if person and person == room.row.host and room.row.state == "open":
                await _close(rooms, room)
                return table_info(room, person)
            raise PermissionDeniedException("you have no seat at this table")
        if room.row.state == "playing":
            level = check_bot(data.bot)
            after = {seat: {"person": None, "bot": level, "name": BOT_NAMES[seat]} for seat in mine}
            await _set_seats(rooms, room, after)
        else:
            await _set_seats(rooms, room, {seat: {"person": None, "bot": None, "name": ""} for seat in mine})
            if room.row.state == "open" and not any(seat.person for seat in room.seats):
                await _close(rooms, room)
            elif room.all_want_more:
                await rooms.begin(room, room.number + 1)
        return table_info(room, person)

    @of_table("/{table:str}/replace", summary="Let a bot play for somebody who is away")
    async def replace(
        self,
        request: Asked,
        rooms: TheRooms,
        table: TableId,
        data: Annotated[wire.ReplaceSeat, Body(examples=[Example(value={"seat": 1, "bot": "sampler"})])],
    ) -> wire.TableInfo:
        """Let a bot play on for a person who is away; the seat stays theirs, and `join` gives it back."""
        room = await table_found(rooms, table)
        person = person_of(request)
        if not room.seats_of(person):
            raise PermissionDeniedException("only those at the table can do that")
        if data.seat >= room.row.players:
            raise Unreadable(f"the seats of this table are 0 to {room.row.players - 1}")
        level = check_bot(data.bot)
        seat = room.seats[data.seat]
        if room.row.state != "playing" or seat.person is None or seat.bot is not None:
            raise no("replace.nobody", "there is nobody to play for")
        wait = rooms.settings.away - room.away_for(seat.person)
        if seat.person != person and (wait > 0 or room.is_here(seat.person)):
            raise no("replace.here", "they are here, or were a moment ago; give them a little time")
        await _set_seats(rooms, room, {data.seat: {"bot": level}})
        return table_info(room, person)


def _seat_name(wish: wire.SeatWish, seat: int, name: str, several: int) -> str:
    if wish.who == "bot":
        return readable_name(wish.name) if wish.name.strip() else BOT_NAMES[seat]
    if wish.who != "me":
        return ""
    if wish.name.strip():
        return readable_name(wish.name)
    return name if several == 1 else ""  # one person on several seats: the colours tell them apart


def check_counts(connection: Connection, settings: Settings, person: str) -> None:
    """Refuse another table where there are too many: of a person, finished ones of a day counted in, or of all."""
    t = schema.tables
    count = select(func.count()).select_from(t)
    lately = (t.c.state != "over") | (t.c.made > now() - DAY)
    mine = connection.execute(count.where(t.c.host == person, lately)).scalar() or 0
    if mine >= settings.tables:
        raise no("tables.many", f"you have {mine} tables, unfinished or of today; finish or leave some first")
    if (connection.execute(count.where(t.c.state != "over")).scalar() or 0) >= settings.all_tables:
        raise no("tables.full", "this server has as many tables as it can hold; try again later")


async def _set_seats(rooms: Rooms, room: Room, seats: dict[int, dict[str, Any]], *, only_free: bool = False) -> None:
    s = schema.seats

    def work(connection: Connection) -> None:
        for seat, values in seats.items():
            change = update(s).where(s.c.table == room.id, s.c.seat == seat).values(**values)
            if only_free:
                change = change.where(s.c.person.is_(None), s.c.bot.is_(None))
            connection.execute(change)
        _touch(connection, room.id)

    await rooms.store.write(work)
    await rooms.changed(room.id)


def _touch(connection: Connection, table: str, **values: Any) -> None:
    t = schema.tables
    connection.execute(update(t).where(t.c.id == table).values(touched=now(), **values))


async def _close(rooms: Rooms, room: Room) -> None:
    """Throw away a table that never started and that everybody left."""
    await rooms.store.write(lambda c: c.execute(delete(schema.tables).where(schema.tables.c.id == room.id)))
    await rooms.dismiss(room)
