"""What a person sees of Crab Stack: notation, words, and the board laid out for wide and tall screens."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from decapod.engine import bits, records
from decapod.games.crab_stack import rules
from decapod.games.crab_stack.rules import NOBODY, ROWS, SPACES, WIDTH, player_of, size_of
from decapod.scene import (
    Choice,
    Label,
    Panel,
    Piece,
    Say,
    Scene,
    Seat,
    Span,
    Words,
    Zone,
    awaited,
    no_move,
    say,
    staged,
    titled,
)

SHRINK = (0.66, 0.82, 1.0)  # small, medium, large
ROW_HEIGHT = 0.866  # of the distance of neighbours
LETTERS = "SML"
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"


# --- notation and words -----------------------------------------------------------------------------------


def name(cell: int) -> str:
    """Name a space: a letter for its row, a at the bottom, and a number along it."""
    return f"{'abcdefg'[ROWS - 1 - cell // WIDTH]}{cell % WIDTH + 1}"


def cell_named(box: Any, table: Any, text: str) -> int:
    """Find a space of this board by its name."""
    cell = (ROWS - 1 - "abcdefg".index(text[0])) * WIDTH + int(text[1]) - 1
    if not rules.board(box, int(table.players), int(table.variant)) >> cell & 1:
        raise no_move("read.rock", space=text)
    return cell


def write(box: Any, table: Any, player: int, move: int) -> str:
    """Write a move: `d2-f3`, or `keep d2` after a tied wave."""
    origin, landing = divmod(move, SPACES)
    return f"keep {name(origin)}" if origin == landing else f"{name(origin)}-{name(landing)}"


def read(box: Any, table: Any, player: int, text: str) -> int:
    """Read a move; any space of a group names the group."""
    found = re.fullmatch(r"([a-g][1-7])\s*-\s*([a-g][1-7])", text.lower())
    if found:
        origin, landing = (cell_named(box, table, part) for part in found.groups())
        if origin == landing:
            raise no_move("read.same", space=text[:2])
        return origin * SPACES + landing
    found = re.fullmatch(r"keep\s+([a-g][1-7])", text.lower())
    if not found:
        raise no_move("read.move", text=text)
    cell = cell_named(box, table, found[1])
    for i in range(table.ties):
        if int(table.tied[i]) >> cell & 1:
            cell = bits.lowest(table.tied[i])
    return cell * (SPACES + 1)


def meant(box: Any, table: Any, player: int, clicks: tuple[str, ...]) -> int:
    """Find the move that clicks mean: a crab or rock to leave, one to land on; or a group to keep."""
    spaces = [cell_of(box, table, piece) for piece in clicks]
    origin, landing = spaces[0], spaces[-1]
    if table.ties:
        return kept(table, landing, clicks[-1])
    top = int(table.top[origin])
    if top == NOBODY or player_of(top) != player:
        return origin * SPACES + (0 if origin else 1)
    if clicks[0] != f"crab-{top}":
        raise no_move("click.top", "CS-9", space=name(origin))
    if len(spaces) == 1:
        return somewhere(box, table, origin)
    if origin == landing:
        raise no_move("click.same", "CS-4", space=name(origin))
    move = origin * SPACES + landing
    if rules.refusal(box, table, player, move) == 0 and clicks[-1] != f"crab-{int(table.top[landing])}":
        raise no_move("click.top", "CS-9", space=name(landing))
    return move


def kept(table: Any, cell: int, piece: str) -> int:
    """Find the group that a click on one of its crabs keeps (CS-13)."""
    for i in range(table.ties):
        if int(table.tied[i]) >> cell & 1:
            if piece != f"crab-{int(table.top[cell])}":
                raise no_move("click.top", "CS-9", space=name(cell))
            return bits.lowest(table.tied[i]) * (SPACES + 1)
    return cell * (SPACES + 1)


def somewhere(box: Any, table: Any, origin: int) -> int:
    """Find a move of one's own uncovered crab; or say that it has none (CS-5)."""
    crab = int(table.top[origin])
    landings = rules.landings(box, table, 1 << origin, size_of(crab))
    if landings:
        return origin * SPACES + bits.lowest(landings)
    steps, lands = say(f"steps.{box.steps[size_of(crab)]}"), say(f"lands.{size_of(crab)}")
    raise no_move("click.stuck", "CS-5", crab=sized(crab), steps=steps, lands=lands)


def cell_of(box: Any, table: Any, piece: str) -> int:
    """Find the space of a rock or a crab by its piece's id."""
    kind, _, number = piece.partition("-")
    for cell in cells(rules.board(box, int(table.players), int(table.variant))):
        if kind == "rock" and number == name(cell):
            return cell
        if kind == "crab" and number in [str(crab) for crab in pile(table, cell)]:
            return cell
    raise no_move("click.unknown")


