"""The games over HTTP."""

from __future__ import annotations

from decapod.bots.names import OURS
from decapod.server.http.games import describe_game
from decapod.server.live.bots import Levels
from tests import GAMES

LEVELS = Levels([])


def test_a_game_is_described_with_its_players_options_and_bots() -> None:
    info = describe_game("crab-stack", "fr", LEVELS)
    assert info.variants == {"a": [2, 3, 4], "b": [2, 3, 4]}
    assert set(info.variant_words) == {"a", "b"}
    assert info.bots == list(OURS)
    assert info.bot_words["random"] == "Joue n'importe quel coup permis."
    assert info.bot_titles["level1"] == "1 · Crevette"
    assert {option.name for option in info.options} == {"first", "ply_cap", "out"}


def test_a_range_of_choices_is_written_with_an_ellipsis() -> None:
    options = {option.name: option for option in describe_game("crab-stack", "en", LEVELS).options}
    assert options["ply_cap"].choices[0].count("…") == 1


def test_every_game_speaks_every_language_of_ours() -> None:
    for name in GAMES:
        english, french = (describe_game(name, language, LEVELS) for language in ("en", "fr"))
        assert english.name == french.name == name
        assert [option.words for option in english.options] != [option.words for option in french.options]


def test_choices_are_said_in_words_and_players_counted_from_1() -> None:
    options = {option.name: option for option in describe_game("oh-crab", "fr", LEVELS).options}
    assert options["first"].choice_words[:2] == ["au hasard", "joueur 1"]
    assert options["stray"].choice_words[0] == "il n'y en a pas"
    for option in options.values():
        assert len(option.choice_words) in (0, len(option.choices))


def test_an_option_says_where_it_changes_something() -> None:
    options = {option.name: option for option in describe_game("yadokarick", "en", LEVELS).options}
    assert options["beat"].variants == {"solo": [1]}
    assert options["npc"].variants == {"duel": [2]}
    assert options["rounds"].variants == {"main": [3, 4, 5, 6, 7], "advanced": [3, 4, 5, 6]}
    assert "solo" not in options["first"].variants
    assert [name for name, option in options.items() if option.seat] == ["first"]
