"""The tricks of Yadokarick: the marker, who wins what, building, what a house is worth, with every example of the
rulebook; and the duel, in which the NPC plays with the two.
"""

from __future__ import annotations

import pytest

from decapod import testing
from decapod.engine import bits, dice
from decapod.games.yadokarick.chapters import deal, trick
from decapod.games.yadokarick.notation import card_name
from decapod.games.yadokarick.state import NPC, ORDER, bit_of
from tests.games.yadokarick.position import BOX, Round

# --- playing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-4")
def test_play_goes_clockwise_from_the_leader() -> None:
    at = Round(4, first="2")
    order: list[int] = []
    for _ in range(4):
        order += at.to_act
        at.play(at.texts()[0])
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("YD-4")
def test_a_card_played_ends_a_turn_and_is_seen_by_all() -> None:
    at = Round(4)
    before = (int(at.state.turn_index), int(at.state.reveals))
    at.play(at.texts()[0])
    assert (at.state.turn_index, at.state.reveals) == (before[0] + 1, before[1] + 1)


# --- the marker -------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-5", "YD-9")
def test_the_example_trick_of_four_players() -> None:
    at = Round(4).trick("g25", "p8", "g17", "p29")
    assert at.to_act == [1]
    assert at.texts(1) == ["marker left", "marker stay", "marker right"]
    assert at.reason("g1", 1) == ("marker.first", "YD-5")
    at.play("marker left")
    assert at.state.marker == 10
    assert [at.floors(p) for p in range(4)] == [["g25"], [], [], ["p29"]]
    assert at.to_act == [1]


@pytest.mark.rule("YD-5")
@pytest.mark.parametrize(("move", "target"), [("marker left", 10), ("marker stay", 11), ("marker right", 12)])
def test_the_marker_moves_one_card_or_stays(move: str, target: int) -> None:
    at = Round(4)
    assert at.reason(move, 0) == ("marker.not_now", "YD-5")
    at.trick("g25", "p8", "g17", "p29").play(move, player=1)
    assert at.state.marker == target


@pytest.mark.rule("YD-5")
@pytest.mark.parametrize(
    ("where", "allowed", "refused"),
    [(1, ["marker stay", "marker right"], "marker left"), (21, ["marker left", "marker stay"], "marker right")],
)
def test_the_marker_stays_on_the_track(where: int, allowed: list[str], refused: str) -> None:
    at = Round(4)
    at.state.marker = where
    at.trick("g25", "p8", "g17", "p29")
    assert at.texts(1) == allowed
    assert at.reason(refused, 1) == ("marker.at_end", "YD-5")


@pytest.mark.rule("YD-6", "YD-7")
@pytest.mark.parametrize("lead", [0, 1, 2, 3])
def test_of_two_lowest_the_earlier_moves_the_marker_first_and_the_later_leads(lead: int) -> None:
    at = Round(4, first=str(lead)).trick("g9", "p3", "g20", "g3")
    earlier, later = (lead + 1) % 4, (lead + 3) % 4
    assert at.to_act == [earlier]
    at.play("marker right")
    assert at.to_act == [later]
    assert at.state.marker == 12
    at.play("marker stay")
    assert at.state.marker == 12
    assert at.to_act == [later]
    assert at.state.lead == later


@pytest.mark.rule("YD-7")
def test_the_lowest_leads_the_next_trick_even_if_the_marker_stayed() -> None:
    at = Round(4).trick("g25", "p28", "g7", "p29")
    at.play("marker stay", player=2)
    assert at.to_act == [2]


# --- winning ----------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-8")
def test_with_three_players_the_highest_takes_all_three_cards() -> None:
    at = Round(3).trick("g3", "g36", "g5")
    at.play("marker stay", player=0)
    at.play("build g36", player=1)
    assert at.floors(1) == ["g36", "g3", "g5"]
    assert at.floors(0) == at.floors(2) == []
    assert at.to_act == [0]


@pytest.mark.rule("YD-9")
def test_the_example_trick_of_six_players() -> None:
    at = Round(6).trick("p9", "g14", "p26", "g22", "g31", "p17")
    assert at.to_act == [0]
    at.play("marker right")
    assert at.floors(2) == ["p9"]
    assert at.state.built[2] == 4
    assert at.floors(4) == ["g22", "g31"]
    assert at.state.built[4] == 6
    assert [at.floors(p) for p in (0, 1, 3, 5)] == [[], [], [], []]


