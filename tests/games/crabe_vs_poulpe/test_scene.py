"""What a person sees of Crabe vs Poulpe, and what clicks on its pieces mean."""

from __future__ import annotations

import itertools

import pytest

import decapod
from decapod import testing
from decapod.games.crabe_vs_poulpe.state import CRAB, NAME, OCTOPUS, PASS
from tests.games.crabe_vs_poulpe.position import ASYMMETRIC, Duel
from tests.positions import answer

GAME = decapod.game(NAME)
FRENCH = GAME.translator("fr")


@pytest.mark.rule("CP-9")
def test_the_moment_of_resisting_looks_the_same_to_the_other_whatever_is_held() -> None:
    with_a_1, without = (Duel(crab="4 3", octopus=hand).play("4") for hand in ("1 9", "3 9"))
    for viewer in (CRAB, -1):
        assert with_a_1.scene(viewer).data() == without.scene(viewer).data()


def test_the_pile_is_fanned_and_the_value_to_beat_has_its_direction() -> None:
    duel = Duel(crab="9", pile="α 1 2 3 4 6 7 8p")
    scene = duel.scene(CRAB)
    pile = [piece for piece in scene.pieces if piece.region == "pile" and piece.id != "to-beat"]
    assert [piece.label.split(",")[0] for piece in pile] == ["α", "1", "2", "3", "4", "6", "7", "8"]
    assert [piece.x for piece in pile] == sorted(piece.x for piece in pile)
    assert pile[0].x == pile[1].x < pile[2].x
    assert "8 cards, the last 7 seen · symmetric mode" in [label.text for label in scene.labels]
    assert pile[-1].mark == "last"
    assert next(piece for piece in scene.pieces if piece.id == "to-beat").face == "higher"
    duel.state.lower = 1
    lower = next(piece for piece in duel.scene(CRAB).pieces if piece.id == "to-beat")
    assert (lower.face, lower.label) == ("lower", "lower than 8")


def test_hints_say_what_a_card_does() -> None:
    scene = Duel(ASYMMETRIC, crab="3 10 2p Ω").scene(CRAB)
    hints = [piece.hint for piece in scene.pieces if piece.region == "hand"]
    assert hints == [
        "2, octopus. Blind: It goes on any card, and you draw one. It cannot be resisted.",
        "3, crab: no effect.",
        "10, crab. Search: Take any card from your deck.",
        "Ω, crab. Win: It wins the round. It cannot be resisted.",
    ]


@pytest.mark.rule("CP-27", "CP-28")
def test_a_hand_shows_what_its_viewer_knows_and_backs_for_the_rest() -> None:
    duel = Duel(crab="4 α 3", octopus="9 8").play("4", "let", "give α")
    faces = {
        viewer: [piece.face for piece in duel.scene(viewer).pieces if piece.region == region]
        for viewer, region in ((CRAB, "other"), (OCTOPUS, "hand"), (-1, "other"))
    }
    assert faces[CRAB] == ["card-crab-0-open", "back", "back"]
    assert faces[OCTOPUS] == ["card-crab-0-open", "card-octopus-8-reverse", "card-octopus-9-none"]
    assert faces[-1] == ["back", "back", "back"]


@pytest.mark.rule("CP-29")
def test_doubtful_cards_are_named_beside_the_hand() -> None:
    duel = Duel(crab="4 6 3", octopus="7 9 8", octopus_deck="10").play("4", "let", "give 6", "7", "let", "discard 6c")
    assert "perhaps also 6*" in [label.text for label in duel.scene(CRAB).labels]


def test_a_searched_deck_lies_open_to_its_owner_alone() -> None:
    duel = Duel(ASYMMETRIC, crab="10 3", crab_deck="6 6 Ω").play("10", "let")
    deck = [piece for piece in duel.scene(CRAB).pieces if piece.region == "deck"]
    assert [piece.face for piece in deck] == ["card-crab-6-none", "card-crab-99-win"]
    assert all(piece.mark == "legal" for piece in deck)
    assert not [piece for piece in duel.scene(OCTOPUS).pieces if piece.region == "deck"]
    assert "6 6 Ω" in duel.scene(CRAB).text()


