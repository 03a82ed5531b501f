"""Pictures of a match for environments: as text, as SVG, or as an array of pixels."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.errors import UsageError, install_hint
from decapod.scene.png import draw_png

if TYPE_CHECKING:
    from decapod.core.match import Match
    from decapod.scene import Scene

MODES = ("human", "ansi", "svg", "rgb_array")


def check_mode(mode: str | None) -> str | None:
    """Return a render mode; `UsageError` if there is no such."""
    if mode is not None and mode not in MODES:
        raise UsageError(f"there is no render mode {mode!r:.40}; there is {', '.join(MODES)}")
    return mode


def render(match: Match, mode: str | None) -> str | np.ndarray[Any, np.dtype[np.uint8]] | None:
    """Show the table as the player to move sees it, a spectator where several are: "human" prints it."""
    if mode is None:
        raise UsageError(f"nothing is drawn without a render mode: give render_mode= one of {', '.join(MODES)}")
    awaiting = match.to_act
    scene = match.scene(awaiting[0] if len(awaiting) == 1 else None)
    if mode == "human":
        print_scene(scene)
        return None
    if mode == "ansi":
        return scene.text()
    return scene.svg() if mode == "svg" else rasterise(scene.svg())


def print_scene(scene: Scene) -> None:
    """Print a scene in the terminal, in colour."""
    from rich.console import Console

    from decapod.scene import terminal

    Console().print(terminal.render(scene), scene.prompt, "", sep="\n", soft_wrap=True)


def rasterise(svg: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Turn one of our SVG documents into pixels: rows, columns, and red, green and blue."""
    png = draw_png(svg)
    try:
        from PIL import Image
    except ImportError:
        raise ImportError(f"pixels need Pillow: {install_hint('envs')}") from None
    with Image.open(io.BytesIO(png)) as snapshot:
        return np.asarray(snapshot.convert("RGB")).copy()
