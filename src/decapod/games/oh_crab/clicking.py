"""What clicks on pieces of Oh Crab! mean: a move, legal or not, or why they mean none."""

from __future__ import annotations

import re
from typing import Any

from decapod.games.oh_crab import beach, rules, shells
from decapod.games.oh_crab import terms as t
from decapod.games.oh_crab.notation import COLUMN_NAMES, WORDS_TO_ACTS, crab_said, is_space, space_name
from decapod.games.oh_crab.scenery import CRAB_FIRST
from decapod.scene import PlayerName, no_move


def meant(box: Any, table: Any, player: int, clicks: tuple[str, ...]) -> int:
    """Find the move that clicks mean."""
    last = clicks[-1]
    kind, _, name = last.partition("-")
    if kind == "card":
        return meant_by_card(box, table, player, name)
    if kind in ("space", "crab"):
        return t.ACTS + meant_by_place(box, table, player, clicks)
    if last == "deck":
        return t.ACTS + t.DRAW
    if kind == "tile" and name in [str(tile) for tile in range(t.SHELL_TILES)]:
        return t.ACTS + t.TILE + int(name)
    if kind == "act" and name in WORDS_TO_ACTS:
        return t.ACTS + WORDS_TO_ACTS[name]
    if kind == "plan" and name in [str(seat) for seat in range(table.players)]:
        raise no_move("click.plan", "OC-54", player=PlayerName(int(name)))
    if last != "chef":
        raise no_move("click.unknown")
    move = t.ACTS + t.USE + t.CHEF
    if rules.refusal(box, table, player, move) == 0:
        raise no_move("click.chef", "OC-14")
    return move


def meant_by_card(box: Any, table: Any, player: int, name: str) -> int:
    """A card answers what is asked, unless it lies before somebody else."""
    found = re.fullmatch(r"(?:(\d)-)?(\d{1,2})", name)
    card = int(found[2]) if found else t.CARDS
    owned = card >= t.MARKET
    every = int(box.market_cards) | int(box.starting_cards)
    if not found or bool(found[1]) != owned or not every >> card & 1:
        raise no_move("click.unknown")
    for other in range(table.players):
        lies = int(table.sequence[other]) | int(table.discard[other])
        theirs = int(found[1]) == other if owned else bool(lies >> card & 1)
        if theirs and other != player:
            raise no_move("click.others_card", "OC-8", player=PlayerName(other))
    return card


# --- places -----------------------------------------------------------------------------------------------


def meant_by_place(box: Any, table: Any, player: int, clicks: tuple[str, ...]) -> int:
    """A crab goes to a space, or to the one where another crab stands; where nobody goes, that has to wait."""
    stage, end = int(table.stage), place_of(table, clicks[-1])
    if stage != t.JUMP and not t.GOING >> stage & 1:
        return going(player, t.AHEAD)
    crab = mover(table, clicks[0])
    if stage in CRAB_FIRST and len(clicks) == 1:
        return some_way(box, table, player, crab)
    if rules.movers(table) >> crab & 1 == 0 and stage != t.JUMP:
        return going(crab, t.AHEAD)
    if end == t.AWAY:
        raise no_move("click.in_sea", "OC-27", crab=crab_said(table, int(clicks[-1].partition("-")[2])))
    if beach.kind(box, table, end) == t.WALL:
        raise no_move("space.inaccessible", "OC-21", space=space_name(end))
    return journey(table, crab, end)


def place_of(table: Any, piece: str) -> int:
    """Find the space that a piece is or stands on, AWAY for a crab in the sea."""
    kind, _, name = piece.partition("-")
    if kind == "crab" and name in [str(crab) for crab in range(table.crabs)]:
        return int(table.at[int(name)])
    found = re.fullmatch(rf"([{COLUMN_NAMES}])(\d{{1,2}})", name)
    space = (int(found[2]) - 1 + t.LAND) * t.WIDTH + COLUMN_NAMES.index(found[1]) if found else 0
    if kind != "space" or not is_space(space):
        raise no_move("click.unknown")
    return space


def mover(table: Any, first: str) -> int:
    """Say which crab goes: the one clicked first, the one pushed, the stray, or one's own."""
    stage = int(table.stage)
    if stage in CRAB_FIRST:
        if not first.startswith("crab-"):
            raise no_move("click.crab_first", "OC-16")
        place_of(table, first)
        return int(first.partition("-")[2])
    return {t.PUSH: int(table.pushed), t.LEAD: int(table.players)}.get(stage, int(table.turn))


def going(crab: int, way: int) -> int:
    """Return the act by which a crab goes one space."""
    return t.GO + crab * t.DIRECTIONS + way


def some_way(box: Any, table: Any, player: int, crab: int) -> int:
    """Find a way for a crab; if there is none, one that is refused for more than the edge of the beach."""
    ways = [way for way in range(t.DIRECTIONS) if rules.ways_open(table) >> way & 1]
    by_reason = {rules.refusal(box, table, player, t.ACTS + going(crab, way)): way for way in reversed(ways)}
    others = [way for code, way in by_reason.items() if code != t.INACCESSIBLE]
    return going(crab, by_reason.get(0, others[0] if others else ways[0]))


def journey(table: Any, crab: int, end: int) -> int:
    """Find the act that brings a crab to a space: a step, a tunnel, a jump; or say that it is out of reach."""
    origin = int(table.at[crab])
    if origin == end:
        raise no_move("click.same", "OC-16", crab=crab_said(table, crab))
    if table.stage == t.JUMP:
        column = end if origin // t.WIDTH == end // t.WIDTH else origin
        return t.COLUMN + column % t.WIDTH
    for way in range(t.DIRECTIONS):
        if beach.next_to(origin, way) == end:
            return going(crab, way)
        if table.stage == t.DIG and shells.leap_end(table, way) == end:
            return t.LEAP + way
    raise no_move("click.far", "OC-16", space=space_name(end), origin=space_name(origin))
