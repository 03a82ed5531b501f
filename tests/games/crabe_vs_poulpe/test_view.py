"""What a person reads and sees of Crabe vs Poulpe."""

from __future__ import annotations

from typing import Any

import pytest

import decapod
from decapod import testing
from decapod.errors import Unreadable
from decapod.games.crabe_vs_poulpe import rules, turns, view
from decapod.match import Match
from decapod.scene import Phrase, Words
from decapod.scene.svg import wrapped

from ..clicking import clicked
from .duel import CRAB, OCTOPUS, Duel, box_of, changed
from .test_rules import ASYMMETRIC

GAME = decapod.game("crabe-vs-poulpe")
ENGLISH, FRENCH = GAME.words("en"), GAME.words("fr")
MODES = ("symmetric", ASYMMETRIC)


def written(duel: Duel, text: str) -> str:
    """Write the move that a test's text means."""
    return view.write(duel.box, duel.table, duel.asked, duel.move(text))


def stories(duel: Duel, text: str, words: Words = ENGLISH) -> dict[str, str]:
    """Make a move, and tell it to the crab, the octopus and a spectator."""
    before, player, move = duel.table.copy(), duel.asked, duel.move(text)
    duel.play(text)
    told: dict[str, str] = {}
    for name, viewer in (("crab", CRAB), ("octopus", OCTOPUS), ("spectator", -1)):
        said: list[Phrase] = view.story(duel.box, before, player, move, duel.table, viewer)
        told[name] = " ".join(words(one) for one in said)
    return told


def shown(duel: Duel, viewer: int, layout: str = "wide", words: Words = ENGLISH) -> Any:
    """Show a duel to a viewer."""
    return view.scene(duel.box, duel.table, viewer, layout, words)


# --- notation ---------------------------------------------------------------------------------------------


def test_cards_are_written_by_rank_with_a_mark_for_effects_and_a_star_for_guests() -> None:
    duel = Duel(crab="6 8 α Ω 10p 3p")
    assert [written(duel, card) for card in ("6", "8", "α", "Ω", "10p", "3p")] == ["6", "8!", "α", "Ω", "10*!", "3*"]


def test_answers_and_choices_are_written_as_words() -> None:
    asked = Duel(crab="4 3", octopus="1 1c").play("4")
    assert [written(asked, text) for text in ("let", "resist", "resist 1c")] == ["let", "resist", "resist*"]
    assert written(Duel(crab="4 α 3").play("4", "let"), "give α") == "give α"
    assert written(Duel(crab="7 3", crab_deck="6").play("7", "let"), "discard 6") == "discard 6"
    assert written(Duel(crab="3 6", octopus="3").play("6"), "pass") == "pass"
    assert written(Duel(crab="2 6").play("2", "let"), "no") == "no"
    assert written(Duel(ASYMMETRIC, crab="2 6", octopus="7 8c").play("2", "let"), "pinch 7") == "pinch 7"
    assert written(Duel(ASYMMETRIC, crab="2 6", octopus="7 8c").play("2", "let"), "pinch 8c") == "pinch 8*"
    assert written(Duel(ASYMMETRIC, crab="10 6").play("10", "let"), "fetch 9") == "fetch 9"
    assert written(Duel(ASYMMETRIC, crab="5 6").play("5", "let"), "heal 6") == "heal 6"
    take = Duel(ASYMMETRIC, octopus="5 6", pile="3c", turn=OCTOPUS).play("5", "let")
    assert written(take, "take 3c") == "take 3*"
    copy = Duel(ASYMMETRIC, octopus="10 6", crab="8 3", turn=OCTOPUS).play("10", "let")
    assert written(copy, "copy 8") == "copy 8"


