"""Crabe vs Poulpe: two animals, one pile, first to be rid of all their cards."""

# pyright: reportUnusedImport=false

from decapod.games.crabe_vs_poulpe.art import faces
from decapod.games.crabe_vs_poulpe.invariants import violations
from decapod.games.crabe_vs_poulpe.knowledge import (
    OBSERVATION,
    OBSERVATION_VERSION,
    OBSERVED,
    conceals,
    hide,
    observe,
)
from decapod.games.crabe_vs_poulpe.narration import describe_move, narrate, prompt, refusal_parameters
from decapod.games.crabe_vs_poulpe.notation import read, read_position, write, write_position
from decapod.games.crabe_vs_poulpe.rulebook import arrange, charts
from decapod.games.crabe_vs_poulpe.rules import ending as ending
from decapod.games.crabe_vs_poulpe.rules import legal, pick, places, play, points, refusal, setup
from decapod.games.crabe_vs_poulpe.scene import lay_out, rest
from decapod.games.crabe_vs_poulpe.state import (
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
