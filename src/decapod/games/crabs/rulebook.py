"""What the rules of Crabs! show: charts of a box, and the positions of worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from decapod.games.crabs.chapters.cards import count_of, list_values, one, size_of
from decapod.games.crabs.invariants import count_points
from decapod.games.crabs.notation import read_cards
from decapod.games.crabs.state import GEAR_NAMES, KINDS, VALUES
from decapod.scene import Translator, show_face, write_chart


def rulebook_tables(box: Any, words: Translator) -> dict[str, object]:
    """Return what the rules say of a box besides its plain numbers."""
    cards = int(box.cards)
    return {
        "crabs": size_of(cards),
        "golden": sum(count_of(cards, kind) for kind in range(1, KINDS, 2)),
        "end": int(box.end[-1]),
        "end_two": int(box.end[2]),
        "least": int(box.chart[0]),
        "chart.cards": card_chart(box, words),
        "chart.gear": gear_chart(box, words),
        "chart.bind": bind_chart(box, words),
        "chart.objectives": objective_chart(box, words),
    }


def card_chart(box: Any, words: Translator) -> str:
    """Show the crab cards by value: how many there are, and what each is worth when kept (CR-1, CR-31)."""
    return write_chart(
        [words(f"chart.{name}") for name in ("card", "plain", "golden", "upright", "turned")],
        [
            [
                show_face(f"card-{2 * value - 2}", f"[{value}]"),
                count_of(int(box.cards), 2 * value - 2),
                count_of(int(box.cards), 2 * value - 1),
                value,
                int(box.turned[value]),
            ]
            for value in range(1, VALUES + 1)
        ],
    )


def gear_chart(box: Any, words: Translator) -> str:
    """Show the gear cards: what each adds to a bind, costs, and is worth (CR-14, CR-16)."""
    return write_chart(
        [words(f"chart.{name}") for name in ("gear", "bonus", "cost", "stars")],
        [
            [
                show_face(f"gear-{gear}", words(f"gear.{GEAR_NAMES[gear]}")),
                f"+{int(box.bonus[gear])}",
                int(box.cost[gear]) if gear else "–",
                int(box.stars[gear]),
            ]
            for gear in range(int(box.gears) + 1)
        ],
    )


def bind_chart(box: Any, words: Translator) -> str:
    """Show what a total keeps: an upright crab of its level, or a turned one that is higher by one (CR-20, CR-21)."""
    least = [0, *(int(total) for total in box.chart)]
    rows: list[list[object]] = []
    for level, first in enumerate(least):
        last = least[level + 1] - 1 if level < VALUES else None
        totals = words("chart.or_more", n=first) if last is None else f"{first}" if last == first else f"{first}–{last}"
        upright = f"[{level}]" if level else "–"
        turned = f"[{level + 1}]" if 0 < level < VALUES else "–"
        rows.append([totals, upright, turned])
    return write_chart([words(f"chart.{name}") for name in ("total", "keep_upright", "keep_turned")], rows)


def objective_chart(box: Any, words: Translator) -> str:
    """Show every objective, by how many crabs it takes (CR-26, CR-32)."""
    by_size: dict[int, list[str]] = {}
    for number in range(int(box.objectives)):
        values = list_values(int(box.needs[number]))
        text = words("chart.for", needs=" ".join(f"[{value}]" for value in values), n=int(box.pays[number]))
        by_size.setdefault(len(values), []).append(show_face(f"objective-{number}", text))
    rows = [[size, " ".join(faces)] for size, faces in sorted(by_size.items())]
    return write_chart([words("chart.takes"), words("chart.objectives")], rows)


def pack(text: str) -> int:
    """Pack cards written in a row."""
    return sum(one(kind) for kind in read_cards(text))


def set_up_example(box: Any, state: Any, setting: Mapping[str, Any]) -> None:
    """Lay a dealt table as an example says.

    It may say `pool` and `display`, and by seat `hands`, `upright`, `turned`, `gear` and `claims`. Cards are written in
    a row, golden ones with a star; objectives by their number in the box, from 1. What is not mentioned is empty, and
    all other cards are the pile.
    """
    state.pool = pack(setting.get("pool", ""))
    for name, field in (("hands", "hand"), ("upright", "upright"), ("turned", "turned")):
        for player, cards in enumerate(setting.get(name, [""] * int(state.players))):
            state[field][player] = pack(cards)
    in_sight = sum(int(cards) for cards in (state.pool, *state.hand, *state.upright, *state.turned))
    state.pile = int(box.cards) - in_sight
    state.slots[:] = 0
    display = setting.get("display", [])
    state.slots[: len(display)] = display
    state.deck = (1 << int(box.objectives)) - 1 & ~sum(1 << number - 1 for number in display)
    for player, numbers in enumerate(setting.get("claims", [])):
        state.claims[player] = sum(1 << number - 1 for number in numbers)
        state.deck = int(state.deck) & ~int(state.claims[player])
    for player, gear in enumerate(setting.get("gear", [])):
        state.gear[player] = gear
    for player in range(int(state.players)):
        state.score[player] = count_points(box, state, player)
    state.before = state.score[int(state.turn)]
