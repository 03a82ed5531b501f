"""The cookie key of a database: its fingerprint is stored, because guests are lost for good under another key."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sqlalchemy import Connection, delete, insert, select

from decapod.errors import ParseError
from decapod.server.store import schema

if TYPE_CHECKING:
    from decapod.server.settings import Settings
    from decapod.server.store.database import Database

FACT = "cookie_key"  # the name of the fingerprint among the facts
REMEDY = "put their key there, or start with --new-key, which makes all of them strangers for good"


def fingerprint(key: bytes) -> str:
    """Return what is stored of a cookie key; the key cannot be computed from it."""
    return hashlib.sha256(b"decapod cookie key " + key).hexdigest()


async def claim_key(database: Database, settings: Settings, *, new_key: bool = False) -> None:
    """Store the fingerprint of the cookie key, which is made if there is none.

    `ParseError` if the database has people and their key is another one or missing, unless `new_key` is set. A database
    without a fingerprint takes the key that is there.
    """
    key = settings.find_key()

    def work(connection: Connection) -> None:
        database.lock_others_out(connection)
        known = find_fingerprint(connection)
        is_wrong = key is None or known not in (None, fingerprint(key))
        if is_wrong and not new_key and connection.execute(select(schema.people.c.id).limit(1)).first() is not None:
            state = "is missing" if key is None else "is not the cookie key of the guests in the database"
            raise ParseError(f"{settings.key_place} {state}: {REMEDY}")
        connection.execute(delete(schema.facts).where(schema.facts.c.name == FACT))
        connection.execute(insert(schema.facts).values(name=FACT, value=fingerprint(settings.key())))

    if key is None or await database.run_reading(find_fingerprint) != fingerprint(key):
        await database.run_writing(work)


def find_fingerprint(connection: Connection) -> str | None:
    """Return the fingerprint of the key that a database's guests came with; None if none is stored."""
    return connection.execute(select(schema.facts.c.value).where(schema.facts.c.name == FACT)).scalar()
