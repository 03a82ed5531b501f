"""Crab Stack's pieces: rocks of three colours, and crabs of three sizes on round tokens, pips for their steps."""

from __future__ import annotations

from typing import Any

from decapod.games.crab_stack.state import SEATS, SIZES, TIERS
from decapod.scene import Face
from decapod.scene.art import DEEP, SHELL, crab
from decapod.scene.art import SEATS as COLOURS

ROCKS = (("#EBD9A8", "#CDB778"), ("#9A8F80", "#776D60"), ("#E5B98A", "#C69362"))
HEXAGON = "0,-57 49,-28.5 49,28.5 0,57 -49,28.5 -49,-28.5"


def sprites(box: Any) -> dict[str, Face]:
    """Draw every face of the game."""
    drawn = {f"rock-{tier}": rock(tier) for tier in range(TIERS)}
    for seat in range(SEATS):
        for size in range(SIZES):
            drawn[f"crab-{seat}-{size}"] = token(seat, int(box.steps[size]))
    drawn["wave"] = wave_over()
    return drawn


def wave_over() -> Face:
    """Draw what lies over a space whose crabs a wave is about to take: foam and a broken ring."""
    lines = " ".join(f"M-58 {y} q14.5 -17 29 0 t29 0 t29 0 t29 0" for y in (-6, 18, 42))
    return Face(
        (-74, -74, 148, 148),
        f"<circle r='66' fill='{DEEP}' fill-opacity='.15'/>"
        f"<circle r='66' fill='none' stroke='{SHELL}' stroke-width='13'/>"
        f"<circle r='66' fill='none' stroke='{DEEP}' stroke-width='8' stroke-dasharray='20 14.55'/>"
        f"<path d='{lines}' fill='none' stroke='{DEEP}' stroke-width='15' stroke-linecap='round'/>"
        f"<path d='{lines}' fill='none' stroke='{SHELL}' stroke-width='8' stroke-linecap='round'/>",
    )


def rock(tier: int) -> Face:
    """Draw a flat rock, wet at its edge."""
    top, edge = ROCKS[tier]
    return Face(
        (-50, -58, 100, 116),
        f"<polygon points='{HEXAGON}' fill='{edge}'/>"
        f"<polygon points='{HEXAGON}' fill='{top}' transform='translate(0,-2) scale(.9)'/>"
        f"<path d='M-22 -30 q8 -8 18 -6 M14 22 q10 2 14 -8 M-28 14 q2 8 10 10' stroke='{edge}' stroke-width='4' "
        "fill='none' stroke-linecap='round' stroke-opacity='.7'/>",
    )


def token(seat: int, steps: int) -> Face:
    """Draw a crab on its round token; the pips say how far it goes."""
    colours = COLOURS[seat]
    pips = "".join(
        f"<circle cx='{23 * (i - (steps - 1) / 2):g}' cy='43' r='9' fill='{colours.limb}'/>" for i in range(steps)
    )
    return Face(
        (-66, -66, 132, 140),
        f"<circle cx='0' cy='8' r='62' fill='{colours.limb}'/><circle cx='0' cy='0' r='62' fill='#FFFDF7' "
        f"stroke='{colours.body}' stroke-width='6'/>"
        f"<g transform='translate(0,-8) scale(.86)'>{crab(seat, shadow=False)}</g>{pips}",
    )
