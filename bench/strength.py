"""How strong our bots are: every level against the one below, the strongest against `flat-mc`, in every game.

    uv run python bench/strength.py                       the whole table, about an hour on two cores
    uv run python bench/strength.py crabs --only flat-mc  some of it
    uv run python bench/strength.py --write               the table into docs/strength.md

Every pairing is played by two (Yadokarick by three) with the seats exchanged in every deal, 120 games at most; fewer
if the bet of `lab/ratings.py` settles before, 95 % sure, that the score is above or below what is wanted. Every game is
kept in a file (`--folder`): asked again, it goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import decapod
from decapod.bots import bots
from decapod.lab.arena import Arena, open_arena
from decapod.lab.ratings import compare, score_interval, verdict

MOST = 120  # games a pairing
SURE = 0.95
DOC = Path(__file__).resolve().parents[1] / "docs" / "strength.md"
LEVELS = [f"level{n}" for n in range(1, 7)]
#: For each game: its mode, how many simulations a level may make for a move of the ladder, and the time for level 6 and
#: flat-mc. Simulations, so that it matters to nobody how busy the machine is; they take level 6 20 to 50 ms.
GAMES: dict[str, tuple[dict[str, Any], str, str]] = {
    "crab-stack": ({"players": 2}, "5000", "50ms"),
    "crabs": ({"players": 2}, "2000", "20ms"),
    "oh-crab": ({"players": 2}, "2000", "20ms"),
    "crabe-vs-poulpe": ({"players": 2}, "5000", "50ms"),
    "yadokarick": ({"players": 3}, "1500", "50ms"),
}
#: Where the deal decides more: there the whole interval above a half is wanted.
LUCKY = ("crabe-vs-poulpe", "yadokarick")
AGAINST_FLAT_MC = {"crab-stack": 0.75, "crabs": 0.6, "oh-crab": 0.6}
LADDER = 0.6


@dataclass(frozen=True)
class Pairing:
    """One line of the table: who plays whom, and what is wanted of the first."""

    game: str
    one: str
    other: str
    wanted: float  # the score at least; or, where the interval counts, that all of it is above
    by_interval: bool = False

    @property
    def goal(self) -> str:
        """Say what is wanted."""
        return "interval above 50 %" if self.by_interval else f"{self.wanted:.0%}".replace("%", " %")


def pairings(names: list[str], only: str) -> list[Pairing]:
    """List what is played: the ladder, then level 6 against flat-mc."""
    found: list[Pairing] = []
    for name in names:
        _, ladder, time = GAMES[name]
        if only in ("", "ladder"):
            tail = f":{ladder}" if ladder else ""
            for lower, upper in pairwise(LEVELS):
                lucky = name in LUCKY
                found.append(Pairing(name, upper + tail, lower + tail, 0.5 if lucky else LADDER, lucky))
        if only in ("", "flat-mc"):
            found.append(Pairing(name, f"level6:{time}", f"flat-mc:{time}", AGAINST_FLAT_MC.get(name, 0.5)))
    return found


class Settled(Exception):  # noqa: N818  # not an error
    """It is known whether the score is what is wanted."""


def deal_scores(arena: Arena) -> list[float]:
    """Return what the first bot scored in each whole deal, in order, up to the first that is not whole."""
    results, by_deal = arena.in_order(), defaultdict[int, list[float]](list)
    for comparison in compare(arena.contest, results):
        by_deal[comparison.deal].append(comparison.score)
    games = Counter(arena.contest.deal(result.number) for result in results)
    found: list[float] = []
    while games[len(found)] == len(arena.contest.lineups):
        found.append(statistics.mean(by_deal[len(found)]))
    return found


def file_of(pairing: Pairing, folder: Path) -> Path:
    """Name the file in which the games of a pairing are kept."""
    return folder / f"{pairing.game}-{pairing.one}-{pairing.other}.jsonl".replace(":", "_").replace("/", "_")


def play(pairing: Pairing, folder: Path, games: int, threads: int | None) -> dict[str, Any] | None:
    """Play a pairing until it is settled or has had its games; return its line."""
    mode, path = GAMES[pairing.game][0], file_of(pairing, folder)
    arena, _ = open_arena(path, pairing.game, [pairing.one, pairing.other], games, None, threads, **mode)
    seen = -1

    def look(arena: Arena) -> None:
        nonlocal seen
        if len(arena.results) != seen:
            seen = len(arena.results)
            if verdict(deal_scores(arena), SURE, pairing.wanted):
                raise Settled

    try:
        look(arena)
        arena.run(look)
    except Settled:
        pass
    return line(pairing, arena)


def line(pairing: Pairing, arena: Arena) -> dict[str, Any] | None:
    """Work out what is told of a pairing; an interval holds the truth 19 times out of 20. None if no deal is over."""
    scores, results = deal_scores(arena), arena.in_order()
    if not scores:
        return None
    score, (low, high) = statistics.mean(scores), score_interval(scores)
    settled = verdict(scores, SURE, pairing.wanted)
    seconds = [
        sum(r.seconds[r.bots.index(bot)] for r in results)
        / max(1, sum(r.decisions[r.bots.index(bot)] for r in results))
        for bot in (0, 1)
    ]
    return {
        "game": pairing.game, "one": pairing.one, "other": pairing.other, "wanted": pairing.goal,
        "score": round(score, 3), "low": round(low, 3), "high": round(high, 3),
        "games": len(scores) * len(arena.contest.lineups), "settled": bool(settled),
        "met": low > 0.5 if pairing.by_interval else score >= pairing.wanted,
        "ms": [round(1000 * s, 1) for s in seconds], "moves": statistics.median(r.moves for r in results),
        "failures": len(arena.failures),
    }  # fmt: skip


def row(found: dict[str, Any]) -> str:
    """Write a line of the table."""
    interval = f"{100 * found['low']:.0f} … {100 * found['high']:.0f}"
    answer = ("yes" if found["met"] else "no") + (", settled" if found["settled"] else "")
    times = " / ".join(f"{ms:g}" for ms in found["ms"])
    cells = [found["game"], f"{found['one']} – {found['other']}", f"{100 * found['score']:.0f} %", interval,
             str(found["games"]), found["wanted"], answer, times, f"{found['moves']:g}"]  # fmt: skip
    return f"| {' | '.join(cells)} |"


HEAD = """| game | who | score | 95 % interval | games | wanted | met | ms a move | moves in a game |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="all five unless some are named")
    parser.add_argument("--only", choices=("ladder", "flat-mc"), default="", help="a part of the table")
    parser.add_argument("--most", type=int, default=MOST, help="games a pairing")
    parser.add_argument("--threads", type=int, help="games at once; one for each core")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "decapod-strength")
    parser.add_argument("--played", action="store_true", help="play nothing: the table of what is in the folder")
    parser.add_argument("--write", action="store_true", help="put the table into docs/strength.md")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    asked = parser.parse_args()
    unknown = [name for name in asked.games if name not in GAMES]
    if unknown:
        sys.exit(f"there is no {', '.join(unknown)} here; there is {', '.join(GAMES)}")
    if "level6" not in bots():
        sys.exit("there are no levels in this Decapod")
    asked.folder.mkdir(parents=True, exist_ok=True)
    rows: list[str] = []
    if not asked.json:
        print(HEAD)
    for pairing in pairings(asked.games or list(GAMES), asked.only):
        if asked.played:
            path = file_of(pairing, asked.folder)
            found = line(pairing, Arena.resume(path)) if path.exists() else None
        else:
            found = play(pairing, asked.folder, asked.most, asked.threads)
        if found is None:
            continue
        rows.append(row(found))
        print(json.dumps(found) if asked.json else rows[-1], flush=True)
    if asked.write:
        write(rows)


def write(rows: list[str]) -> None:
    """Replace the table in the docs."""
    text = DOC.read_text(encoding="utf-8")
    before, start, rest = text.partition("<!-- strength -->")
    _, end, after = rest.partition("<!-- end -->")
    if not start or not end:
        sys.exit(f"{DOC} has no place for the table")
    DOC.write_text(f"{before}{start}\n{HEAD}\n{chr(10).join(rows)}\n{end}{after}", encoding="utf-8")
    print(f"written to {DOC}, Decapod {decapod.__version__}")


if __name__ == "__main__":
    main()
