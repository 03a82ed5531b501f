"""A real PostgreSQL and a real Redis of our own, thrown away afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.programs import FETCHED, postgresql_programs, redis_server
from tests.server.running import PATIENCE, free_port, wait_until


def start_user() -> str | None:
    """Return who runs PostgreSQL, which refuses to be run by root; None: whoever runs the tests."""
    if os.getuid() != 0:
        return None
    return "postgres" if any(one.pw_name == "postgres" for one in pwd.getpwall()) else "nobody"


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a PostgreSQL on a loopback port, and give its URL."""
    user = start_user()
    folder = Path(tempfile.mkdtemp(prefix="decapod-test-"))
    programs = postgresql_programs()
    if user is not None and programs.is_relative_to(FETCHED):  # which another user may not be able to reach
        package, *inside = programs.relative_to(FETCHED).parts
        programs = Path(shutil.copytree(FETCHED / package, folder / package), *inside)
    if user is not None:
        shutil.chown(folder, user)
    port = free_port()
    data = folder / "data"

    def call(program: str, *arguments: str) -> None:
        subprocess.run(
            [str(programs / program), "-D", str(data), *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, check=True, cwd=folder, user=user,
        )  # fmt: skip

    call("initdb", "-U", "decapod", "-A", "trust", "-N")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    call("pg_ctl", "-w", "-o", options, "-l", str(folder / "log"), "start")
    try:
        yield f"postgresql://decapod@127.0.0.1:{port}/postgres"
    finally:
        call("pg_ctl", "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """Run a Redis on a loopback port, and give its URL."""
    port = port or free_port()
    command = [redis_server(), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/tmp")  # noqa: S108
    try:
        wait_until(lambda: _accepts(port))
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _accepts(port: int) -> bool:
    """Whether somebody listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
