"""Leases: one process runs a room's bots and clocks, and another takes over when it dies."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from decapod.server.store import Store
from tests.server.store.opening import use_store


@pytest.mark.slow
def test_only_one_process_gets_the_lease_of_a_room_and_another_takes_over_when_it_dies(postgres: str) -> None:
    async def go() -> None:
        one, other = Store(postgres), Store(postgres)
        await one.open()
        await other.open()
        assert await one.leases.acquire_lease("t") is True
        assert await one.leases.acquire_lease("t") is True
        assert await other.leases.acquire_lease("t") is False
        assert await other.leases.acquire_lease("u") is True
        await one.close()  # a killed process frees its locks the same way: its connection ends
        assert await other.leases.acquire_lease("t") is True
        await other.leases.release_lease("t")
        await other.close()

    asyncio.run(go())


def test_a_lease_that_was_released_can_be_had_by_others(postgres: str) -> None:
    async def go() -> None:
        one, other = Store(postgres), Store(postgres)
        await one.open()
        await other.open()
        assert await one.leases.acquire_lease("v")
        await one.leases.release_lease("v")
        await one.leases.release_lease("v")  # twice does no harm
        assert await other.leases.acquire_lease("v")
        await one.close()
        await other.close()

    asyncio.run(go())


def test_when_the_connection_is_lost_so_is_every_lease(postgres: str) -> None:
    async def work(store: Store) -> None:
        assert await store.leases.acquire_lease("w")
        ours = text("select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'")
        await store.read(ours)
        assert await store.leases.acquire_lease("x") is False  # the broken connection is found and let go
        assert store.leases.rooms == set()
        assert await store.leases.acquire_lease("x") is True

    use_store(postgres, work)


def test_on_sqlite_the_one_process_has_every_lease(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        assert await store.leases.acquire_lease("t")
        await store.leases.release_lease("t")
        assert store.leases.rooms == set()

    use_store(f"sqlite:///{tmp_path / 'd.sqlite'}", work)
