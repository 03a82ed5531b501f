"""Rounds: planning together, turns, who becomes chef, how it ends, the standing."""

from __future__ import annotations

import pytest

from decapod.engine import bits
from decapod.games.oh_crab import state as s
from decapod.games.oh_crab.chapters import rounds
from tests.games.oh_crab.position import AHEAD, END, MAIN, PLACE_LEFT, STARTERS, Race, card, cards, fill, go, printed


def last_turn(race: Race, player: int, place: str | None = None) -> None:
    """Give the last turn of the round to a player."""
    race.begin(player, place, chef=(player + 1) % race.state.players)


# --- planning ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-6")
def test_all_plan_at_once_in_any_order() -> None:
    race = Race()
    assert race.state.to_act == 0b111
    assert race.legal(2) == [card(name) for name in STARTERS]
    race.play(card("S3"), player=2)
    assert race.state.to_act == 0b011
    assert race.hand(2) == cards("S1", "S2", "S4")
    assert race.reason(card("S1"), player=2) == ("turn.not_yours", "OC-7")
    race.play(card("S1"), player=0)
    race.play(card("S1"), player=1)
    assert race.stage == "build"
    assert race.state.planned.tolist()[:3] == [card("S1"), card("S1"), card("S3")]


@pytest.mark.rule("OC-6", "OC-7")
def test_the_turns_begin_with_the_chef_and_go_clockwise() -> None:
    race = Race()
    race.state.chef = 1
    race.state.turn = 1
    race.plan("S4")
    turns: list[int] = []
    for _ in range(3):
        turns += race.to_act
        race.play(PLACE_LEFT, END)
    assert turns == [1, 2, 0]
    assert race.stage == "plan"


@pytest.mark.rule("OC-6", "OC-10")
def test_who_has_no_card_plans_nothing_and_must_rest() -> None:
    race = Race()
    race.lay_sequence(1, *STARTERS)
    race.state.hand[1] = 0
    race.state.rounds = 0
    rounds.begin_round(race.state)
    assert race.state.to_act == 0b101
    race.play(card("S4"), player=0)
    race.play(card("S4"), player=2)
    race.play(PLACE_LEFT, END)
    assert race.to_act == [1]
    assert race.stage == "restock"
    assert PLACE_LEFT not in race.legal()


@pytest.mark.rule("OC-6", "OC-10")
def test_if_nobody_has_cards_all_rest_in_turn() -> None:
    race = Race()
    for player in range(3):
        race.lay_sequence(player, *STARTERS)
        race.state.hand[player] = 0
    rounds.begin_round(race.state)
    assert race.stage == "restock"
    assert race.to_act == [0]


# --- the chef ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-29")
def test_the_chef_goes_to_the_crab_farthest_from_the_sea() -> None:
    """The end-of-round example: blue is nearest, red and green are level, yellow is farthest."""
    red, blue, green, yellow = range(4)
    race = Race(4)
    race.stand(blue, 2, 9)
    race.stand(red, 1, 8)
    race.stand(green, 5, 8)
    race.stand(yellow, 4, 6)
    last_turn(race, red)
    race.play(END)
    assert race.state.chef == yellow
    assert race.stage == "plan"
    assert race.state.rounds == 2


@pytest.mark.rule("OC-29")
def test_of_several_the_first_to_the_holders_left_gets_it_and_the_holder_comes_last() -> None:
    """Ruling 24."""
    race = Race(4)
    for crab, at in enumerate(((1, 5), (3, 5), (5, 5), (2, 5))):
        race.stand(crab, *at)
    race.state.chef = 1
    assert rounds.next_chef(race.state) == 2
    race.state.chef = 2
    assert rounds.next_chef(race.state) == 0
    race.stand(0, 2, 6)
    race.stand(2, 2, 7)
    race.state.chef = 1
    assert rounds.next_chef(race.state) == 1


