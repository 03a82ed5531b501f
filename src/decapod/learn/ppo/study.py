"""Study: how networks play at several moments of a training, and how each does against each.

What opens a game, which kinds of moves grow or vanish, what the first seat is worth between equals: figures, read off
thousands of games of a network against itself.
"""

# pyright: reportMissingImports=false, reportUntypedFunctionDecorator=false

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import torch

import decapod.envs
from decapod.core.game import Game
from decapod.learn.ppo.matches import LOOK, MOST_PLIES, SteppedTables, choose_moves
from decapod.learn.ppo.training import Evaluation, Trainer
from decapod.nn.net_file import write_moves

GAMES = {"cuda": 4096, "cpu": 256}  # of each moment against itself
LISTED = 12  # moves
MOMENTS = 6  # at most: rows and columns of the matrix


def stats(training: Trainer) -> dict[str, Any]:
    """Return how the network played at a few moments, the best among them last, and what each scored against each."""
    trials = choose_trials(training)
    networks = [training.network_of(trial) for trial in trials]
    games = GAMES[training.device]
    return {
        "moments": [look_at(training, trial, network) for trial, network in zip(trials, networks, strict=True)],
        "matrix": [
            [
                0.5 if one is other else round(training.match(one, other, games=games // 4).worth, 3)
                for other in networks
            ]
            for one in networks
        ],
    }


def choose_trials(training: Trainer) -> list[Evaluation]:
    """Choose moments: early ones close together, later ones ever further apart, up to the best."""
    best = training.best
    assert best is not None
    until = training.trials[: training.trials.index(best) + 1]
    last = len(until) - 1
    wanted = {0, last, *(round(last * 2**-k) for k in range(1, MOMENTS - 1))}
    return [until[number] for number in sorted(wanted)]


@torch.no_grad()
def look_at(training: Trainer, trial: Evaluation, network: Any) -> dict[str, Any]:
    """Let a network play itself in the first mode, and count what it does."""
    game, mode, device, games = training.game, training.modes[0], training.device, GAMES[training.device]
    env = decapod.envs.make(
        game.name, mode.players, variant=mode.variant, size=games, device=device, box=training.box, seed=7,
        checked=False, packed=True,
    )  # fmt: skip
    tables = SteppedTables(env)
    arrays = tables.seen
    starter = arrays["player"].long().unsqueeze(1)
    left = torch.ones(games, dtype=torch.bool, device=device)
    rewards, lengths = torch.zeros(games, mode.players, device=device), torch.zeros(games, device=device)
    openings, counts = (torch.zeros(game.rules.NUM_ACTIONS, device=device) for _ in range(2))
    for ply in range(MOST_PLIES):
        chosen = choose_moves(network, arrays, greedy=False)
        counts.index_add_(0, chosen, left.float())
        if ply == 0:
            openings.index_add_(0, chosen, left.float())
        tables.step(chosen)
        lengths += left
        done = left & arrays["terminated"]
        rewards = torch.where(done.unsqueeze(1), arrays["rewards"], rewards)
        left = left & ~done
        if ply % LOOK == LOOK - 1 and not left.any():
            break
    worth = (1 + rewards.gather(1, starter)) / 2
    return {
        "minutes": round(trial.minutes, 2),
        "steps": trial.steps,
        "games": games,
        "length": round(float(lengths.mean()), 1),
        "first_seat": round(float(worth.mean()), 4),
        "ties": round(float((rewards == 0).all(1).float().mean()), 4),
        "openings": most_common(game, openings),
        "moves": most_common(game, counts),
        "kinds": kinds_of(game, counts),
    }


def most_common(game: Game, counts: Any) -> dict[str, float]:
    """Name the moves that were made most, with the share of each."""
    shares, names = (counts / counts.sum()).cpu(), write_moves(game)
    order = shares.argsort(descending=True)[:LISTED].tolist()
    return {names[move]: round(float(shares[move]), 4) for move in order if shares[move] > 0}


def kinds_of(game: Game, counts: Any) -> dict[str, float]:
    """Add up the shares of all moves that begin with the same word; those that begin with a card or a space are one."""
    shares, names = (counts / counts.sum()).cpu().tolist(), write_moves(game)
    found: Counter[str] = Counter()
    for move, share in enumerate(shares):
        if share:
            found[re.sub("^[a-z][0-9].*", "…", names[move].split()[0]).replace("*", "")] += share
    return {word: round(share, 4) for word, share in found.most_common(2 * LISTED)}