def test_a_card_keeps_its_id_when_it_is_laid() -> None:
    duel = Duel(crab="6 6 3", octopus="9")
    before = {piece.id for piece in duel.scene(CRAB).pieces if piece.region == "hand"}
    duel.play("6")
    scene = duel.scene(CRAB)
    laid = [piece.id for piece in scene.pieces if piece.region == "pile" and piece.id != "to-beat"]
    left = {piece.id for piece in scene.pieces if piece.region == "hand"}
    assert set(laid) | left == before
    assert not set(laid) & left


@pytest.mark.parametrize("mode", ["symmetric", ASYMMETRIC])
@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_scenes_along_a_game_stay_on_the_canvas_and_offer_every_legal_move(mode: str, layout: str) -> None:
    start = testing.dealt(GAME, mode, 2, 8)
    for at, _, _, _ in testing.positions(start, 8):
        for viewer in (-1, CRAB, OCTOPUS):
            scene = at.scene(viewer, layout)
            ids = [piece.id for piece in scene.pieces]
            assert len(ids) == len(set(ids))
            for piece in scene.pieces:
                _, _, wide, high = GAME.sprites[piece.face].view
                height = piece.width * high / wide
                assert piece.width / 2 <= piece.x <= scene.width - piece.width / 2, piece
                assert height / 2 <= piece.y <= scene.height - height / 2, piece
            legal = at.legal(viewer) if viewer in scene.awaiting else []
            assert sorted({choice.move for choice in scene.choices}) == legal
            assert all(click in ids for choice in scene.choices for click in choice.clicks)
            assert all(choice.clicks for choice in scene.choices if choice.move < PASS)


