"""Boxes of people's own: opened from their texts, and kept in memory up to so many bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

import decapod
from decapod.errors import ParseError
from decapod.server import metrics
from decapod.server.live.boxes import size_of
from decapod.server.store import schema
from decapod.server.store.boxes import insert_box
from tests.server.live.in_memory import open_server, run

GAME = decapod.game("crab-stack")
PRINTED = (GAME.folder / "box.toml").read_text(encoding="utf-8")


def text_of(steps: int) -> str:
    """Write a box of Crab Stack that differs in one number: a crab of some size goes `steps` steps."""
    assert "steps = 3" in PRINTED
    return PRINTED.replace("steps = 3", f"steps = {steps}")


def gauge(name: str) -> float:
    """Read a number from the metrics."""
    line = next(line for line in metrics.page().decode().splitlines() if line.startswith(f"{name} "))
    return float(line.split()[1])


def test_an_honest_box_is_the_same_as_read_at_once(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            opened, direct = await server.services.boxes.open(GAME, text_of(2)), GAME.parse_box(text_of(2), "here")
            assert opened.hash == direct.hash != GAME.box.hash
            assert len(GAME.match(2, seed=1, box=opened).legal_moves(0)) > 0
            with pytest.raises(ParseError, match="there is no box missing"):
                await server.services.boxes.find(GAME, "missing")

    run(work)


@pytest.mark.slow
def test_boxes_used_least_lately_are_forgotten_when_they_take_too_much(tmp_path: Path) -> None:
    """300 boxes took 640 MB for as long as the server ran."""

    async def work() -> None:
        one = GAME.parse_box(text_of(2), "here")
        assert one.sprites
        async with open_server(tmp_path, box_memory=2 * size_of(one) + 1000) as server:
            boxes = server.services.boxes
            opened = [await boxes.open(GAME, text_of(steps)) for steps in (1, 2)]
            assert all(box.sprites for box in opened)
            assert await boxes.find(GAME, opened[0].hash) is opened[0]
            third = await boxes.open(GAME, text_of(3))
            assert third.sprites
            assert await boxes.find(GAME, third.hash) is third
            assert await boxes.find(GAME, opened[0].hash) is opened[0]
            assert gauge("decapod_boxes") == 2
            assert size_of(one) < gauge("decapod_box_bytes") <= 2 * size_of(one) + 1000
            with pytest.raises(ParseError, match="there is no box"):  # forgotten, and never stored
                await boxes.find(GAME, opened[1].hash)

    run(work)


@pytest.mark.parametrize("record", [None, b"of another layout", b"\1" * GAME.rules.Box.itemsize])
def test_a_stored_box_is_filled_from_its_record_and_read_again_only_where_that_does_not_fit(
    tmp_path: Path, record: bytes | None
) -> None:
    box = GAME.parse_box(text_of(2), "here")

    async def work() -> None:
        async with open_server(tmp_path) as server:
            await server.store.write(lambda c: insert_box(c, GAME.name, box.hash, "no TOML", box.record.tobytes()))
            assert (await server.services.boxes.find(GAME, box.hash)).hash == box.hash
        async with open_server(tmp_path) as server:
            change = update(schema.boxes).values(text=text_of(2), record=record)
            await server.store.write(lambda c: c.execute(change) and None)
            assert (await server.services.boxes.find(GAME, box.hash)).hash == box.hash

    run(work)
