"""A real PostgreSQL and a real nginx of our own, thrown away afterwards."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import asyncpg

from tests.programs import FETCHED, postgresql_programs
from tests.programs import nginx as find_nginx
from tests.server.running import PATIENCE, free_port, wait_until


def start_user() -> str | None:
    """Return who runs PostgreSQL, which refuses to be run by root; None: whoever runs the tests."""
    if os.getuid() != 0:
        return None
    return "postgres" if any(one.pw_name == "postgres" for one in pwd.getpwall()) else "nobody"


class PostgreSQL:
    """A PostgreSQL on a loopback port, with a folder of its own."""

    def __init__(self) -> None:
        """Make the folder; `start` starts it."""
        self._user = start_user()
        self._folder = Path(tempfile.mkdtemp(prefix="decapod-test-"))
        self._programs = postgresql_programs()
        user, programs = self._user, self._programs
        if user is not None and programs.is_relative_to(FETCHED):  # which another user may not be able to reach
            package, *inside = programs.relative_to(FETCHED).parts
            self._programs = Path(shutil.copytree(FETCHED / package, self._folder / package), *inside)
        if user is not None:
            shutil.chown(self._folder, user)
        self._port = free_port()
        self.url = f"postgresql://decapod@127.0.0.1:{self._port}/postgres"
        self._call("initdb", "-U", "decapod", "-A", "trust", "-N")

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={self._folder}"
        self._call("pg_ctl", "-w", "-o", f"{options} -c fsync=off", "-l", str(self._folder / "log"), "start")

    def stop(self) -> None:
        """Stop it as a crash would."""
        self._call("pg_ctl", "-m", "immediate", "stop")

    def query(self, statement: str, database: str = "postgres") -> list[Any]:
        """Return the rows of one statement, run on a connection of its own."""

        async def work() -> list[Any]:
            connection = await asyncpg.connect(self.url.replace("/postgres", f"/{database}"))
            try:
                return [tuple(row) for row in await connection.fetch(statement)]
            finally:
                await connection.close()

        return asyncio.run(work())

    def remove(self) -> None:
        """Delete its folder."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _call(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [str(self._programs / program), "-D", str(self._folder / "data"), *arguments],
            stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, check=True, cwd=self._folder, user=self._user,
        )  # fmt: skip


@contextmanager
def postgresql_server() -> Iterator[PostgreSQL]:
    """Run a PostgreSQL on a loopback port."""
    server = PostgreSQL()
    try:
        server.start()
        yield server
    finally:
        server.stop()
        server.remove()


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a PostgreSQL on a loopback port, and give its URL."""
    with postgresql_server() as server:
        yield server.url


@contextmanager
def nginx(folder: Path, configuration: str, port: int) -> Iterator[None]:
    """Run an nginx in a folder until the end; `configuration` is its `http` block, which listens on `port`."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}\n{configuration}\n}}\n"
    )
    server = subprocess.Popen([find_nginx(), "-p", str(folder), "-c", str(file), "-e", str(folder / "error.log")])
    try:
        wait_until(lambda: server.poll() is not None or _accepts(port))
        assert server.poll() is None, (folder / "error.log").read_text()
        yield
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _accepts(port: int) -> bool:
    """Whether somebody listens on a port of this machine."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
