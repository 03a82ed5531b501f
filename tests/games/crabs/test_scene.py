"""Crabs!: the table laid out for a viewer, what clicks on it mean, and the table in text."""

from __future__ import annotations

import itertools
import random
import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.core.match import Match
from decapod.games.crabs import state as s
from decapod.scene import Piece, Scene
from tests.games.crabs.position import Deal, change_box
from tests.positions import answer, piece_in

game = decapod.game("crabs")

#: For each phase a deal to player 0 and the moves that lead into it.
PHASES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "choosing": ({}, ()),
    "catching": ({}, ("catch",)),
    "raising": ({}, ("raise", "play 1")),
    "retaking": ({}, ("raise", "play 1", "enough")),
    "trading": ({}, ("trade", "play 5")),
    "bartering": ({}, ("trade", "play 5", "enough")),
    "upgrading": ({"gear": 3}, ("upgrade", "play 1")),
    "roping": ({"gear": 1}, ("bind",)),
    "binding": ({"gear": 1}, ("bind", "play 1", "play 5", "play 2")),
    "relaxing": ({"turned": "3 3* 4 5"}, ("relax", "turn 3")),
    "claiming": ({"upright": "1 1* 1 2"}, ("catch", "draw", "draw")),
    "paying": ({"upright": "1 1* 1 2"}, ("catch", "draw", "draw", "claim 1")),
    "discarding": ({"hand": "1 1 2 2 3 3 5 5"}, ("catch", "draw", "draw")),
}


def match_with(*hands: str, moves: tuple[str, ...] = (), **lay: Any) -> Match:
    """Return a match of which player 0 is to move, its table laid as a test wants it, and some moves made."""
    match = Deal(*hands, **lay).match
    for move in moves:
        match.play(0, move)
    return match


def match_in(phase: str) -> Match:
    """Return a match of three in which player 0 is in a phase of their turn."""
    lay, moves = PHASES[phase]
    deal = {"pool": "1 1 1 2* 3 3 5", "display": (5, 1), "hand": "1 2 5 5*"} | lay
    match = match_with(deal.pop("hand"), "1", "2 2", moves=moves, **deal)
    assert match.state.phase == s.PHASE_NAMES.index(phase)
    return match


def pieces_in(scene: Scene, region: str) -> list[Piece]:
    """List the pieces of a region in reading order."""
    return sorted((piece for piece in scene.pieces if piece.region == region), key=lambda piece: piece.order)


def play_by_chance(players: int, plies: int) -> Match:
    """Return a match after some moves by chance, always the same."""
    match = game.match(players, seed=plies)
    chance = np.random.default_rng(plies)
    for _ in range(plies):
        player = match.to_act[0]
        match.play(player, int(chance.choice(match.legal_actions(player))))
    return match


# --- where things lie -------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_stays_on_the_canvas_and_is_drawn_once(players: int, layout: str) -> None:
    for plies in (0, 150):
        match = play_by_chance(players, plies)
        for viewer in (None, 0, players - 1):
            scene = match.scene(viewer, layout)
            for piece in scene.pieces:
                _, _, wide, high = scene.faces[piece.face].view
                half = (piece.width / 2, piece.width * high / wide / 2)[:: -1 if piece.angle else 1]
                assert half[0] <= piece.x <= scene.width - half[0], piece
                assert half[1] <= piece.y <= scene.height - half[1], piece
                assert piece.label
            for panel in scene.panels:
                assert panel.x + panel.width <= scene.width
                assert panel.y + panel.height <= scene.height
            ids = [e.get("id") for e in ET.fromstring(scene.svg()).iter() if e.get("id")]  # noqa: S314  # our own
            assert len(ids) == len(set(ids))


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
@pytest.mark.parametrize("phase", s.PHASE_NAMES)
def test_the_choices_are_the_legal_moves_and_clicks_are_pieces(phase: str, layout: str) -> None:
    match = match_in(phase)
    scene = match.scene(0, layout)
    assert {choice.move for choice in scene.choices} == set(match.legal_actions(0))
    ringed = {piece.id for piece in scene.pieces if piece.mark == "legal"}
    clicked = {click for choice in scene.choices for click in choice.clicks}
    assert ringed <= clicked
    for choice in scene.choices:  # each move shows a ring, though not on every card of a fan
        clicks = {other.clicks[0] for other in scene.choices if other.move == choice.move and other.clicks}
        assert not clicks or clicks & ringed
    assert {choice.text for choice in scene.choices if not choice.clicks} <= {"enough"}
    assert not match.scene(None, layout).choices
    assert not match.scene(1, layout).choices


