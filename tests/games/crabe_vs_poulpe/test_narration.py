"""Crabe vs Poulpe in words: moves, refusals, events, prompts."""

from __future__ import annotations

import pytest

import decapod
from decapod import testing
from decapod.games.crabe_vs_poulpe.narration import describe_move, narrate, refusal_parameters
from decapod.games.crabe_vs_poulpe.rules import illegal_reason
from decapod.games.crabe_vs_poulpe.state import CRAB, ILLEGAL_REASONS, NAME, NUM_ACTIONS, OCTOPUS
from decapod.scene import Translator
from decapod.scene.svg import wrap
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, Duel, box_with, cards_of
from tests.positions import fill, printed, stand_at

GAME = decapod.game(NAME)
ENGLISH, FRENCH = GAME.translator("en"), GAME.translator("fr")
MODES = ("symmetric", ASYMMETRIC)
VIEWERS = {"crab": CRAB, "octopus": OCTOPUS, "spectator": -1}


def play_and_narrate(duel: Duel, text: str, words: Translator = ENGLISH) -> dict[str, str]:
    """Make a move, and tell it to the crab, the octopus and a spectator."""
    before, player, move = duel.state.copy(), duel.to_act[0], duel.read(text)
    after = duel.play(text).state
    return {
        name: " ".join(words(event) for event in narrate(duel.box, before, player, move, after, viewer))
        for name, viewer in VIEWERS.items()
    }


# --- moves and refusals -----------------------------------------------------------------------------------


def test_moves_are_described_in_english_and_french() -> None:
    duel = Duel(crab="6 8 3p")
    moves = [describe_move(duel.box, duel.state, CRAB, duel.read(text)) for text in ("6", "8", "3p", "pass")]
    assert [ENGLISH(move) for move in moves] == [
        "Lay the 6.",
        "Lay the 8: Reverse. The next card must be lower.",
        "Lay the octopus's 3.",
        "Pass: your opponent wins the round.",
    ]
    assert [FRENCH(move) for move in moves] == [
        "Jouer la carte 6.",
        "Jouer la carte 8 : Inverser. La carte suivante doit être plus faible.",
        "Jouer la carte 3 du poulpe.",
        "Passer : l'adversaire remporte la manche.",
    ]


def test_every_move_of_the_alphabet_can_be_described_in_both_languages() -> None:
    for mode in MODES:
        duel = Duel(mode)
        for move in range(-1, NUM_ACTIONS + 1):
            description = describe_move(duel.box, duel.state, CRAB, move)
            assert ENGLISH(description)
            assert FRENCH(description)


def test_refusals_say_what_is_wrong() -> None:
    match = GAME.match(2, seed=5, first="0")
    state = match.state.copy()
    state.hands[CRAB] = cards_of("6 3 α", CRAB)
    state.hands[OCTOPUS] = cards_of("3 α 8 9", OCTOPUS)
    stand_at(match, state)
    assert str(match.why_not(CRAB, "pass")) == "You lead, so you must lay a card. [CP-5]"
    assert str(match.why_not(OCTOPUS, "3")) == "It is Crab's turn. [CP-4]"
    assert str(match.why_not(CRAB, "9")) == "You do not hold the 9. [CP-4]"
    match.play(CRAB, "6")
    assert str(match.why_not(OCTOPUS, "3")) == "You cannot lay the 3: it must be higher than 6. [CP-4]"
    assert str(match.why_not(OCTOPUS, "α")) == "You can lay the α only to open a round. [CP-6]"
    match.play(OCTOPUS, "8")
    assert str(match.why_not(CRAB, "3")) == "First answer: resist Reverse, or let it happen? [CP-9]"
    assert str(match.why_not(CRAB, "3", FRENCH)) == "Répondez d'abord : résister à Inverser, ou laisser faire ? [CP-9]"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_along_a_game_can_be_said(mode: str, language: str) -> None:
    words = GAME.translator(language)
    start = testing.dealt(GAME, mode, 2, 4)
    for number, (at, _, _, _) in enumerate(testing.positions(start, 4)):
        if number % 9:
            continue
        for player in (CRAB, OCTOPUS):
            for move in range(-1, NUM_ACTIONS + 1):
                code = illegal_reason(at.box, at.state, player, move)
                if code:
                    gaps = refusal_parameters(at.box, at.state, player, move, code)
                    assert words(ILLEGAL_REASONS[code][0], **gaps)


# --- events -----------------------------------------------------------------------------------------------


@pytest.mark.rule("CP-27")
def test_the_event_of_a_discard_names_the_card_only_to_its_owner() -> None:
    events = play_and_narrate(Duel(crab="7 3", crab_deck="6").play("7", "let"), "discard 6")
    assert events["crab"] == "You discard the 6 face down."
    assert events["octopus"] == events["spectator"] == "Crab discards a card face down."


