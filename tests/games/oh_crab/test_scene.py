"""The table laid out: pieces, what can be done, text; and what clicks on it mean."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

import decapod
from decapod.games.oh_crab import state as s
from decapod.scene.svg import FACE
from tests.games.oh_crab.position import (
    AHEAD,
    BACK,
    BACK_LEFT,
    END,
    MAIN,
    PATH,
    PLACE_LEFT,
    RIGHT,
    SPECIAL,
    Race,
    card,
    go,
    middle,
)
from tests.positions import answer, piece_in

# --- what is laid out -------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_stays_on_the_canvas_with_its_own_id(players: int, layout: str) -> None:
    for moves in (0, 90, 301, 5000):
        scene = middle(players, moves).scene(0, layout)
        for piece in scene.pieces:
            half = piece.width / 2
            assert half - 12 <= piece.x <= scene.width - half, piece
            assert half - 12 <= piece.y <= scene.height - half / 2, piece
            assert piece.label
            assert piece.hint
        assert len({piece.id for piece in scene.pieces}) == len(scene.pieces)
        assert all(panel.y + panel.height <= scene.height for panel in scene.panels)
        assert not any(piece.id.startswith(FACE) for piece in scene.pieces), "a piece and a face may share an id"


def test_a_picture_is_well_formed() -> None:
    for layout in ("desktop", "tablet", "phone"):
        scene = middle(5, 260).scene(2, layout)
        root = ET.fromstring(scene.svg())  # noqa: S314  # our own picture
        ids = {element.get("id") for element in root.iter()}
        assert {piece.id for piece in scene.pieces} <= ids


@pytest.mark.parametrize("seed", range(4))
def test_choices_are_the_legal_moves_and_every_one_can_be_clicked(seed: int) -> None:
    for moves in range(seed, 500, 9):
        match = middle(4, moves, seed=1)
        player = match.to_act[0]
        scene = match.scene(player, ("desktop", "tablet", "phone")[seed % 3])
        ids = {piece.id for piece in scene.pieces}
        legal = match.legal_actions(player)
        assert list(dict.fromkeys(choice.move for choice in scene.choices)) == legal
        assert all(choice.clicks and set(choice.clicks) <= ids for choice in scene.choices)
        assert len({choice.clicks for choice in scene.choices}) == len(scene.choices), "two moves by the same clicks"
        assert {piece.id for piece in scene.pieces if piece.mark == "legal"} == {
            choice.clicks[0] for choice in scene.choices
        }


def test_a_scene_shows_no_hand_but_the_viewers() -> None:
    match = middle(3, 130)
    own = match.scene(1)
    assert any(piece.region == "hand" for piece in own.pieces) == bool(int(match.state.hand[1]))
    assert not any(piece.region == "hand" for piece in match.scene(None).pieces)


def test_pieces_say_what_they_are_and_whose() -> None:
    race = Race(2)
    race.plan("S1", "S2")
    race.play(PLACE_LEFT)
    pieces = {piece.id: piece for piece in race.scene(0).pieces}
    by_role: dict[str, set[tuple[str, int]]] = {}
    for piece in pieces.values():
        by_role.setdefault(piece.role, set()).add((piece.id, piece.owner))
    assert by_role["pile"] == {("deck", -1)}
    assert by_role["figure"] == {("crab-0", 0), ("crab-1", 1)}  # the stray, crab-2, is nobody's
    assert by_role["hand"] == {(f"card-0-{card(name)}", 0) for name in ("S2", "S3", "S4")}
    assert by_role["action"] == {("act-main", 0), ("act-chef", 0), ("act-end", 0)}
    assert {pieces[piece].owner for piece in (f"card-0-{card('S1')}", "chef")} == {0}
    assert pieces["plan-1"].owner == 1
    assert pieces["crab-2"].owner == pieces["tile-0"].owner == pieces[f"card-{race.state.market[0]}"].owner == -1


def test_a_scene_says_which_round_it_is() -> None:
    race = Race()
    assert race.scene(0).round == 1
    race.begin(2, "S1", chef=0)
    race.play(END)
    assert race.scene(0).round == 2


def test_the_spaces_of_a_beach_are_made_once() -> None:
    """The same spaces are the same objects from move to move, in every layout: the server relies on it."""
    race = Race()
    for layout in ("desktop", "tablet", "phone"):
        earlier = {piece.id: piece for piece in race.scene(0, layout).pieces if piece.id.startswith("space-")}
        later = {piece.id: piece for piece in middle(3, 40).scene(1, layout).pieces if piece.mark == ""}
        same = [piece for piece in earlier if later.get(piece) is earlier[piece]]
        assert len(same) > 120


def test_half_icons_of_a_sequence_meet() -> None:
    match = middle(3, 240)
    scene = match.scene(None)
    for player in range(3):
        row = [p for p in scene.pieces if p.region == f"row-{player}"]
        row.sort(key=lambda piece: piece.order)
        assert [int(p.face.removeprefix("front-")) for p in row] == s.sequence_of(match.state, player)
        for left, right in pairwise(row):
            assert right.x - left.x == pytest.approx(left.width * 100 / 104, abs=0.2)


def test_what_can_be_done_this_turn_is_always_visible() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.lay_sequence(0, "S4")
    race.begin(0, "faster3", chef=0)
    texts = [label.text for label in race.scene(0).labels]
    for text in ("shell", "forward (halves)", "Faster! for a card", "chef: diagonal", "end the turn"):
        assert text in texts
    others = [label.text for label in race.scene(1).labels]
    assert "Faster! for a card" in others


def test_on_its_back_a_crab_is_told_what_a_move_is_good_for() -> None:
    race = Race()
    race.stand(0, 3, 7, down=True)
    race.begin(0, "slide1", chef=0)
    texts = " ".join(label.text for label in race.scene(0).labels)
    for text in ("shell", "Slide! for a card → get up", "chef: diagonal → get up"):
        assert text in texts


def test_the_text_shows_beach_sequences_and_hand() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 8, down=True)
    text = race.scene(0).text()
    row = next(line for line in text.splitlines() if line.startswith("d "))
    assert re.search(r"0\s+1!", row)
    assert "hand: S1 D(F)S  S2 S(D)D  S3 F(D)D  S4 D(S)F" in text
    assert "market: " in text


# --- what clicks mean -------------------------------------------------------------------------------------


def test_while_all_plan_everything_else_waits() -> None:
    match = Race().match
    for piece in ("space-d5", "crab-1", "tile-0", "deck"):
        assert answer(match, 0, [piece])[:2] == ("first.plan", "OC-6")
    assert answer(match, 0, [piece_in(match, 0, "market")])[:2] == ("card.not_in_hand", "OC-6")
    match.play(1, match.legal_moves(1)[0])
    assert answer(match, 0, ["plan-1"])[:2] == ("click.plan", "OC-54")
    assert answer(match, 1, ["space-d5"])[:2] == ("turn.not_yours", "OC-7")


def test_a_step_goes_next_door_and_nowhere_else() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 0, 4)
    race.begin(0, "slant3")
    assert race.answer(0, "space-d8")[:2] == ("first.act", "OC-12")
    race.play(MAIN)
    assert race.stage == "step"
    assert race.answer(0, "space-d16")[:2] == ("click.far", "OC-16")
    assert race.answer(0, "space-d7")[:2] == ("crab.other_way", "OC-16")
    assert race.answer(0, "crab-0", "crab-0")[:2] == ("click.same", "OC-16")
    assert race.answer(0, "crab-1")[:2] == ("click.far", "OC-16")
    assert race.answer(0, "space-a1")[:2] == ("space.inaccessible", "OC-21")
    assert race.answer(0, "tile-1")[:2] == ("first.step", "OC-16")
    french = decapod.game("oh-crab").translator("fr")
    assert answer(race.match, 0, ["space-d16"], french)[2] == (
        "d16 est hors de portée de ce déplacement, qui part de d8."
    )


def test_a_crab_in_the_way_is_pushed_by_clicking_it_or_its_space() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 8)
    race.begin(0, "faster1")
    race.state.stage, race.state.forwards, race.state.back = s.STEP, 1, s.STEP
    match = race.match
    assert match.move_from_clicks(0, ["crab-1"]) == match.move_from_clicks(0, ["space-d9"]) == go(0, AHEAD)


def test_a_knocked_over_crab_says_so_wherever_it_is_sent() -> None:
    race = Race()
    race.stand(0, 3, 7, down=True)
    race.begin(0, "zigzag1")
    race.state.stage, race.state.diagonals, race.state.back = s.STEP, 2, s.STEP
    assert race.answer(0, "space-d16")[:2] == race.answer(0, "crab-0")[:2] == ("crab.knocked_over", "OC-19")


def test_move_out_wants_a_crab_and_then_a_space() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 11)
    race.begin(0, "move_out1")
    race.play(SPECIAL)
    assert race.answer(0, "space-d5")[:2] == ("click.crab_first", "OC-16")
    assert race.answer(0, "crab-0")[:2] == ("crab.other", "OC-16")
    assert race.answer(0, "crab-1", "space-d2")[:2] == ("click.far", "OC-16")
    assert race.answer(0, "crab-1", "tile-0")[:2] == ("first.shove", "OC-42")
    assert race.match.move_from_clicks(0, ["crab-1"]) in race.legal()
    assert race.match.move_from_clicks(0, ["crab-1", "space-d11"]) == go(1, BACK)


def test_who_is_moved_onto_a_crab_is_clicked_first_and_then_that_crab_or_its_space() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 9)
    race.stand(2, 2, 8)
    race.begin(0, "move_out1")
    race.play(SPECIAL)
    onto = [choice.clicks for choice in race.scene(0).choices if choice.move == go(1, BACK_LEFT)]
    assert sorted(onto) == [("crab-1", "crab-2"), ("crab-1", "space-c9")]
    ringed = {piece.id for piece in race.scene(0).pieces if piece.mark == "legal"}
    assert ringed == {"crab-1", "crab-2"}


def test_the_crab_that_is_to_go_can_be_clicked_first_or_dragged() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 3, 8)
    race.begin(0, "slant3")
    race.play(MAIN)
    assert race.match.move_from_clicks(0, ["crab-0", "space-d9"]) == go(0, AHEAD)
    assert race.match.move_from_clicks(0, ["crab-0", "crab-1"]) == go(0, AHEAD)
    assert race.answer(0, "crab-0", "space-d16")[:2] == ("click.far", "OC-16")
    race.play(go(0, AHEAD))
    assert race.match.move_from_clicks(0, ["crab-1", "space-d10"]) == go(1, AHEAD)


def test_a_shortcut_is_taken_by_a_click_on_it_or_its_end_or_says_what_it_costs() -> None:
    race = Race()
    race.stand(0, 1, 4)
    race.begin(0, "S1")
    for clicks in (["space-b5"], ["crab-0"], ["space-b7"], ["crab-0", "space-b7"]):
        race.hold(0, "S1")
        assert race.answer(0, *clicks)[:2] == ("shortcut.cannot_pay", "OC-24"), clicks
        if len(clicks) == 1:
            race.hold(0, "slant3", "jump_aside1")
            assert race.match.move_from_clicks(0, clicks) == PATH
    assert race.answer(0, "space-b8")[:2] == ("first.act", "OC-12")


def test_a_jump_stays_in_the_row() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.stand(1, 5, 7)
    race.begin(0, "jump_aside1")
    race.play(SPECIAL)
    assert race.answer(0, "space-d12")[:2] == race.answer(0, "space-c8")[:2] == ("jump.other_row", "OC-41")
    assert race.answer(0, "crab-1")[:2] == ("space.occupied", "OC-16")


def test_cards_before_others_are_theirs() -> None:
    race = Race()
    race.lay_sequence(1, "S1", "seagull2")
    race.hold(0, "S1", "S2")
    race.begin(0)
    race.state.stage = s.SNACK
    assert race.answer(0, f"card-1-{card('S1')}")[:2] == ("click.others_card", "OC-8")
    assert race.answer(0, f"card-{card('seagull2')}")[:2] == ("click.others_card", "OC-8")
    assert race.match.move_from_clicks(0, [f"card-0-{card('S1')}"]) == card("S1")


def test_the_chef_is_an_action_of_the_one_who_has_it() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.begin(0, "S4", chef=2)
    assert race.answer(0, "chef")[:2] == ("action.not_chef", "OC-14")
    race.begin(0, chef=0)
    assert race.answer(0, "chef")[:2] == ("click.chef", "OC-14")


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_a_crab_in_the_sea_lies_where_it_came_into_it(layout: str) -> None:
    """From c19 to d20 it was once seen on b20."""
    race = Race(5)
    race.stand(0, 2, 18)
    race.begin(0, "slant3")
    race.play(MAIN, go(0, RIGHT))
    assert race.where(0) == "sea"
    places = {piece.id: (piece.x, piece.y) for piece in race.scene(1, layout=layout).pieces}
    assert places["crab-0"] == places["space-d20"]
    for crab in range(1, 5):
        race.state.at[crab], race.state.landed[crab] = s.AWAY, race.state.landed[0]
    scene = race.scene(1, layout=layout)
    crabs = sorted((piece.x, piece.y) for piece in scene.pieces if piece.role == "figure")
    assert all(abs(x - u) + abs(y - v) >= 20 for (x, y), (u, v) in pairwise(crabs)), "they hide each other"
    assert all(12 < x < scene.width - 12 and 12 < y < scene.height - 12 for x, y in crabs)


def test_the_sea_and_who_is_in_it_are_out_of_reach() -> None:
    race = Race()
    race.stand(0, 3, 7)
    race.state.at[1] = s.AWAY
    race.begin(0, "slant3")
    race.play(MAIN)
    assert race.answer(0, "crab-1")[:2] == ("click.in_sea", "OC-27")


def test_a_card_of_the_hand_says_which_halves_it_would_complete() -> None:
    match, chance = decapod.game("oh-crab").match(2, seed=3), random.Random(2)
    said: set[str] = set()
    for _ in range(120):
        if match.is_over:
            break
        player = match.to_act[0]
        scene = match.scene(player)
        for piece in scene.pieces:
            if piece.role == "hand" and any(other.region == f"row-{player}" for other in scene.pieces):
                said |= {part for part in ("on the left", "on the right", "no half") if part in piece.hint}
                assert "completes" in piece.hint
        match.play(player, chance.choice(match.legal_actions(player)))
    assert said == {"on the left", "on the right", "no half"}


def test_labels_name_cards_in_words() -> None:
    scene = decapod.game("oh-crab").match(2, seed=3).scene(0)
    labels = [piece.label for piece in scene.pieces if piece.face.startswith("front-")]
    assert labels
    assert all(label.startswith("the ") and "(" not in label and "_" not in label for label in labels)
    assert all("(" not in choice.words for choice in scene.choices)


def test_a_shove_rests_for_all_but_the_one_who_chooses_where_it_goes() -> None:
    """Two crabs on one space are seen for a moment, by whoever only looks on."""
    match, chance = decapod.game("oh-crab").match(4, seed=3), random.Random(2)
    shoves = 0
    for ply in range(400):
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_actions(player)))
        if match.state.stage == s.PUSH:
            shoves += 1
            scene = match.scene((player + 1) % 4)
            assert scene.rest is not None
            assert [piece for piece in scene.rest.pieces if piece.id.startswith("crab-")] == [
                piece for piece in scene.pieces if piece.id.startswith("crab-")
            ]
            assert match.scene(player).rest is None
        elif ply % 20 == 0:
            assert match.scene((player + 1) % 4).rest is None
        if match.is_over or shoves > 3:
            break
    assert shoves > 3