def test_a_full_hand_on_a_phone_can_be_touched() -> None:
    scene = match_with("1 1 2 2 3 3 4 5", "1", moves=("raise",)).scene(0, "phone")
    cards = pieces_in(scene, "hand")
    assert all(right.x - left.x >= 44 for left, right in itertools.pairwise(cards))


def test_the_pool_is_sorted_by_value_from_left_to_right() -> None:
    scene = match_with("1", "1", pool="5 1 3* 3 1 2").scene(0)
    pool = [piece for piece in pieces_in(scene, "pool") if piece.id != "pile"]
    assert [piece.label for piece in pool] == ["[1]", "[1]", "[2]", "[3]", "golden\u00a0[3]", "[5]"]
    assert [piece.x for piece in pool] == sorted(piece.x for piece in pool)


@pytest.mark.rule("CR-22")
def test_turned_score_cards_are_really_turned() -> None:
    scene = match_with("1", "1", upright="2", turned="5").scene(0)
    assert [(piece.face, piece.angle) for piece in pieces_in(scene, "score")] == [("card-2", 0), ("card-8", 90)]
    assert pieces_in(scene, "score")[1].label == "score card [5], turned, 4 points"


def test_a_running_total_is_shown_while_cards_are_picked() -> None:
    match = match_with("3 3 4", "1", pool="1 1 1 1 1 5", moves=("trade", "play 3", "play 3", "play 4"))
    assert match.scene(0).zones[1].label == "a total of 10 given"
    for move in ("enough", "take 5"):
        match.play(0, move)
    assert match.scene(1).zones[1].label == "5 of a total of 10"
    assert match.scene(0).prompt == "Trade: take back a total of 10; 5 so far, 5 to go."
    match = match_with("1 2 2 4 4 5", "1", gear=1, moves=("bind", "play 1", "play 4", "play 5", "play 4"))
    assert match.scene(0).prompt == (
        "Add a crab, or click the one to keep. A total of 16 keeps a [3] or a turned [4]; "
        "from 20 on: a [4] or a turned [5]."
    )


def test_a_bind_says_what_it_still_needs() -> None:
    match = match_with("1 2 5 5", "1", moves=("bind", "play 1", "play 2"))
    assert match.scene(0).prompt == "Add crabs. A total of 2 keeps nothing; from 5 on: a [1] or a turned [2]."


def test_a_bind_asks_for_the_crab_to_keep_only_where_one_can_be_kept() -> None:
    match = match_with("1 2 4 5 5", "1", moves=("bind", "play 1", "play 4", "play 5"))
    assert match.scene(0).prompt.startswith("Add crabs. A total of 9 keeps a [1] or a turned [2]; from 10 on: ")


def test_before_the_first_card_nobody_is_told_to_say_enough() -> None:
    match = match_with("3 3 5", "1", pool="3 1", moves=("raise",))
    assert "enough" not in match.scene(0).prompt
    match.play(0, "play 3")
    assert match.scene(0).prompt == "Raise: 1 card put into the pool. Put in more, or say enough."


@pytest.mark.parametrize(
    ("hand", "moves", "prompt"),
    [
        ("3", ("raise", "play 3"), "Raise: 1 card put into the pool, and your hand is empty: say enough."),
        ("3", ("trade", "play 3"), "Trade: a total of 3 put into the pool, and your hand is empty: say enough."),
        ("1 1 4", ("bind", "play 1", "play 4", "play 1"),
         "Click the crab to keep: a total of 5 keeps a [1] or a turned [2]."),
        ("1", ("relax",), "Relax: click turned crabs of your score zone, 2 at most; each is set upright."),
        ("1", ("relax", "turn 3"), "Relax: click more turned crabs, 1 at most; or say enough."),
    ],
)  # fmt: skip
def test_nobody_is_asked_for_what_they_cannot_do(hand: str, moves: tuple[str, ...], prompt: str) -> None:
    assert match_with(hand, "1", turned="3 4", moves=moves).scene(0).prompt == prompt


def test_cards_are_told_from_totals() -> None:
    """“4 given” stood for four cards in Raise, and for a total of 4 in Trade."""
    labels = [
        match_with("2 2", "1", pool="1 3", moves=(action, "play 2", "play 2", *more)).scene(0).zones[1].label
        for action in ("raise", "trade")
        for more in ((), ("enough",))
    ]
    assert labels == ["2 cards given", "0 of 2 cards", "a total of 4 given", "0 of a total of 4"]


