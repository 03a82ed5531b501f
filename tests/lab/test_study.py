"""Studies: what is seen inside games is what happened there, in the game's own words."""

from __future__ import annotations

import pytest

import decapod
from decapod.i18n.translator import message
from decapod.lab.contest import Matchup
from decapod.lab.study import FEW, ActionStats, ActionUsage, Scores, describe_use


def watched(game: str, games: int, **how: object) -> ActionStats:
    study = ActionStats(Matchup.surveyed(game, **how))  # type: ignore[arg-type]
    for number in range(games):
        study.watch(number)
    return study


@pytest.mark.parametrize("game", ["crabs", "crab-stack", "crabe-vs-poulpe", "yadokarick"])
def test_chance_plays_as_in_a_simulation(game: str) -> None:
    study = watched(game, 2, seed=4)
    rows = decapod.game(game).simulate(2, seed=4, device="python", first=0).results
    assert sum(study.choices.values()) == rows.length.sum()
    assert study.games == 2


def test_what_bots_played_is_watched_as_it_was() -> None:
    contest = Matchup.surveyed("crabe-vs-poulpe", ["random"], seed=1)
    study = ActionStats(contest)
    results = [contest.play(number) for number in range(3)]
    for result in results:
        study.watch(result.number, result.played)
    assert sum(study.choices.values()) == sum(result.moves for result in results)
    match = contest.begin(0)
    legal = []
    for player, move in results[0].played:
        legal.append(len(match.legal_actions(player)))
        match.play(player, move)
    alone = ActionStats(contest)
    alone.watch(0, results[0].played)
    assert {n: legal.count(n) for n in legal} == alone.choices


def test_uses_are_told_in_the_words_of_the_game() -> None:
    study = watched("crabe-vs-poulpe", 6)
    words = study.contest.rules.translator("fr")
    names = {describe_use(form, use, words) for form, use in study.uses()}
    assert any("Résister" in name for name in names)
    for form, use in study.uses():
        assert use.plays >= use.done.n
        assert use.done.n + use.left.n <= 12, "at most once for each player and game"
        assert describe_use(form, use, words)


def test_of_too_many_forms_places_are_left_out() -> None:
    study = watched("crab-stack", 3)
    names = [describe_use(form, use, study.contest.rules.translator()) for form, use in study.uses()]
    assert "Move the large crab from … onto the small one on …." in names
    assert len(names) < 30
    assert len(set(names)) == len(names)


def test_who_leads_and_how_often_that_changes() -> None:
    study = watched("yadokarick", 8, players=3, seed=2)
    assert len(study.lead_changes) == len(study.turns) == 8
    assert len(study.leads) == max(study.turns)
    last = min(study.turns) - 1
    assert all(scores.n <= 8 for scores in study.leads)
    assert study.leads[last].n > 0


def test_whoever_leads_alone_at_the_end_has_won() -> None:
    studies = [watched("yadokarick", 1, players=3, seed=seed, options={"rounds": 1}) for seed in range(5)]
    ends = [study.leads[-1] for study in studies]
    assert [end.total for end in ends] == [end.n for end in ends]
    assert any(end.n for end in ends)


def test_a_shift_is_found_where_there_is_one_and_not_where_there_are_few() -> None:
    use = ActionUsage(message("x"))
    for i in range(400):
        use.done.add(float(i % 4 < 3))
        use.left.add(float(i % 4 < 1))
    found = use.win_shift
    assert found is not None
    assert found[0] == pytest.approx(0.5)
    assert 0.4 < found[1] < 0.5 < found[2] < 0.6
    assert use.usage_rate == 0.5
    few = ActionUsage(message("x"), done=use.done, left=Scores(FEW - 1, 3, 3))
    assert few.win_shift is None
