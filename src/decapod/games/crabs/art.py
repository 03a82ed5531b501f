"""Crabs!: crab cards that grow with their value, objectives, gear, the player aid's six actions, tokens."""

from __future__ import annotations

from typing import Any

from decapod.games.crabs.chapters.cards import list_values
from decapod.games.crabs.state import ACTION_NAMES, GEARS, KINDS, SEATS, is_golden, value_of
from decapod.scene import Face
from decapod.scene.art import DEEP, FOAM, INK, SAND, SEA, SHELL, Colours, card, card_back, corners, crab, number
from decapod.scene.art import SEATS as SEAT_COLOURS

#: A crab's colours by value: body, limb, gleam; the higher the darker.
BY_VALUE = (
    Colours("#F0A27A", "#C0703F", "#FBD3BC"),
    Colours("#EE7F4B", "#B9521F", "#FBB391"),
    Colours("#DD5238", "#A2321B", "#F59480"),
    Colours("#BE3A4E", "#85202F", "#E58795"),
    Colours("#8E3A72", "#5F224B", "#C785B1"),
)
GOLD = Colours("#E9A820", "#A66F08", "#FBDD8E")
PAPER, GOLD_PAPER, GOLD_EDGE = SHELL, "#FFF3CC", "#D9A520"
ROPE, ROPE_DARK = "#D9B779", "#9B7A3F"
WOOD, WOOD_DARK = "#B98A5A", "#83592F"
STAR = "M0 -10 L2.9 -3.6 L9.8 -3 L4.6 1.6 L6.1 8.4 L0 4.8 L-6.1 8.4 L-4.6 1.6 L-9.8 -3 L-2.9 -3.6 Z"


def sprites(box: Any) -> dict[str, Face]:
    """Draw every face of the game."""
    gallery = {f"card-{kind}": crab_card(kind, int(box.turned[value_of(kind)])) for kind in range(KINDS)}
    gallery["back"] = card_back(f"<g transform='translate(50,72) scale(.5)'>{silhouette(FOAM)}</g>")
    gallery["rope"] = card_back(f"<g transform='translate(50,70)'>{knot()}</g>", paper="#3D6F77")
    gallery["deck"] = card_back(f"<g transform='translate(50,72) scale(2.6)'>{star(FOAM)}</g>", paper="#6F7F4A")
    for objective in range(int(box.objectives)):
        gallery[f"objective-{objective}"] = objective_card(int(box.needs[objective]), int(box.pays[objective]))
    for gear in range(GEARS + 1):
        gallery[f"gear-{gear}"] = gear_card(
            gear, int(box.bonus[gear]), int(box.cost[gear]), int(box.stars[gear]), int(box.gears)
        )
    for seat in range(SEATS):
        gallery[f"token-{seat}"] = token(seat)
    for action in ACTION_NAMES:
        gallery[f"action-{action}"] = action_tile(action)
    return gallery


def star(fill: str, x: float = 0, y: float = 0, size: float = 1) -> str:
    """Draw a star."""
    return f"<path d='{STAR}' fill='{fill}' transform='translate({x:g},{y:g}) scale({size:g})'/>"


def crab_in(colours: Colours, mood: str = "smile", shadow: bool = True) -> str:
    """Draw our crab in any colours."""
    picture = crab(0, mood, shadow)
    for old, new in zip(SEAT_COLOURS[0].__dict__.values(), colours.__dict__.values(), strict=True):
        picture = picture.replace(old, new)
    return picture


def silhouette(fill: str) -> str:
    """Draw the outline of a crab, for card backs."""
    return (
        f"<g fill='{fill}' stroke='{fill}' opacity='.9'><ellipse cx='0' cy='6' rx='38' ry='28'/>"
        "<path d='M26 -10 Q42 -14 44 -28 M-26 -10 Q-42 -14 -44 -28' fill='none' stroke-width='8'/>"
        "<circle cx='46' cy='-38' r='13'/><circle cx='-46' cy='-38' r='13'/>"
        "<path d='M30 14 L56 22 M28 24 L50 38 M-30 14 L-56 22 M-28 24 L-50 38' fill='none' stroke-width='7' "
        "stroke-linecap='round'/></g>"
    )


