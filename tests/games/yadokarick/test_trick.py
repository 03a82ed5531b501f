"""The tricks of Yadokarick: the marker, who wins what, building, scoring, with every example of the rulebook."""

from __future__ import annotations

import pytest

from decapod.games.yadokarick import moves, rules
from decapod.games.yadokarick import trick as tricks
from tests.games.yadokarick.tables import (
    ADVANCED,
    BOX,
    awaited,
    build_house,
    card,
    dealt,
    finish_round,
    floors,
    give,
    hand,
    legal,
    play,
    reason,
    scores,
    standing,
    trick,
)

# --- tricks -----------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-4")
def test_any_card_of_the_hand_may_be_played_whatever_was_led() -> None:
    table = dealt(4)
    give(table, "g1 g25", "g2 p8", "g17 p30", "p29")
    play(table, 0, card("g25"))
    assert legal(table, 1) == [card("g2"), card("p8")]
    assert reason(table, 1, card("p29")) == "card.not_in_hand"
    assert reason(table, 2, card("g17")) == "turn.not_yours"
    assert reason(table, 1, rules.MOVES) == "move.unknown"


@pytest.mark.rule("YD-4")
def test_play_goes_clockwise_from_the_leader() -> None:
    table = dealt(4, first="2")
    order = []
    for _ in range(4):
        order += awaited(table)
        play(table, order[-1], legal(table, order[-1])[0])
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("YD-5", "YD-9")
def test_the_example_trick_of_four_players() -> None:
    table = dealt(4)
    trick(table, "g25", "p8", "g17", "p29")
    assert awaited(table) == [1]
    assert legal(table, 1) == [moves.LEFT, moves.STAY, moves.RIGHT]
    assert reason(table, 1, card("g1")) == "marker.first"
    play(table, 1, moves.LEFT)
    assert table.marker == 10
    assert [floors(table, p) for p in range(4)] == [["g25"], [], [], ["p29"]]
    assert awaited(table) == [1]


@pytest.mark.rule("YD-5")
@pytest.mark.parametrize(("move", "target"), [(moves.LEFT, 10), (moves.STAY, 11), (moves.RIGHT, 12)])
def test_the_marker_moves_one_card_or_stays(move: int, target: int) -> None:
    table = dealt(4)
    assert reason(table, 0, move) == "marker.not_now"
    trick(table, "g25", "p8", "g17", "p29")
    play(table, 1, move)
    assert table.marker == target


@pytest.mark.rule("YD-5")
@pytest.mark.parametrize(
    ("at", "allowed", "refused"),
    [(1, [moves.STAY, moves.RIGHT], moves.LEFT), (21, [moves.LEFT, moves.STAY], moves.RIGHT)],
)
def test_the_marker_stays_on_the_track(at: int, allowed: list[int], refused: int) -> None:
    table = dealt(4)
    table.marker = at
    trick(table, "g25", "p8", "g17", "p29")
    assert legal(table, 1) == allowed
    assert reason(table, 1, refused) == "marker.at_end"


@pytest.mark.rule("YD-6", "YD-7")
@pytest.mark.parametrize("lead", [0, 1, 2, 3])
def test_of_two_lowest_the_earlier_moves_the_marker_first_and_the_later_leads(lead: int) -> None:
    table = dealt(4, first=str(lead))
    trick(table, "g9", "p3", "g20", "g3", lead=lead)
    earlier, later = (lead + 1) % 4, (lead + 3) % 4
    assert awaited(table) == [earlier]
    play(table, earlier, moves.RIGHT)
    assert awaited(table) == [later]
    assert table.marker == 12
    play(table, later, moves.STAY)
    assert table.marker == 12
    assert awaited(table) == [later]
    assert table.lead == later


@pytest.mark.rule("YD-7")
def test_the_lowest_leads_the_next_trick_even_if_the_marker_stayed() -> None:
    table = dealt(4)
    trick(table, "g25", "p28", "g7", "p29")
    play(table, 2, moves.STAY)
    assert awaited(table) == [2]


@pytest.mark.rule("YD-8")
def test_with_three_players_the_highest_takes_all_three_cards() -> None:
    table = dealt(3)
    trick(table, "g3", "g36", "g5")
    play(table, 0, moves.STAY)
    play(table, 1, moves.BUILD + card("g36"))
    assert floors(table, 1) == ["g36", "g3", "g5"]
    assert floors(table, 0) == floors(table, 2) == []
    assert awaited(table) == [0]


