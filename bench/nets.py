"""How fast nets are evaluated, and how strong they make bots.

    uv run python bench/nets.py speed [GAME ...]       positions a second on one core, observation and moves included
    uv run python bench/nets.py strength [GAME ...]    `net` against `flat-mc`, `puct` against `mcts` and `net`
    uv run python bench/nets.py turns [GAME ...]       `net` against itself when it looks once, not in all ways to turn

The nets are ours, unless `--nets FOLDER` has others, as GAME.safetensors; `--width 512` measures nets drawn by chance.
Matches are those of the arena, the seats exchanged in every deal, at most `--most` games each; kept in `--folder`, so
that they go on where they were when they are asked for again. `--guided 2400`, and `--search` and `--sampler` likewise,
counts simulations instead of time: then it does not matter what else runs on the machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

import decapod
from decapod.bots.mcts import puct
from decapod.bots.net_bot import NetBot, our_net
from decapod.core.game import Game
from decapod.engine import bits, dispatch, dtypes, jit, protocols
from decapod.engine.symmetry import symmetries_of
from decapod.lab.arena import open_arena
from decapod.lab.ratings import compare, score_interval
from decapod.nn import forward
from decapod.nn.forward import NetWeights, Scratch
from decapod.nn.net_file import Net

TABLES, TURNS, SECONDS = 64, 5, 1.0

#: For each game: how it is played, the score `net` is to have against samplers, `puct` against `mcts`.
GAMES: dict[str, tuple[dict[str, Any], float, float]] = {
    "crabs": ({"players": 2}, 0.95, 0.80),
    "crab-stack": ({"players": 2}, 0.85, 0.60),
    "oh-crab": ({"players": 3}, 0.75, 0.80),
    "crabe-vs-poulpe": ({"players": 2}, 0.65, 0.50),
    "yadokarick": ({"players": 4}, 0.35, 0.50),
}


# --- speed ------------------------------------------------------------------------------------------------------


def evaluate_all(boxes, tables, moves, values, net, desk, rounds):
    """Let a net look at all tables some times, as whoever is to move sees each; a kernel."""
    box = boxes[0]
    for _ in range(rounds):
        for i in range(len(tables)):
            player = bits.lowest(tables[i].to_act)
            n = dispatch.legal_actions(box, tables[i], player, moves)
            forward.forward(box, tables[i], player, net, desk)
            forward.weigh_moves(net, desk, moves, n, 1.0)
            forward.value_head(net, desk, tables[i], player, values)


def positions(game: Game, mode: dict[str, Any]) -> Any:
    """Gather tables from games played by chance."""
    found = np.zeros(TABLES, game.rules.State)
    chance, seed, filled = np.random.default_rng(1), 0, 0
    while filled < TABLES:
        match = game.match(seed=seed, **mode)
        seed += 1
        while not match.is_over and filled < TABLES:
            if chance.random() < 0.1:
                found[filled] = dtypes.cast(match.state, game.rules.State)
                filled += 1
            match.play(match.to_act[0], int(chance.choice(match.legal_actions(match.to_act[0]))))
    return found


def measure_speed(name: str, net: Net) -> dict[str, Any]:
    """Measure positions a second, and how long the net bot takes for a move."""
    game = decapod.game(name)
    rules, mode = game.rules, GAMES[name][0]
    jit.kernel(puct.search_by_net, rules)  # whatever it calls can be called from now on
    kernel = jit.kernel(evaluate_all, rules)
    tables, weights, desk = positions(game, mode), NetWeights.of(net), Scratch.of(rules, net.width)
    boxes = np.asarray(game.box.record).reshape(1)
    rest = boxes, tables, np.zeros(rules.MAX_LEGAL_ACTIONS, np.int64), np.zeros(protocols.seats(rules)), weights, desk
    kernel(*rest, 1)
    best = 0.0
    for _ in range(TURNS):
        rounds, began = 0, time.thread_time()
        while time.thread_time() - began < SECONDS / TURNS:
            kernel(*rest, 4)
            rounds += 4
        best = max(best, rounds * TABLES / (time.thread_time() - began))
    seen = np.zeros((TABLES, rules.OBSERVATION_SIZE), desk.seen.dtype)
    for state, row in zip(tables, seen, strict=True):
        wide = dtypes.cast(state, dtypes.wide_dtype(rules.State))
        rules.observe(game.box.record, wide, bits.lowest(wide.to_act), row)
    return {
        "game": name,
        "width": net.width,
        "depth": net.depth,
        "positions": round(best),
        "inputs": rules.OBSERVATION_SIZE,
        "not 0": round(float((seen != 0).sum(axis=1).mean()), 1),
        "ms a move": time_bot(game, mode, net),
    }


def time_bot(game: Game, mode: dict[str, Any], net: Net) -> float:
    """Return how many milliseconds the net bot takes for a move, in the middle."""
    match, took = game.match(seed=1, **mode), []
    with tempfile.TemporaryDirectory() as folder:
        net.write(Path(folder) / "net")
        thinker = NetBot(1, net=str(Path(folder) / "net"))
    while not match.is_over and len(took) < 100:
        seat = match.player_view(match.to_act[0], event_log=False)
        began = time.thread_time()
        move = thinker.choose(seat)
        took.append(time.thread_time() - began)
        match.play(seat.player, move)
    return round(1000 * float(np.median(took)), 2)


# --- strength ---------------------------------------------------------------------------------------------------


def measure_strength(name: str, net: str, asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Play the matches of a game: the score of the first bot, with its interval."""
    mode, above_sampler, above_search = GAMES[name]
    players = mode["players"]
    guided = f"puct{net}:{asked.guided}"
    pairs = [(f"net{net}", f"flat-mc:{asked.sampler}", above_sampler),
             (guided, f"mcts:{asked.search}", above_search), (guided, f"net{net}", 0.5)]  # fmt: skip
    found = []
    for one, other, wanted in pairs:
        if asked.against and not other.startswith(asked.against):
            continue
        bots = [one, *[other] * (players - 1)]
        path = asked.folder / f"{name}-{one}-{other}.jsonl".replace(":", "_").replace("/", "_")
        arena, _ = open_arena(path, name, bots, asked.most, None, asked.threads, **mode)
        arena.run()
        results = arena.in_order()
        firsts = [share_of_first(result.places, list(result.bots).index(0)) for result in results]
        by_deal = [np.mean(firsts[i : i + players]) for i in range(0, len(firsts), players)]
        low, high = score_interval([float(score) for score in by_deal])
        ahead = np.mean([c.score if c.one == 0 else 1 - c.score for c in compare(arena.contest, results)
                         if 0 in (c.one, c.other)])  # fmt: skip
        found.append({
            "game": name, "players": players, "one": one, "others": other, "first": round(float(np.mean(firsts)), 3),
            "low": round(low, 3), "high": round(high, 3), "ahead of each": round(float(ahead), 3),
            "games": len(results), "wanted": wanted, "failures": len(arena.failures),
        })  # fmt: skip
    return found