@pytest.mark.rule("CP-28")
def test_the_event_of_a_gift_and_a_theft_names_the_card_to_both_players() -> None:
    gift = play_and_narrate(Duel(crab="4 α 3").play("4", "let"), "give α")
    assert gift["crab"] == "You give Octopus the α."
    assert gift["octopus"] == "Crab gives you the α."
    assert gift["spectator"] == "Crab gives Octopus a card."
    theft = play_and_narrate(Duel(crab="10 3", octopus="6").play("10"), "let")
    assert theft["crab"] == "Octopus lets Steal happen. You steal the 6 from Octopus."
    assert theft["octopus"] == "You hold no 1, so Steal happens. Crab steals the 6 from you."
    assert theft["spectator"] == "Octopus lets Steal happen. Crab steals a card from Octopus."


@pytest.mark.rule("CP-9", "CP-27")
def test_only_those_who_cannot_resist_are_told_why_an_effect_happens() -> None:
    """It said that they let it happen, though nobody had asked them; their opponent must not learn of it."""
    unable = play_and_narrate(Duel(crab="8 3", octopus="9").play("8"), "let")
    able = play_and_narrate(Duel(crab="8 3", octopus="1 9").play("8"), "let")
    assert unable["octopus"].startswith("You hold no 1, so Reverse happens.")
    assert able["octopus"].startswith("You let Reverse happen.")
    for other in ("crab", "spectator"):
        assert unable[other] == able[other] == "Octopus lets Reverse happen. The next card must be lower than 8."


@pytest.mark.rule("CP-28", "CP-30")
def test_the_event_of_a_pinch_names_cards_to_both_players_only() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6 7c").play("2")
    look = play_and_narrate(duel, "let")
    assert look["crab"].endswith("Octopus shows you their hand: the 6, the crab's 7.")
    assert look["octopus"].endswith("You show Crab your hand: the 6, the crab's 7.")
    assert look["spectator"].endswith("Octopus shows Crab their hand.")
    sent = play_and_narrate(duel, "pinch 7c")
    assert sent["crab"] == "You send the crab's 7 of Octopus back to its deck."
    assert sent["octopus"] == "Crab sends the crab's 7 from your hand back to its deck."
    assert sent["spectator"] == "Crab sends a card of Octopus back to its deck."


@pytest.mark.rule("CP-22", "CP-27")
def test_the_event_of_a_search_names_the_card_only_to_the_searcher() -> None:
    events = play_and_narrate(Duel(ASYMMETRIC, crab="10 3", crab_deck="6 7").play("10", "let"), "fetch 7", FRENCH)
    assert events["crab"] == "Vous prenez la carte 7 dans votre pioche."
    assert events["octopus"] == events["spectator"] == "Crabe prend une carte dans la pioche."


@pytest.mark.rule("CP-7", "CP-27")
def test_the_event_of_a_refill_names_your_own_cards_and_counts_the_others() -> None:
    events = play_and_narrate(Duel(crab="6 3", crab_deck="9", octopus="3", octopus_deck="1 2").play("6"), "pass")
    assert events["crab"] == "Octopus passes. You win the round and lead. You draw the 9. Octopus draws 2 cards."
    assert events["octopus"].startswith("You pass. Crab wins the round and leads.")
    assert events["octopus"].endswith("Crab draws a card. You draw the 1, the 2.")
    assert events["spectator"].endswith("Crab draws a card. Octopus draws 2 cards.")


def test_the_events_of_the_other_effects() -> None:
    assert play_and_narrate(Duel(crab="8 3", octopus="9"), "8")["octopus"] == "Crab lays the 8: Reverse."
    reverse = play_and_narrate(Duel(crab="8 3", octopus="9").play("8"), "let")["crab"]
    assert reverse == "Octopus lets Reverse happen. The next card must be lower than 8."
    resisted = play_and_narrate(Duel(crab="8 3", octopus="1 9").play("8"), "resist")["crab"]
    assert resisted == "Octopus resists with the 1: Reverse is cancelled."
    finish = play_and_narrate(Duel(crab="5 3", crab_deck="").play("5"), "let")["octopus"]
    assert finish.startswith("You hold no 1, so Finish happens. The 5 wins the round for Crab, who leads.")
    again = Duel(crab="2 3").play("2")
    assert play_and_narrate(again, "let")["crab"] == "Octopus lets Again happen. You may lay another card."
    assert play_and_narrate(again, "no")["crab"] == "You lay no other card."
    nothing = play_and_narrate(Duel(crab="4", octopus="9").play("4"), "let")["crab"]
    assert nothing == "Octopus lets Give happen. Give finds nothing to do."
    capture = Duel(ASYMMETRIC, octopus="5 9", pile="3c", turn=OCTOPUS).play("5", "let")
    assert play_and_narrate(capture, "take 3c")["spectator"] == "Octopus captures the crab's 3."
    copy = Duel(ASYMMETRIC, octopus="10 9", crab="8 3", turn=OCTOPUS).play("10", "let")
    reverse = play_and_narrate(copy, "copy 8")["spectator"]
    assert reverse == "Octopus imitates: Reverse. The next card must be lower than 10."
    blind = play_and_narrate(Duel(ASYMMETRIC, octopus="2 3", octopus_deck="6", turn=OCTOPUS), "2")
    assert blind["octopus"] == "You lay the 2. You draw the 6."
    heal = play_and_narrate(Duel(ASYMMETRIC, crab="5 3", crab_deck="6").play("5", "let"), "heal 3")
    assert heal["crab"] == "You discard the 3 face down. You draw the 6."
    omega = play_and_narrate(Duel(crab="Ω 3", crab_deck="6"), "Ω")["crab"]
    assert omega.startswith("You lay the Ω. The Ω wins the round for you: you lead. You draw the 6.")


