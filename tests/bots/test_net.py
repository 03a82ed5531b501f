"""The net bot: it plays every game, its first choice or with some warmth; and nets that do not fit are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import decapod
from decapod.bots import bot, compatibility_warning, describe_bot, time_budget
from decapod.bots.net_bot import FOLDER, NetBot, NetChoice, our_net
from decapod.core.game import OURS
from decapod.engine.symmetry import symmetries_of
from decapod.errors import ParseError, UsageError
from decapod.games.crab_stack.notation import space_name
from decapod.games.crab_stack.state import SPACES
from decapod.learn.ship import PLANS
from decapod.nn.net_file import Net

TINY = Path(__file__).parents[2] / "examples" / "tiny_crabe_vs_poulpe.toml"


@pytest.mark.parametrize("name", OURS)
def test_it_plays_the_move_it_likes_best_in_every_mode(name: str, net_of: Callable[..., str]) -> None:
    game, net = decapod.game(name), Net.read(net_of(name))
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        for _ in range(12):
            player = match.to_act[-1]
            seat = match.player_view(player, event_log=False)
            judged = bot(f"net@{net_of(name)}", seed=1).evaluate(seat)
            moves = [one.move.id for one in judged]
            assert set(moves) <= set(match.legal_actions(player))
            ways = symmetries_of(game.rules, game.box.record, seat.state)
            looks = [
                net.evaluate(seat.observation[numbers], turned[moves]) for numbers, turned in zip(*ways, strict=True)
            ]
            logits, worths = (np.mean(each, axis=0) for each in zip(*looks, strict=True))
            assert (np.diff(logits) <= 1e-5).all(), "the likeliest come first"
            assert judged[0].value == pytest.approx((1 + float(worths[0])) / 2, abs=1e-5)
            assert len({one.value for one in judged}) == 1
            assert bot(f"net@{net_of(name)}").choose(seat).id == moves[0]
            match.play(player, moves[0])


def test_however_a_table_is_turned_it_makes_the_same_move(net_of: Callable[..., str]) -> None:
    game = decapod.game("crab-stack")
    match = game.match(2, seed=2, first=0)
    names = [space_name(cell) for cell in range(SPACES)]
    looks_around, looks_once = (NetBot(net=net_of("crab-stack"), turns=turns) for turns in (True, False))
    same_at_once = 0
    ways = symmetries_of(game.rules, match.box.record, match.state).moves
    for moves in ways:
        turned_names = {names[cell]: names[moves[cell * (SPACES + 1)] // (SPACES + 1)] for cell in range(SPACES)}
        text = re.sub("[a-g][1-8](?==)", lambda name, turned=turned_names: turned[name[0]], match.position)
        turned = game.position(text)
        assert looks_around.choose(turned.player_view(0)).id == moves[looks_around.choose(match.player_view(0)).id]
        same_at_once += looks_once.choose(turned.player_view(0)).id == moves[looks_once.choose(match.player_view(0)).id]
    assert len(ways) == 12
    assert same_at_once < 12


def test_of_moves_that_commute_it_knows_one_order(net_of: Callable[..., str]) -> None:
    match = decapod.game("crabs").match(2, seed=3, first=0)
    chance, net, fewer = bot("random", seed=3), NetBot(net=net_of("crabs")), 0
    while not match.is_over:
        player = match.to_act[0]
        seat = match.player_view(player, event_log=False)
        moves = {one.move.id for one in net.evaluate(seat)}
        assert moves <= set(seat.legal_actions())
        fewer += len(moves) < len(seat.legal_actions())
        match.play(player, chance.choose(seat))
    assert fewer


def test_with_warmth_it_does_not_always_do_the_same(net_of: Callable[..., str]) -> None:
    seat = decapod.game("crab-stack").match(2, seed=2, first=0).player_view(0)
    net = net_of("crab-stack")
    assert len({NetBot(seed, net=net).choose(seat).id for seed in range(8)}) == 1
    assert len({NetBot(seed, net=net, temperature=1.0).choose(seat).id for seed in range(8)}) > 1
    assert NetBot(5, net=net, temperature=1.0).choose(seat) == NetBot(5, net=net, temperature=1.0).choose(seat)
    for warmth in (-1.0, float("inf"), float("nan")):
        with pytest.raises(UsageError, match="warmth is 0 or more"):
            NetBot(net=net, temperature=warmth)


@pytest.mark.parametrize("kind", ["net", "puct"])
def test_a_net_that_is_missing_or_foreign_is_told_in_one_line(
    kind: str, net_of: Callable[..., str], tmp_path: Path
) -> None:
    crabs, game = decapod.game("crabs"), decapod.game("crab-stack")
    (tmp_path / "no.safetensors").write_text("PK")
    net = Net.read(net_of("crabs"))
    Net(replace(net.facts, observation="0" * 12), net.tensors).write(tmp_path / "old.safetensors")
    for file, asked, error, says in (
        (tmp_path / "none.safetensors", crabs, ParseError, "cannot read the net .*none.safetensors: No such file"),
        (tmp_path / "no.safetensors", crabs, ParseError, "no.safetensors is no net of Decapod"),
        (tmp_path / "old.safetensors", crabs, UsageError, "another observation of crabs .*decapod train crabs"),
        (net_of("crabs"), game, UsageError, "safetensors plays crabs, not crab-stack"),
    ):
        with pytest.raises(error, match=says) as told:
            compatibility_warning(f"{kind}@{file}", asked, asked.box)
        assert "\n" not in str(told.value)


def test_a_net_of_another_box_plays_and_says_so(net_of: Callable[..., str]) -> None:
    game, name = decapod.game("crabe-vs-poulpe"), f"net@{net_of('crabe-vs-poulpe')}"
    tiny = game.load_box(TINY)
    assert compatibility_warning(name, game, game.box) == ""
    assert "taught on another box" in compatibility_warning(name, game, tiny)
    assert "une autre boîte" in compatibility_warning(name, game, tiny, "fr")
    match = game.match(2, seed=1, first=0, box=tiny)
    assert bot(name).choose(match.player_view(0)) in match.legal_moves(0)


def test_it_takes_no_time_and_no_budget() -> None:
    assert time_budget("net") == 0
    assert describe_bot("net", "fr") != describe_bot("net", "en") != ""
    with pytest.raises(UsageError, match="net takes no budget in seconds"):
        bot("net:1s")


@pytest.mark.parametrize("name", OURS)
def test_a_net_came_with_decapod_for_every_game_of_ours(name: str) -> None:
    game = decapod.game(name)
    for kind in ("net", "puct"):
        assert compatibility_warning(kind, game, game.box) == ""
    match = game.match(seed=1)
    player = match.to_act[0]
    assert bot("net").choose(match.player_view(player)).id in match.legal_actions(player)


def test_all_nets_that_came_with_decapod_have_at_most_8_megabytes() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) <= 8_000_000
    assert {path.stem for path in FOLDER.iterdir()} == set(PLANS)


def test_a_mode_with_a_net_of_its_own_is_played_by_that_and_other_modes_by_the_games() -> None:
    game = decapod.game("crab-stack")
    for variant, players in game.modes:
        net = NetChoice().net_for(game, variant, players)
        is_own = (variant, players) == ("a", 2)
        assert net is our_net(game.name, f"{variant}-{players}")
        assert (net.facts.modes == ["a 2"]) == is_own
        assert is_own or f"{variant} {players}" in net.facts.modes
