"""What people read and see of Yadokarick: notation, refusals, stories, scenes in both layouts and in text."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.errors import Illegal, OutOfTurn, Unreadable
from decapod.games.yadokarick import cards, moves, pieces, rules, view
from decapod.games.yadokarick.notation import card_name, card_named
from decapod.match import Match

from ..clicking import clicked

GAME = decapod.game("yadokarick")
BOX = GAME.box.record
MODES = GAME.modes


def card(text: str) -> int:
    """Find a card by its name."""
    return card_named(BOX, text)


def give(match: Match, *hands: str) -> None:
    """Replace the hands."""
    for player, texts in enumerate(hands):
        match.table.hands[player] = 0
        for text in texts.split():
            match.table.hands[player, cards.colour_of(card(text))] |= cards.bit_of(card(text))


def begun(players: int, variant: str | None = None, **options: Any) -> Match:
    """Begin a match in which player 0 leads."""
    return GAME.match(players, variant=variant, seed=5, first="0", **options)


def played(match: Match, plies: int, seed: int = 1) -> Match:
    """Play by chance."""
    rng = np.random.default_rng(seed)
    for _ in range(plies):
        if not match.over:
            player = match.awaiting[0]
            match.play(player, int(rng.choice(match.legal_ids(player))))
    return match


# --- modes ------------------------------------------------------------------------------------------------


def test_every_number_of_players_has_its_usual_way() -> None:
    usual = {n: GAME.mode(players=n)[0] for n in range(1, 8)}
    assert usual == {1: "solo", 2: "duel", 3: "main", 4: "main", 5: "main", 6: "main", 7: "main"}


@pytest.mark.parametrize(
    ("players", "variant", "words"),
    [(8, None, "1, 2, 3, 4, 5, 6 or 7 players, not 8"), (7, "advanced", "3, 4, 5 or 6 players, not 7"),
     (3, "duel", "2 players, not 3"), (4, "patience", "it has main, advanced, duel, solo")],
)  # fmt: skip
def test_an_impossible_mode_names_the_possible_ones(players: int, variant: str | None, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        GAME.match(players, variant=variant)


@pytest.mark.parametrize(
    ("options", "words"),
    [({"rounds": 0}, "rounds is a whole number from 1 to 40"), ({"colour": "blue"}, "one of green, pink"),
     ({"npc": "fourth"}, "one of second, third, first"), ({"first": "4"}, "first is one of random, 0, 1, 2, 3")],
)  # fmt: skip
def test_an_impossible_option_names_the_possible_ones(options: dict[str, Any], words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        GAME.match(4, **options)


# --- notation ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("g25", card("g25")),
        ("P8", card("p8")),
        ("build g4", moves.BUILD + card("g4")),
        ("marker left", moves.LEFT),
        ("stay", moves.STAY),
        (" Marker   Right ", moves.RIGHT),
        ("draw pink", moves.DRAW + 1),
        ("g25 to 2", moves.PLACE + card("g25") * 4 + 1),
        ("g25 2", moves.PLACE + card("g25") * 4 + 1),
        ("bank p36", moves.BANK + card("p36")),
        ("no bonus", moves.NO_BONUS),
        ("give up 4", moves.GIVE_UP + 3),
    ],
)
def test_moves_are_read(text: str, move: int) -> None:
    assert begun(4).read(0, text) == move


@pytest.mark.parametrize("text", ["", "g0", "g37", "p99999", "x5", "g25 to 5", "give up", "marker up", "25g", "g25;p8"])
@pytest.mark.parametrize("players", [1, 4])
def test_what_is_no_move_is_unreadable(text: str, players: int) -> None:
    with pytest.raises(Unreadable):
        GAME.match(players).read(0, text)


def test_every_move_is_written_and_read_back() -> None:
    table = begun(4).table
    for move in range(rules.MOVES):
        text = view.write(BOX, table, 0, move)
        number = move % cards.NUMBERS + 1 if move < moves.MARKER else 1
        if moves.PLACE <= move < moves.BANK:
            number = (move - moves.PLACE) // 4 % cards.NUMBERS + 1
        elif moves.BANK <= move < moves.NO_BONUS:
            number = (move - moves.BANK) % cards.NUMBERS + 1
        if number <= BOX.numbers:
            assert view.read(BOX, table, 0, text) == move
        else:
            with pytest.raises(Unreadable, match=r"read\.card"):
                view.read(BOX, table, 0, text)


# --- refusals ---------------------------------------------------------------------------------------------


def test_every_refusal_has_words_without_gaps() -> None:
    found: set[int] = set()
    for variant, players in (("main", 3), ("main", 4), ("duel", 2), ("solo", 1)):
        match = begun(players, variant)
        for _ in range(150):
            if match.over:
                break
            player = match.awaiting[0]
            for move in range(-1, rules.MOVES, 3):
                code = rules.refusal(BOX, match.table, player, move)
                if code and code not in found:
                    found.add(code)
                    reason = match.why_not(player, move)
                    assert reason is not None
                    assert "{" not in reason.words
                    assert reason.rule in GAME.rulebook
            played(match, 1, seed=int(match.table.ply))
    rare = {moves.NOT_YOUR_TURN, moves.MARK_END, moves.EMPTY_DECK, moves.ROOF_LAST}  # tested below
    assert found >= set(range(1, len(rules.REASONS))) - rare


def test_a_refusal_says_which_card_and_which_rule() -> None:
    match = begun(4)
    give(match, "g1 g25", "g2 p8", "g17", "p29")
    with pytest.raises(Illegal) as refused:
        match.play(0, "p8")
    assert refused.value.reason.words == "You do not hold pink 8."
    assert refused.value.reason.rule == "YD-4"
    with pytest.raises(OutOfTurn) as early:
        match.play(1, "p8")
    assert early.value.reason.words == "It is Coral's turn."


def said(match: Match, player: int, text: str) -> str:
    """Say why a move is refused."""
    reason = match.why_not(player, text)
    assert reason is not None
    return reason.words


def test_rare_refusals_have_words_too() -> None:
    match = begun(3)
    give(match, "g4", "g20", "g11")
    for player, text in enumerate(["g4", "g20", "g11"]):
        match.play(player, text)
    match.table.marker = 1
    assert said(match, 0, "marker left").startswith("The marker is on 1, at the end of the track")
    match.play(0, "marker stay")
    assert said(match, 1, "build g20") == "green 20 is a roof; it goes on after the other cards you won."
    alone = GAME.match(1, seed=5)
    alone.table.seen[0] = (1 << 36) - 1
    assert said(alone, 0, "draw green") == "The green deck is empty."


def test_a_solo_refusal_names_the_cards_it_is_about() -> None:
    match = GAME.match(1, seed=5)
    match.play(0, "draw green")
    table = match.table
    table.houses[0] = (card("g21") + 1) << 8 | card("g20") + 1
    table.row[0] = card("g2") + 1
    reason = match.why_not(0, "g2 to 1")
    assert reason is not None
    assert reason.words.startswith("Column 1 has a roof, green 20")
    assert reason.words.endswith("green 2 is not higher than green 21.")


# --- stories ----------------------------------------------------------------------------------------------


def test_the_story_of_the_example_trick() -> None:
    match = begun(4)
    give(match, "g25", "p8", "g17", "p29")
    for player, text in enumerate(["g25", "p8", "g17", "p29"]):
        match.play(player, text)
    assert match.story() == ["Green plays pink 29.", "Blue has the lowest number and may move the marker."]
    match.play(1, "marker left")
    assert match.story() == ["Blue moves the marker to 10.", "Coral takes green 25.", "Green takes pink 29."]


def test_the_story_tells_falls_roofs_and_closed_houses() -> None:
    match = begun(4)
    give(match, "g20 g36", "p1 p2", "g11 g1", "p3 p4")
    for text in ("p9", "p10", "p11", "p12", "p13"):
        rules.trick.build(BOX, match.table, 0, card(text))
    match.table.closed = 0
    for text in ("p14",):
        rules.trick.build(BOX, match.table, 0, card(text))
    match.table.seen[1] |= 0b111111 << 8
    for player, text in enumerate(["g20", "p1", "g11", "p3"]):
        match.play(player, text)
    match.play(1, "marker stay")
    assert "Coral takes green 11, green 20." in match.story()
    assert "2 cards fall from the house of Coral." in match.story()
    assert "The house of Coral gets its roof." in match.story()
    match.play(1, "p2")
    match.play(2, "g1")
    match.play(3, "p4")
    match.play(0, "g36")
    match.play(2, "stay")
    assert "Coral wins green 36, but the house has its roof." in match.story()


def test_the_story_of_a_tie_names_both() -> None:
    match = begun(4)
    give(match, "g5", "p5", "g17", "p29")
    for player, text in enumerate(["g5", "p5", "g17", "p29"]):
        match.play(player, text)
    match.play(0, "marker right")
    assert match.story()[-1] == "Blue has the same number and may move it too."


def test_the_story_of_three_players_tells_the_order() -> None:
    match = begun(3)
    give(match, "g4", "g36", "g11")
    for player, text in enumerate(["g4", "g36", "g11"]):
        match.play(player, text)
    match.play(0, "stay")
    assert match.story()[1:] == ["Blue takes green 4, green 11, green 36.", "Blue chooses the order."]
    match.play(1, "build g36")
    assert match.story() == ["Blue builds with green 36."]
    match.play(1, "build g4")
    assert match.story() == ["Blue builds with green 4, green 11."]


def test_the_story_of_three_players_tells_roof_and_falls_when_they_happen() -> None:
    match = begun(3)
    for text in ("g1", "g2", "g3", "g5", "g6"):
        rules.trick.build(BOX, match.table, 1, card(text))
        match.table.seen[0] |= cards.bit_of(card(text))
    give(match, "g4", "g20", "g11")
    for player, text in enumerate(["g4", "g20", "g11"]):
        match.play(player, text)
    match.play(0, "stay")
    assert match.story()[1:] == ["Blue takes green 4, green 11, green 20.", "Blue chooses the order."]
    match.play(1, "build g11")
    assert match.story() == [
        "Blue builds with green 11, green 4, green 20.",
        "2 cards fall from the house of Blue.",
        "The house of Blue gets its roof.",
    ]


def test_the_story_of_a_round_tells_what_it_was_worth() -> None:
    match = begun(4, rounds=2)
    while match.table.finished == 0:
        played(match, 1, seed=int(match.table.ply))
    told = match.story()
    totals = [int(n) for n in match.table.totals[:4]]
    worth = [f"{name} {total:+}" for name, total in zip(("Coral", "Blue", "Gold", "Green"), totals, strict=True)]
    assert f"Round 1: {', '.join(worth)}." in told
    assert told[-1] == "Round 2 is dealt; Blue leads."


def test_the_story_of_a_duel_tells_what_was_turned_up() -> None:
    match = begun(2)
    seen = 0
    for _ in range(20):
        before = int(match.table.seen[0])
        played(match, 1, seed=int(match.table.ply))
        new = int(match.table.seen[0]) & ~before & ~cards.bit_of(match.played[-1].move)
        told = " ".join(match.story())
        for number in range(36):
            if new >> number & 1:
                assert f"green {number + 1}." in told
                seen += 1
    assert seen == 10
    assert match.outcome is not None
    assert "cardboard crab's house" in match.outcome.words


def test_the_story_of_the_solo_game() -> None:
    match = GAME.match(1, seed=5)
    match.play(0, "draw pink")
    assert match.story()[0].startswith("Drawn: pink")
    assert match.story()[0].count("pink") == 5
    match.play(0, next(m for m in match.legal(0) if m.text.endswith("to 4")))
    assert match.story()[0].endswith("goes on hermit crab 4.")
    match.play(0, "draw green")
    assert match.story()[0].startswith("Drawn: green")


# --- scenes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players"), MODES)
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_everything_lies_on_the_canvas_and_every_piece_once(variant: str, players: int, layout: str) -> None:
    match = begun(players, variant)
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
        played(match, 33)


@pytest.mark.parametrize(("variant", "players"), MODES)
def test_every_choice_can_be_made_by_clicking_or_a_button(variant: str, players: int) -> None:
    match = begun(players, variant)
    while not match.over:
        player = match.awaiting[0]
        scene = match.scene(player)
        assert list(dict.fromkeys(choice.move for choice in scene.choices)) == match.legal_ids(player)
        ids = {piece.id for piece in scene.pieces}
        for choice in scene.choices:
            assert set(choice.clicks) <= ids
        marked = {piece.id for piece in scene.pieces if piece.mark == "legal"}
        assert marked == {choice.clicks[0] for choice in scene.choices if choice.clicks}
        played(match, 13, seed=int(match.table.ply))


def test_nobody_elses_hand_is_in_a_scene() -> None:
    match = begun(4)
    mine = {card_name(c) for c in range(cards.CARDS) if int(match.table.hands[0, c // 40]) >> c % 40 & 1}
    shown = {piece.id for piece in match.scene(0).pieces if piece.face.startswith("card-")}
    assert shown == mine
    assert not any(piece.face.startswith("card-") for piece in match.scene(None).pieces)


def test_the_scene_shows_who_leads_who_is_lowest_and_who_takes_what() -> None:
    match = begun(4)
    give(match, "g25", "p8", "g17", "p29")
    for player, text in enumerate(["g25", "p8", "g17"]):
        match.play(player, text)
    by_id = {piece.id: piece for piece in match.scene(3).pieces}
    assert by_id["g25"].x < by_id["p8"].x < by_id["g17"].x < by_id["slot-3"].x
    assert by_id["taker-g25"].face == "chip-0"
    assert by_id["taker-p8"].face == "chip-1"
    assert "taker-g17" not in by_id
    assert by_id["low-1"].face == "marker"
    assert "▸ Coral" in [label.text for label in match.scene(3).labels]


def test_a_house_grows_upwards_and_its_fallen_cards_lie_beside_it() -> None:
    match = begun(4)
    for text in ("g1", "g2", "g4", "g6", "g7", "g9", "g18", "g30"):
        rules.trick.build(BOX, match.table, 1, card(text))
        match.table.seen[0] |= cards.bit_of(card(text))
    by_id = {piece.id: piece for piece in match.scene(None).pieces}
    floors = [by_id[text] for text in ("g4", "g6", "g7", "g9", "g18", "g30")]
    assert [piece.y for piece in floors] == sorted((piece.y for piece in floors), reverse=True)
    assert [piece.layer for piece in floors] == sorted((piece.layer for piece in floors), reverse=True)
    assert "g1" not in by_id
    assert {"fallen-1-0", "fallen-1-1"} <= set(by_id)
    assert by_id["token-1"].face == "chip-1"
    panel = next(panel for panel in match.scene(None).panels if panel.player == 1)
    assert panel.lines == ("house 17, roof on", "0 points, -9", "2 fallen: −3")


def test_the_marker_stands_on_the_target_in_both_layouts() -> None:
    match = begun(4)
    for target in (1, 11, 21):
        match.table.marker = target
        for layout in ("wide", "tall"):
            by_id = {piece.id: piece for piece in match.scene(0, layout).pieces}
            assert by_id["size-marker"].x == pytest.approx(by_id[f"size-{target}"].x, abs=0.02)


def test_the_text_of_a_table_can_be_read_aloud() -> None:
    match = begun(4)
    give(match, "g25", "p8", "g17", "p29")
    match.play(0, "g25")
    match.play(1, "p8")
    text = match.scene(2).text()
    assert "Size: 1 2 3 4 5 6 7 8 9 10 [11] 12" in text
    assert "Trick 1: Coral g25(3)*  Blue p8(1)v*  Gold -  Green -" in text
    assert "Your hand: g17(1)" in text
    assert "Your turn: play any card." in text


def test_the_solo_scene_shows_row_decks_columns_and_the_score_to_beat() -> None:
    match = GAME.match(1, seed=5, beat=33)
    match.play(0, "draw green")
    scene = match.scene(0)
    assert sum(piece.region == "row" for piece in scene.pieces) == 5
    assert [p.label for p in scene.pieces if p.region == "decks"] == ["green deck: 30 left", "pink deck: 35 left"]
    assert scene.panels[0].lines[0] == "score 0, to beat 33"
    assert scene.text().count("alternating") == 2


@pytest.mark.parametrize(("variant", "players"), [("main", 4), ("duel", 2), ("solo", 1)])
def test_french_is_spoken_throughout(variant: str, players: int) -> None:
    match = begun(players, variant)
    match.language = "fr"
    played(match, 30)
    assert match.scene(0).text()
    assert all(move.words for p in match.awaiting for move in match.legal(p))
    assert match.scene(None).title == "Yadokarick"


@pytest.mark.parametrize("big", [5, 9])
def test_cards_of_unusual_sizes_can_be_drawn(big: int) -> None:
    from decapod.games.yadokarick import art

    box = BOX.copy()
    box.sizes[0, 0] = big
    assert f">{big}</text>" in art.house_card(box, 0).markup


# --- the battery's eye ------------------------------------------------------------------------------------


def test_faults_notices_what_is_wrong() -> None:
    def broken(change: Any, players: int = 4) -> list[str]:
        match = played(begun(players), 20)
        assert view.faults(BOX, match.table) == []
        change(match.table)
        return view.faults(BOX, match.table)

    def doubled(table: Any) -> None:
        table.hands[0, 0] = table.hands[1, 0] = 1

    def resized(table: Any) -> None:
        table.built[2] += 1

    def unseen(table: Any) -> None:
        table.seen[:] = 0

    def lost(table: Any) -> None:
        table.hands[3] = 0

    def shrunk(table: Any) -> None:
        table.deck[0] = table.deck[1]

    def drawn(table: Any) -> None:
        table.banked += 1

    for change in (doubled, resized, unseen, lost, shrunk):
        assert broken(change), change
    assert broken(drawn, players=1)


def test_a_tower_lists_its_cards_from_the_body_up() -> None:
    match = begun(4)
    for text in ("g1", "p2", "g4"):
        rules.trick.build(BOX, match.table, 0, card(text))
    assert [card_name(c) for c in pieces.floors_of(match.table, 0)] == ["g1", "p2", "g4"]


@pytest.mark.parametrize(("variant", "players"), [("main", 3), ("main", 7), ("duel", 2), ("solo", 1)])
def test_a_designers_box_at_the_limits_of_its_room_plays_on(variant: str, players: int, tmp_path: Path) -> None:
    text = (GAME.folder / "box.toml").read_text(encoding="utf-8")
    sizes = f"[{', '.join(str(9 - n % 9) for n in range(40))}]"
    head, _, rest = text.partition("[sizes]")
    rest = rest[rest.index("[track]") :]
    text = head.replace("numbers = 36", "numbers = 40").replace("roofs = [10, 20, 30]", "roofs = [5, 10, 15, 40]")
    text += f"[sizes]\ngreen = {sizes}\npink = {sizes}\n" + rest.replace("cards = 21", "cards = 40")
    text = text.replace("floors = 6", "floors = 7").replace("hand = 10", "hand = 9").replace("row = 5", "row = 4")
    path = tmp_path / "full.toml"
    path.write_text(text, encoding="utf-8")
    match = GAME.match(players, variant=variant, seed=1, box=path)
    assert match.box.hash != GAME.box.hash
    while not match.over:
        played(match, 7, seed=int(match.table.ply))
        assert view.faults(match.box.record, match.table) == []
    assert match.outcome is not None
    assert match.scene(None).svg().startswith("<svg")


# --- clicks -----------------------------------------------------------------------------------------------


def test_what_belongs_to_the_marker_waits_for_the_end_of_the_trick() -> None:
    match = begun(3)
    for piece in ("size-11", "size-10", "size-12", "size-21", "size-marker"):
        assert clicked(match, 0, piece)[:2] == ("marker.not_now", "YD-5")


def test_the_marker_goes_one_card_and_is_itself_the_way_to_leave_it() -> None:
    match = begun(3)
    give(match, "g1", "g5", "g7")
    for player, text in enumerate(("g1", "g5", "g7")):
        match.play(player, text)
    assert clicked(match, 0, "size-14") == ("click.far", "YD-5", "The marker goes one card at most; it is on 11.")
    assert clicked(match, 0, "g5")[:2] == ("marker.first", "YD-5")
    assert match.meant(0, ["size-marker"]) == match.meant(0, ["size-11"]) == moves.STAY
    assert [choice.clicks for choice in match.scene(0).choices if choice.move == moves.RIGHT] == [("size-12",)]


def test_cards_that_are_not_in_the_hand_are_not_played() -> None:
    match = begun(3)
    give(match, "g1 g9", "g5 g8", "g7 g6")
    match.table.houses[2], match.table.built[2], match.table.seen[0] = card("g10") + 1, 1, cards.bit_of(card("g10"))
    match.table.closed = 1 << 2
    match.play(0, "g1")
    assert clicked(match, 1, "g1")[:2] == ("card.not_in_hand", "YD-4")
    assert clicked(match, 1, "g10")[:2] == ("click.house", "YD-10")
    assert clicked(match, 0, "g9")[:2] == ("turn.not_yours", "YD-4")
    assert clicked(match, 1, "roof-of-house-2")[:2] == ("click.roof", "YD-12")
    assert clicked(match, 1, "hermit-at-2")[:2] == ("click.hermit-at", "YD-10")
    assert clicked(match, 1, "token-2")[:2] == ("click.token", "YD-13")
    assert clicked(match, 1, "low-0")[:2] == ("click.low", "YD-5")
    assert clicked(match, 1, "taker-g1")[:2] == ("click.taker", "YD-8")
    match.language = "fr"
    assert clicked(match, 1, "slot-2")[1:] == (
        "YD-4",
        "Ici vient la carte de Or ; jouez-en une en cliquant dessus dans votre main.",
    )


def test_cards_in_other_hands_are_no_pieces() -> None:
    match = begun(3)
    give(match, "g1", "g5", "g7")
    assert clicked(match, 0, "g5")[0] == "click.unknown"


def test_a_roof_waits_for_the_cards_won_with_it() -> None:
    match = begun(3)
    give(match, "g30 g1", "g9 g2", "g4 g3")
    for player, text in enumerate(("g30", "g9", "g4")):
        match.play(player, text)
    match.play(2, "stay")
    assert clicked(match, 0, "g30")[:2] == ("build.roof_last", "YD-12")
    assert clicked(match, 0, "g1")[:2] == ("build.not_won", "YD-10")


def solo_with(row: str, *columns: str, phase: int = moves.TAKE) -> Match:
    """A solo game with cards in the row and on the columns."""
    match = GAME.match(1, seed=1)
    table = match.table
    table.phase, table.row[:] = phase, 0
    for i, text in enumerate(row.split()):
        table.row[i] = card(text) + 1
        table.drawn = card(text)
    for column, texts in enumerate(columns):
        for text in texts.split():
            table.houses[column] = int(table.houses[column]) << 8 | card(text) + 1
    for text in " ".join((row, *columns)).split():
        table.seen[cards.colour_of(card(text))] |= cards.bit_of(card(text))
    return match


def test_a_card_that_goes_nowhere_says_why() -> None:
    match = solo_with("g25 p5", "g7", "g12", "g9", "p3")
    assert clicked(match, 0, "g25")[:2] == ("column.too_high", "YD-25")
    assert clicked(match, 0, "p5", "column-1")[:2] == ("column.green_only", "YD-24")
    assert clicked(match, 0, "p5", "p3")[:2] == ("column.too_high", "YD-25")
    assert clicked(match, 0, "p5", "deck-of-g")[:2] == ("draw.not_now", "YD-23")
    assert clicked(match, 0, "g12")[:2] == ("click.column", "YD-23")
    assert match.meant(0, ["p5", "g12"]) == match.meant(0, ["p5", "column-2"])
    assert clicked(solo_with("p5"), 0, "column-1")[:2] == ("column.empty", "YD-28")


def test_first_things_first_in_the_solo_game() -> None:
    match = solo_with("g25 p5", "g7", phase=moves.REFILL)
    assert clicked(match, 0, "p5")[:2] == ("draw.first", "YD-23")
    assert clicked(match, 0, "column-1")[:2] == ("draw.first", "YD-23")
    match = solo_with("g25 p5 p6", "g7", phase=moves.BONUS)
    assert clicked(match, 0, "g25")[:2] == ("bonus.not_consecutive", "YD-29")
    assert clicked(match, 0, "deck-of-p")[:2] == ("bonus.first", "YD-29")
