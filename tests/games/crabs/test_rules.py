"""Crabs!: the rules, in the order of rules.md, with every worked example of the rulebook."""

from __future__ import annotations

import numpy as np
import pytest

import decapod
from decapod.engine import bits, dice, rollout
from decapod.games.crabs import state as s
from decapod.games.crabs.chapters.cards import size_of, total_of
from tests.games.crabs.position import Deal, change_box, pack

game = decapod.game("crabs")


# --- setting up -------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-2", "CR-3", "CR-4")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_six_cards_each_ten_in_the_pool_four_objectives_and_bare_hands(players: int) -> None:
    match = game.match(players, seed=3)
    state = match.state
    assert [size_of(int(cards)) for cards in state.hand] == [6] * players + [0] * (5 - players)
    assert size_of(int(state.pool)) == 10
    assert size_of(int(state.pile)) == 50 - 6 * players
    assert game.view.violations(match.box.record, state) == []  # all cards are there
    display = [int(number) for number in state.slots if number]
    assert len(set(display)) == 4
    assert bits.count(state.deck) == 14
    assert not any(int(state.deck) >> number - 1 & 1 for number in display)
    assert not state.gear.any()
    assert not state.score.any()


@pytest.mark.rule("CR-2")
def test_other_seeds_deal_other_hands() -> None:
    assert len({int(game.match(3, seed=seed).state.hand[0]) for seed in range(20)}) > 15


@pytest.mark.rule("CR-5")
def test_someone_begins_and_turns_go_clockwise() -> None:
    assert {int(game.match(4, seed=seed).state.turn) for seed in range(40)} == {0, 1, 2, 3}
    at = Deal("1 1", "1 1", "1 1", pool="2 2", first=1)
    seen = []
    for _ in range(4):
        seen.append(at.turn)
        at.play("catch", "draw", "draw")
    assert seen == [1, 2, 0, 1]


@pytest.mark.rule("CR-5")
def test_only_the_player_whose_turn_it_is_acts() -> None:
    at = Deal("1 1", "1 1", first=1)
    assert at.reason("catch", player=0) == ("turn.not_yours", "CR-5")
    assert at.legal(0) == []


# --- a turn -----------------------------------------------------------------------------------------------


# --- Catch ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-8")
def test_example_bubbles_takes_a_five_from_the_pool_then_draws() -> None:
    at = Deal("1 2", "1", pool="5 3 3")
    before = int(at.state.pile)
    at.play("catch", "take 5")
    assert at.texts() == ["draw", "take 3"]
    at.play("draw")
    assert at.cards("pool") == "3 3"
    assert size_of(int(at.state.hand[0])) == 4
    assert before - int(at.state.pile) == int(at.state.hand[0]) - pack("1 2 5")
    assert at.turn == 1


@pytest.mark.rule("CR-8")
def test_the_second_card_is_chosen_after_seeing_the_first() -> None:
    at = Deal("1", "1", pool="5 3")
    at.play("catch", "draw")
    assert size_of(int(at.state.hand[0])) == 2
    assert at.turn == 0
    assert at.texts() == ["draw", "take 3", "take 5"]
    assert at.reason("take 4") == ("pool.lacks", "CR-8")


@pytest.mark.rule("CR-8")
def test_a_draw_cannot_be_taken_back_but_a_card_from_the_pool_can() -> None:
    match = game.match(3, seed=5, first="0")
    match.play(0, "catch")
    match.play(0, next(move for move in match.legal_moves(0) if move.text.startswith("take")))
    match.undo(0)
    match.play(0, "draw")
    with pytest.raises(decapod.IllegalMoveError) as caught:
        match.undo(0)
    assert caught.value.code == "undo.hidden"


@pytest.mark.rule("CR-8")
def test_every_card_of_the_pile_is_drawn_as_often_as_it_lies_there() -> None:
    drawn = {"1": 0, "5*": 0}
    for seed in range(300):
        at = Deal("2", "2", pile="1 1 1 5*")
        dice.load(at.state.dice, seed, 0, 0, 0)
        at.play("catch", "draw")
        drawn[at.hand().replace("2", "").strip()] += 1
    assert 190 < drawn["1"] < 260


