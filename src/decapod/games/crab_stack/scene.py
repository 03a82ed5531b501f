"""The board of Crab Stack, laid out for wide and tall screens, and in text.

Whatever looks the same again is made only once: boards, panels and choices are cached, stacks that stay are laid again.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from decapod.engine import bits
from decapod.errors import ParseError
from decapod.games.crab_stack import rules
from decapod.games.crab_stack.narration import climb_key, groups_after, size_phrase, washed_by
from decapod.games.crab_stack.notation import space_name
from decapod.games.crab_stack.state import CRABS, NOBODY, ROWS, SIZE_NAMES, SPACES, WIDTH, player_of, size_of
from decapod.scene import (
    Area,
    Choice,
    Deferred,
    Label,
    Layout,
    Piece,
    PieceGroup,
    PlayerRef,
    SceneBuilder,
    Sketch,
    Span,
    Translator,
    corners,
    hex_place,
    message,
    not_a_move,
)

SHRINK = (0.67, 0.84, 1.06)  # small, medium, large
LETTERS = "SML"
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"

LAYOUTS = {
    "desktop": Layout(1000, 640, water=Area(180, 0, 640, 640), name=14, panels=corners(0, 828, 172, 112, 122)),
    "tablet": Layout(
        800, 846, water=Area(0, 0, 800, 730), name=13, panels=[Area(202 * i, 738, 194, 108) for i in range(4)]
    ),
    "phone": Layout(390, 550, water=Area(0, 0, 390, 360), name=12, panels=corners(0, 198, 192, 86, 92, top=368)),
}


def build_scene(scene: SceneBuilder) -> None:
    """Lay the board out for a viewer; all crabs lie open."""
    box, state = scene.box, scene.state
    scene.plan = LAYOUTS[scene.layout]
    scene.action_stride = SPACES
    scene.describe_choice = functools.partial(
        describe_choice, scene.words.without_names, state.top, state.occupied, state.height
    )
    scene.cached(lay_board, common=True)
    words = scene.words
    scene.board = rocks_of(tiers_of(box, state), scene.layout, words.without_names)
    scene.ascii = lambda: (
        *sketch(tiers_of(box, state), tuple(state.top), tuple(state.height)),
        *sketch_legend(words, stacks_on(state)),
    )


def tiers_of(box: Any, state: Any) -> tuple[int, ...]:
    """Return the spaces in use, as bit sets: those for two players, and those that each other one adds."""
    return tuple(box.spaces[state.variant][: state.players - 1])


def lay_board(scene: SceneBuilder) -> None:
    """Lay down the rocks and the crabs on them, and sum the players up: the same for everybody."""
    state, words, layout, stacks = scene.state, scene.words, scene.layout, stacks_on(scene.state)
    tiers, steps, ties = tiers_of(scene.box, state), tuple(scene.box.steps), state.ties
    scene.zone("water", LAYOUTS[layout].water, kind="water")
    rocks, names = rocks_and_names(tiers, layout, words.without_names)
    scene.add(rocks)
    scene.labels.extend(names)
    laid = scene.scratch("stacks", common=True)
    occupied, stays = state.occupied, state.tied[0] if ties == 1 else state.occupied
    for cell, crabs in stacks:
        kept = group_kept(state, cell) if ties else None
        holds = not ties and len(crabs) == 1 and len(groups_after(occupied, cell)) > 1
        was, bundle = laid.get(cell, (None, None))
        if bundle is None or was != (crabs, kept, holds):
            bundle = stack(cell, crab_pieces(words, tiers, layout, steps, cell, crabs, holds), kept)
            laid[cell] = (crabs, kept, holds), bundle
        scene.add(bundle)
        if not stays >> cell & 1:
            scene.add(wave_over(words.without_names, tiers, layout, cell))
        if len(crabs) > 1:
            scene.labels.append(badge(tiers, layout, cell, len(crabs)))
    lay_panels(scene, [crabs for _, crabs in stacks])


def stacks_on(state: Any) -> list[tuple[int, tuple[int, ...]]]:
    """List the spaces that crabs lie on, and the crabs on each from the rock up."""
    tops, under = state.top, state.under
    stacks: list[tuple[int, tuple[int, ...]]] = []
    for cell, crab in enumerate(tops):
        if crab != NOBODY:
            crabs = (crab,)
            while (crab := under[crab]) != NOBODY:
                crabs = (crab, *crabs)
            stacks.append((cell, crabs))
    return stacks


def mid_move_state(box: Any, state: Any, player: int, move: int, after: Any) -> bool:
    """Stop where a crab has landed and a wave has not come yet, so that one sees whom it takes.

    The only group that is "tied" then is all that stays.
    """
    origin, landing = divmod(move, SPACES)
    is_emptied = origin != landing and int(state.height[origin]) == 1
    if int(state.occupied) ^ is_emptied << origin == int(after.occupied):
        return False
    if origin != landing:
        rules.climb(state, origin, landing)
    state.ties, state.tied[0] = 1, after.occupied
    return True


# --- what clicks mean: one's own top crab, then another; or any top crab of a group to keep ---------------


class Covered(int):
    """A space, clicked on its rock or on a crab that is not on top of it."""


@functools.cache
def under_the_top(cell: int) -> tuple[Deferred, Covered]:
    """Return what a click on a rock or a covered crab of a space means, alone and after one's own crab."""
    return Deferred(lambda scene: below_top(scene, cell)), Covered(cell)