@pytest.mark.rule("YD-9")
def test_a_lone_card_of_a_colour_wins_itself_and_may_move_the_marker_too() -> None:
    at = Round(4).trick("g25", "p1", "g17", "g29")
    at.play("marker left", player=1)
    assert at.floors(1) == ["p1"]
    assert at.floors(3) == ["g25"]
    assert at.state.marker == 10


@pytest.mark.rule("YD-9")
def test_a_colour_nobody_played_wins_nothing() -> None:
    at = Round(4).trick("g25", "g1", "g17", "g29")
    at.play("marker stay", player=1)
    assert [len(at.floors(p)) for p in range(4)] == [0, 0, 0, 1]


# --- building ---------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-10")
def test_with_three_players_the_winner_chooses_the_order() -> None:
    at = Round(3).trick("g4", "g36", "g11")
    at.play("marker stay", player=0)
    assert at.to_act == [1]
    assert at.texts(1) == ["build g4", "build g11", "build g36"]
    assert at.reason("g1", 1) == ("build.first", "YD-10")
    assert at.reason("build g5", 1) == ("build.not_won", "YD-10")
    assert at.reason("build p4", 1) == ("build.not_won", "YD-10")
    at.play("build g36", "build g4")
    assert at.floors(1) == ["g36", "g4", "g11"]
    assert at.to_act == [0]
    assert at.reason("build g4", 0) == ("build.not_now", "YD-10")


@pytest.mark.rule("YD-10")
def test_cards_of_one_size_go_up_in_ascending_order_without_asking() -> None:
    at = Round(3).trick("g19", "g35", "g5")
    at.play("marker stay", player=2)
    assert at.floors(1) == ["g5", "g19", "g35"]
    assert at.to_act == [2]


@pytest.mark.rule("YD-10")
def test_the_choice_ends_when_the_rest_has_one_size() -> None:
    at = Round(3).trick("g19", "g36", "g5")
    at.play("marker stay", player=2)
    at.play("build g36", player=1)
    assert at.floors(1) == ["g36", "g5", "g19"]


@pytest.mark.rule("YD-10")
def test_choosing_an_order_is_one_turn_that_reveals_nothing() -> None:
    at = Round(3).trick("g4", "g36", "g11")
    at.play("marker stay", player=0)
    before = (int(at.state.turn_index), int(at.state.reveals))
    at.play("build g36", player=1)
    assert (at.state.turn_index, at.state.reveals) == before
    at.play("build g4", player=1)
    assert (at.state.turn_index, at.state.reveals) == (before[0] + 1, before[1])


@pytest.mark.rule("YD-11")
def test_two_cards_too_many_make_the_two_nearest_the_body_fall() -> None:
    at = Round(4).build(0, "g1 g2 g4 g6 g7 g9")
    assert (at.state.built[0], at.state.fallen[0]) == (15, 0)
    at.trick("g27", "p2", "p3", "g18").play("marker stay", player=1)
    assert at.floors(0) == ["g4", "g6", "g7", "g9", "g18", "g27"]
    assert (at.state.fallen[0], at.state.lost[0], at.state.built[0]) == (2, 3, 20)


@pytest.mark.rule("YD-11")
def test_a_roof_makes_a_card_fall_too() -> None:
    at = Round(4).build(3, "g1 g2 g4 g6 g7 g9 g30")
    assert at.floors(3) == ["g2", "g4", "g6", "g7", "g9", "g30"]
    assert (at.state.fallen[3], at.state.lost[3]) == (1, 1)


@pytest.mark.rule("YD-12")
def test_the_example_of_a_roof_that_settles_a_house_at_seven() -> None:
    at = Round(4).build(0, "p4 p5 g11 g10")
    assert at.state.built[0] == 7
    at.trick("g36", "p2", "p3", "g1").play("marker stay", player=3)
    assert at.floors(0) == ["p4", "p5", "g11", "g10"]
    assert (at.state.built[0], at.state.fallen[0], at.state.lost[0]) == (7, 0, 0)


@pytest.mark.rule("YD-12", "YD-10")
def test_a_roof_won_with_other_cards_goes_on_last() -> None:
    at = Round(3).trick("g4", "g20", "g11")
    at.play("marker stay", player=0)
    assert at.texts(1) == ["build g4", "build g11"]
    assert at.reason("build g20", 1) == ("build.roof_last", "YD-12")
    at.play("build g11", player=1)
    assert at.floors(1) == ["g11", "g4", "g20"]
    assert at.state.built[1] == 7
    assert at.state.closed >> 1 & 1


