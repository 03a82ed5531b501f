"""The battery: every law as it stands for a game, and the command that checks them all."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from decapod.core.game import Game
from decapod.core.game import game as game_named
from decapod.engine import cuda_rollout
from decapod.errors import DecapodError
from decapod.testing.broken import BrokenLaw, describe
from decapod.testing.clicks import check_clicks
from decapod.testing.matches import check_match
from decapod.testing.play import check_play
from decapod.testing.playthroughs import check_playthrough, write_golden
from decapod.testing.position import dealt, positions
from decapod.testing.position_texts import check_edits, check_positions
from decapod.testing.seats import check_seats
from decapod.testing.secrets import check_guesses
from decapod.testing.texts import (
    check_reasons,
    check_rulebook,
    check_sources,
    check_texts,
    check_translations,
    check_words,
    find_tested_rules,
)
from decapod.testing.ways import (
    check_compiled,
    check_on_gpu,
    check_perft,
    check_simulated_gpu,
    check_single,
    check_ways,
)

POSITIONS = 40  # positions of a game that `check_all` looks at closely


@dataclass(frozen=True)
class Law:
    """One law of the battery as it stands for a game, or for one of its modes: a sentence, and what checks it."""

    words: str
    check: Callable[[], None]
    game: Game


def list_laws(game: Game, *, interpreted: bool = False, tests: Path | None = None) -> list[Law]:
    """List every law for a game.

    `interpreted` leaves out what has to be compiled first. `tests` is a folder of tests that carry the ids of rules:
    without it nobody asks whether every rule has a test. The GPU is simulated, and left out without numba-cuda.
    """
    laws = [law for mode in game.modes for law in _list_laws_of_a_mode(game, *mode, interpreted)]
    laws += [
        Law("what is no move is answered in every language", partial(check_texts, game), game),
        Law("there are words for everything", partial(check_words, game), game),
        Law("the box says whose it is and where its numbers are from", partial(check_sources, game), game),
        Law("every reason rests on a rule", partial(check_reasons, game), game),
        Law("every language has the same rules", partial(check_translations, game), game),
    ]
    if tests is not None:
        laws.append(Law("every rule has a test", lambda: check_rulebook(game, find_tested_rules(tests)), game))
    if cuda_rollout.cuda is not None:
        laws.append(Law("games go the same on a simulated GPU", partial(check_simulated_gpu, game), game))
    return laws


def _list_laws_of_a_mode(game: Game, variant: str, players: int, interpreted: bool) -> list[Law]:
    mode = f"{players} {'player' if players == 1 else 'players'}, {variant}"

    def law(words: str, check: Callable[..., None], seed: int, **often: int) -> Law:
        """Make a law; `often` says how often it looks: at every nth of the positions looked at closely."""

        def run() -> None:
            try:
                step = _step_between_positions(game, variant, players) if often else 1
                check(game, variant, players, seed, **{name: nth * step for name, nth in often.items()})
            except BrokenLaw:
                raise
            except Exception as error:  # a game's own code may raise anything, before there is any position
                mode = f"{game.name} ({variant}), {players} players, seed {seed}"
                raise BrokenLaw(f"{describe(error, game)}; {mode}") from error

        return Law(f"{words} ({mode})", run, game)

    return [
        law("the laws of a position hold along a game", check_play, 1, every=1, secrets_every=4),
        law("they hold when picks come in any order", partial(check_play, ordered=0), 2, every=1, secrets_every=4),
        *(law(f"they hold with seed {seed}", check_play, seed, every=3, secrets_every=12) for seed in (10, 11, 12)),
        law("a match is its record", check_match, 3),
        law("a position is the same written down and read", check_positions, 13, every=2),
        law("an edited position is refused, or played on", check_edits, 14, every=4),
        law("guesses of what is hidden are not always the truth", check_guesses, 4),
        law("a seat knows nothing hidden, and no bot peeks", check_seats, 13, every=8),
        law("every click is a move or gets its reason", check_clicks, 9, every=4),
        law("a whole game can be told", check_playthrough, 1),
        *(() if interpreted else (
            law("every verb answers the same compiled", check_compiled, 5),
            law("a match goes the same compiled", check_single, 15),
            law("games go the same compiled", check_ways, 6),
            law("there are as many positions compiled", check_perft, 8),
        )),
    ]  # fmt: skip


def _step_between_positions(game: Game, variant: str, players: int) -> int:
    """Return how many moves to go on from one position to the next, so that about `POSITIONS` are looked at."""
    return max(1, sum(1 for _ in positions(dealt(game, variant, players, 1), 1)) // POSITIONS)


def find_breach(law: Law) -> str:
    """Check a law. Return how it is broken, or an empty string if it holds."""
    try:
        law.check()
    except Exception as error:  # a game's own code may raise anything
        return describe(error, law.game)
    return ""


def check_all(game: Game, *, interpreted: bool = False, tests: Path | None = None) -> None:
    """Check every law (see `list_laws`); AssertionError says of each that is broken how, a line for each."""
    found = [(law, find_breach(law)) for law in list_laws(game, interpreted=interpreted, tests=tests)]
    lines = [f"{law.words}: {breach}" for law, breach in found if breach]
    assert not lines, f"{game.name} breaks {len(lines)} of {len(found)} laws:\n" + "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a game and print every law, or write golden files; return 1 if a law is broken, 2 if there is no game."""
    parser = argparse.ArgumentParser("python -m decapod.testing", description="Check that a game obeys the laws.")
    parser.add_argument("game", help="its name; golden GAME writes its golden files anew instead", nargs="+")
    parser.add_argument("--interpreted", action="store_true", help="leave out what has to be compiled")
    parser.add_argument("--tests", type=Path, metavar="FOLDER", help="tests that carry the ids of all rules")
    parser.add_argument("--on-gpu", type=int, metavar="SEED", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    try:
        match asked.game:
            case ["golden", name]:
                write_golden(name)
                return 0
            case [name]:
                game = game_named(name)
            case _:
                parser.error("name one game")
    except DecapodError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if asked.on_gpu is not None:
        check_on_gpu(game, asked.on_gpu)
        return 0
    broken, laws = 0, list_laws(game, interpreted=asked.interpreted, tests=asked.tests)
    for law in laws:
        breach = find_breach(law)
        broken += bool(breach)
        print(f"✗ {law.words}\n  {breach}" if breach else f"✓ {law.words}", flush=True)
    if cuda_rollout.cuda is None:
        print("· not checked, because numba-cuda is not installed: games go the same on a GPU")
    print(f"{game.name} breaks {broken} of {len(laws)} laws." if broken else f"{game.name} obeys all laws.")
    return 1 if broken else 0