def test_everybody_is_told_of_the_last_round() -> None:
    match = match_with("1 1 4", "1", upright="5 5 5 5 4", turned="5", display=(18,), moves=("bind 1: 1 4 > 1",))
    assert match.to_act == (1,)
    told = " This is the last round."
    assert [match.scene(viewer).prompt.endswith(told) for viewer in (0, 1, None)] == [True] * 3
    match.play(1, "catch draw draw")
    assert match.is_over
    assert told not in match.scene(0).prompt


def test_what_a_total_keeps_is_written_where_binds_lie() -> None:
    """With the numbers of the box, until the rope lies there."""
    match = match_with("1 1 4", "1", box=change_box(bind__chart=[4, 9, 15, 21, 26]))
    written = [label.text for label in match.scene(0).labels]
    assert " ".join(written[written.index("total and gear") :][:6]) == "total and gear 4 9 15 21 26"
    match.play(0, "bind")
    match.play(0, "play 1")
    assert "total and gear" not in [label.text for label in match.scene(0).labels]


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_score_cards_lie_in_their_zone_and_turned_ones_are_not_hidden(layout: str) -> None:
    """They stuck out of it, up into its name; a crab to be turned was half hidden below an objective."""
    deal = Deal("1", "1", upright="1 2 3 5", turned="4 5", display=(1, 18))
    deal.state.claims[0] = 0b1110
    scene = deal.match.scene(0, layout)
    (zone,) = (zone for zone in scene.zones if zone.id == "score")
    boxes = []
    for piece in pieces_in(scene, "score"):
        _, _, wide, high = scene.faces[piece.face].view
        half = (piece.width / 2, piece.width * high / wide / 2)[:: -1 if piece.angle else 1]
        boxes.append((piece.x - half[0], piece.x + half[0], piece.y - half[1], piece.y + half[1]))
        assert zone.x <= boxes[-1][0] < boxes[-1][1] <= zone.x + zone.width
        assert zone.y + 26 <= boxes[-1][2] < boxes[-1][3] <= zone.y + zone.height
    assert len(boxes) == 9
    for one, other in itertools.combinations(boxes, 2):
        across = min(one[1], other[1]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[2], other[2])
        assert min(across, down) <= 8 if layout == "phone" else min(across, down) <= 0


@pytest.mark.parametrize("players", range(2, 6))
def test_a_phone_shows_what_all_have_kept(players: int) -> None:
    """The others' score zones were nowhere on it, and their panels without the points that end the game."""
    match = game.match(players, seed=1)
    scene = match.scene(0, layout="phone")
    regions = {zone.id for zone in scene.zones}
    assert {f"score-{player}" for player in range(1, players)} < regions
    assert all(re.match(r"[0-9]+/[0-9]+\spoints", panel.lines[0]) for panel in scene.panels)


def test_when_it_is_over_panels_say_how_the_points_came_about() -> None:
    match, chance = game.match(2, seed=3), random.Random(1)
    while not match.is_over:
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_actions(player)))
    for player, panel in enumerate(match.scene(0).panels):
        numbers = [int(number) for line in panel.lines[:2] for number in re.findall(r"[0-9]+", line)]
        assert numbers[0] == sum(numbers[1:]) == match.points[player]


@pytest.mark.rule("CR-26")
def test_what_could_be_claimed_is_ticked() -> None:
    scene = match_with("1", "1", upright="1 3", display=(8, 18)).scene(0)
    ticks = [label for label in scene.labels if label.text == "✓"]
    goal = next(piece for piece in scene.pieces if piece.id == "goal-7")
    assert len(ticks) == 1
    assert abs(ticks[0].x - goal.x) < goal.width
    assert "You could pay for it now: 6 points for crabs worth 4 points: +2." in goal.hint


def cards_by_place(scene: Scene) -> dict[tuple[str, str, float], set[str]]:
    """Return the ids of the crab cards by region, face, and whether they are turned."""
    places: dict[tuple[str, str, float], set[str]] = {}
    for piece in scene.pieces:
        if piece.face.startswith("card-"):
            places.setdefault((piece.region, piece.face, piece.angle), set()).add(piece.id)
    return places


@pytest.mark.slow
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_only_cards_that_a_move_touched_change(viewer: int | None) -> None:
    """When a bot took a [5] from the pool, one in the viewer's score zone seemed to have moved."""
    for seed in range(3):
        match, chance = game.match(2 + seed, seed=seed), random.Random(seed)
        places = cards_by_place(match.scene(viewer))
        while not match.is_over:
            player = match.to_act[0]
            match.play(player, chance.choice(match.legal_actions(player)))
            before, places = places, cards_by_place(match.scene(viewer))
            if match.is_over:  # hands are laid open
                break
            for place in before.keys() | places.keys():
                was, now = before.get(place, set[str]()), places.get(place, set[str]())
                assert len(was ^ now) == abs(len(was) - len(now)), place
            lie = [(card, place) for place, cards in before.items() for card in cards]
            assert all(card not in cards for card, at in lie for place, cards in places.items() if place != at)


