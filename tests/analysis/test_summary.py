"""What a review found, in words of both languages and as facts."""

from __future__ import annotations

import json
from collections.abc import Callable

from decapod.analysis import MoveReview, Review
from decapod.analysis.summary import as_facts, as_lines
from decapod.core.match import Match


def a_review(played: Callable[..., Match]) -> Review:
    match = played("crab-stack", 8).at_ply(8)
    review = Review(match, winners=[0])
    for ply, made in enumerate(match.moves, 1):
        best = next(move for move in match.at_ply(ply - 1).legal_actions(made.player) if move != made.action)
        loss = 0.3 if ply == 4 else 0.0
        chance = 0.6 if (ply > 4) == (made.player == 0) else 0.4
        review._verdicts[ply] = MoveReview(
            ply, made.player, made.action, best, chance, 0.01, chance - loss, 0.01, 9, (best,)
        )
    return review


def test_only_moves_that_lost_something_are_told_with_what_was_better(played: Callable[..., Match]) -> None:
    review = a_review(played)
    words = review.match.game.translator()
    text = list(review.match.notation())[3]
    better = review.match.at_ply(3).describe_move(1, review.verdicts[3].best).text
    lines = as_lines(review, words)
    told = [line for line in lines if line[:1].isdigit()]
    assert told == [f"4. Blue: {text}, 60 → 30 % (blunder, −30 ± 5). Better: {better}."]
    assert "Blue: blunders 1, mistakes 0, inaccuracies 0." in lines
    assert lines[-1] == "The turning point: move 4, by Blue."


def test_it_speaks_french(played: Callable[..., Match]) -> None:
    review = a_review(played)
    lines = as_lines(review, review.match.game.translator("fr"))
    assert any("gaffe" in line and "Mieux" in line for line in lines)
    assert lines[-1] == "Le tournant : coup 4, de Bleu."


def test_facts_are_plain_values_of_every_move(played: Callable[..., Match]) -> None:
    review = a_review(played)
    facts = json.loads(json.dumps(as_facts(review, review.match.game.translator())))
    assert [move["grade"] for move in facts["moves"]] == ["", "", "", "blunder", "", "", "", ""]
    assert facts["turning_point"] == 4
    assert facts["chance_of"] == "win"
    assert facts["counts"][1]["blunder"] == 1
    assert facts["moves"][3]["line"][0]["move"] == facts["moves"][3]["best"]
