"""The battery: the laws every game obeys, whoever wrote it. Run it on a game of your own.

    python -m decapod.testing GAME          prints every law, and which are broken
    testing.check_all(decapod.game(GAME))   the same in a test

Every check raises AssertionError with a sentence saying which law is broken and where.
`python -m decapod.testing golden GAME` writes a game's golden files anew.
"""

from decapod.testing.battery import Law, check_all, find_breach, list_laws, main
from decapod.testing.clicks import check_clicks
from decapod.testing.matches import check_match
from decapod.testing.play import check_play, check_position
from decapod.testing.playthroughs import check_playthrough, golden, golden_layout, write_golden
from decapod.testing.position import Position, dealt, positions
from decapod.testing.position_texts import check_edited, check_edits, check_positions
from decapod.testing.seats import check_seats
from decapod.testing.secrets import check_guessed_moves, check_guesses, check_secrets
from decapod.testing.texts import (
    check_reasons,
    check_rulebook,
    check_sources,
    check_texts,
    check_translations,
    check_words,
    find_tested_rules,
)
from decapod.testing.ways import check_compiled, check_perft, check_simulated_gpu, check_single, check_ways

__all__ = [
    "Law",
    "Position",
    "check_all",
    "check_clicks",
    "check_compiled",
    "check_edited",
    "check_edits",
    "check_guessed_moves",
    "check_guesses",
    "check_match",
    "check_perft",
    "check_play",
    "check_playthrough",
    "check_position",
    "check_positions",
    "check_reasons",
    "check_rulebook",
    "check_seats",
    "check_secrets",
    "check_simulated_gpu",
    "check_single",
    "check_sources",
    "check_texts",
    "check_translations",
    "check_ways",
    "check_words",
    "dealt",
    "find_breach",
    "find_tested_rules",
    "golden",
    "golden_layout",
    "list_laws",
    "main",
    "positions",
    "write_golden",
]
