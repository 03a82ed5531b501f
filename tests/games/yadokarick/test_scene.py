"""What people see of Yadokarick, in both layouts and in text, and what clicks on its pieces mean."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from decapod.core.match import Match
from decapod.games.yadokarick.scene import LAYOUTS
from decapod.games.yadokarick.state import LEFT, RIGHT, STAY
from tests.games.yadokarick.position import GAME, Alone, Round, play_on
from tests.positions import answer

MODES = GAME.modes


def begin(players: int, variant: str | None = None) -> Match:
    """Begin a match in which player 0 leads."""
    return GAME.match(players, variant=variant, seed=5, first="0")


def play_all(match: Match, *texts: str) -> None:
    """Make moves, whoever is to make them."""
    for text in texts:
        match.play(match.to_act[0], text)


# --- pictures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_every_floor_of_a_house_shows_its_number(layout: str) -> None:
    """The next floor hid half of the numbers in one's own house: a card's upper 0.28 widths tell number and size."""
    for seats in range(3, 8):
        for plot in LAYOUTS[layout](seats).plots:
            assert plot.step >= 0.3 * plot.card


@pytest.mark.parametrize(("variant", "players"), MODES)
@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_everything_lies_on_the_canvas_and_every_piece_once(variant: str, players: int, layout: str) -> None:
    match = begin(players, variant)
    for _ in range(4):
        for viewer in (None, players - 1):
            scene = match.scene(viewer, layout)
            ids = [piece.id for piece in scene.pieces]
            assert len(ids) == len(set(ids))
            for piece in scene.pieces:
                face = scene.faces[piece.face]
                high = piece.width * face.view[3] / face.view[2]
                assert piece.x - piece.width / 2 >= -2, piece
                assert piece.x + piece.width / 2 <= scene.width + 2, piece
                assert piece.y - high / 2 >= -2, piece
                assert piece.y + high / 2 <= scene.height + 2, piece
            for panel in scene.panels:
                assert panel.x >= 0
                assert panel.x + panel.width <= scene.width
                assert panel.y + panel.height <= scene.height
            ET.fromstring(scene.svg())  # noqa: S314  # our own document
        play_on(match, 33)


@pytest.mark.parametrize(("variant", "players"), MODES)
def test_every_choice_can_be_made_by_clicking_or_a_button(variant: str, players: int) -> None:
    match = begin(players, variant)
    while not match.is_over:
        player = match.to_act[0]
        scene = match.scene(player)
        assert list(dict.fromkeys(choice.move for choice in scene.choices)) == match.legal_actions(player)
        ids = {piece.id for piece in scene.pieces}
        for choice in scene.choices:
            assert set(choice.clicks) <= ids
        marked = {piece.id for piece in scene.pieces if piece.mark == "legal"}
        assert marked == {choice.clicks[0] for choice in scene.choices if choice.clicks}
        play_on(match, 13, seed=int(match.state.ply))


def test_nobody_elses_hand_is_in_a_scene() -> None:
    at = Round(4)
    cards = {piece.id for piece in at.match.scene(0).pieces if piece.face.startswith("card-")}
    assert cards == set(at.hand(0))
    assert not any(piece.face.startswith("card-") for piece in at.match.scene(None).pieces)


def test_a_hand_is_its_owners_and_within_reach_and_decks_are_piles() -> None:
    at = Round(4)
    held = [piece for piece in at.match.scene(2).pieces if piece.role == "hand"]
    assert {piece.id for piece in held} == set(at.hand(2))
    assert {piece.owner for piece in held} == {2}
    piles = [piece.id for piece in Alone().match.scene(0).pieces if piece.role == "pile"]
    assert piles == ["deck-of-g", "deck-of-p"]


def test_pieces_belong_to_whoever_they_lie_before_and_the_npcs_to_nobody() -> None:
    at = Round(2).build(1, "g9 g30").build(2, "g8").give("g5", "g6")
    at.play("g5", player=0)
    owners = {piece.id: piece.owner for piece in at.match.scene(0).pieces}
    assert [owners[name] for name in ("g9", "g30", "roof-of-house-1", "hermit-at-1")] == [1, 1, 1, 1]
    assert (owners["g5"], owners["slot-2"]) == (0, 1)
    assert (owners["g8"], owners["hermit-at-2"]) == (-1, -1)


def test_the_round_is_a_field_of_the_scene() -> None:
    at = Round(4, rounds=2)
    assert at.match.scene(0).round == 1
    assert at.finish_round().match.scene(0).round == 2
    assert at.finish_round().match.scene(0).round == 2
    assert Alone().match.scene(0).round == 0


def test_the_scene_shows_who_leads_who_is_lowest_and_who_takes_what() -> None:
    at = Round(4).give("g25", "p8", "g17", "p29")
    at.play("g25", "p8", "g17")
    scene = at.match.scene(3)
    by_id = {piece.id: piece for piece in scene.pieces}
    assert by_id["g25"].x < by_id["p8"].x < by_id["g17"].x < by_id["slot-3"].x
    assert by_id["taker-g25"].face == "chip-0"
    assert by_id["taker-p8"].face == "chip-1"
    assert "taker-g17" not in by_id
    assert by_id["low-1"].face == "marker"
    assert "▸ Coral" in [label.text for label in scene.labels]


def test_a_house_grows_upwards_and_its_fallen_cards_lie_beside_it() -> None:
    scene = Round(4).build(1, "g1 g2 g4 g6 g7 g9 g18 g30").match.scene(None)
    by_id = {piece.id: piece for piece in scene.pieces}
    floors = [by_id[text] for text in ("g4", "g6", "g7", "g9", "g18", "g30")]
    assert [piece.y for piece in floors] == sorted((piece.y for piece in floors), reverse=True)
    assert [piece.layer for piece in floors] == sorted((piece.layer for piece in floors), reverse=True)
    assert "g1" not in by_id
    assert {"fallen-1-0", "fallen-1-1"} <= set(by_id)
    assert by_id["token-1"].face == "chip-1"
    panel = next(panel for panel in scene.panels if panel.player == 1)
    assert panel.lines == ("house 17, roof on", "worth -9 now", "2 fallen: −3")


def test_the_marker_stands_on_the_target_in_both_layouts() -> None:
    at = Round(4)
    for target in (1, 11, 21):
        at.state.marker = target
        for layout in ("desktop", "tablet", "phone"):
            by_id = {piece.id: piece for piece in at.match.scene(0, layout).pieces}
            assert by_id["size-marker"].x == pytest.approx(by_id[f"size-{target}"].x, abs=0.02)


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_a_token_lies_below_its_number_or_beside_the_track_with_it(layout: str) -> None:
    """On a phone houses out of sight lay in a heap below the last number, and hid one's own."""
    at = Round(7)
    for seat, size in enumerate((11, 11, 2, 24, 11, 12, 0)):
        at.state.built[seat] = size
    scene = at.match.scene(1, layout)
    by_id = {piece.id: piece for piece in scene.pieces}
    sizes = {
        int(name[5:]): piece for name, piece in by_id.items() if name.startswith("size-") and name != "size-marker"
    }
    for seat, size in enumerate((11, 11, 2, 24, 11, 12)):
        token = by_id[f"token-{seat}"]
        assert token.label == f"{scene.panels[seat].name.removesuffix(' (you)')}'s house: {size}"
        if size in sizes:
            assert abs(token.x - sizes[size].x) <= sizes[size].width / 2
        else:
            assert (f"‹{size}" if size < 11 else f"{size}›") in [label.text for label in scene.labels]
            assert all(abs(token.x - one.x) >= (token.width + one.width) / 2 - 0.1 for one in sizes.values())
    own = by_id["token-1"]
    assert all(own.layer > by_id[f"token-{seat}"].layer for seat in (0, 2, 3, 4, 5))


