"""What commands have in common: arguments and options, and what they are turned into."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from decapod.errors import UsageError

if TYPE_CHECKING:
    from decapod.core.game import Game
    from decapod.scene import Translator

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of a game; see `decapod games`.")]
Players = Annotated[int | None, typer.Option(help="How many play.")]
Variant = Annotated[str | None, typer.Option(help="Which way to play it.")]
Seed = Annotated[int | None, typer.Option(help="The same seed deals the same game everywhere.")]
Set = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")]
BoxFile = Annotated[Path | None, typer.Option("--box", help="A box.toml of your own; see `decapod box`.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Language = Annotated[str, typer.Option(help="Language, for example en or fr.")]
MatchFile = Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")]


def find_game(name: str) -> Game:
    """Return a game by its name; imported only now, so that `--help` is quick."""
    from decapod.core.game import game

    return game(name)


def which_game() -> NoReturn:
    """Refuse a command that names no game."""
    raise UsageError("which game? `decapod games` lists them")


def find_words(game: Game, language: str) -> Translator:
    """Return the words of a game in a language; refuses one that it does not speak."""
    if language not in game.languages():
        raise UsageError(f"{game.name} speaks {', '.join(game.languages())}, not {language!r}")
    return game.translator(language)


def read_settings(given: list[str] | None) -> dict[str, Any]:
    """Read what was given by `--option`, by name."""
    found: dict[str, Any] = {}
    for setting in given or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"--option takes NAME=VALUE, not {setting!r}")
        found[name.strip()] = value.strip()
    return found
