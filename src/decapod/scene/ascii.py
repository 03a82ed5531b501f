"""Writes a scene as text: the board, the players, what happened, what to do now."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decapod.scene.schema import Scene


def write(scene: Scene) -> str:
    """Write a scene without colours."""
    lines = ["".join(span.text for span in row).rstrip() for row in scene.sketch]
    if lines:
        lines.append("")
    for panel in scene.panels:
        pointer = "▸" if panel.awaiting else " "
        lines.append(f"{pointer} {panel.player} {panel.name}: {'; '.join(panel.lines)}")
    if scene.events:
        lines.append("")
        lines.extend(scene.events)
    lines.extend(["", scene.prompt])
    return "\n".join(lines)