# --- prompts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("duel", "prompt"),
    [
        (Duel(), "You lead: lay any card. Then each lays a higher one, or passes."),
        (Duel(crab="9", pile="6p"), "Lay a card higher than 6, or pass."),
        (Duel(crab="8 3").play("8", "let"), "Lay a card lower than 8, or pass."),
        (Duel(crab="3 5", pile="6p"), "You have no card higher than 6: pass, and the round is lost."),
        (Duel(crab="2 3").play("2", "let"), "Again: lay another card higher than 2, or no other."),
        (Duel(crab="8 3").play("8"), "Crab lays the 8: Reverse. You hold no 1, so it happens."),
        (Duel(crab="8 3", octopus="1 9").play("8"), "Crab lays the 8: Reverse. Resist with a 1, or let it happen?"),
        (Duel(crab="4 3").play("4", "let"), "Give: choose a card to hand over."),
        (Duel(crab="7 3").play("7", "let"), "Draw and discard: choose a card to discard face down."),
        (Duel(ASYMMETRIC, crab="5 3").play("5", "let"), "Heal: choose a card to discard, then fill your hand."),
        (Duel(ASYMMETRIC, crab="2 3").play("2", "let"), "Pinch: choose a card of your opponent's hand to send back."),
        (Duel(ASYMMETRIC, crab="10 3").play("10", "let"), "Search: choose a card of your deck."),
        (Duel(ASYMMETRIC, octopus="10 3", turn=OCTOPUS).play("10", "let"),
         "Imitate: choose a card whose effect to use, or none."),
        (Duel(ASYMMETRIC, octopus="5 3", pile="3c", turn=OCTOPUS).play("5", "let"),
         "Capture: take the crab's 3 from the pile, or leave it there?"),
    ],
)  # fmt: skip
def test_the_prompt_says_what_to_do(duel: Duel, prompt: str) -> None:
    player = duel.to_act[0]
    assert duel.scene(player).prompt == prompt
    assert duel.scene(1 - player).prompt == f"Waiting for {ENGLISH.name(player)}."
    assert len(wrap(duel.match.scene(player, "phone", FRENCH).prompt, 390 - 32, 16)) <= 2


def test_words_follow_the_box() -> None:
    """A hand was filled "up to five", and an effect resisted "with a 1", whatever the box said."""
    text = printed(NAME)
    text["rules"]["hand"] = 7
    for rank in text["ranks"]:
        rank["symmetric"] = {"2": "heal", "6": "resist"}.get(rank["name"], rank["symmetric"])
    box = fill(NAME, text)
    duel = Duel(crab="2 3 4", octopus="6 9", box=box)
    healing = describe_move(box, duel.state, CRAB, duel.read("2"))
    assert ENGLISH(healing) == "Lay the 2: Heal. Discard a card, then fill your hand up."
    assert FRENCH(healing).endswith("puis complétez votre main.")
    duel.play("2")
    assert ENGLISH(GAME.view.prompt(box, duel.state, OCTOPUS)).endswith("Resist with a 1/6, or let it happen?")
    duel.play("let")
    assert ENGLISH(describe_move(box, duel.state, CRAB, duel.read("heal 3"))).endswith("then fill your hand up.")


def test_resist_alone_is_a_move_where_one_rank_resists() -> None:
    match = Duel(crab="4 3", octopus="6 9", box=box_with(_6="resist", _1="none")).play("4").match
    assert match.why_not(OCTOPUS, "resist") is None
    several = Duel(crab="4 3", octopus="6 9", box=box_with(_6="resist")).play("4").match.why_not(OCTOPUS, "resist")
    assert several is not None
    assert several.words.endswith("write one like resist 1")
    none = Duel(crab="4 3", octopus="6 9", box=box_with(_1="none")).match.why_not(OCTOPUS, "resist")
    assert none is not None
    assert none.words.startswith("'resist' is no move")
