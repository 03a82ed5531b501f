"""A copy of the database in a file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from decapod.errors import Unreadable, UsageError
from decapod.server.store.database import Database

if TYPE_CHECKING:
    from decapod.server.settings import Settings


def backup(settings: Settings, target: Path) -> None:
    """Copy the database to a file, also while the server runs: whole or not at all."""
    if target.is_dir() or not target.parent.is_dir():
        raise UsageError(f"cannot write {target}: it is no file in a folder that exists")
    database = Database(settings.url)
    source = Path(database.url.database or "")
    if database.is_sqlite and not source.is_file():
        raise UsageError(f"there is no database {source} yet")
    draft = target.with_name(target.name + ".part")
    try:
        draft.unlink(missing_ok=True)
        database.copy_to(draft)
        draft.chmod(0o600)
        draft.replace(target)
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        raise Unreadable(f"cannot copy {database.url.database} to {target}: {str(error).splitlines()[0]}") from None
