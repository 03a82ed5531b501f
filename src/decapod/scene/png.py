"""Our SVG documents as PNG, for whatever takes no SVG: environments, and link previews of chats.

They are drawn by resvg (resvg-py), for it is the one rasteriser on PyPI that brings all it needs in its wheel: CairoSVG
wants the system's libcairo, browsers are no library. The letters are Source Sans Pro's, from a wheel too, so that a
picture is the same on every machine, one without any fonts included.
"""

from __future__ import annotations

import functools
import re
from importlib import resources
from importlib.util import find_spec

from decapod.errors import install_hint
from decapod.scene.art import TOKENS

FONT = "Source Sans Pro"
FONT_FILES = ("SourceSansPro-Regular.ttf", "SourceSansPro-Bold.ttf")
COLOUR = re.compile(r"var\(--([a-z-]+)[^)]*\)")  # a colour of our style sheet by its name


def can_draw() -> bool:
    """Tell whether all is installed that it takes."""
    return all(find_spec(package) for package in ("resvg_py", "font_source_sans_pro"))


def draw_png(svg: str, width: int | None = None) -> bytes:
    """Draw one of our SVG documents, in its own size or as wide as is said."""
    try:
        import resvg_py
    except ImportError:
        raise ImportError(f"pixels need resvg-py: {install_hint('envs')}") from None
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=_without_variables(svg),
            skip_system_fonts=True,
            font_files=_font_files(),
            sans_serif_family=FONT,
            width=width,
        )
    )


def _without_variables(svg: str) -> str:
    """Put colours in place of their names, which resvg does not know, and a pointer that the font has for ours."""
    return COLOUR.sub(lambda found: TOKENS[found[1]][0], svg).replace("▸", "›")


@functools.cache
def _font_files() -> list[str]:
    try:
        folder = resources.files("font_source_sans_pro")
    except ImportError:
        raise ImportError(f"pixels need font-source-sans-pro: {install_hint('envs')}") from None
    return [str(folder.joinpath("files", name)) for name in FONT_FILES]