# --- what a piece is to whom ------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_a_client_is_told_what_crab_cards_come_from_and_which_are_in_the_own_hand(layout: str) -> None:
    match = match_in("raising")
    roles = {piece.id: piece.role for piece in match.scene(0, layout).pieces if piece.role}
    assert roles == {"card-2-hand-1": "hand", "card-5-hand-1": "hand", "card-5*-hand-1": "hand", "pile": "pile"}
    assert {piece.role for piece in match.scene(None, layout).pieces} == {"", "pile"}


def test_pieces_say_whose_they_are() -> None:
    match = match_with("1 2 5 5", "1", upright="2", moves=("bind", "play 1", "play 2"))
    for viewer, hand in ((0, 0), (1, 1), (None, 0)):
        scene = match.scene(viewer)
        owners = {
            region: {piece.owner for piece in pieces_in(scene, region)}
            for region in ("hand", "haul", "pool", "objectives")
        }
        assert owners == {"hand": {hand}, "haul": {0}, "pool": {-1}, "objectives": {-1}}
        assert {piece.owner for piece in scene.pieces if piece.face.startswith("token")} == {0, 1}
    assert [piece.owner for piece in pieces_in(match.scene(1), "score-0")] == [0]


@pytest.mark.rule("CR-36", "CR-37")
def test_other_hands_are_only_counted_and_what_is_known_of_them_named() -> None:
    match = match_with("1 4*", "5", pool="5* 3", moves=("catch", "take 5*", "take 3"))
    scene = match.scene(1)
    assert {piece.face for piece in pieces_in(scene, "hand")} == {"card-8"}
    assert scene.panels[0].lines[-1] == "hand 4: 3 5★ ? ?"
    assert match.scene(0).panels[0].lines[-1] == "hand 4; all saw you take 3 5★"
    assert not any(piece.face in ("card-0", "card-7") for piece in scene.pieces)


@pytest.mark.rule("CR-37")
def test_a_known_card_may_be_the_rope() -> None:
    match = match_with("2 5 5", "1", pool="1", display=(18,), moves=("catch", "take 1", "draw"), pile="3")
    match.play(1, "catch")
    for move in ("bind", "play 1"):
        match.play(0, move)
    assert match.scene(1).panels[0].lines[-1] == "hand 4 and rope: 1 ? ? ? ?"


@pytest.mark.rule("CR-36")
def test_a_spectator_sees_backs_and_no_rope() -> None:
    match = match_with("1 2 5 5", "1", moves=("bind", "play 1"))
    scene = match.scene(None)
    assert {piece.face for piece in pieces_in(scene, "hand")} == {"back"}
    assert [piece.id for piece in pieces_in(scene, "haul")] == ["hidden-rope"]
    assert [piece.label for piece in pieces_in(match.scene(0), "haul")] == ["your rope, [1]"]


@pytest.mark.rule("CR-38")
def test_all_hands_are_open_when_the_game_is_over() -> None:
    match = Deal("1 5*", "2 2 4", "3").finish(25, 12, 7).match
    for viewer in (None, 0, 1):
        scene = match.scene(viewer)
        assert [panel.lines[-1] for panel in scene.panels] == ["hand 2: 1 5★", "hand 3: 2 2 4", "hand 1: 3"]
        assert "back" not in {piece.face for piece in pieces_in(scene, "hand")}
        assert match.outcome is not None
        assert scene.prompt == match.outcome.words


# --- in text ----------------------------------------------------------------------------------------------


def test_the_table_in_text() -> None:
    match = match_with("1 2 5* 5", "1", pool="1 1 3*", upright="2", turned="5 4", pile="4 4", display=(5, 18))
    text = match.scene(0).text()
    assert "Objectives 1: 1 1 → 4   2: 1 2 3 4 → 15" in text
    assert "Pool       1 1  3*   pile 2" in text
    assert "Coral      2  turned 4  5" in text
    assert "Your hand  1  2  5 5*" in text
    match.play(0, "bind")
    match.play(0, "play 1")
    assert "rope 1" in match.scene(0).text()
    assert "rope ▮" in match.scene(1).text()


