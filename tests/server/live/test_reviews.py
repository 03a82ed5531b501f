"""Reviews in the background: kept with the match, resting while nobody looks, gone on with when somebody does."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from decapod.errors import IllegalMoveError
from decapod.server.live import reviews
from decapod.server.live.archive import ArchivedMatch
from decapod.server.live.server import Hub
from decapod.server.live.thinkers import BotRequest, Priority
from tests.server.live.in_memory import add_room, english, first_legal_move, open_server, run

ADA = BotRequest("ada", "1.1.1.1", Priority.WATCHED)


async def finished_match(server: Hub, moves: int) -> ArchivedMatch:
    """Play some moves in a room, and give up."""
    room = await add_room(server)
    for _ in range(moves):
        await room.record(lambda log: log.entries_for_move(*first_legal_move(log), log.n, 0, english(log)))
    await room.record(lambda log: [log.entry_for_resignation(0, 0, english(log))])
    assert room.log is not None
    found = await server.archive.find(room.log.id)
    assert found is not None
    return found


def test_it_is_made_once_and_kept_with_its_match(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_server(tmp_path, simulations=4) as server:
            match = await finished_match(server, 3)
            begun = server.reviews.begin(match, ADA, "en")
            assert begun is match.review
            assert begun.task is not None
            await begun.task
            assert begun.review.is_done
            assert begun.review.winners == (1,)
            assert server.reviews.begin(match, ADA, "en") is begun
            assert not begun.is_running

    run(work)


def test_it_rests_while_nobody_looks_and_goes_on_from_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "UNWATCHED", -1.0)

    async def work() -> None:
        async with open_server(tmp_path, simulations=4) as server:
            match = await finished_match(server, 3)
            begun = server.reviews.begin(match, ADA, "en")
            assert begun.task is not None
            await begun.task
            assert begun.review.done == 0
            monkeypatch.setattr(reviews, "UNWATCHED", 60.0)
            again = server.reviews.begin(match, ADA, "en")
            assert again is begun
            await again.task
            assert begun.review.is_done

    run(work)


def test_there_are_only_so_many_at_a_time_and_none_of_an_endless_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with open_server(tmp_path, simulations=4) as server:
            one, other = await finished_match(server, 2), await finished_match(server, 2)
            monkeypatch.setattr(reviews, "MOST_OF_ONE", 1)
            first = server.reviews.begin(one, ADA, "en")
            with pytest.raises(IllegalMoveError, match="wait a little"):
                server.reviews.begin(other, ADA, "en")
            server.reviews.begin(other, BotRequest("ben", "2.2.2.2", Priority.WATCHED), "en")
            assert first.is_running
            monkeypatch.setattr(reviews, "LONGEST", 1)
            with pytest.raises(IllegalMoveError, match="too long"):
                server.reviews.begin(await finished_match(server, 2), ADA, "en")
            await server.reviews.close()
            await asyncio.sleep(0)
            assert not first.is_running

    run(work)
