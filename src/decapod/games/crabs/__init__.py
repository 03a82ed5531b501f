"""Crabs!: catch crabs, bind them with a rope, and keep one of every haul."""

# pyright: reportUnusedImport=false

from decapod.games.crabs.art import sprites
from decapod.games.crabs.invariants import violations
from decapod.games.crabs.knowledge import (
    OBSERVATION,
    OBSERVATION_SIZE,
    OBSERVATION_VERSION,
    determinize,
    is_move_hidden,
    observe,
)
from decapod.games.crabs.narration import describe_move, narrate, prompt, refusal_parameters
from decapod.games.crabs.notation import format_move, format_position, parse_move, parse_moves, parse_position
from decapod.games.crabs.rulebook import rulebook_tables, set_up_example
from decapod.games.crabs.rules import apply_action, illegal_reason, legal_actions, places, points, sample_action, setup
from decapod.games.crabs.rules import ending as ending
from decapod.games.crabs.scene import build_scene, mid_move_state
from decapod.games.crabs.state import (
    ENDINGS,
    HAS_HIDDEN_INFORMATION,
    ILLEGAL_REASONS,
    INLINE,
    LOSER_STARTS,
    MAX_GAME_LENGTH,
    MAX_LEGAL_ACTIONS,
    NAME,
    NUM_ACTIONS,
    OPTIONS,
    RULES_VERSION,
    VARIANTS,
    Box,
    State,
    read_box,
)
