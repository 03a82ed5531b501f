"""Bots on the server."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import decapod
from decapod import bots
from decapod.bots import DEFAULT_BOT, BotFailure
from decapod.bots.names import OURS
from decapod.bots.random_bot import RandomBot
from decapod.core.match import Move
from decapod.errors import UsageError
from decapod.nn.net_file import Net
from decapod.server import wire
from decapod.server.live.bots import Levels, answering_moment, bot_name, judge_moves, play_by_chance

LEVELS = Levels([])
GAME = decapod.game("crabs")


def test_no_two_bots_are_called_the_same() -> None:
    assert len({bot_name(seat) for seat in range(40)}) == 40


def test_a_level_is_checked_and_the_usual_one_is_the_default() -> None:
    assert [LEVELS.check(level, GAME) for level in LEVELS.names] == list(OURS)
    assert LEVELS.check(None, GAME) == DEFAULT_BOT
    with pytest.raises(UsageError, match="there is no bot 'genius'; there is random, flat-mc"):
        LEVELS.check("genius", GAME)


def test_the_owner_says_which_other_bots_there_are_and_what_they_are_called() -> None:
    levels = Levels(["hard=flat-mc:5s", "dice=py:decapod.bots.random_bot:RandomBot", "mine=exec:./my_bot --fast"])
    assert levels.names == (*OURS, "hard", "dice", "mine")
    assert (levels.seconds_of("hard"), levels.thinking_limit("hard")) == (5.0, 15.0)
    assert (levels.reads_history("hard"), levels.reads_history("mine")) == (False, True)
    assert levels.describe("hard", "fr") == "Réfléchit en jouant des parties jusqu'au bout."
    assert [levels.title(name, "fr") for name in ("level6", "hard", "mine")] == ["6 · Crabe royal", "hard", "mine"]


@pytest.mark.parametrize(
    "level", ["flat-mc:2s", "py:decapod.bots.random_bot:RandomBot", "exec:true", "mine=exec:true", ""]
)
def test_people_name_what_is_offered_and_nothing_else(level: str) -> None:
    levels = Levels(["hard=flat-mc:5s", "mine=exec:true"])
    if not level:
        assert levels.check(level, GAME) == DEFAULT_BOT
        return
    with pytest.raises(UsageError, match="there is no bot"):
        levels.check(level, GAME)


def test_a_level_that_does_not_play_the_game_is_refused(tmp_path: Path) -> None:
    Net.random(GAME, 4).write(tmp_path / "net")
    levels = Levels([f"mine=net@{tmp_path / 'net'}"])
    assert levels.check("mine", GAME) == "mine"
    with pytest.raises(UsageError, match="plays crabs, not oh-crab"):
        levels.check("mine", decapod.game("oh-crab"))


@pytest.mark.parametrize(
    ("offered", "says"),
    [
        (["genius"], "there is no bot 'genius'"),
        (["exec:true"], "what shall exec:true be called at a table"),
        (["a=flat-mc:1s", "a=flat-mc:2s"], "two bots are called a"),
        (["py:nowhere:Bot"], "cannot import the bot py:nowhere:Bot"),
        (["flat-mc=random"], "two bots are called flat-mc"),
        (["search=flat-mc:2s"], "mcts was called search in earlier releases; give flat-mc:2s another name"),
    ],
)
def test_what_cannot_be_offered_is_told_in_one_line(offered: list[str], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        Levels(offered)


def test_a_bot_that_is_here_no_more_thinks_no_time_and_fails_when_it_is_asked() -> None:
    assert (LEVELS.seconds_of("gone"), LEVELS.reads_history("gone")) == (0.0, False)
    match = decapod.game("crab-stack").match(2, seed=7)
    with pytest.raises(BotFailure, match="there is no bot 'gone' here any more"):
        LEVELS.choose_move("gone", match.player_view(match.to_act[0]))


def test_a_bot_chooses_a_legal_move() -> None:
    match = decapod.game("crab-stack").match(2, seed=7)
    seat = match.to_act[0]
    assert LEVELS.choose_move("random", match.player_view(seat)) in match.legal_actions(seat)


def test_moves_are_judged_in_the_words_that_are_handed_in() -> None:
    game = decapod.game("crab-stack")
    match = game.match(2, seed=7)
    seat, words = match.to_act[0], game.translator("fr", ["Ada", "Ben"])
    judged, playouts = judge_moves(match.player_view(seat), words, 0.05, moves=100)
    tried = [one.playouts for one in judged]
    assert sum(tried) == playouts
    assert tried == sorted(tried, reverse=True), "the search tries most what it likes best"
    assert {one.move for one in judged} <= set(match.legal_actions(seat))
    assert judged[0].line[0] == wire.LineMove(seat=seat, words=judged[0].words)
    assert judged[0].words == match.describe_move(seat, judged[0].move, words).words
    assert judged[0].playouts > 0


def test_the_only_move_is_not_tried_out() -> None:
    game = decapod.game("crabe-vs-poulpe")
    match = game.match(2, seed=1)
    while len(match.legal_actions(match.to_act[0])) > 1:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[-1])
    (only,), playouts = judge_moves(match.player_view(match.to_act[0]), game.translator(), 0.05)
    assert only.playouts == playouts == 0


def test_the_same_seed_makes_the_same_moves_and_stops_at_the_end() -> None:
    game = decapod.game("crab-stack")
    one, other = game.match(2, seed=7), game.match(2, seed=7)
    play_by_chance(one, 20, 5)
    play_by_chance(other, 20, 5)
    assert one == other
    assert len(one.moves) == 20
    play_by_chance(one, 10_000, 5)
    assert one.is_over


@pytest.mark.parametrize("level", LEVELS.names)
def test_where_there_are_secrets_every_answer_of_a_bot_takes_the_same_time(level: str) -> None:
    seconds = LEVELS.answering_time(level, 0.35, has_secrets=True)
    forced, weighed = 1_000, 1_000 + round(bots.bot(level).seconds * 1000)  # when each is ready
    assert answering_moment(1_000, forced, seconds) == answering_moment(1_000, weighed, seconds)
    assert answering_moment(1_000, weighed, seconds) >= 1_350


def test_an_answer_that_is_late_is_as_late_as_others_would_be() -> None:
    seconds = LEVELS.answering_time("flat-mc", 0.0, has_secrets=True)
    step = round(seconds * 1000)
    assert answering_moment(0, step + 1, seconds) == answering_moment(0, 2 * step, seconds) == 2 * step


def test_where_all_lies_open_a_bot_answers_when_it_is_ready_but_not_before_the_pace() -> None:
    assert LEVELS.answering_time("flat-mc", 0.35, has_secrets=False) == 0.35
    assert answering_moment(0, 20, 0.0) == 20


def test_a_bot_that_is_told_to_stop_answers_at_once_with_what_it_has() -> None:
    match = decapod.game("crab-stack").match(2, seed=7)
    stop = threading.Event()
    stop.set()
    seat = match.to_act[0]
    move = bots.bot("flat-mc", seconds=1e9, stop=stop).choose(match.player_view(seat))  # else it would think for ever
    assert move.id in match.legal_actions(seat)


def test_a_move_that_is_not_allowed_is_the_bots_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    match = decapod.game("crab-stack").match(2, seed=7)
    seat = match.to_act[0]
    wrong = next(move for move in range(10_000) if move not in match.legal_actions(seat))
    monkeypatch.setattr(RandomBot, "choose", lambda *_: Move(wrong, "", ""))
    with pytest.raises(BotFailure, match=r"random chose .*, which is not allowed"):
        LEVELS.choose_move("random", match.player_view(seat))
