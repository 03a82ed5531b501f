"""Boxes of people's own are read where nobody waits for them."""

from __future__ import annotations

import asyncio

import pytest

import decapod
from decapod.errors import Unreadable
from decapod.server.live.boxes import BoxOpener

GAME = decapod.game("crab-stack")
PRINTED = (GAME.folder / "box.toml").read_text(encoding="utf-8")

#: One key of 32,000 parts, in 64 kB: a minute of reading for Python's TOML.
HOSTILE = ".".join(["a"] * 32_000) + " = 1"


def open_box(text: str) -> decapod.Box:
    """Open a box of Crab Stack."""
    return asyncio.run(BoxOpener().open(GAME, text))


def test_an_honest_box_is_the_same_as_read_at_once() -> None:
    text = PRINTED.replace("steps = 1", "steps = 2")
    opened, direct = open_box(text), GAME.read_box(text, "here")
    assert opened.hash == direct.hash != GAME.box.hash
    assert opened.printed == direct.printed
    assert len(GAME.match(2, seed=1, box=opened).legal(0)) > 0


@pytest.mark.parametrize("text", ["boards = 3", "", "a = [", "x" * 60_000, "[" * 30_000, "a = 1e99999", "\0"])
def test_what_is_wrong_with_a_box_is_said_without_telling_where_files_lie(text: str) -> None:
    with pytest.raises(Unreadable, match="the box you sent") as refused:
        open_box(text)
    assert "\n" not in str(refused.value)
    assert str(GAME.folder.parent) not in str(refused.value)


def test_a_box_that_takes_too_long_is_refused_and_others_go_on_meanwhile() -> None:
    """One request of 64 kB held the whole server for 13 seconds."""

    async def work() -> int:
        opener, ticks = BoxOpener(), 0
        opening = asyncio.create_task(opener.open(GAME, HOSTILE))
        while not opening.done():
            await asyncio.sleep(0.01)
            ticks += 1
        with pytest.raises(Unreadable, match="takes too long to read"):
            await opening
        return ticks

    assert asyncio.run(work()) > 20
