"""Every rule has a test that carries its id, and every such id is a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

import decapod
from decapod import testing
from tests import GAMES

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_a_test(name: str) -> None:
    testing.check_rulebook(decapod.game(name), testing.find_tested_rules(TESTS))


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_the_box_says_where_it_is_from(name: str) -> None:
    testing.check_sources(decapod.game(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_language_has_the_same_rules(name: str) -> None:
    testing.check_translations(decapod.game(name))


def test_a_language_without_rules_of_its_own_gets_the_english_ones() -> None:
    game = decapod.game("crab-stack")
    assert game.rules_text("de") == game.rules_text("../../x") == game.rules_text("en")
    assert game.rules_by_id("fr")["CS-4"].startswith("On ne déplace que des crabes de sa couleur")
    assert list(game.rules_by_id("fr")) == list(game.rulebook)


@pytest.mark.rule("CS-2", "CR-5", "OC-2", "CP-2", "YD-3")
def test_who_begins_a_second_game_is_as_the_rulebooks_say() -> None:
    """Only Crabe vs Poulpe lets the loser begin; everywhere else it is settled anew."""
    assert {name for name in GAMES if decapod.game(name).rules.LOSER_STARTS} == {"crabe-vs-poulpe"}


@pytest.mark.parametrize("name", GAMES)
def test_chance_lets_anyone_begin_unless_agreed_otherwise(name: str) -> None:
    game = decapod.game(name)
    players = max(n for _, n in game.modes)

    def first(**agreed: str) -> set[int]:
        matches = [game.match(players, seed=seed, **agreed) for seed in range(60)]
        return {int(match.state.chef) if name == "oh-crab" else match.to_act[0] for match in matches}

    assert first() == set(range(players))
    assert first(first="1") == {1}