def test_the_text_of_a_table_reads_well_in_both_languages() -> None:
    duel = Duel(crab="4 6 9p", octopus="8 3", pile="α 3p")
    assert duel.scene(CRAB).text().splitlines() == [
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
    french = duel.match.scene(CRAB, words=FRENCH).text()
    assert "▲ plus fort que 3" in french
    assert "Jouez plus fort que 3, ou passez." in french


def test_equal_cards_are_numbered_from_the_pile_to_the_hands_to_a_searched_deck() -> None:
    duel = Duel(ASYMMETRIC, crab="10 6 3", octopus="3c", crab_deck="Ω 6", pile="8p").play("10", "let")
    ids = {piece.id: piece.region for piece in duel.scene(CRAB).pieces}
    assert {name: ids[name] for name in ("crab-10-1", "crab-3-1", "crab-3-2", "crab-6-1", "crab-6-2", "crab-99-1")} == {
        "crab-10-1": "pile",
        "crab-3-1": "hand",
        "crab-3-2": "other",
        "crab-6-1": "hand",
        "crab-6-2": "deck",
        "crab-99-1": "deck",
    }


def test_pieces_say_whose_they_are_and_what_they_are_to_the_viewer() -> None:
    duel = Duel(crab="4 6 9", octopus="7 8 3c", octopus_deck="", pile="3p")
    duel.state.rounds = 1
    pieces = {piece.id: (piece.role, piece.owner) for piece in duel.scene(CRAB).pieces}
    assert pieces == {
        "octopus-3-1": ("", -1),
        "crab-4-1": ("hand", CRAB),
        "crab-6-1": ("hand", CRAB),
        "crab-9-1": ("hand", CRAB),
        "crab-3-1": ("held", OCTOPUS),
        "back-1-0": ("held", OCTOPUS),
        "back-1-1": ("held", OCTOPUS),
        "deck-0": ("pile", CRAB),
        "deck-1": ("pile", OCTOPUS),
        "discards": ("", -1),
        "to-beat": ("sign", -1),
    }
    assert {piece.role for piece in duel.scene(-1).pieces} == {"", "held", "pile", "sign"}, "a spectator has no hand"


@pytest.mark.rule("CP-9")
def test_every_scene_states_the_move_that_lets_an_effect_happen() -> None:
    duel = Duel(crab="8 4", octopus="9 4")
    assert {duel.scene(viewer).pass_move for viewer in (-1, CRAB, OCTOPUS)} == {"let"}
    duel.play("8")
    assert duel.scene(OCTOPUS).pass_move in [choice.text for choice in duel.scene(OCTOPUS).choices]


@pytest.mark.rule("CP-7")
def test_rounds_are_numbered_from_1_and_the_number_changes_when_the_pile_is_put_away() -> None:
    duel = Duel(crab="6 9 8", octopus="7 3 4")
    numbers: list[int] = []
    for moves in ((), ("6",), ("7", "let", "discard 3"), ("pass",), ("4", "let")):
        duel.play(*moves)
        numbers += {duel.scene(viewer).round for viewer in (-1, CRAB, OCTOPUS)}
    assert numbers == [1, 1, 1, 2, 2]


# --- clicks -----------------------------------------------------------------------------------------------


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
    assert Duel(crab="α 3 2p 7", octopus="8 9", pile="6p").answer(CRAB, piece)[:2] == reason


def test_a_card_below_a_reverse_must_be_lower() -> None:
    duel = Duel(crab="8 8 4", octopus="9 4", crab_deck="3").play("8", "let")
    assert duel.answer(OCTOPUS, "octopus-9-1")[:2] == ("card.too_high", "CP-16")


def test_an_answer_comes_before_everything_else() -> None:
    duel = Duel(crab="8 4", octopus="9 4").play("8")
    assert duel.answer(OCTOPUS, "octopus-9-1")[:2] == ("resist.other_card", "CP-9")
    for piece in ("crab-8-1", "deck-1", "back-0-0", "to-beat"):
        assert duel.answer(OCTOPUS, piece)[:2] == ("answer.first", "CP-9")
    assert duel.answer(CRAB, "crab-4-1")[:2] == ("turn.not_yours", "CP-4")


def test_an_effect_is_finished_first() -> None:
    duel = Duel(crab="4 6", octopus="9", pile="").play("4", "let")
    code, rule, words = answer(duel.match, CRAB, ["crab-4-1"], FRENCH)
    assert (code, rule) == ("effect.first", "CP-8")
    assert words.startswith("Terminez d'abord l'effet de la carte jouée. Offrir :")


def test_only_the_card_just_covered_is_captured_even_if_another_is_like_it() -> None:
    duel = Duel(ASYMMETRIC, octopus="5", crab="9", pile="3c 4p 3c", turn=OCTOPUS).play("5", "let")
    assert duel.answer(OCTOPUS, "crab-3-1")[:2] == ("capture.not_covered", "CP-24")
    assert duel.answer(OCTOPUS, "octopus-5-1")[:2] == ("capture.not_covered", "CP-24")
    assert duel.match.move_from_clicks(OCTOPUS, ["crab-3-2"]) == duel.read("take 3c")


def test_a_card_of_the_other_that_is_known_is_still_theirs() -> None:
    duel = Duel(crab="4 6 9", octopus="7 8").play("4", "let", "give 6", "pass")
    assert duel.answer(CRAB, "crab-6-1")[:2] == ("click.other", "CP-27")


def test_an_imitator_cannot_be_imitated_by_a_click() -> None:
    duel = Duel(ASYMMETRIC, octopus="10 6", crab="10p 8", octopus_deck="3", turn=OCTOPUS).play("10", "let")
    assert duel.answer(OCTOPUS, "octopus-10-2")[:2] == ("copy.copier", "CP-25")


def test_pieces_have_the_same_ids_in_every_layout_however_high_the_pile() -> None:
    duel = Duel(crab="3 9", octopus="10", pile="α 1 2 3 4 5 6 7 8", octopus_deck="6")
    hands = [
        {piece.id for piece in duel.scene(CRAB, layout).pieces if piece.region == "hand"}
        for layout in ("desktop", "tablet", "phone")
    ]
    assert hands == [{"crab-3-2", "crab-9-1"}] * 3


@pytest.mark.parametrize("layout", ["desktop", "tablet", "phone"])
def test_a_full_hand_has_room_for_the_dots_of_what_can_be_laid(layout: str) -> None:
    """Each card covered the dot on the corner of the one before, so that only its ring, in colour, was left."""
    scene = Duel(crab="3 5 8 10 Ω", octopus="9").scene(CRAB, layout)
    hand = sorted((piece.x, piece.width) for piece in scene.pieces if piece.region == "hand")
    assert len(hand) == 5
    assert all(right - left >= width + 10 for (left, width), (right, _) in itertools.pairwise(hand))


def test_a_pile_rests_before_it_is_put_away() -> None:
    """When somebody passes, the scene still has the pile as it lay."""
    match = decapod.game("crabe-vs-poulpe").match(2, seed=1)
    for _ in range(60):
        player = match.to_act[0]
        pile = {piece.id for piece in match.scene(None).pieces if piece.region == "pile" and piece.id != "to-beat"}
        match.play(player, match.legal_actions(player)[-1])
        scene = match.scene(None)
        if scene.rest is not None:
            assert {p.id for p in scene.rest.pieces if p.region == "pile" and p.id != "to-beat"} == pile
            assert not any(piece.region == "pile" for piece in scene.pieces)
            return
    raise AssertionError("nobody passed")


@pytest.mark.rule("CP-14")
@pytest.mark.parametrize("pile", ["", "6p"])
def test_a_card_that_wins_a_round_is_seen_on_the_pile(pile: str) -> None:
    """A winning omega was never seen there: a new round had begun."""
    match = Duel(crab="Ω 3 4", pile=pile).match
    match.play(CRAB, "Ω")
    for viewer in (CRAB, OCTOPUS, None):
        rest = match.scene(viewer).rest
        assert rest is not None
        top = next(piece for piece in rest.pieces if piece.mark == "last")
        assert top.id == "crab-99-1"
        assert "to-beat" not in {piece.id for piece in rest.pieces}


def test_a_card_that_is_covered_stays_on_the_table() -> None:
    """It left as the fan went on, and the news showed it beside the card that was laid."""
    duel = Duel(crab="9 10", octopus="10", pile="α 1 2 3 4 6 7p")
    before = {piece.id for piece in duel.scene(OCTOPUS).pieces if piece.region == "pile"}
    after = {piece.id for piece in duel.play("9").scene(OCTOPUS).pieces if piece.region == "pile"}
    assert before < after


def test_a_card_is_dropped_where_it_goes() -> None:
    def taking(duel: Duel, viewer: int) -> list[str]:
        return [zone.id for zone in duel.scene(viewer).zones if zone.takes]

    assert taking(Duel(), CRAB) == ["pile"]
    giving = Duel(crab="4 6 9").play("4", "let")
    assert taking(giving, CRAB) == ["other"]
    assert taking(giving, OCTOPUS) == ["pile"]


def test_nothing_is_to_beat_while_a_card_is_chosen() -> None:
    """It said "higher than 7" while one was to discard a card."""
    for duel in (Duel(crab="7 3").play("7", "let"), Duel(crab="4 3 6").play("4", "let")):
        scene = duel.scene(CRAB)
        assert "to-beat" not in {piece.id for piece in scene.pieces}
        assert "higher" not in scene.text()


def test_one_card_is_no_cards() -> None:
    scene = Duel(crab="4", crab_deck="", octopus="6", octopus_deck="9").scene(CRAB)
    assert scene.panels[CRAB].lines[2] == "1 card to go"
    assert next(piece.label for piece in scene.pieces if piece.id == "deck-1") == "Octopus's deck, 1 card"