@pytest.mark.rule("YD-9")
def test_the_example_trick_of_six_players() -> None:
    table = dealt(6)
    trick(table, "p9", "g14", "p26", "g22", "g31", "p17")
    assert awaited(table) == [0]
    play(table, 0, moves.RIGHT)
    assert floors(table, 2) == ["p9"]
    assert table.built[2] == 4
    assert floors(table, 4) == ["g22", "g31"]
    assert table.built[4] == 6
    assert [floors(table, p) for p in (0, 1, 3, 5)] == [[], [], [], []]


@pytest.mark.rule("YD-9")
def test_a_lone_card_of_a_colour_wins_itself_and_may_move_the_marker_too() -> None:
    table = dealt(4)
    trick(table, "g25", "p1", "g17", "g29")
    play(table, 1, moves.LEFT)
    assert floors(table, 1) == ["p1"]
    assert floors(table, 3) == ["g25"]
    assert table.marker == 10


@pytest.mark.rule("YD-9")
def test_a_colour_nobody_played_wins_nothing() -> None:
    table = dealt(4)
    trick(table, "g25", "g1", "g17", "g29")
    play(table, 1, moves.STAY)
    assert [len(floors(table, p)) for p in range(4)] == [0, 0, 0, 1]


# --- building ---------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-10")
def test_with_three_players_the_winner_chooses_the_order() -> None:
    table = dealt(3)
    trick(table, "g4", "g36", "g11")
    play(table, 0, moves.STAY)
    assert awaited(table) == [1]
    assert legal(table, 1) == [moves.BUILD + card(text) for text in ("g4", "g11", "g36")]
    assert reason(table, 1, card("g1")) == "build.first"
    assert reason(table, 1, moves.BUILD + card("g5")) == "build.not_won"
    assert reason(table, 1, moves.BUILD + card("p4")) == "build.not_won"
    play(table, 1, moves.BUILD + card("g36"))
    play(table, 1, moves.BUILD + card("g4"))
    assert floors(table, 1) == ["g36", "g4", "g11"]
    assert awaited(table) == [0]
    assert reason(table, 0, moves.BUILD + card("g4")) == "build.not_now"


@pytest.mark.rule("YD-10")
def test_cards_of_one_size_go_up_in_ascending_order_without_asking() -> None:
    table = dealt(3)
    trick(table, "g19", "g35", "g5")
    play(table, 2, moves.STAY)
    assert floors(table, 1) == ["g5", "g19", "g35"]
    assert awaited(table) == [2]


@pytest.mark.rule("YD-10")
def test_the_choice_ends_when_the_rest_has_one_size() -> None:
    table = dealt(3)
    trick(table, "g19", "g36", "g5")
    play(table, 2, moves.STAY)
    play(table, 1, moves.BUILD + card("g36"))
    assert floors(table, 1) == ["g36", "g5", "g19"]


@pytest.mark.rule("YD-11")
def test_two_cards_too_many_make_the_two_nearest_the_body_fall() -> None:
    table = dealt(4)
    build_house(table, 0, "g1", "g2", "g4", "g6", "g7", "g9")
    assert (table.built[0], table.fallen[0]) == (15, 0)
    trick(table, "g27", "p2", "p3", "g18")
    play(table, 1, moves.STAY)
    assert floors(table, 0) == ["g4", "g6", "g7", "g9", "g18", "g27"]
    assert (table.fallen[0], table.lost[0], table.built[0]) == (2, 3, 20)


@pytest.mark.rule("YD-11")
def test_a_roof_makes_a_card_fall_too() -> None:
    table = dealt(4)
    build_house(table, 3, "g1", "g2", "g4", "g6", "g7", "g9", "g30")
    assert floors(table, 3) == ["g2", "g4", "g6", "g7", "g9", "g30"]
    assert (table.fallen[3], table.lost[3]) == (1, 1)


@pytest.mark.rule("YD-12")
def test_the_example_of_a_roof_that_settles_a_house_at_seven() -> None:
    table = dealt(4)
    build_house(table, 0, "p4", "p5", "g11", "g10")
    assert table.built[0] == 7
    trick(table, "g36", "p2", "p3", "g1")
    play(table, 3, moves.STAY)
    assert floors(table, 0) == ["p4", "p5", "g11", "g10"]
    assert (table.built[0], table.fallen[0], table.lost[0]) == (7, 0, 0)


