"""Crabs! in words: moves, refusals, and what happened, as each viewer may know it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import decapod
from decapod.core.match import Match
from decapod.games.crabs import state as s
from decapod.games.crabs.narration import card_phrase
from decapod.scene import Translator
from tests.games.crabs.position import Deal

game = decapod.game("crabs")


def match_with(*hands: str, moves: tuple[str, ...] = (), **lay: Any) -> Match:
    """Return a match of which player 0 is to move, its table laid as a test wants it, and some moves made."""
    match = Deal(*hands, **lay).match
    for move in moves:
        match.play(0, move)
    return match


# --- refusals ---------------------------------------------------------------------------------------------


@pytest.mark.rule("CR-23")
def test_an_illegal_set_is_refused_with_its_total_and_what_that_keeps() -> None:
    match = match_with("1 2 5 5 5", "1", moves=("bind", "play 1", "play 2", "play 5", "play 5"))
    reason = match.why_not(0, "play 5")
    assert reason is not None
    assert (reason.code, reason.rule, reason.parameters["total"]) == ("bind.crab", "CR-23", 17)
    assert str(reason).startswith("17 keeps a [3] or a turned [4]; you would have played neither")
    with pytest.raises(decapod.IllegalMoveError, match="17 keeps"):
        match.play(0, "play 5")


def test_a_line_asked_for_by_text_is_refused_where_it_goes_wrong() -> None:
    match = match_with("1 2 5 5 5", "1")
    moves = match.parse_moves(0, "bind 1: 2 5 5 5")
    for move in moves[:-1]:
        match.play(0, move)
    reason = match.why_not(0, moves[-1])
    assert reason is not None
    assert reason.rule == "CR-23"


@pytest.mark.parametrize(
    ("lay", "moves", "move", "words"),
    [
        ({}, (), "keep 2", "First choose one of the six actions. [CR-6]"),
        ({"gear": 3}, (), "upgrade", "The boat costs 3 of your cards, and you have 2. [CR-14]"),
        ({"pool": "5 1"}, ("trade", "play 3", "enough"), "take 1",
         "You still take exactly 3; with a [1] the pool could not make it come out even. [CR-12]"),
        ({"pool": "5 1"}, ("catch",), "take 4*", "There is no golden\u00a0[4] in the pool. [CR-8]"),
        ({"upright": "1 3", "display": (8, 18), "pool": "5 5"}, ("catch", "take 5", "take 5"), "claim 2",
         "It takes upright score cards [1] [2] [3] [4]; yours are 1 3. [CR-26]"),
        ({"gear": 1}, ("bind", "play 3", "play 2"), "keep 3",
         "A total of 5 keeps a [1] or a turned [2]; this is [3]. [CR-23]"),
        ({}, ("raise",), "catch", "You take one action a turn: you are putting cards into the pool. [CR-6]"),
    ],
)  # fmt: skip
def test_refusals_name_cards_totals_and_costs(
    lay: dict[str, Any], moves: tuple[str, ...], move: str, words: str
) -> None:
    assert str(match_with("2 3", "1", moves=moves, **lay).why_not(0, move)) == words


@pytest.mark.rule("CR-23")
def test_a_hand_that_binds_nothing_is_told_why() -> None:
    words = "with a [5] as the rope, [5] [5] [5] make 15 (bare hands), which keeps a [3] or a turned [4]. [CR-23]"
    assert str(match_with("5 5 5 5", "1").why_not(0, "bind")).endswith(words)
    assert "make 18 (net), which keeps" in str(match_with("5 5 5 5", "1", gear=1).why_not(0, "bind"))


def test_what_is_gained_by_a_claim_is_said() -> None:
    """Golden crabs that have to pay lose their extra point."""
    for upright, gain in (("1 3", "+2"), ("1 3 3*", "+2"), ("1* 3*", "+0")):
        match = match_with("1", "1", upright=upright, display=(8, 18), moves=("catch", "draw", "draw"))
        words = f"Claim the objective for [1] [3]: 6 points for crabs worth 4 points: {gain}."
        assert told(match, 0, s.CLAIM, game.translator("en")) == words


def test_golden_and_its_number_are_one_word() -> None:
    """Told in one breath, the page said “takes golden [3], [4], [1]”: it breaks sentences at spaces."""
    for kind in (1, 9):
        assert all(" " not in game.translator(language)(card_phrase(kind)) for language in ("en", "fr"))


def test_one_who_is_not_in_turn_is_told_who_is() -> None:
    assert str(match_with("1", "1").why_not(1, "catch")) == "It is Coral's turn. [CR-5]"


def told(match: Match, player: int, move: int, words: Translator) -> str:
    """Say what a move does, legal or not."""
    return words(game.view.describe_move(match.box.record, match.state, player, move))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_move_can_be_told_and_every_refusal_explained(language: str) -> None:
    """By chance, all along some games: no gap of any words stays empty."""
    words = game.translator(language)
    codes: set[str] = set()
    for seed in range(3):
        match = game.match(2 + seed, seed=seed)
        chance = np.random.default_rng(seed)
        ply = 0
        while not match.is_over:
            player = match.to_act[0]
            if ply % 12 == 0:
                for move in range(s.NUM_ACTIONS):
                    assert told(match, player, move, words)
                    reason = match.why_not(player, move, words)
                    codes.add(reason.code if reason else "")
                    assert reason is None or reason.words
                assert match.scene(player, words=words).prompt
            match.play(player, int(chance.choice(match.legal_actions(player))))
            assert match.describe_events(player, words=words)
            ply += 1
        assert match.describe_outcome(words)
    assert len(codes) > 15


@pytest.mark.parametrize("language", ["en", "fr"])
def test_there_are_words_for_everything_that_has_a_name(language: str) -> None:
    words = game.translator(language)
    keys = [f"{group}.{name}" for group in ("prompt", "now") for name in s.PHASE_NAMES]
    keys += [f"{group}.{s.PHASE_NAMES[phase]}" for group in ("move.done", "event.enough") for phase in s.UNTIL_ENOUGH]
    keys += [f"{group}.{name}" for group in ("action", "aid") for name in s.ACTION_NAMES]
    keys += [f"gear.{name}" for name in s.GEAR_NAMES]
    keys += [f"keeps.{name}" for name in s.LEVEL_NAMES]
    assert [key for key in keys if key not in words] == []


# --- what happened ----------------------------------------------------------------------------------------


@pytest.mark.rule("CR-36")
def test_a_drawn_card_is_told_only_to_its_owner() -> None:
    match = match_with("1", "1", moves=("catch", "draw"), pile="4* 4*")
    assert match.describe_events(0) == ["You draw golden\u00a0[4]."]
    assert match.describe_events(1) == ["Coral draws a card."] == match.describe_events(None)


@pytest.mark.rule("CR-36")
def test_a_rope_is_told_to_others_when_it_is_discarded() -> None:
    match = match_with("1 2 5 5 5", "1", display=(18,), moves=("bind", "play 1"))
    assert match.describe_events(0) == ["Your rope is [1]."]
    assert match.describe_events(1) == ["Coral puts down a rope."]
    for move in ("play 2", "play 5", "play 5"):
        match.play(0, move)
    assert match.describe_events(1) == ["Coral plays [5]: 12."]
    match.play(0, "keep 2")
    assert match.describe_events(1)[0] == "Coral keeps [2] upright; the rope was [1]."


def test_gear_objectives_and_the_last_round_are_told() -> None:
    match = match_with("1 2", "1", moves=("upgrade", "play 2"))
    assert match.describe_events(1)[-1] == "Coral now has the net."
    at = Deal("1", "1", upright="2", pool="3 3", display=(1, 2, 3, 4))
    at.state.score[0] = at.state.before = 28
    match = at.match
    for move in ("catch", "take 3", "take 3", "claim 1"):
        match.play(0, move)
    events = match.describe_events(1)
    assert events[0] == "Coral claims [2] for 3 points."
    assert events[1].startswith("New objective: ")
    assert events[2] == "Coral has 29 points: this is the last round."


@pytest.mark.parametrize(
    ("lay", "moves", "words"),
    [
        ({}, ("raise", "play 1", "play 2", "enough"), "Coral gave 2 cards and takes back as many."),
        ({}, ("trade", "play 1", "play 2", "enough"), "Coral gave a total of 3 and takes back the same."),
        ({"turned": "5 4", "display": (18,)}, ("relax", "turn 4", "enough"), "Coral is done relaxing."),
        ({"upright": "2", "pool": "3 3", "display": (1,)}, ("catch", "take 3", "take 3", "enough"),
         "Coral claims no objective."),
    ],
)  # fmt: skip
def test_four_ways_to_say_enough(lay: dict[str, Any], moves: tuple[str, ...], words: str) -> None:
    assert match_with("1 2", "1", moves=moves, **lay).describe_events(1)[0] == words


def test_the_whole_table_speaks_french() -> None:
    match = match_with("1 2 5 5 5", "1", moves=("bind", "play 1", "play 2", "play 5", "play 5"))
    french = game.translator("fr")
    prompt = match.scene(0, words=french).prompt
    assert prompt == "Cliquez le crabe à garder : un total de 12 garde un [2] ou un [3] couché."
    assert str(match.why_not(0, "play 5", french)).startswith("17 garde un [3] ou un [4] couché")


def test_the_player_aid_says_the_numbers_of_the_box() -> None:
    """With catch = 4 it said "take two cards"."""
    text = game.box.text.replace("catch = 2 ", "catch = 4 ").replace("relax = 3 ", "relax = 5 ")
    match = game.match(2, seed=1, box=game.parse_box(text, "here"), first=0)
    catch, relax = (told(match, 0, action, game.translator()) for action in (s.CATCH, s.RELAX))
    assert catch == "Catch: take cards from the pile or the pool, 4 in all."
    assert relax == "Relax: set turned score cards upright, 5 at most; upright they score their full value."
    assert {piece.hint for piece in match.scene(0).pieces if piece.region == "aid"} >= {catch, relax}
    french = told(match, 0, s.CATCH, game.translator("fr"))
    assert french == "Attraper : prenez des cartes à la pioche ou au bassin, 4 en tout."