def test_while_the_marker_is_moved_a_house_is_worth_what_it_will_be_with_the_cards_won() -> None:
    at = Round(4).build(1, "g9 g18").give("g25", "p8", "g17", "p29")
    at.play("g25", "p8", "g17", "p29")
    worth = [panel.lines[1] for panel in at.match.scene(1).panels]
    assert worth == ["worth +3 once built", "worth +8 now", "worth +0 now", "worth +2 once built"]
    at = Round(3).build(0, "g9 g18 g27 g4 g8 g1").give("g36 g1", "g20 g5", "g11 g6")
    at.play("g36", "g20", "g11")
    before = at.match.scene(0).panels[0].lines[1]
    assert "once built" in before
    at.play("stay", "build g36")
    assert at.match.scene(0).panels[0].lines[1] == before.replace("once built", "now")


@pytest.mark.parametrize("players", [3, 7])
def test_on_a_phone_all_points_are_beside_ones_own_house(players: int) -> None:
    at = Round(players).build(2, "g9 g18")
    texts = [label.text for label in at.match.scene(1, "phone").labels]
    assert texts.count("worth +0 now") == players - 2
    assert {"Gold", "house 8", "worth +8 now"} <= set(texts)


def test_the_text_of_a_table_can_be_read_aloud() -> None:
    at = Round(4).give("g25", "p8", "g17", "p29")
    at.play("g25", "p8")
    text = at.match.scene(2).text()
    assert "Size: 1 2 3 4 5 6 7 8 9 10 [11] 12" in text
    assert "Trick 1: Coral g25(3)*  Blue p8(1)v*  Gold -  Green -" in text
    assert "Your hand: g17(1)" in text
    assert "Your turn: play any card." in text