@pytest.mark.rule("CR-9")
def test_an_empty_pile_leaves_the_pool() -> None:
    at = Deal("1", "1", pool="5 3 3", pile="")
    at.play("catch")
    assert at.texts() == ["take 3", "take 5"]
    assert at.reason("draw") == ("pile.empty", "CR-9")
    at.play("take 5", "take 3")
    assert at.hand() == "1 3 5"


@pytest.mark.rule("CR-9")
def test_a_single_card_is_all_there_is_to_catch() -> None:
    for pool, pile, pick in (("4", "", "take 4"), ("", "4", "draw")):
        at = Deal("1", "1", pool=pool, pile=pile)
        at.play("catch", pick)
        assert at.hand() == "1 4"
        assert at.turn == 1


@pytest.mark.rule("CR-9")
def test_with_nothing_to_catch_it_is_still_an_action() -> None:
    at = Deal("1", "1", pool="", pile="")
    at.play("catch")
    assert (at.turn, at.hand()) == (1, "1")


# --- Raise ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-10")
def test_example_blossom_plays_three_cards_and_takes_back_three() -> None:
    at = Deal("1 1 2 4", "1", pool="5 5 3 3")
    at.play_line("raise 1 1 2 > 5 5 3")
    assert at.hand() == "3 4 5 5"
    assert at.cards("pool") == "1 1 2 3"
    assert at.turn == 1


@pytest.mark.rule("CR-10")
def test_raise_takes_one_card_at_least_and_exactly_as_many() -> None:
    at = Deal("1 1", "1", pool="5 5 3")
    at.play("raise")
    assert at.reason("enough") == ("done.too_soon", "CR-10")
    assert at.reason("take 5") == ("pool.not_now", "CR-6")
    at.play("play 1", "enough", "take 5")
    assert at.turn == 1
    assert at.hand() == "1 5"


@pytest.mark.rule("CR-11")
def test_the_very_cards_just_given_may_be_taken_back() -> None:
    at = Deal("4 2", "1", pool="")
    at.play_line("raise 4 > 4")
    assert at.hand() == "2 4"
    at = Deal("4 2", "1", pool="")
    at.play_line("trade 4 2 > 4 2")
    assert (at.hand(), at.cards("pool")) == ("2 4", "")


# --- Trade ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-12")
def test_example_buttercup_trades_three_cards_for_six() -> None:
    at = Deal("3 3 4", "2", pool="1 1 1 1 1 5")
    at.play_line("trade 3 3 4 > 1 1 1 1 1 5")
    assert at.hand() == "1 1 1 1 1 5"
    assert at.cards("pool") == "3 3 4"


@pytest.mark.rule("CR-13")
def test_a_golden_crab_counts_its_face_value() -> None:
    at = Deal("3*", "2", pool="1 2*")
    at.play_line("trade 3* > 1 2*")
    assert at.hand() == "1 2*"
    assert total_of(pack("3* 4")) == 7
    at = Deal("1 2 3 5*", "2")
    at.play("bind", "play 1", "play 2", "play 3", "play 5*")
    assert at.state.total == 10


# --- Upgrade ----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-14")
def test_example_blossom_discards_one_card_to_move_from_level_one_to_two() -> None:
    at = Deal("2 5", "1", gear=1, pool="3")
    at.play_line("upgrade 2")
    assert at.state.gear[0] == 2
    assert (at.hand(), at.cards("pool")) == ("5", "2 3")
    assert at.turn == 1


@pytest.mark.rule("CR-14")
def test_dearer_gear_takes_more_cards_of_the_players_choice() -> None:
    at = Deal("1 2 3 4 5", "1", gear=3)
    at.play("upgrade", "play 5", "play 1", "play 3")
    assert at.state.gear[0] == 4
    assert at.hand() == "2 4"


@pytest.mark.rule("CR-16")
def test_only_the_gear_card_stood_on_counts() -> None:
    at = Deal("1 2", "1", gear=2)
    assert at.state.score[0] == 2
    at.play_line("upgrade 1 2")
    assert at.state.score[0] == 3
    assert [int(n) for n in at.box.bonus[:5]] == [0, 3, 5, 7, 10]


