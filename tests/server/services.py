"""A real PostgreSQL and a real Redis of our own, thrown away afterwards."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.server.running import folder_for, free_port, wait_until


def program(name: str, package: str) -> str:
    """Find a program, also where Debian hides it."""
    found = shutil.which(name) or next(
        (str(p) for p in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None
    )
    if found is None:
        pytest.fail(f"{name} is missing: apt-get install -y {package}", pytrace=False)
    return found


def _as_postgres(command: list[str]) -> list[str]:
    return ["runuser", "-u", "postgres", "--", *command] if os.getuid() == 0 else command


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a PostgreSQL on a loopback port, and give its URL."""
    initdb, control = program("initdb", "postgresql"), program("pg_ctl", "postgresql")
    folder = folder_for("postgres")
    port = free_port()
    data = folder / "data"
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "check": True, "cwd": folder}
    subprocess.run(_as_postgres([initdb, "-D", str(data), "-U", "decapod", "-A", "trust", "-N"]), **quiet)  # type: ignore[call-overload]
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
    start = [control, "-D", str(data), "-w", "-o", options, "-l", str(folder / "log"), "start"]
    subprocess.run(_as_postgres(start), **quiet)  # type: ignore[call-overload]
    try:
        yield f"postgresql://decapod@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run(_as_postgres([control, "-D", str(data), "-m", "immediate", "stop"]), **quiet)  # type: ignore[call-overload]
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def redis(port: int | None = None) -> Iterator[str]:
    """Run a Redis on a loopback port, and give its URL."""
    port = port or free_port()
    command = [program("redis-server", "redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd="/tmp")  # noqa: S108
    try:
        wait_until(lambda: _accepts(port))
        yield f"redis://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(10)


def _accepts(port: int) -> bool:
    """Whether somebody listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
