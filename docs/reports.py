"""Write docs/lab: a report for each of our games, and what sweeps over what we reconstructed say.

    uv run --extra lab python docs/reports.py [--quick] [GAME ...]

It takes about three minutes a game on two cores.
"""

from __future__ import annotations

import argparse
import datetime as dt
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent / "lab"
#: Game: how it is reported.
REPORTS = {
    "crabs": ["--players", "3"],
    "crab-stack": ["--players", "2"],
    "oh-crab": ["--players", "3"],
    "crabe-vs-poulpe": ["--variant", "symmetric"],
    "yadokarick": ["--players", "4"],
}
#: What we reconstructed: a title, the game, and what is swept.
SWEEPS = [
    ("Crabs!, cost of the gear", "crabs",
     ["--players", "3", "--param", "gear.net.cost=0..2", "--param", "gear.trap.cost=1..3",
      "--param", "gear.pot.cost=1..4",
      "--param", "gear.boat.cost=2..5", "--objective", "seat_spread min, end.quiet min"]),
    ("Crabs!, what the cheapest objectives pay", "crabs",
     ["--players", "3", "--param", "objectives.cards.1.pays=2..5", "--param", "objectives.cards.4.pays=5..8",
      "--param", "objectives.cards.18.pays=11..17:2", "--objective", "seat_spread min, end.quiet min"]),
    ("Oh Crab!, cost of the first shortcut, and shells", "oh-crab",
     ["--players", "3", "--param", "shortcuts.1.cards=1..3", "--param", "shells.supply=16..40:8",
      "--param", "starting_spaces.shells.5=0..2", "--objective", "seat_spread min"]),
    ("Oh Crab!, what lies on two tiles", "oh-crab",
     ["--players", "3", "--param", "tiles.1A.3=.T...s.,.T.....,.T.o.s.", "--param", "tiles.2A.2=o.#.##s,o.#..#s",
      "--objective", "seat_spread min, length min"]),
    ("Oh Crab! for two, shells of those who begin behind", "oh-crab",
     ["--players", "2", "--param", "starting_spaces.shells_for_two.1=0..2",
      "--param", "starting_spaces.shells_for_two.2=0..3", "--objective", "seat_spread min"]),
    ("Crabe vs Poulpe, effects of the 2 and the 10", "crabe-vs-poulpe",
     ["--variant", "symmetric", "--param", "ranks.2.symmetric=again,none,steal,swap,give",
      "--param", "ranks.10.symmetric=steal,none,again,swap,give", "--objective", "seat_spread min, length max"]),
    ("Yadokarick, where the marker starts, and the bonus", "yadokarick",
     ["--players", "4", "--param", "track.start=7..15", "--param", "rules.bonus=3..7",
      "--objective", "seat_spread min, ties min"]),
    ("Yadokarick, which numbers have which size", "yadokarick",
     ["--players", "4", "--param", "sizes.green.1=1,2", "--param", "sizes.green.9=3,4,5", "--param",
      "sizes.pink.9=3,4,5", "--param", "sizes.green.36=3,4,5", "--objective", "seat_spread min, ties min"]),
    ("Crab Stack, where the water of board A lies", "crab-stack",
     ["--variant", "a", "--players", "2", "--param",
      "boards.a.4=O Y Y ~ Y Y B,O Y Y Y ~ Y B,O Y Y Y Y ~ B,O Y ~ Y Y Y B", "--objective", "seat_spread min"]),
    ("Crab Stack, board A", "crab-stack",
     ["--variant", "a", "--players", "2", "--param", "crabs.large.steps=1,2", "--objective", "seat_spread min"]),
    ("Crab Stack, board B", "crab-stack",
     ["--variant", "b", "--players", "2", "--param", "crabs.large.steps=1,2", "--objective", "seat_spread min"]),
]  # fmt: skip

#: Games of nets, each of which makes every move as often as it is in favour of it: what differs between two boards.
PLAYED = [
    (f"Crab Stack, board {variant.upper()}, played by nets for {players}", "crab-stack",
     ["--variant", variant, "--players", str(players), "--bots", "net-sampled", "--games", "1000"])
    for players in (2, 3, 4) for variant in ("a", "b")
]  # fmt: skip

SWEPT = """*Written on {today} by `uv run --extra lab python docs/reports.py {command}`.*

The row `as it is` is our box. Boxes with the same place differ by no more than noise, and those with the fewest \
changes come first. ± is the 95 % interval of one box alone."""


def decapod(*words: str) -> str:
    """Run a command; return what it prints."""
    print("decapod", *words, flush=True)
    program = [sys.executable, "-m", "decapod.cli"]
    return subprocess.run([*program, *words], stdout=subprocess.PIPE, text=True, check=True).stdout  # noqa: S603


def main() -> None:
    """Write all, or what is about some games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="which games; all unless named")
    parser.add_argument("--quick", action="store_true", help="few games: to see whether all works")
    parser.add_argument("--no-sweeps", action="store_true", help="reports only")
    parser.add_argument("--no-reports", action="store_true", help="sweeps only")
    asked = parser.parse_args()
    HERE.mkdir(exist_ok=True)
    chosen = asked.games or list(REPORTS)
    few = ["--games", "2000", "--traced-games", "50", "--bot-games", "6", "--ladder-games", "2"] if asked.quick else []
    for game in chosen if not asked.no_reports else []:
        lines = decapod("report", game, *REPORTS[game], *few, "--out", str(HERE / f"{game}.html"))
        (HERE / f"{game}.md").write_text(lines, encoding="utf-8")
    parts: list[str] = []
    for title, game, words in SWEEPS if not asked.no_sweeps else []:
        if game in chosen:
            games = ["--games", "500"] if asked.quick else []
            table = decapod("sweep", game, *words, *games, "--top", "8")
            typed = " ".join(f"'{word}'" if " " in word else word for word in words)
            parts.append(f"## {title}\n\n`decapod sweep {game} {typed}`\n\n```text\n{table}```\n")
    for title, game, words in PLAYED if not asked.no_sweeps else []:
        if game in chosen:
            games = ["--games", "20"] if asked.quick else []
            told = decapod("simulate", game, *words, *games)
            parts.append(f"## {title}\n\n`decapod simulate {game} {' '.join(words)}`\n\n```text\n{told}```\n")
    if parts:
        today = dt.datetime.now(dt.UTC).date()
        intro = (
            f"# Sweeps over what we reconstructed\n\n{SWEPT.format(today=today, command=' '.join(sys.argv[1:]))}\n\n"
        )
        (HERE / "sweeps.md").write_text(intro + "\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