# --- Bind -------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-17", "CR-18", "CR-19", "CR-21")
def test_example_buttercup_binds_twenty_and_keeps_a_turned_five() -> None:
    at = Deal("1 2 2 4 4 5", "1", gear=1)
    at.play("bind", "play 1", "play 2", "play 2", "play 4", "play 4", "play 5")
    assert [text for text in at.texts() if text.startswith("keep")] == ["keep 4", "keep 5 turned"]
    at.play("keep 5 turned")
    assert at.cards("turned", 0) == "5"
    assert at.state.score[0] == 4 + 1  # and the star of the net
    assert at.hand() == ""


@pytest.mark.rule("CR-23")
def test_example_bubbles_cannot_play_seventeen_without_a_three_or_a_four() -> None:
    at = Deal("1 2 5 5 5", "1")
    at.play("bind", "play 1", "play 2", "play 5", "play 5")
    assert at.reason("play 5") == ("bind.crab", "CR-23")
    assert at.texts() == ["keep 2"]


@pytest.mark.rule("CR-21", "CR-24")
def test_example_bubbles_plays_twelve_and_keeps_an_upright_two() -> None:
    at = Deal("1 2 5 5 5", "1", pool="3", display=(18,))
    at.play_line("bind 1: 2 5 5 > 2")
    assert at.cards("upright", 0) == "2"
    assert at.cards("pool") == "1 3 5 5"
    assert (at.hand(), at.state.score[0], at.turn) == ("5", 2, 1)


@pytest.mark.rule("CR-19")
def test_rope_does_not_count_and_cannot_be_kept() -> None:
    at = Deal("3 5 5 5", "1")
    at.play("bind")
    assert at.reason("play 3") == ("bind.rope", "CR-23")  # 5, 10 and 15 keep no 5
    at = Deal("3 5 5 5 2", "1", gear=0)
    at.play("bind", "play 3", "play 2", "play 5", "play 5")
    assert at.state.total == 12
    assert at.reason("keep 3 turned") == ("keep.not_played", "CR-21")


@pytest.mark.rule("CR-20")
def test_a_total_over_twenty_nine_keeps_a_five() -> None:
    at = Deal("1 5 5 5 5", "1", gear=4)
    at.play_line("bind 1: 5 5 5 5 > 5")
    assert at.cards("upright", 0) == "5"


@pytest.mark.rule("CR-21")
def test_exactly_one_card_is_kept_and_it_must_hit_the_level() -> None:
    at = Deal("1 2 3 5 5", "1")
    at.play("bind", "play 1", "play 2", "play 3", "play 5", "play 5")  # 15
    assert at.texts() == ["keep 3"]
    for text in ("keep 2", "keep 5", "keep 5 turned", "keep 2 turned"):
        assert at.reason(text) == ("keep.level", "CR-23")
    assert at.reason("keep 4") == ("keep.not_played", "CR-21")
    assert at.reason("keep 4 turned") == ("keep.not_played", "CR-21")
    at.play("keep 3")
    assert size_of(int(at.state.upright[0])) == 1


@pytest.mark.rule("CR-22")
def test_a_one_is_never_turned_and_a_low_total_keeps_nothing() -> None:
    at = Deal("1 1 3", "1")  # 4 at most with a rope of 1; 2 with a rope of 3
    assert at.reason("bind") == ("bind.nothing", "CR-23")
    at = Deal("1 1 2 3", "1")
    at.play("bind", "play 1", "play 1")
    assert at.reason("keep 1 turned") == ("keep.one", "CR-22")
    assert at.texts() == ["play 2", "play 3"]


