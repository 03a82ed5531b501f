"""Crab Stack: an abstract game on hexagonal rocks. Bury everyone else, and mind the wave."""

# pyright: reportUnusedImport=false

from decapod.games.crab_stack.art import faces
from decapod.games.crab_stack.chapters.reach import reach
from decapod.games.crab_stack.chapters.symmetry import symmetries
from decapod.games.crab_stack.invariants import violations
from decapod.games.crab_stack.knowledge import (
    OBSERVATION,
    OBSERVATION_VERSION,
    OBSERVED,
    hide,
    observe,
)
from decapod.games.crab_stack.narration import describe_move, explain_points, narrate, prompt, refusal_parameters
from decapod.games.crab_stack.notation import read, read_position, write, write_position
from decapod.games.crab_stack.rulebook import arrange, charts
from decapod.games.crab_stack.rules import ending as ending
from decapod.games.crab_stack.rules import hunch, legal, pick, places, play, points, refusal, setup
from decapod.games.crab_stack.scene import lay_out, rest
from decapod.games.crab_stack.state import (
    ENDINGS,
    INLINE,
    LONGEST,
    LOSER_BEGINS,
    MOVES,
    NAME,
    OPTIONS,
    REASONS,
    SECRETS,
    VARIANTS,
    VERSION,
    WIDEST,
    Box,
    Table,
    fill,
)
