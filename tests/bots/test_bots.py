"""Bots: chance is fair, the sampler is better, and neither can look at what is hidden."""

from __future__ import annotations

import pytest

import decapod
from decapod.bots import BOTS, bot, warm
from decapod.bots.sampler import Sampler
from decapod.engine import ready


@pytest.fixture(scope="module")
def kernels() -> None:
    """Compiled play-outs."""
    warm("decapod.games.crab_stack", wait=True)
    assert ready.is_ready("decapod.games.crab_stack", "decapod.bots.sampler")


@pytest.mark.parametrize("name", decapod.games())
@pytest.mark.parametrize("who", BOTS)
def test_bots_play_legal_moves_of_every_game_in_every_mode(name: str, who: str) -> None:
    game = decapod.game(name)
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        player = match.awaiting[-1]
        move = bot(who, seed=1, playouts=2).choose(match, player)
        assert move.id in match.legal_ids(player)


def test_chance_is_repeatable_and_reaches_every_move() -> None:
    match = decapod.game("crab-stack").match(2, seed=1, first=0)
    chosen = [bot("chance", seed=seed).choose(match, 0).id for seed in range(400)]
    assert chosen == [bot("chance", seed=seed).choose(match, 0).id for seed in range(400)]
    assert set(chosen) == set(match.legal_ids(0))


def test_the_sampler_is_repeatable_interpreted_and_compiled(monkeypatch: pytest.MonkeyPatch, kernels: None) -> None:
    match = decapod.game("crab-stack").match(3, seed=4, first=1)
    fast = Sampler(5, playouts=300).judge(match, 1)
    monkeypatch.setattr(ready, "is_ready", lambda _package, _kernel: False)
    slow = Sampler(5, playouts=300).judge(match, 1)
    assert fast == slow
    assert sum(judged.playouts for judged in fast) == 300


def test_the_sampler_beats_chance(kernels: None) -> None:
    wins = 0
    for seed in range(10):
        match = decapod.game("crab-stack").match(2, seed=seed)
        seats = [bot("sampler", seed=seed, playouts=600), bot("chance", seed=seed)]
        while not match.over:
            player = match.awaiting[0]
            match.play(player, seats[player].choose(match, player))
        wins += match.places[0] < match.places[1]
    assert wins >= 8


def test_the_sampler_thinks_about_as_long_as_it_may(kernels: None) -> None:
    match = decapod.game("crab-stack").match(2, seed=3, first=0)
    little, much = (sum(j.playouts for j in Sampler(1, seconds=s).judge(match, 0)) for s in (0.02, 0.3))
    assert much > little


def test_the_sampler_sees_only_what_its_seat_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    match = decapod.game("crab-stack").match(2, seed=3, first=0)
    viewers: list[int | None] = []
    hide = decapod.Match.determinize
    monkeypatch.setattr(decapod.Match, "determinize", lambda self, viewer: viewers.append(viewer) or hide(self, viewer))
    before = match.table.tobytes()
    Sampler(1, playouts=10).judge(match, 0)
    assert viewers == [0]
    assert match.table.tobytes() == before


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(decapod.UsageError, match="no bot 'stockfish'; there is chance, sampler"):
        bot("stockfish")
