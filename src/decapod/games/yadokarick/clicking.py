"""What clicks on pieces of Yadokarick mean: a move, legal or not, or why they mean none."""

from __future__ import annotations

import re
from typing import Any

from decapod.games.yadokarick import moves, solo
from decapod.games.yadokarick.cards import bit_of, colour_of
from decapod.games.yadokarick.modes import DUEL, SEATS, SOLO
from decapod.games.yadokarick.notation import LETTERS, card_named
from decapod.games.yadokarick.pieces import floors_of
from decapod.games.yadokarick.telling import named, spoken
from decapod.games.yadokarick.trick_scene import in_circle
from decapod.scene import no_move

#: Pieces that only show something, whoever sits there: the rule they show.
SHOWING = {"token": "YD-13", "hermit-at": "YD-10", "fallen": "YD-11", "low": "YD-5"}


def meant(box: Any, table: Any, player: int, clicks: tuple[str, ...]) -> int:
    """Find the move that clicks mean."""
    if table.variant == SOLO:
        return meant_alone(box, table, clicks)
    card = card_of(box, clicks[-1])
    return meant_by_piece(table, clicks[-1]) if card is None else meant_by_card(table, player, card)


def card_of(box: Any, piece: str) -> int | None:
    """Find the card of a piece, if it is one."""
    if not re.fullmatch(r"[gp]\d{1,2}", piece) or not 1 <= int(piece[1:]) <= box.numbers:
        return None
    return card_named(box, piece)


# --- a round of tricks ------------------------------------------------------------------------------------


def meant_by_card(table: Any, player: int, card: int) -> int:
    """A card is played, or built with if cards were won; one that is part of a house stays there."""
    if table.phase == moves.ORDER:
        return moves.BUILD + card
    built = any(card in floors_of(table, seat) for seat in range(SEATS))
    if built and table.phase == moves.TRICK and table.awaiting >> player & 1:
        raise no_move("click.house", "YD-10", card=spoken(card))
    return moves.PLAY + card


def meant_by_piece(table: Any, piece: str) -> int:
    """The marker goes along the track; everything else that is no card only shows something."""
    if piece == "size-marker":
        return moves.STAY
    if found := re.fullmatch(r"size-(\d{1,2})", piece):
        return marking(table, int(found[1]))
    if re.fullmatch(r"roof-of-house-\d", piece):
        raise no_move("click.roof", "YD-12")
    if re.fullmatch(r"taker-[gp]\d{1,2}", piece):
        raise no_move("click.taker", "YD-8" if table.seats == 3 and table.variant != DUEL else "YD-9")
    if found := re.fullmatch(r"slot-(\d)", piece):
        seats = in_circle(table, int(table.lead))
        if int(found[1]) < len(seats):
            raise no_move("click.slot", "YD-4", owner=named(table, seats[int(found[1])]))
    if (found := re.fullmatch(r"(token|hermit-at|fallen|low)-(\d)(?:-\d)?", piece)) and int(found[2]) < table.seats:
        raise no_move(f"click.{found[1]}", SHOWING[found[1]], owner=named(table, int(found[2])))
    raise no_move("click.unknown")


def marking(table: Any, size: int) -> int:
    """The marker stays or goes one card; on its way farther it means nothing, while it may be moved (YD-5)."""
    step = size - int(table.marker)
    if abs(step) > 1 and table.phase == moves.MARK:
        raise no_move("click.far", "YD-5", size=int(table.marker))
    return moves.STAY + max(-1, min(1, step))


# --- alone ------------------------------------------------------------------------------------------------


def meant_alone(box: Any, table: Any, clicks: tuple[str, ...]) -> int:
    """A card of the row, then a column; a deck; or one of the consecutive numbers."""
    last = clicks[-1]
    if last in [f"deck-of-{letter}" for letter in LETTERS]:
        return moves.DRAW + LETTERS.index(last[-1])
    column, card = column_of(box, table, last), card_of(box, clicks[0])
    held = card is not None and bool(solo.row_cards(table, colour_of(card)) & bit_of(card))
    if column is not None:
        if len(clicks) > 1 and card is not None and held:
            return moves.PLACE + card * moves.COLUMNS + column
        if table.phase == moves.TAKE and table.houses[column]:
            raise no_move("click.column", "YD-23", column=column + 1)
        return moves.GIVE_UP + column
    card = card_of(box, last)
    if card is None:
        raise no_move("click.unknown")
    if table.phase == moves.BONUS:
        return moves.BANK + card
    return moves.PLACE + card * moves.COLUMNS + likeliest(box, table, card)


def column_of(box: Any, table: Any, piece: str) -> int | None:
    """Find the column of a hermit crab, a card on it, or its roof."""
    for column in range(moves.COLUMNS):
        if piece in (f"column-{column + 1}", f"roof-of-house-{column + 1}"):
            return column
        if card_of(box, piece) in floors_of(table, column):
            return column
    return None


def likeliest(box: Any, table: Any, card: int) -> int:
    """Find the column a card goes on; or else the one whose number, not its colour, refuses it (YD-24 to YD-26)."""
    by_reason = {solo.column_refusal(box, c, int(table.houses[c]), card): c for c in range(moves.COLUMNS)}
    order = (0, moves.TOO_HIGH, moves.UNDER_ROOF, moves.ALTERNATE, moves.GREEN_ONLY, moves.PINK_ONLY)
    return next(by_reason[code] for code in order if code in by_reason)