def test_the_solo_scene_shows_row_decks_columns_and_the_score_to_beat() -> None:
    scene = Alone("g1 g5 g9 g13 g17", beat=33).match.scene(0)
    assert sum(piece.region == "row" for piece in scene.pieces) == 5
    assert [p.label for p in scene.pieces if p.region == "decks"] == ["green deck: 30 left", "pink deck: 35 left"]
    assert scene.panels[0].lines[0] == "score 0, to beat 33"
    assert scene.text().count("alternating") == 2


@pytest.mark.parametrize(("variant", "players"), [("main", 4), ("duel", 2), ("solo", 1)])
def test_french_is_spoken_throughout(variant: str, players: int) -> None:
    match = play_on(begin(players, variant), 30)
    french = GAME.translator("fr")
    assert match.scene(0, words=french).text() != match.scene(0).text()
    assert all(move.words for p in match.to_act for move in match.legal_moves(p, french))
    assert match.scene(None, words=french).title == "Yadokarick"


# --- clicks -----------------------------------------------------------------------------------------------


def test_what_belongs_to_the_marker_waits_for_the_end_of_the_trick() -> None:
    at = Round(3)
    for piece in ("size-11", "size-10", "size-12", "size-21", "size-marker"):
        assert at.answer(0, piece)[:2] == ("marker.not_now", "YD-5")


def test_the_marker_goes_one_card_by_a_click_there_or_is_itself_put_there() -> None:
    """It could not be dragged, and a click on it left it where it was before one could say where it goes."""
    at = Round(3).trick("g1", "g5", "g7")
    assert at.answer(0, "size-14") == ("click.far", "YD-5", "The marker goes one card at most; it is on 11.")
    assert at.answer(0, "g5")[:2] == ("marker.first", "YD-5")
    assert at.answer(0, "size-marker", "size-14")[:2] == ("click.far", "YD-5")
    scene = at.match.scene(0)
    ways = {move: {c.clicks for c in scene.choices if c.move == move} for move in (LEFT, STAY, RIGHT)}
    assert ways == {
        move: {(f"size-{size}",), ("size-marker", f"size-{size}")}
        for move, size in ((LEFT, 10), (STAY, 11), (RIGHT, 12))
    }
    assert next(piece.owner for piece in scene.pieces if piece.id == "size-marker") == 0


def test_cards_that_are_not_in_the_hand_are_not_played() -> None:
    at = Round(3).build(2, "g10").give("g1 g9", "g5 g8", "g7 g6")
    at.play("g1")
    assert at.answer(1, "g1")[:2] == ("card.not_in_hand", "YD-4")
    assert at.answer(1, "g10")[:2] == ("click.house", "YD-10")
    assert at.answer(0, "g9")[:2] == ("turn.not_yours", "YD-4")
    assert at.answer(1, "roof-of-house-2")[:2] == ("click.roof", "YD-12")
    assert at.answer(1, "hermit-at-2")[:2] == ("click.hermit", "YD-10")
    assert at.answer(1, "token-2")[:2] == ("click.token", "YD-13")
    assert at.answer(1, "low-0")[:2] == ("click.low", "YD-5")
    assert at.answer(1, "taker-g1")[:2] == ("click.taker", "YD-8")
    assert answer(at.match, 1, ["slot-2"], GAME.translator("fr"))[1:] == (
        "YD-4",
        "Ici vient la carte de Or ; à votre tour, choisissez-en une dans votre main.",
    )


def test_with_more_players_each_colour_has_its_taker() -> None:
    at = Round(4).give("g25", "p8", "g17", "p29")
    at.play("g25")
    assert at.answer(1, "taker-g25")[:2] == ("click.taker", "YD-9")


def test_a_fallen_card_says_where_it_fell_from() -> None:
    at = Round(4).build(1, "g1 g2 g4 g6 g7 g9 g18")
    assert at.answer(0, "fallen-1-0")[:2] == ("click.fallen", "YD-11")


def test_cards_in_other_hands_are_no_pieces() -> None:
    assert Round(3).give("g1", "g5", "g7").answer(0, "g5")[0] == "click.unknown"


def test_a_roof_waits_for_the_cards_won_with_it() -> None:
    at = Round(3).give("g30 g1", "g9 g2", "g4 g3")
    at.play("g30", "g9", "g4", "stay")
    assert at.answer(0, "g30")[:2] == ("build.roof_last", "YD-12")
    assert at.answer(0, "g1")[:2] == ("build.not_won", "YD-10")


