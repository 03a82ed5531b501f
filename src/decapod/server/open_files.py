"""Open files: every connection is one, and systems allow few unless asked."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decapod.server.settings import Settings

SPARE = 200  # connections besides the sockets of pages
OTHERS = 150  # files besides connections: the database, libraries, what children read and write


def make_room(settings: Settings) -> str | None:
    """Let this process open as many files as its sockets need; where it may not, promise fewer, and say so in a line.

    Call it before any worker process starts: they inherit both.
    """
    wanted = settings.sockets + SPARE + OTHERS
    limit = raise_limit(wanted)
    if limit is None or limit >= wanted:
        return None
    settings.sockets = max(1, limit - SPARE - OTHERS)
    return f"At most {settings.sockets} can be connected: this system allows {limit} open files (ulimit -n {wanted})."


def raise_limit(wanted: int) -> int | None:
    """Raise the limit of open files as far as it may be raised and is wanted; return what it is then, None if none."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return None
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    goal = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    if now != resource.RLIM_INFINITY and now < goal:
        with contextlib.suppress(ValueError, OSError):  # a sandbox may forbid it
            resource.setrlimit(resource.RLIMIT_NOFILE, (goal, most))
        now, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if now == resource.RLIM_INFINITY else now
