"""What the scenes of all games have in common: who is awaited, what everybody else reads, and the frame around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from decapod.scene.scene import Choice, Label, Panel, Piece, Scene, Sketch, Zone
from decapod.scene.words import Say, Seat, Words


class Canvas(Protocol):
    """A game's layout: how large it is; where things go on it is the game's own affair."""

    @property
    def width(self) -> float:
        """How wide it is."""
        ...

    @property
    def height(self) -> float:
        """How high it is."""
        ...


def awaited(table: Any) -> tuple[int, ...]:
    """List the players who may act now."""
    waiting = int(table.awaiting)
    return tuple(player for player in range(table.players) if waiting >> player & 1)


def titled(words: Words, player: int, viewer: int) -> str:
    """Name a player for a panel; the viewer is told which one is theirs."""
    return f"{words.name(player)} ({words('panel.you')})" if player == viewer else words.name(player)


def staged(
    game: str, table: Any, viewer: int, layout: str, words: Words, canvas: Canvas, *,
    asked: Callable[[], Say], pieces: Sequence[Piece], choices: Sequence[Choice], panels: Sequence[Panel],
    zones: Sequence[Zone], labels: Sequence[Label], sketch: Callable[[], Sketch],
    story_box: tuple[float, float, float, float],
) -> Scene:  # fmt: skip
    """Put a scene together; `asked` says what the viewer is asked for, if they are awaited."""
    awaiting = awaited(table)
    if viewer in awaiting:
        prompt = words(asked())
    else:
        prompt = words("prompt.wait", players=[Seat(p) for p in awaiting]) if awaiting else words("prompt.over")
    return Scene(
        game=game,
        title=words("title"),
        viewer=viewer,
        layout=layout,
        width=canvas.width,
        height=canvas.height,
        prompt=prompt,
        awaiting=awaiting,
        pieces=tuple(pieces),
        choices=tuple(choices),
        panels=tuple(panels),
        zones=tuple(zones),
        labels=tuple(labels),
        sketched=sketch,
        story_box=story_box,
    )
