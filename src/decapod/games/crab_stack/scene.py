"""The board of Crab Stack, laid out for wide and tall screens, and in text.

Whatever looks the same again is made only once: boards, panels and choices are cached, stacks that stay are laid again.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from decapod.engine import bits
from decapod.errors import Unreadable
from decapod.games.crab_stack import rules
from decapod.games.crab_stack.narration import size_phrase
from decapod.games.crab_stack.notation import space_name
from decapod.games.crab_stack.state import NOBODY, ROWS, SIZE_NAMES, SPACES, WIDTH, crabs_on, player_of, size_of
from decapod.scene import (
    Area,
    Bundle,
    Choice,
    Label,
    Late,
    Layout,
    Piece,
    PlayerName,
    SceneBuilder,
    Sketch,
    Span,
    Words,
    corners,
    hex_place,
    no_move,
    phrase,
)

SHRINK = (0.66, 0.82, 1.0)  # small, medium, large
LETTERS = "SML"
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"

LAYOUTS = {
    "wide": Layout(1000, 640, water=Area(180, 0, 640, 640), name=12.5, panels=corners(0, 828, 172, 112, 122)),
    "upright": Layout(
        800, 846, water=Area(0, 0, 800, 730), name=13, panels=[Area(202 * i, 738, 194, 108) for i in range(4)]
    ),
    "tall": Layout(390, 550, water=Area(0, 0, 390, 360), name=10.5, panels=corners(0, 198, 192, 86, 92, top=368)),
}


def lay_out(scene: SceneBuilder) -> None:
    """Lay the board out for a viewer; all crabs lie open."""
    box, table, words, layout = scene.box, scene.table, scene.words, scene.layout
    scene.plan = LAYOUTS[layout]
    scene.describe_choice = functools.partial(describe_choice, words, tuple(table.top))
    tiers = tuple(box.spaces[table.variant][: table.players - 1])
    scene.zone("water", scene.plan.water, kind="water")
    rocks, names = rocks_and_names(tiers, layout, words.nameless)
    scene.add(rocks)
    scene.labels.extend(names)
    stacks = {cell: crabs_on(table, cell) for cell in cells(table.occupied)}
    steps, laid = tuple(box.steps), scene.notes("stacks")
    for cell, crabs in stacks.items():
        kept = group_kept(table, cell) if table.ties else None
        was, bundle = laid.get(cell, (None, None))
        if bundle is None or was != (crabs, kept):
            pieces = crab_pieces(words, tiers, layout, steps, cell, crabs)
            bundle = stack(cell, pieces, player_of(crabs[-1]) == scene.viewer, kept)
            laid[cell] = (crabs, kept), bundle
        scene.add(bundle)
        if len(crabs) > 1:
            scene.labels.append(badge(tiers, layout, cell, len(crabs)))
    lay_panels(scene, stacks.values())
    scene.sketch = lambda: sketch(tiers, tuple(table.top), tuple(table.height))


def rest(box: Any, table: Any, player: int, move: int, after: Any) -> bool:
    """Stop where a crab has landed and a wave has not come yet, so that one sees whom it takes."""
    origin, landing = divmod(move, SPACES)
    if origin == landing:
        return False
    rules.climb(table, origin, landing)
    return int(table.occupied) != int(after.occupied)


# --- what clicks mean: one's own top crab, then another; or any top crab of a group to keep ---------------


class Covered(int):
    """A space, clicked on its rock or on a crab that is not on top of it."""


@functools.cache
def under_the_top(cell: int) -> tuple[Late, Covered]:
    """Return what a click on a rock or a covered crab of a space means, alone and after one's own crab."""
    return Late(lambda scene: below_top(scene, cell)), Covered(cell)


@functools.cache
def own_on_top(cell: int) -> tuple[Late, Callable[[int], int | Unreadable | Late]]:
    """Return what a click on one's own crab on top of a space means, alone and before another space."""
    return Late(lambda scene: somewhere(scene.box, scene.table, cell)), functools.partial(climb, cell)


