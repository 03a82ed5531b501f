"""What the rules of Yadokarick show: charts of a box, and the positions of worked examples."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from decapod.engine import bits
from decapod.games.yadokarick import state as s
from decapod.games.yadokarick.chapters import house, solo, trick
from decapod.games.yadokarick.chapters.deal import in_play
from decapod.games.yadokarick.notation import card_name, card_named
from decapod.games.yadokarick.state import COLOURS, SOLO, VARIANTS, bit_of, cards_in, colour_of, number_of, size_of
from decapod.scene import Translator, show_face, write_chart


def rulebook_tables(box: Any, words: Translator) -> dict[str, object]:
    """Return what the rules say of a box besides its plain numbers."""
    roofs, out = int(box.roofs), int(box.solo_out)
    return {
        "roof_numbers": join(words, numbers_in(roofs)),
        "out_numbers": join(words, numbers_in(out)),
        "solo_roofs": join(words, numbers_in(roofs & ~out)),
        "stock": int(box.numbers) - 2 * int(box.hand),
        "chart.sizes": size_chart(box, words),
        "chart.advanced": advanced_chart(box, words),
    }


def numbers_in(cards: int) -> list[int]:
    """List the numbers of a set of cards."""
    return [number_of(card) for card in cards_in(0, cards)]


def join(words: Translator, items: Iterable[object]) -> str:
    """Join things by commas, the last by "and"; a dash if there are none."""
    *first, last = [str(item) for item in items] or ["–"]
    return words("chart.and", first=", ".join(first), last=last) if first else last


def size_chart(box: Any, words: Translator) -> str:
    """Show which numbers have which size, in each colour (YD-1)."""
    rows: list[list[object]] = []
    for size in range(1, int(box.largest) + 1):
        cards = [
            [card for card in cards_in(colour, (1 << int(box.numbers)) - 1) if size_of(box, card) == size]
            for colour in range(COLOURS)
        ]
        shown = next((card for colour in cards for card in colour), None)
        face = size if shown is None else show_face(f"card-{card_name(shown)}", f"{size}")
        rows.append([face, size, *(", ".join(str(number_of(card)) for card in colour) or "–" for colour in cards)])
    return write_chart(["", *(words(f"chart.{name}") for name in ("size", "green", "pink"))], rows)


def advanced_chart(box: Any, words: Translator) -> str:
    """Show the highest number in use for each number of players (YD-16)."""
    rows = [
        [n, words("chart.one_colour" if n == s.SMALL_CIRCLE else "chart.both"), int(box.advanced[n])]
        for n in VARIANTS["advanced"]
    ]
    return write_chart([words(f"chart.{name}") for name in ("players", "colours", "highest")], rows)


def set_up_example(box: Any, state: Any, setting: Mapping[str, Any]) -> None:
    """Lay a dealt table as an example says; cards are written g25 or p8.

    In a game of tricks it may say `tricks` (how many are over), `marker`, and by seat `hands` (cards that matter,
    to which others are added, as many as there are tricks to come) and `houses` (from the body up, as they were
    won). Alone, it may say `row`, `houses`, and the cards `scored` and `given_up`.
    """
    state.public[:] = 0
    if state.variant == SOLO:
        arrange_solo(box, state, setting)
        return
    state.tricks = setting.get("tricks", 0)
    state.marker = setting.get("marker", int(state.marker))
    for seat, cards in enumerate(setting.get("houses", ())):
        for card in read_cards(box, state, cards):
            trick.build(box, state, seat, card)
    deal_rest(box, state, [read_names(box, hand) for hand in setting["hands"]])


def read_names(box: Any, names: str) -> list[int]:
    """Find cards by their names."""
    return [card_named(box, name) for name in names.split()]


def read_cards(box: Any, state: Any, names: str) -> list[int]:
    """Find cards by their names, and let all have seen them."""
    cards = read_names(box, names)
    for card in cards:
        state.public[colour_of(card)] |= bit_of(card)
    return cards


def deal_rest(box: Any, state: Any, hands: list[list[int]]) -> None:
    """Give players their cards, and as many others as their hands want, dealt in turn."""
    held = {card for hand in hands for card in hand}
    unseen = [in_play(box, state, colour) & ~int(state.public[colour]) for colour in range(COLOURS)]
    free = [card for colour in range(COLOURS) for card in cards_in(colour, unseen[colour]) if card not in held]
    state.hands[:] = 0
    for player, hand in enumerate(hands):
        wanted = int(box.hand) - int(state.tricks) - len(hand)
        for card in hand + free[player :: len(hands)][:wanted]:
            state.hands[player, colour_of(card)] |= bit_of(card)


def arrange_solo(box: Any, state: Any, setting: Mapping[str, Any]) -> None:
    """Lay the table of the solo game, when a card is to be taken."""
    state.row[:] = 0
    for place, card in enumerate(read_cards(box, state, setting["row"])):
        state.row[place] = card + 1
        state.newest = card
    for column, cards in enumerate(setting.get("houses", ())):
        for card in read_cards(box, state, cards):
            state.houses[column] = house.on_top(int(state.houses[column]), card)
    scored, given_up = (read_cards(box, state, setting.get(name, "")) for name in ("scored", "given_up"))
    state.banked, state.built[solo.PLAYER] = len(scored), sum(size_of(box, card) for card in scored)
    state.fallen[solo.PLAYER], state.lost[solo.PLAYER] = len(given_up), sum(size_of(box, card) for card in given_up)
    state.best = max(int(state.best), int(state.built[solo.PLAYER]) - int(state.lost[solo.PLAYER]))
    state.phase = s.TAKE
    state.reveals += bits.count(int(state.public[0])) + bits.count(int(state.public[1]))
