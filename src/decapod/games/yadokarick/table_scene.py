"""The picture of a round of tricks: size track on top, trick in the middle, houses around it, the hand below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from decapod.games.yadokarick import moves, rules, trick
from decapod.games.yadokarick.cards import COLOURS, size_of
from decapod.games.yadokarick.modes import DUEL, HAND, NPC
from decapod.games.yadokarick.notation import card_name
from decapod.games.yadokarick.pieces import (
    HERMIT,
    TALL,
    card_piece,
    choices_of,
    floors_of,
    hermit_piece,
    tower,
)
from decapod.games.yadokarick.telling import cards_of, named
from decapod.games.yadokarick.trick_scene import face_of, in_circle, lowest_cards, takers_of, trick_pieces
from decapod.scene import Label, Panel, Piece, Phrase, Scene, PlayerName, Span, Words, Zone, awaited, phrase, staged, titled

SIDE = 262.0  # width of what stands left and right of the trick
FALLEN_SHOWN = 8  # fallen cards drawn; the panel counts them all


@dataclass(frozen=True)
class Block:
    """Where a seat's house stands, and where its panel is."""

    x: float  # of the tower's middle
    ground: float
    card: float  # width of a card
    step: float  # from floor to floor
    panel: tuple[float, float, float, float]


@dataclass(frozen=True)
class Layout:
    """Where things go on a canvas."""

    width: float
    height: float
    track: tuple[float, float, float, int]  # middle, top, width of a card, cards shown at once
    trick: tuple[float, float, float, float]
    card: float  # width of a card of the trick
    hand: tuple[float, float, float, float]
    held: float  # width of a card of the hand
    rows: int  # of the hand
    story: tuple[float, float, float, float]
    blocks: tuple[Block, ...]  # one for each seat, the viewer's first, then clockwise


def wide(seats: int) -> Layout:
    """Lay out for a wide screen: one house to the left, one to the right, the others above the trick."""
    above = seats - 3
    side = side_block if above < 4 else small_side_block  # four in the top row leave no room for large ones
    left, right = side(8), side(1272 - SIDE)
    inner = 1280 - 2 * (SIDE + 16)
    pitch = min(306, (1264 if above == 4 else inner) / above) if above else 0
    over = [small_block(644 + pitch * (i - above / 2), 132, pitch - 8) for i in range(above)]
    top = 330.0 if above else 136.0
    card = min(100 if above else 128, inner / seats - 8)
    houses = (small_block(8, 604), left, *over, right)
    return Layout(1280, 800, (640, 54, 34, 21), (SIDE + 16, top, inner, 586 - top), card, (SIDE + 16, 600, inner, 190),
                  66, 1, (1276 - SIDE, 606, SIDE - 6, 184), houses)  # fmt: skip


def small_block(x: float, y: float, width: float = SIDE) -> Block:
    """Place a house to the left of its panel."""
    return Block(x + 32, y + 164, 49, 15.5, (x + 74, y + 4, width - 74, 112))


def small_side_block(x: float) -> Block:
    """Place a house beside the trick, where the top row is full."""
    return small_block(x, 330)


def side_block(x: float) -> Block:
    """Place a large house below its panel, beside the trick."""
    return Block(x + 60, 540, 84, 23.5, (x, 136, SIDE, 112))