@pytest.mark.parametrize(
    ("text", "same"),
    [("8", "8!"), ("a", "α"), ("alpha", "α"), ("O", "Ω"), ("omega", "Ω"), ("ω", "Ω"), (" give   A ", "give α"),
     ("PASS", "pass"), ("resist 1", "resist"), ("8*", "8*!")],
)  # fmt: skip
def test_a_person_may_write_it_differently(text: str, same: str) -> None:
    duel = Duel()
    assert view.read(duel.box, duel.table, CRAB, text) == view.read(duel.box, duel.table, CRAB, same)


@pytest.mark.parametrize("text", ["", "11", "6 6", "dance 6", "give", "0", "resist me", "α8", "**"])
def test_what_is_no_move_is_unreadable(text: str) -> None:
    duel = Duel()
    with pytest.raises(Unreadable, match="is no move; write one like 6, 8!"):
        match_of(duel).read(CRAB, text)
    with pytest.raises(Unreadable, match="n'est pas un coup ; écrivez-en un comme 6, 8!"):
        match_of(duel, language="fr").read(CRAB, text)


def test_where_several_ranks_resist_the_rank_is_written() -> None:
    duel = Duel(crab="4 3", octopus="6 9", box=changed(_6="resist")).play("4")
    assert written(duel, "resist 6") == "resist 6"
    with pytest.raises(Unreadable, match=r"read\.rank"):
        view.read(duel.box, duel.table, OCTOPUS, "resist")


def test_every_move_of_the_alphabet_is_read_back_as_written() -> None:
    duel = Duel()
    for move in range(rules.MOVES):
        if move < turns.PASS and move % rules.KINDS // 2 >= duel.box.ranks:
            continue
        for player in (CRAB, OCTOPUS):
            text = view.write(duel.box, duel.table, player, move)
            assert view.read(duel.box, duel.table, player, text) == move, text


# --- words ------------------------------------------------------------------------------------------------


def test_moves_are_told_in_english_and_french() -> None:
    duel = Duel(crab="6 8 3p")
    told = [view.tell(duel.box, duel.table, CRAB, duel.move(text)) for text in ("6", "8", "3p", "pass")]
    assert [ENGLISH(said) for said in told] == [
        "Lay the 6.",
        "Lay the 8: Reverse. The next card must be lower.",
        "Lay the octopus's 3.",
        "Pass: the other wins the round.",
    ]
    assert [FRENCH(said) for said in told] == [
        "Poser la carte 6.",
        "Poser la carte 8 : Inverser. La carte suivante ira plus bas.",
        "Poser la carte 3 du poulpe.",
        "Passer : l'autre gagne la manche.",
    ]


def test_every_move_of_the_alphabet_can_be_told_in_both_languages() -> None:
    for mode in MODES:
        duel = Duel(mode)
        for move in range(-1, rules.MOVES + 1):
            said = view.tell(duel.box, duel.table, CRAB, move)
            assert ENGLISH(said)
            assert FRENCH(said)


def test_refusals_say_what_is_wrong() -> None:
    match = GAME.match(2, seed=5, first="0")
    match.table.hands[CRAB] = Duel.cards("6 3 α", CRAB)
    match.table.hands[OCTOPUS] = Duel.cards("3 α 8 9", OCTOPUS)
    assert str(match.why_not(CRAB, "pass")) == "You lead, so you must lay a card. [CP-5]"
    assert str(match.why_not(OCTOPUS, "3")) == "It is Crab's turn. [CP-4]"
    assert str(match.why_not(CRAB, "9")) == "You do not hold the 9. [CP-4]"
    match.play(CRAB, "6")
    assert str(match.why_not(OCTOPUS, "3")) == "You cannot lay the 3: it must be higher than 6. [CP-4]"
    assert str(match.why_not(OCTOPUS, "α")) == "You can lay the α only to open a round. [CP-6]"
    match.play(OCTOPUS, "8")
    assert str(match.why_not(CRAB, "3")) == "First answer: resist Reverse, or let it happen? [CP-9]"
    match.language = "fr"
    assert str(match.why_not(CRAB, "3")) == "Répondez d'abord : résister à Inverser, ou laisser faire ? [CP-9]"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_refusal_along_a_game_can_be_said(mode: str, language: str) -> None:
    words = GAME.words(language)
    start = testing.dealt(GAME, mode, 2, 4)
    for number, (at, _, _, _) in enumerate(testing.positions(start, 4)):
        if number % 9:
            continue
        for player in (CRAB, OCTOPUS):
            for move in range(-1, rules.MOVES + 1):
                code = rules.refusal(at.box, at.table, player, move)
                if code:
                    gaps = view.explain(at.box, at.table, player, move, code)
                    assert words(rules.REASONS[code][0], **gaps)


