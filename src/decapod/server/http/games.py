"""The games over HTTP."""

from __future__ import annotations

from litestar import Controller, get
from litestar.params import FromQuery

from decapod.core.game import game as game_named
from decapod.core.game import games
from decapod.scene import Translator
from decapod.server import wire
from decapod.server.http.dependencies import TheServer
from decapod.server.live.bots import Levels
from decapod.server.words import supported_language


class Games(Controller):
    """The games."""

    path = "/api/games"
    tags = ("games",)

    @get(summary="All games", sync_to_thread=False)
    def all(self, server: TheServer, language: FromQuery[wire.Language] = "en") -> list[wire.GameInfo]:
        """List the games: how many play, variants, options, bots."""
        return [describe_game(name, supported_language(language), server.services.levels) for name in games()]


def describe_choice(words: Translator, option: str, choice: str) -> str:
    """Say what a choice of an option means: in the game's own words, or those that all games share, or as it is."""
    if f"choice.{option}.{choice}" in words:
        return words(f"choice.{option}.{choice}")
    if choice == "random":
        return words("choice.random")
    return words("choice.player", n=int(choice) + 1) if option == "first" else choice


def describe_game(name: str, language: str, levels: Levels) -> wire.GameInfo:
    """Describe a game to somebody who wants to set a table up."""
    game = game_named(name)
    words = game.translator(language)
    variants: dict[str, list[int]] = {}
    for variant, players in game.modes:
        variants.setdefault(variant, []).append(players)
    options = [
        wire.OptionInfo(
            name=option.name,
            words=words(f"option.{option.name}"),
            default=str(option.default),
            choices=[f"{option.choices[0]}…{option.choices[-1]}"]
            if isinstance(option.choices, range)
            else list(option.choices),
            choice_words=[describe_choice(words, option.name, str(choice)) for choice in option.choices]
            if not isinstance(option.choices, range)
            else [],
            variants={
                variant: counts
                for variant, all_counts in variants.items()
                if (counts := [n for n in all_counts if option.applies(variant, n)])
            },
            seat=option.seat,
        )
        for option in game.options
    ]
    return wire.GameInfo(
        name=name,
        title=words("title"),
        variants=variants,
        variant_words={variant: words(f"variant.{variant}") for variant in variants},
        options=options,
        bots=list(levels.names),
        bot_words={level: levels.describe(level, language) for level in levels.names},
        bot_titles={level: levels.title(level, language) for level in levels.names},
    )