@functools.cache
def on_top(cell: int) -> tuple[Deferred, Callable[[int], int | ParseError | Deferred]]:
    """Return what a click on the crab on top of a space means, alone and before another space."""
    return Deferred(lambda scene: top_alone(scene, cell)), functools.partial(climb, cell)


def lay_covered(bundle: PieceGroup, piece: Piece, cell: int) -> None:
    """Lay a rock or a covered crab down: it neither moves nor is landed on (CS-9)."""
    on_click, target = under_the_top(cell)
    bundle.lay(piece, on_click, as_target=target, completes=False)


def lay_top(bundle: PieceGroup, piece: Piece, cell: int, keeps: int | None) -> None:
    """Lay the crab on top of a space down: its owner moves it, or it `keeps` its group in a tied wave."""
    if keeps is not None:
        bundle.lay(piece, keeps)
    else:
        on_click, then = on_top(cell)
        bundle.lay(piece, on_click, as_target=cell, on_first_click=then, base=cell * SPACES)


def is_own(scene: SceneBuilder, cell: int) -> bool:
    """Whether the viewer's own crab is on top of a space."""
    top = scene.state.top[cell]
    return top != NOBODY and player_of(top) == scene.viewer


def top_alone(scene: SceneBuilder, cell: int) -> int | ParseError:
    """Answer a click on the crab on top of a space by a move of it."""
    return somewhere(scene.box, scene.state, cell) if is_own(scene, cell) else any_move_from(cell)


def below_top(scene: SceneBuilder, cell: int) -> int | ParseError:
    """Answer a click on a rock or a covered crab by what is on top: somebody else's crab, none, or one's own."""
    state = scene.state
    if state.ties:
        tied = any(group >> cell & 1 for group in state.tied[: state.ties])
        return click_the_top(cell) if tied else group_kept(state, cell)
    return click_the_top(cell) if is_own(scene, cell) else any_move_from(cell)


def click_the_top(cell: int) -> ParseError:
    """Say that only the crab on top of a space counts (CS-9)."""
    return not_a_move("click.top", "CS-9", space=space_name(cell))


def any_move_from(cell: int) -> int:
    """Return a move of a space whose crab is not one's own: why that one is refused is the answer."""
    return cell * SPACES + (0 if cell else 1)


def group_kept(state: Any, cell: int) -> int:
    """Return the move that keeps the group of a space, if it is tied; each is named by its first space (CS-13)."""
    for group in state.tied[: state.ties]:
        if group >> cell & 1:
            cell = bits.lowest(group)
    return cell * (SPACES + 1)


def somewhere(box: Any, state: Any, origin: int) -> int | ParseError:
    """Find a move of one's own uncovered crab; or say that it has none (CS-5)."""
    crab = state.top[origin]
    landings = rules.landings(box, state, 1 << origin, size_of(crab))
    if landings:
        return origin * SPACES + bits.lowest(landings)
    steps, lands = message(f"steps.{box.steps[size_of(crab)]}"), message(f"lands.{SIZE_NAMES[size_of(crab)]}")
    return not_a_move("click.stuck", "CS-5", crab=size_phrase(crab), steps=steps, lands=lands)


