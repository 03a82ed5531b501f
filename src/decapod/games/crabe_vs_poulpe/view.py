"""What a person sees of Crabe vs Poulpe: two hands, the pile between them, what to beat, and effects in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from decapod.engine import bits
from decapod.games.crabe_vs_poulpe import art, cards, effects, rules, turns
from decapod.games.crabe_vs_poulpe.cards import KINDS
from decapod.games.crabe_vs_poulpe.clicking import meant
from decapod.games.crabe_vs_poulpe.lying import kinds_of, known_hand, pile_of, searches
from decapod.games.crabe_vs_poulpe.notation import card_text, rank_name, read, write
from decapod.games.crabe_vs_poulpe.story import ANIMALS, asked, effect_of, explain, story, tell
from decapod.scene import Choice, Label, Panel, Piece, Scene, PlayerName, Span, Words, Zone, awaited, phrase, staged, titled
from decapod.scene.svg import wrapped

__all__ = ["explain", "faults", "meant", "read", "scene", "story", "tell", "write"]

SEAT_COLOURS = (1, 0)  # the crab wears the blue of seat 1, the octopus the coral of seat 0
Place = tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Layout:
    """Where things go on a canvas."""

    width: float
    height: float
    hands: tuple[Place, Place]  # the viewer's and the other's
    sizes: tuple[float, float]  # the width of their cards
    decks: tuple[tuple[float, float], tuple[float, float]]  # centres
    deck_size: float
    pile: Place
    pile_size: float
    fan: float  # distance of two cards of the pile
    fanned: int  # cards of the pile that are shown
    top: tuple[float, float]  # the centre of its top card
    arrow: tuple[float, float, float]  # centre and width
    discards: tuple[float, float]
    words: tuple[float, float, float, float]  # centre, first line, width, size of the effect's words
    search: Place  # the viewer's open deck
    search_size: float
    panels: tuple[tuple[float, float], tuple[float, float]]
    panel: tuple[float, float]
    panel_lines: int
    story: Place


LAYOUTS = {
    "wide": Layout(
        1280, 800,
        hands=((262, 588, 640, 196), (262, 62, 640, 150)), sizes=(108, 78),
        decks=((958, 688), (958, 140)), deck_size=84,
        pile=(262, 226, 756, 250), pile_size=128, fan=62, fanned=7, top=(700, 362),
        arrow=(880, 350, 104), discards=(330, 362),
        words=(640, 510, 740, 18), search=(262, 484, 756, 98), search_size=56,
        panels=((18, 640), (18, 84)), panel=(226, 108), panel_lines=3, story=(1040, 84, 224, 700),
    ),
    "tall": Layout(
        390, 800,
        hands=((4, 548, 382, 136), (4, 152, 322, 104)), sizes=(68, 46),
        decks=((358, 506), (358, 204)), deck_size=44,
        pile=(4, 262, 382, 170), pile_size=88, fan=38, fanned=5, top=(226, 352),
        arrow=(328, 342, 76), discards=(36, 356),
        words=(166, 452, 320, 14), search=(4, 434, 382, 112), search_size=36,
        panels=((197, 60), (3, 60)), panel=(190, 86), panel_lines=2, story=(14, 690, 362, 108),
    ),
}  # fmt: skip


def scene(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Scene:
    """Lay the table out for a viewer; a spectator looks over the crab's shoulder, at the backs of its cards."""
    plan = LAYOUTS[layout]
    me = max(viewer, 0)
    pieces = cards_shown(box, table, viewer, words, plan)
    choices = choices_of(box, table, viewer, words, pieces) if viewer in awaited(table) else ()
    newest = next((piece.id for piece in reversed(pieces) if piece.region == "pile"), "")
    clickable = {click for choice in choices for click in choice.clicks}
    pieces = [marked(piece, clickable, newest) for piece in pieces]
    pieces += decks(box, table, viewer, words, plan)
    arrow, captions = to_beat(box, table, words, plan)
    zones = [
        Zone("pile", *plan.pile, label=words("zone.pile"), empty=words("zone.pile_empty")),
        Zone("hand", *plan.hands[0], empty=words("zone.hand_empty"),
             label=words("zone.hand_own" if viewer >= 0 else "zone.hand", player=PlayerName(me))),
        Zone("other", *plan.hands[1], label=words("zone.hand", player=PlayerName(1 - me)), empty=words("zone.hand_empty")),
    ]  # fmt: skip
    if searches(table, viewer):
        zones.append(Zone("deck", *plan.search, kind="plain"))
    else:
        captions += effect_words(box, table, words, plan)
    captions += doubts(box, table, viewer, words, plan) + deck_counts(table, viewer, plan)
    return staged(
        rules.NAME, table, viewer, layout, words, plan, asked=lambda: asked(box, table, viewer),
        pieces=[*pieces, *arrow], choices=choices, panels=panels(table, viewer, words, plan), zones=zones,
        labels=captions, sketch=lambda: sketch(box, table, viewer, words), story_box=plan.story,
    )  # fmt: skip