def knot() -> str:
    """Draw a coil of rope with a knot, centred."""
    return (
        f"<g fill='none' stroke-linecap='round'><ellipse rx='27' ry='25' stroke='{ROPE_DARK}' stroke-width='13'/>"
        f"<ellipse rx='27' ry='25' stroke='{ROPE}' stroke-width='9'/>"
        f"<ellipse rx='27' ry='25' stroke='{ROPE_DARK}' stroke-width='9' stroke-dasharray='2 8' stroke-opacity='.6'/>"
        f"<path d='M-16 21 Q-2 34 14 46 M16 21 Q2 34 -14 46' stroke='{ROPE_DARK}' stroke-width='12'/>"
        f"<path d='M-16 21 Q-2 34 14 46 M16 21 Q2 34 -14 46' stroke='{ROPE}' stroke-width='8'/></g>"
    )


def crab_card(kind: int, turned: int) -> Face:
    """Draw a crab card: the higher its value the bigger its crab; a golden one shines and has a star.

    At its side stand the points of a `turned` one, if it has any.
    """
    value, golden = value_of(kind), is_golden(kind)
    colours = GOLD if golden else BY_VALUE[value - 1]
    size = 0.44 + 0.066 * value
    beach = (
        f"<path d='M1 92 Q26 84 50 92 T99 92 V133 Q99 140 92 140 H8 Q1 140 1 133 Z' "
        f"fill='{'#F6DC94' if golden else '#EFE0C0'}'/>"
    )
    ink = "#8A5A00" if golden else colours.limb
    shine = star(GOLD_EDGE, 86, 18, 0.95) + star(GOLD_EDGE, 14, 122, 0.95) if golden else ""
    aside = (  # upright when the card is turned
        f"<g transform='translate(16,70) rotate(-90)' fill-opacity='.75'>{number(turned, x=-7, y=0, size=18, fill=ink)}"
        f"<path d='M3 0 L9 -11 L15 0 Z' fill='{ink}'/></g>"
        if turned
        else ""
    )
    return card(
        beach
        + f"<g transform='translate(50,78) scale({size:g})'>{crab_in(colours)}</g>"
        + corners(value, size=32, fill=ink)
        + shine
        + aside,
        paper=GOLD_PAPER if golden else PAPER,
        edge=GOLD_EDGE if golden else "#D8CBB2",
    )


