"""The levels: each is named and described, thinks a little, errs within reason, and is better than the one below."""

from __future__ import annotations

import itertools

import pytest

import decapod
from decapod.bots import bot, bot_class, bot_title, bots, compatibility_warning, describe_bot, time_budget
from decapod.bots.levels import Level, Level1, Level6
from decapod.i18n.translator import Translator

NAMES = tuple(f"level{n}" for n in range(1, 8))


def test_all_seven_are_installed_and_described_in_both_languages() -> None:
    assert [name for name in bots() if name.startswith("level")] == list(NAMES)
    lines = [describe_bot(name, language) for name in NAMES for language in ("en", "fr")]
    assert len(set(lines)) == 14
    assert all(lines)
    for name in NAMES:
        assert bot_class(name).name == name
        assert f"bot.{name}" in Translator(None, "fr")
        assert bot_title(name, "fr") != bot_title(name) != name


def test_a_level_thinks_at_most_a_second_but_for_the_highest() -> None:
    assert all(0 < time_budget(name) <= 1 for name in NAMES[:-1])
    assert 1 < time_budget(NAMES[-1]) <= 5


def test_a_level_makes_no_more_simulations_than_its_thoughts() -> None:
    seat = decapod.game("crabe-vs-poulpe").match(2, seed=2, first=0).player_view(0)
    moves = len(seat.legal_actions())
    for name in NAMES[:3]:
        made = sum(one.visits for one in bot(name, seed=1, seconds=3600.0).evaluate(seat))
        assert made == bot_class(name).config.simulations_per_move * moves  # type: ignore[attr-defined]
    assert sum(one.visits for one in bot("level3:5", seed=1).evaluate(seat)) == 5, "a smaller budget is kept to"


def test_higher_levels_think_more_and_have_fewer_whims() -> None:
    configs = [bot_class(name).config for name in NAMES[:-1]]  # type: ignore[attr-defined]
    for low, high in itertools.pairwise(configs):
        assert high.simulations_per_move is None or low.simulations_per_move < high.simulations_per_move
        assert (low.rollout_turns, low.rollout_candidates) <= (high.rollout_turns, high.rollout_candidates)
        assert low.temperature > high.temperature
    assert (configs[-1].simulations_per_move, configs[-1].temperature) == (None, 0.0)


def choices(level: type[Level], tries: int) -> list[int]:
    """List what a level chooses at one table again and again."""
    seat = decapod.game("crabe-vs-poulpe").match(2, seed=2, first=0).player_view(0)
    return [level(seed, playouts=12).choose(seat).id for seed in range(tries)]


@pytest.mark.slow
def test_a_low_level_has_whims_and_the_highest_has_none() -> None:
    assert len(set(choices(Level1, 12))) > 1
    assert choices(Level1, 4) == choices(Level1, 4), "the same seed, the same whim"
    seat = decapod.game("crabe-vs-poulpe").match(2, seed=2, first=0).player_view(0)
    for seed in range(4):
        assert Level6(seed, playouts=40).choose(seat) == Level6(seed, playouts=40).evaluate(seat)[0].move


def test_nobody_chooses_what_they_never_looked_at() -> None:
    seat = decapod.game("crab-stack").match(2, seed=2, first=0).player_view(0)
    for seed in range(6):
        tried = {one.move.id for one in Level1(seed, playouts=5).evaluate(seat) if one.visits}
        assert Level1(seed, playouts=5).choose(seat).id in tried


def test_the_lowest_levels_do_not_end_a_turn_or_rest_while_they_can_do_anything() -> None:
    """A newcomer saw Shrimp place a card and end its turn, and rest three times running."""
    game = decapod.game("oh-crab")
    match, players = game.match(2, seed=4), [Level1(seed, playouts=4) for seed in range(2)]
    idle = 0
    for _ in range(150):
        if match.is_over:
            break
        player = match.to_act[0]
        legal = set(match.legal_actions(player))
        chosen = players[player].choose(match.player_view(player, event_log=False))
        assert chosen.id not in game.rules.PASS_ACTIONS or legal <= game.rules.PASS_ACTIONS  # type: ignore[attr-defined]
        idle += chosen.id in game.rules.PASS_ACTIONS  # type: ignore[attr-defined]
        match.play(player, chosen)
    assert idle


@pytest.mark.slow
def test_level_three_beats_level_one() -> None:
    wins = 0.0
    for seed in range(8):
        match = decapod.game("crabe-vs-poulpe").match(2, seed=seed // 2)
        high = seed % 2
        seats = [bot("level3" if player == high else "level1", seed=seed, seconds=3600.0) for player in range(2)]
        while not match.is_over:
            player = match.to_act[0]
            match.play(player, seats[player].choose(match.player_view(player, event_log=False)))
        wins += (1 + match.returns[high]) / 2
    assert wins >= 6


def test_the_highest_levels_are_guided_by_a_net_that_knows_the_box() -> None:
    game = decapod.game("crabs")
    short = game.parse_box(game.box.text.replace("\nscore = 25 ", "\nscore = 20 "), "of ours")
    assert short != game.box
    seat, other = (game.match(2, seed=2, first=0, box=box).player_view(0) for box in (game.box, short))
    duel, four = (decapod.game("yadokarick").match(players, seed=2).player_view(0) for players in (2, 4))
    for name in NAMES:
        level = bot(name, seed=1)
        assert isinstance(level, Level)
        assert (level.net_for(seat) is not None) == (name in ("level6", "level7"))
        assert level.net_for(other) is None
        assert level.net_for(duel) is None, "there it was not better"
        assert (level.net_for(four) is not None) == (name in ("level6", "level7"))
        assert compatibility_warning(name, game, short) == "", "it plays there as the search does"
