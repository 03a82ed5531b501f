"""Sweeps: what is varied and wanted is read with care; boxes are played, refused and ranked."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from typing import Any

import pytest

import decapod
from decapod.errors import ParseError, UsageError
from decapod.lab.contest import Matchup
from decapod.lab.measures import Measure
from decapod.lab.results import lab_words
from decapod.lab.sweep import Objective, Sweep, Trial, as_facts, as_lines, rank, read_axis, read_goals


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play interpreted."""
    monkeypatch.setenv("DECAPOD_JIT", "0")


def contest() -> Matchup:
    return Matchup.surveyed("crabe-vs-poulpe", variant="symmetric")


def test_entries_have_names_or_count_from_1_and_values_are_ranges_or_lists() -> None:
    printed = Matchup.surveyed("crabs").opened_box.printed
    assert read_axis("gear.pot.bonus=3..7", printed).values == (3, 4, 5, 6, 7)
    assert read_axis("gear.pot.bonus=3..7", printed).path == ("gear", 2, "bonus")
    assert read_axis("end.score = 20..30:5", printed).values == (20, 25, 30)
    assert read_axis("objectives.cards.1.needs.1=1,3", printed).path == ("objectives", "cards", 0, "needs", 0)
    assert read_axis("ranks.2.symmetric=again,none", contest().opened_box.printed).values == ("again", "none")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gear.tarp.bonus=1..2", "the box has no gear.tarp.bonus; the nearest is gear.trap.bonus"),
        ("gear[9].bonus=1..2", r"the box has no gear\[9\].bonus; the nearest is gear"),
        ("gear[2].bonus=1..2", r"gear\[2\].bonus is now gear.pot.bonus"),
        ("objectives.cards[0].pays=1..2", r"objectives.cards\[0\].pays is now objectives.cards.1.pays"),
        ("bind.chart[4]=1..2", r"bind.chart\[4\] is now bind.chart.5"),
        ("source.deal=1..2", "the box has no source.deal"),
        ("gear.trap=1..2", "the box has no gear.trap"),
        ("gear.trap.bonus", "--param takes PATH=LOW..HIGH"),
        ("gear.trap.bonus=5..3", "is no range of values"),
        ("gear.trap.bonus=0..99999999", "is no range of values"),
        ("gear.trap.bonus=few", "is a whole number, 5 in this box, not 'few'"),
        ("gear.trap.name=1..3", "is 'trap' in this box, not one of 1..3"),
    ],
)
def test_what_cannot_be_varied_is_told_in_one_line(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_axis(text, Matchup.surveyed("crabs").opened_box.printed)


def test_a_path_that_a_check_of_a_box_names_can_be_varied() -> None:
    game = decapod.game("crabs")
    for entry in ("bonus = 7\ncost = ", "{ needs = [5], pays = "):
        assert game.box.text.count(entry) == 1
        with pytest.raises(ParseError) as refused:
            game.parse_box(game.box.text.replace(entry, f"{entry}99"), "my.toml")
        named = re.search(r"in line \d+: (\S+) is a whole number", str(refused.value))
        assert named is not None
        varied = read_axis(f"{named[1]}=1", game.box.printed)
        value: Any = game.box.printed
        for key in varied.path:
            value = value[key]
        assert f"{entry}{value}" in game.box.text


def test_goals_are_read_or_refused() -> None:
    known = {"length": Measure(20, 1), "seat_spread": Measure(0.1, 0.01)}
    assert read_goals("seat_spread min, length=12±2", known) == (
        Objective("seat_spread", "min"),
        Objective("length", "=", 12, 2),
    )
    for text, says in {
        "fun max": "there is no measure fun; there are length, seat_spread",
        "length": "a goal is MEASURE min",
        "length=1±0": "is more than 0, not 0",
        "length=.±1": "has no numbers that can be read",
    }.items():
        with pytest.raises(UsageError, match=says):
            read_goals(text, known)


def test_a_loss_counts_standard_errors_of_the_first_box() -> None:
    usual = {"length": Measure(20, 1, is_share=False), "ties": Measure(0.1, 0.01)}
    assert Objective("ties", "min").loss(usual, usual, 100) == (0, 1)
    assert Objective("ties", "max").loss({"ties": Measure(0.3, 0.02)}, usual, 100) == pytest.approx((-20, 2))
    assert Objective("length", "=", 17, 2).loss(usual, usual, 100) == (1, 1)
    assert Objective("length", "=", 19, 2).loss(usual, usual, 100) == (0, 1), "anywhere from 17 to 21 is as good"


def test_a_measure_that_never_varies_still_has_a_unit() -> None:
    usual = {"length": Measure(20, 0, is_share=False)}
    assert Objective("length", "min").loss({"length": Measure(21, 0, is_share=False)}, usual, 100) == pytest.approx(
        (100, 1)
    )


def planted(goals: list[Objective], boxes: dict[str, dict[str, Measure]]) -> dict[str, int]:
    """Return the place of each box, the first of which is the one that the sweep began from."""
    usual, games = next(iter(boxes.values())), 20_000
    trials: list[Trial] = []
    for name, measures in boxes.items():
        losses, errors = zip(*(goal.loss(measures, usual, games) for goal in goals), strict=True)
        trials.append(Trial((name,), contest().opened_box, measures, sum(losses), sum(errors)))
    return {str(standing.trial.setting[0]): standing.place for standing in rank(trials)}


def test_a_goal_whose_first_value_is_noise_does_not_outweigh_a_real_difference() -> None:
    """Once each goal was divided by the first box's value: here 0.02 %, give or take 0.5 %."""
    goals = [Objective("seat_spread", "min"), Objective("length", "min")]
    spread = {name: Measure(value, 0.005) for name, value in {"usual": 0.0002, "short": 0.004, "long": 0.0001}.items()}
    lengths = {
        name: Measure(value, 0.5, is_share=False) for name, value in (("usual", 99), ("short", 80), ("long", 99))
    }
    found = planted(goals, {name: {"seat_spread": spread[name], "length": lengths[name]} for name in spread})
    assert found == {"short": 1, "usual": 2, "long": 2}


def test_boxes_that_differ_by_noise_alone_share_a_place() -> None:
    """Of 40 sweeps over 50 equal boxes with two goals, at most a few find a difference."""
    dice, split = random.Random(33), 0
    for _ in range(40):
        boxes = {
            str(box): {
                "seat_spread": Measure(abs(dice.gauss(0, 0.005)), 0.005),
                "ties": Measure(dice.gauss(0.04, 0.001), 0.001),
            }
            for box in range(50)
        }
        found = planted([Objective("seat_spread", "min"), Objective("ties", "min")], boxes)
        split += set(found.values()) != {1}
    assert split <= 2


def test_boxes_that_play_the_same_share_a_place_and_the_fewest_changes_come_first() -> None:
    sweep = Sweep(Matchup.surveyed("oh-crab", players=3), ["shells.supply=24..32:8"], "length min", 2)
    ranked = sweep.run()
    assert {trial.measures["length"].value for trial in ranked} == {ranked[0].measures["length"].value}
    assert {standing.place for standing in sweep.standings()} == {1}
    printed = sweep.contest.opened_box.printed["shells"]["supply"]
    assert ranked[0].setting == (printed,)
    lines = as_lines(sweep, lab_words("en"), 3)
    assert "Boxes with the same place differ by no more than noise." in lines
    assert "No box is better than the one as it is by more than noise." in lines


def test_a_grid_is_played_whole_and_ranked_and_wrong_boxes_are_refused() -> None:
    sweep = Sweep(contest(), ["rules.hand=0..4"], "length min", 6)
    ranked = sweep.run()
    assert set(sweep.done) | set(sweep.refused) == {(n,) for n in range(5)}
    assert (0,) in sweep.refused
    assert "rules.hand" in sweep.refused[0,]
    best = {standing.place: standing.trial.loss for standing in reversed(sweep.standings())}
    assert list(best.values()) == sorted(best.values(), reverse=True)
    again = Sweep(contest(), ["rules.hand=3"], "length min", 6)
    again.run()
    assert again.done[3,].measures == sweep.done[3,].measures, "the same deals for every box"
    assert ranked[0].box.printed["rules"]["hand"] == ranked[0].setting[0]
    for language in ("en", "fr"):
        lines = as_lines(sweep, lab_words(language), 2)
        assert len([line for line in lines if re.match(r" *\d+  ", line)]) == 3, "as it is, and two boxes"
        assert "rules.hand" in lines[-1], "the refused box"
    facts = as_facts(sweep)
    assert [box["values"] for box in facts["boxes"]] == [list(trial.setting) for trial in ranked]


@pytest.mark.slow
def test_a_large_grid_is_searched_and_finds_what_is_wanted() -> None:
    axes = ["rules.hand=2..10", "ranks.α.copies=0..2", "ranks.1.copies=0..2", "ranks.2.copies=0..2"]
    sweep = Sweep(contest(), axes, "length=20±5", 3, trials=12)
    assert sweep.size == 243
    ranked = sweep.run()
    assert 3 <= len(sweep.done) + len(sweep.refused) <= 12
    again = Sweep(contest(), axes, "length=20±5", 3, trials=12)
    assert [trial.setting for trial in again.run()] == [trial.setting for trial in ranked], (
        "the same seed, the same boxes"
    )


def test_wrong_questions_are_refused() -> None:
    with pytest.raises(UsageError, match="a path is varied twice"):
        Sweep(contest(), ["rules.hand=2", "rules.hand=3"], "length min", 3)
    with pytest.raises(UsageError, match="what is to be varied"):
        Sweep(contest(), [], "length min", 3)
    with pytest.raises(UsageError, match="trials is a whole number"):
        Sweep(contest(), ["rules.hand=2"], "length min", 3, trials=0)


ON_A_GPU = """
import json
from decapod.engine import cuda_rollout
from decapod.lab.contest import Matchup
from decapod.lab.sweep import Sweep, as_facts
cuda_rollout.BLOCK, cuda_rollout.TALLIES = 4, 2
matchup = Matchup.surveyed("crabe-vs-poulpe", variant="symmetric")
sweep = Sweep(matchup, ["rules.hand=2..3"], "length min", 3, device="cuda")
sweep.run()
print(json.dumps(as_facts(sweep)))
"""


@pytest.mark.slow
def test_a_simulated_gpu_finds_the_same_in_one_launch() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "DECAPOD_JIT": "0"}
    command = [sys.executable, "-W", "ignore", "-c", ON_A_GPU]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    here = Sweep(contest(), ["rules.hand=2..3"], "length min", 3)
    here.run()
    assert json.loads(done.stdout) == json.loads(json.dumps(as_facts(here)))