def objective_card(needs: int, pays: int) -> Face:
    """Draw an objective: a pearl with its points, and the crabs it takes as small upright cards."""
    values = list_values(needs)
    rows = [values] if len(values) <= 3 else [values[: (len(values) + 1) // 2], values[(len(values) + 1) // 2 :]]
    small = ""
    for down, row in enumerate(rows):
        for along, value in enumerate(row):
            x = 50 + 30 * (along - (len(row) - 1) / 2)
            y = 102 + 38 * (down - (len(rows) - 1) / 2)
            colours = BY_VALUE[value - 1]
            small += (
                f"<rect x='{x - 12:g}' y='{y - 17:g}' width='24' height='34' rx='3' fill='{SHELL}' "
                f"stroke='{colours.limb}' stroke-width='2'/>" + number(value, x=x, y=y + 8, size=22, fill=colours.limb)
            )
    plate = "<path d='M14 8 H86 Q92 8 92 14 V46 Q92 58 50 58 Q8 58 8 46 V14 Q8 8 14 8 Z' fill='#6F7F4A'/>"
    return card(
        plate
        + f"<circle cx='50' cy='33' r='22' fill='{SHELL}' stroke='#49662A' stroke-width='3'/>"
        + number(pays, x=50, y=43, size=28, fill="#49662A")
        + small,
        paper="#F3F1DC",
        edge="#A9B27F",
    )


def gear_card(gear: int, bonus: int, cost: int, stars: int, last: int) -> Face:
    """Draw a gear card: its bonus, its picture, the cards it costs and its stars."""
    if gear > last:
        return card("", paper=SAND)
    pictures = (bare_hands, net, trap, pot, boat)
    picture = pictures[min(gear, len(pictures) - 1)]()
    pill = f"<rect x='24' y='31' width='52' height='28' rx='14' fill='{DEEP}'/>"  # tokens stand above it
    badge = pill + number(f"+{bonus}", x=50, y=53, size=22, fill=SHELL)
    price = "".join(
        f"<rect x='{9 + 11 * i}' y='118' width='13' height='18' rx='2' fill='{SEA}' stroke='{SHELL}' "
        "stroke-width='1.5'/>"
        for i in range(cost)
    )
    shine = "".join(star(GOLD_EDGE, 90 - 12 * i, 127, 0.64) for i in range(min(stars, 6)))
    return card(
        badge + f"<g transform='translate(50,90) scale(.8)'>{picture}</g>" + price + shine,
        paper="#EAF4F2",
        edge="#9FC3C2",
    )


def bare_hands() -> str:
    """Draw two open hands."""
    hand = (
        "<path d='M8 26 Q0 14 4 2 Q6 -4 10 0 L13 8 L12 -14 Q12 -20 16 -20 Q20 -20 20 -14 L21 4 L24 -18 Q25 -23 29 -22 "
        "Q32 -21 31 -16 L29 5 L34 -11 Q36 -15 39 -13 Q42 -11 40 -6 L33 18 Q31 26 26 27 Z' fill='#F0C39B' "
        "stroke='#B98457' stroke-width='2'/>"
    )
    return (
        f"<g transform='translate(4,0) scale(.86)'>{hand}</g><g transform='translate(-4,0) scale(-.86,.86)'>{hand}</g>"
    )


def net() -> str:
    """Draw a hand net."""
    mesh = "".join(f"<path d='M{x} -20 Q{x * 0.7 - 6:g} 0 -10 20'/>" for x in (-26, -14, -2, 10))
    return (
        f"<path d='M12 -8 L38 26' stroke='{WOOD_DARK}' stroke-width='7' stroke-linecap='round'/>"
        f"<g stroke='{SEA}' stroke-width='2' fill='none'>{mesh}<path d='M-26 -8 Q-8 2 12 -8 M-22 6 Q-8 14 6 4'/></g>"
        f"<ellipse cx='-8' cy='-18' rx='22' ry='9' fill='none' stroke='{WOOD}' stroke-width='5'/>"
    )


def trap() -> str:
    """Draw a box trap of slats."""
    slats = "".join(f"<path d='M{x} -14 V24'/>" for x in (-24, -12, 0, 12, 24))
    return (
        f"<rect x='-32' y='-16' width='64' height='42' rx='5' fill='{FOAM}' stroke='{WOOD_DARK}' stroke-width='5'/>"
        f"<g stroke='{WOOD}' stroke-width='5'>{slats}</g>"
        f"<path d='M-10 -18 Q0 -32 10 -18' fill='none' stroke='{ROPE_DARK}' stroke-width='5' stroke-linecap='round'/>"
    )


def pot() -> str:
    """Draw a round creel with its funnel."""
    bands = "".join(
        f"<path d='M{-30 + abs(y) * 0.25:g} {y} Q0 {y + 9} {30 - abs(y) * 0.25:g} {y}'/>" for y in (-6, 5, 16)
    )
    return (
        f"<path d='M-24 -14 Q-36 8 -24 28 H24 Q36 8 24 -14 Z' fill='{WOOD}' stroke='{WOOD_DARK}' stroke-width='4'/>"
        f"<g stroke='{WOOD_DARK}' stroke-width='3' fill='none'>{bands}</g>"
        f"<ellipse cx='0' cy='-14' rx='24' ry='8' fill='{INK}' stroke='{WOOD_DARK}' stroke-width='4'/>"
        f"<path d='M20 -18 Q34 -30 26 -36' fill='none' stroke='{ROPE}' stroke-width='4' stroke-linecap='round'/>"
    )


def boat() -> str:
    """Draw a fishing boat on a wave."""
    return (
        f"<path d='M-36 4 H36 Q32 24 20 26 H-22 Q-32 22 -36 4 Z' fill='{BY_VALUE[2].body}' stroke='{BY_VALUE[2].limb}' "
        "stroke-width='3'/>"
        f"<rect x='-20' y='-14' width='24' height='18' rx='2' fill='{SHELL}' stroke='{DEEP}' stroke-width='3'/>"
        f"<rect x='-14' y='-9' width='11' height='8' fill='{SEA}'/>"
        f"<path d='M14 4 V-32 L32 -10 H14' fill='{FOAM}' stroke='{DEEP}' stroke-width='3' stroke-linejoin='round'/>"
        f"<path d='M-42 28 q7 -7 14 0 t14 0 t14 0 t14 0 t14 0 t14 0' stroke='{SEA}' stroke-width='5' fill='none' "
        "stroke-linecap='round'/>"
    )


def token(seat: int) -> Face:
    """Draw a player's crab token."""
    colours = SEAT_COLOURS[seat]
    return Face(
        (-66, -66, 132, 138),
        f"<circle cx='0' cy='6' r='62' fill='{colours.limb}'/><circle r='62' fill='{SHELL}' stroke='{colours.body}' "
        f"stroke-width='9'/><g transform='translate(0,4) scale(.86)'>{crab(seat, shadow=False)}</g>",
    )


def action_tile(action: str) -> Face:
    """Draw an action of the player aid as a round picture."""
    return Face(
        (-50, -50, 100, 100),
        f"<circle cx='0' cy='2' r='46' fill='{INK}' fill-opacity='.15'/><circle r='46' fill='{SHELL}' stroke='{DEEP}' "
        f"stroke-width='3'/>{PICTURES[action]}",
    )


def small_card(x: float, y: float, fill: str = SEA, turn: float = 0) -> str:
    """Draw a little card for a picture."""
    return (
        f"<rect x='-9' y='-13' width='18' height='26' rx='3' fill='{fill}' stroke='{SHELL}' stroke-width='2' "
        f"transform='translate({x:g},{y:g}) rotate({turn:g})'/>"
    )


def arrow(path: str, head: str) -> str:
    """Draw an arrow: a line and its head."""
    return (
        f"<path d='{path}' stroke='{DEEP}' stroke-width='6' fill='none' stroke-linecap='round'/>"
        f"<path d='{head}' fill='{DEEP}'/>"
    )


PICTURES = {
    "catch": small_card(-15, 8, SEA, -10)
    + small_card(15, 8, SEA, 10)
    + arrow("M0 24 V-14", "M-11 -12 L0 -30 L11 -12 Z"),
    "raise": small_card(-22, 6, ROPE_DARK)
    + small_card(22, -6, BY_VALUE[2].body)
    + arrow("M-10 -20 Q6 -30 20 -26", "M16 -36 L31 -24 L14 -17 Z")
    + arrow("M10 22 Q-6 32 -20 27", "M-16 37 L-31 25 L-14 18 Z"),
    "trade": f"<path d='M0 -28 V22 M-14 28 H14 M-30 -18 H30' stroke='{DEEP}' stroke-width='5' stroke-linecap='round'/>"
    f"<path d='M-40 6 H-18 Q-20 16 -29 16 Q-38 16 -40 6 Z M18 6 H40 Q38 16 29 16 Q20 16 18 6 Z' fill='{GOLD.body}'/>"
    f"<path d='M-29 -16 L-39 6 M-29 -16 L-19 6 M29 -16 L19 6 M29 -16 L39 6' stroke='{DEEP}' stroke-width='3'/>",
    "upgrade": f"<g transform='translate(-6,8) scale(.72)'>{net()}</g>"
    + arrow("M24 26 V-12", "M13 -8 L24 -28 L35 -8 Z"),
    "bind": f"<g transform='translate(0,-8) scale(.92)'>{knot()}</g>",
    "relax": small_card(-16, 4, BY_VALUE[3].body, 90)
    + small_card(22, 2, BY_VALUE[3].body)
    + arrow("M-24 -18 Q-4 -34 14 -24", "M12 -34 L24 -18 L6 -15 Z"),
}
