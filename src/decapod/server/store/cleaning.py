"""Cleaning: from time to time, delete what is no longer needed."""

from __future__ import annotations

import logging
from collections.abc import Container
from typing import TYPE_CHECKING

from decapod.server.store.boxes import delete_unused_boxes
from decapod.server.store.guests import delete_expired_links, delete_old_guests
from decapod.server.store.pauses import delete_old_pauses, find_cutoff
from decapod.server.store.pulses import newest_pulse
from decapod.server.store.rooms import close_abandoned_rooms, delete_rooms_without_matches
from decapod.server.store.sessions import delete_old_sessions

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from decapod.server.settings import Settings

logger = logging.getLogger("decapod.server")

GUEST_LASTS = 400 * 86_400_000  # milliseconds after which an inactive guest is deleted
MOST_AHEAD = 86_400_000  # milliseconds between the newest pulse and a wall clock that can be right


def clean(connection: Connection, settings: Settings, at: int, rooms_in_use: Container[str]) -> dict[str, int]:
    """Delete what is too old at a time (milliseconds since 1970), and return the number of deleted rows by kind.

    Deleted are rooms that never started, abandoned matches, boxes of no room, expired links, guests and sessions
    without activity, and old pauses. Rooms in use are kept, and so are matches that ended. Only time in which a
    server ran counts. Nothing is deleted while the wall clock is more than a day ahead of the newest pulse: then the
    clock is wrong, or no server ran until now.
    """
    pulse = newest_pulse(connection)
    if pulse is not None and at - pulse > MOST_AHEAD:
        logger.warning("nothing was cleaned: the clock is ahead", extra={"milliseconds": at - pulse})
        return {}
    idle_since = find_cutoff(connection, at, int(settings.keep_idle * 1000))
    untouched_since = find_cutoff(connection, at, int(settings.keep_untouched * 1000))
    open_since = find_cutoff(connection, at, int(settings.keep_open * 1000))
    seen_since = find_cutoff(connection, at, GUEST_LASTS)
    matches = close_abandoned_rooms(
        connection, idle_since=idle_since, untouched_since=untouched_since, except_rooms=rooms_in_use
    )
    deleted = {
        "matches": matches,
        "rooms": delete_rooms_without_matches(connection, touched_before=open_since),
        "boxes": delete_unused_boxes(connection),
        "links": delete_expired_links(connection, at),
        "guests": delete_old_guests(connection, seen_before=seen_since),
        "sessions": delete_old_sessions(connection, seen_before=seen_since),
        "pauses": delete_old_pauses(connection, ended_before=min(idle_since, seen_since)),
    }
    return {kind: count for kind, count in deleted.items() if count}
