"""Positions for tests of Crab Stack, drawn as text: `3: d2=0L d3=1S0M` puts a medium crab of 0 on a small one of 1."""

from __future__ import annotations

from typing import Any

import decapod
from decapod.engine import records
from decapod.games.crab_stack import rules, view

SIZES = "SML"


class Board:
    """A position that rules can be tried on."""

    def __init__(self, stacks: dict[str, str], *, players: int = 2, turn: int = 0, variant: int = 0, cap: int = 500):
        """Put stacks on spaces: "1S0M" is a small crab of player 1 below a medium one of player 0."""
        self.box: Any = decapod.game("crab-stack").box.record
        self.table: Any = records.blank(records.widened(rules.Table))
        self.table.players, self.table.variant, self.table.left, self.table.cap = players, variant, players, cap
        self.table.top[:] = rules.NOBODY
        self.table.under[:] = rules.NOBODY
        copies: dict[int, int] = {}
        for space, stack in stacks.items():
            cell = self.cell(space)
            for owner, size in zip(stack[::2], stack[1::2], strict=True):
                kind = int(owner) * rules.STRIDE + SIZES.index(size)
                crab = kind * rules.COPIES + copies.get(kind, 0)
                copies[kind] = copies.get(kind, 0) + 1
                self.table.under[crab] = self.table.top[cell]
                self.table.top[cell] = crab
                self.table.height[cell] += 1
            kind = int(self.table.top[cell]) // rules.COPIES
            self.table.occupied |= 1 << cell
            rules.show(self.table, kind, 1 << cell)
        rules.begin_turn(self.box, self.table, turn)

    @staticmethod
    def cell(space: str) -> int:
        """Find a space by name, whether this board has it or not."""
        return ("gfedcba".index(space[0])) * rules.WIDTH + int(space[1]) - 1

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return int(self.table.turn)

    def legal(self) -> set[str]:
        """Write down the legal moves of the player to move."""
        moves = [0] * rules.WIDEST
        n = rules.legal(self.box, self.table, self.turn, moves)
        return {view.write(self.box, self.table, self.turn, move) for move in moves[:n]}

    def landings(self, space: str) -> set[str]:
        """Write down where the crab on a space can land."""
        return {move.partition("-")[2] for move in self.legal() if move.startswith(space + "-")}

    def number(self, text: str) -> int:
        """Turn a move into its number without asking whether the spaces are in use."""
        if text.startswith("keep"):
            return self.cell(text[5:]) * (rules.SPACES + 1)
        origin, landing = text.split("-")
        return self.cell(origin) * rules.SPACES + self.cell(landing)

    def refused(self, text: str) -> str:
        """Say why a move is refused, as a code."""
        return rules.REASONS[rules.refusal(self.box, self.table, self.turn, self.number(text))][0]

    def play(self, *moves: str) -> Board:
        """Make moves, each by whoever's turn it is."""
        for text in moves:
            assert self.refused(text) == "", f"{text} is not legal: {self.refused(text)}"
            rules.play(self.box, self.table, self.turn, self.number(text))
        return self

    def on(self, space: str) -> str:
        """Write down the stack on a space."""
        return "".join(
            f"{rules.player_of(crab)}{SIZES[rules.size_of(crab)]}" for crab in view.pile(self.table, self.cell(space))
        )

    @property
    def spaces(self) -> set[str]:
        """Name the spaces that hold a crab."""
        return {view.name(cell) for cell in view.cells(int(self.table.occupied))}

    @property
    def ending(self) -> str:
        """Why it ended."""
        return rules.ENDINGS[rules.ending(self.box, self.table)]

    @property
    def places(self) -> list[int]:
        """Who is where."""
        out = [0] * 7
        rules.places(self.box, self.table, out)
        return out[: self.table.players]