@pytest.mark.rule("CR-22", "CR-25", "CR-31")
def test_a_total_without_a_level_keeps_a_turned_one_if_that_was_agreed_on() -> None:
    at = Deal("1 1 1* 2", "1", turned_one="yes")
    at.play("bind", "play 2", "play 1")
    assert at.texts() == ["play 1", "play 1*", "keep 1 turned"]
    assert "1 keeps a turned [1]" in at.match.scene(0).prompt
    at.play("play 1*")
    assert at.match.describe_move(0, at.read("keep 1* turned")).words == "Keep golden\u00a0[1] turned, for 1 point."
    golden = at.after("keep 1*")
    assert (golden.cards("turned", 0), golden.state.score[0]) == ("1*", 1)
    at.play("keep 1")
    assert (at.cards("turned", 0), at.state.score[0]) == ("1", 0)
    at.state.turn, at.state.to_act = 0, 1
    at.play("relax", "turn 1")
    assert (at.cards("upright", 0), at.state.score[0]) == ("1", 1)


@pytest.mark.rule("CR-22")
def test_a_turned_one_changes_nothing_from_a_total_of_five_on() -> None:
    for agreed in ("no", "yes"):
        at = Deal("1 1 2 5 5", "1", turned_one=agreed)
        at.play("bind", "play 1", "play 2", "play 5", "play 5")
        assert [text for text in at.texts() if text.startswith("keep")] == ["keep 2"]
        assert at.after("play 1").texts() == ["keep 2"]


@pytest.mark.rule("CR-31")
def test_a_box_says_what_a_turned_crab_is_worth() -> None:
    at = Deal("1 2 2 4 4 5", "1", gear=1, box=change_box(cards__turned=[0, 0, 1, 1, 2]))
    at.play("bind", "play 1", "play 2", "play 2", "play 4", "play 4", "play 5")
    assert at.match.describe_move(0, at.read("keep 5")).words == "Keep [5] turned, for 2 points."
    at.play("keep 5")
    assert at.state.score[0] == 2 + 1  # and the star of the net
    assert not at.game.view.violations(at.box, at.state)


@pytest.mark.rule("CR-24")
def test_the_rope_lies_in_no_pool_until_the_bind_is_done() -> None:
    at = Deal("1 2 5 5", "1", pool="")
    at.play("bind", "play 1", "play 2", "play 5", "play 5")
    assert at.state.pool == 0
    reveals = int(at.state.reveals)
    at.play("keep 2")
    assert at.cards("pool") == "1 5 5"
    assert at.state.reveals > reveals


# --- Relax ------------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-25")
def test_example_buttercup_turns_a_horizontal_five_upright() -> None:
    at = Deal("1", "1", turned="5", display=(18,))
    assert at.state.score[0] == 4
    at.play("relax", "turn 5")
    assert (at.cards("upright", 0), int(at.state.turned[0])) == ("5", 0)
    assert at.state.score[0] == 5
    assert at.turn == 1


@pytest.mark.rule("CR-25")
def test_one_to_three_cards_relax() -> None:
    at = Deal("1", "1", turned="5 4 3 2", display=(18,))
    at.play("relax")
    assert at.reason("enough") == ("done.too_soon", "CR-10")
    assert at.reason("turn 5*") == ("turn.lacks", "CR-25")
    at.play("turn 5")
    assert at.texts() == ["enough", "turn 2", "turn 3", "turn 4"]
    at.play("turn 2", "turn 4")
    assert at.cards("turned", 0) == "3"
    assert at.turn == 1
    at = Deal("1", "1", turned="5 4 3 2", display=(18,))
    at.play("relax", "turn 4", "enough")
    assert at.turn == 1


# --- objectives -------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-26")
def test_an_objective_is_claimed_after_the_action() -> None:
    at = Deal("1", "1", upright="1 3 5", pool="2 2", display=(8, 18))  # 8: 1 and 3 for 6
    assert at.reason("claim 1") == ("action.first", "CR-6")
    at.play("catch", "take 2")
    assert at.reason("claim 1") == ("claim.not_now", "CR-26")
    at.play("take 2")
    assert at.texts() == ["enough", "claim 1"]
    assert at.reason("claim 2") == ("claim.lacks", "CR-26")
    assert at.reason("claim 3") == ("claim.empty", "CR-29")
    at.play("claim 1")
    assert at.cards("upright", 0) == "5"
    assert at.state.score[0] == 5 + 6
    assert at.state.claims[0] == 1 << 7
    assert at.turn == 1


