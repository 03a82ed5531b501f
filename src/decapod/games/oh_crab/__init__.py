"""Oh Crab!: a race to the sea. Plan in secret, chain your cards, and shove the others out of your way."""

# pyright: reportUnusedImport=false

from decapod.games.oh_crab.art import faces
from decapod.games.oh_crab.invariants import violations
from decapod.games.oh_crab.knowledge import (
    OBSERVATION,
    OBSERVATION_VERSION,
    OBSERVED,
    conceals,
    hide,
    observe,
)
from decapod.games.oh_crab.narration import describe_move, narrate, prompt, refusal_parameters
from decapod.games.oh_crab.notation import read, read_position, write, write_position
from decapod.games.oh_crab.rulebook import arrange, charts
from decapod.games.oh_crab.rules import ending as ending
from decapod.games.oh_crab.rules import legal, pick, places, play, points, refusal, setup
from decapod.games.oh_crab.scene import lay_out, rest
from decapod.games.oh_crab.state import (
    ENDINGS,
    IDLE_MOVES,
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
