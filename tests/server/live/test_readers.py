"""What strangers send is read where nobody waits for it."""

from __future__ import annotations

import asyncio

import pytest

import decapod
from decapod.errors import IllegalMoveError, ParseError
from decapod.server.live.readers import MOST_OF_ONE, Sandbox

GAME = decapod.game("crab-stack")

#: One key of 32,000 parts, in 64 kB: a minute of reading for Python's TOML.
HOSTILE = ".".join(["a"] * 32_000) + " = 1"


@pytest.mark.parametrize("text", ["boards = 3", "", "a = [", "x" * 60_000, "[" * 30_000, "a = 1e99999", "\0"])
def test_what_is_wrong_with_a_box_is_said_without_telling_where_files_lie(text: str) -> None:
    with pytest.raises(ParseError, match="the box you sent") as refused:
        asyncio.run(Sandbox().read_box("crab-stack", text))
    assert "\n" not in str(refused.value)
    assert str(GAME.folder.parent) not in str(refused.value)


@pytest.mark.slow
def test_a_box_that_takes_too_long_is_refused_and_others_go_on_meanwhile() -> None:
    """One request of 64 kB held the whole server for 13 seconds."""

    async def work() -> int:
        readers, ticks = Sandbox(), 0
        reading = asyncio.create_task(readers.read_box("crab-stack", HOSTILE))
        while not reading.done():
            await asyncio.sleep(0.01)
            ticks += 1
        with pytest.raises(IllegalMoveError, match="takes too long to read"):
            await reading
        return ticks

    assert asyncio.run(work()) > 20


@pytest.mark.slow
def test_nobody_keeps_all_others_waiting() -> None:
    record = GAME.match(2, seed=3).dumps()

    async def work() -> None:
        readers = Sandbox()
        many = [readers.read_record(record, 10, asker="mallory") for _ in range(MOST_OF_ONE + 2)]
        answers = await asyncio.gather(*many, readers.read_record(record, 10, asker="ada"), return_exceptions=True)
        refused = [answer for answer in answers[:-1] if isinstance(answer, IllegalMoveError)]
        assert [answer.code for answer in refused] == ["reader.busy"] * 2
        assert not isinstance(answers[-1], BaseException)
        assert (await readers.read_record(record, 10, asker="mallory")).moves == []  # those before are done

    asyncio.run(work())


def test_a_record_is_read_and_what_is_wrong_with_one_is_said_with_its_code() -> None:
    record = GAME.match(2, seed=3).dumps()
    assert asyncio.run(Sandbox().read_record(record, 10)).moves == []
    with pytest.raises(ParseError, match="should begin with"):
        asyncio.run(Sandbox().read_record("1. e4 e5", 10))
