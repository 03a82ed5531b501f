"""The migrations, run by Alembic when the server starts. `HEAD` is the newest; a test compares it with the folder.

A new database is made from the schema at once and marked as the newest: Alembic alone takes a quarter of a second to
import. A test compares the two ways.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text

from decapod.errors import ParseError
from decapod.server.store.schema import metadata

OLDEST, HEAD = "0005", "0006"


def check_version(version: str | None, name: str) -> None:
    """Refuse the schema version of a database that cannot be brought up to date; `name` is what messages call it."""
    if not version:
        raise ParseError(f"{name} is not a database of Decapod: it has no schema version")
    if version < OLDEST:
        raise ParseError(
            f"{name} is of an older Decapod (schema {version}, before {OLDEST}): "
            "start it once with commit 2f7d22b of 18 November 2026"
        )
    if version > HEAD:
        raise ParseError(f"{name} is of a newer Decapod (schema {version}, not {HEAD}): install that one")


def upgrade(connection: Any) -> None:
    """Run what is missing on an open connection."""
    from alembic import command
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")


def create(connection: Any) -> bool:
    """Make everything in a database that has nothing; false if it has something."""
    if inspect(connection).get_table_names():
        return False
    metadata.create_all(connection)
    connection.execute(text("create table alembic_version (version_num varchar(32) not null primary key)"))
    connection.execute(text("insert into alembic_version values (:head)"), {"head": HEAD})
    return True
