"""What a click on a piece of Crabe vs Poulpe means: a move, legal or not, or why it means none."""

from __future__ import annotations

import re
from typing import Any

from decapod.games.crabe_vs_poulpe import turns
from decapod.games.crabe_vs_poulpe.cards import KINDS
from decapod.games.crabe_vs_poulpe.lying import lies_in, pile_of
from decapod.games.crabe_vs_poulpe.story import ANIMALS
from decapod.scene import PlayerName, no_move

FROM_HAND = (turns.PLAY, turns.RESIST, turns.GIVE, turns.DISCARD, turns.HEAL)
FROM_OTHER = (turns.PINCH, turns.COPY)
#: Pieces that are no open cards, and the rule that says what they are for.
CLOSED = {"back": "CP-27", "deck": "CP-7", "discards": "CP-27", "to-beat": "CP-4"}


def meant(box: Any, table: Any, player: int, clicks: tuple[str, ...]) -> int:
    """Find the move that a click means; every move is a single one."""
    piece, phase = clicks[-1], int(table.phase)
    kind, copy = card_of(box, piece)
    region = lies_in(table, player, kind, copy)
    closed = re.fullmatch(r"(back)-[01]-\d|(deck)-[01]|(discards)|(to-beat)", piece)
    if region == "hand":
        return (phase if phase in FROM_HAND else turns.PLAY) * KINDS + kind
    if region == "other" and phase in FROM_OTHER:
        return phase * KINDS + kind
    if region == "deck":
        return turns.FETCH * KINDS + kind
    if region == "pile" and phase == turns.CAPTURE:
        return captured(table, kind, copy)
    if not region and not closed:
        raise no_move("click.unknown")
    if phase != turns.PLAY:
        return turns.PLAY * KINDS  # whichever card: first comes what is asked for
    if closed and closed.lastindex:
        name = closed[closed.lastindex]
        raise no_move(f"click.{name}", CLOSED[name])
    if region == "pile":
        raise no_move("click.pile", "CP-3")
    raise no_move("click.other", "CP-27", player=PlayerName(1 - player))


def card_of(box: Any, piece: str) -> tuple[int, int]:
    """Find the kind and the number of a card; a number that no card has if the piece is none."""
    found = re.fullmatch(r"(crab|octopus)-(\d{1,2})-([1-9])", piece)
    ranks = [int(name) for name in box.name[: int(box.ranks)]]
    if not found or int(found[2]) not in ranks:
        return 0, 0
    return ranks.index(int(found[2])) * len(ANIMALS) + ANIMALS.index(found[1]), int(found[3])


def captured(table: Any, kind: int, copy: int) -> int:
    """Find the move that takes the card just covered; no other card of the pile can be taken (CP-24)."""
    below = pile_of(table)[:-1]
    if below and (kind, copy) == (below[-1], below.count(kind)):
        return turns.CAPTURE * KINDS + kind
    raise no_move("capture.not_covered", "CP-24")