@pytest.mark.rule("CR-26")
def test_an_objective_may_be_declined_and_only_one_is_claimed() -> None:
    at = Deal("1", "1", upright="2 3", pool="2 2", display=(1, 2))  # a 2 for 3, a 3 for 4
    at.play("catch", "take 2", "take 2", "enough")
    assert (at.state.claims[0], at.turn) == (0, 1)
    at = Deal("1", "1", upright="2 3", pool="2 2", display=(1, 2))
    at.play("catch", "take 2", "take 2", "claim 1")
    assert at.turn == 1
    assert at.cards("upright", 0) == "3"


@pytest.mark.rule("CR-26")
def test_turned_cards_do_not_pay() -> None:
    at = Deal("1", "1", turned="2", pool="2 2", display=(1,))
    at.play("catch", "take 2", "take 2")
    assert at.turn == 1


@pytest.mark.rule("CR-26")
def test_a_card_kept_or_relaxed_this_turn_pays() -> None:
    at = Deal("1 2 5 5", "1", display=(1,))
    at.play("bind", "play 1", "play 2", "play 5", "play 5", "keep 2")
    assert at.texts() == ["enough", "claim 1"]
    at = Deal("1", "1", turned="2", display=(1,))
    at.play("relax", "turn 2", "claim 1")
    assert at.state.score[0] == 3


@pytest.mark.rule("CR-27")
def test_plain_or_golden_is_chosen_only_where_there_is_a_choice() -> None:
    at = Deal("1", "1", upright="1 1* 1* 3*", pool="2 2", display=(17,))  # 1 1 1 3 for 11
    score = int(at.state.score[0])
    at.play("catch", "take 2", "take 2", "claim 1")  # all of them: no choice
    assert at.turn == 1
    assert at.state.upright[0] == 0
    assert at.state.score[0] == score - (1 + 2 + 2 + 4) + 11


@pytest.mark.rule("CR-27")
@pytest.mark.parametrize(
    ("paid", "left"),
    [(["pay plain", "pay plain"], "1* 3*"), (["pay plain", "pay golden"], "1 3*"), (["pay golden"], "1 3*")],
)
def test_the_player_chooses_which_crabs_to_give(paid: list[str], left: str) -> None:
    at = Deal("1", "1", upright="1 1 1* 3*", pool="2 2", display=(5,))  # 1 1 for 4
    at.play("catch", "take 2", "take 2", "claim 1")
    assert at.texts() == ["pay plain", "pay golden"]
    at.play(*paid)  # after the golden one only plain ones are left, and one of them is paid unasked
    assert at.cards("upright", 0) == left
    assert at.turn == 1


@pytest.mark.rule("CR-28")
def test_cards_paid_go_to_the_pool() -> None:
    at = Deal("1", "1", upright="2*", pool="3 3", display=(1,))
    at.play("catch", "take 3", "take 3", "claim 1")
    assert at.cards("pool") == "2*"
    assert at.state.score[0] == 3


# --- the end of a turn ------------------------------------------------------------------------------------


@pytest.mark.rule("CR-29")
def test_the_display_is_filled_up_at_the_end_of_the_turn() -> None:
    at = Deal("1 1 1 1 1 1 1 1", "1", upright="2", pool="3 3", display=(1, 2, 3, 4))
    at.play("catch", "take 3", "take 3", "claim 1")
    assert at.state.slots[0] == 0
    assert bits.count(at.state.deck) == 14
    reveals = int(at.state.reveals)
    at.play("play 1", "play 1")
    assert at.state.slots[0] > 4
    assert bits.count(at.state.deck) == 13
    assert at.state.reveals > reveals


@pytest.mark.rule("CR-29")
def test_the_display_shrinks_when_the_deck_is_empty() -> None:
    at = Deal("1", "1", upright="2", pool="3 3", display=(1, 2))
    at.state.deck = 0
    at.play("catch", "take 3", "take 3", "claim 1")
    assert [int(n) for n in at.state.slots] == [0, 2, 0, 0, 0, 0]