# --- clicks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "region", "nth", "reason"),
    [
        ((), "hand", 0, ("action.first", "CR-6")),
        ((), "pool", 0, ("action.first", "CR-6")),
        (("catch",), "hand", 0, ("hand.not_now", "CR-6")),
        (("catch",), "objectives", 0, ("claim.not_now", "CR-26")),
        (("catch",), "score", 0, ("pay.not_now", "CR-27")),
        (("catch",), "score", 1, ("turn.not_now", "CR-25")),
        (("raise",), "pool", 0, ("pile.not_now", "CR-8")),
        (("raise",), "pool", 1, ("pool.not_now", "CR-6")),
        (("trade", "play 2", "enough"), "pool", -1, ("trade.total", "CR-12")),
        (("bind",), "hand", -1, ("bind.rope", "CR-23")),
        (("bind", "play 1"), "haul", 0, ("click.rope", "CR-24")),
        (("bind", "play 1", "play 2", "play 5"), "haul", 2, ("keep.level", "CR-23")),
        (("catch",), "aid", 4, ("action.taken", "CR-6")),
        ((), "deck", 0, ("click.deck", "CR-29")),
        ((), "gear", 0, ("click.gear", "CR-14")),
        ((), "gear", 1, ("click.token", "CR-16")),
    ],
)
def test_a_click_on_what_cannot_be_chosen_gets_its_reason(
    moves: tuple[str, ...], region: str, nth: int, reason: tuple[str, str]
) -> None:
    match = match_with("1 2 5", "1", pool="1 4", upright="2", turned="3", display=(1,), moves=moves)
    where = piece_in(match, 0, region, nth)
    assert answer(match, 0, [where])[:2] == reason, where


@pytest.mark.rule("CR-14", "CR-15")
def test_the_next_gear_card_is_clicked_to_upgrade() -> None:
    at = Deal("1 2 5", "1")
    assert [at.match.move_from_clicks(0, [piece]) for piece in ("gear-card-1", "do-upgrade")] == [s.UPGRADE] * 2
    assert at.answer(0, "gear-card-2")[:2] == ("click.gear", "CR-14")
    assert Deal("1 2", "1", gear=3).answer(0, "gear-card-4")[:2] == ("gear.cost", "CR-14")
    assert Deal("1", "1", gear=4).answer(0, "gear-card-0")[:2] == ("gear.top", "CR-15")


@pytest.mark.rule("CR-22")
def test_a_one_in_a_bind_is_not_taken_for_a_five() -> None:
    match = match_with("1 1 5 5 5 5 5", "1", moves=("bind", "play 1", "play 1", *["play 5"] * 5))
    one = next(piece for piece in pieces_in(match.scene(0), "haul") if piece.face == "card-0")
    assert one.mark == ""
    assert answer(match, 0, [one.id])[:2] == ("keep.level", "CR-23")
    five = next(piece for piece in pieces_in(match.scene(0), "haul") if piece.face == "card-8")
    assert [match.move_from_clicks(0, [five.id])] == match.parse_moves(0, "keep 5")


@pytest.mark.rule("CR-26", "CR-27")
def test_another_value_than_the_one_due_does_not_pay() -> None:
    match = match_with("1", "1", upright="1 2 2*", display=(1,), moves=("catch", "draw", "draw", "claim 1"))
    assert match.state.phase == s.PAYING
    assert answer(match, 0, [piece_in(match, 0, "score", 0)])[:2] == ("click.other_value", "CR-26")
    assert [match.move_from_clicks(0, [piece_in(match, 0, "score", 1)])] == match.parse_moves(0, "pay plain")


@pytest.mark.rule("CR-21")
def test_the_score_cards_of_others_are_theirs() -> None:
    match = match_with("1 2", "1", upright="2", display=(18,), moves=("catch draw draw",))
    assert answer(match, 1, [piece_in(match, 1, "score-0")])[:2] == ("click.score_other", "CR-21")


def test_a_claimed_objective_stays_claimed() -> None:
    match = match_with("1", "1", upright="2", display=(1, 18), moves=("catch", "draw", "draw", "claim 1"))
    match.play(1, "catch draw draw")
    assert answer(match, 0, ["goal-0"])[:2] == ("click.won", "CR-26")


def test_refusals_of_clicks_are_said_in_the_players_language() -> None:
    match, french = match_with("1 2", "1", moves=("catch",)), game.translator("fr")
    hand = piece_in(match, 0, "hand")
    assert answer(match, 0, [hand], french)[2].endswith("vous prenez des cartes de la pioche ou du bassin.")
    assert answer(match, 0, ["goals"], french)[2].startswith("La pioche d'objectifs est fermée")
    unknown = ("click.unknown", "", "Il n'y a pas de telle pièce sur la table.")
    assert answer(match, 0, ["card-7-1"], french) == unknown
    assert answer(match, 0, [], french)[0] == "click.unknown"
