"""Crabs!: the rules, in the order of rules.md, with every worked example of the rulebook."""

from __future__ import annotations

import numpy as np
import pytest

import decapod
from decapod.engine import batch, bits, dice, records
from decapod.games.crabs import cards
from decapod.games.crabs import table as facts

from .tables import (
    box,
    cards_of,
    game,
    hand,
    hidden,
    laid,
    notation,
    observed,
    offered,
    packed,
    play,
    play_line,
    refused,
    rules,
    size_of,
    standing,
    total_of,
)  # fmt: skip

CATCH_ONLY = ["catch"]
ACTIONS = ["catch", "raise", "trade", "upgrade", "bind", "relax"]


def everything(table):
    """All crab cards, wherever they are."""
    places = [table.pool, table.pile, table.bound, *table.hand, *table.upright, *table.turned]
    return sum(int(place) for place in places) + (cards.one(int(table.rope) - 1) if table.rope else 0)


# --- setting up -------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-1")
def test_the_box_has_sixty_crabs_four_gears_and_eighteen_objectives():
    assert size_of(int(box.cards)) == 60
    assert {value for _, value, _ in cards_of(int(box.cards))} == {1, 2, 3, 4, 5}
    assert sum(golden for _, _, golden in cards_of(int(box.cards))) == 10
    assert (box.gears, box.objectives) == (4, 18)


@pytest.mark.rule("CR-1")
def test_every_objective_pays_more_than_its_crabs_are_worth():
    for objective in game.box.printed["objectives"]["cards"]:
        assert 1 <= len(objective["needs"]) <= 4
        assert objective["pays"] > sum(objective["needs"])


