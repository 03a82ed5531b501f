"""Restoring: a copy takes the place of the database whole, or not at all, and never under a running server."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from decapod.errors import DecapodError, ParseError, UsageError
from decapod.server.settings import Settings
from decapod.server.store import Store
from decapod.server.store.backup import backup, key_file_of
from decapod.server.store.guests import Guests
from decapod.server.store.migrations import HEAD
from decapod.server.store.restore import restore
from tests.programs import postgresql_programs
from tests.server.running import PATIENCE, SOURCE, Person, RunningServer, free_port, start_process
from tests.server.store.opening import use_store
from tests.server.store.test_migrations import DUMP, open_dump

SET_VERSION = "update alembic_version set version_num = '{}'"

Own = Callable[..., RunningServer]
GuestOf = Callable[..., Person]


def add_guest(url: str, name: str) -> None:
    """Store somebody."""
    use_store(url, lambda store: Guests(store).add(name))


def names_in(url: str) -> list[str]:
    """Return the names of all guests."""

    async def read(store: Store) -> list[Any]:
        return await store.read(text("select name from people order by name"))

    return [name for (name,) in use_store(url, read)]


def copy_of(tmp_path: Path, name: str = "Ada") -> Path:
    """Make a copy of a database with one guest."""
    settings = Settings(data=str(tmp_path / "copied"))
    settings.key()
    add_guest(settings.url, name)
    backup(settings, tmp_path / "copy.sqlite")
    return tmp_path / "copy.sqlite"


@pytest.mark.slow
def test_a_copy_takes_the_place_of_a_database_whose_server_was_killed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    server = start_process(data, port := free_port())
    try:
        ada = Person(f"http://127.0.0.1:{port}", "Ada")
        settings = Settings(data=str(data))
        backup(settings, tmp_path / "copy.sqlite")
        for number in range(20):
            ada.set_up()
            assert ada.http.put("/api/me", json={"name": f"Countess {number}"}).status_code == 200
        with pytest.raises(UsageError, match=f"a server uses .*decapod.sqlite: http://127.0.0.1:{port}; stop it first"):
            restore(settings, tmp_path / "copy.sqlite")
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait(PATIENCE)
    assert (data / "decapod.sqlite-wal").stat().st_size > 0
    assert restore(settings, tmp_path / "copy.sqlite") == ""
    assert sorted(path.name for path in data.glob("decapod.sqlite*")) == ["decapod.sqlite"]
    assert (data / "decapod.sqlite").stat().st_mode & 0o077 == 0
    server = start_process(data, port)
    try:
        assert ada.get("/api/me")["name"] == "Ada"
        assert ada.get("/api/tables") == []
        ada.leave()
    finally:
        server.terminate()
        server.wait(PATIENCE)


def damage(copy: Path) -> None:
    content = copy.read_bytes()
    copy.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def set_version(copy: Path, version: str) -> None:
    with sqlite3.connect(copy) as database:
        database.execute("update alembic_version set version_num = ?", (version,))
    database.close()


def forget_version(copy: Path) -> None:
    with sqlite3.connect(copy) as database:
        database.execute("drop table alembic_version")
    database.close()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            lambda copy: copy.write_bytes(b"not a database, but a text that is long enough to be one" * 20),
            "not a database",
        ),
        (damage, "malformed|damaged"),
        (lambda copy: set_version(copy, "0004"), r"older Decapod \(schema 0004"),
        (lambda copy: set_version(copy, "9999"), r"newer Decapod \(schema 9999"),
        (forget_version, "not a database of Decapod"),
    ],
)
def test_a_copy_that_cannot_be_used_changes_nothing(spoil: Callable[[Path], Any], words: str, tmp_path: Path) -> None:
    copy = copy_of(tmp_path)
    spoil(copy)
    settings = Settings(data=str(tmp_path / "data"))
    settings.key()
    add_guest(settings.url, "Ben")
    before = (tmp_path / "data" / "decapod.sqlite").read_bytes()
    with pytest.raises(ParseError, match=words) as refused:
        restore(settings, copy)
    assert "\n" not in str(refused.value)
    assert (tmp_path / "data" / "decapod.sqlite").read_bytes() == before
    assert not list((tmp_path / "data").glob("*.part*"))
    assert names_in(settings.url) == ["Ben"]


def test_a_copy_that_is_not_there_or_is_the_database_itself_is_refused(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path))
    with pytest.raises(UsageError, match="there is no copy"):
        restore(settings, tmp_path / "nothing")
    settings.key()
    add_guest(settings.url, "Ben")
    with pytest.raises(UsageError, match="is the database itself"):
        restore(settings, tmp_path / "decapod.sqlite")
    assert names_in(settings.url) == ["Ben"]


def test_a_copy_of_18_november_2026_is_restored_and_migrated(tmp_path: Path) -> None:
    open_dump(tmp_path)
    settings = Settings(data=str(tmp_path / "data"))
    settings.key()
    assert restore(settings, tmp_path / "decapod.sqlite") == ""
    assert names_in(settings.url) == ["Ada", "Ada", "Ben", "Ben"]


def serve(data: Path, *more: str) -> subprocess.Popen[bytes]:
    """Start `decapod serve` without waiting until it answers."""
    command = [sys.executable, "-m", "decapod.cli", "serve", "--data-dir", str(data), "--port", str(free_port()), *more]
    return subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": SOURCE}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


@pytest.mark.slow
def test_a_restore_without_the_key_is_told_what_to_do(tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "data"))
    add_guest_with_key(tmp_path / "copied", tmp_path / "copy.sqlite")
    warning = restore(settings, tmp_path / "copy.sqlite")
    assert warning.startswith(f"{settings.key_file} is missing: put their key there, or start with --new-key")
    server = serve(tmp_path / "data")
    output, errors = server.communicate(timeout=PATIENCE)
    assert (server.returncode, output, errors.count(b"\n")) == (2, b"", 1)
    assert b"cookie.key is missing: put their key there, or start with --new-key" in errors
    server = start_process(tmp_path / "data", port := free_port(), "--new-key")
    try:
        assert httpx.get(f"http://127.0.0.1:{port}/api/me").json()["person"] == ""
    finally:
        server.terminate()
        server.wait(PATIENCE)


def add_guest_with_key(data: Path, copy: Path, **options: Any) -> None:
    """Serve for a moment so that the database knows its key, store a guest, and copy it."""
    settings = Settings(data=str(data))
    running = RunningServer(data)
    Person(running.url, "Ada").leave()
    running.stop()
    backup(settings, copy, **options)


def test_guests_are_known_on_another_machine_that_gets_the_key_too(
    own_server: Own, guest_of: GuestOf, tmp_path: Path
) -> None:
    first = own_server()
    ada = guest_of(first, "Ada")
    backup(first.settings, tmp_path / "copy.sqlite", with_key=True)
    elsewhere = Settings(data=str(tmp_path / "elsewhere"))
    assert restore(elsewhere, tmp_path / "copy.sqlite") == ""
    assert elsewhere.key_file.stat().st_mode & 0o077 == 0
    second = RunningServer(tmp_path / "elsewhere")
    try:
        answer = httpx.get(f"{second.url}/api/me", headers={"cookie": ada.cookies()})
        assert answer.json()["name"] == "Ada"
    finally:
        second.stop()


def test_a_key_is_never_replaced_by_another(tmp_path: Path) -> None:
    add_guest_with_key(tmp_path / "copied", copy := tmp_path / "copy.sqlite", with_key=True)
    settings = Settings(data=str(tmp_path / "data"))
    key = settings.key()
    with pytest.raises(DecapodError, match=r"cookie\.key is another cookie key than .*move it away first"):
        restore(settings, copy)
    assert settings.key() == key
    assert not (tmp_path / "data" / "decapod.sqlite").exists()
    key_file_of(copy).write_bytes(b"x" * 32)
    with pytest.raises(DecapodError, match="is not the cookie key of"):
        restore(settings, copy)


def psql(url: str, statement: str) -> None:
    """Run a statement in PostgreSQL."""
    words = [str(postgresql_programs() / "psql"), "--quiet", f"--dbname={url}", "--command", statement]
    subprocess.run(words, check=True)


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have PostgreSQL's programs on the path."""
    monkeypatch.setenv("PATH", str(postgresql_programs()), prepend=os.pathsep)


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_copy_of_postgresql_is_made_and_put_back(url: str, programs: None, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path / "data"), database=url)
    running = RunningServer(tmp_path / "data", database=url)
    ada = Person(running.url, "Ada")
    try:
        backup(settings, copy := tmp_path / "copy.dump", with_key=True)
        assert copy.stat().st_mode & 0o077 == 0
        assert ada.http.put("/api/me", json={"name": "Countess"}).status_code == 200
        with pytest.raises(UsageError, match=r"a server uses the database postgresql.*; stop it first"):
            restore(settings, copy)
    finally:
        running.stop()
    assert names_in(url) == ["Countess"]
    elsewhere = Settings(data=str(tmp_path / "elsewhere"), database=url)
    assert restore(elsewhere, copy) == ""
    assert elsewhere.key() == settings.key()
    assert names_in(url) == ["Ada"]
    running = RunningServer(tmp_path / "elsewhere", database=url)
    try:
        answer = httpx.get(f"{running.url}/api/me", headers={"cookie": ada.cookies()})
        assert answer.json()["name"] == "Ada"
    finally:
        running.stop()
        ada.leave()


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_dump_that_cannot_be_used_changes_nothing(url: str, programs: None, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path), database=url)
    settings.key()
    add_guest(url, "Ben")
    shutil.copy(DUMP, tmp_path / "copy.dump")
    with pytest.raises(ParseError, match=r"cannot restore .*: pg_restore: error: ") as refused:
        restore(settings, tmp_path / "copy.dump")
    assert "\n" not in str(refused.value)
    backup(settings, tmp_path / "copy.dump")
    psql(url, SET_VERSION.format("0004"))
    backup(settings, tmp_path / "old.dump")
    psql(url, SET_VERSION.format(HEAD))
    with pytest.raises(ParseError, match=r"older Decapod \(schema 0004"):
        restore(settings, tmp_path / "old.dump")
    assert names_in(url) == ["Ben"]


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_a_dump_of_18_november_2026_leaves_no_newer_table_behind(url: str, programs: None, tmp_path: Path) -> None:
    settings = Settings(data=str(tmp_path), database=url)
    settings.key()
    add_guest(url, "Ada")
    psql(url, "drop table facts; update alembic_version set version_num = '0005'")
    backup(settings, tmp_path / "copy.dump")
    assert names_in(url) == ["Ada"]  # migrated again
    add_guest(url, "Ben")
    assert restore(settings, tmp_path / "copy.dump") == ""
    assert names_in(url) == ["Ada"]
