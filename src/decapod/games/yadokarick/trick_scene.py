"""The trick on the table: cards in play order, who leads, who has the lowest number, who would take what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from decapod.games.yadokarick import trick
from decapod.games.yadokarick.cards import COLOURS, NUMBERS
from decapod.games.yadokarick.modes import DUEL, NPC
from decapod.games.yadokarick.notation import card_name
from decapod.games.yadokarick.pieces import TALL, card_piece
from decapod.games.yadokarick.telling import cards_of, won_by
from decapod.scene import Label, Piece, PlayerName, Words

TOKEN = 0.3  # a token on a card, in widths of the card
ASIDE = 0.4  # how far from the card's middle


@dataclass(frozen=True)
class Spot:
    """The place of one card of the trick."""

    number: int  # in play order
    seat: int
    x: float
    y: float
    width: float

    @property
    def high(self) -> float:
        """How high the card is."""
        return self.width * TALL

    @property
    def letters(self) -> float:
        """How large the words around it are."""
        return max(10.0, self.width * 0.15)


def trick_pieces(
    box: Any, table: Any, words: Words, frame: tuple[float, float, float, float], card: float, clickable: set[str]
) -> tuple[list[Piece], list[Label]]:
    """Show the trick in play order, or the cards won that are still to be built with."""
    if table.won:
        return won_pieces(box, table, words, frame, card, clickable)
    pieces: list[Piece] = []
    labels: list[Label] = []
    if table.awaiting:
        for spot in spots(table, frame, card):
            pieces += spot_pieces(box, table, words, spot)
            labels += spot_labels(box, table, words, spot)
    return pieces, labels


def spots(table: Any, frame: tuple[float, float, float, float], card: float) -> list[Spot]:
    """Give every seat its place, the leader's first."""
    x, y, width, height = frame
    seats = in_circle(table, int(table.lead))
    step = min(card * 1.3, (width - 16) / len(seats))
    left = x + width / 2 - step * (len(seats) - 1) / 2
    return [Spot(i, seat, round(left + step * i, 2), y + height / 2 + 6, card) for i, seat in enumerate(seats)]


def spot_pieces(box: Any, table: Any, words: Words, spot: Spot) -> list[Piece]:
    """Show a card of the trick with its tokens: the marker on the lowest, the taker's on what would be taken."""
    owner, i = seat_name(table, words, spot.seat), spot.number
    card = trick.trick_card(table, spot.seat) - 1
    if card < 0:
        label = words("label.leads" if i == 0 else "label.to_play", owner=owner)
        return [Piece(f"slot-{i}", "slot", spot.x, spot.y, spot.width, region="trick", order=i, label=label)]
    pieces = [card_piece(box, words, card, spot.x, spot.y, spot.width, region="trick", order=i)]
    if card in lowest_cards(table):
        pieces.append(token(f"low-{spot.seat}", "marker", spot, -ASIDE, words("label.lowest", owner=owner)))
    taker = takers_of(box, table).get(card)
    if taker is not None:
        label = words("label.taker", owner=seat_name(table, words, taker))
        pieces.append(token(f"taker-{card_name(card)}", face_of(table, taker, "chip"), spot, ASIDE, label))
    return pieces


def token(id_: str, face: str, spot: Spot, aside: float, label: str) -> Piece:
    """Put a token on the lower edge of a card."""
    return Piece(id_, face, round(spot.x + aside * spot.width, 2), round(spot.y + spot.high * 0.42, 2),
                 round(spot.width * TOKEN, 2), layer=32, region="trick", order=spot.number, label=label)  # fmt: skip


def spot_labels(box: Any, table: Any, words: Words, spot: Spot) -> list[Label]:
    """Write who plays here above the card, and what the card does now below it."""
    leads = spot.number == 0
    name = fitted(seat_name(table, words, spot.seat), spot, 3 * leads)
    above = Label(spot.x, round(spot.y - spot.high / 2 - spot.letters * 0.6, 2), f"▸ {name}" if leads else name,
                  spot.letters, kind="strong" if leads else "ink")  # fmt: skip
    card = trick.trick_card(table, spot.seat) - 1
    lines: list[str] = []
    if card in lowest_cards(table):
        lines.append(words("label.low"))
    taker = takers_of(box, table).get(card)
    if taker is not None:
        lines.append(words("label.taken", owner=seat_name(table, words, taker)))
    elif card >= 0 and table.closed >> spot.seat & 1 and trick.winner_of(table, card // NUMBERS) == spot.seat:
        lines.append(words("label.closed"))
    below = spot.y + spot.high / 2 + spot.letters * 1.5
    return [
        above,
        *(
            Label(spot.x, round(below + spot.letters * 1.15 * i, 2), line, spot.letters * 0.94, kind="soft")
            for i, line in enumerate(lines)
        ),
    ]


def fitted(name: str, spot: Spot, less: int) -> str:
    """Shorten a name to what fits over a card, some letters less."""
    room = int(spot.width * 1.1 / (spot.letters * 0.6)) - less
    return name if len(name) <= room else f"{name[: room - 1].rstrip()}…"


def takers_of(box: Any, table: Any) -> dict[int, int]:
    """Tell who would take which card if the trick ended now; closed houses take nothing."""
    takers: dict[int, int] = {}
    for colour in range(COLOURS):
        if table.pile[colour]:
            seat = trick.winner_of(table, colour)
            if not table.closed >> seat & 1:
                takers |= dict.fromkeys(cards_of(colour, won_by(box, table, colour)), seat)
    return takers


def lowest_cards(table: Any) -> list[int]:
    """List the cards that have the lowest number: none in the duel, which has no marker."""
    both = int(table.pile[0]) | int(table.pile[1])
    if table.variant == DUEL or not both:
        return []
    return [card for colour in range(COLOURS) for card in cards_of(colour, int(table.pile[colour]) & both & -both)]


def won_pieces(
    box: Any, table: Any, words: Words, frame: tuple[float, float, float, float], card: float, clickable: set[str]
) -> tuple[list[Piece], list[Label]]:
    """Show the cards won that are still to be built with."""
    x, y, width, height = frame
    cards = cards_of(int(table.colour), int(table.won))
    left = x + width / 2 - card * 1.4 * (len(cards) - 1) / 2
    row = y + height / 2 + 8
    pieces = [
        card_piece(box, words, won, left + card * 1.4 * i, row, card, region="trick", order=i,
                   mark="legal" if card_name(won) in clickable else "")
        for i, won in enumerate(cards)
    ]  # fmt: skip
    title = words("label.won", owner=PlayerName(int(table.winner)))
    return pieces, [Label(x + width / 2, row - card * TALL / 2 - 12, title, 15, kind="strong")]


def in_circle(table: Any, first: int) -> list[int]:
    """List the seats clockwise from one."""
    seats = [first]
    while len(seats) < table.seats:
        seats.append(trick.left_of(table, seats[-1]))
    return seats


def face_of(table: Any, seat: int, kind: str) -> str:
    """Name the face of a seat's hermit crab or token."""
    return f"{kind}-npc" if table.variant == DUEL and seat == NPC else f"{kind}-{seat}"


def seat_name(table: Any, words: Words, seat: int) -> str:
    """Name whoever sits somewhere, in few letters."""
    return words("npc.short") if table.variant == DUEL and seat == NPC else words.name(seat)