@pytest.mark.rule("CR-30")
def test_down_to_eight_cards_at_the_end_of_the_turn() -> None:
    at = Deal("1 1 1 1 2 2 2 5", "1", pool="3 4")
    at.play("catch", "take 3", "take 4")
    assert (at.turn, size_of(int(at.state.hand[0]))) == (0, 10)
    assert at.texts() == ["play 1", "play 2", "play 3", "play 4", "play 5"]
    assert at.reason("enough") == ("done.not_now", "CR-7")
    assert at.reason("play 3*") == ("hand.lacks", "CR-7")
    at.play("play 5", "play 1")
    assert at.hand() == "1 1 1 2 2 2 3 4"
    assert at.cards("pool") == "1 5"
    assert at.turn == 1


@pytest.mark.rule("CR-30")
def test_there_is_no_limit_during_a_turn() -> None:
    at = Deal("5 5 1 1 1 1 1 1", "2", pool="2 2 2 2 2")
    at.play_line("trade 5 5 > 2 2 2 2 2")
    assert size_of(int(at.state.hand[0])) == 11
    at.play("play 1", "play 1", "play 1")
    assert at.turn == 1


# --- points -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-31", "CR-32")
def test_example_buttercup_has_twenty_six_points() -> None:
    """Brackets show what a card scores: [4▲] is a turned [5], and [4★] a golden [3]; 4 + 4 + 4 + 5 is 17."""
    at = Deal("1", "1", "1", upright="3* 4 5", turned="5", gear=3)
    assert at.state.score[0] == 17 + 3
    at.state.claims[0] = 1 << 3
    at.state.score[0] += at.box.pays[3]  # the objective that pays 6
    assert at.state.score[0] == 26


@pytest.mark.rule("CR-31")
@pytest.mark.parametrize(
    ("kept", "points"), [("keep 2", 2), ("keep 2*", 3), ("keep 3 turned", 2), ("keep 3* turned", 3)]
)
def test_golden_crabs_are_worth_one_more_and_turned_ones_one_less(kept: str, points: int) -> None:
    at = Deal("1 2 2* 3 3*", "1")
    at.play("bind", "play 1", "play 2", "play 2*", "play 3", "play 3*", kept)
    assert at.state.score[0] == points


@pytest.mark.rule("CR-31", "CR-32")
@pytest.mark.parametrize("players", [2, 5])
def test_the_score_is_what_lies_in_front_of_each_player(players: int) -> None:
    match = game.match(players, seed=11)
    chance = np.random.default_rng(1)
    while not match.is_over:
        player = match.to_act[0]
        match.play(player, int(chance.choice(match.legal_actions(player))))
        if match.state.phase != s.PAYING:
            assert not game.view.violations(match.box.record, match.state)


# --- the end of the game ----------------------------------------------------------------------------------


def nearly(players: int, score: int, first: int = 0) -> Deal:
    """Deal so that player 0 is one point short and about to relax a card."""
    at = Deal(*["1 1"] * players, turned="2", pool="3 3", display=(18,), first=first)
    at.state.score[0] = score - 1
    return at


@pytest.mark.rule("CR-33")
def test_example_the_others_take_one_more_turn_each() -> None:
    at = nearly(3, 25)
    at.play("relax", "turn 2")
    assert (at.state.score[0], at.state.closing, at.state.ending) == (25, s.REACHED, 0)
    for player in (1, 2):
        assert at.turn == player
        at.play("catch", "draw", "draw")
    assert at.ending == "reached"
    assert at.to_act == []
    assert [at.legal(player) for player in range(3)] == [[], [], []]


@pytest.mark.rule("CR-33")
def test_the_last_player_of_a_round_ends_the_game_at_once() -> None:
    at = nearly(3, 25, first=1)
    at.state.turn, at.state.before, at.state.to_act = 0, at.state.score[0], 1
    at.play("relax", "turn 2")
    assert at.state.ending == s.REACHED


@pytest.mark.rule("CR-33")
def test_two_players_need_twenty_nine_points() -> None:
    at = nearly(2, 28)
    at.play("relax", "turn 2")
    assert (at.state.score[0], at.state.closing) == (28, 0)
    at = nearly(2, 29)
    at.play("relax", "turn 2")
    assert at.state.closing == s.REACHED


