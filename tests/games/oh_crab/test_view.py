"""What a person sees: notation, words, story, scenes."""

from __future__ import annotations

import functools
import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

import decapod
from decapod.errors import Unreadable
from decapod.games.oh_crab import notation, sketch, view
from decapod.games.oh_crab import terms as t
from decapod.scene.svg import FACE

from ..clicking import clicked
from .setting import (
    AHEAD,
    BOX,
    END,
    LEFT,
    MAIN,
    PATH,
    PLACE_LEFT,
    REST,
    RIGHT,
    SPECIAL,
    Setting,
    card,
    go,
    jump,
    leap,
    space,
    tile,
)  # fmt: skip

WORDS = decapod.game("oh-crab").words()


@functools.cache
def whole(players: int, seed: int) -> decapod.Match:
    """A match played to its end by chance."""
    match = decapod.game("oh-crab").match(players, seed=seed)
    chance = random.Random(seed)
    while not match.over:
        player = match.awaiting[0]
        match.play(player, chance.choice(match.legal_ids(player)))
    return match


def middle(players: int, moves: int, seed: int = 5) -> decapod.Match:
    """A match some way on."""
    match = whole(players, seed)
    return match.at(min(moves, len(match.played)))


def written(s: Setting, move: int) -> str:
    return notation.write(s.box, s.table, s.awaited, move)


def told(s: Setting, move: int) -> str:
    return WORDS(notation.tell(s.box, s.table, s.awaited, move))


def story(s: Setting, move: int, viewer: int = -1) -> list[str]:
    """Make a move and tell it."""
    before, player = s.table.copy(), s.awaited
    s.play(move)
    return [WORDS(said) for said in view.story(s.box, before, player, move, s.table, viewer)]


# --- notation ---------------------------------------------------------------------------------------------


def test_spaces_are_named_by_column_and_row() -> None:
    assert notation.space_name(space(0, 0)) == "a1"
    assert notation.space_name(space(6, 19)) == "g20"


def test_cards_are_named_by_special_and_copy() -> None:
    for name in ("S1", "S4", "slant1", "call_of_the_sea3"):
        assert notation.card_name(BOX, card(name)) == name
        assert notation.card_named(BOX, name.upper()) == card(name)
    assert notation.card_letters(BOX, card("faster3")) == "F(S)S"


def test_moves_are_written_as_one_would_say_them() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.stand(1, 3, 8)
    s.show("tunnel")
    s.begin(0, "jump_aside1", shells=3)
    assert [written(s, move) for move in (MAIN, SPECIAL, tile("tunnel"), END)] == ["main", "special", "tile3", "end"]
    s.play(MAIN)
    assert written(s, go(0, AHEAD)) == "d8-d9"
    assert told(s, go(0, AHEAD)) == "Coral goes to d9 (sand) and pushes Blue."
    s.play(go(0, AHEAD))
    assert written(s, go(1, LEFT)) == "d9-c9"
    assert told(s, go(1, LEFT)) == "Push Blue to c9 (shell)."
    s.play(go(1, LEFT), tile("tunnel"))
    assert written(s, leap(RIGHT)) == "d9-f10"
    assert notation.read(s.box, s.table, 0, "d9-f10") == leap(RIGHT)


def test_jumps_and_cards_read_back() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.begin(0, "jump_aside1")
    s.play(SPECIAL)
    assert notation.read(s.box, s.table, 0, "D8 - B8") == jump(1)
    s = Setting()
    assert notation.read(s.box, s.table, 0, "plan s2") == notation.read(s.box, s.table, 0, "S2") == card("S2")


@pytest.mark.parametrize("text", ["", "hop S1", "S9", "z1-z2", "a1-a25", "g7-g8", "a1-g20", "fly", "plan"])
def test_nonsense_is_unreadable_in_one_line(text: str) -> None:
    s = Setting()
    with pytest.raises(Unreadable) as error:
        notation.read(s.box, s.table, 0, text)
    assert "\n" not in str(error.value)


# --- words ------------------------------------------------------------------------------------------------


