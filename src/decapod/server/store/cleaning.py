"""Cleaning: what nobody will miss is deleted from time to time."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from decapod.server.store.boxes import delete_unused_boxes
from decapod.server.store.guests import delete_expired_links, delete_old_guests
from decapod.server.store.pauses import delete_old_pauses
from decapod.server.store.rooms import close_abandoned_rooms, delete_rooms_without_matches
from decapod.server.store.sessions import delete_old_sessions

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.settings import Settings

GUEST_LASTS = 400 * 86_400_000  # milliseconds after which somebody who does nothing is forgotten


def clean(connection: Connection, settings: Settings, at: int, rooms_in_use: Container[str]) -> None:
    """Delete what is too old at a time (milliseconds since 1970).

    Rooms that never started, matches nobody goes on with (a room keeps those that ended; rooms in use are left
    alone), boxes of no room, links that have expired, guests who did nothing, sessions whose cookie has expired, and
    pauses long over.
    """
    idle_since = at - int(settings.keep_idle * 1000)
    untouched_since = at - int(settings.keep_untouched * 1000)
    close_abandoned_rooms(connection, idle_since=idle_since, untouched_since=untouched_since, except_rooms=rooms_in_use)
    delete_rooms_without_matches(connection, touched_before=at - int(settings.keep_open * 1000))
    delete_unused_boxes(connection)
    delete_expired_links(connection, at)
    delete_old_guests(connection, seen_before=at - GUEST_LASTS)
    delete_old_pauses(connection, ended_before=idle_since)
    delete_old_sessions(connection, seen_before=at - GUEST_LASTS)
