"""Bots: chance is fair, the sampler is better, and neither can look at what is hidden."""

from __future__ import annotations

import pytest

import decapod
from decapod import NotYourTurnError
from decapod.bots import Bot, BotFailure, bot, choose_move
from decapod.bots.flat_mc import FlatMCBot
from decapod.core.game import OURS
from decapod.core.match import Move
from decapod.core.player_view import PlayerView
from decapod.engine import jit_warmup
from tests import GAMES


@pytest.fixture(scope="module")
def kernels() -> None:
    """Compiled play-outs."""
    jit_warmup.warm("decapod.games.crab_stack", ["decapod.bots.flat_mc"], wait=True)
    assert jit_warmup.is_ready("decapod.games.crab_stack", "decapod.bots.flat_mc")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", ["random", "flat-mc"])
def test_bots_play_legal_moves_of_every_game_in_every_mode(name: str, who: str) -> None:
    game = decapod.game(name)
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        player = match.to_act[-1]
        move = bot(who, seed=1, playouts=2).choose(match.player_view(player))
        assert move.id in match.legal_actions(player)


def test_chance_is_repeatable_and_reaches_every_move() -> None:
    match = decapod.game("crab-stack").match(2, seed=1, first=0)
    seat = match.player_view(0)
    chosen = [bot("random", seed=seed).choose(seat).id for seed in range(400)]
    assert chosen == [bot("random", seed=seed).choose(seat).id for seed in range(400)]
    assert set(chosen) == set(match.legal_actions(0))


def test_the_sampler_is_repeatable_interpreted_and_compiled(monkeypatch: pytest.MonkeyPatch, kernels: None) -> None:
    match = decapod.game("crab-stack").match(3, seed=4, first=1)
    fast = FlatMCBot(5, playouts=300).evaluate(match.player_view(1))
    monkeypatch.setattr(jit_warmup, "is_ready", lambda _package, _kernel: False)
    slow = FlatMCBot(5, playouts=300).evaluate(match.player_view(1))
    assert fast == slow
    assert sum(judged.visits for judged in fast) == 300


def test_the_sampler_beats_chance(kernels: None) -> None:
    wins = 0
    for seed in range(10):
        match = decapod.game("crab-stack").match(2, seed=seed)
        seats = [bot("flat-mc", seed=seed, playouts=600), bot("random", seed=seed)]
        while not match.is_over:
            player = match.to_act[0]
            match.play(player, seats[player].choose(match.player_view(player)))
        wins += match.places[0] < match.places[1]
    assert wins >= 8


def test_the_sampler_thinks_about_as_long_as_it_may(kernels: None) -> None:
    match = decapod.game("crab-stack").match(2, seed=3, first=0)
    little, much = (sum(j.visits for j in FlatMCBot(1, seconds=s).evaluate(match.player_view(0))) for s in (0.02, 0.3))
    assert much > little


def test_a_bot_that_only_chooses_judges_what_it_would_choose() -> None:
    seat = decapod.game("crab-stack").match(2, seed=3, first=0).player_view(0)
    (judged,) = bot("random", seed=2).evaluate(seat)
    assert (judged.move, judged.visits) == (bot("random", seed=2).choose(seat), 0)


@pytest.mark.parametrize("name", ["random", "flat-mc:2", "exec:true"])
def test_a_bot_is_asked_on_its_turn_and_given_a_seat(name: str) -> None:
    match, asked = decapod.game("crab-stack").match(2, seed=3, first=0), bot(name)
    with pytest.raises(NotYourTurnError, match="player 1 is not awaited"):
        asked.choose(match.player_view(1))
    with pytest.raises(TypeError, match="seat must be PlayerView"):
        asked.choose(match)  # type: ignore[arg-type]


class OnePly(Bot):
    """Takes the move after which it has most points, in a few guesses of what is hidden."""

    name = "one-ply"

    def choose(self, seat: PlayerView) -> Move:
        """Try every move."""

        def worth(move: Move) -> int:
            total = 0
            for seed in range(3):
                guess = seat.sample_match(seed)
                guess.play(seat.player, move)
                total += guess.points[seat.player]
            return total

        return max(seat.legal_moves(), key=worth)


def test_a_natural_one_ply_bot_plays_every_game_and_cannot_cheat() -> None:
    for name in OURS:
        match = decapod.game(name).match(seed=5)
        for _ in range(6):
            player = match.to_act[0]
            move = choose_move(OnePly(), match.player_view(player))
            assert move in match.legal_actions(player)
            match.play(player, move)
        assert len(match.moves) == 6


class Wrong(Bot):
    """Chooses whatever it is told to."""

    name = "wrong"

    def __init__(self, answer: object) -> None:
        """Take the answer, or the error to raise."""
        self.answer = answer

    def choose(self, seat: PlayerView) -> Move:
        """Answer."""
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize("answer", [None, "", "f4-f5", 10**9, -1, 1.0, True, [], Move(10**6, "x", "")])
def test_what_is_no_legal_move_is_a_failure_in_one_line(answer: object) -> None:
    seat = decapod.game("crab-stack").match(2, seed=3, first=0).player_view(0)
    with pytest.raises(BotFailure, match=r"^wrong chose '.*', which is not allowed$"):
        choose_move(Wrong(answer), seat)


def test_a_bot_that_crashes_is_a_failure_in_one_line() -> None:
    seat = decapod.game("crab-stack").match(2, seed=3, first=0).player_view(0)
    with pytest.raises(BotFailure, match=r"^wrong failed: ZeroDivisionError: by\b.* zero$"):
        choose_move(Wrong(ZeroDivisionError("by\n zero")), seat)
    assert choose_move(Wrong(seat.legal_actions()[1]), seat) == seat.legal_actions()[1], "a number is understood too"
