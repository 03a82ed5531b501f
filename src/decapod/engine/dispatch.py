"""The verbs: what every game can do, dispatched on the type of the state.

Generic code (play-outs, search, batch runs) calls these. Interpreted, a call looks the game up in `RULES`;
compiled, the compiler does, once (see `jit.py`). The real ones are the game's own (see `protocols.py`).
"""

from __future__ import annotations

from typing import Any

from decapod.engine import dtypes

#: Every verb with the names of its arguments.
RULE_FUNCTIONS: dict[str, tuple[str, ...]] = {
    "setup": ("box", "state", "players", "variant", "options"),
    "legal_actions": ("box", "state", "player", "moves"),
    "sample_action": ("box", "state", "player", "moves", "chance"),
    "illegal_reason": ("box", "state", "player", "move"),
    "apply_action": ("box", "state", "player", "move"),
    "points": ("box", "state", "out"),
    "places": ("box", "state", "out"),
    "ending": ("box", "state"),
    "determinize": ("box", "state", "viewer", "guess"),
    "observe": ("box", "state", "viewer", "out"),
}

#: The rules that go with a type of table, narrow and widened.
RULES: dict[Any, Any] = {}


def name_of(rules: Any) -> str:
    """Name the package or module that a game's rules are."""
    return str(rules.__name__)


def register_rules(rules: Any) -> None:
    """Make a game's rules known by the type of its table; two games may not share a layout."""
    kinds = (rules.State, dtypes.wide_dtype(rules.State))
    for kind in kinds:
        known = RULES.get(kind)
        if known is not None and known is not rules:
            raise ValueError(
                f"{name_of(rules)} and {name_of(known)} have tables of the same layout, "
                "so the verbs could not tell them apart: give one of them another field"
            )
    RULES.update(dict.fromkeys(kinds, rules))


def setup(box, state, players, variant, options):
    """Deal: fill a zeroed state whose dice are loaded."""
    return RULES[state.dtype].setup(box, state, players, variant, options)


def legal_actions(box, state, player, moves):
    """Write the legal moves of `player` into `moves`, ascending, and return how many there are."""
    return RULES[state.dtype].legal_actions(box, state, player, moves)


def sample_action(box, state, player, moves, chance):
    """Let chance choose among the legal moves: what rolling for a place in their list would choose."""
    return RULES[state.dtype].sample_action(box, state, player, moves, chance)


def rollout_action(box, state, player, moves, chance):
    """Let chance choose among the moves that look best at a glance; among all, in a game that has no
    `rollout_action`.
    """
    return rollout_action_of(RULES[state.dtype])(box, state, player, moves, chance)


def rollout_action_of(rules: Any) -> Any:
    """Return how moves of a game are chosen at a glance: its `rollout_action`, or else its `sample_action`."""
    return getattr(rules, "rollout_action", rules.sample_action)


def illegal_reason(box, state, player, move):
    """Return 0 if the move is legal, else the code of the reason why it is not."""
    return RULES[state.dtype].illegal_reason(box, state, player, move)


def apply_action(box, state, player, move):
    """Make one legal move."""
    return RULES[state.dtype].apply_action(box, state, player, move)


def points(box, state, out):
    """Write each player's score as it stands."""
    return RULES[state.dtype].points(box, state, out)


def places(box, state, out):
    """Write each player's standing: 1 is first, and ties share a place."""
    return RULES[state.dtype].places(box, state, out)


def ending(box, state):
    """Return why the game ended, 0 while it goes on."""
    return RULES[state.dtype].ending(box, state)


def determinize(box, state, viewer, guess):
    """Replace all that `viewer` cannot know by a fair guess made with the dice `guess`."""
    return RULES[state.dtype].determinize(box, state, viewer, guess)


def observe(box, state, viewer, out):
    """Write what `viewer` knows as numbers for a learner."""
    return RULES[state.dtype].observe(box, state, viewer, out)
