"""Crabe vs Poulpe: two animals, one pile, first to be rid of all their cards."""

# pyright: reportUnusedImport=false

from decapod.games.crabe_vs_poulpe.art import sprites
from decapod.games.crabe_vs_poulpe.invariants import violations
from decapod.games.crabe_vs_poulpe.knowledge import (
    OBSERVATION,
    OBSERVATION_SIZE,
    OBSERVATION_VERSION,
    determinize,
    is_move_hidden,
    observe,
)
from decapod.games.crabe_vs_poulpe.narration import describe_move, narrate, prompt, refusal_parameters
from decapod.games.crabe_vs_poulpe.notation import format_move, format_position, parse_move, parse_position
from decapod.games.crabe_vs_poulpe.rulebook import rulebook_tables, set_up_example
from decapod.games.crabe_vs_poulpe.rules import (
    apply_action,
    illegal_reason,
    legal_actions,
    places,
    points,
    sample_action,
    setup,
)
from decapod.games.crabe_vs_poulpe.rules import ending as ending
from decapod.games.crabe_vs_poulpe.scene import build_scene, mid_move_state
from decapod.games.crabe_vs_poulpe.state import (
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
