"""Rooms over HTTP, called tables there: set up, find, join, start, leave; who may know what of them."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from litestar import Controller, get, post
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.openapi.spec.example import Example
from litestar.params import Body, FromQuery, PathParameter
from litestar.status_codes import HTTP_200_OK

from decapod.core.game import game as game_named
from decapod.errors import ParseError
from decapod.server import wall_clock, wire
from decapod.server.http.dependencies import (
    HttpRequest,
    TheServer,
    address_of,
    check_address,
    identify,
    person_of,
    tidy_name,
)
from decapod.server.http.problems import REFUSALS, refusal
from decapod.server.live.bots import bot_name
from decapod.server.live.room import Table
from decapod.server.live.server import Hub
from decapod.server.store import STORAGE_ERRORS
from decapod.server.store.boxes import insert_box
from decapod.server.store.guests import new_id
from decapod.server.store.rooms import (
    Listing,
    SeatHolder,
    TableRow,
    change_seats,
    check_room_limits,
    delete_room,
    insert_room,
    list_rooms,
    take_seat,
)

if TYPE_CHECKING:
    from sqlalchemy import Connection

logger = logging.getLogger("decapod.server")

MOST_LISTED = 100

#: A route that does something in one room.
room_action = partial(post, status_code=HTTP_200_OK, raises=REFUSALS)

RoomId = Annotated[str, PathParameter(max_length=24, description="The table's id.")]


def describe_room(room: Table, person: str) -> wire.RoomInfo:
    """Describe a room to a person; the code of the invitation only to those who belong there."""
    row, log = room.row, room.log
    belongs = bool(person) and (person == row.host or bool(room.seats_of(person)))
    clock = wire.ClockWish(row.bank // 1000, row.increment // 1000, row.time_out) if row.bank else None  # type: ignore[arg-type]
    return wire.RoomInfo(
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
        match=log.id if log else "",
        number=room.number,
        ply=log.ply if log else 0,
        awaiting=list(log.awaiting) if log else [],
        score=room.score,
        hints=row.hints,
        clock=clock,
        you=room.seats_of(person),
        seal=log.match.seed_hash if log else room.next_seal,
        next_seal=room.next_seal,
        invite=row.invite if belongs else "",
        trouble=room.trouble.code if room.trouble is not None else "",
    )


async def describe_listed(server: Hub, room_id: str, person: str) -> wire.RoomInfo | None:
    """Describe a room in a list; None if it is gone, or cannot be read: that is its own trouble, not the list's."""
    try:
        room = await server.rooms.find_current(room_id)
        return describe_room(room, person) if room is not None else None
    except STORAGE_ERRORS:
        raise
    except Exception as error:
        logger.error("a room cannot be read", extra={"room": room_id, "error": str(error)})
        return None


async def find_room(server: Hub, room_id: str) -> Table:
    """Return a room as it is now; answers that there is none."""
    room = await server.rooms.find_current(room_id)
    if room is None:
        raise NotFoundException("there is no such table; its link may be mistyped, or it was never started")
    return room


