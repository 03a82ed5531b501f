"""The lock of a data folder."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from decapod.errors import UsageError
from decapod.server.instance_lock import InstanceLock


def test_a_second_server_is_told_where_the_first_listens(tmp_path: Path) -> None:
    with closing(InstanceLock(tmp_path)) as first, closing(InstanceLock(tmp_path)) as second:
        assert first.acquire() is None
        assert second.acquire() == "an address it has not told yet"
        first.write_address("http://127.0.0.1:8321")
        assert second.acquire() == "http://127.0.0.1:8321"
        second.write_address("http://nowhere")  # only who has the lock says where it listens
        assert second.acquire() == "http://127.0.0.1:8321"


def test_a_folder_one_cannot_write_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "server.lock").mkdir()
    with (
        closing(InstanceLock(tmp_path)) as lock,
        pytest.raises(UsageError, match=r"cannot write .*server\.lock: "),
    ):
        lock.acquire()


def test_when_the_first_is_gone_the_second_gets_the_folder(tmp_path: Path) -> None:
    with closing(InstanceLock(tmp_path)) as first:
        assert first.acquire() is None
    with closing(InstanceLock(tmp_path)) as second:
        assert second.acquire() is None


def test_the_address_of_a_server_that_was_killed_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "server.address").write_text("http://127.0.0.1:8321")
    with closing(InstanceLock(tmp_path)) as first, closing(InstanceLock(tmp_path)) as second:
        assert first.acquire() is None
        assert second.acquire() == "an address it has not told yet"
