"""Crabs!: what each phase offers, and that whatever is begun can be finished."""

from __future__ import annotations

import numpy as np
import pytest

import decapod
from decapod.games.crabs import notation, rules
from decapod.games.crabs import state as s
from decapod.games.crabs.chapters.cards import list_kinds, one
from decapod.games.crabs.chapters.choices import level_of
from decapod.games.crabs.state import value_of
from tests.games.crabs.position import Deal, change_box, pack


def list_ends(at: Deal, seen: set[bytes], limit: int) -> set[tuple[int, ...]]:
    """Walk every way a chain can go on from here, and list what it comes to; each position must have a move."""
    state = at.state
    if state.turn_index:
        cards = (state.hand[0], state.pool, state.upright[0], state.turned[0], state.score[0])
        return {tuple(int(number) for number in cards)}
    key = state.tobytes()
    if key in seen:
        return set()
    seen.add(key)
    assert len(seen) < limit
    moves = at.legal(0)
    assert moves
    ends: set[tuple[int, ...]] = set()
    for move in moves:
        after = at.after()
        rules.apply_action(at.box, after.state, 0, move)
        ends |= list_ends(after, seen, limit)
    return ends


@pytest.mark.rule("CR-7")
@pytest.mark.parametrize("action", ["raise", "trade", "upgrade", "bind", "relax"])
def test_every_chain_can_be_finished_and_order_changes_nothing(action: str) -> None:
    ends: list[set[tuple[int, ...]]] = []
    for canonical_order in (0, 1):
        at = Deal(
            "1 2* 3 3 4", "1", pool="1 2 5", turned="2 3 3* 5", gear=2, display=(18,), canonical_order=canonical_order
        )
        at.play(action)
        ends.append(list_ends(at, set(), 60_000))
    assert len(ends[0]) > 1
    assert ends[0] == ends[1]


@pytest.mark.rule("CR-7")
def test_in_order_picks_only_go_up() -> None:
    at = Deal("1 3 5", "1", pool="2 4", canonical_order=1)
    at.play("raise", "play 3")
    assert at.texts() == ["enough", "play 5"]
    assert at.reason("play 1") == ("pick.order", "CR-7")
    at.play("enough")
    assert at.texts() == ["take 2", "take 3", "take 4"]


@pytest.mark.rule("CR-7")
def test_in_order_no_pick_leaves_too_few_higher_ones() -> None:
    at = Deal("1 3 5", "1", gear=2, canonical_order=1)
    at.play("upgrade")
    assert at.texts() == ["play 1", "play 3"]
    assert at.reason("play 5") == ("pick.order", "CR-7")


@pytest.mark.rule("CR-7")
def test_catch_in_order_with_an_empty_pile_keeps_a_second_card() -> None:
    at = Deal("1", "1", pool="2 4", pile="", canonical_order=1)
    at.play("catch")
    assert at.texts() == ["take 2"]
    at.state.canonical_order = 0
    assert at.texts() == ["take 2", "take 4"]


@pytest.mark.rule("CR-7")
def test_who_enters_a_chain_begun_out_of_order_is_held_only_from_there_on() -> None:
    at = Deal("1 1 2 5 5", "1")
    at.play("bind", "play 1", "play 5", "play 5")
    at.state.canonical_order = 1
    assert "play 2" in at.texts()
    at.play("play 2")
    assert "play 1" not in at.texts()
    assert "keep 2" in at.texts()


@pytest.mark.rule("CR-7")
def test_a_first_pick_out_of_order_can_still_be_followed_in_order() -> None:
    """A bot tries every move a person may make, and goes on in order from there."""
    at = Deal("1 5", "1", gear=2)
    at.play("upgrade")
    at.state.canonical_order = 1
    rules.apply_action(at.box, at.state, 0, at.read("play 5"))
    assert at.texts() == ["play 1"]
    at = Deal("1", "1", upright="1 1 1* 2", pool="2 2", display=(5,))
    at.play("catch", "take 2", "take 2", "claim 1")
    at.state.canonical_order = 1
    rules.apply_action(at.box, at.state, 0, at.read("pay golden"))
    assert at.cards("upright", 0) == "1 2"


@pytest.mark.rule("CR-7")
@pytest.mark.parametrize("players", [2, 4])
def test_from_any_position_every_move_of_a_person_can_be_followed_in_order(players: int) -> None:
    match = decapod.game("crabs").match(players, seed=21)
    box = match.box.record
    chance = np.random.default_rng(21)
    moves = np.zeros(s.MAX_LEGAL_ACTIONS, np.int64)
    while not match.is_over:
        player = match.to_act[0]
        for move in match.legal_actions(player):
            state = match.state.copy()
            state.canonical_order = 1
            rules.apply_action(box, state, player, move)
            turns = int(state.turn_index)
            while state.to_act and state.turn_index == turns:
                n = rules.legal_actions(box, state, int(state.turn), moves)
                assert n > 0
                rules.apply_action(box, state, int(state.turn), int(moves[chance.integers(n)]))
        match.play(player, int(chance.choice(match.legal_actions(player))))