def test_left_and_right_say_what_they_mean_now() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.begin(0, "sideways3")
    s.play(SPECIAL, card("S2"))
    assert told(s, PLACE_LEFT) == "Use the left half: diagonal."
    s = Setting()
    s.stand(0, 3, 7, down=True)
    s.begin(0, "slide1")
    s.play(SPECIAL, card("S2"))
    assert told(s, PLACE_LEFT) == "Give up the forward move to get up."
    s = Setting()
    for player in range(3):
        s.play_as(player, card("S1"))
    assert told(s, PLACE_LEFT) == "Start your sequence with the card."
    assert told(s, REST) == "Rest."


def test_every_refusal_has_words_that_fit() -> None:
    """Along games of chance every reason that comes up can be said, in both languages, without a gap left."""
    game = decapod.game("oh-crab")
    said: set[str] = set()
    languages = [game.words(language) for language in ("en", "fr")]
    for seed in range(3):
        chance = random.Random(seed)
        for moves in range(0, 500, 3):
            match = middle(4, moves, seed)
            player = match.awaiting[0]
            for move in chance.sample(range(t.MOVES), 12):
                code = game.rules.refusal(match.box.record, match.table, player, move)
                if code:
                    gaps = view.explain(match.box.record, match.table, player, move, code)
                    for words in languages:
                        text = words(game.rules.REASONS[code][0], **gaps)
                        assert "{" not in text
                    said.add(game.rules.REASONS[code][0])
    assert len(said) > 15


def test_refusals_name_what_is_in_the_way() -> None:
    s = Setting()
    s.stand(0, 3, 8)
    s.begin(0, "slant3")
    s.hold(0)
    s.play(MAIN)
    gaps = view.explain(s.box, s.table, 0, go(0, AHEAD), t.NO_CARD_FOR_OBSTACLE)
    assert WORDS("space.obstacle", **gaps).startswith("d10 is an obstacle")
    s = Setting()
    s.stand(0, 1, 4)
    s.begin(0, "S1")
    gaps = view.explain(s.box, s.table, 0, PATH, t.CANNOT_PAY)
    assert WORDS("shortcut.cannot_pay", **gaps).startswith("This shortcut costs 2 cards with any direction")


# --- the story --------------------------------------------------------------------------------------------


def test_the_story_tells_moves_falls_and_shells() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.stand(1, 3, 8)
    s.begin(0, "S1")
    assert story(s, MAIN) == ["Coral uses forward."]
    assert story(s, go(0, AHEAD)) == ["Coral: d8 to d9 (sand).", "Blue is knocked over."]
    assert story(s, go(1, LEFT)) == ["Blue: d9 to c9 (shell).", "Blue takes a shell."]


def test_a_plan_is_told_to_its_player_only() -> None:
    s = Setting()
    before = s.table.copy()
    s.play_as(1, card("S3"))
    for viewer, said in ((1, "Blue plans the diagonal card."), (0, "Blue plans a card."), (-1, "Blue plans a card.")):
        assert [WORDS(x) for x in view.story(s.box, before, 1, card("S3"), s.table, viewer)] == [said]


def test_a_blind_card_is_told_to_its_player_only() -> None:
    s = Setting()
    for player in range(3):
        s.play_as(player, card("S1"))
    s.play(REST)
    before = s.table.copy()
    s.play(t.ACTS + t.DRAW)
    own = WORDS(view.story(s.box, before, 0, t.ACTS + t.DRAW, s.table, 0)[0])
    other = WORDS(view.story(s.box, before, 0, t.ACTS + t.DRAW, s.table, 2)[0])
    assert own.startswith("Coral draws the ")
    assert other == "Coral draws a card."


def test_the_sea_and_the_next_round_are_told() -> None:
    s = Setting()
    s.stand(2, 3, 18)
    s.stand(0, 3, 5)
    s.begin(2, "S1", chef=0)
    s.play(MAIN)
    assert story(s, go(2, AHEAD))[0] == "Gold reaches the sea!"
    s = Setting()
    s.begin(2, "S1", chef=0)
    assert story(s, END) == ["Gold ends the turn.", "Round 2: Gold has the chef."]


# --- scenes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["wide", "tall"])
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
    for layout in ("wide", "tall"):
        scene = middle(5, 260).scene(2, layout)
        root = ET.fromstring(scene.svg())  # noqa: S314  # our own picture
        ids = {element.get("id") for element in root.iter()}
        assert {piece.id for piece in scene.pieces} <= ids