@pytest.mark.rule("CR-33")
def test_points_from_an_objective_count_at_once() -> None:
    at = Deal("1", "1", "1", upright="2", pool="3 3", display=(1,))
    at.state.score[0] = 24
    at.play("catch", "take 3", "take 3", "claim 1")
    assert (at.state.score[0], at.state.closing) == (25, s.REACHED)


@pytest.mark.rule("CR-34")
@pytest.mark.parametrize("players", [2, 3])
def test_twenty_rounds_without_a_change_of_score_end_the_game(players: int) -> None:
    at = Deal(*["1"] * players, first=1)
    for _ in range(20 * players):
        assert at.state.ending == 0
        at.play_line("raise 1 > 1")
    assert at.ending == "quiet"


@pytest.mark.rule("CR-34")
def test_a_change_of_score_starts_the_count_again_and_the_round_is_finished() -> None:
    at = Deal("1", "1", turned="2", display=(18,))
    for _ in range(3):
        at.play_line("raise 1 > 1")
    assert at.turn == 1
    at.play_line("raise 1 > 1")
    at.play("relax", "turn 2")
    assert at.state.quiet == 0
    for turn in range(40):
        assert at.turn == (turn + 1) % 2
        at.play_line("raise 1 > 1")
    assert (at.state.closing, at.state.ending) == (s.QUIET, 0)  # after seat 0: seat 1 has its turn too
    at.play_line("raise 1 > 1")
    assert at.state.ending == s.QUIET


@pytest.mark.rule("CR-34")
def test_points_in_the_last_quiet_round_are_an_end_by_points() -> None:
    at = Deal("1", "1", turned="2", display=(18,))
    at.state.closing = s.QUIET
    at.state.score[0] = at.state.before = 28
    at.play("relax", "turn 2")
    at.play_line("raise 1 > 1")
    assert at.state.ending == s.REACHED


@pytest.mark.rule("CR-35")
def test_most_points_then_most_cards_then_the_highest_hand_then_shared() -> None:
    assert Deal("1", "5 5 5", "5").finish(26, 25, 20).places == [1, 2, 3]
    assert Deal("5 5", "1 1 1", "5").finish(26, 26, 20).places == [2, 1, 3]
    assert Deal("5 5", "4 5*", "5").finish(26, 26, 26).places == [1, 2, 3]
    assert Deal("4 5", "4* 5*", "5").finish(26, 26, 26).places == [1, 1, 3]


@pytest.mark.rule("CR-35")
def test_a_shared_victory_has_several_winners() -> None:
    match = Deal("4 5", "4* 5*").finish(30, 30).match
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1)
    assert "share" in match.outcome.words


@pytest.mark.rule("CR-38")
def test_the_total_of_a_hand_decides_no_place_before_the_end() -> None:
    at = Deal("5 5", "1 1")
    assert at.places == [1, 1]


# --- the whole --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_by_chance_end_with_a_score(players: int) -> None:
    played = rollout.run(game.rules, game.box.record, players=players, options=(0, 0), games=400, seed=9).results
    assert set(played["ending"]) <= {s.REACHED, s.QUIET}
    assert (played["ending"] == s.REACHED).mean() > 0.99
    best = played["points"][:, :players].max(axis=1)[played["ending"] == s.REACHED]
    assert best.min() >= (29 if players == 2 else 25)
    assert played["length"].max() < s.MAX_GAME_LENGTH


@pytest.mark.parametrize("players", [2, 5])
def test_another_box_plays_by_its_own_numbers(players: int) -> None:
    """A narrow chart, free gear, longer catches and a small pile: chains still end, compiled or not."""
    other = change_box(
        bind__chart=[3, 7, 8, 17, 40], deal__catch=4, deal__relax=1, deal__hand_limit=12, deal__hand=12,
        deal__pool=0, gear=[{"bonus": 2, "cost": 0, "stars": 0}, {"bonus": 9, "cost": 9, "stars": 3}],
    )  # fmt: skip
    runs = [
        rollout.run(game.rules, other, players=players, options=(0, 0), games=4, seed=2, device=on).results
        for on in ("python", "cpu")
    ]
    assert np.array_equal(*runs)
    assert (runs[0]["ending"] > 0).all()
