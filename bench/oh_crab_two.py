"""Oh Crab! for two: no stray, one that stands, or one that the chef's player moves? The study behind the default.

    uv run bench/oh_crab_two.py [--games 100000]

Plays every candidate by chance and by a one-step greedy player, and three players as the measure of length.
"""

from __future__ import annotations

import argparse

import numpy as np
from numba.extending import register_jitable

import decapod
from decapod.engine import bits, dice, dispatch, dtypes, jit, rollout
from decapod.games.oh_crab.chapters import beach

FIRST, SECOND, SHARED, ROUNDS, LEADS, PUSHES, MOVES = range(7)
COUNTED = 7


def worth(state, player):
    """What the greedy player looks at: its lead, then actions left, then being still at work."""
    rival = 0
    for other in range(state.players):
        if other != player:
            rival = max(rival, beach.half_rows(int(state.at[other])))
    lead = beach.half_rows(int(state.at[player])) - rival
    working = 3 if state.turn == player and state.to_act >> player & 1 else 0
    return 16 * lead + 2 * bits.count(int(state.unused) & 63) * (state.turn == player) + working


def greedy(box, states, player, moves, chance):
    """Try every legal move; take the best, chance deciding among equals."""
    n = dispatch.legal_actions(box, states[0], player, moves)
    best, ties, chosen = -(1 << 40), 0, 0
    for i in range(n):
        dtypes.copy(states[0], states[1])
        dispatch.apply_action(box, states[1], player, moves[i])
        value = worth(states[1], player)
        if value > best:
            best, ties = value, 0
        if value == best:
            ties += 1
            if dice.roll(chance, ties) == 0:
                chosen = int(moves[i])
    return chosen


def leader(state):
    """The player alone in the lead, or -1."""
    ahead, alone = -1, False
    nearest = -1
    for player in range(state.players):
        near = beach.half_rows(int(state.at[player]))
        if near > nearest:
            nearest, ahead, alone = near, player, True
        elif near == nearest:
            alone = False
    return ahead if alone else -1


def play_study(boxes, states, moves, chance, players, clever, options, seed, games, out):
    """Play games and count wins by starting place, rounds, changes of the lead, crabs knocked over."""
    box = boxes[0]
    state = states[0]
    for game in range(games):
        rollout.deal(box, state, chance, seed, 0, game, players, 0, options)
        led = -1
        while state.to_act != 0:
            player = bits.lowest(state.to_act)
            down, turns = int(state.down), int(state.turn_index)
            if clever:
                move = greedy(box, states, player, moves, chance)
            else:
                move = dispatch.sample_action(box, state, player, moves, chance)
            dispatch.apply_action(box, state, player, move)
            out[MOVES] += 1
            out[PUSHES] += bits.count(int(state.down) & ~down)
            if state.turn_index != turns:
                now = leader(state)
                if now >= 0:
                    if led >= 0 and now != led:
                        out[LEADS] += 1
                    led = now
        out[ROUNDS] += state.rounds
        dispatch.places(box, state, moves)
        if moves[0] == moves[1] == 1:
            out[SHARED] += 1
        elif moves[0] == 1:
            out[FIRST] += 1
        elif moves[1] == 1:
            out[SECOND] += 1


def main() -> None:
    """Print a row for each candidate."""
    parser = argparse.ArgumentParser(description="Compare ways to play Oh Crab! with two.")
    parser.add_argument("--games", type=int, default=100_000)
    asked = parser.parse_args()
    game = decapod.game("oh-crab")
    for called in (worth, greedy, leader):
        register_jitable(**jit.OPTIONS)(called)
    kernel = jit.kernel(play_study, game.rules)
    boxes = np.asarray(game.box.record).reshape(1).view(np.recarray)
    states = np.zeros(2, game.rules.State).view(np.recarray)
    moves, chance = np.zeros(game.rules.MAX_LEGAL_ACTIONS, np.int64), np.zeros(dice.LENGTH, np.int64)
    print("| players | stray | played by | first wins | second wins | shared | rounds | lead changes | falls |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for clever in (0, 1):
        for players, stray in ((3, "-"), (2, "none"), (2, "standing"), (2, "herded")):
            out = np.zeros(COUNTED, np.int64)
            agreed = {"first": "0"} if players > 2 else {"first": "0", "stray": stray}
            options = np.array(game.parse_options(players, agreed), np.int64)
            kernel(boxes, states, moves, chance, players, clever, options, 20260, asked.games, out)
            n = asked.games
            wins = f"{out[FIRST] / n:.1%} | {out[SECOND] / n:.1%}"
            print(
                f"| {players} | {stray} | {'greedy' if clever else 'chance'} | {wins} "
                f"| {out[SHARED] / n:.1%} | {out[ROUNDS] / n:.1f} | {out[LEADS] / n:.2f} | {out[PUSHES] / n:.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
