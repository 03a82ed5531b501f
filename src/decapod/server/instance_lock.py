"""The lock of a data folder: tables in SQLite belong to one server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from decapod.errors import UsageError

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

    from decapod.server.settings import Settings


def folder_of(settings: Settings, url: URL) -> Path:
    """Return the folder that is locked for a database: its own if it is a file that was chosen, else the data folder.

    `UsageError` if the folder of a chosen file does not exist.
    """
    if not settings.database or not url.drivername.startswith("sqlite"):
        return settings.open_data()
    folder = Path(url.database or "").resolve().parent
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}")
    return folder


class InstanceLock:
    """A lock on a folder, held while a server uses it, with the address of that server in a file beside it."""

    def __init__(self, folder: Path) -> None:
        """Lock `folder` when `acquire` is called."""
        self._address = folder / "server.address"
        self._lock = FileLock(folder / "server.lock")

    def acquire(self) -> str | None:
        """Take the lock; if another server has it, return that server's address. `UsageError` if it cannot be taken."""
        try:
            self._lock.acquire(blocking=False)
        except Timeout:
            address = self._address.read_text(encoding="utf-8") if self._address.exists() else ""
            return address or "an address it has not told yet"
        except OSError as error:
            raise UsageError(f"cannot write {self._lock.lock_file}: {error.strerror or error}") from None
        self._address.unlink(missing_ok=True)  # of a server that was killed
        return None

    def write_address(self, address: str) -> None:
        """Write the address for servers that start later, if this server has the lock."""
        if self._lock.is_locked:
            self._address.write_text(address, encoding="utf-8")

    def close(self) -> None:
        """Release the lock."""
        self._lock.release()