def tell(box: Any, table: Any, player: int, move: int) -> Say:
    """Say what a move does."""
    origin, landing = divmod(move, SPACES)
    if origin == landing:
        return say("move.keep", space=name(origin))
    crab, below = int(table.top[origin]), int(table.top[landing])
    if NOBODY in (crab, below):
        return say("move.unknown")
    return say("move.climb", crab=sized(crab), origin=name(origin), below=sized(below), landing=name(landing))


def sized(crab: int) -> Say:
    """Name the size of a crab."""
    return say(f"size.{size_of(crab)}")


def explain(box: Any, table: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need."""
    if code == rules.NOT_YOUR_TURN:
        return {"player": Seat(int(table.turn))}
    if code in (rules.NO_SUCH_MOVE, rules.CHOOSE_GROUP, rules.NO_TIE):
        return {}
    origin, landing = divmod(move, SPACES)
    if code in (rules.NOT_A_GROUP, rules.NO_CRAB):
        return {"space": name(origin)}
    if code == rules.EMPTY_LANDING:
        return {"space": name(landing)}
    crab = int(table.top[origin])
    if code == rules.NOT_YOURS:
        return {"space": name(origin), "owner": Seat(player_of(crab))}
    if code == rules.TOO_BIG:
        return {"crab": sized(crab), "below": sized(int(table.top[landing]))}
    steps = say(f"steps.{box.steps[size_of(crab)]}")
    return {"crab": sized(crab), "steps": steps, "origin": name(origin), "landing": name(landing)}


def story(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Say]:
    """Tell what a move did: the climb or the choice, the wave, who is out."""
    origin, landing = divmod(move, SPACES)
    told: list[Say] = []
    if origin == landing:
        told.append(say("story.keep", player=Seat(player), space=name(origin)))
    else:
        crab = sized(int(before.top[origin]))
        told.append(say("story.climb", player=Seat(player), crab=crab, origin=name(origin), landing=name(landing)))
    gone = int(before.height.sum()) - int(after.height.sum())
    if gone:
        told.append(say("story.wave", n=gone) if gone > 1 else say("story.wave_one"))
    if after.ties:
        told.append(say("story.tie", player=Seat(player)))
    told.extend(say("story.out", player=Seat(p)) for p in range(after.players) if after.out[p] and not before.out[p])
    return told


# --- the scene --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Layout:
    """Where things go on a canvas."""

    width: float
    height: float
    water: tuple[float, float, float, float]
    panels: tuple[tuple[float, float], ...]
    panel: tuple[float, float]
    story: tuple[float, float, float, float]


LAYOUTS = {
    "wide": Layout(1280, 800, (262, 64, 756, 716),
                   ((18, 84), (1036, 84), (1036, 210), (18, 210)), (226, 108), (1040, 350, 224, 420)),
    "tall": Layout(390, 800, (4, 62, 382, 384),
                   ((6, 456), (198, 456), (6, 566), (198, 566)), (186, 106), (14, 684, 362, 110)),
}  # fmt: skip


def scene(box: Any, table: Any, viewer: int, layout: str, words: Words) -> Scene:
    """Lay the board out for a viewer; all crabs lie open. Whatever looks the same again is made only once."""
    plan = LAYOUTS[layout]
    box, table = records.plain(box), records.plain(table)
    choices = choices_of(box, table, viewer, words) if viewer in awaited(table) else ()
    movable = {choice.clicks[0] for choice in choices}
    tiers = tuple(box.spaces[table.variant][: table.players - 1])
    steps = tuple(box.steps)
    rocks, labels = rocks_and_names(tiers, layout, words)
    pieces = list(rocks)
    labels = list(labels)
    piles = {cell: pile(table, cell) for cell in cells(table.occupied)}
    for cell, crabs in piles.items():
        pieces.extend(stack(words, tiers, layout, steps, cell, crabs, f"crab-{crabs[-1]}" in movable))
        if len(crabs) > 1:
            labels.append(badge(tiers, layout, cell, len(crabs)))
    return staged(
        rules.NAME, table, viewer, layout, words, plan,
        asked=lambda: say("prompt.keep" if table.ties else "prompt.move"), pieces=pieces, choices=choices,
        panels=panels(box, table, piles.values(), viewer, words, layout), zones=water(layout), labels=labels,
        sketch=lambda: sketch(tiers, tuple(table.top), tuple(table.height)), story_box=plan.story,
    )  # fmt: skip


def choices_of(box: Any, table: Any, viewer: int, words: Words) -> tuple[Choice, ...]:
    """List the viewer's moves: a crab and where it lands, or any crab of a group to keep."""
    moves = [0] * rules.WIDEST
    n = rules.legal(box, table, viewer, moves)
    listed: list[Choice] = []
    for move in moves[:n]:
        origin, landing = divmod(move, SPACES)
        if origin != landing:
            listed.append(climb(words, move, table.top[origin], table.top[landing]))
            continue
        text, told = write(box, table, viewer, move), words(tell(box, table, viewer, move))
        group = rules.group_of(table.occupied, 1 << origin)
        listed.extend(Choice(move, text, told, (piece_on(table, cell),)) for cell in cells(group))
    return tuple(listed)


@functools.lru_cache(maxsize=32768)
def climb(words: Words, move: int, crab: int, below: int) -> Choice:
    """Offer a climb of one crab onto another."""
    origin, landing = (name(cell) for cell in divmod(move, SPACES))
    told = words(say("move.climb", crab=sized(crab), origin=origin, below=sized(below), landing=landing))
    return Choice(move, f"{origin}-{landing}", told, (f"crab-{crab}", f"crab-{below}"))


def cells(spaces: int) -> list[int]:
    """List a bit set."""
    return [cell for cell in range(SPACES) if spaces >> cell & 1]


def piece_on(table: Any, cell: int) -> str:
    """Return the id of the crab on top of a space."""
    return f"crab-{table.top[cell]}"


@functools.lru_cache(maxsize=64)
def placed(tiers: tuple[int, ...], layout: str) -> tuple[float, dict[int, tuple[float, float]]]:
    """Give each space in use its place, as large as the water allows; also the distance of neighbours."""
    used = cells(sum(tiers))
    across = {cell: (cell % WIDTH) + cell // WIDTH / 2 for cell in used}
    down = {cell: cell // WIDTH * ROW_HEIGHT for cell in used}
    x, y, width, height = LAYOUTS[layout].water
    wide, high = (max(d.values()) - min(d.values()) for d in (across, down))
    step = round(min((width - 24) / (wide + 1), (height - 24) / (high + 1.16)), 2)
    left = x + width / 2 - step * (min(across.values()) + wide / 2)
    top = y + height / 2 - step * (min(down.values()) + high / 2)
    return step, {cell: (round(left + step * across[cell], 2), round(top + step * down[cell], 2)) for cell in used}


@functools.lru_cache(maxsize=256)
def rocks_and_names(tiers: tuple[int, ...], layout: str, words: Words) -> tuple[tuple[Piece, ...], tuple[Label, ...]]:
    """Make the pieces of all rocks, and the names under them."""
    step, places = placed(tiers, layout)
    rocks: list[Piece] = []
    labels: list[Label] = []
    for cell, (x, y) in places.items():
        tier = next(tier for tier, spaces in enumerate(tiers) if spaces >> cell & 1)
        space = name(cell)
        rocks.append(
            Piece(
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
        )
        labels.append(Label(x, y + step * 0.5, space, step * 0.12, kind="light" if tier == 1 else "dark"))
    return tuple(rocks), tuple(labels)


@functools.cache
def water(layout: str) -> tuple[Zone, ...]:
    """Make the zone of the water."""
    return (Zone("water", *LAYOUTS[layout].water, kind="water"),)


@functools.lru_cache(maxsize=4096)
def badge(tiers: tuple[int, ...], layout: str, cell: int, crabs: int) -> Label:
    """Say how many crabs lie on a space."""
    step, places = placed(tiers, layout)
    x, y = places[cell]
    return Label(x + step * 0.32, y + step * 0.3, f"×{crabs}", step * 0.16, kind="badge")


@functools.lru_cache(maxsize=32768)
def stack(
    words: Words, tiers: tuple[int, ...], layout: str, steps: tuple[int, ...], cell: int, crabs: tuple[int, ...],
    movable: bool,
) -> tuple[Piece, ...]:  # fmt: skip
    """Make the pieces of the crabs on a space, from the rock up."""
    step, places = placed(tiers, layout)
    top = len(crabs) - 1
    return tuple(
        crab_piece(words, crab, cell, level, places[cell], step, steps[size_of(crab)], level == top,
                   level == top and movable)
        for level, crab in enumerate(crabs)
    )  # fmt: skip


@functools.lru_cache(maxsize=32768)
def crab_piece(
    words: Words, crab: int, cell: int, level: int, at: tuple[float, float], step: float, steps: int, top: bool,
    marked: bool,
) -> Piece:  # fmt: skip
    """Make the piece of a crab."""
    size, owner = size_of(crab), Seat(player_of(crab))
    return Piece(
        id=f"crab-{crab}",
        face=f"crab-{player_of(crab)}-{size}",
        x=at[0],
        y=round(at[1] - step * (0.04 + 0.07 * level), 2),
        width=round(step * 0.8 * SHRINK[size], 2),
        layer=10 + cell + level * SPACES,
        region="board",
        order=cell * 100 + 1 + level,
        label=words("label.crab", crab=sized(crab), owner=owner),
        hint=words(
            "hint.crab" if top else "hint.trapped",
            crab=sized(crab), owner=owner, space=name(cell),
            steps=say(f"steps.{steps}"), lands=say(f"lands.{size}"),
        ),
        mark="legal" if marked else "",
    )  # fmt: skip


def pile(table: Any, cell: int) -> tuple[int, ...]:
    """List the crabs on a space from the rock up."""
    crabs: list[int] = []
    crab = int(table.top[cell])
    while crab != NOBODY:
        crabs.append(crab)
        crab = int(table.under[crab])
    return tuple(crabs[::-1])


def panels(
    box: Any, table: Any, piles: Iterable[tuple[int, ...]], viewer: int, words: Words, layout: str
) -> tuple[Panel, ...]:
    """Sum up each player: crabs free, trapped, washed away."""
    owned = [0] * table.players
    for crab in itertools.chain.from_iterable(piles):
        owned[player_of(crab)] += 1
    return tuple(
        panel(words, layout, player, held, bits.count(rules.uncovered(table, player)), sum(box.crabs) - held,
              bool(table.out[player]), bool(table.awaiting >> player & 1), player == viewer)
        for player, held in enumerate(owned)
    )  # fmt: skip


@functools.lru_cache(maxsize=4096)
def panel(
    words: Words, layout: str, player: int, held: int, free: int, gone: int, out: bool, awaiting: bool, you: bool
) -> Panel:
    """Sum up one player."""
    plan = LAYOUTS[layout]
    last = words("panel.out") if out else words("panel.gone", n=gone)
    lines = (words("panel.free", n=free), words("panel.trapped", n=held - free), last)
    title = titled(words, player, player if you else -1)
    return Panel(player, title, awaiting, lines, *plan.panels[player], *plan.panel, you=you, out=out)


def sketch(tiers: tuple[int, ...], top: tuple[int, ...], height: tuple[int, ...]) -> tuple[tuple[Span, ...], ...]:
    """Draw the board in text: a hexagon, the owner's number, the size, and how many lie there; names below."""
    lines: list[tuple[Span, ...]] = []
    for row in range(ROWS):
        across = slice(row * WIDTH, (row + 1) * WIDTH)
        lines.extend(sketch_row(tiers, row, top[across], height[across]))
    return tuple(lines)


@functools.lru_cache(maxsize=8192)
def sketch_row(
    tiers: tuple[int, ...], row: int, top: tuple[int, ...], height: tuple[int, ...]
) -> tuple[tuple[Span, ...], ...]:
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
        names.extend([Span(gap), Span(f" {name(cell)}".ljust(6), dim=True)])
    return (tuple(crabs), tuple(names)) if crabs else ()


@functools.cache
def spot(crab: int, height: int) -> Span:
    """Write one space in six letters: its top crab, and how many lie there."""
    if crab == NOBODY:
        return Span(" ⬡".ljust(6), dim=True)
    raised = "".join(RAISED[int(digit)] for digit in str(height)) if height > 1 else ""
    seat = player_of(crab)
    return Span(f" ⬢{seat}{LETTERS[size_of(crab)]}{raised}".ljust(6), seat=seat, bold=True)


# --- for the battery --------------------------------------------------------------------------------------


def faults(box: Any, table: Any) -> list[str]:
    """Say what is wrong with a table: crabs lost or doubled, sets that do not fit the stacks."""
    found: list[str] = []
    crabs = [crab for cell in range(SPACES) for crab in pile(table, cell)]
    if len(crabs) != len(set(crabs)):
        found.append("a crab lies in two places")
    if len(crabs) > table.players * int(box.crabs.sum()):
        found.append("there are more crabs than the box has")
    for cell in range(SPACES):
        stack = pile(table, cell)
        if len(stack) != table.height[cell]:
            found.append(f"{name(cell)} has {len(stack)} crabs and height {table.height[cell]}")
        if bool(stack) != bool(int(table.occupied) >> cell & 1):
            found.append(f"{name(cell)} is wrongly occupied")
        for kind in range(rules.KINDS):
            on_top = bool(stack) and stack[-1] // rules.COPIES == kind
            if on_top != bool(int(table.tops[kind]) >> cell & 1):
                found.append(f"{name(cell)} has another top crab than its sets say")
        if any(size_of(lower) > size_of(upper) for lower, upper in itertools.pairwise(stack)):
            found.append(f"{name(cell)} has a crab on a bigger one")
    spaces = int(table.occupied)
    if spaces and not table.ties and rules.group_of(spaces, spaces & -spaces) != spaces:
        found.append("the crabs are not connected")
    return found
