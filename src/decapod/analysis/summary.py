"""What a review found, in words for people and as facts for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from decapod.analysis.match_review import GRADES, SURE
from decapod.analysis.position import describe_line

if TYPE_CHECKING:
    from decapod.analysis.match_review import MoveReview, Review
    from decapod.scene import Translator


def describe_verdict(review: Review, verdict: MoveReview, words: Translator) -> dict[str, Any]:
    """Say all that is known of a move that was looked at."""
    seat = review.match.at_ply(verdict.ply - 1).player_view(verdict.player, event_log=False)
    made, line = seat.describe_move(verdict.move, words), describe_line(seat, list(verdict.line), words)
    return {
        "ply": verdict.ply,
        "player": verdict.player,
        "move": made.text,
        "words": made.words,
        "grade": verdict.grade,
        "loss": round(verdict.value_loss, 4),
        "loss_error": round(verdict.value_loss_error, 4),
        "chance": _rounded(verdict.chance),
        "error": round(verdict.error, 4),
        "made_chance": _rounded(verdict.made_chance),
        "made_error": round(verdict.made_error, 4),
        "best": line[0][1].text,
        "line": [{"player": player, "move": move.text, "words": move.words} for player, move in line],
    }


def _rounded(chance: float | None) -> float | None:
    return None if chance is None else round(chance, 4)


def as_facts(review: Review, words: Translator) -> dict[str, Any]:
    """List all that was found."""
    match = review.match
    return {
        "game": match.game.name,
        "variant": match.variant,
        "players": match.players,
        "simulations": review.simulations,
        "seed": review.seed,
        "player": review.player,
        "done": review.done,
        "total": review.total,
        "chance_of": review.of,
        "grades": GRADES,
        "standard_errors": SURE,
        "turning_point": review.turning_point,
        "counts": review.counts(),
        "graph": [[(ply, round(chance, 4)) for ply, chance in line] for line in review.graph()],
        "moves": [describe_verdict(review, verdict, words) for verdict in review.verdicts],
    }


def as_lines(review: Review, words: Translator) -> list[str]:
    """Tell what was found: every move that lost something, how many each player made, and what turned the match."""
    match = review.match
    head = words(
        "analysis.head", game=words("title"), variant=words(f"variant.{match.variant}"), players=match.players,
        done=review.done, total=review.total, simulations=f"{review.simulations:,}",
    )  # fmt: skip
    graded = [verdict for verdict in review.verdicts if verdict.grade]
    lines = [head, words(f"analysis.of.{review.of}"), words("analysis.error"), ""]
    lines += [_line_of(review, verdict, words) for verdict in graded] or [words("analysis.fine")]
    lines.append("")
    for player, counts in enumerate(review.counts()):
        if review.player in (None, player):
            lines.append(words("analysis.counts", player=words.name(player), **counts))
    turning = review.turning_point
    if turning is not None:
        mover = words.name(match.moves[turning - 1].player)
        lines.append(words("analysis.turning", ply=turning, player=mover))
    return lines


def _line_of(review: Review, verdict: MoveReview, words: Translator) -> str:
    facts = describe_verdict(review, verdict, words)
    told = words(
        "analysis.move", ply=verdict.ply, player=words.name(verdict.player), move=facts["move"],
        chance=_per_cent(verdict.chance or 0), made=_per_cent(verdict.made_chance or 0),
        grade=words(f"analysis.{verdict.grade}"), loss=_per_cent(verdict.value_loss),
        error=_per_cent(SURE * verdict.value_loss_error), best=facts["best"],
    )  # fmt: skip
    then = [words("analysis.by", player=words.name(step["player"]), move=step["move"]) for step in facts["line"][1:]]
    return told + (words("analysis.then", line=", ".join(then)) if then else "") + "."


def _per_cent(share: float) -> int:
    return round(100 * share)
