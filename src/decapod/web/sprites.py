"""The sprite sheet of a box: every face as an SVG symbol; and the banner on the card of its game."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping

from decapod.core.game import Box, Game
from decapod.scene import Face
from decapod.scene.art import DEEP, SEA, SEATS, crab, mark
from decapod.scene.svg import symbol

BANNER = 400, 200  # width, height


def sheet(box: Box) -> bytes:
    """Draw the sprite sheet of a box.

    It is not kept: a stranger may send any number of boxes, and their faces are kept with them (`live/boxes.py`).
    """
    symbols = "".join(symbol(key, face) for key, face in box.sprites.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'.encode()


def address(of: Game, box: Box) -> str:
    """Return the address of a box's sprite sheet; it changes when the sheet does, so it may be kept for ever."""
    return f"/sprites/{of.name}/{box.hash}.svg?{hashlib.sha256(sheet(box)).hexdigest()[:12]}"


def logo() -> str:
    """Draw our crab."""
    return crab(0)


def chips() -> list[str]:
    """Draw each seat's colour with its mark."""
    return [
        f"<circle r='33' fill='{colours.body}'/><g transform='translate(0,-9)'>{mark(seat)}</g>"
        for seat, colours in enumerate(SEATS)
    ]


def banner(of: Game, box: Box) -> str:
    """Draw the picture on a game's card: some faces of a box on the shore."""
    width, height = BANNER
    faces = box.sprites
    names = banner_faces(of.name, faces)
    waves = "".join(
        f"<path d='M-20 {y} q25 -16 50 0 t50 0 t50 0 t50 0 t50 0 t50 0 t50 0 t50 0 t50 0' stroke='{DEEP}' "
        "stroke-width='5' fill='none' opacity='.35'/>"
        for y in range(24, 120, 30)
    )
    sand = f"<path d='M0 150 Q100 118 200 140 T400 128 V{height} H0 Z' fill='#EBD9A8'/>"
    pieces = ""
    for i, face in enumerate(names):
        view = faces[face].view
        ratio = view[3] / view[2]
        high = 126 if ratio > 1.2 else 116 if ratio > 0.95 else 92
        wide = high / ratio
        spread = (i - (len(names) - 1) / 2) / max(1, len(names))
        x, y = width / 2 + spread * (width - 40), height / 2 + 6 + 26 * math.cos(spread * 3) - 18
        pieces += (
            f"<svg x='{x - wide / 2:.1f}' y='{y - high / 2:.1f}' width='{wide:.1f}' height='{high:.1f}' "
            f"viewBox='{' '.join(f'{n:g}' for n in view)}' overflow='visible'>"
            f"<g transform='rotate({spread * 26:.1f} {view[0] + view[2] / 2:g} {view[1] + view[3] / 2:g})'>"
            f"{faces[face].markup}</g></svg>"
        )
    return (
        f"<svg viewBox='0 0 {width} {height}' preserveAspectRatio='xMidYMid slice' aria-hidden='true'>"
        f"<rect width='{width}' height='{height}' fill='{SEA}'/>{waves}{sand}{pieces}</svg>"
    )


#: The faces on each game's card; a game not listed shows some of its own choosing.
BANNER_FACES = {
    "crabs": ("card-0", "card-3", "card-8", "objective-5", "gear-2"),
    "crab-stack": ("crab-1-0", "crab-0-2", "crab-2-1", "crab-3-0"),
    "oh-crab": ("upright-1", "front-12", "upright-0", "front-3", "upright-4"),
    "crabe-vs-poulpe": ("card-crab-7-swap", "card-crab-10-steal", "back", "card-octopus-99-win", "card-octopus-3-none"),
    "yadokarick": ("hermit-0", "card-g29", "card-p17", "card-g20", "hermit-2"),
}


def banner_faces(name: str, faces: Mapping[str, Face]) -> tuple[str, ...]:
    """Choose the faces of a game's banner: those listed, else five spread over all that are no backs."""
    own = tuple(face for face in BANNER_FACES.get(name, ()) if face in faces)
    if own:
        return own
    ratios = {name: face.view[3] / face.view[2] for name, face in faces.items()}
    suitable = [name for name, ratio in ratios.items() if "back" not in name and 0.7 < ratio < 1.8]
    n = min(5, len(suitable))
    return tuple(suitable[i * len(suitable) // n] for i in range(n))