@pytest.mark.rule("YD-12")
def test_a_roof_among_cards_of_one_size_goes_on_last_too() -> None:
    at = Round(4).trick("g28", "p2", "g10", "g12")
    at.play("marker stay", player=1)
    assert at.floors(0) == ["g12", "g28", "g10"]


@pytest.mark.rule("YD-12")
def test_whoever_gets_the_roof_is_closed_not_whoever_played_it() -> None:
    at = Round(4).trick("g20", "p1", "g29", "p3")
    at.play("marker stay", player=1)
    assert at.floors(2) == ["g29", "g20"]
    assert (at.state.closed >> 2 & 1, at.state.closed & 1) == (1, 0)


@pytest.mark.rule("YD-12")
def test_with_three_players_a_closed_winner_is_not_asked_for_an_order() -> None:
    at = Round(3).build(1, "g10").trick("g4", "g36", "g11")
    at.play("marker stay", player=0)
    assert at.floors(1) == ["g10"]
    assert at.to_act == [0]


@pytest.mark.rule("YD-12")
def test_as_an_option_whoever_played_the_roof_is_closed_from_the_next_trick_on() -> None:
    at = Round(4, roof="plays").trick("g20", "p1", "g29", "p3")
    at.play("marker stay", player=1)
    assert at.floors(2) == ["g29", "g20"]
    assert (at.state.closed >> 2 & 1, at.state.closed & 1) == (0, 1)
    at.trick("p2", "p5", "g1", "g36").play("marker stay", player=3)  # player 1 leads; 0 wins with g36
    assert at.floors(0) == []
    assert at.state.fallen[0] == 0


@pytest.mark.rule("YD-12")
def test_as_an_option_the_roof_does_not_close_the_house_it_goes_on() -> None:
    at = Round(4, roof="plays").trick("g20", "p1", "g29", "p3").play("marker stay", player=1)
    at.trick("p2", "g36", "g1", "p4").play("marker stay", player=3)  # player 2 wins with g36
    assert at.floors(2) == ["g29", "g20", "g36"]


@pytest.mark.rule("YD-12")
def test_as_an_option_whoever_played_the_roof_still_builds_with_what_that_trick_wins() -> None:
    at = Round(3, roof="plays").trick("g4", "g30", "g11").play("marker stay", player=0)
    assert at.state.closed == 0  # the winner is still choosing an order
    at.play("build g11", player=1)
    assert at.floors(1) == ["g11", "g4", "g30"]
    assert at.state.closed == 1 << 1
    at.trick("g1", "g36", "g2").play("marker stay", player=0)
    assert at.floors(1) == ["g11", "g4", "g30"]


@pytest.mark.rule("YD-12", "YD-19")
def test_as_an_option_the_npc_is_closed_by_the_roof_it_turns_up() -> None:
    at = Round(2, roof="plays").turn_up("g20", "g1", "g36")
    assert at.floors(1) == ["g36"]
    assert at.state.closed == 1 << NPC


@pytest.mark.slow
@pytest.mark.rule("YD-12")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_as_an_option_the_laws_hold_along_a_game(players: int) -> None:
    at = Round(players, seed=4, rounds=1, roof="plays")
    for number, (before, player, move, after) in enumerate(testing.positions(at, 4)):
        if number % 9 == 0 or after.state.phase == ORDER:
            testing.check_position(after)
            testing.check_secrets(after, before, player, move)


# --- rounds -----------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-3")
@pytest.mark.parametrize("first", [0, 1, 3])
def test_the_first_trick_is_led_by_the_one_agreed_on_and_the_next_round_by_the_next(first: int) -> None:
    at = Round(4, first=str(first), rounds=2)
    assert at.to_act == [first]
    assert at.finish_round().to_act == [(first + 1) % 4]


@pytest.mark.rule("YD-3")
def test_a_new_round_clears_the_houses_and_puts_the_marker_back() -> None:
    at = Round(4, rounds=2).build(2, "g30")
    state = at.state
    state.marker, state.lost[1], state.fallen[1] = 3, 4, 2
    at.finish_round()
    assert (state.finished, state.marker, state.tricks, state.closed) == (1, 11, 0, 0)
    assert not state.houses.any()
    assert not state.built.any()
    assert not state.lost.any()
    assert not state.fallen.any()
    assert [len(at.hand(p)) for p in range(4)] == [10] * 4
    assert not state.public.any()