@pytest.mark.parametrize("seed", range(4))
def test_choices_are_the_legal_moves_and_every_one_can_be_clicked(seed: int) -> None:
    for moves in range(seed, 500, 9):
        match = middle(4, moves, seed=1)
        player = match.awaiting[0]
        scene = match.scene(player, ("wide", "tall")[seed % 2])
        ids = {piece.id for piece in scene.pieces}
        legal = match.legal_ids(player)
        assert list(dict.fromkeys(choice.move for choice in scene.choices)) == legal
        assert all(choice.clicks and set(choice.clicks) <= ids for choice in scene.choices)
        assert len({choice.clicks for choice in scene.choices}) == len(scene.choices), "two moves by the same clicks"
        assert {piece.id for piece in scene.pieces if piece.mark == "legal"} == {
            click for choice in scene.choices for click in choice.clicks
        }


def test_a_scene_shows_no_hand_but_the_viewers() -> None:
    match = middle(3, 130)
    own = match.scene(1)
    assert any(piece.region == "hand" for piece in own.pieces) == bool(int(match.table.hand[1]))
    assert not any(piece.region == "hand" for piece in match.scene(None).pieces)


def test_half_icons_of_a_sequence_meet() -> None:
    match = middle(3, 240)
    scene = match.scene(None)
    for player in range(3):
        row = [p for p in scene.pieces if p.region == f"row-{player}"]
        row.sort(key=lambda piece: piece.order)
        assert [int(p.face.removeprefix("front-")) for p in row] == sketch.sequence_of(match.table, player)
        for left, right in pairwise(row):
            assert right.x - left.x == pytest.approx(left.width * 100 / 104, abs=0.2)


def test_what_can_be_done_this_turn_is_always_visible() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.played(0, "S4")
    s.begin(0, "faster3", chef=0)
    texts = [label.text for label in view.scene(s.box, s.table, 0, "wide", WORDS).labels]
    for text in ("shell", "forward (side)", "Faster! for a card", "chef: diagonal", "end the turn"):
        assert text in texts
    others = [label.text for label in view.scene(s.box, s.table, 1, "wide", WORDS).labels]
    assert "Faster! for a card" in others


def test_on_its_back_a_crab_is_told_what_a_move_is_good_for() -> None:
    s = Setting()
    s.stand(0, 3, 7, down=True)
    s.begin(0, "slide1", chef=0)
    texts = [label.text for label in view.scene(s.box, s.table, 0, "wide", WORDS).labels]
    for text in ("shell", "Slide! for a card → get up", "chef: diagonal → get up"):
        assert text in texts


def test_the_text_shows_beach_sequences_and_hand() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.stand(1, 3, 8, down=True)
    text = view.scene(s.box, s.table, 0, "wide", WORDS).text()
    row = next(line for line in text.splitlines() if line.startswith("d "))
    assert re.search(r"0\s+1!", row)
    assert "hand: S1 D(F)S  S2 S(D)D  S3 F(D)D  S4 D(S)F" in text
    assert "market: " in text


def test_faults_are_found() -> None:
    match = middle(3, 60)
    box, table = match.box.record, match.table
    assert view.faults(box, table) == []
    for field, index, value in (("supply", None, 99), ("hand", 0, 0), ("deck", None, 0), ("secret", 1, 1 << 50)):
        broken = table.copy()
        if index is None:
            broken[field] = value
        else:
            broken[field][index] = value
        assert view.faults(box, broken), field
    broken = table.copy()
    broken.at[0] = broken.at[1]
    broken.stage = t.ACT
    assert "two crabs stand on one space" in view.faults(box, broken)


# --- clicks -----------------------------------------------------------------------------------------------


def match_of(s: Setting, language: str = "en") -> decapod.Match:
    """Make a match of a table."""
    match = decapod.game("oh-crab").match(int(s.table.players), seed=1)
    match._tables[-1] = s.table
    match.language = language
    return match


def reasons(s: Setting, *clicks: str, player: int = 0) -> tuple[str, str]:
    """Return code and rule of what clicks are told."""
    return clicked(match_of(s), player, *clicks)[:2]


