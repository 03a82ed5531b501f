"""Pictures of a match for environments: as text, as SVG, or as an array of pixels.

Pixels are drawn by resvg (resvg-py), for it is the one rasteriser on PyPI that brings all it needs in its wheel:
CairoSVG wants the system's libcairo, browsers are no library. The letters are Source Sans Pro's, from a wheel too, so
that a picture is the same on every machine, one without any fonts included.
"""

from __future__ import annotations

import functools
import io
import re
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.errors import UsageError, how_to_install
from decapod.scene.art import TOKENS

if TYPE_CHECKING:
    from decapod.match import Match
    from decapod.scene import Scene

MODES = ("human", "ansi", "svg", "rgb_array")
FONT = "Source Sans Pro"
FONT_FILES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")
COLOUR = re.compile(r"var\(--([a-z-]+)[^)]*\)")  # a colour of our style sheet by its name


def check_mode(mode: str | None) -> str | None:
    """Return a render mode; `UsageError` if there is no such."""
    if mode is not None and mode not in MODES:
        raise UsageError(f"there is no render mode {mode!r:.40}; there is {', '.join(MODES)}")
    return mode


def render(match: Match, mode: str | None) -> str | np.ndarray[Any, np.dtype[np.uint8]] | None:
    """Show the table as the player to move sees it, a spectator where several are: "human" prints it."""
    if mode is None:
        raise UsageError(f"nothing is drawn without a render mode: give render_mode= one of {', '.join(MODES)}")
    awaiting = match.awaiting
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
    try:
        import resvg_py
        from PIL import Image
    except ImportError:
        raise ImportError(f"pixels need resvg-py and Pillow: {how_to_install('envs')}") from None
    png = resvg_py.svg_to_bytes(
        svg_string=_without_variables(svg),
        skip_system_fonts=True,
        font_files=_font_files(),
        sans_serif_family=FONT,
    )
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGB")).copy()


def _without_variables(svg: str) -> str:
    """Put colours in place of their names, which resvg does not know, and a pointer that the font has for ours."""
    return COLOUR.sub(lambda found: TOKENS[found[1]][0], svg).replace("▸", "›")


@functools.cache
def _font_files() -> list[str]:
    try:
        folder = resources.files("font_source_sans_pro")
    except ImportError:
        raise ImportError(f"pixels need font-source-sans-pro: {how_to_install('envs')}") from None
    return [str(folder.joinpath("files", name)) for name in FONT_FILES]
