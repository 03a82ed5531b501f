"""Channels: one process needs none; a Redis that is asked for must be there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend

from decapod.errors import UsageError
from decapod.server.http.channels import Channels
from decapod.server.settings import Settings


@pytest.mark.parametrize(
    ("url", "says"), [("http://x", "write redis://HOST:PORT"), ("redis://x:abc", "is no Redis URL")]
)
def test_what_is_no_redis_url_is_refused_in_one_line(tmp_path: Path, url: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        Channels(Settings(data=str(tmp_path), channels=url))


def test_a_redis_that_does_not_answer_is_refused_in_one_line(tmp_path: Path) -> None:
    async def go() -> None:
        channels = Channels(Settings(data=str(tmp_path), channels="redis://127.0.0.1:9"))
        try:
            with pytest.raises(UsageError, match="cannot reach redis"):
                await channels.open()
        finally:
            await channels.close()

    asyncio.run(go())


def test_one_process_needs_no_redis(tmp_path: Path) -> None:
    async def go() -> None:
        channels = Channels(Settings(data=str(tmp_path)))
        assert isinstance(channels.plugin._backend, MemoryChannelsBackend)
        assert channels._redis is None
        await channels.open()  # there is nothing to reach
        await channels.close()

    asyncio.run(go())


def test_a_redis_that_cannot_be_reached_is_named_without_its_password(tmp_path: Path) -> None:
    async def go() -> None:
        channels = Channels(Settings(data=str(tmp_path), channels="redis://ada:hunter2@127.0.0.1:9/0"))
        try:
            with pytest.raises(UsageError, match=r"cannot reach redis://127\.0\.0\.1:9/0") as refused:
                await channels.open()
            assert "hunter2" not in str(refused.value)
        finally:
            await channels.close()

    asyncio.run(go())