def lay_covered(bundle: Bundle, piece: Piece, cell: int) -> None:
    """Lay a rock or a covered crab down: it neither moves nor is landed on (CS-9)."""
    means, target = under_the_top(cell)
    bundle.lay(piece, means, target=target, completes=False)


def lay_top(bundle: Bundle, piece: Piece, cell: int, mine: bool, keeps: int | None) -> None:
    """Lay the crab on top of a space down: it moves if it is one's own, or `keeps` its group in a tied wave."""
    if keeps is not None:
        bundle.lay(piece, keeps)
    elif mine:
        means, then = own_on_top(cell)
        bundle.lay(piece, means, target=cell, then=then, base=cell * SPACES)
    else:
        bundle.lay(piece, any_move_from(cell), target=cell)


def below_top(scene: SceneBuilder, cell: int) -> int | Unreadable:
    """Answer a click on a rock or a covered crab by what is on top: somebody else's crab, none, or one's own."""
    table = scene.table
    if table.ties:
        tied = any(group >> cell & 1 for group in table.tied[: table.ties])
        return click_the_top(cell) if tied else group_kept(table, cell)
    top = table.top[cell]
    return any_move_from(cell) if top == NOBODY or player_of(top) != scene.viewer else click_the_top(cell)


def click_the_top(cell: int) -> Unreadable:
    """Say that only the crab on top of a space counts (CS-9)."""
    return no_move("click.top", "CS-9", space=space_name(cell))


def any_move_from(cell: int) -> int:
    """Return a move of a space whose crab is not one's own: why that one is refused is the answer."""
    return cell * SPACES + (0 if cell else 1)


def group_kept(table: Any, cell: int) -> int:
    """Return the move that keeps the group of a space, if it is tied; each is named by its first space (CS-13)."""
    for group in table.tied[: table.ties]:
        if group >> cell & 1:
            cell = bits.lowest(group)
    return cell * (SPACES + 1)


def somewhere(box: Any, table: Any, origin: int) -> int | Unreadable:
    """Find a move of one's own uncovered crab; or say that it has none (CS-5)."""
    crab = table.top[origin]
    landings = rules.landings(box, table, 1 << origin, size_of(crab))
    if landings:
        return origin * SPACES + bits.lowest(landings)
    steps, lands = phrase(f"steps.{box.steps[size_of(crab)]}"), phrase(f"lands.{SIZE_NAMES[size_of(crab)]}")
    return no_move("click.stuck", "CS-5", crab=size_phrase(crab), steps=steps, lands=lands)


def climb(origin: int, landing: int) -> int | Unreadable | Late:
    """Return the move onto a space; what is legal must be clicked on the crab one lands on."""
    move = origin * SPACES + landing
    if origin == landing:
        return no_move("click.same", "CS-4", space=space_name(origin))
    if isinstance(landing, Covered):
        return Late(lambda scene: click_the_top(landing) if move in scene.legal else move)
    return move


@functools.lru_cache(maxsize=32768)
def describe_climb(words: Words, origin: int, landing: int, size: int, below: int) -> tuple[str, str]:
    """Write a climb of a crab onto another, in notation and in words; they have these sizes."""
    start, end = space_name(origin), space_name(landing)
    sizes = {"crab": phrase(f"size.{SIZE_NAMES[size]}"), "below": phrase(f"size.{SIZE_NAMES[below]}")}
    return f"{start}-{end}", words("move.climb", origin=start, landing=end, **sizes)


@functools.lru_cache(maxsize=32768)
def offer_climb(words: Words, move: int, crab: int, below: int, clicks: tuple[str, ...]) -> Choice:
    """Offer a climb of one crab onto another."""
    origin, landing = divmod(move, SPACES)
    text, offer = describe_climb(words, origin, landing, size_of(crab), size_of(below))
    return Choice(move, text, offer, clicks)


