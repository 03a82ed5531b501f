"""Who knows what in Yadokarick: what is dealt again when something is hidden, and what a learner sees."""

from __future__ import annotations

import pytest

from decapod.engine import bits
from decapod.games.yadokarick import state as s
from decapod.games.yadokarick.chapters import deal
from decapod.games.yadokarick.knowledge import FAR
from decapod.games.yadokarick.state import CARDS, NPC
from tests.games.yadokarick.position import BOX, Alone, Round, card, names_in

# --- hiding -----------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-32")
def test_a_guess_reaches_every_unseen_card_and_never_one_that_was_seen() -> None:
    at = Round(4)
    for _ in range(11):
        at.play(at.texts()[0])
    mine, seen = at.hand(2), set(names_in(at.state.public))
    reached: set[str] = set()
    for guess in range(150):
        hands = at.hidden(2, guess).state.hands
        assert names_in(hands[2]) == mine
        for player in (0, 1, 3):
            assert len(names_in(hands[player])) == len(at.hand(player))
            reached.update(names_in(hands[player]))
    everything = {f"{colour}{n}" for colour in "gp" for n in range(1, 37)}
    assert reached == everything - seen - set(mine)


@pytest.mark.rule("YD-32")
def test_a_spectator_knows_no_hand() -> None:
    at = Round(4)
    for guess in range(5):
        hands = at.hidden(-1, guess).state.hands
        assert all(names_in(hands[player]) != at.hand(player) for player in range(4))


@pytest.mark.rule("YD-32")
def test_in_the_duel_stock_and_hand_are_guessed_together() -> None:
    at = Round(2)
    at.play(at.texts(0)[0])
    unknown = deal.stock(BOX, at.state) | int(at.state.hands[1, 0])
    for guess in range(10):
        state = at.hidden(0, guess).state
        assert deal.stock(BOX, state) | int(state.hands[1, 0]) == unknown
        assert bits.count(state.hands[1, 0]) == 10


# --- observing --------------------------------------------------------------------------------------------


@pytest.mark.rule("YD-32")
def test_a_learner_sees_its_own_hand_and_all_that_was_played() -> None:
    at = Round(4).give("g25 p1", "p8", "g17", "p29")
    at.play("g25", "p8")
    for viewer, held in ((0, {card("p1")}), (2, {card("g17")}), (-1, set())):
        numbers = at.observed(viewer).tolist()
        planes = [{c for c in range(CARDS) if numbers[k * CARDS + c]} for k in range(3)]
        assert planes == [held, {card("g25"), card("p8")}, {card("g25"), card("p8")}]


def test_a_learner_sees_seats_from_its_own_on() -> None:
    at = Round(4).build(2, "g9 p10")
    at.state.totals[:4] = [1, 2, 4, 8]
    for viewer in range(4):
        ahead = [int(at.state.totals[(viewer + i) % 4] - at.state.totals[viewer]) for i in range(4)]
        assert at.field(viewer, "lead").tolist() == [*ahead, 0, 0, 0]
        there = (2 - viewer) % 4
        about = [int(at.field(viewer, name)[there]) for name in ("built", "lost", "fallen", "closed")]
        assert about == [5, 0, 0, 1]
        assert at.field(viewer, "house")[there][:3].tolist() == [[2, 10], [1, 9], [0, 0]]  # a pink roof on top
        assert at.field(viewer, "floors")[there][:3].tolist() == [4, 1, 0], "the first is the next to fall"
        assert at.field(viewer, "awaited")[:4].tolist() == [int((viewer + i) % 4 == 0) for i in range(4)]


def test_a_learner_sees_who_played_what() -> None:
    at = Round(4).give("g25 p1", "p8", "g17", "p29").play("g25", "p8")
    for viewer in range(4):
        shown = at.field(viewer, "played").reshape(7, CARDS)
        found = [{c for c in range(CARDS) if shown[i][c]} for i in range(7)]
        expected = [{card("g25")}, {card("p8")}, set(), set()]
        assert found == [*(expected[(viewer + i) % 4] for i in range(4)), set(), set(), set()]


def test_a_learner_sees_how_far_each_house_is_from_the_target() -> None:
    at = Round(4).build(2, "g9 p10")
    at.state.marker = 8
    for viewer in range(4):
        shown = at.field(viewer, "room")
        rooms = [row.tolist().index(1) - FAR for row in shown[:4]]
        assert rooms == [3 if (viewer + i) % 4 == 2 else 8 for i in range(4)]
        assert not shown[4:].any()
    at.state.built[2] = 90
    assert at.field(2, "room")[0][0] == 1, "all that are far beyond look alike"
    duel = Round(2).build(NPC, "g9").build(0, "g17")
    built = int(duel.state.built[0])
    assert duel.field(0, "room")[0].tolist().index(1) - FAR == 4 - built


def test_a_learner_sees_whose_house_a_roof_closes_and_who_is_about_to_be_closed() -> None:
    at = Round(3, roof="plays").trick("g4", "g30", "g11").play("marker stay", player=0)
    for viewer in range(3):
        assert at.field(viewer, "roof") == [1]
        assert at.field(viewer, "closing")[:3].tolist() == [int((viewer + i) % 3 == 1) for i in range(3)]
    assert Round(3).field(0, "roof") == [0]


def test_a_learner_finds_the_npc_in_the_third_place_whoever_looks() -> None:
    at = Round(2).build(NPC, "g9")
    assert [int(at.field(viewer, "built")[2]) for viewer in (0, 1)] == [4, 4]


def test_a_learner_sees_which_cards_it_may_build_with() -> None:
    at = Round(3, colour="pink").trick("p4", "p36", "p11")
    at.play("marker stay")
    plane = at.field(1, "trick").reshape(-1)
    assert {c for c in range(CARDS) if plane[c]} == {card("p4"), card("p11"), card("p36")}


def test_a_learner_knows_whether_the_npc_plays_after_it() -> None:
    at = Round(2, npc="second")
    assert [int(at.field(viewer, "before_npc")[0]) for viewer in (0, 1, -1)] == [1, 0, 0]


def test_a_learner_sees_the_solo_row_and_the_offer() -> None:
    at = Alone("g7 g2 g11 g30 g18")
    assert at.field(0, "row").tolist() == [[1, 7], [1, 2], [1, 11], [1, 30], [1, 18]]
    assert at.field(0, "newest") == [0]
    at.state.phase = s.BONUS
    assert at.field(0, "newest") == [card("g18") + 1]
    at.state.best = -200
    assert at.field(0, "missing") == [127], "no more than a byte holds"
