"""The programs of PostgreSQL that copy a database: `pg_dump` and `pg_restore`."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import TYPE_CHECKING

from decapod.errors import ParseError, UsageError

if TYPE_CHECKING:
    from sqlalchemy.engine import URL

PLACE = ("host", "port")  # what our URL and libpq's both say behind the question mark


def run_program(program: str, options: Sequence[str], url: URL | None = None) -> str:
    """Run a program of PostgreSQL, on a database if `url` is given, and return what it prints.

    `UsageError` if it is not installed, `ParseError` with one line of its errors if it fails.
    """
    path = shutil.which(program)
    if path is None:
        raise UsageError(f"{program} is not installed; it is one of PostgreSQL's client programs (postgresql-client)")
    words, environment = [path, *options], dict(os.environ)
    if url is not None:
        words.append(f"--dbname={libpq_url(url)}")
        if url.password is not None:
            environment["PGPASSWORD"] = str(url.password)  # other users can read the words of a command
    done = subprocess.run(  # noqa: S603
        words, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, errors="replace"
    )
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
        raise ParseError(next((line for line in lines if "error" in line), lines[-1]))
    return done.stdout


def libpq_url(url: URL) -> str:
    """Return the URL of a database as PostgreSQL's programs read it, without the password."""
    query = {name: url.query[name] for name in PLACE if name in url.query}
    if "ssl" in url.query:
        query["sslmode"] = url.query["ssl"]
    plain = url.set(drivername="postgresql", query=query)
    return plain._replace(password=None).render_as_string(hide_password=False)