def test_while_all_plan_everything_else_waits() -> None:
    match = decapod.game("oh-crab").match(3, seed=1)
    for piece in ("space-d5", "crab-1", "tile-0", "deck"):
        assert clicked(match, 0, piece)[:2] == ("first.plan", "OC-6")
    shown = next(piece.id for piece in match.scene(0).pieces if piece.region == "market")
    assert clicked(match, 0, shown)[:2] == ("card.not_in_hand", "OC-6")
    match.play(1, match.legal(1)[0])
    assert clicked(match, 0, "plan-1")[:2] == ("click.plan", "OC-54")
    assert clicked(match, 1, "space-d5")[:2] == ("turn.not_yours", "OC-7")


def test_a_step_goes_next_door_and_nowhere_else() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.stand(1, 0, 4)
    s.begin(0, "slant3")
    assert reasons(s, "space-d8") == ("first.act", "OC-12")
    s.play(MAIN)
    assert s.stage == "step"
    assert reasons(s, "space-d16") == ("click.far", "OC-16")
    assert reasons(s, "space-d7") == ("crab.other_way", "OC-16")
    assert reasons(s, "crab-0") == ("click.same", "OC-16")
    assert reasons(s, "crab-1") == ("click.far", "OC-16")
    assert reasons(s, "space-a1") == ("space.inaccessible", "OC-21")
    assert reasons(s, "tile-1") == ("first.step", "OC-16")
    match = match_of(s, "fr")
    assert clicked(match, 0, "space-d16")[2] == "d16 est hors de portée de ce déplacement, qui part de d8."


def test_a_crab_in_the_way_is_pushed_by_clicking_it_or_its_space() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.stand(1, 3, 8)
    s.begin(0, "faster1")
    s.table.stage, s.table.forwards, s.table.back = t.STEP, 1, t.STEP
    match = match_of(s)
    assert match.meant(0, ["crab-1"]) == match.meant(0, ["space-d9"]) == go(0, AHEAD)


def test_a_knocked_over_crab_says_so_wherever_it_is_sent() -> None:
    s = Setting()
    s.stand(0, 3, 7, down=True)
    s.begin(0, "zigzag1")
    s.table.stage, s.table.diagonals, s.table.back = t.STEP, 2, t.STEP
    assert reasons(s, "space-d16") == reasons(s, "crab-0") == ("crab.knocked_over", "OC-19")


def test_move_out_wants_a_crab_and_then_a_space() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.stand(1, 3, 11)
    s.begin(0, "move_out1")
    s.play(SPECIAL)
    assert reasons(s, "space-d5") == ("click.crab_first", "OC-16")
    assert reasons(s, "crab-0") == ("crab.other", "OC-16")
    assert reasons(s, "crab-1", "space-d2") == ("click.far", "OC-16")
    assert reasons(s, "crab-1", "tile-0") == ("first.shove", "OC-42")
    assert match_of(s).meant(0, ["crab-1"]) in s.legal()


def test_a_jump_stays_in_the_row() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.stand(1, 5, 7)
    s.begin(0, "jump_aside1")
    s.play(SPECIAL)
    assert reasons(s, "space-d12") == reasons(s, "space-c8") == ("jump.other_row", "OC-41")
    assert reasons(s, "crab-1") == ("space.occupied", "OC-16")


def test_cards_before_others_are_theirs() -> None:
    s = Setting()
    s.played(1, "S1", "seagull2")
    s.hold(0, "S1", "S2")
    s.begin(0)
    s.table.stage = t.SNACK
    assert reasons(s, f"card-1-{card('S1')}") == ("click.others_card", "OC-8")
    assert reasons(s, f"card-{card('seagull2')}") == ("click.others_card", "OC-8")
    assert match_of(s).meant(0, [f"card-0-{card('S1')}"]) == card("S1")


def test_the_chef_is_an_action_of_the_one_who_has_it() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.begin(0, "S4", chef=2)
    assert reasons(s, "chef") == ("action.not_chef", "OC-14")
    s.begin(0, chef=0)
    assert reasons(s, "chef") == ("click.chef", "OC-14")


def test_the_sea_and_who_is_in_it_are_out_of_reach() -> None:
    s = Setting()
    s.stand(0, 3, 7)
    s.table.at[1] = t.AWAY
    s.begin(0, "slant3")
    s.play(MAIN)
    assert reasons(s, "crab-1") == ("click.in_sea", "OC-27")