class RoomController(Controller):
    """Rooms and their seats."""

    path = "/api/tables"
    tags = ("tables",)

    @post(summary="Set a table up", raises=REFUSALS)
    async def create(
        self,
        request: HttpRequest,
        server: TheServer,
        data: Annotated[
            wire.NewRoom,
            Body(
                examples=[
                    Example(
                        summary="Against a bot, at once",
                        value={
                            "game": "crab-stack",
                            "seats": [{"who": "me"}, {"who": "bot", "bot": "level2"}],
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
    ) -> wire.RoomInfo:
        """Set up a table. Seats not named are: you on the first, the others open."""
        game = game_named(data.game)
        variant, players = game.resolve_mode(data.players or (len(data.seats) or None), data.variant)
        wishes = complete_wishes(data, players)
        numbers = game.parse_options(players, {name: str(value) for name, value in data.options.items()})
        options = {option.name: option.text(n) for option, n in zip(game.options, numbers, strict=True)}
        boxes = server.services.boxes
        if data.box is None:
            box = boxes.house.get(game.name)
        else:
            box = await boxes.open(game, data.box, address_of(request))
        levels = [server.services.levels.check(wish.bot, game) if wish.who == "bot" else None for wish in wishes]
        humans = [wish.who for wish in wishes if wish.who != "bot"]
        check_start(data, humans)
        check_address(request, server)
        person, name = await identify(request, server)
        at = wall_clock.now()
        row = TableRow(
            id=new_id(), game=game.name, variant=variant, players=players, options=options,
            box=box.hash if box is not None and box.hash != game.box.hash else "", seed=seed_text(data.seed),
            public=data.public, host=person, invite=new_id(), bank=data.clock.bank * 1000 if data.clock else 0,
            increment=data.clock.increment * 1000 if data.clock else 0,
            time_out=data.clock.out if data.clock else "bot",
            hints=data.hints if data.hints is not None else (humans.count("me") == len(humans) == 1),
            state="open", made_at=at, touched_at=at,
        )  # fmt: skip
        seats = [
            SeatHolder(
                person if wish.who == "me" else None,
                level,
                seat_name(wish, seat, name, humans.count("me")),
                data.seal if wish.who == "me" else "",
            )
            for seat, (wish, level) in enumerate(zip(wishes, levels, strict=True))
        ]

        def work(connection: Connection) -> None:
            check_room_limits(connection, server.settings, person)
            if box is not None and row.box:
                insert_box(connection, row.game, row.box, box.text, box.record.tobytes())
            insert_room(connection, row, seats)

        await server.store.write(work)
        room = server.rooms.keep(Table(server.services, game, row, seats))
        if data.start:
            await server.rooms.start_first_match(room)
        return describe_room(room, person)

    @get(summary="Open, mine or live tables", raises=REFUSALS)
    async def list_all(
        self, request: HttpRequest, server: TheServer, which: FromQuery[Listing] = "open"
    ) -> list[wire.RoomInfo]:
        """List public tables with a free seat; or my unfinished ones; or public ones being played."""
        person = person_of(request)
        if which == "mine" and not person:
            return []
        ids = await list_rooms(server.store, which, person, MOST_LISTED)
        described = [await describe_listed(server, id_, person) for id_ in ids]
        return [info for info in described if info is not None]

    @get("/{room_id:str}", summary="One table", raises=REFUSALS)
    async def one(self, request: HttpRequest, server: TheServer, room_id: RoomId) -> wire.RoomInfo:
        """Describe a table, as far as you may know it."""
        return describe_room(await find_room(server, room_id), person_of(request))

    @room_action("/{room_id:str}/join", summary="Take a seat")
    async def join(
        self,
        request: HttpRequest,
        server: TheServer,
        room_id: RoomId,
        data: Annotated[wire.JoinRoom, Body(examples=[Example(value={"invite": "", "seat": 1})])],
    ) -> wire.RoomInfo:
        """Take a free seat of a public table, or of one you are invited to; or your own back from a bot."""
        room = await find_room(server, room_id)
        person = person_of(request)
        check_seat_number(room, data.seat)
        own = room.seats_of(person)
        from_bots = [seat for seat in own if room.seats[seat].bot is not None and data.seat in (None, seat)]
        if from_bots:
            await set_seats(server, room, {seat: {"bot": None} for seat in from_bots})
            return describe_room(room, person)
        if own and data.seat in (None, *own):
            return describe_room(room, person)
        is_invited = bool(data.invite) and data.invite == room.row.invite
        if not (room.row.public or is_invited or (person and person == room.row.host)):
            raise PermissionDeniedException("this table is by invitation; ask for its link")
        if room.row.state == "playing":
            raise refusal("seat.late", "the match has begun; you can watch it")
        free = [seat for seat, holder in enumerate(room.seats) if holder.is_nobody and data.seat in (None, seat)]
        if not free:
            raise refusal("seat.taken", "that seat is taken" if data.seat is not None else "every seat is taken")
        person, name = await identify(request, server)
        name = tidy_name(data.name) if data.name.strip() else name
        holder = SeatHolder(person, None, name, data.seal)
        seat = await server.store.write(lambda connection: take_seat(connection, room.id, free, holder))
        if seat is None:
            raise refusal("seat.taken", "somebody was faster; that seat is taken")
        await server.rooms.seat(room, seat, holder)
        return describe_room(room, person)

    @room_action("/{room_id:str}/start", summary="Start the match")
    async def start(
        self,
        request: HttpRequest,
        server: TheServer,
        room_id: RoomId,
        data: Annotated[wire.StartMatch, Body(examples=[Example(value={"fill": "level3"})])],
    ) -> wire.RoomInfo:
        """Start. Those who sit at the table may; free seats go to bots if you name a level, else all must be taken."""
        room = await find_room(server, room_id)
        person = person_of(request)
        if not person or (person != room.row.host and not room.seats_of(person)):
            raise PermissionDeniedException("only those at the table can start it")
        if room.row.state != "open":
            raise refusal("start.again", "the match has begun already")
        free = [seat for seat, holder in enumerate(room.seats) if holder.is_nobody]
        if free and data.fill is None:
            raise refusal("start.free", f"{len(free)} seats are free; wait, or let bots take them")
        if free:
            level = server.services.levels.check(data.fill, room.game)
            bots = {seat: {"bot": level, "name": bot_name(seat)} for seat in free}
            await set_seats(server, room, bots, only_free=True)
        await server.rooms.start_first_match(room, person, data.salt)
        return describe_room(await find_room(server, room_id), person)  # all may have left meanwhile

    @room_action("/{room_id:str}/leave", summary="Leave a table")
    async def leave(
        self,
        request: HttpRequest,
        server: TheServer,
        room_id: RoomId,
        data: Annotated[wire.LeaveRoom, Body(examples=[Example(value={})])],
    ) -> wire.RoomInfo:
        """Leave: before the start your seats become free; during a match a bot takes them."""
        room = await find_room(server, room_id)
        person = person_of(request)
        own = room.seats_of(person)
        if not own:
            if person and person == room.row.host and room.row.state == "open":
                await close_room(server, room)
                return describe_room(room, person)
            raise PermissionDeniedException("you have no seat at this table")
        if room.row.state == "playing":
            level = server.services.levels.check(data.bot, room.game)
            bots = {seat: {"person": None, "bot": level, "name": bot_name(seat)} for seat in own}
            await set_seats(server, room, bots)
        else:
            await set_seats(server, room, {seat: {"person": None, "bot": None, "name": "", "seal": ""} for seat in own})
            if room.row.state == "open" and not any(holder.person for holder in room.seats):
                await close_room(server, room)
            elif room.all_want_rematch:
                await server.rooms.start_rematch(room)
        return describe_room(room, person)

    @room_action("/{room_id:str}/replace", summary="Let a bot play for somebody who is away")
    async def replace(
        self,
        request: HttpRequest,
        server: TheServer,
        room_id: RoomId,
        data: Annotated[wire.ReplaceSeat, Body(examples=[Example(value={"seat": 1, "bot": "level2"})])],
    ) -> wire.RoomInfo:
        """Let a bot play on for a person who is away; the seat stays theirs, and `join` gives it back."""
        room = await find_room(server, room_id)
        person = person_of(request)
        if not room.seats_of(person):
            raise PermissionDeniedException("only those at the table can do that")
        check_seat_number(room, data.seat)
        level = server.services.levels.check(data.bot, room.game)
        holder = room.seats[data.seat]
        if room.row.state != "playing" or holder.person is None or holder.bot is not None:
            raise refusal("replace.nobody", "there is nobody to play for")
        has_left = not room.presence.is_here(holder.person)
        is_away = has_left and room.presence.seconds_away(holder.person) >= server.settings.away
        if holder.person != person and not is_away:
            raise refusal("replace.here", "they are here, or were a moment ago; give them a little time")
        await set_seats(server, room, {data.seat: {"bot": level}})
        return describe_room(room, person)


# --- what is wished for a new room ------------------------------------------------------------------------


def complete_wishes(data: wire.NewRoom, players: int) -> list[wire.SeatWish]:
    """Return a wish for every seat: those described, or else me on the first; the others are open."""
    wishes = list(data.seats) or [wire.SeatWish("me")]
    if len(wishes) > players:
        raise ParseError(f"this table has {players} seats, and {len(wishes)} were described")
    return wishes + [wire.SeatWish()] * (players - len(wishes))


def check_start(data: wire.NewRoom, humans: list[str]) -> None:
    """Refuse to start, or to choose a seed, where others shall sit: `humans` are the wishes that are no bot's."""
    if data.seed is not None and "open" in humans:
        raise refusal("seed.shared", "a seed can be chosen only where one person holds every seat that is no bot's")
    if data.start and "open" in humans:
        raise refusal("start.free", "the match cannot start while seats are free")


def seed_text(seed: int | str | None) -> str:
    """Write a seed as it is stored, in hexadecimal digits; "" where the server shall draw one."""
    if seed is None:
        return ""
    return seed.strip() if isinstance(seed, str) else f"{seed:x}"


def seat_name(wish: wire.SeatWish, seat: int, name: str, own_seats: int) -> str:
    """Name a seat of a new room; "" where the colour will do. `name` is whose wish it is."""
    if wish.who == "bot":
        return tidy_name(wish.name) if wish.name.strip() else bot_name(seat)
    if wish.who != "me":
        return ""
    if wish.name.strip():
        return tidy_name(wish.name)
    return name if own_seats == 1 else ""  # one person on several seats: the colours tell them apart


# --- what changes in a room -------------------------------------------------------------------------------


def check_seat_number(room: Table, seat: int | None) -> None:
    """Refuse a seat that the room does not have."""
    if seat is not None and seat >= room.row.players:
        raise ParseError(f"the seats of this table are 0 to {room.row.players - 1}")


async def set_seats(server: Hub, room: Table, changes: dict[int, dict[str, Any]], *, only_free: bool = False) -> None:
    """Change seats of a room, by number, and show everybody; with `only_free` those taken meanwhile stay."""
    await server.store.write(lambda connection: change_seats(connection, room.id, changes, only_free=only_free))
    await server.rooms.publish_seats(room.id)


async def close_room(server: Hub, room: Table) -> None:
    """Throw away a room that never started and that everybody left."""
    await server.store.write(lambda connection: delete_room(connection, room.id))
    await server.rooms.close(room)
