"""How a client looks at a room, and what it has been shown so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decapod.server.live.scene_cache import CachedScene

SPECTATOR = -1


@dataclass(frozen=True)
class View:
    """From which seat a client looks, in which layout and language, and what it wants to be sent."""

    viewer: int = SPECTATOR
    layout: str = "wide"
    language: str = "en"
    sketch: bool = False  # the board in text too
    patches: bool = False  # what changed, rather than whole scenes

    @property
    def player(self) -> int | None:
        """The viewer as `Match` wants it: None for a spectator."""
        return None if self.viewer == SPECTATOR else self.viewer


@dataclass(frozen=True)
class Progress:
    """What a client has been sent: the last scene, its number, and up to which move it knows what happened."""

    scene: CachedScene | None = None
    n: int = 0
    ply: int = 0
