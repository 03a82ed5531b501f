"""The verbs of Yadokarick: who leads, what may be asked of the rules at any time, points and places."""

from __future__ import annotations

import pytest

from decapod.engine.protocols import NOT_YOUR_TURN
from decapod.games.yadokarick import state as s
from decapod.games.yadokarick.chapters import trick
from decapod.games.yadokarick.state import NPC
from tests.games.yadokarick.position import BOX, GAME, Round, play_on

# --- setting up -------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-3")
def test_by_chance_everyone_may_lead() -> None:
    assert {Round(5, first="random", seed=seed).to_act[0] for seed in range(60)} == {0, 1, 2, 3, 4}


@pytest.mark.rule("YD-17", "YD-18")
@pytest.mark.parametrize(
    ("npc", "first", "order"),
    [("second", 0, [0, 2, 1]), ("second", 1, [1, 2, 0]), ("third", 0, [0, 1, 2]), ("third", 1, [1, 0, 2]),
     ("first", 0, [2, 0, 1]), ("first", 1, [2, 1, 0])],
)  # fmt: skip
def test_the_npc_has_its_place_in_the_circle(npc: str, first: int, order: list[int]) -> None:
    at = Round(2, npc=npc, first=str(first))
    assert at.state.lead == order[0]
    assert [trick.left_of(at.state, seat) for seat in order] == [*order[1:], order[0]]
    assert bool(trick.trick_card(at.state, NPC)) == (npc == "first")
    assert at.to_act == [next(seat for seat in order if seat != NPC)]


# --- legal moves and refusals -----------------------------------------------------------------------------


@pytest.mark.rule("YD-4")
def test_any_card_of_the_hand_may_be_played_whatever_was_led() -> None:
    at = Round(4).give("g1 g25", "g2 p8", "g17 p30", "p29")
    at.play("g25")
    assert at.texts(1) == ["g2", "p8"]
    assert at.reason("p29", 1) == ("card.not_in_hand", "YD-4")
    assert at.reason("g17", 2) == ("turn.not_yours", "YD-4")
    assert at.reason(s.NUM_ACTIONS, 1) == ("move.unknown", "YD-4")


def test_refusals_may_be_asked_of_anyone_for_any_number() -> None:
    at = Round(4)
    assert at.reason(0, -1)[0] == "turn.not_yours"
    assert at.reason(0, 6)[0] == "turn.not_yours"
    assert at.reason(-1, 0)[0] == "move.unknown"
    assert at.reason(10**9, 0)[0] == "move.unknown"


@pytest.mark.rule("YD-21")
def test_columns_belong_to_the_solo_game() -> None:
    assert Round(4).reason("give up 1") == ("solo.only", "YD-21")


def test_every_refusal_has_words_without_gaps() -> None:
    found: set[int] = set()
    for variant, players in (("main", 3), ("main", 4), ("duel", 2), ("solo", 1)):
        match = GAME.match(players, variant=variant, seed=5, first="0")
        for _ in range(150):
            if match.is_over:
                break
            player = match.to_act[0]
            for move in range(-1, s.NUM_ACTIONS, 3):
                code = GAME.rules.illegal_reason(BOX, match.state, player, move)
                if code and code not in found:
                    found.add(code)
                    reason = match.why_not(player, move)
                    assert reason is not None
                    assert "{" not in reason.words
                    assert reason.rule in GAME.rulebook
            play_on(match, 1, seed=int(match.state.ply))
    rare = {NOT_YOUR_TURN, s.MARK_END, s.EMPTY_DECK, s.ROOF_LAST}  # tested in test_narration.py
    assert found >= set(range(1, len(s.ILLEGAL_REASONS))) - rare


# --- points and places ------------------------------------------------------------------------------------


@pytest.mark.rule("YD-13", "YD-14")
def test_the_three_example_scores() -> None:
    at = Round(3)
    at.state.marker = 8
    for player, (size, lost) in enumerate([(4, 0), (8, 0), (15, 7)]):
        at.state.built[player], at.state.lost[player] = size, lost
    assert [trick.round_points(BOX, at.state, p) for p in range(3)] == [4, 13, -14]
    assert at.points == [4, 13, -14]
    assert at.places == [2, 1, 3]


@pytest.mark.rule("YD-13")
def test_no_house_is_worth_nothing() -> None:
    assert Round(5).points == [0] * 5


@pytest.mark.rule("YD-15")
def test_players_with_as_many_points_share_their_place() -> None:
    at = Round(4)
    at.state.totals[:4] = [7, 9, 9, 7]
    assert at.places == [3, 1, 1, 3]
    at.state.totals[:4] = [7, 9, 8, 10]
    assert at.places == [4, 2, 3, 1]


@pytest.mark.rule("YD-15")
def test_after_the_last_round_points_are_the_totals_alone() -> None:
    at = Round(4, rounds=1).finish_round()
    assert at.points == at.state.totals[:4].tolist()
    assert any(at.points)


@pytest.mark.rule("YD-16")
def test_fallen_cards_count_in_the_advanced_game() -> None:
    at = Round(4, "advanced")
    at.state.lost[2] = 3
    assert at.points == [0, 0, -3, 0]


@pytest.mark.rule("YD-20")
@pytest.mark.parametrize(
    ("sizes", "places"),
    [
        ((9, 8, 10), [1, 2]),  # nearer below
        ((10, 8, 10), [1, 2]),  # on target
        ((11, 2, 10), [2, 1]),  # one bursts
        ((2, 11, 10), [1, 2]),
        ((12, 15, 10), [1, 2]),  # both burst: nearer
        ((15, 12, 10), [2, 1]),
        ((7, 7, 10), [1, 1]),  # equal
        ((13, 13, 10), [1, 1]),
        ((0, 40, 12), [1, 2]),
    ],
)
def test_nearest_to_the_npc_without_bursting_wins(sizes: tuple[int, int, int], places: list[int]) -> None:
    at = Round(2)
    at.state.built[:3] = sizes
    assert at.places == places
    assert at.points == list(sizes[:2])


@pytest.mark.rule("YD-20")
def test_fallen_cards_do_not_count_in_the_duel() -> None:
    at = Round(2)
    at.state.built[:3] = [9, 8, 10]
    at.state.lost[0] = 20
    assert at.places == [1, 2]
