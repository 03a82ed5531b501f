"""Clicking on pieces, and what one is told."""

from __future__ import annotations

from decapod.errors import Unreadable
from decapod.match import Match


def clicked(match: Match, player: int, *clicks: str) -> tuple[str, str, str]:
    """Return code, rule and words of the reason why clicks make no move."""
    try:
        reason = match.why_not(player, match.meant(player, clicks))
    except Unreadable as error:
        reason = error.reason
    assert reason is not None, f"{clicks} make a legal move"
    return reason.code, reason.rule, reason.words


def piece_in(match: Match, player: int, region: str, nth: int = 0) -> str:
    """Return the id of a piece by its region, in reading order."""
    found = sorted((p for p in match.scene(player).pieces if p.region == region), key=lambda p: p.order)
    return found[nth].id
