"""What the rules of Crab Stack show: charts of a box, and the positions of worked examples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from decapod.engine import bits
from decapod.games.crab_stack import rules
from decapod.games.crab_stack.notation import space_named
from decapod.games.crab_stack.state import (
    COPIES,
    NOBODY,
    PATIENCE,
    SIZE_NAMES,
    SIZES,
    STRIDE,
    TIERS,
    VARIANTS,
)
from decapod.scene import Translator, show_face, write_chart

SIZE_LETTERS = "SML"  # of a crab in an example, by its size


def rulebook_tables(box: Any, words: Translator) -> dict[str, object]:
    """Return what the rules say of a box besides its plain numbers."""
    return {
        "each": int(box.crabs.sum()),
        "patience": PATIENCE,
        "chart.crabs": crab_chart(box, words),
        "chart.rocks": rock_chart(box, words),
    }


def crab_chart(box: Any, words: Translator) -> str:
    """Show the crabs by size: how many each player has, how far they go, where they land (CS-1, CS-5, CS-6)."""
    return write_chart(
        [words(f"chart.{name}") for name in ("crab", "number", "steps", "lands")],
        [
            [
                f"{show_face(f'crab-0-{size}', '')} {words(f'size.{SIZE_NAMES[size]}')}",
                int(box.crabs[size]),
                words(f"steps.{int(box.steps[size])}"),
                words(f"lands.{SIZE_NAMES[size]}"),
            ]
            for size in reversed(range(SIZES))
        ],
    )


def rock_chart(box: Any, words: Translator) -> str:
    """Show the rocks that each number of players uses, on either board (CS-1)."""
    rows: list[list[object]] = []
    for tier in range(TIERS):
        faces = " ".join(show_face(f"rock-{used}", words(f"chart.rock_{used}")) for used in range(tier + 1))
        counts = [sum(bits.count(int(rocks)) for rocks in board[: tier + 1]) for board in box.spaces]
        rows.append([tier + 2, faces, *counts])
    boards = [words("chart.board", name=name) for name in VARIANTS]
    return write_chart([words("chart.players"), words("chart.rocks"), *boards], rows)


def set_up_example(box: Any, state: Any, setting: Mapping[str, Any]) -> None:
    """Lay a dealt table as an example says: `stacks` of crabs by space, from the rock up, and whose `turn` it is.

    A crab is a seat and the first letter of its size: `d2 = "1S0L"` is a large crab of seat 0 on a small one of seat 1.
    """
    for field in (
        "turn",
        "out",
        "ties",
        "occupied",
        "by_size",
        "tops",
        "height",
        "idle",
        "mark",
        "marks",
        "turn_index",
    ):
        state[field] = 0
    state.top[:] = NOBODY
    state.under[:] = NOBODY
    copies: dict[int, int] = {}
    for space, stack in setting["stacks"].items():
        cell = space_named(box, state, space)
        for owner, size in zip(stack[::2], stack[1::2], strict=True):
            kind = int(owner) * STRIDE + SIZE_LETTERS.index(size)
            crab = kind * COPIES + copies.setdefault(kind, 0)
            copies[kind] += 1
            state.under[crab] = state.top[cell]
            state.top[cell] = crab
            state.height[cell] += 1
        state.occupied |= 1 << cell
        rules.show(state, int(state.top[cell]) // COPIES, 1 << cell)
    state.to_act = 0
    rules.begin_turn(box, state, setting.get("turn", 0))