@pytest.mark.rule("CR-2", "CR-3", "CR-4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_six_cards_each_ten_in_the_pool_four_objectives_and_bare_hands(players):
    table = game.match(players, seed=3).table
    assert [size_of(int(cards)) for cards in table.hand] == [6] * players + [0] * (5 - players)
    assert size_of(int(table.pool)) == 10
    assert size_of(int(table.pile)) == 50 - 6 * players
    assert everything(table) == box.cards
    shown = [int(number) for number in table.shown if number]
    assert len(set(shown)) == 4
    assert bits.count(table.deck) == 14
    assert not any(int(table.deck) >> number - 1 & 1 for number in shown)
    assert not table.gear.any()
    assert not table.score.any()


@pytest.mark.rule("CR-2")
def test_other_seeds_deal_other_hands():
    assert len({int(game.match(3, seed=seed).table.hand[0]) for seed in range(20)}) > 15


@pytest.mark.rule("CR-5")
def test_someone_begins_and_turns_go_clockwise():
    assert {int(game.match(4, seed=seed).table.turn) for seed in range(40)} == {0, 1, 2, 3}
    table = laid("1 1", "1 1", "1 1", pool="2 2", first=1)
    seen = []
    for _ in range(4):
        seen.append(int(table.turn))
        play(table, "catch", "draw", "draw")
    assert seen == [1, 2, 0, 1]


@pytest.mark.rule("CR-5")
def test_only_the_player_whose_turn_it_is_acts():
    table = laid("1 1", "1 1", first=1)
    assert refused(table, "catch", player=0) == ("turn.not_yours", "CR-5")
    assert rules.legal(box, table, 0, [0] * rules.WIDEST) == 0


# --- a turn -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-6")
def test_one_of_six_actions():
    table = laid("1 5 5", "1", upright="2", turned="5 4", pool="1")
    assert offered(table) == ACTIONS
    assert refused(table, "draw") == ("action.first", "CR-6")
    play(table, "catch")
    assert refused(table, "raise") == ("action.taken", "CR-6")
    assert refused(table, "play 1") == ("hand.not_now", "CR-6")


@pytest.mark.rule("CR-6")
def test_an_action_that_cannot_be_finished_may_not_be_begun():
    table = laid("", "1")
    assert offered(table) == CATCH_ONLY
    assert refused(table, "raise") == ("hand.empty", "CR-10")
    assert refused(table, "trade") == ("hand.empty", "CR-10")
    assert refused(table, "upgrade") == ("gear.cost", "CR-14")
    assert refused(table, "bind") == ("bind.too_few", "CR-17")
    assert refused(table, "relax") == ("turn.lacks", "CR-25")


@pytest.mark.rule("CR-6")
def test_no_such_move():
    table = laid("1", "1")
    for move in (-1, rules.MOVES, 10**9):
        assert rules.REASONS[rules.refusal(box, table, 0, move)] == ("move.unknown", "CR-6")


def finished(table, seen, limit):
    """Walk every way a chain can go on from here, and count the ways it ends; each position must have a move."""
    if table.turns:
        return {table_key(table)}
    key = tuple(int(n) for n in np.asarray(table).tobytes())
    if key in seen:
        return set()
    seen.add(key)
    assert len(seen) < limit
    moves = np.zeros(rules.WIDEST, np.int64)
    n = rules.legal(box, table, 0, moves)
    assert n > 0
    ends = set()
    for move in moves[:n].copy():
        after = table.copy()
        rules.play(box, after, 0, int(move))
        ends |= finished(after, seen, limit)
    return ends


def table_key(table):
    """What a turn without chance comes to: all cards, wherever they lie."""
    return (
        int(table.hand[0]),
        int(table.pool),
        int(table.upright[0]),
        int(table.turned[0]),
        int(table.score[0]),
    )


@pytest.mark.rule("CR-7")
@pytest.mark.parametrize("action", ["raise", "trade", "upgrade", "bind", "relax"])
def test_every_chain_can_be_finished_and_order_changes_nothing(action):
    lay = {"pool": "1 2 5", "turned": "2 3 3* 5", "gear": 2, "display": (18,)}
    ends = []
    for ordered in (0, 1):
        table = laid("1 2* 3 3 4", "1", ordered=ordered, **lay)
        play(table, action)
        ends.append(finished(table, set(), 60_000))
    assert len(ends[0]) > 1
    assert ends[0] == ends[1]


@pytest.mark.rule("CR-7")
def test_in_order_picks_only_go_up():
    table = laid("1 3 5", "1", pool="2 4", ordered=1)
    play(table, "raise", "play 3")
    assert offered(table) == ["enough", "play 5"]
    assert refused(table, "play 1") == ("pick.order", "CR-7")
    play(table, "enough")
    assert offered(table) == ["take 2", "take 3", "take 4"]


@pytest.mark.rule("CR-7")
def test_in_order_no_pick_leaves_too_few_higher_ones():
    table = laid("1 3 5", "1", gear=2, ordered=1)
    play(table, "upgrade")
    assert offered(table) == ["play 1", "play 3"]
    assert refused(table, "play 5") == ("pick.order", "CR-7")


@pytest.mark.rule("CR-7")
def test_catch_in_order_with_an_empty_pile_keeps_a_second_card():
    table = laid("1", "1", pool="2 4", pile="", ordered=1)
    play(table, "catch")
    assert offered(table) == ["take 2"]
    table.ordered = 0
    assert offered(table) == ["take 2", "take 4"]


@pytest.mark.rule("CR-7")
def test_who_enters_a_chain_begun_out_of_order_is_held_only_from_there_on():
    table = laid("1 1 2 5 5", "1")
    play(table, "bind", "play 1", "play 5", "play 5")
    table.ordered = 1
    assert "play 2" in offered(table)
    play(table, "play 2")
    assert "play 1" not in offered(table)
    assert "keep 2" in offered(table)


@pytest.mark.rule("CR-7")
def test_a_first_pick_out_of_order_can_still_be_followed_in_order():
    """A bot tries every move a person may make, and goes on in order from there."""
    table = laid("1 5", "1", gear=2)
    play(table, "upgrade")
    table.ordered = 1
    rules.play(box, table, 0, notation.read("play 5"))
    assert offered(table) == ["play 1"]
    table = laid("1", "1", upright="1 1 1* 2", pool="2 2", display=(5,))
    play(table, "catch", "take 2", "take 2", "claim 1")
    table.ordered = 1
    rules.play(box, table, 0, notation.read("pay golden"))
    assert notation.row(int(table.upright[0])) == "1 2"


@pytest.mark.rule("CR-7")
@pytest.mark.parametrize("players", [2, 4])
def test_from_any_position_every_move_of_a_person_can_be_followed_in_order(players):
    match = game.match(players, seed=21)
    chance = np.random.default_rng(21)
    moves = np.zeros(rules.WIDEST, np.int64)
    while not match.over:
        player = match.awaiting[0]
        for move in match.legal_ids(player):
            table = match.table.copy()
            table.ordered = 1
            rules.play(box, table, player, move)
            turns = int(table.turns)
            while table.awaiting and table.turns == turns:
                n = rules.legal(box, table, int(table.turn), moves)
                assert n > 0
                rules.play(box, table, int(table.turn), int(moves[chance.integers(n)]))
        match.play(player, int(chance.choice(match.legal_ids(player))))


# --- Catch ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-8")
def test_example_bubbles_takes_a_five_from_the_pool_then_draws():
    table = laid("1 2", "1", pool="5 3 3")
    before = int(table.pile)
    play(table, "catch", "take 5")
    assert offered(table) == ["draw", "take 3"]
    play(table, "draw")
    assert notation.row(int(table.pool)) == "3 3"
    assert size_of(int(table.hand[0])) == 4
    assert before - int(table.pile) == int(table.hand[0]) - packed("1 2 5")
    assert table.turn == 1


@pytest.mark.rule("CR-8")
def test_the_second_card_is_chosen_after_seeing_the_first():
    table = laid("1", "1", pool="5 3")
    play(table, "catch", "draw")
    assert size_of(int(table.hand[0])) == 2
    assert table.turn == 0
    assert offered(table) == ["draw", "take 3", "take 5"]
    assert refused(table, "take 4") == ("pool.lacks", "CR-8")


@pytest.mark.rule("CR-8")
def test_a_draw_cannot_be_taken_back_but_a_card_from_the_pool_can():
    match = game.match(3, seed=5, first="0")
    match.play(0, "catch")
    match.play(0, next(move for move in match.legal(0) if move.text.startswith("take")))
    match.undo(0)
    match.play(0, "draw")
    with pytest.raises(decapod.Illegal) as caught:
        match.undo(0)
    assert caught.value.code == "undo.hidden"


@pytest.mark.rule("CR-8")
def test_the_pile_is_only_for_catch():
    table = laid("1 2", "1", pool="5")
    play(table, "raise")
    assert refused(table, "draw") == ("pile.not_now", "CR-8")


@pytest.mark.rule("CR-8")
def test_every_card_of_the_pile_is_drawn_as_often_as_it_lies_there():
    drawn = {"1": 0, "5*": 0}
    for seed in range(300):
        table = laid("2", "2", pile="1 1 1 5*")
        dice.load(table.dice, seed, 0, 0, 0)
        play(table, "catch", "draw")
        drawn[hand(table).replace("2", "").strip()] += 1
    assert 190 < drawn["1"] < 260


@pytest.mark.rule("CR-9")
def test_an_empty_pile_leaves_the_pool():
    table = laid("1", "1", pool="5 3 3", pile="")
    play(table, "catch")
    assert offered(table) == ["take 3", "take 5"]
    assert refused(table, "draw") == ("pile.empty", "CR-9")
    play(table, "take 5", "take 3")
    assert hand(table) == "1 3 5"


@pytest.mark.rule("CR-9")
def test_a_single_card_is_all_there_is_to_catch():
    for pool, pile, pick in (("4", "", "take 4"), ("", "4", "draw")):
        table = laid("1", "1", pool=pool, pile=pile)
        play(table, "catch", pick)
        assert hand(table) == "1 4"
        assert table.turn == 1


@pytest.mark.rule("CR-9")
def test_with_nothing_to_catch_it_is_still_an_action():
    table = laid("1", "1", pool="", pile="")
    play(table, "catch")
    assert (table.turn, hand(table)) == (1, "1")


# --- Raise ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-10")
def test_example_blossom_plays_three_cards_and_takes_back_three():
    table = laid("1 1 2 4", "1", pool="5 5 3 3")
    play_line(table, "raise 1 1 2 > 5 5 3")
    assert hand(table) == "3 4 5 5"
    assert notation.row(int(table.pool)) == "1 1 2 3"
    assert table.turn == 1


@pytest.mark.rule("CR-10")
def test_raise_takes_one_card_at_least_and_exactly_as_many():
    table = laid("1 1", "1", pool="5 5 3")
    play(table, "raise")
    assert refused(table, "enough") == ("done.too_soon", "CR-10")
    assert refused(table, "take 5") == ("pool.not_now", "CR-6")
    play(table, "play 1", "enough", "take 5")
    assert table.turn == 1
    assert hand(table) == "1 5"


@pytest.mark.rule("CR-11")
def test_the_very_cards_just_given_may_be_taken_back():
    table = laid("4 2", "1", pool="")
    play_line(table, "raise 4 > 4")
    assert hand(table) == "2 4"
    table = laid("4 2", "1", pool="")
    play_line(table, "trade 4 2 > 4 2")
    assert (hand(table), notation.row(int(table.pool))) == ("2 4", "")


# --- Trade ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-12")
def test_example_buttercup_trades_three_cards_for_six():
    table = laid("3 3 4", "2", pool="1 1 1 1 1 5")
    play_line(table, "trade 3 3 4 > 1 1 1 1 1 5")
    assert hand(table) == "1 1 1 1 1 5"
    assert notation.row(int(table.pool)) == "3 3 4"


@pytest.mark.rule("CR-12")
def test_trade_offers_only_what_can_still_come_out_even():
    table = laid("3 4", "2", pool="5 5 4 1")
    play(table, "trade", "play 3", "enough")
    assert offered(table) == ["take 3"]  # 1 would leave 2, which nothing makes
    assert refused(table, "take 1") == ("trade.total", "CR-12")
    assert refused(table, "take 4") == ("trade.total", "CR-12")


@pytest.mark.rule("CR-12")
def test_trade_needs_one_card_at_least():
    table = laid("3 4", "2", pool="5")
    play(table, "trade")
    assert refused(table, "enough") == ("done.too_soon", "CR-10")


def subsets(cards_left):
    """All ways to take some of these kinds, as (total, packed)."""
    ways = {(0, 0)}
    for kind, value, _ in cards_left:
        ways |= {(total + value, some + cards.one(kind)) for total, some in ways}
    return ways


@pytest.mark.rule("CR-12")
@pytest.mark.parametrize("ordered", [0, 1])
def test_trade_reaches_every_set_of_the_same_total_and_no_other(ordered):
    table = laid("2 3 5", "2", pool="1 1 2* 4 3*", ordered=ordered)
    play(table, "trade", "play 2", "play 5", "enough")
    pool = int(table.pool)
    wanted = {some for total, some in subsets(cards_of(pool)) if total == 7}
    found = set()
    stack = [table]
    while stack:
        at = stack.pop()
        if at.turns:
            found.add(int(at.hand[0]) - packed("3"))
            continue
        for text in offered(at):
            after = at.copy()
            play(after, text)
            stack.append(after)
    assert found == wanted
    assert len(found) > 3


@pytest.mark.rule("CR-13")
def test_a_golden_crab_counts_its_face_value():
    table = laid("3*", "2", pool="1 2*")
    play_line(table, "trade 3* > 1 2*")
    assert hand(table) == "1 2*"
    assert total_of(packed("3* 4")) == 7
    table = laid("1 2 3 5*", "2")
    play(table, "bind", "play 1", "play 2", "play 3", "play 5*")
    assert table.total == 10


# --- Upgrade ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-14")
def test_example_blossom_discards_one_card_to_move_from_level_one_to_two():
    table = laid("2 5", "1", gear=1, pool="3")
    play_line(table, "upgrade 2")
    assert table.gear[0] == 2
    assert (hand(table), notation.row(int(table.pool))) == ("5", "2 3")
    assert table.turn == 1


@pytest.mark.rule("CR-14")
def test_dearer_gear_takes_more_cards_of_the_players_choice():
    table = laid("1 2 3 4 5", "1", gear=3)
    play(table, "upgrade", "play 5", "play 1", "play 3")
    assert table.gear[0] == 4
    assert hand(table) == "2 4"


@pytest.mark.rule("CR-15")
def test_there_is_nothing_beyond_the_last_gear():
    table = laid("1 2 3 4 5", "1", gear=4)
    assert refused(table, "upgrade") == ("gear.top", "CR-15")
    table = laid("1 2", "1", gear=3)
    assert refused(table, "upgrade") == ("gear.cost", "CR-14")


@pytest.mark.rule("CR-16")
def test_only_the_gear_card_stood_on_counts():
    table = laid("1 2", "1", gear=2)
    assert table.score[0] == 2
    play_line(table, "upgrade 1 2")
    assert table.score[0] == 3
    assert [int(n) for n in box.bonus[:5]] == [0, 3, 5, 7, 10]


# --- Bind -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-17", "CR-18", "CR-19", "CR-21")
def test_example_buttercup_binds_twenty_and_keeps_a_turned_five():
    table = laid("1 2 2 4 4 5", "1", gear=1)
    play(table, "bind", "play 1", "play 2", "play 2", "play 4", "play 4", "play 5")
    assert [text for text in offered(table) if text.startswith("keep")] == ["keep 4", "keep 5 turned"]
    play(table, "keep 5 turned")
    assert notation.row(int(table.turned[0])) == "5"
    assert table.score[0] == 4 + 1  # and the star of the net
    assert hand(table) == ""


@pytest.mark.rule("CR-23")
def test_example_bubbles_cannot_play_seventeen_without_a_three_or_a_four():
    table = laid("1 2 5 5 5", "1")
    play(table, "bind", "play 1", "play 2", "play 5", "play 5")
    assert refused(table, "play 5") == ("bind.crab", "CR-23")
    assert offered(table) == ["keep 2"]


@pytest.mark.rule("CR-21", "CR-24")
def test_example_bubbles_plays_twelve_and_keeps_an_upright_two():
    table = laid("1 2 5 5 5", "1", pool="3", display=(18,))
    play_line(table, "bind 1: 2 5 5 > 2")
    assert notation.row(int(table.upright[0])) == "2"
    assert notation.row(int(table.pool)) == "1 3 5 5"
    assert (hand(table), table.score[0], table.turn) == ("5", 2, 1)


@pytest.mark.rule("CR-17")
def test_a_bind_takes_two_cards():
    assert refused(laid("5", "1", gear=4), "bind") == ("bind.too_few", "CR-17")
    assert "bind" in offered(laid("2 1", "1", gear=1))


@pytest.mark.rule("CR-17", "CR-23")
def test_a_rope_that_leaves_nothing_to_bind_is_not_offered():
    table = laid("1 2", "1", gear=1)
    play(table, "bind")
    assert offered(table) == ["play 1"]  # a rope of 1 leaves 2 + 3 = 5 for a turned 2; a rope of 2 only 1 + 3
    assert refused(table, "play 2") == ("bind.rope", "CR-23")


@pytest.mark.rule("CR-18")
def test_a_crab_must_be_shown_before_one_is_kept():
    table = laid("1 1 5", "1", gear=2)
    play(table, "bind")
    assert refused(table, "keep 1") == ("keep.first_play", "CR-18")
    play(table, "play 1")
    assert refused(table, "keep 1") == ("keep.first_play", "CR-18")


@pytest.mark.rule("CR-19")
def test_rope_does_not_count_and_cannot_be_kept():
    table = laid("3 5 5 5", "1")
    play(table, "bind")
    assert refused(table, "play 3") == ("bind.rope", "CR-23")  # 5, 10 and 15 keep no 5
    table = laid("3 5 5 5 2", "1", gear=0)
    play(table, "bind", "play 3", "play 2", "play 5", "play 5")
    assert table.total == 12
    assert refused(table, "keep 3 turned") == ("keep.not_played", "CR-21")


@pytest.mark.rule("CR-20")
@pytest.mark.parametrize(
    ("total", "level"),
    [
        (0, 0),
        (4, 0),
        (5, 1),
        (9, 1),
        (10, 2),
        (14, 2),
        (15, 3),
        (19, 3),
        (20, 4),
        (24, 4),
        (25, 5),
        (29, 5),
        (60, 5),
    ],
)
def test_the_chart(total, level):
    from decapod.games.crabs.choices import level_of

    assert level_of(box, total) == level


@pytest.mark.rule("CR-20")
def test_a_total_over_twenty_nine_keeps_a_five():
    table = laid("1 5 5 5 5", "1", gear=4)
    play_line(table, "bind 1: 5 5 5 5 > 5")
    assert notation.row(int(table.upright[0])) == "5"


@pytest.mark.rule("CR-21")
def test_exactly_one_card_is_kept_and_it_must_hit_the_level():
    table = laid("1 2 3 5 5", "1")
    play(table, "bind", "play 1", "play 2", "play 3", "play 5", "play 5")  # 15
    assert offered(table) == ["keep 3"]
    for text in ("keep 2", "keep 5", "keep 5 turned", "keep 2 turned"):
        assert refused(table, text) == ("keep.level", "CR-23")
    assert refused(table, "keep 4 turned") == ("keep.not_played", "CR-21")
    play(table, "keep 3")
    assert size_of(int(table.upright[0])) == 1


@pytest.mark.rule("CR-21")
def test_plain_or_golden_is_the_players_choice():
    table = laid("1 2 2* 3 3", "1")
    play(table, "bind", "play 1", "play 2", "play 2*", "play 3", "play 3")
    assert [text for text in offered(table) if text.startswith("keep")] == [
        "keep 2", "keep 2*", "keep 3 turned",
    ]  # fmt: skip


@pytest.mark.rule("CR-22")
def test_a_one_is_never_turned_and_a_low_total_keeps_nothing():
    table = laid("1 1 3", "1")  # 4 at most with a rope of 1; 2 with a rope of 3
    assert refused(table, "bind") == ("bind.nothing", "CR-23")
    with pytest.raises(decapod.Unreadable, match=r"read.one \[CR-22\]"):
        notation.read("keep 1 turned")


def keepable(played, bonus):
    """Whether a set keeps a card, straight from the chart."""
    level = min((sum(value for _, value, _ in played) + bonus) // 5, 5)
    return any(level and value in (level, level + 1) for _, value, _ in played)


def sets(left):
    """All sets of the cards of a hand."""
    ways = [[]]
    for one in left:
        ways += [[*way, one] for way in ways]
    return ways


@pytest.mark.rule("CR-23")
@pytest.mark.parametrize("seed", range(12))
def test_a_bind_reaches_every_set_that_keeps_a_card_and_no_other(seed):
    chance = np.random.default_rng(seed)
    deck = cards_of(int(box.cards))
    held = [deck[i] for i in chance.choice(60, 5, replace=False)]
    gear = int(chance.integers(0, 5))
    text = " ".join(notation.card(kind) for kind, _, _ in held)
    wanted = set()
    for i, (rope, _, _) in enumerate(held):
        for played in sets(held[:i] + held[i + 1 :]):
            if played and keepable(played, int(box.bonus[gear])):
                wanted.add((rope, tuple(sorted(kind for kind, _, _ in played))))
    for ordered in (0, 1):
        table = laid(text, "", gear=gear, ordered=ordered)
        assert ("bind" in offered(table)) == bool(wanted)
        found = set()
        if wanted:
            play(table, "bind")
        stack = [table] if wanted else []
        while stack:
            at = stack.pop()
            moves = offered(at)
            assert moves
            if any(move.startswith("keep") for move in moves):
                found.add((int(at.rope) - 1, tuple(kind for kind, _, _ in cards_of(int(at.bound)))))
            for move in moves:
                if move.startswith("play"):
                    after = at.copy()
                    play(after, move)
                    stack.append(after)
        assert found == wanted


@pytest.mark.rule("CR-24")
def test_the_rope_lies_in_no_pool_until_the_bind_is_done():
    table = laid("1 2 5 5", "1", pool="")
    play(table, "bind", "play 1", "play 2", "play 5", "play 5")
    assert table.pool == 0
    reveals = int(table.reveals)
    play(table, "keep 2")
    assert notation.row(int(table.pool)) == "1 5 5"
    assert table.reveals > reveals


# --- Relax ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-25")
def test_example_buttercup_turns_a_horizontal_five_upright():
    table = laid("1", "1", turned="5", display=(18,))
    assert table.score[0] == 4
    play(table, "relax", "turn 5")
    assert (notation.row(int(table.upright[0])), int(table.turned[0])) == ("5", 0)
    assert table.score[0] == 5
    assert table.turn == 1


@pytest.mark.rule("CR-25")
def test_one_to_three_cards_relax():
    table = laid("1", "1", turned="5 4 3 2", display=(18,))
    play(table, "relax")
    assert refused(table, "enough") == ("done.too_soon", "CR-10")
    assert refused(table, "turn 5*") == ("turn.lacks", "CR-25")
    play(table, "turn 5")
    assert offered(table) == ["enough", "turn 2", "turn 3", "turn 4"]
    play(table, "turn 2", "turn 4")
    assert notation.row(int(table.turned[0])) == "3"
    assert table.turn == 1
    table = laid("1", "1", turned="5 4 3 2", display=(18,))
    play(table, "relax", "turn 4", "enough")
    assert table.turn == 1


@pytest.mark.rule("CR-25")
def test_turning_is_only_for_relax():
    table = laid("1", "1", turned="5")
    play(table, "catch")
    assert refused(table, "turn 5") == ("turn.not_now", "CR-25")


# --- objectives -------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-26")
def test_an_objective_is_claimed_after_the_action():
    table = laid("1", "1", upright="1 3 5", pool="2 2", display=(8, 18))  # 8: 1 and 3 for 6
    assert refused(table, "claim 1") == ("action.first", "CR-6")
    play(table, "catch", "take 2")
    assert refused(table, "claim 1") == ("claim.not_now", "CR-26")
    play(table, "take 2")
    assert offered(table) == ["enough", "claim 1"]
    assert refused(table, "claim 2") == ("claim.lacks", "CR-26")
    assert refused(table, "claim 3") == ("claim.empty", "CR-29")
    play(table, "claim 1")
    assert notation.row(int(table.upright[0])) == "5"
    assert table.score[0] == 5 + 6
    assert table.won[0] == 1 << 7
    assert table.turn == 1


@pytest.mark.rule("CR-26")
def test_an_objective_may_be_declined_and_only_one_is_claimed():
    table = laid("1", "1", upright="2 3", pool="2 2", display=(1, 2))  # a 2 for 3, a 3 for 4
    play(table, "catch", "take 2", "take 2", "enough")
    assert (table.won[0], table.turn) == (0, 1)
    table = laid("1", "1", upright="2 3", pool="2 2", display=(1, 2))
    play(table, "catch", "take 2", "take 2", "claim 1")
    assert table.turn == 1
    assert notation.row(int(table.upright[0])) == "3"


@pytest.mark.rule("CR-26")
def test_turned_cards_do_not_pay():
    table = laid("1", "1", turned="2", pool="2 2", display=(1,))
    play(table, "catch", "take 2", "take 2")
    assert table.turn == 1


@pytest.mark.rule("CR-26")
def test_a_card_kept_or_relaxed_this_turn_pays():
    table = laid("1 2 5 5", "1", display=(1,))
    play(table, "bind", "play 1", "play 2", "play 5", "play 5", "keep 2")
    assert offered(table) == ["enough", "claim 1"]
    table = laid("1", "1", turned="2", display=(1,))
    play(table, "relax", "turn 2", "claim 1")
    assert table.score[0] == 3


@pytest.mark.rule("CR-27")
def test_plain_or_golden_is_chosen_only_where_there_is_a_choice():
    table = laid("1", "1", upright="1 1* 1* 3*", pool="2 2", display=(17,))  # 1 1 1 3 for 11
    score = int(table.score[0])
    play(table, "catch", "take 2", "take 2", "claim 1")  # all of them: no choice
    assert table.turn == 1
    assert table.upright[0] == 0
    assert table.score[0] == score - (1 + 2 + 2 + 4) + 11


@pytest.mark.rule("CR-27")
@pytest.mark.parametrize(
    ("paid", "left"),
    [(["pay plain", "pay plain"], "1* 3*"), (["pay plain", "pay golden"], "1 3*"), (["pay golden"], "1 3*")],
)
def test_the_player_chooses_which_crabs_to_give(paid, left):
    table = laid("1", "1", upright="1 1 1* 3*", pool="2 2", display=(5,))  # 1 1 for 4
    play(table, "catch", "take 2", "take 2", "claim 1")
    assert offered(table) == ["pay plain", "pay golden"]
    play(table, *paid)  # after the golden one only plain ones are left, and one of them is paid unasked
    assert notation.row(int(table.upright[0])) == left
    assert table.turn == 1


def after(table, *moves):
    """Return the table after some moves."""
    other = table.copy()
    play(other, *moves)
    return other


@pytest.mark.rule("CR-27")
def test_in_order_golden_crabs_are_paid_last():
    table = laid("1", "1", upright="1 1 1* 1* 2 2*", pool="2 2", display=(12,), ordered=1)  # 1 1 2 for 7
    play(table, "catch", "take 2", "take 2", "claim 1")
    assert after(table, "pay golden").owed == 1 << 8  # both 1s were golden, and a 2 is asked for next
    play(table, "pay plain", "pay golden")
    assert offered(table) == ["pay plain", "pay golden"]
    play(table, "pay plain")
    assert notation.row(int(table.upright[0])) == "1 1* 2*"


@pytest.mark.rule("CR-27")
def test_paying_is_only_for_a_claim():
    table = laid("1", "1", upright="1", pool="2")
    play(table, "catch")
    assert refused(table, "pay plain") == ("pay.not_now", "CR-27")


@pytest.mark.rule("CR-28")
def test_cards_paid_go_to_the_pool():
    table = laid("1", "1", upright="2*", pool="3 3", display=(1,))
    play(table, "catch", "take 3", "take 3", "claim 1")
    assert notation.row(int(table.pool)) == "2*"
    assert table.score[0] == 3


# --- the end of a turn ------------------------------------------------------------------------------------


@pytest.mark.rule("CR-29")
def test_the_display_is_filled_up_at_the_end_of_the_turn():
    table = laid("1 1 1 1 1 1 1 1", "1", upright="2", pool="3 3", display=(1, 2, 3, 4))
    play(table, "catch", "take 3", "take 3", "claim 1")
    assert table.shown[0] == 0
    assert bits.count(table.deck) == 14
    reveals = int(table.reveals)
    play(table, "play 1", "play 1")
    assert table.shown[0] > 4
    assert bits.count(table.deck) == 13
    assert table.reveals > reveals


@pytest.mark.rule("CR-29")
def test_the_display_shrinks_when_the_deck_is_empty():
    table = laid("1", "1", upright="2", pool="3 3", display=(1, 2))
    table.deck = 0
    play(table, "catch", "take 3", "take 3", "claim 1")
    assert [int(n) for n in table.shown] == [0, 2, 0, 0, 0, 0]


@pytest.mark.rule("CR-30")
def test_down_to_eight_cards_at_the_end_of_the_turn():
    table = laid("1 1 1 1 2 2 2 5", "1", pool="3 4")
    play(table, "catch", "take 3", "take 4")
    assert (table.turn, size_of(int(table.hand[0]))) == (0, 10)
    assert offered(table) == ["play 1", "play 2", "play 3", "play 4", "play 5"]
    assert refused(table, "enough") == ("done.not_now", "CR-7")
    assert refused(table, "play 3*") == ("hand.lacks", "CR-7")
    play(table, "play 5", "play 1")
    assert hand(table) == "1 1 1 2 2 2 3 4"
    assert notation.row(int(table.pool)) == "1 5"
    assert table.turn == 1


@pytest.mark.rule("CR-30")
def test_there_is_no_limit_during_a_turn():
    table = laid("5 5 1 1 1 1 1 1", "2", pool="2 2 2 2 2")
    play_line(table, "trade 5 5 > 2 2 2 2 2")
    assert size_of(int(table.hand[0])) == 11
    play(table, "play 1", "play 1", "play 1")
    assert table.turn == 1


# --- points -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-31", "CR-32")
def test_example_buttercup_has_twenty_six_points():
    """The book's cards add up to 17 with a turned [4] or a golden [3]; see rules.md."""
    for upright, turned in (("4* 4 5", "4"), ("3* 4 5", "5")):
        table = laid("1", "1", "1", upright=upright, turned=turned, gear=3)
        assert table.score[0] == 17 + 3
        table.won[0] = 1 << 3
        table.score[0] += box.pays[3]  # the objective that pays 6
        assert table.score[0] == 26


@pytest.mark.rule("CR-31")
@pytest.mark.parametrize(
    ("kept", "points"), [("keep 2", 2), ("keep 2*", 3), ("keep 3 turned", 2), ("keep 3* turned", 3)]
)
def test_golden_crabs_are_worth_one_more_and_turned_ones_one_less(kept, points):
    table = laid("1 2 2* 3 3*", "1")
    play(table, "bind", "play 1", "play 2", "play 2*", "play 3", "play 3*", kept)
    assert table.score[0] == points


@pytest.mark.rule("CR-31", "CR-32")
@pytest.mark.parametrize("players", [2, 5])
def test_the_score_is_what_lies_in_front_of_each_player(players):
    match = game.match(players, seed=11)
    chance = np.random.default_rng(1)
    while not match.over:
        player = match.awaiting[0]
        match.play(player, int(chance.choice(match.legal_ids(player))))
        if match.table.phase != facts.PAYING:
            assert not game.view.faults(box, match.table)


# --- the end of the game ----------------------------------------------------------------------------------


def nearly(players, score, first=0):
    """A table whose first player is one point short and about to relax a card."""
    hands = ["1 1"] * players
    table = laid(*hands, turned="2", pool="3 3", display=(18,), first=first)
    table.score[0] = score - 1
    return table


@pytest.mark.rule("CR-33")
def test_example_the_others_take_one_more_turn_each():
    table = nearly(3, 25)
    play(table, "relax", "turn 2")
    assert (table.score[0], table.closing, table.ending) == (25, facts.REACHED, 0)
    for player in (1, 2):
        assert table.turn == player
        play(table, "catch", "draw", "draw")
    assert rules.ENDINGS[rules.ending(box, table)] == "reached"
    assert table.awaiting == 0
    assert offered(table) == []


@pytest.mark.rule("CR-33")
def test_the_last_player_of_a_round_ends_the_game_at_once():
    table = nearly(3, 25, first=1)
    table.turn, table.before, table.awaiting = 0, table.score[0], 1
    play(table, "relax", "turn 2")
    assert table.ending == facts.REACHED


@pytest.mark.rule("CR-33")
def test_two_players_need_twenty_nine_points():
    table = nearly(2, 28)
    play(table, "relax", "turn 2")
    assert (table.score[0], table.closing) == (28, 0)
    table = nearly(2, 29)
    play(table, "relax", "turn 2")
    assert table.closing == facts.REACHED


@pytest.mark.rule("CR-33")
def test_points_from_an_objective_count_at_once():
    table = laid("1", "1", "1", upright="2", pool="3 3", display=(1,))
    table.score[0] = 24
    play(table, "catch", "take 3", "take 3", "claim 1")
    assert (table.score[0], table.closing) == (25, facts.REACHED)


@pytest.mark.rule("CR-34")
@pytest.mark.parametrize("players", [2, 3])
def test_twenty_rounds_without_a_change_of_score_end_the_game(players):
    table = laid(*["1"] * players, first=1)
    for _ in range(20 * players):
        assert table.ending == 0
        play_line(table, "raise 1 > 1")
    assert rules.ENDINGS[rules.ending(box, table)] == "quiet"


@pytest.mark.rule("CR-34")
def test_a_change_of_score_starts_the_count_again_and_the_round_is_finished():
    table = laid("1", "1", turned="2", display=(18,))
    for _ in range(3):
        play_line(table, "raise 1 > 1")
    assert table.turn == 1
    play_line(table, "raise 1 > 1")
    play(table, "relax", "turn 2")
    assert table.quiet == 0
    for turn in range(40):
        assert table.turn == (turn + 1) % 2
        play_line(table, "raise 1 > 1")
    assert (table.closing, table.ending) == (facts.QUIET, 0)  # after seat 0: seat 1 has its turn too
    play_line(table, "raise 1 > 1")
    assert table.ending == facts.QUIET


@pytest.mark.rule("CR-34")
def test_points_in_the_last_quiet_round_are_an_end_by_points():
    table = laid("1", "1", turned="2", display=(18,))
    table.closing = facts.QUIET
    table.score[0] = table.before = 28
    play(table, "relax", "turn 2")
    play_line(table, "raise 1 > 1")
    assert table.ending == facts.REACHED


def over(*players, scores):
    """A finished game with these hands and scores."""
    table = laid(*players)
    table.score[: len(players)] = scores
    table.ending, table.awaiting = facts.REACHED, 0
    return table


@pytest.mark.rule("CR-35")
def test_most_points_then_most_cards_then_the_highest_hand_then_shared():
    assert standing(over("1", "5 5 5", "5", scores=(26, 25, 20))) == [1, 2, 3]
    assert standing(over("5 5", "1 1 1", "5", scores=(26, 26, 20))) == [2, 1, 3]
    assert standing(over("5 5", "4 5*", "5", scores=(26, 26, 26))) == [1, 2, 3]
    assert standing(over("4 5", "4* 5*", "5", scores=(26, 26, 26))) == [1, 1, 3]


@pytest.mark.rule("CR-35")
def test_a_shared_victory_has_several_winners():
    match = game.match(2, seed=1)
    table = match.table
    table.hand[:2] = packed("4 5"), packed("4* 5*")
    table.score[:2] = 30
    table.ending, table.awaiting = facts.REACHED, 0
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)
    assert "share" in match.outcome.words


# --- what is known ----------------------------------------------------------------------------------------


@pytest.mark.rule("CR-36")
def test_other_hands_are_guessed_among_all_cards_not_seen():
    table = laid("1 1 1", "2 2 2", "3 3 3", pool="5 5", pile="4 4 4")
    hands = set()
    for guess in range(60):
        other = hidden(table, 0, guess)
        assert hand(other, 0) == "1 1 1"
        assert int(other.hand[1]) + int(other.hand[2]) + int(other.pile) == packed("2 2 2 3 3 3 4 4 4")
        assert size_of(int(other.hand[1])) == size_of(int(other.hand[2])) == 3
        hands.add(hand(other, 1))
    assert len(hands) > 5


@pytest.mark.rule("CR-36")
def test_a_spectator_knows_no_hand():
    table = laid("1 1 1", "2 2 2", pile="4 4 4")
    assert len({hand(hidden(table, -1, guess), 0) for guess in range(40)}) > 5
    assert observed(table, -1) == observed(hidden(table, -1, 3), -1)


@pytest.mark.rule("CR-36")
def test_the_rope_is_hidden_until_it_is_discarded():
    table = laid("1 2 3 4 5 5", "1", pile="1 1 2 2 3 3")
    play(table, "bind", "play 3", "play 5", "play 5")
    ropes = {int(hidden(table, 1, guess).rope) for guess in range(60)}
    assert len(ropes) > 2
    assert {int(hidden(table, 0, guess).rope) for guess in range(20)} == {int(table.rope)}
    other = table.copy()
    other.rope, other.hand[0] = cards_of(packed("4"))[0][0] + 1, packed("1 2 3")
    assert observed(table, 1) == observed(other, 1)
    assert observed(table, 0) != observed(other, 0)


@pytest.mark.rule("CR-36", "CR-7")
def test_a_guess_never_leaves_a_bind_that_cannot_be_finished():
    table = laid("1 3 4 4 4", "2", pile="1 1 1 1 2 2 5 5 5", ordered=1)
    play(table, "bind", "play 1", "play 3")
    for guess in range(80):
        assert offered(hidden(table, 1, guess))


@pytest.mark.rule("CR-37")
def test_what_was_taken_openly_is_known_until_it_is_played():
    table = laid("1 2", "1", pool="5 3 3", pile="2 2 2 4 4 4")
    play(table, "catch", "take 5", "take 3")
    for guess in range(20):
        assert {"3", "5"} <= set(hand(hidden(table, 1, guess)).split())
    play(table, "catch", "draw", "draw")
    play_line(table, "raise 5 > 5")  # shown again, and taken again
    assert notation.row(int(table.known[0])) == "3 5"
    play(table, "catch", "take 3", "draw")
    play_line(table, "raise 3 > 3")
    assert notation.row(int(table.known[0])) == "3 5"
    play(table, "catch", "draw", "draw")
    play_line(table, "upgrade 5")
    assert notation.row(int(table.known[0])) == "3"


@pytest.mark.rule("CR-37")
def test_a_known_card_may_be_the_rope_until_that_is_shown():
    table = laid("2 5 5", "1", pool="1 4", pile="2 2 3 3 4 4")
    play(table, "catch", "take 1", "draw")
    play(table, "catch", "draw", "draw")
    play(table, "bind", "play 1", "play 2", "play 5", "play 5")
    assert notation.row(int(table.known[0])) == "1"
    places = set()
    for guess in range(40):
        other = hidden(table, 1, guess)
        rope = cards.one(int(other.rope) - 1)
        assert cards.count_of(int(other.hand[0]) + rope, 0) >= 1
        places.add(rope == cards.one(0))
    assert places == {True, False}
    play(table, "keep 2")
    assert table.known[0] == 0


@pytest.mark.rule("CR-37")
def test_a_learner_is_told_what_is_known_of_each_hand():
    table = laid("1 2", "1", pool="5 3 3")
    before = observed(table, 1)
    play(table, "catch", "take 5", "take 3")
    known = facts.FACTS + facts.CARDS + facts.DISPLAY + facts.SEAT  # seat 0 is next to viewer 1
    told = observed(table, 1)
    assert told[known : known + 10] == [0, 0, 0, 0, 1, 0, 0, 0, 1, 0]
    assert before[known : known + 10] == [0] * 10


@pytest.mark.rule("CR-38")
def test_all_hands_are_laid_open_at_the_end():
    table = over("1 2", "3 4", scores=(30, 2))
    assert hand(hidden(table, 1, 1), 0) == "1 2"
    assert hand(hidden(table, -1, 1), 1) == "3 4"
    seat = facts.FACTS + facts.CARDS + facts.DISPLAY + facts.SEAT
    assert observed(table, 1)[seat : seat + 10] == [1, 0, 1] + [0] * 7


@pytest.mark.rule("CR-38")
def test_the_total_of_a_hand_decides_no_place_before_the_end():
    table = laid("5 5", "1 1")
    assert standing(table) == [1, 1]


# --- the whole --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_by_chance_end_with_a_score(players):
    played = batch.run(rules, box, players=players, options=(0,), games=400, seed=9).results
    assert set(played["ending"]) <= {facts.REACHED, facts.QUIET}
    assert (played["ending"] == facts.REACHED).mean() > 0.99
    best = played["points"][:, :players].max(axis=1)[played["ending"] == facts.REACHED]
    assert best.min() >= (29 if players == 2 else 25)
    assert played["length"].max() < rules.LONGEST


def variant(**changes):
    """A box with some numbers changed."""
    printed = {key: dict(value) if isinstance(value, dict) else value for key, value in game.box.printed.items()}
    for name, value in changes.items():
        part, _, key = name.partition("__")
        if key:
            printed[part][key] = value
        else:
            printed[part] = value
    other = records.blank(rules.Box)
    rules.fill(other, printed)
    return other


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"deal__hand": 13}, "deal.hand is a whole number from 2 to 12, not 13"),
        ({"deal__hand": True}, "deal.hand is a whole number from 2 to 12, not True"),
        ({"cards__plain": [10, 10]}, "cards.plain is a list of 5 entries"),
        ({"cards__plain": [1, 1, 1, 1, 1]}, "there are 15 cards, and 5 hands with the pool take 40"),
        ({"cards__plain": [16, 9, 9, 9, 9]}, "cards.plain[1] is a whole number from 0 to 15, not 16"),
        ({"bind__chart": [5, 5, 15, 20, 25]}, "bind.chart must rise, and 5 does not follow 5"),
        ({"gear": [{"bonus": 1, "cost": 1, "stars": 1}] * 7}, "gear is a list of 0 to 6 entries"),
        ({"objectives__cards": [{"needs": [6], "pays": 1}]}, "objective 1: needs is a whole number from 1 to 5, not 6"),
        ({"end__score": 0}, "end.score is a whole number from 1 to 99, not 0"),
    ],
)  # fmt: skip
def test_a_box_that_makes_no_sense_is_refused_in_one_line(changes, complaint):
    with pytest.raises(ValueError, match="^" + complaint.replace("[", r"\[").replace("]", r"\]")):
        variant(**changes)


@pytest.mark.parametrize("players", [2, 5])
def test_another_box_plays_by_its_own_numbers(players):
    """A narrow chart, free gear, longer catches and a small pile: chains still end, compiled or not."""
    other = variant(
        bind__chart=[3, 7, 8, 17, 40], deal__catch=4, deal__relax=1, deal__hand_limit=12, deal__hand=12,
        deal__pool=0, gear=[{"bonus": 2, "cost": 0, "stars": 0}, {"bonus": 9, "cost": 9, "stars": 3}],
    )  # fmt: skip
    runs = [
        batch.run(rules, other, players=players, options=(0,), games=4, seed=2, on=on).results
        for on in ("python", "cpu")
    ]
    assert np.array_equal(*runs)
    assert (runs[0]["ending"] > 0).all()
