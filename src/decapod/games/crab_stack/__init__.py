"""Crab Stack: an abstract game on hexagonal rocks. Bury everyone else, and mind the wave."""

# pyright: reportUnusedImport=false

from decapod.games.crab_stack.art import sprites
from decapod.games.crab_stack.chapters.reach import reachable_actions
from decapod.games.crab_stack.chapters.symmetry import symmetries
from decapod.games.crab_stack.invariants import violations
from decapod.games.crab_stack.knowledge import (
    OBSERVATION,
    OBSERVATION_SIZE,
    OBSERVATION_VERSION,
    determinize,
    observe,
)
from decapod.games.crab_stack.narration import describe_move, explain_points, narrate, prompt, refusal_parameters
from decapod.games.crab_stack.notation import format_move, format_position, parse_move, parse_position
from decapod.games.crab_stack.rulebook import rulebook_tables, set_up_example
from decapod.games.crab_stack.rules import (
    apply_action,
    illegal_reason,
    legal_actions,
    places,
    points,
    rollout_action,
    sample_action,
    setup,
)
from decapod.games.crab_stack.rules import ending as ending
from decapod.games.crab_stack.scene import build_scene, mid_move_state
from decapod.games.crab_stack.state import (
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