@pytest.mark.rule("CP-27")
def test_the_story_of_a_discard_names_the_card_only_to_its_owner() -> None:
    told = stories(Duel(crab="7 3", crab_deck="6").play("7", "let"), "discard 6")
    assert told["crab"] == "Crab discards the 6 face down."
    assert told["octopus"] == told["spectator"] == "Crab discards a card face down."


@pytest.mark.rule("CP-28")
def test_the_story_of_a_gift_and_a_theft_names_the_card_to_both_players() -> None:
    gift = stories(Duel(crab="4 α 3").play("4", "let"), "give α")
    assert gift["crab"] == gift["octopus"] == "Crab gives Octopus the α."
    assert gift["spectator"] == "Crab gives Octopus a card."
    theft = stories(Duel(crab="10 3", octopus="6").play("10"), "let")
    assert theft["crab"] == theft["octopus"] == "Octopus lets Steal happen. Crab steals from Octopus: the 6."
    assert theft["spectator"] == "Octopus lets Steal happen. Crab steals a card from Octopus."


@pytest.mark.rule("CP-28", "CP-30")
def test_the_story_of_a_pinch_names_cards_to_both_players_only() -> None:
    duel = Duel(ASYMMETRIC, crab="2 3", octopus="6 7c").play("2")
    look = stories(duel, "let")
    assert look["crab"] == look["octopus"]
    assert look["crab"].endswith("Octopus shows Crab their hand: the 6, the crab's 7.")
    assert look["spectator"].endswith("Octopus shows Crab their hand.")
    sent = stories(duel, "pinch 7c")
    assert sent["crab"] == sent["octopus"] == "Crab sends the crab's 7 of Octopus back to its deck."
    assert sent["spectator"] == "Crab sends a card of Octopus back to its deck."


@pytest.mark.rule("CP-22", "CP-27")
def test_the_story_of_a_search_names_the_card_only_to_the_searcher() -> None:
    told = stories(Duel(ASYMMETRIC, crab="10 3", crab_deck="6 7").play("10", "let"), "fetch 7", FRENCH)
    assert told["crab"] == "Crabe prend la carte 7 dans la pioche."
    assert told["octopus"] == told["spectator"] == "Crabe prend une carte dans la pioche."


@pytest.mark.rule("CP-7", "CP-27")
def test_the_story_of_a_refill_names_your_own_cards_and_counts_the_others() -> None:
    told = stories(Duel(crab="6 3", crab_deck="9", octopus="3", octopus_deck="1 2").play("6"), "pass")
    assert told["crab"] == "Octopus passes; Crab wins the round and leads. You draw the 9. Octopus draws 2 cards."
    assert told["octopus"].endswith("Crab draws a card. You draw the 1, the 2.")
    assert told["spectator"].endswith("Crab draws a card. Octopus draws 2 cards.")


