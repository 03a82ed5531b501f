"""Setting up, refusals, and the laws of the battery on beaches laid at random and with every kind of stray."""

from __future__ import annotations

import numpy as np
import pytest

import decapod
from decapod import testing
from decapod.engine import bits, dispatch, jit, rollout
from decapod.games.oh_crab import state as s
from decapod.games.oh_crab.chapters.cards import open_cards
from tests.games.oh_crab.position import BOX, END, PLACE_LEFT, REST, STARTERS, Race, cards, space

GAME = decapod.game("oh-crab")


# --- setting up -------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-2")
def test_crabs_stand_clockwise_from_the_first_player_and_some_get_a_shell() -> None:
    race = Race(5)
    assert [race.where(crab) for crab in range(5)] == [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]
    assert race.state.shells.tolist() == [0, 0, 1, 0, 1]
    assert race.state.supply == 30
    assert race.state.chef == 0


@pytest.mark.rule("OC-2")
def test_chance_names_the_first_player() -> None:
    firsts = set()
    for seed in range(40):
        state = Race(4, first="random", seed=seed).state
        first = int(state.chef)
        assert [int(state.at[(first + i) % 4]) for i in range(4)] == [space(1 + i, 0) for i in range(4)]
        assert state.shells[(first + 2) % 4] == 1
        firsts.add(first)
    assert firsts == {0, 1, 2, 3}


@pytest.mark.rule("OC-3")
def test_everybody_has_the_starting_cards_and_three_of_36_lie_open() -> None:
    race = Race(4)
    assert [race.hand(player) for player in range(4)] == [cards(*STARTERS)] * 4
    assert bits.count(open_cards(race.state)) == 3
    assert bits.count(int(race.state.deck)) == 33
    assert int(race.state.deck) & open_cards(race.state) == 0


@pytest.mark.rule("OC-4")
def test_the_shell_tiles_lie_on_sides_chosen_by_chance() -> None:
    sides = set()
    for seed in range(60):
        sides.add(int(Race(seed=seed).state.sides))
    assert sides == set(range(8))


@pytest.mark.rule("OC-53")
def test_two_players_have_a_stray_and_the_second_a_shell() -> None:
    race = Race(2)
    assert race.state.crabs == 3
    assert [race.where(crab) for crab in range(3)] == [(1, 0), (2, 0), (3, 0)]
    assert race.state.shells.tolist()[:2] == [0, 1]
    assert [Race(2, stray=stray).state.crabs for stray in ("none", "standing", "herded")] == [2, 3, 3]
    assert Race(3).state.crabs == 3


# --- refusals ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-7")
def test_others_wait_until_the_turn_is_over() -> None:
    race = Race()
    race.begin(0, "S4")
    assert race.legal(1) == []
    assert race.reason(END, player=1) == ("turn.not_yours", "OC-7")
    assert race.reason(-1) == race.reason(10_000) == ("move.unknown", "OC-12")
    assert race.reason(PLACE_LEFT) == race.reason(REST) == ("first.act", "OC-12")


# --- whole games ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_laws_hold_on_random_beaches(players: int) -> None:
    for seed in (11, 12):
        match = GAME.match(players, seed=seed, beach="random")
        match.state.canonical_order = seed % 2
        start = testing.Position(GAME, match.box.record, match.state)
        for number, (before, player, move, after) in enumerate(testing.positions(start, seed), 1):
            if number % 20 == 0:
                testing.check_position(after, every_move=number % 100 == 0)
            if number % 150 == 0:
                testing.check_secrets(after, before, player, move)


@pytest.mark.parametrize("stray", ["none", "standing", "herded"])
def test_the_laws_hold_with_every_kind_of_stray(stray: str) -> None:
    match = GAME.match(2, seed=13, beach="random", stray=stray)
    start = testing.Position(GAME, match.box.record, match.state)
    for number, (before, player, move, after) in enumerate(testing.positions(start, 13), 1):
        if number % 20 == 0:
            testing.check_position(after, every_move=number % 100 == 0)
        if number % 150 == 0:
            testing.check_secrets(after, before, player, move)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_on_random_beaches_go_the_same_compiled(players: int) -> None:
    options = GAME.parse_options(players, {"beach": "random"})

    def run(on: str) -> np.ndarray:
        return rollout.run(
            GAME.rules, GAME.box.record, players=players, options=options, seed=9, games=8, device=on
        ).results

    interpreted, on_cpu = run("python"), run("cpu")
    assert interpreted.dtype.names
    for field in interpreted.dtype.names:
        assert np.array_equal(interpreted[field], on_cpu[field]), field


def walk(boxes, states, moves, chance, games, players, beach, out):
    """Play games by chance; count positions without a legal move, cards or shells that are not all there."""
    box = boxes[0]
    state = states[0]
    for game in range(games):
        rollout.deal(box, state, chance, 5, beach, game, players, 0, out[:3])
        while state.to_act != 0:
            player = bits.lowest(state.to_act)
            n = dispatch.legal_actions(box, state, player, moves)
            if n == 0:
                out[4] += 1
                break
            supply = int(state.supply)
            seen = int(state.deck)
            for i in range(3):
                if state.market[i] >= 0:
                    seen ^= 1 << int(state.market[i])
            for p in range(players):
                supply += state.shells[p]
                seen ^= int(state.hand[p]) ^ int(state.discard[p]) ^ int(state.sequence[p])
                if state.planned[p] >= 0:
                    seen ^= 1 << int(state.planned[p])
            if players % 2:
                seen ^= int(box.starting_cards)
            if supply != box.supply or seen != box.market_cards:
                out[5] += 1
            dispatch.apply_action(box, state, player, moves[state.ply * 7919 % n])
            out[3] = max(out[3], state.ply)
            out[6] += 1


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_no_arrangement_is_anyone_without_a_legal_move_and_every_game_ends(players: int) -> None:
    kernel = jit.kernel(walk, GAME.rules)
    boxes = np.asarray(BOX).reshape(1).view(np.recarray)
    states = np.zeros(1, s.State).view(np.recarray)
    moves, chance, out = np.zeros(s.MAX_LEGAL_ACTIONS, np.int64), np.zeros(11, np.int64), np.zeros(7, np.int64)
    for beach in range(1, 193):
        out[:3] = (beach, 0, 2)
        kernel(boxes, states, moves, chance, 6, players, beach, out)
    assert out[4] == 0, "someone had no legal move"
    assert out[5] == 0, "cards or shells were lost or doubled"
    assert out[6] > 192 * 6 * 100
    assert out[3] < 5000 < s.MAX_GAME_LENGTH
