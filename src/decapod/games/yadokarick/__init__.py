"""Yadokarick: win just the cards your hermit crab's house needs, and mind the roof."""

# pyright: reportUnusedImport=false

from decapod.games.yadokarick.art import sprites
from decapod.games.yadokarick.invariants import violations
from decapod.games.yadokarick.knowledge import (
    OBSERVATION,
    OBSERVATION_SIZE,
    OBSERVATION_VERSION,
    determinize,
    observe,
)
from decapod.games.yadokarick.narration import describe_move, explain_points, narrate, prompt, refusal_parameters
from decapod.games.yadokarick.notation import format_move, format_position, parse_move, parse_position
from decapod.games.yadokarick.rulebook import rulebook_tables, set_up_example
from decapod.games.yadokarick.rules import (
    apply_action,
    illegal_reason,
    legal_actions,
    places,
    points,
    sample_action,
    setup,
)
from decapod.games.yadokarick.rules import ending as ending
from decapod.games.yadokarick.scene import build_scene, mid_move_state
from decapod.games.yadokarick.state import (
    ENDINGS,
    HAS_HIDDEN_INFORMATION,
    ILLEGAL_REASONS,
    INLINE,
    LOSER_STARTS,
    LOST_ENDINGS,
    MAX_GAME_LENGTH,
    MAX_LEGAL_ACTIONS,
    NAME,
    NUM_ACTIONS,
    OPTIONS,
    RULES_VERSION,
    SHUFFLED,
    VARIANTS,
    Box,
    State,
    read_box,
)
