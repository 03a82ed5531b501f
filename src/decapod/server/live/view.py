"""How a client looks at a room, and what it has been shown so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from decapod.scene import Choice
    from decapod.server.live.scene_cache import CachedScene
    from decapod.server.wire import SceneMessage

SPECTATOR = -1


class View(NamedTuple):
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


class Progress(NamedTuple):
    """What a client has been sent: the last scene, its number, and up to which move it knows what happened."""

    scene: CachedScene | None = None
    n: int = 0
    ply: int = 0
    choices: tuple[Choice, ...] = ()  # the last there were
    message: SceneMessage | None = None  # the last one
