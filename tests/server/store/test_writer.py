"""The writer: places given once, several entries all or none, commits together, failures apart."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import insert, select, text

from decapod.server.store import DatabaseError, DuplicateError, MatchEvent, Store, schema
from tests.server.store.opening import add_match, add_room, entry, use_store


def test_of_many_who_want_one_place_exactly_one_gets_it(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store)
        outcomes = await asyncio.gather(*(store.append(entry(1, move)) for move in range(30)))
        assert outcomes.count(True) == 1
        stored = await store.entries_from("match", 1)
        assert [(one.n, one.move) for one in stored] == [(1, outcomes.index(True))]
        assert await store.append(entry(1, 99)) is False
        assert await store.append(entry(2, 99)) is True

    use_store(url, work)


def test_several_entries_are_stored_all_or_none(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store)
        assert await store.append(entry(1), entry(2), entry(3))
        assert await store.append(entry(3, 7), entry(4, 7), entry(5, 7)) is False  # place 3 is taken
        assert [(one.n, one.move) for one in await store.entries_from("match", 1)] == [(1, 0), (2, 0), (3, 0)]
        assert await store.append(entry(4, 7), entry(5, 7))

    use_store(url, work)


def test_of_two_who_want_the_same_places_together_one_gets_them_all(url: str) -> None:
    async def work(store: Store) -> None:
        other = Store(url)
        await other.open()
        await add_room(store)
        await add_match(store)
        for first in range(1, 40, 4):
            places = range(first, first + 4)
            outcomes = await asyncio.gather(
                store.append(*(entry(n, 1) for n in places)), other.append(*(entry(n, 2) for n in places))
            )
            assert sorted(outcomes) == [False, True]
            stored = await store.entries_from("match", first)
            assert [one.move for one in stored] == [1 if outcomes[0] else 2] * 4
        await other.close()

    use_store(url, work)


def commits() -> float:
    """Count the commits of this process so far."""
    return REGISTRY.get_sample_value("decapod_commit_seconds_count") or 0.0


def test_what_arrives_together_is_committed_together(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store)
        before = commits()
        assert all(await asyncio.gather(*(store.append(entry(n)) for n in range(1, 201))))
        assert commits() - before <= 3

    use_store(url, work)


def test_neither_a_move_nor_the_end_of_a_match_waits_until_a_crowd_has_its_tables(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store)
        done: list[str] = []

        async def note(name: str, order: Awaitable[object]) -> None:
            await order
            done.append(name)

        def work_on(connection: Any) -> None:
            connection.execute(text("select 1"))

        crowd = [note("table", store.write(work_on)) for _ in range(50)]
        end = note("end", store.write(work_on, urgent=True))
        await asyncio.gather(*crowd, note("move", store.append(entry(1))), end)
        assert len(done) == 52
        assert max(done.index("move"), done.index("end")) < 10

    use_store(url, work)


def test_one_that_fails_does_not_spoil_the_others(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store)

        def fail(connection: Any) -> None:
            connection.execute(text("insert into nowhere values (1)"))

        def change_ones_mind(connection: Any) -> None:
            connection.execute(insert(schema.mutes).values(person="a", muted_person="b"))
            raise ValueError("changed my mind")

        orphan = MatchEvent("no such match", 1, "move", 0, 0, 0, 0)
        results = await asyncio.gather(
            store.append(entry(1)), store.write(fail), store.write(change_ones_mind), store.append(orphan),
            store.append(entry(2)), return_exceptions=True,
        )  # fmt: skip
        assert (results[0], results[4]) == (True, True)
        assert all(isinstance(result, Exception) for result in results[1:4])
        assert await store.read(select(schema.mutes)) == []

    use_store(url, work)


def test_what_waits_when_a_store_closes_is_written(url: str) -> None:
    async def begin(store: Store) -> None:
        await add_room(store)
        await add_match(store)
        task = asyncio.create_task(store.append(entry(1, 5)))
        await asyncio.sleep(0)  # the order is in the queue
        await store.close()
        assert await task

    async def run() -> None:
        store = Store(url)
        await store.open()
        await begin(store)

    asyncio.run(run())
    assert [one.move for one in use_store(url, lambda store: store.entries_from("match", 1))] == [5]


def test_an_error_of_the_work_reaches_whoever_ordered_it(url: str) -> None:
    async def work(store: Store) -> None:
        def refuse(_: Any) -> None:
            raise KeyError("no")

        with pytest.raises(KeyError):
            await store.write(refuse)

    use_store(url, work)


def test_a_store_knows_whether_the_database_could_store_what_came_last(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        assert not store.is_failing

        def fail(connection: Any) -> None:
            connection.execute(text("insert into nowhere values (1)"))

        with pytest.raises(DatabaseError):
            await store.write(fail)
        assert store.is_failing
        await add_match(store)
        assert not store.is_failing
        assert await store.append(entry(1))
        assert not await store.append(entry(1, 5))  # to come second is no failure
        with pytest.raises(DuplicateError):
            await add_room(store)
        assert not store.is_failing

    use_store(f"sqlite:///{tmp_path / 'decapod.sqlite'}", work)


def test_no_move_counts_as_stored_if_the_database_rolled_all_of_a_commit_back_by_itself(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await add_room(store)
        await add_match(store)

        def fill_the_disk(connection: Any) -> None:
            connection.connection.driver_connection.execute("ROLLBACK")
            raise ValueError("as if there were no space left")

        stored, failed, other = await asyncio.gather(
            store.append(entry(1)), store.write(fill_the_disk, urgent=True), store.append(entry(2)),
            return_exceptions=True,
        )  # fmt: skip
        assert isinstance(failed, DatabaseError)
        assert (stored, other) == (True, True)  # by themselves
        assert [one.n for one in await store.entries_from("match", 1)] == [1, 2]

    use_store(f"sqlite:///{tmp_path / 'decapod.sqlite'}", work)