def climb(origin: int, landing: int) -> int | ParseError | Deferred:
    """Return the move onto a space, as an offer; or what clicks on both mean, once somebody has clicked."""
    return Deferred(lambda scene: climb_clicked(scene, origin, landing))


def climb_clicked(scene: SceneBuilder, origin: int, landing: int) -> int | ParseError:
    """Answer clicks on two spaces; what is legal must be clicked on the crab one lands on.

    Where the first crab is not one's own, the second click is answered as if it were the only one.
    """
    move, is_covered = origin * SPACES + landing, isinstance(landing, Covered)
    if not is_own(scene, origin):
        return below_top(scene, landing) if is_covered else top_alone(scene, landing)
    if origin == landing:
        return not_a_move("click.same", "CS-4", space=space_name(origin))
    return click_the_top(landing) if is_covered and move in scene.legal else move


@functools.lru_cache(maxsize=32768)
def describe_climb(words: Translator, origin: int, landing: int, size: int, below: int, gone: int) -> tuple[str, str]:
    """Write a climb of a crab onto another, in notation and in words; they have these sizes, and so many go."""
    start, end = space_name(origin), space_name(landing)
    sizes = {"crab": message(f"size.{SIZE_NAMES[size]}"), "below": message(f"size.{SIZE_NAMES[below]}")}
    return f"{start}-{end}", words(climb_key(gone), origin=start, landing=end, n=gone, **sizes)


@functools.lru_cache(maxsize=32768)
def offer_climb(words: Translator, move: int, crab: int, below: int, gone: int, clicks: tuple[str, ...]) -> Choice:
    """Offer a climb of one crab onto another, after which so many are washed away."""
    origin, landing = divmod(move, SPACES)
    text, offer = describe_climb(words, origin, landing, size_of(crab), size_of(below), gone)
    return Choice(move, text, offer, clicks)


def describe_choice(
    words: Translator, top: Sequence[int], occupied: int, height: Sequence[int], move: int, clicks: tuple[str, ...]
) -> Choice:
    """Offer a climb, or to keep a group."""
    origin, landing = divmod(move, SPACES)
    if origin != landing:
        gone = washed_by(occupied, height, origin, landing)
        return offer_climb(words, move, top[origin], top[landing], gone, clicks)
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


@functools.lru_cache(maxsize=512)
def rocks_of(tiers: tuple[int, ...], layout: str, words: Translator) -> tuple[Piece, ...]:
    """Return the pieces of all rocks: they never change during a match."""
    rocks, _ = rocks_and_names(tiers, layout, words)
    return tuple([placement.piece for placement in rocks.placements])


@functools.lru_cache(maxsize=256)
def rocks_and_names(tiers: tuple[int, ...], layout: str, words: Translator) -> tuple[PieceGroup, list[Label]]:
    """Make the pieces of all rocks, and the names under them."""
    step, places = place_spaces(tiers, layout)
    rocks = PieceGroup()
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


@functools.lru_cache(maxsize=4096)
def wave_over(words: Translator, tiers: tuple[int, ...], layout: str, cell: int) -> PieceGroup:
    """Lay the sign of a wave over a space whose crabs it is about to take."""
    step, places = place_spaces(tiers, layout)
    x, y = places[cell]
    label, bundle = words("label.wave", space=space_name(cell)), PieceGroup()
    sign = Piece(
        id=f"wave-{space_name(cell)}",
        face="wave",
        x=x,
        y=round(y - step * 0.04, 2),
        width=round(step * 0.96, 2),
        layer=10 + SPACES * CRABS,
        region="board",
        order=cell * 100 + 99,
        label=label,
        hint=label,
        role="sign",
    )
    lay_covered(bundle, sign, cell)
    return bundle


def stack(cell: int, pieces: Sequence[Piece], keeps: int | None) -> PieceGroup:
    """Lay down the crabs on a space, from the rock up (see `lay_top`)."""
    bundle = PieceGroup()
    *covered, top = pieces
    for piece in covered:
        lay_covered(bundle, piece, cell)
    lay_top(bundle, top, cell, keeps)
    return bundle


