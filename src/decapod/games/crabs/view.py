"""What a person sees of Crabs!: notation.py writes moves, tales.py tells of them, scenery.py lays the table out."""

from __future__ import annotations

from typing import Any

from decapod.games.crabs import notation
from decapod.games.crabs import table as facts
from decapod.games.crabs.cards import COPIES, KINDS, count_of, one, size_of, total_of
from decapod.games.crabs.scenery import scene, spread_out
from decapod.games.crabs.tales import explain, story, tell
from decapod.scene import no_move, words_beside

__all__ = ["explain", "faults", "meant", "read", "read_line", "scene", "story", "tell", "write"]

read_line = notation.read_line


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a small move, such as `take 3*`."""
    return notation.write(move)


def read(box: Any, table: Any, player: int, text: str) -> int:
    """Read a small move."""
    return notation.read(text)


def meant(box: Any, table: Any, player: int, clicks: tuple[str, ...]) -> int:
    """Find the move that a piece means where it lies; every move of Crabs! is a single click."""
    spread = spread_out(box, table, player, "wide", words_beside(__file__))
    means = spread.means.get(clicks[-1], no_move("click.unknown"))
    if isinstance(means, int):
        return means
    raise means


# --- for the battery --------------------------------------------------------------------------------------


def faults(box: Any, table: Any) -> list[str]:
    """Say what is wrong with a table: cards lost or doubled, points or knowledge that do not fit the cards."""
    found: list[str] = []
    places = [table.pool, table.pile, table.bound, *table.hand, *table.upright, *table.turned]
    rope = one(int(table.rope) - 1) if table.rope else 0
    for kind in range(KINDS):
        cards = sum(count_of(int(place), kind) for place in places) + count_of(rope, kind)
        if cards != count_of(int(box.cards), kind):
            found.append(f"there are {cards} cards {notation.card(kind)}")
    if any(not 0 <= int(place) < 1 << 4 * KINDS for place in places):
        found.append(f"a place has more than {COPIES} cards of a kind, or fewer than none")
    for player in range(table.players):
        held = int(table.hand[player]) + (rope if player == table.turn else 0)
        if any(count_of(int(table.known[player]), k) > count_of(held, k) for k in range(KINDS)):
            found.append(f"player {player} is known to hold cards that are not there")
        if score_of(box, table, player) != table.score[player]:
            found.append(f"player {player} has other points than the score says")
    return found + objective_faults(box, table)


def score_of(box: Any, table: Any, player: int) -> int:
    """Count a player's points from what lies there; a claim being paid for is paid bit by bit (CR-31, CR-32)."""
    upright, turned = int(table.upright[player]), int(table.turned[player])
    golden = sum(count_of(upright, kind) + count_of(turned, kind) for kind in range(1, KINDS, 2))
    won = sum(int(box.pays[i]) for i in range(facts.OBJECTIVES) if int(table.won[player]) >> i & 1)
    worth = total_of(upright) + total_of(turned) - size_of(turned) + golden
    return worth + won + int(box.stars[int(table.gear[player])])


def objective_faults(box: Any, table: Any) -> list[str]:
    """Say whether an objective is lost or in two places."""
    places = [int(table.deck), *(int(won) for won in table.won), *(1 << int(n) - 1 for n in table.shown if n)]
    whole = (1 << int(box.objectives)) - 1
    if sum(places) != whole or any(place & ~whole for place in places):
        return ["an objective is lost or doubled"]
    return []