@pytest.mark.rule("YD-12", "YD-10")
def test_a_roof_won_with_other_cards_goes_on_last() -> None:
    table = dealt(3)
    trick(table, "g4", "g20", "g11")
    play(table, 0, moves.STAY)
    assert legal(table, 1) == [moves.BUILD + card("g4"), moves.BUILD + card("g11")]
    assert reason(table, 1, moves.BUILD + card("g20")) == "build.roof_last"
    play(table, 1, moves.BUILD + card("g11"))
    assert floors(table, 1) == ["g11", "g4", "g20"]
    assert table.built[1] == 7
    assert table.closed >> 1 & 1


@pytest.mark.rule("YD-12")
def test_a_roof_among_cards_of_one_size_goes_on_last_too() -> None:
    table = dealt(4)
    trick(table, "g28", "p2", "g10", "g12")
    play(table, 1, moves.STAY)
    assert floors(table, 0) == ["g12", "g28", "g10"]


@pytest.mark.rule("YD-12")
def test_whoever_gets_the_roof_is_closed_not_whoever_played_it() -> None:
    table = dealt(4)
    trick(table, "g20", "p1", "g29", "p3")
    play(table, 1, moves.STAY)
    assert floors(table, 2) == ["g29", "g20"]
    assert (table.closed >> 2 & 1, table.closed & 1) == (1, 0)


@pytest.mark.rule("YD-12")
def test_with_three_players_a_closed_winner_is_not_asked_for_an_order() -> None:
    table = dealt(3)
    build_house(table, 1, "g10")
    trick(table, "g4", "g36", "g11")
    play(table, 0, moves.STAY)
    assert floors(table, 1) == ["g10"]
    assert awaited(table) == [0]


# --- scoring ----------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-13", "YD-14")
def test_the_three_example_scores() -> None:
    table = dealt(3)
    table.marker = 8
    for player, (size, lost) in enumerate([(4, 0), (8, 0), (15, 7)]):
        table.built[player], table.lost[player] = size, lost
    assert [tricks.round_points(BOX, table, p) for p in range(3)] == [4, 13, -14]
    assert scores(table) == [4, 13, -14]
    assert standing(table) == [2, 1, 3]


@pytest.mark.rule("YD-13")
def test_no_house_is_worth_nothing() -> None:
    assert scores(dealt(5)) == [0] * 5


@pytest.mark.rule("YD-14")
def test_fallen_cards_cost_their_size_even_on_target() -> None:
    table = dealt(3)
    table.built[0], table.lost[0], table.marker = 11, 4, 11
    assert tricks.round_points(BOX, table, 0) == 12


@pytest.mark.rule("YD-13", "YD-15")
def test_the_last_trick_scores_the_round_and_rounds_add_up() -> None:
    table = dealt(4, rounds=2)
    table.tricks = 9
    give(table, "", "", "", "")
    table.totals[:4] = [5, 0, 0, -2]
    build_house(table, 1, "g9", "g18", "g22")
    trick(table, "p4", "g5", "p36", "g8")
    play(table, 0, moves.STAY)
    # g8 takes g5 and g8, p36 takes itself, blue's house is on the target of 11.
    assert table.totals[:4].tolist() == [5, 16, 4, 0]
    assert table.finished == 1


@pytest.mark.rule("YD-15")
def test_players_with_as_many_points_share_their_place() -> None:
    table = dealt(4)
    table.totals[:4] = [7, 9, 9, 7]
    assert standing(table) == [3, 1, 1, 3]
    table.totals[:4] = [7, 9, 8, 10]
    assert standing(table) == [4, 2, 3, 1]


@pytest.mark.rule("YD-15")
def test_after_the_last_round_points_are_the_totals_alone() -> None:
    table = dealt(4, rounds=1)
    finish_round(table)
    assert scores(table) == table.totals[:4].tolist()
    assert any(scores(table))


@pytest.mark.rule("YD-16")
@pytest.mark.parametrize(("players", "highest", "colours"), [(3, 30, "g"), (4, 20, "gp"), (5, 25, "gp"), (6, 30, "gp")])
def test_the_advanced_game_deals_every_card_of_its_deck(players: int, highest: int, colours: str) -> None:
    table = dealt(players, ADVANCED)
    held = sorted(card(text) for p in range(players) for text in hand(table, p))
    assert held == [card(f"{c}{n}") for c in colours for n in range(1, highest + 1)]


@pytest.mark.rule("YD-16")
def test_fallen_cards_count_in_the_advanced_game() -> None:
    table = dealt(4, ADVANCED)
    table.lost[2] = 3
    assert scores(table) == [0, 0, -3, 0]
