"""Chats as they are stored."""

from __future__ import annotations

from decapod.server.store import Store
from decapod.server.store.chats import (
    ChatRow,
    insert_line,
    read_line,
    read_lines_for,
    set_mute,
)
from tests.server.store.opening import add_room, use_store


def line(text: str, room: str = "room") -> ChatRow:
    """Make a line of Ada's."""
    return ChatRow(room, 0, "ada", "Ada", 0, text, 1)


def test_lines_are_numbered_in_each_room_and_old_ones_deleted(url: str) -> None:
    async def work(store: Store) -> None:
        await add_room(store, "room")
        await add_room(store, "other")
        numbers = [await store.write(lambda c, i=i: insert_line(c, line(f"line {i}"), 3)) for i in range(5)]
        assert numbers == [1, 2, 3, 4, 5]
        assert await store.write(lambda c: insert_line(c, line("hello", "other"), 3)) == 1
        rows, _ = await read_lines_for(store, "room", "ada", 9)
        assert [(row.n, row.text) for row in rows] == [(3, "line 2"), (4, "line 3"), (5, "line 4")]
        rows, _ = await read_lines_for(store, "room", "ada", 2)
        assert [row.n for row in rows] == [4, 5]
        assert await read_line(store, "room", 5) == line("line 4")._replace(n=5)
        assert await read_line(store, "room", 1) is None

    use_store(url, work)


def test_somebody_is_muted_and_heard_again(url: str) -> None:
    async def work(store: Store) -> None:
        for on in (True, True):
            await store.write(lambda c, on=on: set_mute(c, "ada", "eve", on=on))
        assert await read_lines_for(store, "room", "ada", 9) == ([], {"eve"})
        assert await read_lines_for(store, "room", "eve", 9) == ([], set())
        await store.write(lambda c: set_mute(c, "ada", "eve", on=False))
        assert await read_lines_for(store, "room", "ada", 9) == ([], set())

    use_store(url, work)
