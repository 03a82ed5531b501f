"""Tables of Crabs! set up as a test wants them, and moves played by their notation."""

from __future__ import annotations

from typing import Any

import numpy as np

import decapod
from decapod.engine import dice
from decapod.games.crabs import notation, rules
from decapod.games.crabs.cards import one, size_of, total_of

game = decapod.game("crabs")
box = game.box.record


def packed(text: str) -> int:
    """Pack cards written in a row."""
    return sum(one(kind) for kind in notation.kinds_of(text))


def laid(
    *hands: str,
    pool: str = "",
    upright: str = "",
    turned: str = "",
    gear: int = 0,
    display: tuple[int, ...] = (),
    first: int = 0,
    ordered: int = 0,
    pile: str | None = None,
    box: Any = box,
) -> Any:
    """Lay a table: hands by seat, and what else player 0 has; all other cards are the pile, or out of play."""
    table = game.match(len(hands), seed=5, first=str(first)).table
    table.ordered = ordered
    table.pool = packed(pool)
    table.upright[0], table.turned[0], table.gear[0] = packed(upright), packed(turned), gear
    rest = int(box.cards) - int(table.pool) - int(table.upright[0]) - int(table.turned[0])
    for player, hand in enumerate(hands):
        table.hand[player] = packed(hand)
        rest -= packed(hand)
    table.pile = rest if pile is None else packed(pile)
    if display:
        table.shown[:] = 0
        table.shown[: len(display)] = display
        table.deck = ((1 << int(box.objectives)) - 1) & ~sum(1 << number - 1 for number in display)
    for _, value, golden in cards_of(int(table.upright[0])):
        table.score[0] += value + golden
    for _, value, golden in cards_of(int(table.turned[0])):
        table.score[0] += value - 1 + golden
    table.score[0] += box.stars[gear]
    table.before = table.score[int(table.turn)]
    return table


def cards_of(cards: int) -> list[tuple[int, int, int]]:
    """List packed cards as kind, value and whether golden."""
    return [(kind, kind // 2 + 1, kind % 2) for kind in notation.kinds_of(notation.row(cards))]


def play(table: Any, *moves: str, box: Any = box) -> None:
    """Play moves of the player in turn, each checked to be legal."""
    for text in moves:
        player, move = int(table.turn), notation.read(text)
        code = rules.refusal(box, table, player, move)
        assert code == 0, f"{text}: {rules.REASONS[code]}"
        rules.play(box, table, player, move)


def play_line(table: Any, text: str) -> None:
    """Play a whole action."""
    play(table, *(notation.write(move) for move in notation.read_line(box, table, int(table.turn), text)))


def refused(table: Any, text: str, player: int | None = None, box: Any = box) -> tuple[str, str]:
    """Return the code and rule by which a move is refused."""
    before = table.copy()
    code = rules.refusal(box, table, int(table.turn) if player is None else player, notation.read(text))
    assert table == before
    return rules.REASONS[code]


def offered(table: Any, box: Any = box) -> list[str]:
    """List the legal moves of the player in turn."""
    moves = np.zeros(rules.WIDEST, np.int64)
    n = rules.legal(box, table, int(table.turn), moves)
    return [notation.write(int(move)) for move in moves[:n]]


def hand(table: Any, player: int = 0) -> str:
    """Show a hand."""
    return notation.row(int(table.hand[player]))


def hidden(table: Any, viewer: int, guess: int) -> Any:
    """Return the table as a viewer might guess it."""
    other = table.copy()
    words = np.zeros(dice.LENGTH, np.int64)
    dice.load(words, guess, 1, 2, 3)
    rules.hide(box, other, viewer, words)
    return other


def observed(table: Any, viewer: int) -> list[int]:
    """Return what a learner is told."""
    out = np.zeros(rules.OBSERVED, np.int64)
    rules.observe(box, table, viewer, out)
    return [int(number) for number in out]


def standing(table: Any) -> list[int]:
    """Return the places."""
    out = np.zeros(7, np.int64)
    rules.places(box, table, out)
    return [int(place) for place in out[: table.players]]


__all__ = [
    "box", "cards_of", "game", "hand", "hidden", "laid", "notation", "observed", "offered", "packed", "play",
    "play_line", "refused", "rules", "size_of", "standing", "total_of",
]  # fmt: skip
