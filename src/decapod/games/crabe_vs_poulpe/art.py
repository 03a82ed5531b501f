"""The cards of Crabe vs Poulpe: blue crabs, red octopuses, and a sign for every effect."""

from __future__ import annotations

from typing import Any

from decapod.games.crabe_vs_poulpe.notation import rank_name
from decapod.games.crabe_vs_poulpe.state import (
    ANIMAL_NAMES,
    ANIMALS,
    CRAB,
    EFFECT_NAMES,
    OCTOPUS,
    VARIANTS,
    animal_of,
    rank_of,
)
from decapod.scene import Face
from decapod.scene.art import INK, KELP, SEATS, SHELL, Colours, card, crab, number

FONT = "system-ui,-apple-system,Roboto,sans-serif"  # a stylesheet does not reach into a symbol
CRAB_SEAT = 1  # the crab of this seat is blue
COLOURS = (SEATS[CRAB_SEAT], Colours("#C9423B", "#8E2A26", "#EE8F86"))
PAPERS = ("#EEF6FA", "#FCF0EC")
EDGES = ("#9CC3D4", "#E3ABA2")


def sprites(box: Any) -> dict[str, Face]:
    """Draw every card of both modes, the backs, and the arrows that show what is to be beaten."""
    found: dict[str, Face] = {}
    for variant in range(len(VARIANTS)):
        for kind in range(ANIMALS * int(box.ranks)):
            found[card_face(box, variant, kind)] = front(box, variant, kind)
    for animal, name in enumerate(ANIMAL_NAMES):
        found[f"back-{name}"] = back(animal)
    found["back"] = hidden_back()
    found["higher"] = arrow("M0 -58 L50 -6 H30 V50 Q30 56 24 56 H-24 Q-30 56 -30 50 V-6 H-50 Z")
    found["lower"] = arrow("M0 58 L50 6 H30 V-50 Q30 -56 24 -56 H-24 Q-30 -56 -30 -50 V6 H-50 Z")
    found["asked"] = shield()
    found["empty"] = Face(
        (-2, -2, 104, 146),
        "<rect x='4' y='4' width='92' height='132' rx='7' fill='none' stroke='#9AA9A8' stroke-width='3' "
        "stroke-dasharray='9 8'/>",
    )
    return found


def card_face(box: Any, variant: int, kind: int) -> str:
    """Name the face of a kind of card: its animal, rank and effect."""
    effect = EFFECT_NAMES[int(box.effect[variant][kind])]
    return f"card-{ANIMAL_NAMES[animal_of(kind)]}-{int(box.name[rank_of(kind)])}-{effect}"


def front(box: Any, variant: int, kind: int) -> Face:
    """Draw a card: its rank in two corners, its animal, and the sign of its effect."""
    animal = animal_of(kind)
    c = COLOURS[animal]
    sign = SIGNS[EFFECT_NAMES[int(box.effect[variant][kind])]]
    if sign:
        creature = f"<g transform='translate(53,60) scale(.5)'>{draw_animal(animal)}</g>"
        plate = (
            f"<circle cx='50' cy='107' r='19' fill='{c.body}'/>"
            f"<g transform='translate(50,107) scale(.58)' stroke='{SHELL}' stroke-width='6' fill='none' "
            f"stroke-linecap='round' stroke-linejoin='round'>{sign}</g>"
        )
    else:
        creature = f"<g transform='translate(50,76) scale(.62)'>{draw_animal(animal)}</g>"
        plate = ""
    return card(
        creature + plate + corners(rank_name(box, rank_of(kind)), c.limb),
        paper=PAPERS[animal],
        edge=EDGES[animal],
    )


def corners(rank: str, fill: str) -> str:
    """Write a rank top left, and bottom right upside down."""
    corner = number(rank, x=15, y=28, size=28, fill=fill) if len(rank) == 1 else number(rank, 18, 26, 23, fill)
    return f"<g font-family='{FONT}'>{corner}<g transform='rotate(180 50 70)'>{corner}</g></g>"


def draw_animal(animal: int) -> str:
    """Draw the animal of a card."""
    return crab(CRAB_SEAT) if animal == CRAB else octopus(COLOURS[OCTOPUS])


def octopus(c: Colours) -> str:
    """Draw our octopus, about 130 wide and 110 high around the origin."""
    arms = "".join(
        f"<path d='M{s * 10} 14 C{s * 16} 34 {s * 24} 40 {s * 30} 32'/>"
        f"<path d='M{s * 18} 10 C{s * 26} 32 {s * 44} 42 {s * 50} 28 C{s * 53} 20 {s * 45} 17 {s * 43} 23'/>"
        f"<path d='M{s * 24} 4 C{s * 38} 18 {s * 54} 16 {s * 57} 4 C{s * 59} -6 {s * 49} -9 {s * 47} -1'/>"
        for s in (-1, 1)
    )
    suckers = "".join(
        f"<circle cx='{s * x}' cy='{y}' r='2.6'/>" for s in (-1, 1) for x, y in ((27, 27), (37, 34), (36, 13), (47, 13))
    )
    eyes = "".join(
        f"<circle cx='{s * 12}' cy='-10' r='9.5' fill='#FFFDF7'/><circle cx='{s * 10.6}' cy='-9' r='4.4' fill='{INK}'/>"
        f"<circle cx='{s * 10.6 + 1.6}' cy='-10.8' r='1.5' fill='#fff'/>"
        for s in (-1, 1)
    )
    return (
        f"<ellipse cx='0' cy='42' rx='44' ry='6' fill='{INK}' fill-opacity='.12'/>"
        f"<g stroke='{c.limb}' stroke-width='10' fill='none' stroke-linecap='round'>{arms}</g>"
        f"<g fill='{c.gleam}'>{suckers}</g>"
        "<path d='M-28 8 C-36 -8 -36 -54 0 -54 C36 -54 36 -8 28 8 C24 24 -24 24 -28 8 Z' "
        f"fill='{c.body}'/>"
        f"<path d='M-25 -24 C-23 -38 -13 -46 0 -46 C6 -46 11 -44 15 -41' stroke='{c.gleam}' stroke-width='4' "
        "fill='none' stroke-linecap='round'/>"
        f"<g fill='{c.limb}'><circle cx='17' cy='-32' r='4'/><circle cx='6' cy='-36' r='2.6'/>"
        f"<circle cx='-18' cy='-28' r='3'/></g>"
        f"{eyes}<path d='M-8 6 Q0 13 8 6' stroke='{INK}' stroke-width='3' fill='none' stroke-linecap='round'/>"
    )


