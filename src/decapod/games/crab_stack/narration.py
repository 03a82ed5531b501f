"""Crab Stack in words: what a move does, what it did, why it may not be made, what to do now."""

from __future__ import annotations

import functools
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from decapod.engine import bits
from decapod.engine.protocols import NOT_YOUR_TURN, not_your_turn
from decapod.games.crab_stack.chapters.wave import group_of, may_split
from decapod.games.crab_stack.notation import space_name
from decapod.games.crab_stack.state import (
    CHOOSE_GROUP,
    EMPTY_LANDING,
    NO_CRAB,
    NO_SUCH_MOVE,
    NO_TIE,
    NOBODY,
    NOT_A_GROUP,
    NOT_ITS_NAME,
    NOT_YOURS,
    SIZE_NAMES,
    SPACES,
    TOO_BIG,
    crabs_on,
    player_of,
    size_of,
)
from decapod.scene import Message, PlayerRef, message


def prompt(box: Any, state: Any, player: int) -> Message:
    """Ask for a move, or for the group that stays after a tied wave."""
    return message("prompt.keep" if state.ties else "prompt.move")


def describe_move(box: Any, state: Any, player: int, move: int) -> Message:
    """Say what a move does."""
    origin, landing = divmod(move, SPACES)
    if origin == landing:
        return message("move.keep", space=space_name(origin))
    crab, below = int(state.top[origin]), int(state.top[landing])
    if NOBODY in (crab, below):
        return message("move.unknown")
    return message(
        "move.climb",
        crab=size_phrase(crab),
        origin=space_name(origin),
        below=size_phrase(below),
        landing=space_name(landing),
    )


TIED = -1  # in place of how many crabs a wave takes: that is still to be chosen


def climb_key(gone: int) -> str:
    """Return which words say a climb after which so many crabs are washed away."""
    return {TIED: "move.climb_tie", 0: "move.climb", 1: "move.climb_wave_one"}.get(gone, "move.climb_wave")


@functools.lru_cache(maxsize=8192)
def groups_after(occupied: int, origin: int) -> tuple[int, ...]:
    """Return the groups that are left when the only crab of a space leaves it: several bring a wave (CS-10)."""
    rest = occupied ^ 1 << origin
    if not may_split(occupied, origin):
        return (rest,)
    groups: list[int] = []
    while rest:
        groups.append(group_of(rest, rest & -rest))
        rest ^= groups[-1]
    return tuple(groups)


def splits(occupied: int, height: Sequence[int], origin: int) -> bool:
    """Whether the crabs fall apart when the top crab of a space leaves it (CS-10)."""
    return int(height[origin]) == 1 and len(groups_after(int(occupied), origin)) > 1


def washed_by(occupied: int, height: Sequence[int], origin: int, landing: int) -> int:
    """Count the crabs that a wave takes after a climb; TIED if the mover chooses (CS-10 to CS-13)."""
    if not splits(occupied, height, origin):
        return 0
    found: list[tuple[int, int]] = []  # spaces and crabs of each group
    for group in groups_after(int(occupied), origin):
        crabs = sum(int(tall) for cell, tall in enumerate(height) if group >> cell & 1)
        found.append((group.bit_count(), crabs + (group >> landing & 1)))
    most = max(found)
    return TIED if found.count(most) > 1 else sum(crabs for _, crabs in found) - most[1]


def size_phrase(crab: int) -> Message:
    """Name the size of a crab."""
    return message(f"size.{SIZE_NAMES[size_of(crab)]}")


def refusal_parameters(box: Any, state: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need."""
    if code == NOT_YOUR_TURN:
        return not_your_turn(state)
    if code in (NO_SUCH_MOVE, CHOOSE_GROUP, NO_TIE):
        return {}
    origin, landing = divmod(move, SPACES)
    if code in (NOT_A_GROUP, NO_CRAB):
        return {"space": space_name(origin)}
    if code == NOT_ITS_NAME:
        group = next(int(group) for group in state.tied if int(group) >> origin & 1)
        return {"space": space_name(origin), "first": space_name(bits.lowest(group))}
    if code == EMPTY_LANDING:
        return {"space": space_name(landing)}
    crab = int(state.top[origin])
    if code == NOT_YOURS:
        below = [
            message("hint.one_below", crab=size_phrase(one), owner=PlayerRef(player_of(one)))
            for one in crabs_on(state, origin)[-2::-1]
        ]
        return {
            "space": space_name(origin),
            "owner": PlayerRef(player_of(crab)),
            "below": message("origin.below", crabs=below) if below else "",
        }
    if code == TOO_BIG:
        return {"crab": size_phrase(crab), "below": size_phrase(int(state.top[landing]))}
    steps = message(f"steps.{box.steps[size_of(crab)]}")
    return {"crab": size_phrase(crab), "steps": steps, "origin": space_name(origin), "landing": space_name(landing)}


def narrate(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Message]:
    """Tell what a move did: the climb or the choice, the wave, who is out."""
    origin, landing = divmod(move, SPACES)
    events: list[Message] = []
    if origin == landing:
        events.append(message("event.keep", player=PlayerRef(player), space=space_name(origin)))
    else:
        crab = size_phrase(int(before.top[origin]))
        events.append(
            message(
                "event.climb",
                player=PlayerRef(player),
                crab=crab,
                origin=space_name(origin),
                landing=space_name(landing),
            )
        )
    gone = int(sum(before.height)) - int(sum(after.height))
    if gone:
        events.append(message("event.wave", n=gone) if gone > 1 else message("event.wave_one"))
    if after.ties:
        events.append(message("event.tie", player=PlayerRef(player)))
    events.extend(
        message("event.out", player=PlayerRef(p)) for p in range(after.players) if after.out[p] and not before.out[p]
    )
    return events


def explain_points(box: Any, states: Sequence[Any], moves: Sequence[tuple[int, int]]) -> list[list[Message]]:
    """Say of each player why they are out, by the crabs that lay on top when they went; or what became of theirs."""
    last = states[-1]
    owned = [0] * last.players
    for cell in range(SPACES):
        for crab in crabs_on(last, cell):
            owned[player_of(crab)] += 1
    found: list[list[Message]] = []
    for player, held in enumerate(owned):
        if last.out[player]:
            ply = bisect_left(range(len(states)), 1, key=lambda ply: int(states[ply].out[player] > 0))
            found.append([explain_out(states[ply], player)])
        else:
            free = len(tops_of(last, player))
            found.append([message("points.in", trapped=held - free, gone=int(box.crabs.sum()) - held)])
    return found


def explain_out(state: Any, player: int) -> Message:
    """Say why none of a player's crabs could move, on a table where that was so (CS-14)."""
    stuck = [
        message("points.one_stuck", crab=size_phrase(int(state.top[cell])), space=space_name(cell))
        for cell in tops_of(state, player)
    ]
    return message("points.stuck", crabs=stuck) if stuck else message("points.none_on_top")


def tops_of(state: Any, player: int) -> list[int]:
    """List the spaces whose top crab is the player's."""
    return [cell for cell in range(SPACES) if state.top[cell] != NOBODY and player_of(int(state.top[cell])) == player]
