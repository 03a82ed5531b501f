"""Backup: a whole copy, or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from decapod.errors import UsageError
from decapod.server.settings import Settings
from decapod.server.store.backup import backup
from tests.server.running import Person, RunningServer


def test_a_backup_is_a_whole_copy_made_while_the_server_runs(
    own_server: Callable[..., RunningServer], guest_of: Callable[..., Person], tmp_path: Path
) -> None:
    server = own_server()
    guest_of(server, "Ada").set_up()
    target = tmp_path / "copy.sqlite"
    backup(server.settings, target)
    backup(server.settings, target)  # again, over the first
    with sqlite3.connect(target) as copy:
        assert copy.execute("select count(*) from tables").fetchone() == (1,)
    copy.close()
    assert not target.with_name("copy.sqlite.part").exists()
    with pytest.raises(UsageError, match="no file in a folder"):
        backup(server.settings, tmp_path / "no" / "such")


def test_without_a_database_there_is_nothing_to_copy(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no database"):
        backup(Settings(data=str(tmp_path / "empty")), tmp_path / "copy.sqlite")


def test_the_cookie_key_is_copied_for_its_owner_only_and_only_if_asked_for(
    own_server: Callable[..., RunningServer], tmp_path: Path
) -> None:
    server, target = own_server(), tmp_path / "copy.sqlite"
    backup(server.settings, target)
    assert not (tmp_path / "copy.sqlite.key").exists()
    backup(server.settings, target, with_key=True)
    copy = tmp_path / "copy.sqlite.key"
    assert copy.read_bytes() == server.settings.key()
    assert copy.stat().st_mode & 0o077 == 0
    server.settings.key_file.unlink()
    with pytest.raises(UsageError, match="there is no cookie key"):
        backup(server.settings, target, with_key=True)
