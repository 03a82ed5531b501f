"""Where things go on the canvas, wide and tall."""

from __future__ import annotations

import math
from dataclasses import dataclass

from decapod.games.oh_crab import beach
from decapod.games.oh_crab import terms as t

HALF_ROW = math.sqrt(3) / 2  # of a hexagon's radius
LENGTH = 2 * (t.ROWS - t.LAND - t.SEAWARD_EDGE) + 1  # of the beach, in half rows
CARD = 146 / 104  # height of a card over its width
MEETS = 100 / 104  # cards laid this far apart touch, and their half icons meet


@dataclass(frozen=True)
class Area:
    """A rectangle of the canvas."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Layout:
    """Where things go on a canvas."""

    lying: bool  # the beach runs to the right; else upwards
    width: float
    height: float
    radius: float  # of a hexagon
    beach: Area
    market: Area
    tiles: Area
    actions: Area
    actions_across: int  # chips side by side
    chip: float  # height of a chip's row, where there is room
    hand: Area
    rows: Area  # the players, one below the other
    row: float  # height of a player's row
    panel: float  # width of a panel
    panel_height: float
    story: tuple[float, float, float, float]

    def place(self, space: int) -> tuple[float, float]:
        """Give a space its place: columns run to the sea, every other one half a row back."""
        along = HALF_ROW * self.radius * (1 + beach.half_rows(space) - 2 * t.LAND)
        across = self.radius * (1 + 1.5 * (space % t.WIDTH))
        if self.lying:
            return round(self.beach.x + along, 1), round(self.beach.y + across, 1)
        return round(self.beach.x + across, 1), round(self.beach.y + HALF_ROW * self.radius * LENGTH - along, 1)

    def chip_place(self, i: int, n: int) -> tuple[float, float, float]:
        """Give the i-th of n chips its place, and its row's height."""
        row, column = divmod(i, self.actions_across)
        across = self.actions.width / self.actions_across
        high = min(self.chip, (self.actions.height - 38) / -(-n // self.actions_across))
        return self.actions.x + 8 + high / 2 + column * across, self.actions.y + 34 + high * (row + 0.5), high

    def row_area(self, i: int) -> Area:
        """Give the i-th player's plan, sequence and discards their place: beside the panel, or below it."""
        top = self.rows.y + i * self.row
        if self.lying:
            left = self.panel + 8
            return Area(self.rows.x + left, top, self.rows.width - left, self.row - 3)
        return Area(self.rows.x, top + self.panel_height + 4, self.rows.width, self.row - self.panel_height - 10)


def wide(players: int) -> Layout:
    """Lay out a wide screen: the beach lies, the sea at the right; players below, the market at the right."""
    row = min(132.0, 300 / players)
    return Layout(
        lying=True, width=1280, height=800, radius=27.2, beach=Area(26, 58, 968, 300),
        market=Area(1008, 56, 260, 122), tiles=Area(1008, 184, 260, 104), actions=Area(1008, 294, 260, 380),
        actions_across=1, chip=58, hand=Area(12, 682, 984, 114), rows=Area(12, 379, 984, 300), row=row, panel=400,
        panel_height=min(row - 3, 97), story=(1012, 682, 256, 112),
    )  # fmt: skip


def tall(players: int) -> Layout:
    """Lay out a tall screen, which may scroll: the beach stands, the sea on top; hand and players below."""
    row = 128.0
    return Layout(
        lying=False, width=390, height=1444 + row * players, radius=24, beach=Area(14, 62, 264, 852),
        market=Area(286, 62, 100, 470), tiles=Area(286, 540, 100, 374), actions=Area(4, 924, 382, 184),
        actions_across=2, chip=52, hand=Area(4, 1114, 382, 230), rows=Area(4, 1352, 382, row * players), row=row,
        panel=382, panel_height=58, story=(12, 1352 + row * players, 366, 84),
    )  # fmt: skip


LAYOUTS = {"wide": wide, "tall": tall}
