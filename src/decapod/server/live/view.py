"""How a client looks at a room, and what it has been shown so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from decapod.scene import Piece

SPECTATOR = -1


class View(NamedTuple):
    """From which seat a client looks, in which layout and language, and what it wants to be sent."""

    viewer: int = SPECTATOR
    layout: str = "desktop"
    language: str = "en"
    sketch: bool = False  # the board in text too

    @property
    def player(self) -> int | None:
        """The viewer as `Match` wants it: None for a spectator."""
        return None if self.viewer == SPECTATOR else self.viewer


class Progress(NamedTuple):
    """What a client has been sent: up to which move it knows what happened, and the board."""

    ply: int = 0
    board: tuple[Piece, ...] | None = None
