"""Starting: what keeps a server from it is said in one line; one worker or several; with pages or without."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from decapod.errors import UsageError
from decapod.server.run import serve
from decapod.server.settings import Settings
from tests.server.running import PATIENCE, SOURCE, free_port, server_process, start_process, wait_until

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["serve", "--workers", "2"], "several workers need PostgreSQL"),
        (["serve", "--database", "mysql://x"], "mysql is not a database"),
        (["serve", "--workers", "0"], "at least one worker"),
        (["serve", "--database", "postgresql://x:abc/y"], "is no database URL"),
        (["serve", "--database", "sqlite:////no/such/folder/x.sqlite"], "there is no folder"),
        (["serve", "--channels", "redis://x"], "No such option: --channels"),
        (["backup", "/nowhere/at/all"], "cannot write"),
    ],
)
def test_the_command_line_says_what_is_wrong_in_one_line(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from decapod.cli import main

    monkeypatch.setenv("DECAPOD_DATA", str(tmp_path))
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("kept", "arguments", "says"),
    [
        (0, ["serve"], "cannot open the database"),
        (4096, ["serve"], "is damaged"),
        (4096, ["backup", "copy"], "cannot copy"),
        (None, ["serve", "--database", "postgresql://x@127.0.0.1:9/x"], "cannot open the database postgresql"),
    ],
)
def test_what_keeps_a_server_from_starting_is_said_in_one_line(
    kept: int | None, arguments: list[str], says: str, tmp_path: Path
) -> None:
    """No address is printed before the database is there, and no traceback ever."""
    file = tmp_path / "decapod.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("create table shells as select randomblob(9000) as shell")
    database.close()
    whole = file.read_bytes()
    if kept is None:
        file.unlink()
    else:
        file.write_bytes(whole[:kept] + b"\xff" * (len(whole) - kept))
    command = [sys.executable, "-m", "decapod.cli", *arguments, "--data-dir", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "copy.part").exists()


@pytest.mark.parametrize("in_the_way", ["server.lock", "cookie.key", "decapod.sqlite"])
def test_a_folder_that_cannot_be_used_is_said_in_one_line(tmp_path: Path, in_the_way: str) -> None:
    (tmp_path / in_the_way).mkdir()
    command = [sys.executable, "-m", "decapod.cli", "serve", "--data-dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert in_the_way in done.stderr


def test_a_database_of_a_newer_version_is_said_in_one_line_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "decapod.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("create table alembic_version (version_num varchar(32) not null)")
        database.execute("insert into alembic_version values ('9999')")
    database.close()
    command = [sys.executable, "-m", "decapod.cli", "serve", "--data-dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "is of a newer Decapod (schema 9999" in done.stderr
    with sqlite3.connect(file) as database:
        assert database.execute("select name from sqlite_master").fetchall() == [("alembic_version",)]
    database.close()


def test_several_workers_need_postgresql(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="need PostgreSQL"):
        serve(Settings(data=str(tmp_path)), workers=2)


def test_the_command_serves_the_pages(tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port):
        assert httpx.get(f"http://127.0.0.1:{port}/replay/x", timeout=PATIENCE).status_code == 200
        assert f"Decapod: http://127.0.0.1:{port}" in (tmp_path / "server.log").read_text()


def test_without_a_factory_the_interface_alone_is_served(tmp_path: Path) -> None:
    port = free_port()
    line = (
        "from decapod.server.run import serve; from decapod.server.settings import Settings; "
        f"serve(Settings(data={str(tmp_path)!r}, logs='critical'), port={port})"
    )
    server = subprocess.Popen([sys.executable, "-c", line], env={"PYTHONPATH": SOURCE, "DECAPOD_JIT": "0"})
    try:
        wait_until(lambda: _status(f"http://127.0.0.1:{port}/health") == 200)
        assert _status(f"http://127.0.0.1:{port}/replay/x") == 404
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _status(address: str) -> int:
    try:
        return httpx.get(address, timeout=PATIENCE).status_code
    except httpx.HTTPError:
        return 0


def compile_processes(cache: Path) -> list[int]:
    """List the processes that compile kernels into a cache folder."""
    pids: list[int] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command, environment = (folder / "cmdline").read_bytes(), (folder / "environ").read_bytes()
        except OSError:  # it has just ended, or is not ours
            continue
        if b"decapod.engine.jit_warmup" in command and os.fsencode(f"DECAPOD_CACHE={cache}\0") in environment:
            pids.append(int(folder.name))
    return pids


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed from /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_compile_processes_end_with_the_server(number: signal.Signals, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    server = start_process(tmp_path, free_port(), DECAPOD_JIT="1", DECAPOD_CACHE=str(cache))
    try:
        wait_until(lambda: list(cache.glob("kernels/*play*.lock")))  # one compiles, the others wait for it
        assert compile_processes(cache)
        server.send_signal(number)
        server.wait(PATIENCE)
        wait_until(lambda: not compile_processes(cache))
    finally:
        server.kill()
        server.wait()
        for pid in compile_processes(cache):
            os.kill(pid, signal.SIGKILL)
    assert not list(cache.glob("kernels/*.kernel"))
