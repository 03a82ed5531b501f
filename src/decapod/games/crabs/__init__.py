"""Crabs!: catch crabs, bind them with a rope, and keep one of every haul."""

# pyright: reportUnusedImport=false

from decapod.games.crabs.art import faces
from decapod.games.crabs.invariants import violations
from decapod.games.crabs.knowledge import (
    OBSERVATION,
    OBSERVATION_VERSION,
    OBSERVED,
    conceals,
    hide,
    observe,
)
from decapod.games.crabs.narration import describe_move, narrate, prompt, refusal_parameters
from decapod.games.crabs.notation import read, read_line, read_position, write, write_position
from decapod.games.crabs.rulebook import arrange, charts
from decapod.games.crabs.rules import ending as ending
from decapod.games.crabs.rules import legal, pick, places, play, points, refusal, setup
from decapod.games.crabs.scene import lay_out, rest
from decapod.games.crabs.state import (
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
