"""Where a person's data and compiled kernels are kept on this machine.

DECAPOD_DATA and DECAPOD_CACHE name the two folders; without them they are where this system keeps such things, as
platformdirs says. It is imported only then: a program that names its folders, or uses none, does not wait for it.
"""

from __future__ import annotations

import os
from pathlib import Path

from decapod.errors import UsageError

DATA_VARIABLE = "DECAPOD_DATA"
CACHE_VARIABLE = "DECAPOD_CACHE"


def data_folder() -> Path:
    """Return the folder for matches broken off, the server's database and its key; it need not exist yet.

    It is DECAPOD_DATA, or else `$XDG_DATA_HOME/decapod` or `~/.local/share/decapod` on Linux,
    `~/Library/Application Support/decapod` on macOS (XDG_DATA_HOME goes first there too), and
    `%LOCALAPPDATA%/decapod` on Windows. `UsageError` where there is no home.
    """
    chosen = os.environ.get(DATA_VARIABLE)
    return Path(chosen) if chosen else _system_folder("data")


def cache_folder() -> Path:
    """Return the folder of all kernels; it need not exist yet, and can be deleted at any time.

    It is DECAPOD_CACHE, or else `$XDG_CACHE_HOME/decapod` or `~/.cache/decapod` on Linux,
    `~/Library/Caches/decapod` on macOS (XDG_CACHE_HOME goes first there too), and `%LOCALAPPDATA%/decapod/Cache` on
    Windows. `UsageError` where there is no home: kernels are code, and a folder that others can write to, such as
    the one for temporary files, is no place to load code from.
    """
    chosen = os.environ.get(CACHE_VARIABLE)
    return Path(chosen) if chosen else _system_folder("cache")


def make_folder(folder: Path, choose_with: str) -> Path:
    """Make a folder that only its owner can read, unless it is there, and return it.

    `UsageError` if that cannot be, or nothing can be written to it; `choose_with` names what chooses another folder.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        why = error.strerror or error
        raise UsageError(f"cannot make the folder {folder}: {why}; choose another with {choose_with}") from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write to the folder {folder}; choose another with {choose_with}")
    return folder


def is_usable(folder: Path) -> bool:
    """Tell whether files can be written to a folder, or it can be made; nothing is touched."""
    place = next((place for place in (folder, *folder.absolute().parents) if os.path.lexists(place)), folder)
    return os.path.isdir(place) and os.access(place, os.W_OK | os.X_OK)


def _system_folder(kind: str) -> Path:
    """Return what platformdirs gives for `kind`, "data" or "cache", or say that there is no home to keep it in."""
    from platformdirs import PlatformDirs

    system = PlatformDirs("decapod", appauthor=False)
    try:
        folder = system.user_data_path if kind == "data" else system.user_cache_path
    except (RuntimeError, ValueError, KeyError, OSError):  # no home; on Windows, no profile
        folder = None
    if folder is None or not folder.is_absolute():  # some versions give a folder named ~ instead
        variable = DATA_VARIABLE if kind == "data" else CACHE_VARIABLE
        raise UsageError(f"you have no home folder to keep {kind} in; name a folder with {variable}")
    return folder
