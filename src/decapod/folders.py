"""Where a person's data and compiled kernels are kept on this machine.

DECAPOD_DATA and DECAPOD_CACHE name the two folders; without them they are where this system keeps such things, as
platformdirs says. It is imported only then: a program that names its folders, or uses none, does not wait for it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path

from decapod.errors import UsageError

DATA_VARIABLE = "DECAPOD_DATA"
CACHE_VARIABLE = "DECAPOD_CACHE"

#: What a server leaves in its data folder: one of the two is there if it ever started.
SERVER_FILES = frozenset({"decapod.sqlite", "cookie.key"})


def data_folder() -> Path:
    """Return the folder for matches broken off, the server's database and its key; it need not exist yet.

    It is DECAPOD_DATA, or else `$XDG_DATA_HOME/decapod` or `~/.local/share/decapod` on Linux,
    `~/Library/Application Support/decapod` on macOS (XDG_DATA_HOME goes first there too), and
    `%LOCALAPPDATA%/decapod` on Windows. `UsageError` where there is no home.

    Version 0.1.0 kept matches in the Linux folder on every system, and a server on macOS did not look at
    XDG_DATA_HOME. Nothing is moved, because people were told the paths of their matches and a server may have its
    database open: where the folder above holds nothing of ours and one of those does, that one stays in use. A
    server's files count for more than matches, which can be named by their path (`--from`) wherever they lie.
    """
    chosen = os.environ.get(DATA_VARIABLE)
    if chosen:
        return Path(chosen)
    places = [_system_folder("data"), *_earlier_data_folders()]
    if len(set(places)) == 1:
        return places[0]
    contents = [_names_in(place) for place in places]
    for place, names in zip(places, contents, strict=True):
        if names & SERVER_FILES:
            return place
    for place, names in zip(places, contents, strict=True):
        if any(name.endswith(".decapod") for name in names):
            return place
    return places[0]


def cache_folder() -> Path:
    """Return the folder of all kernels; it need not exist yet, and can be deleted at any time.

    It is DECAPOD_CACHE, or else `$XDG_CACHE_HOME/decapod` or `~/.cache/decapod` on Linux,
    `~/Library/Caches/decapod` on macOS (XDG_CACHE_HOME goes first there too), and `%LOCALAPPDATA%/decapod/Cache` on
    Windows. `UsageError` where there is no home: kernels are code, and a folder that others can write to, such as
    the one for temporary files, is no place to load code from.

    Version 0.1.0 used the Linux folder on every system. Where that one exists and the one above does not, it stays
    in use: its kernels go on working, and it is not left behind, megabytes that nobody would ever delete.
    """
    chosen = os.environ.get(CACHE_VARIABLE)
    if chosen:
        return Path(chosen)
    folder = _system_folder("cache")
    earlier = [place for place in _xdg_folders("XDG_CACHE_HOME", ".cache") if os.path.isdir(place)]
    return earlier[0] if earlier and not os.path.isdir(folder) else folder


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


def _earlier_data_folders() -> list[Path]:
    """Name the folders of version 0.1.0, the server's before that of matches."""
    found: list[Path] = []
    with contextlib.suppress(RuntimeError):  # no home
        if sys.platform == "darwin":
            found.append(Path.home() / "Library" / "Application Support" / "decapod")
        elif sys.platform == "win32":
            found.append(Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "decapod")
    return found + _xdg_folders("XDG_DATA_HOME", ".local/share")


def _xdg_folders(variable: str, default: str) -> list[Path]:
    """Name the folder that version 0.1.0 took from a variable, also a relative one, or from the home; none without."""
    base = os.environ.get(variable)
    with contextlib.suppress(RuntimeError):  # no home
        return [(Path(base) if base else Path.home() / default) / "decapod"]
    return []


def _names_in(folder: Path) -> set[str]:
    """List the names in a folder; none if it is not there or may not be read."""
    try:
        return set(os.listdir(folder))
    except OSError:
        return set()
