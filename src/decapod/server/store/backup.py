"""A copy of the database in a file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from decapod.errors import ParseError, UsageError
from decapod.server.store.database import Database, make_private
from decapod.server.store.postgresql import run_program

if TYPE_CHECKING:
    from decapod.server.settings import Settings


def backup(settings: Settings, target: Path, *, with_key: bool = False) -> None:
    """Copy the database to a file, also while the server runs: whole or not at all.

    `with_key` copies the cookie key too, to a file beside it (`key_file_of`).
    """
    if target.is_dir() or not target.parent.is_dir():
        raise UsageError(f"cannot write {target}: it is no file in a folder that exists")
    database = Database(settings.url)
    source = Path(database.url.database or "")
    if database.is_sqlite and not source.is_file():
        raise UsageError(f"there is no database {source} yet")
    key = settings.find_key() if with_key else None
    if with_key and key is None:
        raise UsageError(f"there is no cookie key {settings.key_file} yet")
    draft = target.with_name(target.name + ".part")
    try:
        draft.unlink(missing_ok=True)
        if database.is_sqlite:
            database.copy_to(draft)
            draft.chmod(0o600)
        else:
            make_private(draft)
            options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={draft}"]
            run_program("pg_dump", options, database.url)
        if key is not None:
            write_private(key_file_of(target), key)
        draft.replace(target)
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        reason = str(error).splitlines()[0]
        raise ParseError(f"cannot copy {database.url.database} to {target}: {reason}") from None
    finally:
        draft.unlink(missing_ok=True)


def key_file_of(copy: Path) -> Path:
    """Return the file beside a copy of the database that holds its cookie key."""
    return copy.with_name(copy.name + ".key")


def write_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    draft = file.with_name(file.name + ".part")
    draft.unlink(missing_ok=True)
    make_private(draft)
    draft.write_bytes(content)
    draft.replace(file)
