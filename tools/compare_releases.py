"""Compare how two releases play: equal seeds must give equal games, positions, pictures, searches and files.

    python tools/compare_releases.py --python OLD/bin/python --python NEW/bin/python [--seeds 2] [--quick]

Each Python has one release of Decapod installed. The script starts itself in both, which write one digest for every
ply of every mode, and prints the first differences. Exit code 1 means that the releases differ. The names that changed
between the releases are in `NAMES`; a digest holds values only, so a renamed attribute alone is no difference.
"""

from __future__ import annotations

import argparse
import hashlib
import inspect
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

#: New name: the names that older releases have for the same thing.
NAMES = {
    "to_act": ("awaiting",),
    "legal_actions": ("legal_ids",),
    "action_mask": ("mask",),
    "observation": ("observe",),
    "is_over": ("over",),
    "moves": ("played",),
    "action": ("move",),
    "position_key": ("key",),
    "turn_index": ("turns",),
    "notation": ("move_texts",),
    "at_ply": ("at",),
    "player_view": ("seat",),
    "sample_match": ("sample",),
    "undo_policy": ("may_undo",),
    "points_breakdown": ("explain_points",),
    "describe_move": ("describe",),
    "describe_events": ("narrate",),
    "seed_hash": ("seal",),
}
#: The same bots and layouts under their new and older names.
BOTS = [("random", "chance"), ("flat-mc:60", "sampler:60"), ("mcts:60", "search:60"), ("puct:40", "guided:40"),
        ("net", "net"), ("net-sampled", "warm")]  # fmt: skip
LAYOUTS = [("desktop", "wide"), ("tablet", "upright"), ("phone", "tall")]
UNDO_POLICIES = {"ask": "consent", "": "none"}
QUICK_PLIES = 60


def attribute(owner: Any, name: str) -> Any:
    """Return an attribute by its new name or, in an older release, by the old one."""
    for candidate in (name, *NAMES.get(name, ())):
        if hasattr(owner, candidate):
            return getattr(owner, candidate)
    raise AttributeError(f"{owner!r} has neither {name} nor {NAMES.get(name)}")


def first_accepted(call: Callable[[str], Any], names: tuple[str, ...]) -> Any:
    """Return the result for the first of several names that this release knows."""
    from decapod import errors

    base: type[Exception] = getattr(errors, "DecapodError", None) or vars(errors)["Refused"]
    for name in names[:-1]:
        try:
            return call(name)
        except base:
            continue
    return call(names[-1])


def digest(*values: object) -> str:
    """Return a short hash of values that look the same in both releases."""
    return hashlib.sha256(repr(values).encode()).hexdigest()[:16]


def digest_ply(match: Any, *, with_scenes: bool) -> dict[str, str]:
    """Return digests of all that a match shows at one ply."""
    players = range(match.players)
    parts = {
        "legal": digest(attribute(match, "to_act"), [attribute(match, "legal_actions")(p) for p in players]),
        "masks": digest([attribute(match, "action_mask")(p).tobytes() for p in players]),
        "observations": digest([attribute(match, "observation")(p).tobytes() for p in (*players, None)]),
        "position": digest(match.position, attribute(match, "position_key"), attribute(match, "turn_index")),
        "standing": digest(match.points, match.places, match.returns),
        "views": digest([match.determinize(p).tobytes() for p in (*players, None)]),
        "undo": digest([UNDO_POLICIES.get(u, u) for u in (attribute(match, "undo_policy")(p) for p in players)]),
    }
    if with_scenes:
        parts["events"] = digest([attribute(match, "describe_events")(p) for p in (*players, None)])
        for names in LAYOUTS:
            parts[f"picture {names[0]}"] = digest(first_accepted(lambda layout: match.scene(0, layout).svg(), names))
    return parts


