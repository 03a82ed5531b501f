"""Yadokarick: win just the cards your hermit crab's house needs, and mind the roof."""

# pyright: reportUnusedImport=false

from decapod.games.yadokarick.art import faces
from decapod.games.yadokarick.invariants import violations
from decapod.games.yadokarick.knowledge import (
    OBSERVATION,
    OBSERVATION_VERSION,
    OBSERVED,
    hide,
    observe,
)
from decapod.games.yadokarick.narration import describe_move, explain_points, narrate, prompt, refusal_parameters
from decapod.games.yadokarick.notation import read, read_position, write, write_position
from decapod.games.yadokarick.rulebook import arrange, charts
from decapod.games.yadokarick.rules import ending as ending
from decapod.games.yadokarick.rules import legal, pick, places, play, points, refusal, setup
from decapod.games.yadokarick.scene import lay_out, rest
from decapod.games.yadokarick.state import (
    ENDINGS,
    INLINE,
    LONGEST,
    LOSER_BEGINS,
    LOST_ENDINGS,
    MOVES,
    NAME,
    OPTIONS,
    REASONS,
    SECRETS,
    SHUFFLED,
    VARIANTS,
    VERSION,
    WIDEST,
    Box,
    Table,
    fill,
)
