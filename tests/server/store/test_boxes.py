"""Boxes of people's own."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from decapod.server.store import Store
from decapod.server.store.boxes import delete_unused_boxes, insert_box, read_box
from decapod.server.store.rooms import SeatHolder, insert_room
from tests.server.store.opening import add_room, count_steps, room_row, use_store


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


def test_looking_for_unused_boxes_takes_twice_the_work_where_there_is_twice_as_much(tmp_path: Path) -> None:
    def fill(connection: Connection, numbers: range) -> None:
        for number in numbers:
            insert_box(connection, "crabs", f"{number}", "text", b"")
            insert_room(connection, room_row(f"{number}", game="crabs", box=f"{number}"), [SeatHolder()])

    async def work(store: Store) -> None:
        steps: list[int] = []
        for numbers in (range(200), range(200, 400)):
            await store.write(lambda c, numbers=numbers: fill(c, numbers))
            steps.append(await count_steps(store, lambda: store.write(delete_unused_boxes)))
        assert await read_box(store, "crabs", "399") is not None
        assert 0 < steps[1] < 3 * steps[0]  # box by box it would be four times

    use_store(f"sqlite:///{tmp_path / 'test.sqlite'}", work)
