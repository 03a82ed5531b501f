"""How long a whole match takes to look at, and how honest the errors are: uv run python bench/analysis.py GAME.

A match between two levels is looked at first as a page did before there were reviews: one move after the other, each
position anew by the adviser, with as many simulations as it makes in 0.4 seconds. Then by a review with as many for
each position. `--seeds 6` reviews it by so many seeds, and compares how far the losses lie apart with their errors.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time

import decapod
from decapod.analysis import Review
from decapod.analysis import review as review_match
from decapod.bots import ADVISER, bot, precompile
from decapod.core.match import Match
from decapod.core.player_view import PlayerView

SECONDS = 0.4


def play(name: str, players: int | None, seed: int, levels: list[str]) -> Match:
    """Let levels play a match, in turn on the seats."""
    match = decapod.game(name).match(players, seed=seed)
    bots = [bot(levels[seat % len(levels)], seed=seed + seat) for seat in range(match.players)]
    while not match.is_over:
        player = match.to_act[0]
        match.play(player, bots[player].choose(match.player_view(player, event_log=False)))
    return match


def choices_of(match: Match) -> list[PlayerView]:
    """List the seats of those who had something to choose, in the order of the moves."""
    seats = [match.at_ply(ply).player_view(made.player, event_log=False) for ply, made in enumerate(match.moves)]
    return [seat for seat in seats if len(seat.legal_actions()) > 1]


def usual_simulations(seats: list[PlayerView]) -> int:
    """Return how many simulations the adviser makes in 0.4 seconds of processor time, in the middle case."""
    made: list[float] = []
    for seat in seats[:: max(1, len(seats) // 12)]:
        cpu = time.process_time()
        visits = sum(one.visits for one in bot(ADVISER, seconds=SECONDS).evaluate(seat))
        made.append(visits * SECONDS / (time.process_time() - cpu))
    return round(statistics.median(made))


def judge_one_by_one(seats: list[PlayerView], simulations: int) -> None:
    """Judge every position anew."""
    for seat in seats:
        bot(ADVISER, playouts=simulations).evaluate(seat)


def compare_seeds(match: Match, simulations: int, seeds: int) -> None:
    """Say how far losses of the same move lie apart, in the errors that are stated for them."""
    reviews = [review_match(match, simulations=simulations, seed=seed) for seed in range(seeds)]
    spreads: list[float] = []
    errors: list[float] = []
    grades, changed = 0, 0
    for ply in range(1, len(match.moves) + 1):
        found = [one for review in reviews if (one := review.verdict(ply)) is not None and one.chance is not None]
        worse = [one for one in found if one.move != one.best]
        if len(worse) == seeds:
            spreads.append(statistics.stdev((one.chance or 0) - (one.made_chance or 0) for one in worse))
            errors.append(statistics.fmean(one.value_loss_error for one in worse))
        grades += bool(found and found[0].grade)
        changed += len({one.grade for one in found}) > 1
    if spreads:
        spread, stated = (math.sqrt(statistics.fmean(one * one for one in some)) for some in (spreads, errors))
        print(f"{len(spreads)} losses differ from seed to seed by {spread:.1%}; stated error {stated:.1%}")
    print(f"moves that are graded: {grades}; that another seed calls something else: {changed}")


def main() -> None:
    """Measure one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", default="level5:2000,level4:500")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("--simulations", type=int, default=0, help="for each position, instead of what 0.4 s allow")
    parser.add_argument("--match", help="a saved match, instead of one played now")
    parser.add_argument("--out", help="save the match here")
    asked = parser.parse_args()
    precompile(decapod.game(asked.game).package, wait=True)
    match = (
        decapod.load(asked.match)
        if asked.match
        else play(asked.game, asked.players, asked.seed, asked.levels.split(","))
    )
    if asked.out:
        match.save(asked.out)
    print(f"{match.game.title}, {match.players} players, {len(match.moves)} moves")
    seats = choices_of(match)
    simulations = asked.simulations or usual_simulations(seats)
    print(f"{len(seats)} moves with a choice, {simulations:,} simulations each")
    began, cpu = time.perf_counter(), time.process_time()
    judge_one_by_one(seats, simulations)
    before, cpu_before = time.perf_counter() - began, time.process_time() - cpu
    print(f"one by one: {before:.1f} s, {cpu_before:.1f} s of processor time, 1 thread")
    began, cpu = time.perf_counter(), time.process_time()
    review = Review(match, simulations=simulations)
    review.run(threads=asked.threads)
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(f"review: {took:.1f} s, {cpu:.1f} s of processor time, {asked.threads} threads")
    print(f"ratio: {before / took:.2f}, of processor time {cpu_before / cpu:.2f}")
    if asked.seeds:
        compare_seeds(match, simulations, asked.seeds)


if __name__ == "__main__":
    main()