def test_stories_of_the_other_effects() -> None:
    assert stories(Duel(crab="8 3", octopus="9"), "8")["octopus"] == "Crab lays the 8: Reverse."
    reverse = stories(Duel(crab="8 3", octopus="9").play("8"), "let")["crab"]
    assert reverse == "Octopus lets Reverse happen. The next card must be lower than 8."
    resisted = stories(Duel(crab="8 3", octopus="1 9").play("8"), "resist")["crab"]
    assert resisted == "Octopus resists with the 1: Reverse is cancelled."
    finish = stories(Duel(crab="5 3", crab_deck="").play("5"), "let")["octopus"]
    assert finish.startswith("Octopus lets Finish happen. Crab wins the round and leads.")
    again = Duel(crab="2 3").play("2")
    assert stories(again, "let")["crab"] == "Octopus lets Again happen. Crab may lay another card."
    assert stories(again, "no")["crab"] == "Crab does without."
    nothing = stories(Duel(crab="4", octopus="9").play("4"), "let")["crab"]
    assert nothing == "Octopus lets Give happen. Give finds nothing to do."
    capture = Duel(ASYMMETRIC, octopus="5 9", pile="3c", turn=OCTOPUS).play("5", "let")
    assert stories(capture, "take 3c")["spectator"] == "Octopus captures the crab's 3."
    copy = Duel(ASYMMETRIC, octopus="10 9", crab="8 3", turn=OCTOPUS).play("10", "let")
    told = stories(copy, "copy 8")["spectator"]
    assert told == "Octopus imitates: Reverse. The next card must be lower than 10."
    blind = stories(Duel(ASYMMETRIC, octopus="2 3", octopus_deck="6", turn=OCTOPUS), "2")
    assert blind["octopus"] == "Octopus lays the 2. You draw the 6."
    heal = stories(Duel(ASYMMETRIC, crab="5 3", crab_deck="6").play("5", "let"), "heal 3")
    assert heal["crab"] == "Crab discards the 3 face down. You draw the 6."
    omega = stories(Duel(crab="Ω 3", crab_deck="6"), "Ω")["crab"]
    assert omega.startswith("Crab lays the Ω. Crab wins the round and leads. You draw the 6.")


# --- prompts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("duel", "prompt"),
    [
        (Duel(), "You lead: lay any card."),
        (Duel(crab="9", pile="6p"), "Lay a card higher than 6, or pass."),
        (Duel(crab="8 3").play("8", "let"), "Lay a card lower than 8, or pass."),
        (Duel(crab="2 3").play("2", "let"), "Again: lay another card higher than 2, or do without."),
        (Duel(crab="8 3").play("8"), "Crab lays the 8: Reverse. Resist with a 1, or let it happen?"),
        (Duel(crab="4 3").play("4", "let"), "Give: choose a card to hand over."),
        (Duel(crab="7 3").play("7", "let"), "Draw and discard: choose a card to discard face down."),
        (Duel(ASYMMETRIC, crab="5 3").play("5", "let"), "Heal: choose a card to discard, then fill your hand."),
        (Duel(ASYMMETRIC, crab="2 3").play("2", "let"), "Pinch: choose a card of the other's hand to send back."),
        (Duel(ASYMMETRIC, crab="10 3").play("10", "let"), "Search: choose a card of your deck."),
        (Duel(ASYMMETRIC, octopus="10 3", turn=OCTOPUS).play("10", "let"),
         "Imitate: choose a card whose effect to use, or do without."),
        (Duel(ASYMMETRIC, octopus="5 3", pile="3c", turn=OCTOPUS).play("5", "let"),
         "Capture: take the crab's 3 from the pile, or do without?"),
    ],
)  # fmt: skip
def test_the_prompt_says_what_to_do(duel: Duel, prompt: str) -> None:
    assert shown(duel, duel.asked).prompt == prompt
    assert shown(duel, 1 - duel.asked).prompt == f"Waiting for {ENGLISH.name(duel.asked)}."
    assert len(wrapped(shown(duel, duel.asked, "tall", FRENCH).prompt, 390 - 32, 16)) <= 2


