"""Oh Crab!'s pieces: hexes of sand, rock and sea, what stands on them, crabs on feet and back, cards, shell tiles."""

from __future__ import annotations

import math
from typing import Any

from decapod.games.oh_crab import state as s
from decapod.games.oh_crab.state import ICON_NAMES, kind_name, members
from decapod.scene import Face
from decapod.scene.art import DEEP, INK, SEA, SHELL, card, card_back, crab, crab_face
from decapod.scene.art import SEATS as COLOURS

STRAY = 5  # the seat whose colours crabs without a player wear

#: Ground by type of space: fill, edge.
GROUND = {
    "free": ("#F3E2BC", "#DDC590"),
    "inaccessible": ("#B9A88C", "#978567"),
    "rushes": ("#E3E2B0", "#C3C57F"),
    "waves": ("#BFE3E3", "#8CC7C9"),
    "sea": (SEA, DEEP),
}
GRAINS = ((-18, 14, 2), (12, -20, 2), (22, 12, 1.6), (-8, -8, 1.4), (2, 26, 1.6))  # of sand: x, y, radius
ICON_COLOURS = ("#D66A8C", "#2F8F9D", "#C98A0C", "#8B5FBF")  # shell, forward, diagonal, any


def sprites(box: Any) -> dict[str, Face]:
    """Draw every face of the game."""
    drawn = {"back": card_back(), "hat": Face((-32, -32, 64, 64), chef())}
    for lying in (False, True):
        for kind in range(s.SHORTCUT + s.SHORTCUTS):
            if kind < s.SHORTCUT or box.path_cards[kind - s.SHORTCUT]:
                drawn[f"{'lying' if lying else 'standing'}-{kind}"] = space_face(box, kind, lying)
    for seat in range(s.SEATS):
        drawn[f"upright-{seat}"] = crab_face(seat)
        drawn[f"fallen-{seat}"] = fallen(seat)
    drawn["upright-stray"], drawn["fallen-stray"] = crab_face(STRAY, "flat"), fallen(STRAY)
    for number in members(box.market_cards | box.starting_cards):
        drawn[f"front-{number}"] = card_front(box, number)
    for i in range(s.SHELL_TILES):
        for side in range(s.SIDES):
            action = s.SHELL_ACTIONS[int(box.shell_action[i][side])]
            drawn[f"tile-{i}-{side}"] = tile(action, int(box.shell_cost[i][side]))
    return drawn | chips()


# --- the beach --------------------------------------------------------------------------------------------


def hexagon(radius: float, turned: float) -> str:
    """Corners of a hexagon: flat towards the sea when the beach stands, pointed when it lies."""
    corners = (math.radians(60 * i + turned) for i in range(6))
    return " ".join(f"{radius * math.cos(a):.4g},{radius * math.sin(a):.4g}" for a in corners)


def space_face(box: Any, kind: int, lying: bool) -> Face:
    """Draw a space: its ground and what is on it, for a beach that stands or lies."""
    name = kind_name(kind)
    fill, edge = GROUND.get(name, GROUND["free"])
    turned = 30 if lying else 0
    half = (43.3, 50) if lying else (50, 43.3)
    return Face(
        (-half[0], -half[1], 2 * half[0], 2 * half[1]),
        f"<polygon points='{hexagon(49.5, turned)}' fill='{edge}'/>"
        f"<polygon points='{hexagon(46, turned)}' fill='{fill}'/>{grains(name, edge)}{standing(box, kind, lying)}",
    )


def grains(name: str, edge: str) -> str:
    """Draw grains of sand, or ripples."""
    if name not in ("sea", "waves"):
        circles = " ".join(f"M{x - r} {y} a{r} {r} 0 1 0 {2 * r} 0 a{r} {r} 0 1 0 {-2 * r} 0" for x, y, r in GRAINS)
        return f"<path d='{circles}' fill='{edge}' fill-opacity='.8'/>"
    colour = edge if name == "waves" else "#6DB5CC"
    lines = " ".join(f"M-26 {y} q7 -8 13 0 t13 0 t13 0 t13 0" for y in (-14, 4, 22))
    return (
        f"<path d='{lines}' stroke='{colour}' stroke-width='3.5' fill='none' stroke-linecap='round' "
        "stroke-opacity='.8'/>"
    )