def describe_choice(words: Words, top: Sequence[int], move: int, clicks: tuple[str, ...]) -> Choice:
    """Offer a climb, or to keep a group."""
    origin, landing = divmod(move, SPACES)
    if origin != landing:
        return offer_climb(words.nameless, move, top[origin], top[landing], clicks)
    space = space_name(origin)
    return Choice(move, f"keep {space}", words("move.keep", space=space), clicks)


# --- rocks and crabs --------------------------------------------------------------------------------------


def cells(spaces: int) -> list[int]:
    """List a bit set."""
    return [cell for cell in range(SPACES) if spaces >> cell & 1]


@functools.lru_cache(maxsize=64)
def place_spaces(tiers: tuple[int, ...], layout: str) -> tuple[float, dict[int, tuple[float, float]]]:
    """Give each space in use its place, as large as the water allows; also the distance of neighbours."""
    used = cells(sum(tiers))
    points = {cell: hex_place(2 * (cell % WIDTH) + cell // WIDTH, cell // WIDTH, 1) for cell in used}
    across, down = ([point[axis] for point in points.values()] for axis in (0, 1))
    x0, y0, width, height = LAYOUTS[layout].water
    wide, high = (max(line) - min(line) for line in (across, down))
    step = round(min((width - 10) / (wide + 1), (height - 16) / (high + 1.16)), 2)
    left = x0 + width / 2 - step * (min(across) + wide / 2)
    top = y0 + height / 2 - step * (min(down) + high / 2)
    return step, {cell: (round(left + step * x, 2), round(top + step * y, 2)) for cell, (x, y) in points.items()}


@functools.lru_cache(maxsize=256)
def rocks_and_names(tiers: tuple[int, ...], layout: str, words: Words) -> tuple[Bundle, list[Label]]:
    """Make the pieces of all rocks, and the names under them."""
    step, places = place_spaces(tiers, layout)
    rocks = Bundle()
    labels: list[Label] = []
    for cell, (x, y) in places.items():
        tier = next(tier for tier, spaces in enumerate(tiers) if spaces >> cell & 1)
        space = space_name(cell)
        rock = Piece(
            id=f"rock-{space}",
            face=f"rock-{tier}",
            x=x,
            y=y,
            width=step * 0.98,
            region="board",
            order=cell * 100,
            label=words("label.rock", space=space),
            hint=words("hint.rock", space=space),
        )
        lay_covered(rocks, rock, cell)
        labels.append(Label(x, y + step * 0.5, space, LAYOUTS[layout].name, kind="light" if tier == 1 else "dark"))
    return rocks, labels


@functools.lru_cache(maxsize=4096)
def badge(tiers: tuple[int, ...], layout: str, cell: int, crabs: int) -> Label:
    """Say how many crabs lie on a space."""
    step, places = place_spaces(tiers, layout)
    x, y = places[cell]
    return Label(x + step * 0.32, y + step * 0.3, f"×{crabs}", max(12.5, round(step * 0.16, 1)), kind="badge")


def stack(cell: int, pieces: Sequence[Piece], mine: bool, keeps: int | None) -> Bundle:
    """Lay down the crabs on a space, from the rock up (see `lay_top`)."""
    bundle = Bundle()
    *covered, top = pieces
    for piece in covered:
        lay_covered(bundle, piece, cell)
    lay_top(bundle, top, cell, mine, keeps)
    return bundle


@functools.lru_cache(maxsize=16384)
def crab_pieces(
    words: Words, tiers: tuple[int, ...], layout: str, steps: tuple[int, ...], cell: int, crabs: tuple[int, ...]
) -> list[Piece]:
    """Make the pieces of the crabs on a space, from the rock up; the one on top tells of those below."""
    step, places = place_spaces(tiers, layout)
    *covered, top = [
        crab_piece(words, crab, cell, level, places[cell], step, steps[size_of(crab)], level == len(crabs) - 1)
        for level, crab in enumerate(crabs)
    ]
    if covered:
        below = [phrase("hint.one_below", crab=size_phrase(one), owner=PlayerName(player_of(one)))
                 for one in reversed(crabs[:-1])]  # fmt: skip
        top = replace(top, hint=f"{top.hint} {words('hint.below', crabs=below)}")
    return [*covered, top]


@functools.lru_cache(maxsize=32768)
def crab_piece(
    words: Words, crab: int, cell: int, level: int, at: tuple[float, float], step: float, steps: int, top: bool
) -> Piece:  # fmt: skip
    """Make the piece of a crab."""
    size, owner = size_of(crab), PlayerName(player_of(crab))
    return Piece(
        id=f"crab-{crab}",
        face=f"crab-{player_of(crab)}-{size}",
        x=at[0],
        y=round(at[1] - step * (0.04 + 0.07 * level), 2),
        width=round(step * 0.8 * SHRINK[size], 2),
        layer=10 + cell + level * SPACES,
        region="board",
        order=cell * 100 + 1 + level,
        label=words("label.crab", crab=size_phrase(crab), owner=owner),
        hint=words(
            "hint.crab" if top else "hint.trapped",
            crab=size_phrase(crab), owner=owner, space=space_name(cell),
            steps=phrase(f"steps.{steps}"), lands=phrase(f"lands.{SIZE_NAMES[size]}"),
        ),
        owner=owner.number,
    )  # fmt: skip


def lay_panels(scene: SceneBuilder, stacks: Iterable[tuple[int, ...]]) -> None:
    """Sum up each player: crabs free, trapped, washed away."""
    box, table, plan = scene.box, scene.table, scene.plan
    owned = [0] * table.players
    for crab in itertools.chain.from_iterable(stacks):
        owned[player_of(crab)] += 1
    for player, held in enumerate(owned):
        out = bool(table.out[player])
        free, gone = bits.count(rules.uncovered(table, player)), sum(box.crabs) - held
        scene.panel(player, plan.panels[player], summary(scene.words.nameless, held, free, gone, out), out=out)


@functools.lru_cache(maxsize=4096)
def summary(words: Words, held: int, free: int, gone: int, out: bool) -> tuple[str, ...]:
    """Sum up one player's crabs in three lines."""
    last = words("panel.out") if out else words("panel.gone", n=gone)
    return words("panel.free", n=free), words("panel.trapped", n=held - free), last


# --- in text ----------------------------------------------------------------------------------------------


def sketch(tiers: tuple[int, ...], top: tuple[int, ...], height: tuple[int, ...]) -> Sketch:
    """Draw the board in text: a hexagon, the owner's number, the size, and how many lie there; names below."""
    lines: list[tuple[Span, ...]] = []
    for row in range(ROWS):
        across = slice(row * WIDTH, (row + 1) * WIDTH)
        lines.extend(sketch_row(tiers, row, top[across], height[across]))
    return tuple(lines)


@functools.lru_cache(maxsize=8192)
def sketch_row(tiers: tuple[int, ...], row: int, top: tuple[int, ...], height: tuple[int, ...]) -> Sketch:
    """Draw one row of the board in text, and its names below."""
    used = cells(sum(tiers))
    indent = min(2 * (cell % WIDTH) + cell // WIDTH for cell in used)
    crabs: list[Span] = []
    names: list[Span] = []
    column = 0
    for cell in (cell for cell in used if cell // WIDTH == row):
        across = cell % WIDTH
        x = (2 * across + row - indent) * 4
        gap = " " * (x - column)
        column = x + 6
        crabs.extend([Span(gap), spot(top[across], height[across])])
        names.extend([Span(gap), Span(f" {space_name(cell)}".ljust(6), dim=True)])
    return (tuple(crabs), tuple(names)) if crabs else ()


@functools.cache
def spot(crab: int, height: int) -> Span:
    """Write one space in six letters: its top crab, and how many lie there."""
    if crab == NOBODY:
        return Span(" ⬡".ljust(6), dim=True)
    raised = "".join(RAISED[int(digit)] for digit in str(height)) if height > 1 else ""
    seat = player_of(crab)
    return Span(f" ⬢{seat}{LETTERS[size_of(crab)]}{raised}".ljust(6), seat=seat, bold=True)
