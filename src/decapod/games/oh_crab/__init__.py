"""Oh Crab!: a race to the sea. Plan in secret, chain your cards, and shove the others out of your way."""

# pyright: reportUnusedImport=false

from decapod.games.oh_crab.art import sprites
from decapod.games.oh_crab.invariants import violations
from decapod.games.oh_crab.knowledge import (
    OBSERVATION,
    OBSERVATION_SIZE,
    OBSERVATION_VERSION,
    determinize,
    is_move_hidden,
    observe,
)
from decapod.games.oh_crab.narration import describe_move, narrate, prompt, refusal_parameters
from decapod.games.oh_crab.notation import format_move, format_position, parse_move, parse_position
from decapod.games.oh_crab.rulebook import rulebook_tables, set_up_example
from decapod.games.oh_crab.rules import (
    apply_action,
    illegal_reason,
    legal_actions,
    places,
    points,
    sample_action,
    setup,
)
from decapod.games.oh_crab.rules import ending as ending
from decapod.games.oh_crab.scene import build_scene, mid_move_state
from decapod.games.oh_crab.state import (
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
    PASS_ACTIONS,
    RULES_VERSION,
    VARIANTS,
    Box,
    State,
    read_box,
)