def standing(box: Any, kind: int, lying: bool) -> str:
    """Draw what is on the ground: castle, shell, rushes, rock, or an arrow to the sea side it points to."""
    name = kind_name(kind)
    quarter = 90 if lying else 0
    if name == "waves":
        return f"<g transform='rotate({60 * (kind - s.WAVES) - 60 + quarter})'>{arrow()}</g>"
    if name == "shortcut":
        i = kind - s.SHORTCUT
        rows, columns = divmod(int(box.path_offset[i]) + s.WIDTH // 2, s.WIDTH)
        columns -= s.WIDTH // 2
        angle = math.degrees(math.atan2(1.5 * columns, math.sqrt(3) * rows)) + quarter
        dx, dy = math.sin(math.radians(angle)), -math.cos(math.radians(angle))
        cost = toll(int(box.path_icon[i]), int(box.path_cards[i]))
        return (
            f"<g transform='translate({16 * dx:.3g},{16 * dy:.3g}) rotate({angle:.4g})'>{trail()}</g>"
            f"<g transform='translate({-20 * dx:.3g},{-20 * dy:.3g}) scale(.82)'>{cost}</g>"
        )
    drawing = {"obstacle": castle, "rushes": reeds, "inaccessible": rock}.get(name)
    if drawing:
        return f"<g transform='scale(1.15)'>{drawing()}</g>"
    return shell_glyph(1.35) if name == "shell" else ""


def castle() -> str:
    """Draw an obstacle: a sandcastle with a flag."""
    return (
        "<ellipse cx='0' cy='22' rx='27' ry='5' fill='#1D2B2F' fill-opacity='.15'/>"
        "<path d='M-24 22 L-20 -4 H-14 V-10 H-8 V-4 H-3 V-14 H3 V-4 H8 V-10 H14 V-4 H20 L24 22 Z' fill='#C98F4A'/>"
        "<path d='M-20 -4 H-14 V-10 H-8 V-4 H-3 V-14 H3' stroke='#E8B878' stroke-width='3' fill='none'/>"
        "<path d='M-6 22 V12 a6 6 0 0 1 12 0 V22 Z' fill='#8A5A22'/>"
        "<path d='M0 -14 V-29' stroke='#8A5A22' stroke-width='2.6'/>"
        "<path d='M0 -29 L13 -24.5 L0 -20 Z' fill='#E4572E'/>"
    )


def reeds() -> str:
    """Draw rushes."""
    blades = "".join(
        f"<path d='M{x} 22 Q{x + bend} 2 {x + 2 * bend} {top}' stroke='{colour}' stroke-width='4' fill='none' "
        "stroke-linecap='round'/>"
        for x, bend, top, colour in (
            (-18, -4, -12, "#6B8F3C"), (-9, 2, -24, "#49662A"), (0, -2, -18, "#6B8F3C"), (9, 3, -25, "#49662A"),
            (18, 3, -12, "#6B8F3C"),
        )
    )  # fmt: skip
    heads = "".join(f"<rect x='{x}' y='{y}' width='6' height='13' rx='3'/>" for x, y in ((-8, -28), (12, -29)))
    return f"{blades}<g fill='#8A5A22'>{heads}</g>"


def rock() -> str:
    """Draw what makes a space inaccessible: boulders."""
    return (
        "<path d='M-28 20 C-30 0 -16 -12 -6 -8 C-2 -22 20 -20 22 -2 C30 2 30 20 26 20 Z' fill='#7C705E'/>"
        "<path d='M-20 8 q4 -10 12 -10 M4 -6 q6 -8 12 0' stroke='#A79A85' stroke-width='4' fill='none' "
        "stroke-linecap='round'/><path d='M-2 20 q2 -12 14 -10' stroke='#5E5445' stroke-width='3' fill='none'/>"
    )


def arrow() -> str:
    """Draw the arrow of a wave, pointing up: light around, dark inside."""
    return "".join(
        f"<path d='M0 20 V-16 M-13 -5 L0 -19 L13 -5' stroke='{colour}' stroke-width='{width}' fill='none' "
        "stroke-linecap='round' stroke-linejoin='round'/>"
        for colour, width in ((SHELL, 14), (DEEP, 7))
    )


def trail() -> str:
    """Draw the arrow of a shortcut, pointing up: a trail of boards."""
    boards = "".join(f"<rect x='-13' y='{y}' width='26' height='7' rx='3' fill='#A9763B'/>" for y in (18, 7, -4))
    return f"{boards}<path d='M-16 -8 L0 -28 L16 -8 Z' fill='#A9763B'/>"


def toll(icon: int, cards: int) -> str:
    """Draw what a shortcut costs: as many icons as cards."""
    discs = "".join(
        f"<g transform='translate({25 * (i - (cards - 1) / 2):g},0) scale(.52)'>{disc(icon)}</g>" for i in range(cards)
    )
    width = 25 * cards + 8
    ground = f"<rect x='{-width / 2:g}' y='-16' width='{width}' height='32' rx='16' fill='#FFFDF7' fill-opacity='.92'/>"
    return ground + discs


def fallen(seat: int) -> Face:
    """Draw a crab on its back: upside down, its pale belly showing."""
    colours = COLOURS[seat]
    belly = (
        "<path d='M-30 4 C-30 -14 -14 -18 0 -18 C14 -18 30 -14 30 4 C30 20 16 28 0 28 C-16 28 -30 20 -30 4 Z' "
        f"fill='#FBE9D2' stroke='{colours.limb}' stroke-width='3'/>"
        f"<path d='M-20 -4 H20 M-24 6 H24 M-20 16 H20' stroke='{colours.gleam}' stroke-width='3' "
        "stroke-linecap='round'/>"
    )
    stars = (
        "<g fill='#E9A820'><path d='M-50 -40 l3 7 8 1 -6 5 2 8 -7 -4 -7 4 2 -8 -6 -5 8 -1 Z'/>"
        "<path d='M50 -46 l3 7 8 1 -6 5 2 8 -7 -4 -7 4 2 -8 -6 -5 8 -1 Z'/></g>"
    )
    upturned = f"<g transform='translate(0,-8) rotate(180)'>{crab(seat, 'none', shadow=False)}{belly}</g>"
    return Face((-70, -64, 140, 116), upturned + stars)


# --- icons ------------------------------------------------------------------------------------------------


def shaft(x: float, y: float, angle: float) -> str:
    """Draw an arrow from a foot, turned by an angle."""
    return f"<path transform='translate({x:g},{y:g}) rotate({angle:g})' d='M0 0 V-22 M-8 -14 L0 -23 L8 -14'/>"


def shell_glyph(size: float) -> str:
    """Draw a scallop."""
    return (
        f"<g transform='scale({size:g})'><path d='M0 19 L-20 -2 C-22 -16 -8 -22 0 -20 C8 -22 22 -16 20 -2 Z' "
        "fill='#F7C6B4' "
        "stroke='#C9705A' stroke-width='2.6' stroke-linejoin='round'/>"
        "<path d='M0 17 L-11 -15 M0 17 V-18 M0 17 L11 -15' stroke='#C9705A' stroke-width='2.2' "
        "stroke-linecap='round'/>"
        "<rect x='-7' y='15' width='14' height='6' rx='3' fill='#C9705A'/></g>"
    )


def glyph(icon: int) -> str:
    """Draw what an icon means, in a disc of radius 24."""
    if icon == s.SHELL:
        return shell_glyph(0.78)
    arrows = {
        s.FORWARD: shaft(0, 13, 0),
        s.DIAGONAL: shaft(-3, 12, -48) + shaft(3, 12, 48),
        s.ANY: shaft(0, 10, 0) + shaft(-3, 13, -62) + shaft(3, 13, 62),
    }[icon]
    return (
        "<g stroke='#FFFDF7' stroke-width='4.5' fill='none' stroke-linecap='round' stroke-linejoin='round'>"
        f"{arrows}</g>"
    )


def disc(icon: int) -> str:
    """Draw an icon on its disc."""
    return f"<circle r='24' fill='{ICON_COLOURS[icon]}'/>{glyph(icon)}"


def half_disc(icon: int, end: int) -> str:
    """Draw the half of an icon that a card shows at its left (0) or right (1) edge; two equal ones make it whole."""
    left = 0 if end == 0 else -24
    return (
        f"<svg x='{0 if end == 0 else 79}' y='49' width='21' height='42' viewBox='{left} -24 24 48'>"
        f"<circle r='24' fill='{ICON_COLOURS[icon]}'/>{glyph(icon)}</svg>"
    )


#: Pictures of the special and the shell actions, about 44 by 26 around the origin.
PICTURES = {
    "slant": shaft(-2, 11, -45) + shaft(2, 11, 45),
    "faster": "<path d='M0 12 V-11 M-9 -3 L0 -12 L9 -3 M-15 12 V3 M15 12 V3'/>",
    "zigzag": "<path d='M-17 11 L-5 -1 L5 9 L17 -8 M8 -9 L17 -9 L17 0'/>",
    "slide": "<path d='M-14 11 V-2 L6 -10 M-3 -11 L7 -11 L3 -2'/><path d='M-19 3 L-14 -3 L-9 3'/>",
    "momentum": "<path d='M13 -4 A12 11 0 1 0 13 7 M14 -12 V-3 H5'/>",
    "sideways": "<path d='M-4 0 H-19 M-13 -6 L-19 0 L-13 6 M4 0 H19 M13 -6 L19 0 L13 6'/>"
    "<path d='M0 -11 V11' stroke-dasharray='3 5'/>",
    "jump_aside": "<path d='M-17 9 Q0 -24 16 5 M17 -5 L16 6 L6 4'/>",
    "move_out": "<circle cx='-9' cy='2' r='8'/><path d='M3 2 H19 M13 -4 L19 2 L13 8'/>",
    "reckless": "<path d='M0 -12 V3 M-14 -9 L-8 3 M14 -9 L8 3'/><circle cx='0' cy='10' r='1.5'/>",
    "sand": "<path d='M-18 9 q8 -14 18 -6'/><g fill='#1D2B2F' stroke='none'><circle cx='6' cy='-4' r='2.4'/>"
    "<circle cx='12' cy='3' r='2.4'/><circle cx='14' cy='-8' r='2.4'/><circle cx='19' cy='-2' r='2.4'/>"
    "<circle cx='4' cy='5' r='2.4'/></g>",
    "seagull": "<path d='M-20 -2 Q-10 -14 0 2 Q10 -14 20 -2 M-3 3 Q0 10 3 3'/>",
    "call_of_the_sea": "<path d='M-19 8 q5 -7 10 0 t10 0 t10 0 t8 -1'/><path d='M0 3 V-12 M-7 -6 L0 -13 L7 -6'/>",
    "out_of_the_way": "<path d='M-17 -5 H15 M9 -11 L16 -5 L9 1 M17 7 H-15 M-9 1 L-16 7 L-9 13'/>",
    "still_standing": "<path d='M-14 12 H14 M-14 6 H14'/><path d='M0 2 V-12 M-7 -6 L0 -13 L7 -6'/>",
    "power_snack": "<rect x='-18' y='-12' width='17' height='24' rx='3'/><path d='M11 -8 V8 M3 0 H19'/>",
    "tunnel": "<path d='M-18 11 V2 A12 12 0 0 1 6 2 V11'/><path d='M-7 8 H18 M12 2 L18 8 L12 14'/>",
}


def picture(name: str) -> str:
    """Draw a special or shell action."""
    return (
        f"<g stroke='{INK}' stroke-width='3.4' fill='none' stroke-linecap='round' stroke-linejoin='round'>"
        f"{PICTURES[name]}</g>"
    )


def cost_mark() -> str:
    """Draw the sign of an action that costs a card."""
    return (
        "<rect x='-6.5' y='-9' width='13' height='18' rx='2.5' fill='#E4B7A6' stroke='#8C4A33' "
        "stroke-width='1.8'/>"
        "<path d='M-3.5 0 H3.5' stroke='#8C4A33' stroke-width='2.2' stroke-linecap='round'/>"
    )


# --- cards, tiles, chips ----------------------------------------------------------------------------------


def card_front(box: Any, number: int) -> Face:
    """Draw a card: main action in the middle, half icons at the sides, special action below."""
    special = int(box.special[number])
    inside = f"<g transform='translate(50,44) scale(1.12)'>{disc(int(box.main[number]))}</g>"
    inside += half_disc(int(box.halves[number][0]), 0) + half_disc(int(box.halves[number][1]), 1)
    if special == s.NO_SPECIAL:
        ripple = "M26 116 q8 -9 16 0 t16 0 t16 0"
        return card(f"{inside}<path d='{ripple}' stroke='{DEEP}' stroke-width='3' stroke-opacity='.35' fill='none'/>")
    costs = s.COSTS_A_CARD >> special & 1
    inside += "<rect x='8' y='98' width='84' height='34' rx='9' fill='#FBE7C6'/>"
    inside += f"<g transform='translate({58 if costs else 50},115)'>{picture(s.SPECIALS[special])}</g>"
    inside += f"<g transform='translate(22,115)'>{cost_mark()}</g>" if costs else ""
    return card(inside)


def tile(action: str, cost: int) -> Face:
    """Draw a side of a shell tile: the action, and its cost in shells."""
    apart = min(20, 80 / max(cost, 1))
    price = "".join(
        f"<g transform='translate({50 + apart * (i - (cost - 1) / 2):g},60)'>{shell_glyph(0.42)}</g>"
        for i in range(cost)
    )
    return Face(
        (-2, -2, 104, 82),
        f"<rect x='1' y='3' width='98' height='74' rx='10' fill='{INK}' fill-opacity='.15'/>"
        f"<rect width='100' height='76' rx='10' fill='{SHELL}' stroke='#D66A8C' stroke-width='3'/>"
        f"<g transform='translate(50,27) scale(1.3)'>{picture(action)}</g>{price}",
    )


def chef() -> str:
    """Draw the chef's hat."""
    return (
        "<path d='M-17 22 V4 C-30 2 -28 -18 -13 -15 C-10 -28 10 -28 13 -15 C28 -18 30 2 17 4 V22 Z' fill='#FFFDF7' "
        f"stroke='{INK}' stroke-width='3.5' stroke-linejoin='round'/>"
        f"<path d='M-17 14 H17' stroke='{INK}' stroke-width='3'/>"
    )


def chips() -> dict[str, Face]:
    """Draw the round chips of the actions of a turn."""
    view = (-26.0, -26.0, 52.0, 52.0)
    drawn = {f"chip-{name}": Face(view, disc(icon)) for icon, name in enumerate(ICON_NAMES)}
    plain = f"<circle r='24' fill='{SHELL}' stroke='{SEA}' stroke-width='3'/>"
    for name in {*s.SPECIALS[1:], *s.SHELL_ACTIONS[1:]}:
        drawn[f"chip-{name}"] = Face(view, f"{plain}<g transform='scale(.95)'>{picture(name)}</g>")
    line = f"<g stroke='{INK}' stroke-width='4' fill='none' stroke-linecap='round' stroke-linejoin='round'>"
    for name, drawing in {
        "place": "<path d='M-9 -13 H9 V13 H-9 Z M0 -6 V6 M-4 2 L0 6 L4 2'/>",
        "left": "<path d='M12 0 H-12 M-4 -8 L-12 0 L-4 8'/>",
        "right": "<path d='M-12 0 H12 M4 -8 L12 0 L4 8'/>",
        "rest": "<path d='M-10 -8 H2 L-10 6 H2 M6 -2 H13 L6 8 H13'/>",
        "end": "<path d='M-8 14 V-13 H11 L5 -6 L11 1 H-8'/>",
        "stop": "<rect x='-8' y='-8' width='16' height='16' rx='2'/>",
        "stay": "<path d='M0 -12 V12 M-11 4 Q-9 13 0 13 Q9 13 11 4 M-7 -6 H7'/>",
        "up": "<path d='M-10 12 H10 M0 8 V-11 M-8 -4 L0 -12 L8 -4'/>",
    }.items():
        drawn[f"chip-{name}"] = Face(view, f"{plain}{line}{drawing}</g>")
    drawn["chip-chef"] = Face(view, f"{plain}<g transform='scale(.62) translate(0,1)'>{chef()}</g>")
    drawn["chip-stray"] = Face(view, f"{plain}<g transform='scale(.3) translate(0,6)'>{crab(STRAY, 'flat', False)}</g>")
    drawn["chip-path"] = Face(view, f"{plain}<g transform='scale(.6)'>{trail()}</g>")
    return drawn
