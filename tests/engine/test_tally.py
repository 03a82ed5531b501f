"""Tallies: what is counted of games is what their rows say, however the games were dealt out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.engine import dtypes, game_statistics, jit_warmup, rollout

MODES = [("crab-stack", 3), ("crabe-vs-poulpe", 2), ("yadokarick", 4)]


def how(game: decapod.Game, players: int) -> dict[str, Any]:
    return {"players": players, "options": game.parse_options(players, {}), "seed": 5, "device": "python"}


def stream(game: decapod.Game, players: int, games: int, first: int = 0) -> tuple[list[int], Any, Any]:
    numbers, parts, total = [], [], game_statistics.zeros()

    def take(number: int, rows: Any, tallied: Any) -> None:
        numbers.append(number)
        parts.append(rows)
        game_statistics.merge(total, tallied)

    rollout.stream(game.rules, game.box.record, take, games=games, first=first, **how(game, players))
    return numbers, np.concatenate(parts), total


@pytest.mark.parametrize(("name", "players"), MODES)
def test_a_tally_counts_what_the_rows_say(name: str, players: int) -> None:
    game = decapod.game(name)
    numbers, rows, total = stream(game, players, 12)
    assert np.array_equal(rows, rollout.run(game.rules, game.box.record, games=12, **how(game, players)).results)
    assert numbers[0] == 0
    assert numbers == sorted(numbers)
    assert np.array_equal(total, game_statistics.of_rows(rows, players)), "counted one by one, and many at a time"
    assert total[game_statistics.GAMES] == 12
    assert total[game_statistics.MOVES] == rows["length"].sum()
    assert total[game_statistics.LONGEST] == rows["length"].max()
    for code in range(len(game.rules.ENDINGS)):
        assert total[game_statistics.ENDING + code] == (rows["ending"] == code).sum()
    for row in rows:
        assert total[game_statistics.LENGTH + row["length"]] == (rows["length"] == row["length"]).sum()
    firsts = (rows["places"][:, :players] == 1).sum(1)
    for seat in range(players):
        assert total[game_statistics.POINTS + seat] == rows["points"][:, seat].sum()
        for together in range(game_statistics.SEATS + 1):
            wanted = ((rows["places"][:, seat] == 1) & (firsts == together)).sum()
            assert total[game_statistics.FIRST + seat * (game_statistics.SEATS + 1) + together] == wanted
        for points in set(rows["points"][:, seat]):
            wanted = (rows["points"][:, seat] == points).sum()
            assert (
                total[game_statistics.SCORE + seat * game_statistics.SCORES + int(points) - game_statistics.LOWEST]
                == wanted
            )


def test_parts_add_up_to_the_whole_exactly() -> None:
    game = decapod.game("crab-stack")
    _, rows, whole = stream(game, 2, 11)
    total = game_statistics.zeros()
    for first, games in ((7, 4), (0, 7)):
        numbers, part, tallied = stream(game, 2, games, first)
        assert numbers[0] == first
        assert np.array_equal(part, rows[first : first + games])
        game_statistics.merge(total, tallied)
    assert np.array_equal(total, whole)


def test_what_is_out_of_range_is_counted_at_its_end() -> None:
    row = np.zeros(1, rollout.result_type(2)).view(np.recarray)
    row.length[0], row.places[0], row.points[0] = 10**6, (1, 1), (-30000, 30000)
    total = game_statistics.zeros()
    game_statistics.add_game(total, row[0], 2, np.zeros((game_statistics.CHANGES, 2), np.int64))
    assert np.array_equal(total, game_statistics.of_rows(row, 2))
    assert total[game_statistics.LENGTH + game_statistics.LENGTHS - 1] == 1
    assert (total[game_statistics.MOVES], total[game_statistics.LONGEST]) == (10**6, 10**6)
    assert total[game_statistics.SCORE] == total[game_statistics.SCORE + 2 * game_statistics.SCORES - 1] == 1
    assert total[game_statistics.FIRST + 2] == total[game_statistics.FIRST + game_statistics.SEATS + 1 + 2] == 1


def test_several_threads_hand_games_over_in_order_to_the_calling_one() -> None:
    import threading

    game = decapod.game("crab-stack")
    caller, taken = threading.get_ident(), []

    def take(first: int, rows: Any, tallied: Any) -> None:
        assert threading.get_ident() == caller
        taken.append((first, len(rows), int(tallied[game_statistics.GAMES])))

    mode = {"players": 2, "variant": 0, "options": game.parse_options(2, {}), "seed": 0}
    asked = rollout.check(
        game.rules, game.box.record, games=40, seconds=None, device="cpu", threads=3, progress=None, **mode
    )
    crew = [rollout.Worker(game.rules, game.box.record, dtypes.wide_dtype(game.rules.State)) for _ in range(3)]
    rollout.RolloutRun(game.rules, rollout.play_games, asked, take).play(crew)
    place = 0
    for first, rows, counted in taken:
        assert (first, counted) == (place, rows)
        place += rows
    assert place == 40


def test_games_end_where_their_numbers_do() -> None:
    game = decapod.game("crab-stack")
    with pytest.raises(decapod.errors.UsageError, match="games is a whole number from 1 to 1, not 2"):
        stream(game, 2, 2, rollout.MOST_GAMES - 1)


ON_A_GPU = """
import json, sys
import numpy as np
import decapod
from decapod.engine import rollout
from decapod.engine import cuda_rollout
from decapod.engine import game_statistics
game = decapod.game("crabe-vs-poulpe")
text = game.box.text.replace("hand = 5 ", "hand = 3 ")
boxes = [game.box, game.parse_box(text, "other")]
mode = {"players": 2, "variant": 0, "options": (0,), "seed": 5}
asked = rollout.check(
    game.rules, game.box.record, games=3, seconds=None, device="cuda", threads=None, progress=None, **mode
)
cuda_rollout.BLOCK, cuda_rollout.TALLIES = 4, 2
totals = [game_statistics.zeros(), game_statistics.zeros()]
def take(first, rows, tallies):
    for total, tallied in zip(totals, tallies):
        game_statistics.merge(total, tallied)
    print(json.dumps([int(length) for length in rows["length"]]))
cuda_rollout.stream(game.rules, np.concatenate([box.array for box in boxes]), take, asked, rows=True)
for total in totals:
    print(json.dumps(total.tolist()))
"""


@pytest.mark.slow
def test_a_simulated_gpu_plays_two_boxes_in_one_launch_and_counts_each() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", jit_warmup.JIT_VARIABLE: "0"}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", ON_A_GPU], env=environment, capture_output=True,
                          text=True, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    lengths, *totals = [json.loads(line) for line in done.stdout.splitlines()]
    game = decapod.game("crabe-vs-poulpe")
    other = game.parse_box(game.box.text.replace("hand = 5 ", "hand = 3 "), "other")
    for place, box in enumerate((game.box, other)):
        wanted = game_statistics.zeros()
        rollout.stream(
            game.rules,
            box.record,
            lambda first, rows, tallied, wanted=wanted: game_statistics.merge(wanted, tallied),
            players=2,
            options=(0,),
            seed=5,
            games=3,
            device="python",
        )
        assert totals[place] == wanted.tolist()
        assert sum(lengths[place::2]) == wanted[game_statistics.MOVES]
    assert totals[0] != totals[1]
