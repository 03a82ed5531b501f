"""The verbs: what every game can do, dispatched on the type of the table.

Generic code (play-outs, search, batch runs) calls these. Interpreted, a call looks the game up in `RULES`;
compiled, the compiler does, once (see `compiled.py`). The real ones are the game's own (see `contract.py`).
"""

from __future__ import annotations

from typing import Any

from decapod.engine import records

#: Every verb with the names of its arguments.
VERBS: dict[str, tuple[str, ...]] = {
    "setup": ("box", "table", "players", "variant", "options"),
    "legal": ("box", "table", "player", "moves"),
    "pick": ("box", "table", "player", "moves", "chance"),
    "refusal": ("box", "table", "player", "move"),
    "play": ("box", "table", "player", "move"),
    "points": ("box", "table", "out"),
    "places": ("box", "table", "out"),
    "ending": ("box", "table"),
    "hide": ("box", "table", "viewer", "guess"),
    "observe": ("box", "table", "viewer", "out"),
}

#: The rules that go with a type of table, narrow and widened.
RULES: dict[Any, Any] = {}


def name_of(rules: Any) -> str:
    """Name the package or module that a game's rules are."""
    return str(rules.__name__)


def enroll(rules: Any) -> None:
    """Make a game's rules known by the type of its table; two games may not share a layout."""
    kinds = (rules.Table, records.widened(rules.Table))
    for kind in kinds:
        known = RULES.get(kind)
        if known is not None and known is not rules:
            raise ValueError(
                f"{name_of(rules)} and {name_of(known)} have tables of the same layout, "
                "so the verbs could not tell them apart: give one of them another field"
            )
    RULES.update(dict.fromkeys(kinds, rules))


def setup(box, table, players, variant, options):
    """Deal: fill a zeroed table whose dice are loaded."""
    return RULES[table.dtype].setup(box, table, players, variant, options)


def legal(box, table, player, moves):
    """Write the legal moves of `player` into `moves`, ascending, and return how many there are."""
    return RULES[table.dtype].legal(box, table, player, moves)


def pick(box, table, player, moves, chance):
    """Let chance choose among the legal moves: what rolling for a place in their list would choose."""
    return RULES[table.dtype].pick(box, table, player, moves, chance)


def hunch(box, table, player, moves, chance):
    """Let chance choose among the moves that look best at a glance; among all, in a game that has no `hunch`."""
    return hunch_of(RULES[table.dtype])(box, table, player, moves, chance)


def hunch_of(rules: Any) -> Any:
    """Return how moves of a game are chosen at a glance: its `hunch`, or else its `pick`."""
    return getattr(rules, "hunch", rules.pick)


def refusal(box, table, player, move):
    """Return 0 if the move is legal, else the code of the reason why it is not."""
    return RULES[table.dtype].refusal(box, table, player, move)


def play(box, table, player, move):
    """Make one legal move."""
    return RULES[table.dtype].play(box, table, player, move)


def points(box, table, out):
    """Write each player's score as it stands."""
    return RULES[table.dtype].points(box, table, out)


def places(box, table, out):
    """Write each player's standing: 1 is first, and ties share a place."""
    return RULES[table.dtype].places(box, table, out)


def ending(box, table):
    """Return why the game ended, 0 while it goes on."""
    return RULES[table.dtype].ending(box, table)


def hide(box, table, viewer, guess):
    """Replace all that `viewer` cannot know by a fair guess made with the dice `guess`."""
    return RULES[table.dtype].hide(box, table, viewer, guess)


def observe(box, table, viewer, out):
    """Write what `viewer` knows as numbers for a learner."""
    return RULES[table.dtype].observe(box, table, viewer, out)
