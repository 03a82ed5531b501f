"""Shows a scene in a terminal, in colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from decapod.scene.art import seat_colours

if TYPE_CHECKING:
    from decapod.scene.schema import Scene, Span


def seat_style(seat: int) -> str:
    """Return the style of a seat's colour."""
    return seat_colours(seat).body


def _span(span: Span) -> tuple[str, str]:
    style = seat_style(span.seat) if span.seat >= 0 else ""
    if span.bold:
        style += " bold"
    if span.dim:
        style += " dim"
    if span.mark:
        style += " reverse"
    return span.text, style.strip()


def render(scene: Scene) -> Text:
    """Write a scene: the board, the players, what happened."""
    text = Text()
    for row in scene.sketch:
        for span in row:
            text.append(*_span(span))
        text.append("\n")
    text.append("\n")
    for panel in scene.panels:
        text.append("▸ " if panel.awaiting else "  ", "bold")
        text.append(f"{panel.player} {panel.name}", f"{seat_style(panel.player)} bold")
        text.append(f"  {' · '.join(panel.lines)}\n", "dim" if panel.out else "")
    if scene.events:
        text.append("\n")
        for line in scene.events:
            text.append(f"{line}\n", "italic")
    return text
