"""Art all games share: the palette, our crab in seven colours with seven marks, cards, and small shapes."""

from __future__ import annotations

from dataclasses import dataclass

from decapod.scene.schema import Face

INK, SHELL, SAND, FOAM, SEA, DEEP, CORAL, KELP = (
    "#1D2B2F", "#FFFDF7", "#FBF3E4", "#DDEFEF", "#2F8F9D", "#24737F", "#E4572E", "#6B8F3C",
)  # fmt: skip

#: A symbol does not see the style of the document it is used in, so its text names its font.
PLAIN_FONT = "system-ui, DejaVu Sans, sans-serif"

#: The tokens of the stylesheet: light, dark.
TOKENS = {
    "sand": (SAND, "#16211F"),
    "shell": (SHELL, "#1E2C2A"),
    "ink": (INK, "#F3EBDC"),
    "soft": ("#5C6B6E", "#A9B8B4"),
    "foam": (FOAM, "#22423F"),
    "sea": (SEA, "#2A7F8C"),
    "deep": (DEEP, "#174E57"),
    "coral": (CORAL, "#F2704A"),
    "kelp": (KELP, "#8FB55B"),
    "rock": ("#CDBFA6", "#5B5F58"),
    "rock-edge": ("#AC9C80", "#454A44"),
}


@dataclass(frozen=True)
class Colours:
    """A seat's colours: body, darker limb, lighter gleam."""

    body: str
    limb: str
    gleam: str


SEATS = (
    Colours("#E4572E", "#B23A18", "#F58A6B"),
    Colours("#2A7F9E", "#1B5670", "#6DB5CC"),
    Colours("#E9A820", "#B47B0B", "#F7CF72"),
    Colours("#6B8F3C", "#49662A", "#A5C274"),
    Colours("#8B5FBF", "#62408C", "#BB9BDD"),
    Colours("#5B6B73", "#3C4950", "#98A7AE"),
    Colours("#D66A8C", "#A5405F", "#EFA9BF"),
)

#: A mark on each seat's shell, so that seats can be told apart in grey.
MARKS = (
    "",
    "<path d='M-18 0 V24 M-6 -4 V28 M6 -4 V28 M18 0 V24' {stroke}/>",
    "<g fill='{dark}'><circle cx='-15' cy='6' r='5'/><circle cx='15' cy='6' r='5'/><circle cx='0' cy='-4' r='5'/>"
    "<circle cx='0' cy='20' r='5'/></g>",
    "<path d='M-18 0 L0 10 L18 0 M-18 12 L0 22 L18 12' {stroke}/>",
    "<path d='M0 -8 L5 4 L18 5 L8 13 L11 26 L0 19 L-11 26 L-8 13 L-18 5 L-5 4 Z' fill='{dark}'/>",
    "<circle cx='0' cy='8' r='13' {stroke}/>",
    "<path d='M0 -8 V26 M-17 9 H17' {stroke}/>",
)

MOODS = {
    "smile": "<path d='M-8 12 Q0 20 8 12' stroke='#1D2B2F' stroke-width='3' fill='none' stroke-linecap='round'/>",
    "flat": "<path d='M-7 15 H7' stroke='#1D2B2F' stroke-width='3' stroke-linecap='round'/>",
    "worry": "<path d='M-8 18 Q0 10 8 18' stroke='#1D2B2F' stroke-width='3' fill='none' stroke-linecap='round'/>",
    "none": "",
}


def seat_colours(seat: int) -> Colours:
    """Return the colours of a seat; a game with more seats than there are colours begins again."""
    return SEATS[seat % len(SEATS)]


def mark(seat: int) -> str:
    """Draw the mark of a seat, centred on a shell."""
    dark = seat_colours(seat).limb
    stroke = f"stroke='{dark}' stroke-width='5' fill='none' stroke-linecap='round' stroke-linejoin='round'"
    return MARKS[seat % len(MARKS)].format(dark=dark, stroke=stroke)