def crab_pieces(
    words: Translator,
    tiers: tuple[int, ...],
    layout: str,
    steps: tuple[int, ...],
    cell: int,
    crabs: tuple[int, ...],
    holds: bool,
) -> list[Piece]:
    """Make the pieces of the crabs on a space, from the rock up.

    The one on top tells of those below, or that it alone `holds` the others together.
    """
    step, places = place_spaces(tiers, layout)
    x, y = places[cell]
    nameless, pieces, top = words.without_names, list[Piece](), len(crabs) - 1
    for level, crab in enumerate(crabs):
        name, face, label, shrink, size, player = look_of(nameless, crab, words.name(player_of(crab)))
        if level < top:
            hint = describe_trapped(nameless, size, words.name(player), cell)
        else:
            hint = describe_free(nameless, size, cell, steps[size])
            if top:
                below = tuple([(size_of(one), words.name(player_of(one))) for one in reversed(crabs[:-1])])
                hint = f"{hint} {describe_below(nameless, below)}"
            if holds:
                hint = f"{hint} {nameless('hint.holds')}"
        pieces.append(
            Piece(
                id=name,
                face=face,
                x=x,
                y=round(y - step * (0.04 + 0.07 * level), 2),
                width=round(step * shrink, 2),
                layer=10 + cell + level * SPACES,
                region="board",
                order=cell * 100 + 1 + level,
                label=label,
                hint=hint,
                owner=player,
            )
        )
    return pieces


@functools.lru_cache(maxsize=16384)
def look_of(words: Translator, crab: int, owner: str) -> tuple[str, str, str, float, int, int]:
    """Return what a crab is wherever it lies: its id, its face, its label, its width in spaces, its size, whose."""
    player, size = player_of(crab), size_of(crab)
    label = words("label.crab", crab=message(f"size.{SIZE_NAMES[size]}"), owner=owner)
    return f"crab-{crab}", f"crab-{player}-{size}", label, 0.8 * SHRINK[size], size, player


@functools.lru_cache(maxsize=1024)
def describe_free(words: Translator, size: int, cell: int, steps: int) -> str:
    """Say what a crab on top of a space can do."""
    return words(
        "hint.crab", crab=message(f"size.{SIZE_NAMES[size]}"), space=space_name(cell), steps=message(f"steps.{steps}"),
        lands=message(f"lands.{SIZE_NAMES[size]}"),
    )  # fmt: skip


@functools.lru_cache(maxsize=8192)
def describe_trapped(words: Translator, size: int, owner: str, cell: int) -> str:
    """Say that a crab is below another."""
    return words("hint.trapped", crab=message(f"size.{SIZE_NAMES[size]}"), owner=owner, space=space_name(cell))


@functools.lru_cache(maxsize=8192)
def describe_below(words: Translator, crabs: tuple[tuple[int, str], ...]) -> str:
    """List the crabs below another, from the top: the size and the owner of each."""
    below = [message("hint.one_below", crab=message(f"size.{SIZE_NAMES[size]}"), owner=owner) for size, owner in crabs]
    return words("hint.below", crabs=below)


def lay_panels(scene: SceneBuilder, stacks: Iterable[tuple[int, ...]]) -> None:
    """Sum up each player: crabs free, trapped, washed away."""
    state, plan, words = scene.state, scene.plan, scene.words.without_names
    players, leaves = state.players, state.out
    crabs, owned, free = sum(scene.box.crabs), [0] * players, [0] * players
    for stack in stacks:
        free[player_of(stack[-1])] += 1
        for crab in stack:
            owned[player_of(crab)] += 1
    for player, held in enumerate(owned):
        out = bool(leaves[player])
        lines = summary(words, held, free[player], crabs - held, out)
        scene.panel(player, plan.panels[player], lines, out=out)


@functools.lru_cache(maxsize=4096)
def summary(words: Translator, held: int, free: int, gone: int, out: bool) -> tuple[str, ...]:
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


def sketch_legend(words: Translator, stacks: Iterable[tuple[int, tuple[int, ...]]]) -> Sketch:
    """Say how a space is written, and what lies below the crabs on top."""
    below = [
        " ".join([space_name(cell), *(f"{player_of(crab)}{LETTERS[size_of(crab)]}" for crab in crabs[-2::-1])])
        for cell, crabs in stacks
        if len(crabs) > 1
    ]
    lines = [words("sketch.legend", player=PlayerRef(0))]
    if below:
        lines.append(words("sketch.trapped", stacks="; ".join(below)))
    return tuple((Span(line, dim=True),) for line in lines)


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