def measure_turns(name: str, net: str, most: int) -> list[dict[str, Any]]:
    """Let the net bot play those who look at a table once, in every mode of a game that can be turned."""
    game, found = decapod.game(name), []
    turning, once = NetBot(net=net), NetBot(net=net, turns=False)
    for variant, players in game.modes:
        ways = len(symmetries_of(game.rules, game.box.record, game.match(players, variant=variant, seed=0).state).moves)
        if ways == 1:
            continue
        by_deal = []
        for deal in range(max(1, most // players)):
            shares = []
            for own in range(players):
                match = game.match(players, variant=variant, seed=deal)
                while not match.is_over:
                    seat = match.player_view(match.to_act[0], event_log=False)
                    match.play(seat.player, (turning if seat.player == own else once).choose(seat))
                shares.append(share_of_first(match.places, own))
            by_deal.append(float(np.mean(shares)))
        low, high = score_interval(by_deal)
        found.append({
            "game": name, "variant": variant, "players": players, "ways": ways, "games": len(by_deal) * players,
            "first": round(float(np.mean(by_deal)), 3), "low": round(low, 3), "high": round(high, 3),
        })  # fmt: skip
    return found


def share_of_first(places: Any, seat: int) -> float:
    """Return a bot's part of the first place, which those who share it have in equal parts."""
    return (places[seat] == 1) / list(places).count(1)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("speed", "strength", "turns"))
    parser.add_argument("games", nargs="*", metavar="GAME", help="all five, unless named")
    parser.add_argument("--nets", type=Path, help="a folder of other nets than ours")
    parser.add_argument("--width", type=int, help="for speed: units a layer of nets that know nothing")
    parser.add_argument("--depth", type=int, default=3, help="and their layers after the first")
    parser.add_argument("--most", type=int, default=100, help="games a match")
    parser.add_argument("--against", choices=("flat-mc", "mcts", "net"), help="matches against this bot alone")
    for bot, budget in (("puct", "100ms"), ("mcts", "100ms"), ("flat-mc", "200ms")):
        parser.add_argument(f"--{bot}", default=budget, metavar="BUDGET", help=f"what {bot} thinks a move: {budget}")
    parser.add_argument("--threads", type=int, help="games at once; one for each core")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "decapod-nets")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in asked.games or GAMES:
        path = asked.nets and asked.nets / f"{name}.safetensors"
        if asked.what == "strength":
            for found in measure_strength(name, f"@{path}" if path else "", asked):
                print(json.dumps(found), flush=True)
            continue
        if asked.what == "turns":
            for found in measure_turns(name, str(path or ""), asked.most):
                print(json.dumps(found), flush=True)
            continue
        if asked.width:
            net = Net.random(decapod.game(name), asked.width, depth=asked.depth)
        else:
            mode = "-".join(map(str, decapod.game(name).resolve_mode(GAMES[name][0]["players"])))
            net = Net.read(path) if path else our_net(name, mode)
        if net is None:
            sys.exit(f"no net for {name} came with Decapod; --width 256 measures one that knows nothing")
        print(json.dumps(measure_speed(name, net)), flush=True)


if __name__ == "__main__":
    main()
