"""Boxes of people's own."""

from __future__ import annotations

from decapod.server.store import Store
from decapod.server.store.boxes import delete_unused_boxes, insert_box, read_box
from tests.server.store.opening import add_room, use_store


def test_a_box_is_stored_once_and_deleted_when_no_room_uses_it(url: str) -> None:
    async def work(store: Store) -> None:
        for text in ("first", "second"):
            await store.write(lambda c, text=text: insert_box(c, "crab-stack", "abc", text, text.encode()))
        await store.write(lambda c: insert_box(c, "crab-stack", "def", "unused", b""))
        await add_room(store, box="abc")
        await store.write(delete_unused_boxes)
        assert await read_box(store, "crab-stack", "abc") == ("first", b"first")
        assert await read_box(store, "crab-stack", "def") is None
        assert await read_box(store, "crabs", "abc") is None

    use_store(url, work)