@pytest.mark.rule("CR-12")
def test_trade_offers_only_what_can_still_come_out_even() -> None:
    at = Deal("3 4", "2", pool="5 5 4 1")
    at.play("trade", "play 3", "enough")
    assert at.texts() == ["take 3"]  # 1 would leave 2, which nothing makes
    assert at.reason("take 1") == ("trade.total", "CR-12")
    assert at.reason("take 4") == ("trade.total", "CR-12")


def list_subsets(kinds: list[int]) -> list[list[int]]:
    """List all ways to take some cards, the same ones by each of their copies."""
    ways: list[list[int]] = [[]]
    for kind in kinds:
        ways += [[*way, kind] for way in ways]
    return ways


def total_of(kinds: list[int]) -> int:
    """Add cards up."""
    return sum(value_of(kind) for kind in kinds)


@pytest.mark.rule("CR-12")
@pytest.mark.parametrize("canonical_order", [0, 1])
def test_trade_reaches_every_set_of_the_same_total_and_no_other(canonical_order: int) -> None:
    at = Deal("2 3 5", "2", pool="1 1 2* 4 3*", canonical_order=canonical_order)
    at.play("trade", "play 2", "play 5", "enough")
    wanted = {sum(map(one, some)) for some in list_subsets(list_kinds(int(at.state.pool))) if total_of(some) == 7}
    found: set[int] = set()
    stack = [at]
    while stack:
        at = stack.pop()
        if at.state.turn_index:
            found.add(int(at.state.hand[0]) - pack("3"))
            continue
        stack += [at.after(text) for text in at.texts()]
    assert found == wanted
    assert len(found) > 3


@pytest.mark.rule("CR-17", "CR-23")
def test_a_rope_that_leaves_nothing_to_bind_is_not_offered() -> None:
    at = Deal("1 2", "1", gear=1)
    at.play("bind")
    assert at.texts() == ["play 1"]  # a rope of 1 leaves 2 + 3 = 5 for a turned 2; a rope of 2 only 1 + 3
    assert at.reason("play 2") == ("bind.rope", "CR-23")


@pytest.mark.rule("CR-20")
@pytest.mark.parametrize(
    ("total", "level"),
    [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (15, 3), (19, 3), (20, 4), (24, 4), (25, 5), (29, 5), (60, 5)],
)
def test_the_chart(total: int, level: int) -> None:
    assert level_of(change_box(), total) == level


@pytest.mark.rule("CR-21")
def test_plain_or_golden_is_the_players_choice() -> None:
    at = Deal("1 2 2* 3 3", "1")
    at.play("bind", "play 1", "play 2", "play 2*", "play 3", "play 3")
    assert [text for text in at.texts() if text.startswith("keep")] == [
        "keep 2", "keep 2*", "keep 3 turned",
    ]  # fmt: skip


def keeps_one(played: list[int], bonus: int, turned_one: str) -> bool:
    """Tell whether a set keeps one of its crabs, straight from the chart."""
    level = min((total_of(played) + bonus) // 5, 5)
    if level == 0 and turned_one == "no":
        return False
    return any(value_of(kind) in (level, level + 1) for kind in played)


@pytest.mark.rule("CR-22", "CR-23")
@pytest.mark.parametrize("turned_one", ["no", "yes"])
@pytest.mark.parametrize("seed", range(12))
def test_a_bind_reaches_every_set_that_keeps_a_card_and_no_other(seed: int, turned_one: str) -> None:
    chance = np.random.default_rng(seed)
    box = change_box()
    deck = list_kinds(int(box.cards))
    hand = [deck[i] for i in chance.choice(60, 5, replace=False)]
    gear = int(chance.integers(0, 5))
    text = " ".join(notation.write_card(kind) for kind in hand)
    wanted: set[tuple[int, ...]] = set()
    for i, rope in enumerate(hand):
        for played in list_subsets(hand[:i] + hand[i + 1 :]):
            if keeps_one(played, int(box.bonus[gear]), turned_one):
                wanted.add((rope, *sorted(played)))
    for canonical_order in (0, 1):
        at = Deal(text, "", gear=gear, canonical_order=canonical_order, turned_one=turned_one)
        assert ("bind" in at.texts()) == bool(wanted)
        found: set[tuple[int, ...]] = set()
        if wanted:
            at.play("bind")
        stack = [at] if wanted else []
        while stack:
            at = stack.pop()
            moves = at.texts()
            assert moves
            if any(move.startswith("keep") for move in moves):
                found.add((int(at.state.rope) - 1, *list_kinds(int(at.state.haul))))
            stack += [at.after(move) for move in moves if move.startswith("play")]
        assert found == wanted


@pytest.mark.rule("CR-27")
def test_in_order_golden_crabs_are_paid_last() -> None:
    at = Deal("1", "1", upright="1 1 1* 1* 2 2*", pool="2 2", display=(12,), canonical_order=1)  # 1 1 2 for 7
    at.play("catch", "take 2", "take 2", "claim 1")
    assert at.after("pay golden").state.debt == 1 << 8  # both 1s were golden, and a 2 is asked for next
    at.play("pay plain", "pay golden")
    assert at.texts() == ["pay plain", "pay golden"]
    at.play("pay plain")
    assert at.cards("upright", 0) == "1 1* 2*"