def test_a_card_that_goes_nowhere_says_why() -> None:
    at = Alone("g25 p5", "g7", "g12", "g9", "p3")
    assert at.answer(0, "g25")[:2] == ("column.too_high", "YD-25")
    assert at.answer(0, "p5", "column-1")[:2] == ("column.green_only", "YD-24")
    assert at.answer(0, "p5", "p3")[:2] == ("column.too_high", "YD-25")
    assert at.answer(0, "p5", "deck-of-g")[:2] == ("draw.not_now", "YD-23")
    assert at.answer(0, "g12")[:2] == ("click.column", "YD-23")
    match = at.match
    assert (
        match.move_from_clicks(0, ["p5", "g12"]) == match.move_from_clicks(0, ["p5", "column-2"]) == at.read("p5 to 2")
    )
    assert Alone("p5").answer(0, "column-1")[:2] == ("column.empty", "YD-28")


def test_a_card_goes_onto_a_hermit_crab_by_any_piece_of_its_column_and_is_given_up_by_a_button() -> None:
    at = Alone("g36", "g35 g30")
    ways = [(choice.text, choice.clicks) for choice in at.match.scene(0).choices]
    onto_first = {clicks for text, clicks in ways if text == "g36 to 1"}
    assert onto_first == {("g36", there) for there in ("g35", "g30", "roof-of-house-1", "column-1")}
    assert ("give up 1", ()) in ways


def test_first_things_first_in_the_solo_game() -> None:
    at = Alone("g25 p5", "g7", phase="refill")
    assert at.answer(0, "p5")[:2] == ("draw.first", "YD-23")
    assert at.answer(0, "column-1")[:2] == ("draw.first", "YD-23")
    at = Alone("g25 p5 p6", "g7", phase="bonus")
    assert at.answer(0, "g25")[:2] == ("bonus.not_consecutive", "YD-29")
    assert at.answer(0, "p5", "column-4")[:2] == ("bonus.first", "YD-29")
    assert at.answer(0, "deck-of-p")[:2] == ("bonus.first", "YD-29")
    assert at.match.move_from_clicks(0, ["p5"]) == at.read("bank p5")


@pytest.mark.parametrize(("variant", "players", "cards"), [("main", 4, 4), ("duel", 2, 3)])
def test_a_complete_trick_rests_before_it_is_taken(variant: str, players: int, cards: int) -> None:
    """After the move that clears it, the scene still has all its cards, as everybody saw them; the NPC's too."""
    match = begin(players, variant)
    rested = 0
    while match.state.finished == 0 and not match.is_over:
        player = match.to_act[0]
        tricks = int(match.state.tricks)
        match.play(player, match.legal_actions(player)[0])
        rest = match.scene(None).rest
        assert (rest is not None) == (match.state.tricks != tricks or match.is_over)
        if rest is not None and not rest.summary:
            rested += 1
            assert sum(piece.region == "trick" and piece.face.startswith("card-") for piece in rest.pieces) == cards
            assert any(zone.label.startswith(f"Trick {tricks + 1} of 10") for zone in rest.zones)
    assert rested == 9 + match.is_over


def test_what_a_trick_that_rests_shows_is_of_one_moment() -> None:
    """The marker was still where it had been, and the panels already counted what was still to be built."""
    match = Round(4).give("g25 g1", "p8 g2", "g17 g3", "p29 g4").match
    play_all(match, "g25", "p8", "g17", "p29", "marker right")
    scene = match.scene(0)
    assert scene.rest is not None
    by_id = {piece.id: piece for piece in scene.rest.pieces}
    assert by_id["size-marker"].x == pytest.approx(by_id["size-12"].x, abs=0.02)
    assert [panel.lines[0] for panel in scene.rest.panels] == ["house 0"] * 4
    assert not any(panel.awaiting for panel in scene.rest.panels)
    assert scene.panels[0].lines[0] == "house 3"


def test_at_the_end_of_a_round_the_houses_stand_and_it_is_said_what_they_were_worth() -> None:
    """The next round was dealt at once: nobody saw what they had got, nor why."""
    at = Round(3, rounds=2).build(0, "g9 g18 g3").build(1, "g27 g13 g4").give("g36", "g10", "g2")
    at.state.tricks = 9
    match = at.match
    play_all(match, "g36", "g10", "g2", "marker left", "build g36")
    scene = match.scene(0)
    assert scene.rest is not None
    assert scene.rest.summary == (
        "Round 1, target 10: Coral -6 (house 16, 6 too large), Blue +15 (house 10, just the target: 5 more), "
        "Gold +0 (house 0)."
    )
    assert {"g9", "g18", "g3", "g36"} <= {piece.id for piece in scene.rest.pieces if piece.region == "house-0"}
    assert scene.rest.panels[0].lines[1] == "-6 points"
    assert scene.rest.zones[0].label == "Trick 10 of 10, round 1 of 2"
    assert scene.awaiting == (1,)
    assert scene.panels[0].lines[0] == "house 0"
