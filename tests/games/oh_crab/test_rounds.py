"""Rounds: who becomes chef, how it ends, the standing, games of two, and whole games."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import batch, bits, compiled, verbs
from decapod.games.oh_crab import rounds, rules
from decapod.games.oh_crab import terms as t

from .setting import (
    AHEAD,
    BACK_LEFT,
    BOX,
    END,
    HERD,
    LEFT,
    MAIN,
    PLACE_LEFT,
    RIGHT,
    SPECIAL,
    Setting,
    card,
    filled,
    go,
    printed,
    tile,
)  # fmt: skip


def last_turn(s: Setting, player: int, place: str | None = None) -> None:
    """Give the last turn of the round to a player."""
    s.begin(player, place, chef=(player + 1) % s.table.players)


# --- the chef ---------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-29")
def test_the_chef_goes_to_the_crab_farthest_from_the_sea() -> None:
    """The end-of-round example: blue is nearest, red and green are level, yellow is farthest."""
    red, blue, green, yellow = range(4)
    s = Setting(players=4)
    s.stand(blue, 2, 9)
    s.stand(red, 1, 8)
    s.stand(green, 5, 8)
    s.stand(yellow, 4, 6)
    last_turn(s, red)
    s.play(END)
    assert s.table.chef == yellow
    assert s.stage == "plan"
    assert s.table.rounds == 2


@pytest.mark.rule("OC-29")
def test_of_several_the_first_to_the_holders_left_gets_it_and_the_holder_comes_last() -> None:
    """Ruling 24."""
    s = Setting(players=4)
    for crab, at in enumerate(((1, 5), (3, 5), (5, 5), (2, 5))):
        s.stand(crab, *at)
    s.table.chef = 1
    assert rounds.next_chef(s.table) == 2
    s.table.chef = 2
    assert rounds.next_chef(s.table) == 0
    s.stand(0, 2, 6)
    s.stand(2, 2, 7)
    s.table.chef = 1
    assert rounds.next_chef(s.table) == 1


# --- the end ----------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-30", "OC-27")
def test_the_round_is_played_to_its_end_before_the_game_ends() -> None:
    s = Setting()
    s.stand(0, 3, 18)
    s.table.planned[1] = card("S1")
    s.table.planned[2] = card("S1")
    s.begin(0, "S1", chef=0)
    s.play(MAIN, go(0, AHEAD))
    assert s.awaited == 1
    s.play(PLACE_LEFT, END)
    assert s.awaited == 2
    assert s.table.ending == 0
    s.play(PLACE_LEFT, END)
    assert rules.ENDINGS[s.table.ending] == "sea"
    assert s.table.awaiting == 0
    assert s.places()[0] == 1
    assert s.legal(0) == s.legal(1) == []
    assert s.why(END, player=2) == "turn.not_yours"


@pytest.mark.rule("OC-27")
def test_a_crab_brought_to_the_sea_before_its_turn_has_no_turn() -> None:
    """Ruling 27: and what was planned is not in hand."""
    s = Setting()
    s.stand(0, 3, 17)
    s.stand(1, 3, 18)
    for player in (1, 2):
        s.hold(player, "S2", "S3")
        s.table.planned[player] = card("S1")
    s.begin(0, "S1", chef=0)
    s.play(MAIN, go(0, AHEAD), go(1, AHEAD), END)
    assert s.awaited == 2
    assert bits.count(s.hand(1)) == 2


@pytest.mark.rule("OC-31", "OC-34")
def test_several_in_the_sea_are_ranked_by_cards_in_hand_and_may_share() -> None:
    s = Setting(players=5)
    s.table.at[0] = s.table.at[1] = s.table.at[2] = t.AWAY
    s.stand(3, 1, 5)
    s.stand(4, 2, 5)
    s.hold(0, "S1")
    s.hold(1, "S1", "S2")
    s.hold(2, "S1")
    s.hold(3, "S1", "S2", "S3")
    assert s.places() == [2, 1, 2, 5, 4]
    s.hold(0, "S1", "S3")
    assert s.places() == [1, 1, 3, 5, 4]


@pytest.mark.rule("OC-34")
def test_the_rest_is_ranked_by_nearness_then_cards_then_shared() -> None:
    """Ruling 35."""
    s = Setting(players=4)
    for crab, at in enumerate(((1, 5), (3, 5), (5, 5), (2, 5))):
        s.stand(crab, *at)
    for player, held in enumerate((("S1",), ("S1", "S2"), ("S1",), ())):
        s.hold(player, *held)
    assert s.places() == [3, 2, 3, 1]


@pytest.mark.rule("OC-32")
def test_eight_rounds_without_a_move_end_the_race() -> None:
    """Ruling 34."""
    s = Setting()
    s.stand(1, 2, 3)
    for played in range(1, 9):
        assert s.table.ending == 0
        for player in range(3):
            s.play_as(player, card("S4"))
        for _ in range(3):
            s.play(t.ACTS + t.REST, t.ACTS + t.DRAW, END)
        assert s.table.still == played
    assert rules.ENDINGS[s.table.ending] == "stranded"
    assert s.places() == [2, 1, 2]


@pytest.mark.rule("OC-32")
def test_any_crab_moving_starts_the_count_anew() -> None:
    s = Setting()
    s.table.still = 7
    s.stand(0, 3, 7)
    s.begin(2, "S1", chef=0)
    s.table.moved = 0
    s.play(MAIN, go(2, AHEAD), END)
    assert s.table.still == 0
    assert s.table.ending == 0


@pytest.mark.rule("OC-33")
def test_the_last_round_of_the_box_ends_the_game() -> None:
    said = printed()
    said["end"]["rounds"] = 2
    s = Setting(box=filled(said))
    for _ in range(2):
        assert s.table.ending == 0
        for player in range(3):
            s.play_as(player, bits.lowest(s.hand(player)))
        for _ in range(3):
            s.play(PLACE_LEFT, END)
    assert rules.ENDINGS[s.table.ending] == "round_cap"


# --- two players ------------------------------------------------------------------------------------------


@pytest.mark.rule("OC-53")
def test_two_players_have_a_stray_and_the_second_a_shell() -> None:
    s = Setting(players=2)
    assert s.table.crabs == 3
    assert [s.where(crab) for crab in range(3)] == [(1, 0), (2, 0), (3, 0)]
    assert s.table.shells.tolist()[:2] == [0, 1]
    assert [Setting(players=2, stray=n).table.crabs for n in range(3)] == [2, 3, 3]
    assert Setting(players=3).table.crabs == 3


@pytest.mark.rule("OC-53", "OC-17")
def test_the_chefs_player_moves_the_stray_once_and_it_pushes() -> None:
    s = Setting(players=2, stray=t.HERDED)
    s.stand(0, 1, 2)
    s.stand(1, 3, 8)
    s.stand(2, 3, 7)
    s.begin(0, chef=0)
    s.play(HERD)
    assert s.legal() == [go(2, LEFT), go(2, AHEAD), go(2, RIGHT)]
    s.play(go(2, AHEAD), go(1, LEFT))
    assert (s.where(2), s.where(1)) == ((3, 8), (2, 8))
    assert s.is_down(1)
    assert s.stage == "act"
    assert s.why(HERD) == "action.used"


@pytest.mark.rule("OC-53")
def test_only_the_chefs_player_moves_the_stray_and_only_where_agreed() -> None:
    s = Setting(players=2, stray=t.HERDED)
    s.begin(0, chef=1)
    assert s.why(HERD) == "action.not_chef"
    s = Setting(players=2, stray=t.STANDING)
    s.begin(0, chef=0)
    assert s.why(HERD) == "action.not_chef"
    s = Setting(players=2, stray=t.HERDED)
    s.table.at[2] = t.AWAY
    s.begin(0, chef=0)
    assert s.why(HERD) == "action.nothing"


@pytest.mark.rule("OC-53", "OC-17", "OC-23", "OC-22")
def test_a_stray_is_pushed_but_takes_no_shell_and_discards_nothing() -> None:
    s = Setting(players=2)
    s.stand(0, 3, 7)
    s.stand(2, 3, 8)
    s.begin(0, "S1", chef=1)
    supply = int(s.table.supply)
    s.play(MAIN, go(0, AHEAD), go(2, LEFT))
    assert s.where(2) == (2, 8)
    assert s.is_down(2)
    assert s.table.supply == supply
    s = Setting(players=2)
    s.stand(0, 3, 7)
    s.stand(2, 3, 8)
    s.begin(0, "S1", chef=1)
    s.play(MAIN, go(0, AHEAD), go(2, AHEAD))
    assert s.stage == "act"


@pytest.mark.rule("OC-53", "OC-44", "OC-45", "OC-50")
def test_a_stray_is_moved_and_swapped_with_but_not_hit_by_sand() -> None:
    s = Setting(players=2)
    s.stand(0, 3, 7)
    s.stand(2, 3, 9)
    s.begin(0, "sand1", chef=1)
    assert s.why(SPECIAL) == "action.nothing"
    s = Setting(players=2)
    s.stand(0, 3, 7)
    s.stand(2, 3, 9)
    s.begin(0, "seagull1", chef=1)
    s.play(SPECIAL, go(2, BACK_LEFT))
    assert s.where(2) == (2, 8)
    s = Setting(players=2)
    s.show("out_of_the_way")
    s.stand(0, 3, 7)
    s.stand(2, 3, 8)
    s.begin(0, chef=1, shells=2)
    s.play(tile("out_of_the_way"), go(0, AHEAD))
    assert (s.where(0), s.where(2)) == ((3, 8), (3, 7))


@pytest.mark.rule("OC-53", "OC-29", "OC-30")
def test_a_stray_never_gets_the_chef_and_its_reaching_the_sea_ends_nothing() -> None:
    """Ruling 36."""
    s = Setting(players=2)
    s.stand(0, 3, 17)
    s.stand(1, 3, 7)
    s.stand(2, 3, 18)
    s.begin(0, "S1", chef=1)
    s.play(MAIN, go(0, AHEAD), go(2, AHEAD))
    assert s.where(2) == "sea"
    s.play(END)
    assert s.table.ending == 0
    assert s.table.chef == 1
    s.stand(2, 3, 0)
    assert rounds.next_chef(s.table) == 1


# --- whole games ------------------------------------------------------------------------------------------


def walk(boxes, tables, moves, chance, games, players, beach, out):
    """Play games by chance; count positions without a legal move, cards or shells that are not all there."""
    box = boxes[0]
    table = tables[0]
    for game in range(games):
        batch.deal(box, table, chance, 5, beach, game, players, 0, out[:3])
        while table.awaiting != 0:
            player = bits.lowest(table.awaiting)
            n = verbs.legal(box, table, player, moves)
            if n == 0:
                out[4] += 1
                break
            supply = int(table.supply)
            seen = int(table.deck)
            for i in range(3):
                if table.market[i] >= 0:
                    seen ^= 1 << int(table.market[i])
            for p in range(players):
                supply += table.shells[p]
                seen ^= int(table.hand[p]) ^ int(table.discard[p]) ^ int(table.sequence[p])
                if table.planned[p] >= 0:
                    seen ^= 1 << int(table.planned[p])
            if players % 2:
                seen ^= int(box.starting_cards)
            if supply != box.supply or seen != box.market_cards:
                out[5] += 1
            verbs.play(box, table, player, moves[table.ply * 7919 % n])
            out[3] = max(out[3], table.ply)
            out[6] += 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_on_no_arrangement_is_anyone_without_a_legal_move_and_every_game_ends(players: int) -> None:
    verbs.enroll(rules)
    kernel = compiled.kernel(walk, rules)
    boxes = np.asarray(BOX).reshape(1).view(np.recarray)
    tables = np.zeros(1, rules.Table).view(np.recarray)
    moves, chance, out = np.zeros(rules.WIDEST, np.int64), np.zeros(11, np.int64), np.zeros(7, np.int64)
    for beach in range(1, 193):
        out[:3] = (beach, 0, 2)
        kernel(boxes, tables, moves, chance, 6, players, beach, out)
    assert out[4] == 0, "someone had no legal move"
    assert out[5] == 0, "cards or shells were lost or doubled"
    assert out[6] > 192 * 6 * 100
    assert out[3] < 5000 < rules.LONGEST