def play(game: Any, variant: str, players: int, seed: int, *, quick: bool) -> Iterator[tuple[str, dict[str, str]]]:
    """Play one game by a seeded choice of legal moves; yield a label and digests for every ply, then for the whole."""
    dice = random.Random(f"{game.name} {variant} {players} {seed}")
    options = {}
    for option in game.options:
        if seed and option.applies(variant, players):
            options[option.name] = dice.choice(list(option.allowed(players)))
    match = game.match(players, variant=variant, seed=seed, **options)
    ply = 0
    while not attribute(match, "is_over") and not (quick and ply >= QUICK_PLIES):
        yield f"ply {ply}", digest_ply(match, with_scenes=ply % 7 == seed % 7)
        player = dice.choice(attribute(match, "to_act"))
        action = dice.choice(attribute(match, "legal_actions")(player))
        described = (
            match.describe(player, action) if hasattr(match, "describe") else match.describe_move(player, action)
        )
        yield f"move {ply}", {"move": digest(player, action, described.text, described.words)}
        match.play(player, action, ply * 1000)
        ply += 1
    yield "end", digest_ply(match, with_scenes=True)
    yield (
        "record",
        {
            "record": digest(match.dumps()),
            "points": digest(attribute(match, "points_breakdown")()),
            "ending": digest(match.describe_outcome()),
            "notation": digest(list(attribute(match, "notation")())),
        },
    )
    half = attribute(match, "at_ply")(ply // 2)
    if not attribute(half, "is_over"):
        player = attribute(half, "to_act")[0]
        view = attribute(half, "player_view")(player)
        sampled = attribute(view, "sample_match")(seed)
        yield "guess", {"guess": digest(sampled.position)}
        from decapod.bots import bot

        for names in BOTS:
            mover = first_accepted(lambda name: bot(name, seed=seed), names)
            try:
                chosen = mover.choose(view)
            except Exception as error:  # the reason is compared, whatever it is
                chosen = type(error).__name__
            yield f"bot {names[0]}", {"choice": digest(str(chosen))}


def digest_results(game: Any, variant: str, players: int, *, compiled: bool) -> dict[str, str]:
    """Return digests of random games, played interpreted or compiled."""
    option = "device" if "device" in inspect.signature(game.simulate).parameters else "on"
    device, games = ("cpu", 200) if compiled else ("python", 5)
    run = game.simulate(games, players=players, variant=variant, seed=5, **{option: device})
    return {f"results {device}": digest(run.results.tobytes())}


def digest_net(game: Any) -> dict[str, str]:
    """Return digests of what the net that comes with a game makes of random observations."""
    import importlib

    import numpy as np

    try:
        our_net = importlib.import_module("decapod.bots.net").our_net
    except (ImportError, AttributeError):
        our_net = importlib.import_module("decapod.bots.net_bot").our_net
    net = our_net(game.name)
    size = getattr(game.rules, "OBSERVATION_SIZE", None) or game.rules.OBSERVED
    observations = np.random.default_rng(3).integers(0, 3, (20, size))
    actions = list(range(0, getattr(game.rules, "NUM_ACTIONS", None) or game.rules.MOVES, 7))
    outputs = [net.evaluate(observation, actions) for observation in observations]
    return {"outputs": digest([[np.asarray(part).tobytes() for part in output] for output in outputs])}


def write_digests(seeds: int, *, quick: bool) -> None:
    """Print one line of JSON for every ply of every mode of the release that this Python has installed."""
    import decapod

    for name in ("crabs", "crab-stack", "oh-crab", "crabe-vs-poulpe", "yadokarick"):
        game = decapod.game(name)
        print(json.dumps([name, "net", digest_net(game)]))
        for variant, players in game.modes:
            mode = f"{name} {variant} {players}"
            print(json.dumps([mode, "random games", digest_results(game, variant, players, compiled=not quick)]))
            for seed in range(seeds):
                for label, parts in play(game, variant, players, seed, quick=quick):
                    print(json.dumps([f"{mode} seed {seed}", label, parts]))


def compare(old: Path, new: Path) -> int:
    """Print the first differences of two files of digests, at most three of a mode; return how many lines differ."""
    old_lines, new_lines = (path.read_text().splitlines() for path in (old, new))
    differing: dict[str, int] = {}
    for before, after in zip(old_lines, new_lines, strict=False):
        if before != after:
            mode, label, parts = json.loads(after)
            old_mode, old_label, old_parts = json.loads(before)
            differing[mode] = differing.get(mode, 0) + 1
            if differing[mode] <= 3:
                names = [part for part in parts if parts[part] != old_parts.get(part)]
                print(f"{mode}, {label}: differs in {', '.join(names)} (old line: {old_mode}, {old_label})")
    if len(old_lines) != len(new_lines):
        print(f"{len(old_lines)} lines before, {len(new_lines)} after")
        return 1
    print(f"{len(new_lines)} digests, {sum(differing.values())} differ")
    return sum(differing.values())


def main() -> int:
    """Compare two releases, or print the digests of this one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[], metavar="PATH", help="Python of a release (twice)")
    parser.add_argument("--seeds", type=int, default=2, help="games for each mode")
    parser.add_argument("--quick", action="store_true", help=f"play {QUICK_PLIES} plies of each game")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="write the digests to this folder and keep them")
    parser.add_argument("--write", action="store_true", help="print the digests of this release")
    arguments = parser.parse_args()
    if arguments.write:
        write_digests(arguments.seeds, quick=arguments.quick)
        return 0
    if len(arguments.python) != 2:
        parser.error("--python is needed twice: the old release, then the new one")
    with tempfile.TemporaryDirectory() as scratch:
        folder = arguments.keep or Path(scratch)
        files = [folder / "old.jsonl", folder / "new.jsonl"]
        command = [__file__, "--write", "--seeds", str(arguments.seeds), *(["--quick"] if arguments.quick else [])]
        running = []
        for python, file in zip(arguments.python, files, strict=True):
            if file == files[0] and arguments.keep and file.exists():
                continue  # the old release does not change
            with file.open("w") as output:
                running.append(subprocess.Popen([python, *command], stdout=output, cwd=folder))
        codes = [process.wait() for process in running]
        if any(codes):
            print("a release failed; see above", file=sys.stderr)
            return 2
        return 1 if compare(*files) else 0


if __name__ == "__main__":
    raise SystemExit(main())