def back(animal: int) -> Face:
    """Draw the top of an animal's deck."""
    c = COLOURS[animal]
    return card(
        waves(c) + f"<g transform='translate(50,72) scale(.6)'>{draw_animal(animal)}</g>", paper=c.gleam, edge=c.limb
    )


def hidden_back() -> Face:
    """Draw a card nobody may read: the same for both animals."""
    grey = Colours("#5C7C82", "#3E5A60", "#7C9CA1")
    bubbles = "".join(
        f"<circle cx='{x}' cy='{y}' r='{r}' fill='none' stroke='{SHELL}' stroke-width='3' stroke-opacity='.8'/>"
        for x, y, r in ((50, 70, 22), (71, 46, 9), (31, 98, 7))
    )
    return card(waves(grey) + bubbles, paper=grey.body, edge=grey.limb)


def waves(c: Colours) -> str:
    """Draw the waves of a card's back."""
    lines = " ".join(f"M8 {y} q7 -8 14 0 t14 0 t14 0 t14 0 t14 0 t14 0" for y in range(22, 132, 16))
    return (
        f"<path d='{lines}' stroke='{c.limb}' stroke-width='4' fill='none' stroke-linecap='round' "
        "stroke-opacity='.35'/>"
    )


def arrow(path: str) -> Face:
    """Draw an arrow wide enough for a number."""
    return Face(
        (-60, -62, 120, 124),
        f"<path d='{path}' fill='{KELP}' stroke='{KELP}' stroke-linejoin='round' stroke-width='6'/>",
    )


def shield() -> Face:
    """Draw the sign of an effect that waits for an answer."""
    return Face(
        (-60, -62, 120, 124),
        f"<path d='M0 -54 L46 -37 V0 C46 30 22 48 0 57 C-22 48 -46 30 -46 0 V-37 Z' fill='{KELP}'/>"
        f"<path d='M-15 -14 C-15 -38 17 -36 16 -14 C15 0 0 0 0 13' stroke='{SHELL}' stroke-width='10' fill='none' "
        f"stroke-linecap='round'/><circle cx='0' cy='31' r='6.5' fill='{SHELL}'/>",
    )


#: A sign for each effect, drawn with one stroke around the origin, about 40 wide.
SIGNS = {
    "none": "",
    "open": "<path d='M-18 18 V-20 M-18 -18 H14 L6 -8 L14 2 H-18'/>",
    "resist": "<path d='M0 -22 L18 -15 V0 C18 12 9 19 0 23 C-9 19 -18 12 -18 0 V-15 Z M-8 0 L-2 7 L9 -7'/>",
    "again": "<path d='M15 -10 A18 18 0 1 0 18 4 M17 -21 V-9 H5'/>",
    "give": "<path d='M-17 -2 H17 V20 H-17 Z M-21 -11 H21 V-2 H-21 Z M0 -11 V20 "
    "M0 -11 C-14 -26 -18 -12 0 -11 C18 -12 14 -26 0 -11'/>",
    "finish": "<path d='M-15 22 V-20 H17 V4 H-15 M1 -20 V4 M-15 -8 H17'/>",
    "swap": "<path d='M-10 18 V-18 M-20 -8 L-10 -19 L0 -8 M11 -18 V18 M1 8 L11 19 L21 8'/>",
    "reverse": "<path d='M-14 20 V-6 A13 13 0 0 1 12 -6 V18 M0 7 L12 20 L24 7'/>",
    "steal": "<path d='M-21 -16 H-3 V16 H-21 Z M22 0 H4 M11 -8 L3 0 L11 8'/>",
    "win": "<path d='M-20 14 L-22 -14 L-9 -2 L0 -19 L9 -2 L22 -14 L20 14 Z'/>",
    "pinch": "<path d='M0 22 V10 C-22 8 -22 -20 -5 -22 L-2 -6 M0 10 C22 8 22 -20 5 -22 L2 -6'/>",
    "heal": "<path d='M0 20 C-30 -2 -16 -24 0 -10 C16 -24 30 -2 0 20 Z'/>",
    "search": "<path d='M-5 10 A14 14 0 1 1 -4.9 10 Z M6 6 L20 20' />",
    "blind": "<path d='M-18 2 C-24 -8 -14 -16 -8 -12 C-6 -24 10 -22 10 -12 C20 -16 24 -4 16 2 C20 12 8 16 4 11 "
    "C0 21 -12 18 -10 9 C-14 10 -17 7 -18 2 Z M-14 18 V22 M16 15 V20' fill='#FFFDF7'/>",
    "capture": "<path d='M-16 -20 C-18 10 -10 20 0 20 C10 20 18 10 16 -20 "
    "M-15 -6 H15 M-12 8 H12 M-5 -20 L-2 19 M5 -20 L2 19'/>",
    "imitate": "<path d='M-20 -18 H4 V10 H-20 Z M-4 10 V20 H20 V-8 H4'/>",
}
