"""What clicks on the pieces of Crab Stack mean."""

from __future__ import annotations

import random

import decapod
from decapod.games.crab_stack import state as s
from tests.games.crab_stack.position import Board
from tests.positions import answer


def crab(board: Board, space: str, level: int = -1) -> str:
    """Return the piece of a crab, by default the one on top."""
    return f"crab-{s.crabs_on(board.state, board.cell(space))[level]}"


def test_a_crab_of_another_or_an_empty_rock_cannot_be_moved() -> None:
    board = Board({"d5": "0L", "d6": "1L", "e5": "1S0S"})
    assert board.answer(0, crab(board, "d6"))[:2] == ("origin.not_yours", "CS-4")
    assert board.answer(0, "rock-e3")[:2] == ("origin.empty", "CS-4")
    assert board.answer(1, crab(board, "d6"))[:2] == ("turn.not_yours", "CS-3")


def test_of_a_stack_of_another_it_is_said_what_lies_below() -> None:
    board = Board({"d5": "0L", "d6": "0L1L", "e5": "1L"})
    assert answer(board.match, 0, [crab(board, "d6")])[2].endswith(
        "uncovered crabs. Under it, from the top: large of Coral."
    )
    assert answer(board.match, 0, [crab(board, "e5")])[2].endswith("uncovered crabs.")


def test_a_landing_says_what_is_wrong_with_it() -> None:
    board = Board({"d5": "0M", "d6": "1L", "e5": "0L", "d7": "1L"}, players=4)
    mine = crab(board, "d5")
    assert board.answer(0, mine, crab(board, "d7"))[:2] == ("land.too_big", "CS-6")
    assert board.answer(0, mine, "rock-e3")[:2] == ("land.empty", "CS-8")
    board = Board({"d5": "0L", "d6": "1L", "d7": "1S"}, players=4)
    assert board.answer(0, crab(board, "d5"), crab(board, "d7"))[:2] == ("path.too_far", "CS-5")


def test_trapped_crabs_and_rocks_are_reached_through_the_crab_on_top() -> None:
    board = Board({"d5": "1S0L", "d6": "1S1L"})
    assert board.answer(0, crab(board, "d5", 0))[:2] == ("click.top", "CS-9")
    assert board.answer(0, "rock-d5")[:2] == ("click.top", "CS-9")
    assert board.answer(0, crab(board, "d5"), crab(board, "d6", 0))[:2] == ("click.top", "CS-9")
    assert board.answer(0, crab(board, "d5"), "rock-d5")[:2] == ("click.same", "CS-4")
    assert board.match.move_from_clicks(0, [crab(board, "d5"), crab(board, "d6")]) == board.read("d5-d6")


def test_a_crab_that_can_go_nowhere_says_so() -> None:
    board = Board({"d5": "0S", "d6": "1L", "e5": "0L"})
    code, rule, words = answer(board.match, 0, [crab(board, "d5")], decapod.game("crab-stack").translator("fr"))
    assert (code, rule) == ("click.stuck", "CS-5")
    assert words.startswith("Ce petit crabe avance d'exactement 3 cases")


def test_a_tied_group_is_kept_by_any_uncovered_crab_of_it() -> None:
    board = Board({"e3": "1S", "e4": "1L", "e5": "0L", "e6": "1L", "e7": "0S1M"}, players=4).play("e5-e4")
    assert board.match.move_from_clicks(0, [crab(board, "e7")]) == board.read("keep e6")
    assert board.answer(0, crab(board, "e7", 0))[:2] == ("click.top", "CS-9")
    assert board.answer(0, "rock-d5")[:2] == ("wave.not_a_group", "CS-13")


def test_before_a_wave_one_sees_whom_it_takes() -> None:
    """The scene rests where the crab has landed and nobody is gone yet; after a move without a wave it does not.

    Those whom the wave takes looked like all others: it lies over each space that it empties, and over no other.
    """
    match, chance = decapod.game("crab-stack").match(4, seed=7), random.Random(3)
    rested = 0
    while not match.is_over:
        player = match.to_act[0]
        before = {piece.id for piece in match.scene(None).pieces}
        match.play(player, chance.choice(match.legal_actions(player)))
        scene = match.scene(None)
        gone = before - {piece.id for piece in scene.pieces}
        assert (scene.rest is not None) == bool(gone)
        if scene.rest is not None:
            rested += 1
            waves = {piece.id for piece in scene.rest.pieces if piece.face == "wave"}
            assert {piece.id for piece in scene.rest.pieces} - waves == before
            spaces = [
                {piece.order // 100 for piece in pieces if piece.id.startswith("crab")}
                for pieces in (scene.rest.pieces, scene.pieces)
            ]
            emptied = {piece.order // 100 for piece in scene.rest.pieces if piece.face == "wave"}
            assert emptied == spaces[0] - spaces[1]
    assert rested


def test_an_offer_says_how_many_crabs_a_wave_takes() -> None:
    """It is said before one decides, and comes true; a crab that holds the others together says so as well."""
    match, chance = decapod.game("crab-stack").match(3, seed=5), random.Random(4)
    told = 0
    while not match.is_over:
        player = match.to_act[0]
        move = chance.choice(match.legal_actions(player))
        before = match.scene(player)
        offer = next(choice for choice in before.choices if choice.move == move)
        hint = next(piece.hint for piece in before.pieces if piece.id == offer.clicks[0])
        match.play(player, move)
        gone = len(before.pieces) - len(match.scene(player).pieces)
        if offer.text.startswith("keep"):
            continue
        is_tie = any(event.key == "event.tie" for event in match.events())
        assert (f"a wave takes {gone} crab" in offer.words) == bool(gone)
        assert ("groups are equal" in offer.words) == is_tie
        assert ("Without it the crabs fall apart" in hint) == (bool(gone) or is_tie)
        told += bool(gone)
    assert told


def test_after_a_tie_one_sees_whom_the_choice_takes() -> None:
    board = Board({"e3": "1S", "e4": "1L", "e5": "0L", "e6": "1L", "e7": "0S1M"}, players=4)
    match = board.play("e5-e4").match
    match.play(0, "keep e6")
    rest = match.scene(None).rest
    assert rest is not None
    assert {piece.id for piece in rest.pieces if piece.face == "wave"} == {"wave-e3", "wave-e4"}


def test_the_board_in_text_says_how_it_is_written_and_what_is_trapped() -> None:
    board = Board({"d2": "0L1S1M", "d3": "0S"})
    lines = ["".join(span.text for span in row) for row in board.scene(1).sketch]
    assert lines[-2].startswith("⬢0L²: player 0 (Coral), large")
    assert lines[-1] == "Trapped, from the top: d2 1S 0L"


def test_a_crab_on_top_says_what_is_under_it() -> None:
    board = Board({"d2": "0L1S1M", "d3": "0S"})
    hints = {piece.label: piece.hint for piece in board.scene(1).pieces}
    assert hints["medium crab of Blue"].endswith("Under it, from the top: small of Blue, large of Coral.")
    assert "Under it" not in hints["small crab of Coral"]
