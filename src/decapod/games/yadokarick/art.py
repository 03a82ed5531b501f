"""Yadokarick's pieces: house cards that can be read from their top edge, hermit crabs, the size track, tokens."""

from __future__ import annotations

from typing import Any

from decapod.games.yadokarick.notation import LETTERS, card_name
from decapod.games.yadokarick.state import CARDS, SEATS, TRACK, colour_of, is_roof, number_of, size_of
from decapod.scene import Face
from decapod.scene.art import DEEP, INK, SHELL, card, card_back, crab, mark, number
from decapod.scene.art import SEATS as COLOURS

BANDS = ("#55762C", "#B03A63")  # green, pink
PAPERS = ("#F0F6E2", "#FCEBF0")
EDGES = ("#B9CC94", "#E3B3C4")
WALLS = (("#A9C47A", "#7C9C4C"), ("#EBA6BC", "#C9708F"))
TILES = "#A8502A"
NPC_COLOURS = 5  # the NPC borrows those of the sixth seat


def sprites(box: Any) -> dict[str, Face]:
    """Draw every face of the game."""
    art = {f"card-{card_name(held)}": house_card(box, held) for held in range(CARDS)}
    for seat in range(SEATS):
        art[f"hermit-{seat}"] = hermit(seat)
        art[f"chip-{seat}"] = chip(seat)
    art["hermit-npc"] = hermit(NPC_COLOURS, "flat")
    art["chip-npc"] = chip(NPC_COLOURS)
    for size in range(1, TRACK + 1):
        art[f"track-{size}"] = track_card(size)
    for colour, letter in enumerate(LETTERS):
        art[f"deck-{letter}"] = deck(colour)
    return art | {"marker": marker(), "back": card_back(), "slot": slot(), "roof": roof_on()}


def house_card(box: Any, held: int) -> Face:
    """Draw a house card: number and size in a band at the top, where they show in a tower, and a shell to live in."""
    colour, size = colour_of(held), size_of(box, held)
    roof = bool(is_roof(box, held))
    band = (
        f"<path d='M1 36 V7 Q1 1 7 1 H93 Q99 1 99 7 V36 Z' fill='{BANDS[colour]}'/>"
        + number(number_of(held), x=21, y=28, size=25, fill=SHELL)
        + pips(size)
    )
    if roof:
        band += "".join(f"<path d='M{x} 35 q8 11 16 0 z' fill='{TILES}'/>" for x in range(2, 98, 16))
    upside_down = f"<g transform='rotate(180 50 70)'>{number(number_of(held), x=17, y=23, size=18)}</g>"
    home = f"<g transform='translate(47,86) scale({0.46 + 0.1 * min(size, 4):g})'>{shell(colour, roof)}</g>"
    return card(band + sprig(colour) + home + upside_down, paper=PAPERS[colour], edge=EDGES[colour])


def pips(size: int) -> str:
    """Draw as many little shells as the card's size, from the right."""
    if size > 4:
        return snail(90, 19) + number(f"{size}", x=70, y=27, size=22, fill=SHELL)
    return "".join(snail(90 - 13.4 * i, 19) for i in range(size))


def snail(x: float, y: float) -> str:
    """Draw a little shell: one of a card's size."""
    return (
        f"<g transform='translate({x:g},{y:g})'><circle r='6.6' fill='{SHELL}'/>"
        f"<path d='M0 0 q2 -2.6 3.2 0 q.6 4 -3.6 3.4 q-4.4 -1.6 -2.4 -6.2' fill='none' stroke='{INK}' "
        "stroke-width='1.5' stroke-linecap='round'/></g>"
    )


def shell(colour: int, roof: bool) -> str:
    """Draw the shell a hermit crab would move into: a door, a window, and a roof if it is one."""
    wall, shade = WALLS[colour]
    gable = (
        f"<path d='M-44 -12 L0 -52 L44 -12 Z' fill='{TILES}' stroke='{TILES}' stroke-width='6' "
        "stroke-linejoin='round'/><path d='M-20 -22 h40 M-10 -33 h20' stroke='#D98A5E' stroke-width='4' "
        f"stroke-linecap='round'/><path d='M20 -46 v-10 h9 v18' fill='{TILES}'/>"
    )
    return (
        "<ellipse cx='0' cy='36' rx='40' ry='5' fill='#1D2B2F' fill-opacity='.12'/>"
        f"<path d='M-38 34 C-46 -6 -22 -34 4 -34 C34 -34 46 -8 40 34 Z' fill='{wall}'/>"
        f"<path d='M-26 20 C-30 -8 -10 -24 6 -22 C24 -20 30 -4 24 10 C18 20 0 18 0 4 C0 -6 12 -8 14 0' "
        f"fill='none' stroke='{shade}' stroke-width='6' stroke-linecap='round'/>"
        f"<path d='M-14 34 V22 q0 -10 9 -10 q9 0 9 10 V34 Z' fill='{INK}' fill-opacity='.75'/>"
        + (gable if roof else "")
    )


