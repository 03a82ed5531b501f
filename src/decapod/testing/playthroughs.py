"""Whole games as a person would read them, and the golden files made of them."""

from __future__ import annotations

from pathlib import Path

from decapod.core.game import Game
from decapod.core.game import game as game_named
from decapod.core.match import Match
from decapod.engine import observation, perft
from decapod.errors import UsageError
from decapod.testing.broken import Checking
from decapod.testing.position import Position, positions

GOLDEN = Path("tests/golden")
DRAWN_POSITIONS = 6  # positions drawn in a golden play-through
PERFT_DEPTH = 3


def golden(game: Game) -> dict[str, str]:
    """Write the golden files: one play-through per mode, and perft counts; name and text of each."""
    files: dict[str, str] = {}
    counts = [f"# Positions 1 to {PERFT_DEPTH} moves ahead, seed 1"]
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        depths = perft.perft(game.rules, match.box.record, match.state, PERFT_DEPTH, "cpu")
        counts.append(f"{variant} {players}: {' '.join(str(n) for n in depths)}")
        files[f"{game.name}-{variant}-{players}.txt"] = playthrough(match)
    files[f"{game.name}-perft.txt"] = "\n".join(counts) + "\n"
    return files | golden_layout(game)


def golden_layout(game: Game) -> dict[str, str]:
    """Write the layout of a game's observations: the name of the file, which has its version, and the text."""
    layout = game.rules.OBSERVATION
    lines = [f"{start} {field.name} {field.shape} {field.low} {field.high}"
             for field, start in zip(layout, observation.offsets(layout), strict=True)]  # fmt: skip
    return {f"{game.name}-observation-{game.rules.OBSERVATION_VERSION}.txt": "\n".join(lines) + "\n"}


def playthrough(match: Match) -> str:
    """Write a whole game by chance as a person would read it."""
    start = Position.of(match)
    start.state.canonical_order = 1
    moves = [(player, move) for _, player, move, _ in positions(start, 1)]
    lines = [repr(match), "", match.scene(None).text(), ""]
    for number, (player, move) in enumerate(moves, 1):
        with Checking(Position.of(match), player):
            described = match.describe_move(player, move)
            match.play(player, move)
            lines.append(f"{number}. {player} {described.text}    {' '.join(match.describe_events(None))}".rstrip())
            if number % max(1, len(moves) // DRAWN_POSITIONS) == 0:
                lines += ["", match.scene(None).text(), ""]
    assert match.outcome is not None
    lines += ["", f"{match.outcome.words} Places {match.places}, points {match.points}."]
    return "\n".join(lines) + "\n"


def check_playthrough(game: Game, variant: str, players: int, seed: int) -> None:
    """Check that a whole game can be written down as a person would read it: there are words for all that happens."""
    text = playthrough(game.match(players, variant=variant, seed=seed))
    assert "{" not in text, f"{game.name}, {players} players: a gap in the words of a game is left open"


def write_golden(name: str, folder: Path = GOLDEN) -> None:
    """Write a game's golden files; the layout of an observation is not written anew, but as another version."""
    folder.mkdir(parents=True, exist_ok=True)
    game = game_named(name)
    for file, text in golden_layout(game).items():
        if (folder / file).exists() and (folder / file).read_text(encoding="utf-8") != text:
            raise UsageError(f"the observations of {name} have changed: raise its OBSERVATION_VERSION")
        (folder / file).write_text(text, encoding="utf-8")
    for file, text in golden(game).items():
        (folder / file).write_text(text, encoding="utf-8")
