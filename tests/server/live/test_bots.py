"""Bots on the server."""

from __future__ import annotations

import asyncio
import threading

import pytest

import decapod
from decapod.errors import UsageError
from decapod.server.live.bots import (
    DEFAULT_BOT,
    LEVELS,
    Thinkers,
    bot_name,
    check_bot,
    choose_move,
    judge_moves,
    play_by_chance,
)


def test_no_two_bots_are_called_the_same() -> None:
    assert len({bot_name(seat) for seat in range(40)}) == 40


def test_a_level_is_checked_and_the_usual_one_is_the_default() -> None:
    assert [check_bot(level) for level in LEVELS] == list(LEVELS)
    assert check_bot(None) == DEFAULT_BOT
    with pytest.raises(UsageError, match="there is no bot 'genius'; there is chance"):
        check_bot("genius")


def test_a_bot_chooses_a_legal_move() -> None:
    match = decapod.game("crab-stack").match(2, seed=7)
    seat = match.awaiting[0]
    assert choose_move("chance", match, seat) in match.legal_ids(seat)


def test_moves_are_judged_in_the_words_that_are_handed_in() -> None:
    game = decapod.game("crab-stack")
    match = game.match(2, seed=7)
    seat, words = match.awaiting[0], game.words("fr", ["Ada", "Ben"])
    judged = judge_moves(match, seat, words, 0.05)
    assert [one.worth for one in judged] == sorted((one.worth for one in judged), reverse=True)
    assert {one.move for one in judged} == set(match.legal_ids(seat))
    assert judged[0].words == match.describe(seat, judged[0].move, words).words


def test_the_same_seed_makes_the_same_moves_and_stops_at_the_end() -> None:
    game = decapod.game("crab-stack")
    one, other = game.match(2, seed=7), game.match(2, seed=7)
    play_by_chance(one, 20, 5)
    play_by_chance(other, 20, 5)
    assert one == other
    assert len(one.played) == 20
    play_by_chance(one, 10_000, 5)
    assert one.over


def test_bots_think_in_threads_of_their_own() -> None:
    async def go() -> str:
        thinkers = Thinkers()
        try:
            return await thinkers.think(lambda: threading.current_thread().name)
        finally:
            thinkers.close()

    assert asyncio.run(go()).startswith("bot")
