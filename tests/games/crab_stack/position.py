"""Positions of Crab Stack, by spaces and stacks: `Board({"d2": "0L", "d3": "1S0M"})` puts a medium crab of player 0 on
a small one of player 1.
"""

from __future__ import annotations

from decapod.games.crab_stack import rules, scene
from decapod.games.crab_stack import state as s
from decapod.games.crab_stack.notation import space_name
from tests.positions import Position

SIZES = "SML"


class Board(Position):
    """A position that rules can be tried on."""

    def __init__(
        self, stacks: dict[str, str], *, players: int = 2, turn: int = 0, variant: int = 0, cap: int = 500,
        out: str = "turn",
    ) -> None:  # fmt: skip
        """Put stacks on spaces."""
        super().__init__("crab-stack", players, variant=list(s.VARIANTS)[variant], ply_cap=cap, out=out)
        state = self.state
        for field in ("turn", "out", "ties", "occupied", "by_size", "tops", "height", "idle", "mark", "marks"):
            state[field] = 0
        state.to_act, state.turn_index, state.left = 0, 0, players
        state.top[:] = s.NOBODY
        state.under[:] = s.NOBODY
        copies: dict[int, int] = {}
        for space, stack in stacks.items():
            cell = self.cell(space)
            for owner, size in zip(stack[::2], stack[1::2], strict=True):
                kind = int(owner) * s.STRIDE + SIZES.index(size)
                crab = kind * s.COPIES + copies.get(kind, 0)
                copies[kind] = copies.get(kind, 0) + 1
                state.under[crab] = state.top[cell]
                state.top[cell] = crab
                state.height[cell] += 1
            state.occupied |= 1 << cell
            rules.show(state, int(state.top[cell]) // s.COPIES, 1 << cell)
        rules.begin_turn(self.box, state, turn)

    @staticmethod
    def cell(space: str) -> int:
        """Find a space by name, whether this board has it or not."""
        return ("gfedcba".index(space[0])) * s.WIDTH + int(space[1]) - 1

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return int(self.state.turn)

    def read(self, move: str | int, player: int | None = None) -> int:
        """Turn a move into its number without asking whether the spaces are in use."""
        if isinstance(move, int):
            return move
        if move.startswith("keep"):
            return self.cell(move[5:]) * (s.SPACES + 1)
        origin, landing = move.split("-")
        return self.cell(origin) * s.SPACES + self.cell(landing)

    def landings(self, space: str) -> set[str]:
        """Write down where the crab on a space can land."""
        return {move.partition("-")[2] for move in self.texts(self.turn) if move.startswith(space + "-")}

    def on(self, space: str) -> str:
        """Write down the stack on a space."""
        crabs = s.crabs_on(self.state, self.cell(space))
        return "".join(f"{s.player_of(crab)}{SIZES[s.size_of(crab)]}" for crab in crabs)

    @property
    def spaces(self) -> set[str]:
        """Name the spaces that hold a crab."""
        return {space_name(cell) for cell in scene.cells(int(self.state.occupied))}
