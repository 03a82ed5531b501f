"""Write the cards in docs/nets.md: what every net that comes with Decapod says of itself.

uv run python docs/nets.py [FOLDER]

Without a folder the nets are those of the package.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import decapod
from decapod.bots.stored_names import current_name
from decapod.core.game import OURS
from decapod.learn.ship import PLANS
from decapod.nn.net_file import Net
from decapod.scene.chart import write_chart

PAGE = Path(__file__).with_suffix(".md")
NETS = Path(decapod.__file__).parent / "bots" / "nets"
HEADING = "## The nets that come with Decapod\n"
INTRODUCTION = """*Written by `uv run python docs/nets.py` from the nets themselves, which `python -m decapod.learn.ship --out FOLDER` trains again.*

Moments are those of one training, the last is the net that is kept. *First seat* is the mean score of who begins when the net plays itself, drawing its moves by the chances it gives them (0.5: the seat is worth nothing); *moves* is how long such a game is. Columns headed by a word say how much of all moves begin with it in the game's notation, … those that begin with a card or a space. In the matrix each row's net plays the column's: its mean score, alone against the others of the table, from 0 (always last) to 1 (always first).
"""  # noqa: E501  # a paragraph is a line
OPENINGS, KINDS = 4, 8  # how many are shown


def write_cards(folder: Path = NETS) -> str:
    """Write the last part of the page."""
    parts = [HEADING, INTRODUCTION]
    for name in OURS:
        paths = sorted(folder.glob(f"{name}*.safetensors"), key=lambda path: len(path.stem))
        ours = [path for path in paths if path.stem in PLANS]
        parts += [write_card(Net.read(path), path.stat().st_size, path.stem) for path in ours]
    return "\n".join(parts)


def write_card(net: Net, size: int, name: str) -> str:
    """Write what a net says of itself; its name tells whether it is for one mode alone."""
    facts, trained = net.facts, net.facts.trained
    title = decapod.game(facts.game).title + (f", {facts.modes[0]} alone" if name != facts.game else "")
    speed, stepping = trained["steps_per_s"] / 1e6, trained["share_stepping"]
    lines = [
        f"### {title}\n",
        f"{net.depth + 1} layers of {net.width} units, {size / 1e6:.2f} MB."
        f" Taught for {trained['minutes']:g} minutes on one {trained['device']}"
        f" ({trained['date']}, seed {trained['seed']}): {trained['steps'] / 1e6:,.0f} million steps,"
        f" {speed:.2f} million a second, {percent(stepping)} of the time in the steps of the game itself."
        f" Modes: {', '.join(facts.modes)}{'; most tables were of the first' if len(facts.modes) > 1 else ''}.\n",
    ]
    for bot, score in facts.strength.items():
        if current_name(bot) == "random":
            worth, margin = percent(score["worth"], 1), percent(score["margin"], 1)
            found = f"a mean score of {worth} ± {margin} in {score['games']:,} games"
        else:
            sure = f"{percent(score['low'])} to {percent(score['high'])}"
            found = f"first in {percent(score['share'])} of {score['games']} games ({sure})"
        lines.append(f"- By its first choice against `{current_name(bot)}`: {found}.")
    study = write_study(trained["study"]) if "study" in trained else []
    return "\n".join([*lines, "", *study, ""] if study else [*lines, ""])


def write_study(study: dict[str, Any]) -> list[str]:
    """Write how a net played at several moments, and who of them beats whom."""
    moments = study["moments"]
    names = [f"{moment['steps'] / 1e6:,.0f} M" for moment in moments]
    last = moments[-1]
    kinds = list(dict.fromkeys([*list(last["kinds"])[:KINDS], *list(moments[0]["kinds"])[:KINDS]]))[:KINDS]
    rows = [[name, f"{moment['length']:.0f}", f"{moment['first_seat']:.3f}", percent(moment["ties"], 1),
             *(percent(moment["kinds"].get(kind, 0), 1) for kind in kinds)]
            for name, moment in zip(names, moments, strict=True)]  # fmt: skip
    openings = ", ".join(f"{move} ({percent(share)})" for move, share in list(last["openings"].items())[:OPENINGS])
    return [
        write_chart(["steps", "moves", "first seat", "ties", *(f"`{kind}`" for kind in kinds)], rows),
        f"\nIt opens with {openings}.\n",
        write_chart(["", *names], [[name, *(f"{share:.2f}" for share in row)]
                                   for name, row in zip(names, study["matrix"], strict=True)]),
    ]  # fmt: skip


def percent(share: float, digits: int = 0) -> str:
    """Write a share."""
    return f"{100 * share:.{digits}f} %"


def main() -> None:
    """Write the page anew from the heading on."""
    before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    PAGE.write_text(before + write_cards(*(Path(folder) for folder in sys.argv[1:])), encoding="utf-8")


if __name__ == "__main__":
    main()