@pytest.mark.rule("CP-9")
def test_the_moment_of_resisting_looks_the_same_to_the_other_whatever_is_held() -> None:
    with_a_1, without = (Duel(crab="4 3", octopus=hand).play("4") for hand in ("1 9", "3 9"))
    for viewer in (CRAB, -1):
        assert shown(with_a_1, viewer).data() == shown(without, viewer).data()


# --- scenes -----------------------------------------------------------------------------------------------


def test_the_pile_is_fanned_and_the_value_to_beat_has_its_direction() -> None:
    duel = Duel(crab="9", pile="α 1 2 3 4 6 7 8p")
    scene = shown(duel, CRAB)
    pile = [piece for piece in scene.pieces if piece.region == "pile" and piece.id != "to-beat"]
    assert [piece.label.split(",")[0] for piece in pile] == ["1", "2", "3", "4", "6", "7", "8"]
    assert [piece.x for piece in pile] == sorted(piece.x for piece in pile)
    assert pile[-1].mark == "last"
    assert next(piece for piece in scene.pieces if piece.id == "to-beat").face == "higher"
    duel.table.lower = 1
    lower = next(piece for piece in shown(duel, CRAB).pieces if piece.id == "to-beat")
    assert (lower.face, lower.label) == ("lower", "lower than 8")


def test_hints_say_what_a_card_does() -> None:
    scene = shown(Duel(ASYMMETRIC, crab="3 10 2p Ω"), CRAB)
    hints = [piece.hint for piece in scene.pieces if piece.region == "hand"]
    assert hints == [
        "2, octopus. Blind: It goes on anything but Ω, and you draw a card. It cannot be resisted.",
        "3, crab: no effect.",
        "10, crab. Search: Take any card from your deck.",
        "Ω, crab. Win: You win the round. It cannot be resisted.",
    ]


@pytest.mark.rule("CP-27", "CP-28")
def test_a_hand_shows_what_its_viewer_knows_and_backs_for_the_rest() -> None:
    duel = Duel(crab="4 α 3", octopus="9 8").play("4", "let", "give α")
    faces = {
        viewer: [piece.face for piece in shown(duel, viewer).pieces if piece.region == region]
        for viewer, region in ((CRAB, "other"), (OCTOPUS, "hand"), (-1, "other"))
    }
    assert faces[CRAB] == ["card-crab-0-open", "back", "back"]
    assert faces[OCTOPUS] == ["card-crab-0-open", "card-octopus-8-reverse", "card-octopus-9-none"]
    assert faces[-1] == ["back", "back", "back"]


@pytest.mark.rule("CP-29")
def test_doubtful_cards_are_named_beside_the_hand() -> None:
    duel = Duel(crab="4 6 3", octopus="7 9 8", octopus_deck="10").play("4", "let", "give 6", "7", "let", "discard 6c")
    assert "perhaps also 6*" in [label.text for label in shown(duel, CRAB).labels]


def test_a_searched_deck_lies_open_to_its_owner_alone() -> None:
    duel = Duel(ASYMMETRIC, crab="10 3", crab_deck="6 6 Ω").play("10", "let")
    deck = [piece for piece in shown(duel, CRAB).pieces if piece.region == "deck"]
    assert [piece.face for piece in deck] == ["card-crab-6-none", "card-crab-99-win"]
    assert all(piece.mark == "legal" for piece in deck)
    assert not [piece for piece in shown(duel, OCTOPUS).pieces if piece.region == "deck"]
    assert "6 6 Ω" in shown(duel, CRAB).text()


