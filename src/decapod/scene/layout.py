"""Where things go: areas, layouts with named places, rows of cards, and the points of a hexagonal lattice."""

from __future__ import annotations

from typing import Any, NamedTuple

NEXT_LINE = 0.866  # distance of two lines of a hexagonal lattice, in steps from a point to its neighbour


class Area(NamedTuple):
    """A rectangle of the canvas, by its left upper corner."""

    x: float
    y: float
    width: float
    height: float


class Layout:
    """A canvas and the places a game names on it: `Layout(1000, 640, hand=Area(...), card=82)` has `.hand`, `.card`.

    A page shows all of the canvas and nothing else, so that a piece stays where it is while others come and go. Make it
    as large as what lies on it: 1000 by 640 for "desktop" is about 1 to 1 on a desk, 800 by 980 for "tablet" on a
    tablet, 390 wide for "phone" on a phone; there, and only there, it may be as high as it must.
    """

    width: float
    height: float

    def __init__(self, width: float, height: float, **places: Any) -> None:
        """State how large the canvas is, and where and how large things are on it."""
        vars(self).update(places, width=width, height=height)

    def __getattr__(self, name: str) -> Any:
        """Say which places there are when one is asked for that is not there."""
        raise AttributeError(f"this layout has no {name!r}; it has {', '.join(vars(self))}")


def corners(
    left: float, right: float, width: float, height: float, step: float, top: float = 8
) -> tuple[Area, Area, Area, Area]:
    """Place the panels of up to four players in two columns, clockwise from the left upper one."""
    return tuple(Area(x, y, width, height) for x, y in ((left, top), (right, top), (right, top + step),
                                                        (left, top + step)))  # fmt: skip  # pyright: ignore


#: A square board, `.board`, with the panels of up to four players, `.panels`, beside or below it.
BOARD_LAYOUTS = {
    "desktop": Layout(1000, 640, board=Area(182, 2, 636, 636), panels=corners(4, 822, 174, 104, 116)),
    "tablet": Layout(800, 912, board=Area(56, 2, 688, 688), panels=corners(4, 404, 392, 100, 108, top=700)),
    "phone": Layout(390, 608, board=Area(4, 2, 382, 382), panels=corners(4, 198, 188, 104, 110, top=392)),
}  # fmt: skip


def spread(left: float, room: float, n: int, size: float, step: float, align: float = 0) -> list[float]:
    """Place the centres of `n` things of a `size` along a room, a `step` apart, or closer where they must be.

    `align` is 0 for a row that begins at the left, 0.5 for one in the middle of the room.

    >>> spread(0, 100, 3, 20, 25)
    [10.0, 35.0, 60.0]
    >>> spread(0, 100, 3, 20, 25, align=0.5)
    [25.0, 50.0, 75.0]
    >>> spread(0, 100, 6, 20, 25)
    [10.0, 26.0, 42.0, 58.0, 74.0, 90.0]
    """
    apart = min(step, (room - size) / max(1, n - 1))
    first = left + size / 2 + align * (room - size - apart * (n - 1))
    return [first + apart * i for i in range(n)]


def share(left: float, room: float, n: int, widest: float = float("inf")) -> list[float]:
    """Place the centres of `n` cells that share a room evenly, none of them wider than `widest`, in its middle.

    >>> share(0, 90, 3)
    [15.0, 45.0, 75.0]
    >>> share(0, 90, 3, widest=10)
    [35.0, 45.0, 55.0]
    """
    cell = min(widest, room / max(1, n))
    first = left + room / 2 - cell * (n - 1) / 2
    return [first + cell * i for i in range(n)]


def hex_place(half_steps: float, line: float, step: float) -> tuple[float, float]:
    """Place a point of a hexagonal lattice: how far along its line, in half steps, and how far across the lines.

    >>> hex_place(2, 0, 50), hex_place(3, 1, 50)
    ((50.0, 0.0), (75.0, 43.3))
    """
    return half_steps * step / 2, line * step * NEXT_LINE
