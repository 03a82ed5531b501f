"""Crabs!: notation, words, stories, and the table laid out for a viewer."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import decapod
from decapod.games.crabs import table as facts

from ..clicking import clicked, piece_in
from .tables import cards_of, game, laid, notation, packed, play, rules


def match_with(*hands, moves=(), players=2, **lay):
    """A match of which player 0 is to move, its table laid as a test wants it."""
    match = game.match(len(hands), seed=5, first="0")
    match._tables[-1] = laid(*hands, **lay)
    for move in moves:
        match.play(0, move)
    return match


def by_chance(seed, players, until):
    """A match played by chance up to the first position that will do."""
    match = game.match(players, seed=seed)
    chance = np.random.default_rng(seed)
    while not match.over and not until(match):
        player = match.awaiting[0]
        match.play(player, int(chance.choice(match.legal_ids(player))))
    return match


def regions(scene, region):
    """The pieces of a region in reading order."""
    return sorted((piece for piece in scene.pieces if piece.region == region), key=lambda piece: piece.order)


# --- notation ---------------------------------------------------------------------------------------------


def test_every_move_has_a_notation_of_its_own():
    texts = [notation.write(move) for move in range(rules.MOVES)]
    assert len(set(texts)) == rules.MOVES
    assert [notation.read(text) for text in texts] == list(range(rules.MOVES))
    assert notation.read("  Take   3 * ") == notation.read("take 3*")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is no move"),
        ("play 6", "is no move"),
        ("take", "is no move"),
        ("play 3 turned", "only a card to keep is turned"),
        ("keep 1 turned", r"a \[1\] is never turned"),
        ("turn 1*", r"a \[1\] is never turned"),
        ("claim 0", "there is no objective 0"),
        ("claim 7", "there is no objective 7"),
        ("claim -1", "is no move"),
        ("play ³", "is no move"),
    ],
)
def test_what_is_no_move_is_unreadable_and_says_why(text, complaint):
    with pytest.raises(decapod.Unreadable, match=complaint):
        game.match(2, seed=1).read(0, text)


@pytest.mark.parametrize(
    "text",
    [
        "catch 5 draw", "catch draw draw", "raise 1 2* > 5 5", "trade 3 3 4 > 1 1 1 1 1 5", "upgrade 1 1*", "upgrade",
        "bind 1: 2 5 5 > 2", "bind 1: 2 2 4 4 5 > 5 turned", "relax 5 4 2", "bind 1: 2 5 5 5",
    ],
)  # fmt: skip
def test_a_whole_action_on_one_line_is_read_and_written(text):
    table = laid("1", "1", turned="5 4 2", pool="1")
    assert notation.write_line(notation.read_line(game.box.record, table, 0, text)) == text


def test_a_line_of_trade_is_its_small_moves():
    table = laid("3 3 4", "1", pool="1 1 1 1 1 5")
    moves = notation.read_line(game.box.record, table, 0, "trade 3 3 4 > 1 1 1 1 1 5")
    assert [notation.write(move) for move in moves] == [
        "trade", "play 3", "play 3", "play 4", "enough",
        "take 1", "take 1", "take 1", "take 1", "take 1", "take 5",
    ]  # fmt: skip


def test_relaxing_fewer_than_one_may_is_said_on_the_line():
    table = laid("1", "1", turned="5 4 2")
    assert notation.read_line(game.box.record, table, 0, "relax 5")[-1] == facts.DONE
    assert notation.read_line(game.box.record, table, 0, "relax 5 4 2")[-1] != facts.DONE


@pytest.mark.parametrize("text", ["", "fish 3", "trade 3 3", "bind 1 2 5", "bind 1 1: 2", "raise x > 3", "catch 9"])
def test_a_line_that_is_no_action_is_unreadable(text):
    with pytest.raises(decapod.Unreadable):
        notation.read_line(game.box.record, laid("1", "1"), 0, text)


# --- refusals in words ------------------------------------------------------------------------------------


def test_an_illegal_set_is_refused_with_its_total_and_what_that_keeps():
    match = match_with("1 2 5 5 5", "1", moves=["bind", "play 1", "play 2", "play 5", "play 5"])
    reason = match.why_not(0, "play 5")
    assert reason is not None
    assert (reason.code, reason.rule, reason.parameters["total"]) == ("bind.crab", "CR-23", 17)
    assert str(reason).startswith("17 keeps a [3] or a turned [4]; you would have played neither")
    with pytest.raises(decapod.Illegal, match="17 keeps"):
        match.play(0, "play 5")


def test_a_line_asked_for_by_text_is_refused_where_it_goes_wrong():
    match = match_with("1 2 5 5 5", "1")
    moves = game.view.read_line(game.box.record, match.table, 0, "bind 1: 2 5 5 5")
    for move in moves[:-1]:
        match.play(0, move)
    reason = match.why_not(0, moves[-1])
    assert reason is not None
    assert reason.rule == "CR-23"


@pytest.mark.parametrize(
    ("lay", "moves", "asked", "words"),
    [
        ({}, [], "keep 2", "First choose one of the six actions. [CR-6]"),
        ({"gear": 3}, [], "upgrade", "The boat costs 3 cards, and you have 2. [CR-14]"),
        ({"pool": "5 1"}, ["trade", "play 3", "enough"], "take 1",
         "You still take exactly 3; with a [1] the pool could not make it come out even. [CR-12]"),
        ({"pool": "5 1"}, ["catch"], "take 4*", "There is no golden [4] in the pool. [CR-8]"),
        ({"upright": "1 3", "display": (8, 18), "pool": "5 5"}, ["catch", "take 5", "take 5"], "claim 2",
         "It takes upright score cards [1] [2] [3] [4]; yours are 1 3. [CR-26]"),
        ({"gear": 1}, ["bind", "play 3", "play 2"], "keep 2", "5 keeps a [1] or a turned [2]. [CR-23]"),
    ],
)  # fmt: skip
def test_refusals_name_cards_totals_and_costs(lay, moves, asked, words):
    assert str(match_with("2 3", "1", moves=moves, **lay).why_not(0, asked)) == words


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_move_can_be_told_and_every_refusal_explained(language):
    """By chance, all along some games: no gap of any words stays empty."""
    codes = set()
    for seed in range(3):
        match = game.match(2 + seed, seed=seed)
        match.language = language
        chance = np.random.default_rng(seed)
        ply = 0
        while not match.over:
            player = match.awaiting[0]
            if ply % 12 == 0:
                for move in range(rules.MOVES):
                    assert match.move(player, move).words
                    reason = match.why_not(player, move)
                    codes.add(reason.code if reason else "")
                    assert reason is None or reason.words
                assert match.scene(player).prompt
            match.play(player, int(chance.choice(match.legal_ids(player))))
            assert match.story(player)
            ply += 1
        assert match.outcome is not None
        assert match.outcome.words
    assert len(codes) > 15


# --- stories ----------------------------------------------------------------------------------------------


def test_a_drawn_card_is_told_only_to_its_owner():
    match = match_with("1", "1", moves=["catch", "draw"], pile="4* 4*")
    assert match.story(0) == ["You draw golden [4]."]
    assert match.story(1) == ["Coral draws a card."] == match.story(None)


def test_a_rope_is_told_to_others_when_it_is_discarded():
    match = match_with("1 2 5 5 5", "1", display=(18,), moves=["bind", "play 1"])
    assert match.story(0) == ["Your rope is [1]."]
    assert match.story(1) == ["Coral puts down a rope."]
    for move in ("play 2", "play 5", "play 5"):
        match.play(0, move)
    assert match.story(1) == ["Coral plays [5]: 12."]
    match.play(0, "keep 2")
    assert match.story(1)[0] == "Coral keeps [2] upright; the rope was [1]."


def test_gear_objectives_and_the_last_round_are_told():
    match = match_with("1 2", "1", moves=["upgrade", "play 2"])
    assert match.story(1)[-1] == "Coral now has the net."
    match = match_with("1", "1", upright="2", pool="3 3", display=(1, 2, 3, 4))
    match.table.score[0] = match.table.before = 28
    for move in ("catch", "take 3", "take 3", "claim 1"):
        match.play(0, move)
    told = match.story(1)
    assert told[0] == "Coral claims [2] for 3 points."
    assert told[1].startswith("New objective: ")
    assert told[2] == "Coral has 29 points: this is the last round."


def test_two_ways_to_say_enough():
    match = match_with("1 2", "1", moves=["raise", "play 1", "play 2", "enough"])
    assert match.story(1) == ["Coral gave 2 and takes back as many."]
    match = match_with("1 2", "1", moves=["trade", "play 1", "play 2", "enough"])
    assert match.story(1) == ["Coral gave a total of 3 and takes back the same."]


# --- the scene --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["wide", "tall"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_stays_on_the_canvas_and_is_drawn_once(players, layout):
    for plies in (0, 150):
        match = by_chance(plies, players, lambda match, plies=plies: len(match.played) >= plies)
        for viewer in (None, 0, players - 1):
            scene = match.scene(viewer, layout)
            for piece in scene.pieces:
                _, _, wide, high = scene.faces[piece.face].view
                half = (piece.width / 2, piece.width * high / wide / 2)[:: -1 if piece.turn else 1]
                assert half[0] <= piece.x <= scene.width - half[0], piece
                assert half[1] <= piece.y <= scene.height - half[1], piece
                assert piece.label
            for panel in scene.panels:
                assert panel.x + panel.width <= scene.width
                assert panel.y + panel.height <= scene.height
            ids = [e.get("id") for e in ET.fromstring(scene.svg()).iter() if e.get("id")]  # noqa: S314  # our own
            assert len(ids) == len(set(ids))


@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_the_choices_are_the_legal_moves_and_clicks_are_pieces(layout):
    phases = set()
    for phase in range(facts.PHASES):
        match = by_chance(phase + 40, 3, lambda match, phase=phase: match.table.phase == phase)
        if match.over:
            continue
        phases.add(phase)
        player = match.awaiting[0]
        scene = match.scene(player, layout)
        assert {choice.move for choice in scene.choices} == set(match.legal_ids(player))
        marked = {piece.id for piece in scene.pieces if piece.mark == "legal"}
        clicked = {click for choice in scene.choices for click in choice.clicks}
        assert marked <= clicked
        for choice in scene.choices:  # each move shows a ring, though not on every card of a fan
            clicks = {other.clicks[0] for other in scene.choices if other.move == choice.move and other.clicks}
            assert not clicks or clicks & marked
        unclicked = {choice.text for choice in scene.choices if not choice.clicks}
        assert unclicked <= {"enough"}
        assert not match.scene(None, layout).choices
    assert phases >= set(range(11)) - {facts.CLAIMING}


def test_a_full_hand_on_a_phone_can_be_touched():
    scene = match_with("1 1 2 2 3 3 4 5", "1", moves=["raise"]).scene(0, "tall")
    cards = regions(scene, "hand")
    assert all(right.x - left.x >= 44 for left, right in itertools.pairwise(cards))


def test_the_pool_is_sorted_by_value_from_left_to_right():
    scene = match_with("1", "1", pool="5 1 3* 3 1 2").scene(0)
    pool = [piece for piece in regions(scene, "pool") if piece.id != "pile"]
    assert [piece.label for piece in pool] == ["[1]", "[1]", "[2]", "[3]", "golden [3]", "[5]"]
    assert [piece.x for piece in pool] == sorted(piece.x for piece in pool)


def test_turned_score_cards_are_really_turned():
    scene = match_with("1", "1", upright="2", turned="5").scene(0)
    assert [(piece.face, piece.turn) for piece in regions(scene, "score")] == [("card-2", 0), ("card-8", 90)]
    assert regions(scene, "score")[1].label == "score card [5], turned, 4 points"


def test_a_running_total_is_shown_while_cards_are_picked():
    match = match_with("3 3 4", "1", pool="1 1 1 1 1 5", moves=["trade", "play 3", "play 3", "play 4"])
    assert match.scene(0).zones[1].label == "10 given"
    for move in ("enough", "take 5"):
        match.play(0, move)
    assert match.scene(1).zones[1].label == "5 of 10"
    assert match.scene(0).prompt == "Trade: 5 of 10; take 5 more."
    match = match_with("1 2 2 4 4 5", "1", gear=1, moves=["bind", "play 1", "play 4", "play 5", "play 4"])
    assert match.scene(0).prompt == "Bind: play cards to make a total, then say enough. 16 keeps a [3] or a turned [4]."


def test_what_could_be_claimed_is_ticked():
    scene = match_with("1", "1", upright="1 3", display=(8, 18)).scene(0)
    ticks = [label for label in scene.labels if label.text == "✓"]
    goal = next(piece for piece in scene.pieces if piece.id == "goal-7")
    assert len(ticks) == 1
    assert abs(ticks[0].x - goal.x) < goal.width
    assert "You could pay for it now." in goal.hint


def test_a_card_keeps_its_id_from_hand_to_pool_and_back():
    match = match_with("3 3 5", "1", pool="3 1", moves=["raise"])
    before = {piece.id: piece.region for piece in match.scene(0).pieces}
    match.play(0, "play 3")
    after = {piece.id: piece.region for piece in match.scene(0).pieces}
    assert {name for name in before if before[name] != after[name]} == {"card-3-2"}
    assert (before["card-3-2"], after["card-3-2"]) == ("hand", "pool")


def test_other_hands_are_only_counted_and_what_is_known_of_them_named():
    match = match_with("1 4*", "5", pool="5* 3", moves=["catch", "take 5*", "take 3"])
    scene = match.scene(1)
    assert {piece.face for piece in regions(scene, "hand")} == {"card-8"}
    assert scene.panels[0].lines[-1] == "hand 4: 3 5* ? ?"
    assert not any(piece.face in ("card-0", "card-7") for piece in scene.pieces)


def test_a_known_card_may_be_the_rope():
    match = match_with("2 5 5", "1", pool="1", display=(18,), moves=["catch", "take 1", "draw"], pile="3")
    match.play(1, "catch")
    for move in ("bind", "play 1"):
        match.play(0, move)
    assert match.scene(1).panels[0].lines[-1] == "hand 4 and rope: 1 ? ? ? ?"


def test_a_spectator_sees_backs_and_no_rope():
    match = match_with("1 2 5 5", "1", moves=["bind", "play 1"])
    scene = match.scene(None)
    assert {piece.face for piece in regions(scene, "hand")} == {"back"}
    assert [piece.id for piece in regions(scene, "haul")] == ["hidden-rope"]
    assert [piece.label for piece in regions(match.scene(0), "haul")] == ["your rope, [1]"]


def test_all_hands_are_open_when_the_game_is_over():
    match = by_chance(3, 5, lambda match: match.over)
    player = next(player for player in range(5) if match.table.hand[player])
    held = int(match.table.hand[player])
    scene = match.scene(None)
    assert scene.panels[player].lines[-1] == f"hand {len(cards_of(held))}: {notation.row(held)}"
    assert scene.prompt == match.outcome.words


def test_the_table_in_text():
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


def test_the_whole_table_speaks_french():
    match = match_with("1 2 5 5 5", "1", moves=["bind", "play 1", "play 2", "play 5", "play 5"])
    match.language = "fr"
    assert (
        match.scene(0).prompt
        == "Lier : jouez des cartes pour faire un total, puis dites assez. 12 garde un [2] ou un [3] couché."
    )
    assert str(match.why_not(0, "play 5")).startswith("17 garde un [3] ou un [4] couché")


# --- faults -----------------------------------------------------------------------------------------------


def spoil_cards(table):
    table.pool += packed("3")


def spoil_score(table):
    table.score[1] += 1


def spoil_known(table):
    table.known[0] = packed("5 5 5 5 5 5 5 5")


def spoil_objectives(table):
    table.won[1] |= 1 << int(table.shown[0]) - 1


def spoil_deck(table):
    table.deck &= table.deck - 1


@pytest.mark.parametrize("spoil", [spoil_cards, spoil_score, spoil_known, spoil_objectives, spoil_deck])
def test_faults_are_found(spoil):
    table = game.match(3, seed=1).table
    assert game.view.faults(game.box.record, table) == []
    spoil(table)
    assert game.view.faults(game.box.record, table)


def test_a_table_laid_for_a_test_has_all_cards():
    table = laid("1 2", "3", pool="5", upright="2")
    assert game.view.faults(game.box.record, table) == []
    play(table, "catch")
    assert len(cards_of(int(table.pile))) == 55


# --- whole actions on one line, through a match -----------------------------------------------------------


def test_a_whole_action_is_played_on_one_line_or_not_at_all():
    match = match_with("3 3 4 1", "1", pool="1 1 1 1 1 5")
    before = match.table.tobytes()
    assert match.why_not(0, "trade 3 3 4 > 1 1 1 1 1 5") is None
    refused = match.why_not(0, "trade 3 3 4 > 1 1 1 1 1 1")
    assert refused is not None
    with pytest.raises(decapod.Illegal):
        match.play(0, "trade 3 3 4 > 1 1 1 1 1 1")
    assert match.table.tobytes() == before
    assert not match.played
    match.play(0, "trade 3 3 4 > 1 1 1 1 1 5")
    assert len(match.played) == 11
    with pytest.raises(decapod.Unreadable):
        match.play(match.awaiting[0], "sell everything")


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
def test_a_click_on_what_cannot_be_chosen_gets_its_reason(moves, region, nth, reason):
    match = match_with("1 2 5", "1", pool="1 4", upright="2", turned="3", display=(1,), moves=moves)
    where = piece_in(match, 0, region, nth)
    assert clicked(match, 0, where)[:2] == reason, where


def test_the_next_gear_card_is_clicked_to_upgrade():
    match = match_with("1 2 5", "1")
    assert match.meant(0, ["gear-card-1"]) == rules.UPGRADE == match.meant(0, ["do-upgrade"])
    assert clicked(match, 0, "gear-card-2")[:2] == ("click.gear", "CR-14")
    assert clicked(match_with("1 2", "1", gear=3), 0, "gear-card-4")[:2] == ("gear.cost", "CR-14")
    assert clicked(match_with("1", "1", gear=4), 0, "gear-card-0")[:2] == ("gear.top", "CR-15")


def test_a_one_in_a_bind_is_not_taken_for_a_five():
    match = match_with("1 1 5 5 5 5 5", "1", moves=["bind", "play 1", "play 1", *["play 5"] * 5])
    one = next(p for p in regions(match.scene(0), "haul") if p.face == "card-0")
    assert one.mark == ""
    assert clicked(match, 0, one.id)[:2] == ("keep.level", "CR-23")
    five = next(p for p in regions(match.scene(0), "haul") if p.face == "card-8")
    assert match.meant(0, [five.id]) == notation.read("keep 5")


def test_another_value_than_the_one_owed_does_not_pay():
    match = match_with("1", "1", upright="1 2 2*", display=(1,), moves=["catch", "draw", "draw", "claim 1"])
    assert match.table.phase == facts.PAYING
    assert clicked(match, 0, piece_in(match, 0, "score", 0))[:2] == ("click.other_value", "CR-26")
    assert match.meant(0, [piece_in(match, 0, "score", 1)]) == notation.read("pay plain")


def test_the_score_cards_of_others_are_theirs():
    match = match_with("1 2", "1", upright="2", display=(18,), moves=["catch draw draw"])
    assert clicked(match, 1, piece_in(match, 1, "score-0"))[:2] == ("click.score_other", "CR-21")


def test_refusals_of_clicks_are_said_in_the_players_language():
    match = match_with("1 2", "1", moves=["catch"])
    match.language = "fr"
    hand = piece_in(match, 0, "hand")
    assert clicked(match, 0, hand)[2].endswith("vous prenez des cartes de la pioche ou du bassin.")
    assert clicked(match, 0, "goals")[2].startswith("La pioche d'objectifs est fermée")
    assert clicked(match, 0, "card-7-1") == ("click.unknown", "", "Il n'y a pas de telle pièce sur la table.")
    assert clicked(match, 0)[0] == "click.unknown"
