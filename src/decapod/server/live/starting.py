"""Starting a match in a room: the first, or a rematch."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from decapod.bots import DEFAULT_BOT
from decapod.core.fairness import SeedCommitment
from decapod.server import metrics
from decapod.server.live.bots import bot_name
from decapod.server.live.salts import open_salts
from decapod.server.store import DuplicateError
from decapod.server.store.guests import new_id
from decapod.server.store.matches import MatchRow, insert_match
from decapod.server.store.rooms import draw_secret

if TYPE_CHECKING:
    from decapod.server.live.loader import RoomLoader
    from decapod.server.live.room import Table

logger = logging.getLogger("decapod.server")


async def start_match(loader: RoomLoader, room: Table, number: int, person: str = "", salt: str = "") -> None:
    """Start match `number` of a room; seats that are still free go to bots.

    It is dealt from the secret whose seal everybody has seen, and from the salts, which are opened now: that of the
    `person` who starts it may come along. A seed that was chosen deals alone.
    Of several who want to at once, here or on other processes, only one does; the others get its match.
    """
    options = dict(room.row.options)
    if number > 1:
        options.update(_loser_begins(room))
    seed = room.row.seed if number == 1 else ""
    deal = SeedCommitment(int(seed, 16)) if seed else await open_salts(room, number, person, salt)
    bots = {  # somebody went home before a rematch
        seat: replace(holder, bot=DEFAULT_BOT, name=bot_name(seat))
        for seat, holder in enumerate(room.seats)
        if holder.is_nobody
    }
    seats = [bots.get(seat, holder) for seat, holder in enumerate(room.seats)]
    next_secret = draw_secret()
    began_at = loader.services.clock.now()
    row = MatchRow(
        id=new_id(), room=room.id, number=number, options=options, secret=deal.server_seed_digits, began_at=began_at,
        ended_at=None, result=None, names=[holder.name for holder in seats], people=[holder.person for holder in seats],
        plies=0, rules=room.game.version, wakes_at=began_at + room.row.bank if room.row.bank else None,
        deal=deal.parts(),
    )  # fmt: skip
    log = await loader.deal(room.game, room.row, row)
    try:
        is_first = await loader.services.store.write(
            lambda connection: insert_match(connection, row, bots, next_secret),
            urgent=number > 1,  # they sit at the table already
        )
    except DuplicateError:  # another process was first
        is_first = False
    if is_first:
        async with room.lock:
            room.row.state, room.row.touched_at, room.row.secret = "playing", row.began_at, next_secret
            seats = [bots.get(seat, holder) if holder.is_nobody else holder for seat, holder in enumerate(room.seats)]
            room.take_seats(room.row, [replace(holder, seal="") for holder in seats])
            room.take_log(number, log)
        metrics.MATCHES.labels(room.row.game, "begun").inc()
        logger.info("match begun", extra={"room": room.id, "match": row.id, "game": room.row.game})
    else:
        await loader.refresh(room)
    loader.services.channel.announce_seats(room.id)


def _loser_begins(room: Table) -> dict[str, str]:
    """Return the option that lets the loser begin, in games whose book says so; else none."""
    option = next((o for o in room.game.options if o.name == "first" and o.seat), None)
    if option is None or room.log is None or not room.game.rules.LOSER_STARTS:
        return {}
    result = room.log.result(room.words("en"))
    if result is None or len(set(result.places)) == 1:
        return {}
    return {"first": str(result.places.index(max(result.places)))}
