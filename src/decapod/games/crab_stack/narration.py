"""Crab Stack in words: what a move does, what it did, why it may not be made, what to do now."""

from __future__ import annotations

from typing import Any

from decapod.engine import bits
from decapod.engine.contract import NOT_YOUR_TURN, not_your_turn
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
    player_of,
    size_of,
)
from decapod.scene import Phrase, PlayerName, phrase


def prompt(box: Any, table: Any, player: int) -> Phrase:
    """Ask for a move, or for the group that stays after a tied wave."""
    return phrase("prompt.keep" if table.ties else "prompt.move")


def describe_move(box: Any, table: Any, player: int, move: int) -> Phrase:
    """Say what a move does."""
    origin, landing = divmod(move, SPACES)
    if origin == landing:
        return phrase("move.keep", space=space_name(origin))
    crab, below = int(table.top[origin]), int(table.top[landing])
    if NOBODY in (crab, below):
        return phrase("move.unknown")
    return phrase(
        "move.climb",
        crab=size_phrase(crab),
        origin=space_name(origin),
        below=size_phrase(below),
        landing=space_name(landing),
    )


def size_phrase(crab: int) -> Phrase:
    """Name the size of a crab."""
    return phrase(f"size.{SIZE_NAMES[size_of(crab)]}")


def refusal_parameters(box: Any, table: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Give what a refusal's words need."""
    if code == NOT_YOUR_TURN:
        return not_your_turn(table)
    if code in (NO_SUCH_MOVE, CHOOSE_GROUP, NO_TIE):
        return {}
    origin, landing = divmod(move, SPACES)
    if code in (NOT_A_GROUP, NO_CRAB):
        return {"space": space_name(origin)}
    if code == NOT_ITS_NAME:
        group = next(int(group) for group in table.tied if int(group) >> origin & 1)
        return {"space": space_name(origin), "first": space_name(bits.lowest(group))}
    if code == EMPTY_LANDING:
        return {"space": space_name(landing)}
    crab = int(table.top[origin])
    if code == NOT_YOURS:
        return {"space": space_name(origin), "owner": PlayerName(player_of(crab))}
    if code == TOO_BIG:
        return {"crab": size_phrase(crab), "below": size_phrase(int(table.top[landing]))}
    steps = phrase(f"steps.{box.steps[size_of(crab)]}")
    return {"crab": size_phrase(crab), "steps": steps, "origin": space_name(origin), "landing": space_name(landing)}


def narrate(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Phrase]:
    """Tell what a move did: the climb or the choice, the wave, who is out."""
    origin, landing = divmod(move, SPACES)
    events: list[Phrase] = []
    if origin == landing:
        events.append(phrase("event.keep", player=PlayerName(player), space=space_name(origin)))
    else:
        crab = size_phrase(int(before.top[origin]))
        events.append(
            phrase(
                "event.climb",
                player=PlayerName(player),
                crab=crab,
                origin=space_name(origin),
                landing=space_name(landing),
            )
        )
    gone = int(sum(before.height)) - int(sum(after.height))
    if gone:
        events.append(phrase("event.wave", n=gone) if gone > 1 else phrase("event.wave_one"))
    if after.ties:
        events.append(phrase("event.tie", player=PlayerName(player)))
    events.extend(
        phrase("event.out", player=PlayerName(p)) for p in range(after.players) if after.out[p] and not before.out[p]
    )
    return events
