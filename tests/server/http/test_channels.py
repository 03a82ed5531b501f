"""Channels: one process needs none; a Redis that is asked for must be there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from decapod.errors import UsageError
from decapod.server.http import channels as module
from decapod.server.http.channels import Channels
from decapod.server.settings import Settings
from tests.server.running import Person, RunningServer, free_port, wait_until
from tests.server.services import postgresql, redis


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


@pytest.mark.slow
def test_redis_is_lost_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart of Redis nobody subscribed again, health said ok, and the server could not be stopped."""
    logged: list[str] = []
    monkeypatch.setattr(module.logger, "error", lambda message, **_: logged.append(message))
    monkeypatch.setattr(module.logger, "warning", lambda message, **_: logged.append(message))
    port = free_port()
    with postgresql() as database:
        with redis(port) as url:
            # sweeps, by which what Redis does not tell is found, come too late to help
            servers = [RunningServer(tmp_path, database=database, channels=url, sweep=600.0) for _ in range(2)]
            people = [Person(server.url, name) for server, name in zip(servers, ("Ada", "Ben"), strict=True)]
            ada, ben = people
            room = ada.set_up(players=2, public=True, options={"first": "0"})["id"]
            ben.post(f"/api/tables/{room}/join")
            ada.post(f"/api/tables/{room}/start")
            pages = [one.open_page(room) for one in people]
            assert channels_of(servers) == {"redis"}
        wait_until(lambda: channels_of(servers) == {"redis lost"})
        assert httpx.get(f"{servers[0].url}/ready").json()["channels"] == "redis lost"
        pages[0].move()
        with redis(port):
            wait_until(lambda: channels_of(servers) == {"redis"})
            pages[1].wait_for_scene(lambda m: m["ply"] == 1)  # what was missed is found at once
            pages[1].move()
            pages[0].wait_for_scene(lambda m: m["ply"] == 2)
        wait_until(lambda: channels_of(servers) == {"redis lost"})
        for one in people:
            one.leave()
        for server in servers:
            server.stop()
    assert logged.count("Redis is lost") == 4
    assert logged.count("Redis is back") == 2


def channels_of(servers: list[RunningServer]) -> set[str]:
    """Tell how the channels of servers are."""
    return {server.live.services.channel.state for server in servers}
