"""Scenes: data, pictures, text, words."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET

import pytest

import decapod
from decapod.i18n.translator import PlayerRef
from decapod.scene import Parts, Translator, message
from decapod.scene.art import MARKS, SEATS, seat_colours
from decapod.scene.builder import MOST_PARTS
from decapod.scene.schema import LAYOUTS
from decapod.scene.svg import wrap
from tests import GAMES


def middle(players: int = 4, variant: str = "a", moves: int = 12) -> decapod.Match:
    match = decapod.game("crab-stack").match(players, variant=variant, seed=7)
    chance = random.Random(3)
    for _ in range(moves):
        player = match.to_act[0]
        match.play(player, chance.choice(match.legal_actions(player)))
    return match


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
@pytest.mark.parametrize("variant", ["a", "b"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everything_stays_on_the_canvas(players: int, variant: str, layout: str) -> None:
    scene = middle(players, variant, 5).scene(0, layout)
    for piece in scene.pieces:
        half = piece.width / 2
        assert half <= piece.x <= scene.width - half, piece
        assert half <= piece.y <= scene.height - half, piece
    for panel in scene.panels:
        assert panel.x + panel.width <= scene.width
        assert panel.y + panel.height <= scene.height
    assert len({piece.id for piece in scene.pieces}) == len(scene.pieces)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_a_picture_says_all_that_is_asked(name: str, layout: str) -> None:
    """On a phone the prompt of Yadokarick's opening ended before it said which target."""
    match = decapod.game(name).match(seed=1)
    scene = match.scene(match.to_act[0], layout)
    root = ET.fromstring(scene.svg())  # noqa: S314  # our own picture
    said = [text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert all(word in " ".join(said).split() for word in scene.prompt.split())


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_in_a_picture_the_words_of_a_panel_stay_inside_it(name: str, language: str) -> None:
    """Crabs!' ran over the edge of theirs, in French more so."""
    game, space = decapod.game(name), "{http://www.w3.org/2000/svg}"
    match = game.match(seed=1)
    root = ET.fromstring(match.scene(0, "desktop", game.translator(language)).svg())  # noqa: S314  # our own picture
    boxes = [
        (box, group)
        for group in root.iter(f"{space}g")
        for box in group.findall(f"{space}rect")
        if "panel" in box.get("class", "")
    ]
    assert len(boxes) == len(match.scene(0).panels)
    for box, group in boxes:
        left, top, width, height = (float(box.get(key, "")) for key in ("x", "y", "width", "height"))
        for text in group.findall(f"{space}text[@class='soft']"):
            size = float(text.get("font-size", ""))
            assert float(text.get("x", "")) + len(text.text or "") * size * 0.53 <= left + width, text.text
            assert float(text.get("y", "")) <= top + height, text.text


def test_a_picture_is_well_formed_and_has_every_piece_once() -> None:
    scene = middle().scene(1)
    root = ET.fromstring(scene.svg())  # noqa: S314  # our own picture
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    for piece in scene.pieces:
        assert ids.count(piece.id) == 1
        assert piece.hint
        assert piece.label
    uses = list(root.iter("{http://www.w3.org/2000/svg}use"))
    assert len(uses) == len(scene.pieces)
    assert scene._repr_svg_() == scene.svg()
    assert middle()._repr_svg_().startswith("<svg")


def test_the_choices_are_the_legal_moves_and_can_be_clicked() -> None:
    match = middle()
    player = match.to_act[0]
    scene = match.scene(player)
    assert {choice.move for choice in scene.choices} == set(match.legal_actions(player))
    pieces = {piece.id for piece in scene.pieces}
    assert all(set(choice.clicks) <= pieces for choice in scene.choices)
    first = scene.choices[0]
    assert first.move in scene.moves_of(first.clicks[0])
    other = match.scene((player + 1) % 4)
    assert other.choices == ()
    assert match.scene(None).choices == ()
    marked = {piece.id for piece in scene.pieces if piece.mark == "legal"}
    assert marked == {choice.clicks[0] for choice in scene.choices}


def test_a_scene_is_plain_data() -> None:
    plain = json.loads(json.dumps(middle().scene(0).data()))
    assert plain["game"] == "crab-stack"
    assert "sprites" not in plain


def test_pieces_keep_their_ids_as_they_move() -> None:
    match = middle(2, "a", 0)
    before = {piece.id: (piece.x, piece.y) for piece in match.scene(None).pieces}
    move = match.legal_moves(0)[0]
    crab = match.scene(0).choices[0].clicks[0]
    match.play(0, move)
    after = {piece.id: (piece.x, piece.y) for piece in match.scene(None).pieces}
    assert set(after) <= set(before)
    assert before[crab] != after[crab]


def test_text_says_whose_turn_it_is_and_what_happened() -> None:
    match = middle(2, "a", 3)
    text = match.scene(None).text()
    assert "Waiting for" in text
    assert match.describe_events()[0] in text
    assert "▸" in text


def test_the_end_is_told() -> None:
    match = middle(2, "a", 0)
    while not match.is_over:
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    assert match.outcome is not None
    assert match.scene(0).prompt == match.outcome.words


def test_words_come_in_two_languages_and_names_can_be_given() -> None:
    game = decapod.game("crab-stack")
    assert set(game.languages()) == {"en", "fr"}
    french = game.translator("fr", ["Ada", ""])
    assert french("turn.not_yours", player=PlayerRef(0)) == "C'est le tour de Ada."
    assert french("turn.not_yours", player=PlayerRef(1)) == "C'est le tour de Bleu."
    assert game.translator("xx")("title") == "Crab Stack"
    assert game.translator()(message("prompt.wait", players=[PlayerRef(0), PlayerRef(2)])) == "Waiting for Coral, Gold."
    with pytest.raises(KeyError, match="no words for 'nothing'"):
        game.translator()("nothing")
    assert "title" not in Translator(None)


def test_players_beyond_the_colours_go_by_a_number_and_begin_the_colours_again() -> None:
    assert [Translator(None).name(seat) for seat in (6, 7, 14)] == ["Rose", "Player 8", "Player 15"]
    assert seat_colours(8) == SEATS[1]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_seats_can_be_told_apart_in_grey_by_their_marks() -> None:
    assert len(SEATS) == len(set(MARKS)) == 7


def test_text_on_paper_has_contrast() -> None:
    from decapod.scene.art import TOKENS

    for paper in ("sand", "shell"):
        for ink in ("ink", "soft"):
            for theme in (0, 1):
                light, dark = sorted((luminance(TOKENS[paper][theme]), luminance(TOKENS[ink][theme])), reverse=True)
                assert (light + 0.05) / (dark + 0.05) >= 4.5, (paper, ink, theme)


def test_long_words_wrap() -> None:
    lines = wrap("one two three four five six seven", 60, 10)
    assert len(lines) > 1
    assert " ".join(lines) == "one two three four five six seven"


def test_a_part_of_a_scene_shows_the_regions_and_pieces_it_is_asked_for() -> None:
    scene = decapod.game("crabs").match(2, seed=1).scene(0)
    left, top, width, height = scene.bounds(["hand"])
    hand = next(zone for zone in scene.zones if zone.id == "hand")
    assert (left, top, width, height) == (hand.x, hand.y, hand.width, hand.height)
    card = next(piece for piece in scene.pieces if piece.region == "hand")
    left, top, width, height = scene.bounds([card.id])
    assert (left + width / 2, top + height / 2, width) == pytest.approx((card.x, card.y, card.width))
    assert f"viewBox='{left:g} {top:g} {width:g} {height:g}'" in scene.svg((left, top, width, height))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_canvas_stays_the_same_all_through_a_match_and_all_words_lie_on_it(name: str, layout: str) -> None:
    """A page shows the whole canvas: were it to grow, everything on it would move."""
    game = decapod.game(name)
    for variant, players in game.modes:
        match, chance = game.match(players, variant=variant, seed=11), random.Random(5)
        size = None
        for made in range(60):
            if match.is_over:
                break
            player = match.to_act[0]
            if made % 6 == 0:
                scene = match.scene(player, layout, game.translator("fr"))
                assert size in (None, (scene.width, scene.height))
                size = scene.width, scene.height
                for label in scene.labels:
                    long = len(label.text) * label.size * 0.5
                    left = {"start": label.x, "end": label.x - long}.get(label.anchor, label.x - long / 2)
                    assert left >= -8, label
                    assert left + long <= scene.width + 8, label
                    assert 0 < label.y <= scene.height + 4, label
            match.play(player, chance.choice(match.legal_actions(player)))


def test_a_picture_has_room_for_the_prompt_and_for_what_just_happened() -> None:
    scene = middle().scene(0)
    width, height = scene.picture_size
    assert width == scene.width
    assert height > scene.height
    root = ET.fromstring(scene.svg())  # noqa: S314  # our own picture
    left, top, across, down = map(float, (root.get("viewBox") or "").split())
    assert (across, down) == (width, height)
    ys = [float(text.get("y") or 0) for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert min(ys) > top
    assert max(ys) < top + down
    assert left == 0


def test_a_seat_below_the_first_has_no_name() -> None:
    """It had that of the last."""
    words = decapod.game("crab-stack").translator("en", ["Ada", "Ben"])
    with pytest.raises(decapod.ParseError, match="there is no seat -1"):
        words.name(-1)


def test_a_part_of_a_scene_is_four_numbers_and_shows_something() -> None:
    scene = decapod.game("crab-stack").match(2, seed=7).scene(0)
    with pytest.raises(decapod.ParseError, match="a part is left, top, width and height"):
        scene.svg((0, 0, float("nan"), 1))
    with pytest.raises(decapod.ParseError, match="nothing is seen of the moon"):
        scene.bounds(["the moon"])


@pytest.mark.parametrize("name", GAMES)
def test_a_scene_made_with_parts_that_were_kept_is_the_one_that_is_made_anew(name: str) -> None:
    """Also where parts are used again that were laid some scenes ago, and for those who only look."""
    chance = random.Random(3)
    match = decapod.game(name).match(2, seed=7)
    kept: dict[int | None, Parts] = {viewer: {} for viewer in (0, 1, None)}
    for ply in range(60):
        for viewer, parts in kept.items():
            assert match.scene(viewer, parts=parts) == match.scene(viewer), (ply, viewer)
            assert 0 <= len(parts) <= MOST_PARTS
        if match.is_over:
            break
        player = chance.choice(match.to_act)
        match.play(player, chance.choice(match.legal_actions(player)))


def test_words_without_names_are_the_same_for_all_tables() -> None:
    game = decapod.game("crab-stack")
    ours, theirs = game.translator("fr", ["Ada", "Ben"]), game.translator("fr", ["Eve", "Zoë"])
    assert ours.without_names is theirs.without_names
    assert ours.without_names.name(0) == game.translator("fr").name(0) != ours.name(0)