def test_a_card_keeps_its_id_when_it_is_laid() -> None:
    duel = Duel(crab="6 6 3", octopus="9")
    before = {piece.id for piece in shown(duel, CRAB).pieces if piece.region == "hand"}
    duel.play("6")
    scene = shown(duel, CRAB)
    laid = [piece.id for piece in scene.pieces if piece.region == "pile" and piece.id != "to-beat"]
    left = {piece.id for piece in scene.pieces if piece.region == "hand"}
    assert set(laid) | left == before
    assert not set(laid) & left


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("layout", ["wide", "tall"])
def test_scenes_along_a_game_stay_on_the_canvas_and_offer_every_legal_move(mode: str, layout: str) -> None:
    start = testing.dealt(GAME, mode, 2, 8)
    for at, _, _, _ in testing.positions(start, 8):
        for viewer in (-1, CRAB, OCTOPUS):
            scene = at.scene(viewer, layout)
            ids = [piece.id for piece in scene.pieces]
            assert len(ids) == len(set(ids))
            for piece in scene.pieces:
                _, _, wide, high = GAME.faces[piece.face].view
                height = piece.width * high / wide
                assert piece.width / 2 <= piece.x <= scene.width - piece.width / 2, piece
                assert height / 2 <= piece.y <= scene.height - height / 2, piece
            legal = at.legal(viewer) if viewer in scene.awaiting else []
            assert sorted({choice.move for choice in scene.choices}) == legal
            assert all(click in ids for choice in scene.choices for click in choice.clicks)
            assert all(choice.clicks for choice in scene.choices if choice.move < turns.PASS)


def test_the_text_of_a_table_reads_well_in_both_languages() -> None:
    duel = Duel(crab="4 6 9p", octopus="8 3", pile="α 3p")
    assert shown(duel, CRAB).text().splitlines() == [
        "   Octopus  ▒ ▒   deck 2",
        "",
        "      pile  α 3   ▲ higher than 3",
        "            3, octopus: no effect.",
        "",
        "      Crab  4 6 9*   deck 2",
        "",
        "▸ 0 Crab (you): 3 in hand; 2 in the deck; 5 cards to go",
        "  1 Octopus: 2 in hand; 2 in the deck; 4 cards to go",
        "",
        "Lay a card higher than 3, or pass.",
    ]
    french = shown(duel, CRAB, words=FRENCH).text()
    assert "▲ plus haut que 3" in french
    assert "Posez plus haut que 3, ou passez." in french


# --- clicks -----------------------------------------------------------------------------------------------


def match_of(duel: Duel, mode: str = "symmetric", language: str = "en") -> Match:
    """Make a match of a table."""
    match = GAME.match(2, variant=mode, seed=1)
    match._tables[-1] = duel.table
    match.language = language
    return match


@pytest.mark.parametrize(
    ("piece", "reason"),
    [
        ("crab-0-1", ("card.only_opens", "CP-6")),
        ("crab-3-1", ("card.too_low", "CP-4")),
        ("octopus-6-1", ("click.pile", "CP-3")),
        ("octopus-2-1", ("card.too_low", "CP-4")),
        ("back-1-0", ("click.back", "CP-27")),
        ("deck-0", ("click.deck", "CP-7")),
        ("deck-1", ("click.deck", "CP-7")),
        ("to-beat", ("click.to-beat", "CP-4")),
        ("octopus-6-2", ("click.unknown", "")),
        ("octopus-9-1", ("click.unknown", "")),
    ],
)
def test_a_click_on_what_cannot_be_laid_gets_its_reason(piece: str, reason: tuple[str, str]) -> None:
    match = match_of(Duel(crab="α 3 2p 7", octopus="8 9", pile="6p"))
    assert clicked(match, CRAB, piece)[:2] == reason


def test_a_card_below_a_reverse_must_be_lower() -> None:
    duel = Duel(crab="8 8 4", octopus="9 4", crab_deck="3").play("8", "let")
    assert clicked(match_of(duel), OCTOPUS, "octopus-9-1")[:2] == ("card.too_high", "CP-16")