def crab(seat: int, mood: str = "smile", shadow: bool = True) -> str:
    """Draw our crab in a seat's colours, about 130 wide and 110 high around the origin."""
    c = seat_colours(seat)
    legs = " ".join(
        f"M{s * 26} {y} Q{s * cx} {cy} {s * ex} {ey}"
        for s in (-1, 1)
        for y, cx, cy, ex, ey in ((6, 34, 0, 52, 10), (12, 36, 8, 56, 24), (18, 33, 16, 52, 39))
    )
    claw = (
        f"<path d='M24 -6 Q40 -10 42 -24' stroke='{c.limb}' stroke-width='7' fill='none' stroke-linecap='round'/>"
        "<path d='M42 -22 C28 -30 30 -52 46 -54 C44 -46 46 -42 50 -40 C52 -46 56 -50 60 -51 C66 -40 58 -22 42 -22 Z' "
        f"fill='{c.body}'/>"
        f"<path d='M46 -26 C58 -28 61 -40 60 -47' stroke='{c.gleam}' stroke-width='3' fill='none' "
        "stroke-linecap='round' stroke-opacity='.8'/>"
    )
    eyes = "".join(
        f"<path d='M{s * 11} -14 L{s * 13} -30' stroke='{c.limb}' stroke-width='5' stroke-linecap='round'/>"
        f"<circle cx='{s * 13}' cy='-33' r='8' fill='#FFFDF7'/><circle cx='{s * 12}' cy='-32' r='3.6' fill='#1D2B2F'/>"
        f"<circle cx='{s * 12 + 1.4}' cy='-33.6' r='1.2' fill='#fff'/>"
        for s in (-1, 1)
    )
    return (
        ("<ellipse cx='0' cy='40' rx='44' ry='6' fill='#1D2B2F' fill-opacity='.12'/>" if shadow else "")
        + f"<path d='{legs}' stroke='{c.limb}' stroke-width='6' fill='none' stroke-linecap='round'/>"
        + f"<g transform='scale(-1,1)'>{claw}</g>{claw}"
        + "<path d='M-38 4 C-38 -20 -18 -24 0 -24 C18 -24 38 -20 38 4 C38 24 20 34 0 34 C-20 34 -38 24 -38 4 Z' "
        f"fill='{c.body}'/>"
        + f"<path d='M-30 -4 C-28 -14 -14 -18 0 -18 C12 -18 22 -16 27 -9' stroke='{c.gleam}' stroke-width='4' "
        "fill='none' stroke-linecap='round'/>" + mark(seat) + eyes + MOODS[mood]
    )


def crab_face(seat: int, mood: str = "smile") -> Face:
    """Make the crab of a seat a face of its own."""
    return Face((-70, -64, 140, 116), crab(seat, mood))


def card(inside: str, paper: str = SHELL, edge: str = "#D8CBB2") -> Face:
    """Make a card, 100 by 140, its corner a fourteenth of its width; `inside` is drawn on it."""
    return Face(
        (-2, -2, 104, 146),
        "<rect x='1' y='3' width='98' height='138' rx='7' fill='#1D2B2F' fill-opacity='.15'/>"
        f"<rect x='0' y='0' width='100' height='140' rx='7' fill='{paper}' stroke='{edge}' stroke-width='2'/>{inside}",
    )


def card_back(inside: str = "", paper: str = SEA) -> Face:
    """Make the back of a card: waves, and what `inside` adds."""
    lines = " ".join(f"M8 {y} q7 -8 14 0 t14 0 t14 0 t14 0 t14 0 t14 0" for y in range(22, 132, 16))
    waves = (
        f"<path d='{lines}' stroke='{DEEP}' stroke-width='4' fill='none' stroke-linecap='round' stroke-opacity='.55'/>"
    )
    return card(waves + inside, paper=paper, edge=DEEP)


def number(value: object, x: float = 14, y: float = 26, size: float = 24, fill: str = INK) -> str:
    """Write a card's number into its corner."""
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' font-weight='800' text-anchor='middle' fill='{fill}' "
        f"font-family='{PLAIN_FONT}' class='figure'>{value}</text>"
    )


def corners(value: object, size: float = 24, fill: str = INK) -> str:
    """Write a card's number top left, and bottom right upside down."""
    return number(value, size=size, fill=fill) + (
        f"<g transform='rotate(180 50 70)'>{number(value, size=size, fill=fill)}</g>"
    )
