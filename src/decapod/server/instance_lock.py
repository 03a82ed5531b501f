"""The lock of a data folder: rooms in SQLite belong to one server."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO

from decapod.errors import UsageError


class InstanceLock:
    """A lock on a folder, held while a server uses it, in which the server says where it listens."""

    def __init__(self, folder: Path) -> None:
        """Lock `folder` when `acquire` is called."""
        self.path = folder / "server.lock"
        self._file: IO[str] | None = None

    def acquire(self) -> str | None:
        """Take the lock; if another server has it, return where that one listens. Refuses where one cannot write."""
        try:
            self._file = self.path.open("a+")
        except OSError as error:
            raise UsageError(f"cannot write {self.path}: {error.strerror or error}") from None
        if try_lock(self._file):
            return None
        self._file.seek(0)
        address = self._file.read().strip()
        self._file.close()
        self._file = None
        return address or "an address it has not told yet"

    def write_address(self, address: str) -> None:
        """Say where we listen, for servers that come later; only if we have the lock."""
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(address)
            self._file.flush()

    def close(self) -> None:
        """Leave the folder to others."""
        if self._file is not None:
            self._file.close()


def try_lock(file: IO[str]) -> bool:
    """Lock an open file until it is closed; false if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(1_000_000)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