# --- the end ----------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-30", "OC-27")
def test_the_round_is_played_to_its_end_before_the_game_ends() -> None:
    race = Race()
    race.stand(0, 3, 18)
    race.state.planned[1] = card("S1")
    race.state.planned[2] = card("S1")
    race.begin(0, "S1", chef=0)
    race.play(MAIN, go(0, AHEAD))
    assert race.to_act == [1]
    race.play(PLACE_LEFT, END)
    assert race.to_act == [2]
    assert race.state.ending == 0
    race.play(PLACE_LEFT, END)
    assert race.ending == "sea"
    assert race.state.to_act == 0
    assert race.places[0] == 1
    assert race.legal(0) == race.legal(1) == []
    assert race.reason(END, player=2) == ("turn.not_yours", "OC-7")


@pytest.mark.rule("OC-27")
def test_a_crab_brought_to_the_sea_before_its_turn_has_no_turn() -> None:
    """Ruling 27: and what was planned is not in hand."""
    race = Race()
    race.stand(0, 3, 17)
    race.stand(1, 3, 18)
    for player in (1, 2):
        race.hold(player, "S2", "S3")
        race.state.planned[player] = card("S1")
    race.begin(0, "S1", chef=0)
    race.play(MAIN, go(0, AHEAD), go(1, AHEAD), END)
    assert race.to_act == [2]
    assert bits.count(race.hand(1)) == 2


@pytest.mark.rule("OC-31", "OC-34")
def test_several_in_the_sea_are_ranked_by_cards_in_hand_and_may_share() -> None:
    race = Race(5)
    race.state.at[0] = race.state.at[1] = race.state.at[2] = s.AWAY
    race.stand(3, 1, 5)
    race.stand(4, 2, 5)
    race.hold(0, "S1")
    race.hold(1, "S1", "S2")
    race.hold(2, "S1")
    race.hold(3, "S1", "S2", "S3")
    assert race.places == [2, 1, 2, 5, 4]
    race.hold(0, "S1", "S3")
    assert race.places == [1, 1, 3, 5, 4]


@pytest.mark.rule("OC-34")
def test_the_rest_is_ranked_by_nearness_then_cards_then_shared() -> None:
    """Ruling 35."""
    race = Race(4)
    for crab, at in enumerate(((1, 5), (3, 5), (5, 5), (2, 5))):
        race.stand(crab, *at)
    for player, held in enumerate((("S1",), ("S1", "S2"), ("S1",), ())):
        race.hold(player, *held)
    assert race.places == [3, 2, 3, 1]


@pytest.mark.rule("OC-32")
def test_eight_rounds_without_a_move_end_the_race() -> None:
    """Ruling 34."""
    race = Race()
    race.stand(1, 2, 3)
    for played in range(1, 9):
        assert race.state.ending == 0
        race.plan("S4")
        for _ in range(3):
            race.play(s.ACTS + s.REST, s.ACTS + s.DRAW, END)
        assert race.state.still == played
    assert race.ending == "stranded"
    assert race.places == [2, 1, 2]


@pytest.mark.rule("OC-32")
def test_any_crab_moving_starts_the_count_anew() -> None:
    race = Race()
    race.state.still = 7
    race.stand(0, 3, 7)
    race.begin(2, "S1", chef=0)
    race.state.moved = 0
    race.play(MAIN, go(2, AHEAD), END)
    assert race.state.still == 0
    assert race.state.ending == 0


@pytest.mark.rule("OC-33")
def test_the_last_round_of_the_box_ends_the_game() -> None:
    text = printed()
    text["end"]["rounds"] = 2
    race = Race(box=fill(text))
    for _ in range(2):
        assert race.state.ending == 0
        for player in range(3):
            race.play(bits.lowest(race.hand(player)), player=player)
        for _ in range(3):
            race.play(PLACE_LEFT, END)
    assert race.ending == "round_cap"


@pytest.mark.rule("OC-53", "OC-29", "OC-30")
def test_a_stray_never_gets_the_chef_and_its_reaching_the_sea_ends_nothing() -> None:
    """Ruling 36."""
    race = Race(2)
    race.stand(0, 3, 17)
    race.stand(1, 3, 7)
    race.stand(2, 3, 18)
    race.begin(0, "S1", chef=1)
    race.play(MAIN, go(0, AHEAD), go(2, AHEAD))
    assert race.where(2) == "sea"
    race.play(END)
    assert race.state.ending == 0
    assert race.state.chef == 1
    race.stand(2, 3, 0)
    assert rounds.next_chef(race.state) == 1
