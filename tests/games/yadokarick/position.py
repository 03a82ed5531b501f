"""Positions for tests of Yadokarick: hands and houses written as "g25 p8", tricks played card by card."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from decapod.engine import dice, records
from decapod.games.yadokarick import cards, house, modes, moves, rules
from decapod.games.yadokarick import trick as tricks

BOX_FILE = Path(rules.__file__).with_name("box.toml")
PRINTED = tomllib.loads(BOX_FILE.read_text(encoding="utf-8"))
MAIN, ADVANCED, DUEL, SOLO = modes.MAIN, modes.ADVANCED, modes.DUEL, modes.SOLO
NPC = modes.NPC


def filled(printed: dict[str, Any]) -> Any:
    """Fill a box."""
    made = records.blank(records.widened(rules.Box))
    rules.fill(made, printed)
    return made


BOX = filled(PRINTED)


def card(text: str) -> int:
    """Turn g25 into a card."""
    return "gp".index(text[0]) * cards.NUMBERS + int(text[1:]) - 1


def written(number: int) -> str:
    """Turn a card into g25."""
    return f"{'gp'[cards.colour_of(number)]}{cards.number_of(number)}"


def dealt(players: int, variant: int = MAIN, seed: int = 1, **options: str | int) -> Any:
    """Deal a game; player 0 leads unless told otherwise."""
    table = records.blank(records.widened(rules.Table))
    dice.load(table.dice, seed, 2, 3, 4)
    values = {"first": "0", **options}
    chosen = [o.number(values.get(o.name, o.default), players) for o in rules.OPTIONS]
    rules.setup(BOX, table, players, variant, np.array(chosen))
    return table


def give(table: Any, *hands: str) -> None:
    """Replace the hands: "g25 p8" for each player."""
    for player, hand in enumerate(hands):
        table.hands[player] = 0
        for text in hand.split():
            table.hands[player, cards.colour_of(card(text))] |= cards.bit_of(card(text))


def hand(table: Any, player: int) -> list[str]:
    """Read a hand."""
    return [written(c) for c in range(cards.CARDS) if int(table.hands[player, cards.colour_of(c)]) & cards.bit_of(c)]


def play(table: Any, player: int, move: int) -> None:
    """Make a move that is legal."""
    assert rules.refusal(BOX, table, player, move) == 0, reason(table, player, move)
    rules.play(BOX, table, player, move)


def reason(table: Any, player: int, move: int) -> str:
    """Say why a move is refused."""
    return rules.REASONS[rules.refusal(BOX, table, player, move)][0]


def trick(table: Any, *played: str, lead: int = 0) -> None:
    """Give everyone one more card and play them in order."""
    for i, text in enumerate(played):
        player = (lead + i) % table.players
        table.hands[player, cards.colour_of(card(text))] |= cards.bit_of(card(text))
        play(table, player, card(text))


def build_house(table: Any, seat: int, *floors: str) -> None:
    """Put cards on a house, as if won before."""
    for text in floors:
        tricks.build(BOX, table, seat, card(text))


def floors(table: Any, seat: int) -> list[str]:
    """Read a house from the body up."""
    pile = int(table.houses[seat])
    return [written(house.card_at(pile, i)) for i in range(house.height(pile))]


def legal(table: Any, player: int = 0) -> list[int]:
    """List the legal moves."""
    found = np.zeros(rules.WIDEST, np.int64)
    return [int(m) for m in found[: rules.legal(BOX, table, player, found)]]


def awaited(table: Any) -> list[int]:
    """List who may act."""
    return [p for p in range(table.players) if table.awaiting >> p & 1]


def standing(table: Any) -> list[int]:
    """List the places."""
    out = np.zeros(7, np.int64)
    rules.places(BOX, table, out)
    return out[: table.players].tolist()


def scores(table: Any) -> list[int]:
    """List the points."""
    out = np.zeros(7, np.int64)
    rules.points(BOX, table, out)
    return out[: table.players].tolist()


def finish_round(table: Any) -> None:
    """Play whatever comes first until the next deal, or the end."""
    finished = int(table.finished)
    while table.awaiting and table.finished == finished:
        player = awaited(table)[0]
        choices = legal(table, player)
        play(table, player, moves.STAY if moves.STAY in choices else choices[0])
