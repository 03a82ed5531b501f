"""Putting a copy of the database back in its place."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from decapod.errors import ParseError, UsageError
from decapod.server.instance_lock import InstanceLock, folder_of
from decapod.server.settings import read_key
from decapod.server.store import schema
from decapod.server.store.backup import key_file_of
from decapod.server.store.cookie_key import FACT, REMEDY, fingerprint
from decapod.server.store.database import PROGRAM_NAME, Database, make_private
from decapod.server.store.migrations import check_version
from decapod.server.store.postgresql import run_program

if TYPE_CHECKING:
    from decapod.server.settings import Settings

T = TypeVar("T")


def restore(settings: Settings, file: Path) -> str:
    """Put a copy that `backup` made in the place of the database: whole or not at all.

    A cookie key beside the copy is put in its place too. Return a warning if the copy depends on a key that is not
    there, else an empty string. `DecapodError` if the copy is damaged or of another version, or a server uses the
    database.
    """
    if not file.is_file():
        raise UsageError(f"there is no copy {file}")
    database = Database(settings.url)
    restore_as = _restore_file if database.is_sqlite else _restore_dump
    try:
        known = restore_as(settings, database, file)
    except (ParseError, OSError, sqlite3.Error) as error:
        raise ParseError(f"cannot restore {file}: {error}") from None
    key = settings.find_key()
    if key is not None and known in ("", fingerprint(key)):
        return ""
    state = "is missing" if key is None else "is not the cookie key of the guests in this copy"
    return f"{settings.key_place} {state}: {REMEDY}"


def _restore_file(settings: Settings, database: Database, file: Path) -> str:
    """Restore an SQLite database; return the fingerprint of its cookie key, or "" if it has none."""
    target = Path(database.url.database or "")
    if target.exists() and target.samefile(file):
        raise UsageError(f"{file} is the database itself, not a copy of it")
    draft = target.with_name(target.name + ".part")
    with closing(InstanceLock(folder_of(settings, database.url))) as lock:
        address = lock.acquire()
        if address is not None:
            raise UsageError(f"a server uses {target}: {address}; stop it first")
        try:
            known = _copy_checked(file, draft)
            _put_key(settings, file, known)
            _remove_journals(target)
            draft.replace(target)
        finally:
            _remove_journals(draft)
            draft.unlink(missing_ok=True)
    return known


def _copy_checked(file: Path, draft: Path) -> str:
    """Copy an SQLite database, with what its journal holds, and check the copy; return its key's fingerprint or ""."""
    draft.unlink(missing_ok=True)
    make_private(draft)
    source = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
    with closing(source), closing(sqlite3.connect(draft)) as copy:
        source.backup(copy)
        report = copy.execute("pragma integrity_check(1)").fetchone()[0]
        if report != "ok":
            raise ParseError(f"it is damaged ({report})")
        tables = {name for (name,) in copy.execute("select name from sqlite_master where type = 'table'")}

        def value(table: str, query: str) -> str:
            row = copy.execute(query).fetchone() if table in tables else None
            return row[0] if row else ""

        check_version(value("alembic_version", "select version_num from alembic_version"), "it")
        return value("facts", f"select value from facts where name = '{FACT}'")  # noqa: S608


def _remove_journals(database: Path) -> None:
    """Remove the files that SQLite keeps beside a database: with another database in its place they damage that one.

    Their content goes into the database first, so that it is whole if the computer stops before it is replaced.
    """
    if database.exists():
        with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(database)) as old:
            old.execute("pragma wal_checkpoint(truncate)")
    for suffix in ("-wal", "-shm", "-journal"):
        database.with_name(database.name + suffix).unlink(missing_ok=True)


def _restore_dump(settings: Settings, database: Database, file: Path) -> str:
    """Restore a PostgreSQL database; return the fingerprint of its cookie key, or "" if it has none."""
    if _run(settings, _count_servers):
        raise UsageError(f"a server uses {database.name}; stop it first")
    tables = set(re.findall(r" TABLE \S+ (\w+) ", run_program("pg_restore", ["--list", str(file)])))
    check_version(next(iter(_read_rows(file, "alembic_version")), ""), "it")
    known = dict(row.split("\t", 1) for row in _read_rows(file, schema.facts.name)).get(FACT, "")
    _put_key(settings, file, known)
    options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"]
    run_program("pg_restore", [*options, str(file)], database.url)
    newer = [table for table in schema.metadata.sorted_tables if table.name not in tables]
    _run(settings, lambda connection: schema.metadata.drop_all(connection, newer))
    return known


def _read_rows(file: Path, table: str) -> list[str]:
    """Return the rows of a table in a dump, their columns separated by tabs."""
    script = run_program("pg_restore", ["--data-only", f"--table={table}", "--file=-", str(file)])
    copied = re.search(r"^COPY .*?;\n(.*?)^\\\.$", script, re.MULTILINE | re.DOTALL)
    return copied[1].splitlines() if copied else []


def _put_key(settings: Settings, file: Path, known: str) -> None:
    """Put the cookie key beside a copy in its place; `UsageError` if it is another copy's or would replace another."""
    beside = key_file_of(file)
    key, present = read_key(beside), settings.find_key()
    if key is None or key == present:
        return
    if known and fingerprint(key) != known:
        raise UsageError(f"{beside} is not the cookie key of {file}")
    if present is not None:
        raise UsageError(f"{settings.key_place} is another cookie key than {beside}: move it away first")
    settings.open_data()
    settings.write_key(key)


def _run(settings: Settings, work: Callable[[Connection], T]) -> T:
    """Run one transaction on the PostgreSQL database, as it is."""

    async def connect() -> T:
        database = Database(settings.url)
        try:
            return await database.run_writing(work)
        except (SQLAlchemyError, OSError) as error:
            reason = str(getattr(error, "orig", None) or error).splitlines()[0]
            raise ParseError(f"cannot open {database.name}: {reason}") from None
        finally:
            await database.close()

    return asyncio.run(connect())


def _count_servers(connection: Connection) -> int:
    """Return how many connections of servers a PostgreSQL database has."""
    others = text(
        "select count(*) from pg_stat_activity "
        "where datname = current_database() and application_name = :name and pid <> pg_backend_pid()"
    )
    return connection.execute(others, {"name": PROGRAM_NAME}).scalar_one()