def tall(seats: int) -> Layout:
    """Lay out for a phone: track, trick, your house, the others' in two columns, the hand."""
    others = seats - 1
    card = min(80, 366 / seats - 4)
    high = card * TALL + 102
    top = 148.0
    own = top + high
    blocks = [Block(56, own + 218, 62, 21, (116, own + 8, 266, 104))]
    for i in range(others):
        x, y = 6 + 192 * (i % 2), own + 260 + 142 * (i // 2)
        if others % 2 and i == others - 1 and others > 1:
            x = 102
        blocks.append(Block(x + 20, y + 106, 32, 11, (x + 46, y + 2, 138, 116)))
    below = own + 260 + 142 * ((others + 1) // 2)
    return Layout(390, below + 246, (195, 58, 44, 7), (4, top, 382, high), card, (4, below + 4, 382, 226), 65, 2,
                  (116, own + 152, 266, 70), tuple(blocks))  # fmt: skip


# --- the scene --------------------------------------------------------------------------------------------


def scene(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Scene:
    """Lay a round of tricks out for a viewer."""
    plan = (wide if layout == "wide" else tall)(int(table.seats))
    seats = in_circle(table, max(viewer, 0))
    mine = viewer in awaited(table)
    choices = choices_of(box, table, viewer, words, lambda move: clicks(table, move)) if mine else ()
    clickable = {choice.clicks[0] for choice in choices if choice.clicks}
    pieces: list[Piece] = []
    labels: list[Label] = []
    for seat, block in zip(seats, plan.blocks, strict=True):
        pieces += house_pieces(box, table, words, seat, block)
        labels += house_labels(table, words, seat, block)
    if table.variant == DUEL:
        labels.append(Label(plan.width / 2, plan.track[1] + 34, words("label.npc_target", size=int(table.built[NPC])),
                            20 if layout == "wide" else 14, kind="strong"))  # fmt: skip
    else:
        pieces += track_pieces(box, table, words, plan, clickable)
    shown, captions = trick_pieces(box, table, words, plan.trick, plan.card, clickable)
    pieces += shown + hand_pieces(box, table, words, viewer, plan, clickable)
    panels = [
        panel(box, table, viewer, words, seat, block)
        for seat, block in sorted(zip(seats, plan.blocks, strict=True), key=lambda pair: pair[0])
        if seat < table.players
    ]
    npc = [
        Zone("npc", *block.panel, kind="plain")
        for seat, block in zip(seats, plan.blocks, strict=True)
        if table.variant == DUEL and seat == NPC
    ]
    return staged(
        rules.NAME, table, viewer, layout, words, plan, asked=lambda: asked(table), pieces=pieces, choices=choices,
        panels=panels, zones=(*zones(box, table, viewer, words, plan), *npc), labels=labels + captions,
        sketch=lambda: sketch(box, table, viewer, words), story_box=plan.story,
    )  # fmt: skip


def asked(table: Any) -> Phrase:
    """Say what to do now."""
    if table.phase == moves.MARK:
        return phrase("prompt.mark", size=int(table.marker))
    if table.phase == moves.ORDER:
        return phrase("prompt.order")
    return phrase("prompt.play" if table.played else "prompt.lead")


def clicks(table: Any, move: int) -> list[tuple[str, ...]]:
    """Name the piece that makes a move: a card, or where the marker goes; where it is, it can be clicked itself."""
    if move < moves.MARKER:
        return [(card_name(move % moves.BUILD),)]
    there = (f"size-{int(table.marker) + move - moves.STAY}",)
    return [there, ("size-marker",)] if move == moves.STAY else [there]


def zones(box: Any, table: Any, viewer: int, words: Words, plan: Layout) -> tuple[Zone, ...]:
    """Frame the trick and the hand."""
    tricks, rounds = int(box.hand), int(table.rounds)
    number, this = min(int(table.tricks) + 1, tricks), min(int(table.finished) + 1, rounds)
    if table.variant == DUEL:
        title = words("zone.duel_trick", n=number, tricks=tricks)
    else:
        title = words("zone.trick", n=number, tricks=tricks, round=this, rounds=rounds)
    secret = words("zone.secret" if viewer < 0 else "zone.no_cards")
    return (
        Zone("trick", *plan.trick, label=title, empty="" if table.awaiting else words("zone.over")),
        Zone("hand", *plan.hand, label=words("zone.hands" if viewer < 0 else "zone.hand"), empty=secret),
    )


# --- the parts --------------------------------------------------------------------------------------------


def house_pieces(box: Any, table: Any, words: Words, seat: int, block: Block) -> list[Piece]:
    """Show a seat's house: tower, hermit crab, fallen cards."""
    region, owner = f"house-{seat}", named(table, seat)
    pieces = tower(
        box, words, floors_of(table, seat), block.x, block.ground, block.card, region=region, step=block.step
    )
    crab = block.card * 1.24
    pieces.append(
        hermit_piece(f"hermit-at-{seat}", face_of(table, seat, "hermit"), block.x, block.ground + crab * HERMIT * 0.2,
                     crab, region=region, label=words("label.hermit", owner=owner, size=int(table.built[seat])))
    )  # fmt: skip
    _, y, _, height = block.panel
    width = min(22, block.card * 0.4)
    for i in range(min(int(table.fallen[seat]), FALLEN_SHOWN)):
        at, below = right_of(block) + 16 + i * width * 0.62, y + height + 5 + width * TALL / 2
        pieces.append(
            Piece(f"fallen-{seat}-{i}", "back", round(at, 2), round(below, 2), width, turn=8 * (i % 3 - 1),
                  layer=70 + i, region=region, order=20 + i, label=words("label.fallen", owner=owner))
        )  # fmt: skip
    return pieces


def right_of(block: Block) -> float:
    """Tell where the room to the right of a tower begins."""
    return block.x + block.card * 0.62


def house_labels(table: Any, words: Words, seat: int, block: Block) -> list[Label]:
    """Write the size of a house on it; the NPC has no panel, so its name too."""
    x, y, width, _ = block.panel
    size = int(table.built[seat])
    labels = [Label(block.x + block.card * 0.46, block.ground + 3, str(size), min(20, block.card * 0.3), kind="badge")]
    if table.variant == DUEL and seat == NPC:
        state = "panel.roof" if table.closed >> seat & 1 else "panel.house"
        labels += [
            Label(x + 12, y + 30, words("npc.title"), 17 if width > 160 else 13, "start", "strong"),
            Label(x + 12, y + 54, words(state, size=size), 14, "start", "soft"),
            Label(x + 12, y + 74, words("panel.target"), 14, "start", "soft"),
        ]
    return labels


def panel(box: Any, table: Any, viewer: int, words: Words, seat: int, block: Block) -> Panel:
    """Sum up a player: house, points, what fell."""
    closed = table.closed >> seat & 1
    lines = [words("panel.roof" if closed else "panel.house", size=int(table.built[seat]))]
    if table.variant == DUEL:
        over = int(table.built[seat]) - int(table.built[NPC])
        lines.append(words("panel.burst", n=over) if over > 0 else words("panel.below", n=-over))
        lines.append(
            words("panel.fallen_free", n=int(table.fallen[seat])) if table.fallen[seat] else words("panel.none_fallen")
        )
    else:
        total = int(table.totals[seat])
        now = trick.round_points(box, table, seat)
        lines.append(words("panel.total", total=total) if table.ending else words("panel.points", total=total, now=now))
        lines.append(fallen_line(table, words, seat))
    return Panel(
        seat,
        titled(words, seat, viewer),
        bool(table.awaiting >> seat & 1),
        tuple(lines),
        *block.panel,
        you=seat == viewer,
    )


def fallen_line(table: Any, words: Words, seat: int) -> str:
    """Say what has fallen from a house."""
    if not table.fallen[seat]:
        return words("panel.none_fallen")
    return words("panel.fallen", n=int(table.fallen[seat]), size=int(table.lost[seat]))


def track_pieces(box: Any, table: Any, words: Words, plan: Layout, clickable: set[str]) -> list[Piece]:
    """Show the size track, the marker on the target, and everyone's token at the size of their house."""
    middle, top, width, shown = plan.track
    track, target = int(box.track), int(table.marker)
    shown = min(shown, track)
    first = max(1, min(target - shown // 2, track - shown + 1))
    step = width * 1.1
    left = middle - step * (shown - 1) / 2
    high = width * TALL
    pieces = [
        Piece(f"size-{size}", f"track-{size}", round(left + step * (size - first), 2), round(top + high / 2, 2),
              width, region="track", order=size, label=words("label.size", size=size),
              hint=words("hint.target", size=size, bonus=int(box.bonus)) if size == target else "",
              mark="legal" if f"size-{size}" in clickable else "")
        for size in range(first, first + shown)
    ]  # fmt: skip
    at = left + step * (target - first)
    pieces.append(
        Piece("size-marker", "marker", round(at, 2), round(top + high * 0.16, 2), width * 0.62, layer=30,
              region="track", order=99, label=words("label.marker", size=target),
              mark="legal" if "size-marker" in clickable else "")
    )  # fmt: skip
    stacked: dict[float, int] = {}
    for seat in range(table.players):
        if not table.built[seat]:
            continue
        # A house beyond the cards shown has its token just outside the last of them.
        at = min(max(int(table.built[seat]) - first, -0.45), shown - 0.55)
        nth = stacked[at] = stacked.get(at, -1) + 1
        pieces.append(
            Piece(f"token-{seat}", f"chip-{seat}", round(left + step * at + (nth % 2 - 0.5) * width * 0.36, 2),
                  round(top + high + width * (0.26 + 0.3 * (nth // 2)), 2), width * 0.5, layer=20 + nth,
                  region="track", order=200 + seat,
                  label=words("label.token", owner=PlayerName(seat), size=int(table.built[seat])))
        )  # fmt: skip
    return pieces


def hand_pieces(box: Any, table: Any, words: Words, viewer: int, plan: Layout, clickable: set[str]) -> list[Piece]:
    """Show the viewer's hand, sorted; nobody else's."""
    if viewer < 0:
        return []
    cards = [card for colour in range(COLOURS) for card in cards_of(colour, int(table.hands[viewer, colour]))]
    x, y, width, height = plan.hand
    in_row = -(-HAND // plan.rows)
    step = min(plan.held * 1.22, (width - 10) / max(1, min(in_row, len(cards))))
    high = plan.held * TALL
    top = y + max(30, (height - plan.rows * (high + 6)) / 2 + 10)
    pieces: list[Piece] = []
    for i, card in enumerate(cards):
        line, place = divmod(i, in_row)
        there = min(in_row, len(cards) - line * in_row)
        at = x + width / 2 + step * (place - (there - 1) / 2)
        down = top + high / 2 + line * (high + 6)
        pieces.append(card_piece(box, words, card, at, down, plan.held, region="hand", order=i,
                                 mark="legal" if card_name(card) in clickable else ""))  # fmt: skip
    return pieces


# --- in text ----------------------------------------------------------------------------------------------


def sketch(box: Any, table: Any, viewer: int, words: Words) -> tuple[tuple[Span, ...], ...]:
    """Draw the table in text: the track, the trick in play order, the houses, the hand."""
    rows: list[tuple[Span, ...]] = []
    if table.variant == DUEL:
        rows.append((Span(words("label.npc_target", size=int(table.built[NPC])), bold=True),))
    else:
        rows.append(track_line(box, table, words))
    rows += [(), trick_line(box, table, words), ()]
    rows += [house_line(box, table, words, seat) for seat in range(table.seats)]
    if viewer >= 0:
        cards = [card for colour in range(COLOURS) for card in cards_of(colour, int(table.hands[viewer, colour]))]
        rows += [(), (Span(words("zone.hand") + ": "), *spans(box, cards))]
    return tuple(rows)


def spans(box: Any, cards: list[int]) -> list[Span]:
    """Write cards with their sizes: g25(3)."""
    return [Span(f"{card_name(card)}({size_of(box, card)}) ", bold=True) for card in cards]


def track_line(box: Any, table: Any, words: Words) -> tuple[Span, ...]:
    """Write the size track, the target in brackets."""
    line = [Span(words("zone.track") + ": ")]
    for size in range(1, int(box.track) + 1):
        here = size == table.marker
        line.append(Span(f"[{size}] " if here else f"{size} ", bold=here, dim=not here))
    return tuple(line)


def trick_line(box: Any, table: Any, words: Words) -> tuple[Span, ...]:
    """Write the trick in play order, with what each card does now."""
    title = words("zone.trick_line", n=min(int(table.tricks) + 1, int(box.hand)))
    line = [Span(title + ": ")]
    if table.won:
        cards = cards_of(int(table.colour), int(table.won))
        return (*line, Span(words("label.won", owner=PlayerName(int(table.winner))) + " "), *spans(box, cards))
    takers, low = takers_of(box, table), lowest_cards(table)
    for seat in in_circle(table, int(table.lead)) if table.awaiting else []:
        card = trick.trick_card(table, seat) - 1
        signs = ""
        if card >= 0:
            signs = (
                f" {card_name(card)}({size_of(box, card)})"
                + ("v" if card in low else "")
                + ("*" if card in takers else "")
            )
        line.append(Span(f"{words.plain(named(table, seat))}{signs or ' -'}  ", seat=seat, bold=card >= 0))
    return tuple(line)


def house_line(box: Any, table: Any, words: Words, seat: int) -> tuple[Span, ...]:
    """Write a house from the body up."""
    cards = floors_of(table, seat)
    line = [Span(f"{words.plain(named(table, seat))}: ", seat=seat), *spans(box, cards)]
    if not cards:
        line.append(Span(words("label.no_house") + " ", dim=True))
    state = "panel.roof" if table.closed >> seat & 1 else "panel.house"
    return (*line, Span(f"= {words(state, size=int(table.built[seat]))}"))