def test_an_answer_comes_before_everything_else() -> None:
    match = match_of(Duel(crab="8 4", octopus="9 4").play("8"))
    assert clicked(match, OCTOPUS, "octopus-9-1")[:2] == ("resist.other_card", "CP-9")
    for piece in ("crab-8-1", "deck-1", "back-0-0", "to-beat"):
        assert clicked(match, OCTOPUS, piece)[:2] == ("answer.first", "CP-9")
    assert clicked(match, CRAB, "crab-4-1")[:2] == ("turn.not_yours", "CP-4")


def test_an_effect_is_finished_first() -> None:
    match = match_of(Duel(crab="4 6", octopus="9", pile="").play("4", "let"), language="fr")
    code, rule, words = clicked(match, CRAB, "crab-4-1")
    assert (code, rule) == ("effect.first", "CP-8")
    assert words.startswith("Terminez d'abord l'effet de la carte posée. Offrir :")


def test_only_the_card_just_covered_is_captured_even_if_another_is_like_it() -> None:
    duel = Duel(ASYMMETRIC, octopus="5", crab="9", pile="3c 4p 3c", turn=OCTOPUS).play("5", "let")
    match = match_of(duel, ASYMMETRIC)
    assert clicked(match, OCTOPUS, "crab-3-1")[:2] == ("capture.not_covered", "CP-24")
    assert clicked(match, OCTOPUS, "octopus-5-1")[:2] == ("capture.not_covered", "CP-24")
    assert match.meant(OCTOPUS, ["crab-3-2"]) == duel.move("take 3c")


def test_a_card_of_the_other_that_is_known_is_still_theirs() -> None:
    duel = Duel(crab="4 6 9", octopus="7 8").play("4", "let", "give 6", "pass")
    assert clicked(match_of(duel), CRAB, "crab-6-1")[:2] == ("click.other", "CP-27")


def test_an_imitator_cannot_be_imitated_by_a_click() -> None:
    duel = Duel(ASYMMETRIC, octopus="10 6", crab="10p 8", octopus_deck="3", turn=OCTOPUS).play("10", "let")
    assert clicked(match_of(duel, ASYMMETRIC), OCTOPUS, "octopus-10-2")[:2] == ("copy.copier", "CP-25")


def test_pieces_have_the_same_ids_in_both_layouts_however_high_the_pile() -> None:
    duel = Duel(crab="3 9", octopus="10", pile="α 1 2 3 4 5 6 7 8", octopus_deck="6")
    hands = [
        {piece.id for piece in shown(duel, CRAB, layout).pieces if piece.region == "hand"}
        for layout in ("wide", "tall")
    ]
    assert hands == [{"crab-3-2", "crab-9-1"}] * 2


# --- the battery's eye ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("played", 0, "cards are lost or doubled"),
        ("hands", 0b10, "a second card without a first"),
        ("seen", Duel.cards("Ω", CRAB), "remembers cards where they are not"),
        ("buried", Duel.cards("Ω", CRAB), "remembers discards that are none"),
        ("doubt", Duel.cards("Ω", CRAB), "doubts about cards that are elsewhere"),
        ("adrift", Duel.cards("Ω", CRAB), "looks for cards where they cannot be"),
        ("guests", -1, "holds more guests than came"),
        ("shown", Duel.cards("Ω", CRAB), "a card all saw is not in hand"),
        ("laid", 3, "the pile is not as high as it should be"),
    ],
)
def test_a_broken_table_is_noticed(field: str, value: int, fault: str) -> None:
    duel = Duel()
    assert view.faults(duel.box, duel.table) == []
    duel.table[field] = value
    assert any(fault in found for found in view.faults(duel.box, duel.table))


def test_the_catalogue_has_the_game_with_both_modes_and_languages() -> None:
    assert GAME.modes == (("symmetric", 2), (ASYMMETRIC, 2))
    assert GAME.languages() == ("en", "fr")
    testing.check_words(GAME)
    assert GAME.box.printed["source"]["symmetric_2"] == "reconstructed"
    assert box_of(dict(GAME.box.printed)).tobytes() == GAME.box.record.tobytes()