def sprig(colour: int) -> str:
    """Draw what grows beside the house: kelp on green cards, an anemone on pink ones; they differ in grey too."""
    if colour == 0:
        return (
            f"<path d='M12 134 q-6 -12 2 -20 q6 -8 0 -18 M22 134 q6 -8 1 -16' fill='none' stroke='{BANDS[0]}' "
            "stroke-width='4' stroke-linecap='round'/>"
        )
    petals = "".join(f"<circle cx='{14 + dx}' cy='{122 + dy}' r='5'/>" for dx, dy in ((0, -6), (6, 0), (0, 6), (-6, 0)))
    return f"<g fill='{BANDS[1]}'>{petals}</g><circle cx='14' cy='122' r='4' fill='{SHELL}'/>"


def hermit(seat: int, mood: str = "smile") -> Face:
    """Draw a hermit crab, to carry a house."""
    return Face((-70, -60, 140, 108), crab(seat, mood))


def chip(seat: int) -> Face:
    """Draw a seat's token."""
    colours = COLOURS[seat]
    return Face(
        (-40, -40, 80, 80),
        f"<circle cx='0' cy='2' r='37' fill='{colours.limb}'/><circle r='35' fill='{colours.body}' "
        f"stroke='{SHELL}' stroke-width='6'/><g transform='translate(0,-10) scale(1.05)'>{mark(seat)}</g>",
    )


def track_card(size: int) -> Face:
    """Draw a size card, its number low enough to be read below the marker and its ring."""
    return card(number(size, x=50, y=121, size=56 if size < 10 else 48), paper="#FBE9B7", edge="#D9BC66")


def marker() -> Face:
    """Draw the size marker: a whelk's shell on a ring."""
    return Face(
        (-50, -50, 100, 100),
        f"<circle cx='0' cy='3' r='45' fill='#1D2B2F' fill-opacity='.2'/><circle r='44' fill='{DEEP}' stroke='{SHELL}' "
        f"stroke-width='6'/><path d='M-4 4 q6 -10 13 0 q3 15 -13 14 q-20 -4 -14 -26 q8 -18 28 -10' fill='none' "
        f"stroke='{SHELL}' stroke-width='7' stroke-linecap='round'/>",
    )


def deck(colour: int) -> Face:
    """Draw the back of a deck whose colour is known."""
    return card_back(
        f"<circle cx='50' cy='70' r='34' fill='{SHELL}'/><g transform='translate(50,74) scale(.6)'>"
        f"{shell(colour, roof=False)}</g>",
        paper=WALLS[colour][1],
    )


def slot() -> Face:
    """Draw the place of a card that is still to come."""
    return Face(
        (-2, -2, 104, 146),
        "<rect x='3' y='3' width='94' height='134' rx='7' fill='var(--shell,#FFFDF7)' fill-opacity='.35' "
        "stroke='#8A9A98' stroke-width='3' stroke-dasharray='9 8'/>",
    )


def roof_on() -> Face:
    """Draw the roof of a closed house, to sit on top of its tower."""
    tiles = "".join(
        f"<path d='M{x} {y} q7 8 14 0' stroke='#D98A5E' stroke-width='3' fill='none' stroke-linecap='round'/>"
        for x, y in ((-21, 0), (-7, 0), (7, 0), (-35, 14), (-21, 14), (-7, 14), (7, 14), (21, 14))
    )
    return Face(
        (-60, -34, 120, 64),
        f"<path d='M26 -30 h13 v26 h-13 z' fill='{TILES}'/><path d='M-55 26 L0 -28 L55 26 Z' fill='{TILES}' "
        f"stroke='{TILES}' stroke-width='7' stroke-linejoin='round'/>{tiles}"
        "<path d='M-56 27 H56' stroke='#7E3A1D' stroke-width='6' stroke-linecap='round'/>",
    )