# --- pieces -----------------------------------------------------------------------------------------------


def cards_shown(box: Any, table: Any, viewer: int, words: Words, plan: Layout) -> list[Piece]:
    """Make the pieces of all cards: the pile, both hands, and the viewer's deck while they search it.

    Two equal cards are told apart by a number, given out from the pile to the hands, so that a card keeps its id
    as it is laid.
    """
    me = max(viewer, 0)
    copies: Counter[int] = Counter()
    pieces: list[Piece] = []

    def face_up(kind: int, x: float, y: float, width: float, layer: int, region: str, order: int) -> None:
        copies[kind] += 1
        pieces.append(
            Piece(
                id=f"{ANIMALS[kind % 2]}-{int(box.name[kind // 2])}-{copies[kind]}",
                face=art.card_face(box, int(table.variant), kind),
                x=x, y=y, width=width, layer=layer, region=region, order=order,
                label=words("label.card", rank=rank_name(box, kind // 2), animal=phrase(f"animal.{ANIMALS[kind % 2]}")),
                hint=hint(box, table, kind, words),
            )
        )  # fmt: skip

    pile = pile_of(table)
    copies.update(pile[: -plan.fanned])  # no longer shown, but cards keep their numbers, the same in every layout
    laid = pile[-plan.fanned :]
    room = plan.top[0] - plan.discards[0] - (plan.deck_size + plan.pile_size) / 2 - 10
    step = round(min(plan.fan, room / max(1, len(laid) - 1)), 2)
    for i, kind in enumerate(laid):
        x = plan.top[0] - (len(laid) - 1 - i) * step
        face_up(kind, x, plan.top[1], plan.pile_size, 100 + i, "pile", i)
    for side, player in enumerate((me, 1 - me)):
        region = ("hand", "other")[side]
        open_cards = kinds_of(known_hand(table, viewer, player))
        hidden = bits.count(table.hands[player]) - len(open_cards)
        spots = along(plan.hands[side], plan.sizes[side], len(open_cards) + hidden)
        for i, (x, y) in enumerate(spots):
            if i < len(open_cards):
                face_up(open_cards[i], x, y, plan.sizes[side], 20 + i, region, i)
            else:
                pieces.append(
                    Piece(f"back-{player}-{i - len(open_cards)}", "back", x, y, plan.sizes[side], layer=20 + i,
                          region=region, order=i, label=words("label.back", player=PlayerName(player)),
                          hint=words("hint.back", player=PlayerName(player)))
                )  # fmt: skip
    if searches(table, viewer):
        found = kinds_of(int(table.decks[viewer]) & cards.FIRSTS)
        for i, (kind, (x, y)) in enumerate(zip(found, rows(plan.search, plan.search_size, len(found)), strict=True)):
            face_up(kind, x, y, plan.search_size, 40 + i, "deck", i)
    return pieces


def along(place: Place, size: float, n: int) -> list[tuple[float, float]]:
    """Give n cards their places side by side, closer when there are many."""
    x, y, width, height = place
    step = min(size + 12, (width - size - 24) / max(1, n - 1))
    left = x + width / 2 - step * (n - 1) / 2
    return [(round(left + i * step, 2), y + height / 2 + 11) for i in range(n)]


def rows(place: Place, size: float, n: int) -> list[tuple[float, float]]:
    """Give n cards their places in one row, or in two where the place is narrow."""
    x, y, width, height = place
    if n * (size + 4) <= width:
        return along((x, y - 10, width, height), size, n)
    half = (n + 1) // 2
    return [
        *along((x, y - 10 - height / 4, width, height), size, half),
        *along((x, y - 10 + height / 4, width, height), size, n - half),
    ]


def hint(box: Any, table: Any, kind: int, words: Words) -> str:
    """Say what a card is and does."""
    effect = effect_of(box, table, kind)
    rank, animal = rank_name(box, kind // 2), phrase(f"animal.{ANIMALS[kind % 2]}")
    if effect == "none":
        return words("hint.plain", rank=rank, animal=animal)
    resistible = cards.holds(int(box.resistible[int(table.variant)]), kind)
    return words("hint.effect" if resistible else "hint.effect_final", rank=rank, animal=animal,
                 effect=phrase(f"effect.{effect}.name"), text=phrase(f"effect.{effect}.text"))  # fmt: skip


def marked(piece: Piece, clickable: set[str], newest: str) -> Piece:
    """Ring what can be chosen, and the card just laid."""
    mark = "legal" if piece.id in clickable else "last" if piece.id == newest else ""
    return replace(piece, mark=mark)


def decks(box: Any, table: Any, viewer: int, words: Words, plan: Layout) -> list[Piece]:
    """Make the pieces of both decks and of the discards."""
    me = max(viewer, 0)
    pieces: list[Piece] = []
    for side, player in enumerate((me, 1 - me)):
        n = bits.count(table.decks[player])
        x, y = plan.decks[side]
        if player == viewer and searches(table, viewer):
            continue
        if not n:
            told = words("label.deck_empty", player=PlayerName(player))
            pieces.append(Piece(f"deck-{player}", "empty", x, y, plan.deck_size, region="decks", order=player,
                                label=told, hint=told))  # fmt: skip
            continue
        told = words("hint.deck", player=PlayerName(player), n=n)
        if player == viewer:
            left = [card_text(box, kind, player) for kind in kinds_of(int(table.decks[player]))]
            told = words("hint.deck_own", cards=left)
        pieces.append(
            Piece(f"deck-{player}", f"back-{ANIMALS[player]}", x, y, plan.deck_size, region="decks", order=player,
                  label=words("label.deck", player=PlayerName(player), n=n), hint=told)
        )  # fmt: skip
    dropped = sum(bits.count(table.discards[player]) for player in range(rules.SEATS))
    if dropped or table.rounds:
        told = words("hint.discards", n=dropped)
        if viewer >= 0 and table.discards[viewer]:
            mine = [card_text(box, kind, viewer) for kind in kinds_of(int(table.discards[viewer]))]
            told = words("hint.discards_own", n=dropped, cards=mine)
        x, y = plan.discards
        pieces.append(Piece("discards", "back", x, y, plan.deck_size, turn=-7, region="discards",
                            label=words("label.discards"), hint=told))  # fmt: skip
    return pieces


def choices_of(box: Any, table: Any, viewer: int, words: Words, pieces: list[Piece]) -> tuple[Choice, ...]:
    """List the viewer's moves: click a card where it lies, or say a word."""
    moves = [0] * rules.WIDEST
    n = rules.legal(box, table, viewer, moves)
    where = {turns.PINCH: "other", turns.COPY: "other", turns.FETCH: "deck", turns.CAPTURE: "pile"}
    region = where.get(int(table.phase), "hand")
    listed_choices: list[Choice] = []
    for move in moves[:n]:
        text, told = write(box, table, viewer, move), words(tell(box, table, viewer, move))
        if move >= turns.PASS:
            listed_choices.append(Choice(move, text, told))
            continue
        kind = move % KINDS
        stem = f"{ANIMALS[kind % 2]}-{int(box.name[kind // 2])}-"
        ids = [piece.id for piece in pieces if piece.region == region and piece.id.startswith(stem)]
        if region == "pile":
            ids = [piece.id for piece in pieces if piece.region == "pile"][-2:-1]
        listed_choices.extend(Choice(move, text, told, (piece_id,)) for piece_id in ids)
    return tuple(listed_choices)


# --- captions ---------------------------------------------------------------------------------------------


def to_beat(box: Any, table: Any, words: Words, plan: Layout) -> tuple[list[Piece], list[Label]]:
    """Show what the next card has to beat and which way, or that an effect waits for an answer."""
    x, y, width = plan.arrow
    if table.pile == 0 or not table.awaiting:
        return [], []
    if table.phase == turns.RESIST:
        told = words("label.asked")
        below = Label(x, y + width * 0.75, told, width * 0.155, kind="strong")
        return [Piece("to-beat", "asked", x, y, width, region="pile", order=90, label=told, hint=told)], [below]
    way = "lower" if table.lower else "higher"
    rank = rank_name(box, cards.rank_of(effects.top(table)))
    told = words(f"label.{way}", rank=rank)
    size = width * 0.34
    middle = y + size * 0.36 + (width * 0.1 if way == "higher" else -width * 0.1)
    return (
        [Piece("to-beat", way, x, y, width, region="pile", order=90, label=told, hint=told)],
        [
            Label(x, middle, rank, size, kind="light"),
            Label(x, y + width * 0.75, told, width * 0.155, kind="strong"),
        ],
    )


def effect_words(box: Any, table: Any, words: Words, plan: Layout) -> list[Label]:
    """Write what the top card does under the pile."""
    if table.pile == 0:
        return []
    x, y, width, size = plan.words
    top = effects.top(table)
    lines = wrapped(hint(box, table, top, words), width, size)[:3]
    return [Label(x, y + i * (size + 6), line, size, kind="ink") for i, line in enumerate(lines)]


def doubts(box: Any, table: Any, viewer: int, words: Words, plan: Layout) -> list[Label]:
    """Write which cards may still be in the other's hand."""
    if viewer < 0 or not table.doubt[viewer]:
        return []
    x, y, width, _ = plan.hands[1]
    held = [card_text(box, kind, 1 - viewer) for kind in kinds_of(int(table.doubt[viewer]))]
    key = "caption.doubt" if plan.width > 500 else "caption.doubt_short"
    return [Label(x + width - 14, y + 22, words(key, cards=held), 13, "end", "soft")]


def deck_counts(table: Any, viewer: int, plan: Layout) -> list[Label]:
    """Write how many cards each deck has, or of each kind while it is searched."""
    me, size = max(viewer, 0), plan.deck_size * 0.26
    counts: list[Label] = []
    for side, player in enumerate((me, 1 - me)):
        if player == viewer and searches(table, viewer):
            continue
        x, y = plan.decks[side]
        counts.append(Label(x, y + plan.deck_size * 0.62, str(bits.count(table.decks[player])), size, kind="badge"))
    if searches(table, viewer):
        deck = int(table.decks[viewer])
        found = kinds_of(deck & cards.FIRSTS)
        for kind, (x, y) in zip(found, rows(plan.search, plan.search_size, len(found)), strict=True):
            if cards.number(deck, kind) > 1:
                x, y = x + plan.search_size * 0.3, y + plan.search_size * 0.6
                counts.append(Label(x, y, f"×{cards.number(deck, kind)}", plan.search_size * 0.22, kind="badge"))
    return counts


def panels(table: Any, viewer: int, words: Words, plan: Layout) -> tuple[Panel, ...]:
    """Sum up each player: cards in hand, in the deck, and in all."""
    me = max(viewer, 0)
    shown: list[Panel] = []
    for player in range(rules.SEATS):
        hand, deck = bits.count(table.hands[player]), bits.count(table.decks[player])
        x, y = plan.panels[0 if player == me else 1]
        lines = [words("panel.hand", n=hand), words("panel.deck", n=deck), words("panel.left", n=hand + deck)]
        shown.append(
            Panel(player, titled(words, player, viewer), bool(table.awaiting >> player & 1),
                  tuple(lines[: plan.panel_lines]), x, y, *plan.panel, you=player == viewer,
                  shade=SEAT_COLOURS[player])
        )  # fmt: skip
    return tuple(shown)


def sketch(box: Any, table: Any, viewer: int, words: Words) -> tuple[tuple[Span, ...], ...]:
    """Draw the table in text: the other's hand, the pile with what is to be beaten, the viewer's own hand."""
    me = max(viewer, 0)
    lines: list[tuple[Span, ...]] = [hand_line(box, table, viewer, 1 - me, words), ()]
    laid = pile_of(table)
    line = [Span(f"{words('sketch.pile'):>10}  ", dim=True)]
    for i, kind in enumerate(laid):
        line.append(Span(rank_name(box, kind // 2), seat=SEAT_COLOURS[kind % 2], bold=True, mark=i == len(laid) - 1))
        line.append(Span(" "))
    if not laid:
        line.append(Span(words("zone.pile_empty"), dim=True))
    elif table.phase == turns.RESIST and table.awaiting:
        line.append(Span(f"  {words('label.asked')}", bold=True))
    elif table.awaiting:
        rank = rank_name(box, laid[-1] // 2)
        told = words("label.lower" if table.lower else "label.higher", rank=rank)
        line.append(Span(f"  {'▼' if table.lower else '▲'} {told}", bold=True))
    lines.append(tuple(line))
    if laid:
        lines.append((Span(" " * 12 + hint(box, table, laid[-1], words), dim=True),))
    lines += [(), hand_line(box, table, viewer, me, words)]
    if searches(table, viewer):
        spread = [Span(f"{words('sketch.open'):>10}  ", dim=True), *card_spans(box, int(table.decks[viewer]), viewer)]
        lines.append(tuple(spread))
    return tuple(lines)


def hand_line(box: Any, table: Any, viewer: int, player: int, words: Words) -> tuple[Span, ...]:
    """Write a hand: known cards by rank, the others as backs, then the size of the deck."""
    known = known_hand(table, viewer, player)
    hidden = bits.count(table.hands[player]) - bits.count(known)
    return (
        Span(f"{words.name(player):>10}  ", bold=True),
        *card_spans(box, known, player),
        Span("▒ " * hidden, dim=True),
        Span("  " + words("sketch.deck", n=bits.count(table.decks[player])), dim=True),
    )


def card_spans(box: Any, held: int, owner: int) -> list[Span]:
    """Write cards in the colours of their animals; guests with a star."""
    spans: list[Span] = []
    for kind in kinds_of(held):
        spans += [Span(card_text(box, kind, owner), seat=SEAT_COLOURS[kind % 2], bold=True), Span(" ")]
    return spans


# --- for the battery --------------------------------------------------------------------------------------


def faults(box: Any, table: Any) -> list[str]:
    """Say what is wrong with a table: cards lost or doubled, decks mixed, memories that are not true."""
    found: list[str] = []
    everything, number = 0, 0
    zones = [*table.hands, *table.decks, *table.discards, table.played]
    for zone in zones:
        held = int(zone)
        if held >> 1 & cards.FIRSTS & ~held or held & ~cards.ALL:
            found.append("a second card without a first, or one of no kind")
        everything, number = cards.together(everything, held), number + held.bit_count()
    packs = int(box.packs[0]) | int(box.packs[1])
    if everything != packs or number != packs.bit_count():
        found.append("cards are lost or doubled")
    for player in range(rules.SEATS):
        other = 1 - player
        if cards.of_animal(int(table.decks[player]), other):
            found.append(f"deck {player} holds a foreign card")
        hand, deck, discards = int(table.hands[other]), int(table.decks[other]), int(table.discards[other])
        seen, doubt, adrift = int(table.seen[player]), int(table.doubt[player]), int(table.adrift[player])
        unseen = cards.besides(hand, seen)
        unburied = cards.besides(discards, int(table.buried[player]))
        unsunk = cards.besides(deck, int(table.sunk[player]))
        if cards.besides(int(table.shown[other]), hand):
            found.append(f"a card all saw is not in hand {other}")
        if cards.besides(seen, hand) or cards.besides(int(table.sunk[player]), deck):
            found.append(f"player {player} remembers cards where they are not")
        if cards.besides(int(table.buried[player]), discards):
            found.append(f"player {player} remembers discards that are none")
        if cards.besides(doubt, cards.together(unseen, unburied)):
            found.append(f"player {player} doubts about cards that are elsewhere")
        if cards.besides(adrift, cards.together(unseen, unsunk)):
            found.append(f"player {player} looks for cards where they cannot be")
        if bits.count(cards.besides(doubt, unseen)) > table.most[player]:
            found.append(f"more of what player {player} doubts was discarded than could be")
        guests = cards.of_animal(int(table.hands[player]), other) | cards.of_animal(int(table.discards[player]), other)
        if bits.count(guests) > table.guests[player]:
            found.append(f"player {player} holds more guests than came")
    if len(pile_of(table)) != min(int(table.laid), effects.PILE_KEPT):
        found.append("the pile is not as high as it should be")
    return found
