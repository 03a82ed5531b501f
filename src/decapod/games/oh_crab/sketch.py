"""The table in text, for terminals and screen readers."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import numpy as np

from decapod.engine import bits
from decapod.games.oh_crab import cards, notation
from decapod.games.oh_crab import terms as t
from decapod.games.oh_crab.notation import card_letters, card_name, kind_name, listed
from decapod.scene import Span, Words

ARROWS = "↗→↘↙←↖"  # ahead-left first, clockwise, when the sea is at the right
SIGNS = {"free": "·", "inaccessible": "#", "obstacle": "o", "shell": "s", "rushes": "r", "shortcut": "T", "sea": "~"}

Line = tuple[Span, ...]


def kinds_of(box: Any, table: Any) -> list[list[int]]:
    """What every space is, by row and column, at once: a picture asks for all of them."""
    return np.asarray(box.spaces)[np.asarray(table.rows, np.int64)].tolist()


def sequence_of(table: Any, player: int) -> list[int]:
    """List a player's sequence from left to right."""
    played = listed(int(table.sequence[player]))
    return sorted(played, key=lambda card: int(table.spot[cards.slot_of(card, player)]))


def sketch(box: Any, table: Any, viewer: int, words: Words) -> tuple[Line, ...]:
    """Draw the beach with the sea at the right, then market, sequences, and what the viewer holds."""
    lines = beach_lines(box, table)
    lines.append(())
    lines.extend(market_lines(box, table, words))
    lines.extend(row_line(box, table, player, viewer, words) for player in range(table.players))
    if viewer >= 0:
        held = "  ".join(card_text(box, card) for card in listed(int(table.hand[viewer])))
        lines.append((Span(f"{words('text.hand')}: ", bold=True), Span(held)))
    given = given_acts(table)
    if given and table.stage not in (t.PLAN, t.OVER):
        told = " · ".join(act_text(box, table, act, words) for act in given)
        lines.append((Span(f"{words('text.actions')}: ", bold=True), Span(told)))
    return tuple(lines)


def given_acts(table: Any) -> list[int]:
    """List the acts the turn still gives: what the cards, the chef and the stray are good for."""
    given = [t.USE + action for action in range(t.CHEF + 1) if table.unused >> action & 1]
    return [*given, t.HERD] if table.unused >> t.HERDING & 1 else given


def act_text(box: Any, table: Any, act: int, words: Words) -> str:
    """Name an act the turn gives."""
    return words("chip.stray") if act == t.HERD else words(notation.action_said(box, table, act - t.USE))


def beach_lines(box: Any, table: Any) -> list[Line]:
    """Write a line for each column, every other one half a row back."""
    first, last = t.LAND, t.ROWS - t.SEAWARD_EDGE
    numbers = "    " + "".join(f"{row - first + 1:<4}" for row in range(first, last))
    lines: list[Line] = [(Span(numbers.rstrip(), dim=True),)]
    kinds = kinds_of(box, table)
    on: dict[int, list[int]] = {}
    for crab in range(table.crabs):
        on.setdefault(int(table.at[crab]), []).append(crab)
    for column in range(t.COLUMNS):
        line = [Span(f"{notation.COLUMN_NAMES[column]}  " + ("  " if column % 2 == 0 else ""), dim=True)]
        line += [spot(table, kinds[row][column], on.get(row * t.WIDTH + column, [])) for row in range(first, last)]
        lines.append(joined(line))
    return lines


def joined(spans: list[Span]) -> Line:
    """Join neighbouring spans of one style."""
    runs = groupby(spans, key=lambda span: (span.seat, span.bold, span.dim))
    return tuple(
        Span("".join(span.text for span in run), seat=seat, bold=bold, dim=dim) for (seat, bold, dim), run in runs
    )


def spot(table: Any, kind: int, here: list[int]) -> Span:
    """Write one space in four letters: a crab's number, with ! on its back, or what is there."""
    if here:
        text = "".join(("*" if c >= table.players else str(c)) + ("!" if table.down >> c & 1 else "") for c in here)
        return Span(text.ljust(4), seat=here[0] if here[0] < table.players else -1, bold=True)
    sign = ARROWS[kind - t.WAVES] if t.WAVES <= kind < t.SHORTCUT else SIGNS[kind_name(kind)]
    return Span(sign.ljust(4), dim=sign in "·#~")


def market_lines(box: Any, table: Any, words: Words) -> list[Line]:
    """Write the market and the shell tiles."""
    open_cards = "  ".join(card_text(box, int(card)) for card in table.market if card != t.NO_CARD)
    deck = words("text.deck", n=bits.count(int(table.deck)))
    tiles = ", ".join(
        f"{words(f'shell.{notation.tile_action(box, table, i)}')} {notation.tile_cost(box, table, i)}"
        for i in range(t.SHELL_TILES)
    )
    return [
        (Span(f"{words('text.market')}: ", bold=True), Span(f"{open_cards}  {deck}")),
        (Span(f"{words('text.shells', n=int(table.supply))}: ", bold=True), Span(tiles)),
    ]


def row_line(box: Any, table: Any, player: int, viewer: int, words: Words) -> Line:
    """Write a player's sequence, discards and plan."""
    text = " ".join(card_text(box, card) for card in sequence_of(table, player)) or words("zone.sequence_empty")
    thrown = " ".join(card_name(box, card) for card in listed(int(table.discard[player])))
    text += f"  [{words('text.discards')} {thrown}]" if thrown else ""
    if table.planned[player] != t.NO_CARD:
        plan = card_name(box, int(table.planned[player])) if player == viewer else "?"
        text += f"  [{words('text.plan')} {plan}]"
    text += f"  [{words('text.chef')}]" if table.chef == player else ""
    return Span(f"{player}: ", seat=player, bold=True), Span(text)


def card_text(box: Any, card: int) -> str:
    """Write a card: its name, left half, main action in brackets, right half."""
    return f"{card_name(box, card)} {card_letters(box, card)}"