@pytest.mark.rule("YD-3")
def test_the_number_of_rounds_is_what_was_agreed() -> None:
    at = Round(4, rounds=2).finish_round()
    assert at.to_act
    at.finish_round()
    assert not at.to_act
    assert at.ending == "rounds"


@pytest.mark.rule("YD-3")
def test_the_usual_number_of_rounds_is_three() -> None:
    at = Round(4)
    while at.to_act:
        finished = int(at.state.finished)
        assert at.finish_round().state.finished == finished + 1
    assert at.state.finished == 3


@pytest.mark.rule("YD-14")
def test_fallen_cards_cost_their_size_even_on_target() -> None:
    at = Round(3)
    at.state.built[0], at.state.lost[0], at.state.marker = 11, 4, 11
    assert trick.round_points(BOX, at.state, 0) == 12


@pytest.mark.rule("YD-13", "YD-15")
def test_the_last_trick_scores_the_round_and_rounds_add_up() -> None:
    at = Round(4, rounds=2).give("", "", "", "")
    at.state.tricks = 9
    at.state.totals[:4] = [5, 0, 0, -2]
    at.build(1, "g9 g18 g22").trick("p4", "g5", "p36", "g8").play("marker stay", player=0)
    # g8 takes g5 and g8, p36 takes itself, blue's house is on the target of 11.
    assert at.state.totals[:4].tolist() == [5, 16, 4, 0]
    assert at.state.finished == 1


# --- the duel ---------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-18")
def test_the_npc_turns_up_a_card_of_the_stock_at_once() -> None:
    at = Round(2)
    stock = deal.stock(BOX, at.state)
    at.play(at.texts(0)[0])
    turned_up = trick.trick_card(at.state, NPC) - 1
    assert stock & bit_of(turned_up)
    assert not deal.stock(BOX, at.state) & bit_of(turned_up)
    assert at.to_act == [1]


@pytest.mark.rule("YD-18")
def test_over_many_rolls_the_npc_turns_up_every_card_of_the_stock() -> None:
    turned_up: set[int] = set()
    for key in range(200):
        at = Round(2)
        dice.load(at.state.dice, key, 0, 0, 0)
        at.play(at.texts(0)[0])
        turned_up.add(trick.trick_card(at.state, NPC) - 1)
    assert len(turned_up) == 16


@pytest.mark.rule("YD-19")
def test_the_example_in_which_the_npc_takes_two_cards_of_size_2() -> None:
    at = Round(2).turn_up("g33", "g29", "g21")
    assert at.floors(NPC) == ["g29", "g33"]
    assert at.state.built[NPC] == 4
    assert at.to_act == [1]


@pytest.mark.rule("YD-19")
def test_left_of_the_winner_leads_and_the_npc_then_turns_up_first() -> None:
    at = Round(2).give("g36 g1", "g2 g3")
    at.play("g36", player=0)
    npc_card = card_name(trick.trick_card(at.state, NPC) - 1)
    at.play("g2", player=1)
    assert "g36" in at.floors(0)
    assert npc_card != "g36"
    assert at.state.lead == NPC
    assert trick.trick_card(at.state, NPC) > 0
    assert at.to_act == [1]


@pytest.mark.rule("YD-19")
def test_six_floors_and_roofs_bind_the_npc_too() -> None:
    at = Round(2).build(NPC, "g1 g2 g4 g6 g7 g9").turn_up("g30", "g3", "g5")
    floors = ["g6", "g7", "g9", "g3", "g5", "g30"]
    assert at.floors(NPC) == floors
    assert at.state.closed >> NPC & 1
    at.turn_up("g36", "g11", "g12")
    assert (at.state.tricks, at.floors(NPC)) == (2, floors)
    assert at.state.lead == 1  # the NPC has won all the same


@pytest.mark.rule("YD-20")
def test_a_duel_is_over_after_ten_tricks() -> None:
    at = Round(2)
    for _ in range(20):
        at.play(at.texts()[-1])
    assert not at.to_act
    assert at.ending == "npc"
    assert bits.count(deal.stock(BOX, at.state)) == 6
