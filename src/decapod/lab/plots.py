"""Plots, drawn by matplotlib as SVG.

Inside a page their colours are those of the page, light or dark. In a file of their own they are light.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

from decapod.errors import UsageError, install_hint

if TYPE_CHECKING:
    from decapod.lab.summary import Proportion

#: Colours that matplotlib is given, and the variables of page.css that are put in their place.
INK, SOFT, LINE = "#010203", "#010204", "#010205"
SERIES = ("#010206", "#010207", "#010208", "#010209")
VARIABLES = dict(zip((INK, SOFT, LINE, *SERIES), ("ink", "soft", "line", "sea", "coral", "soft", "ink"), strict=True))
#: Colours of a plot in a file of its own: those of page.css by day.
BY_DAY = {"ink": "#1d2b2f", "soft": "#526063", "line": "#e6d9c0", "sea": "#2f8f9d", "coral": "#b63d18"}
PAPER = "#fffdf7"
STYLE: dict[str, Any] = {
    "svg.hashsalt": "decapod",  # the same plot is the same text
    "svg.fonttype": "none",  # text stays text: it can be read aloud, found, and is set in the page's own letters
    "font.size": 9,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "legend.frameon": False,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}
SIZE = 5.2, 2.6  # inches
MOST_BARS = 40  # numbers on an axis that are told apart; more are put together

Histogram = Mapping[int, int]  # a number, and how often it was seen


def require_matplotlib() -> tuple[Any, Any]:
    """Return matplotlib and its figures; `UsageError` says what to install if it is not there."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise UsageError(f"plots need matplotlib: {install_hint('lab')}") from None
    return mpl, Figure


class Plot:
    """A figure with one pair of axes, as `with Plot() as plot: plot.axes...`, and then `plot.svg`."""

    def __init__(self, size: tuple[float, float] = SIZE, *, standalone: bool = False) -> None:
        """Begin an empty one, for a page or, `standalone`, for a file of its own."""
        self._mpl, self._kind = require_matplotlib()
        self._size = size
        self._standalone = standalone
        self.svg = ""

    def __enter__(self) -> Plot:
        """Draw in our style from here on."""
        self._style = self._mpl.rc_context(STYLE)
        self._style.__enter__()
        self.figure = self._kind(figsize=self._size, layout="constrained")
        self.axes = self.figure.subplots()
        return self

    def __exit__(self, *error: object) -> None:
        """Write the figure down."""
        if error[0] is None:
            out = io.StringIO()
            background = {"facecolor": PAPER} if self._standalone else {"transparent": True}
            self.figure.savefig(out, format="svg", metadata={"Date": None}, **background)
            svg = re.sub(r"<metadata>.*?</metadata>", "", out.getvalue(), flags=re.DOTALL)
            svg = svg[svg.index("<svg") :]
            self.svg = _colour_by_day(svg) if self._standalone else _fit_into_page(svg)
        self._style.__exit__(*error)


def _colour_by_day(svg: str) -> str:
    """Return a plot with the colours of a page by day."""
    for colour, name in VARIABLES.items():
        svg = svg.replace(colour, BY_DAY[name])
    return re.sub(r' width="[^"]*pt" height="[^"]*pt"', "", svg, count=1)  # it fits into any frame


def _fit_into_page(svg: str) -> str:
    """Take what is not needed inside a page, and the page's letters and colours for those of the plot."""
    svg = re.sub(r' width="[^"]*pt" height="[^"]*pt"', ' class="plot" aria-hidden="true"', svg, count=1)
    svg = re.sub(r"font: ([0-9.]+)px [^;\"]*", r"font-size: \1px", svg)
    svg = re.sub(r"font-family: [^;\"]*;? ?", "", svg)
    for colour, name in VARIABLES.items():
        svg = svg.replace(colour, f"var(--{name})")
    mark, used = crc32(svg.encode()), set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg))
    svg = re.sub(r' id="([^"]+)"', lambda found: found[0] if found[1] in used else "", svg)
    return re.sub(r'(id="|url\(#|href="#)([^")]+)', rf"\1\2-{mark:x}", svg)  # several plots stand on a page


def histograms(series: Mapping[str, Histogram], label: str) -> str:
    """Draw histograms of numbers over each other, each as shares of its own."""
    low = min(min(counts) for counts in series.values())
    high = max(_highest(counts) for counts in series.values())
    width = max(1, -(-(high - low + 1) // MOST_BARS))
    with Plot() as plot:
        for colour, (name, counts) in zip(SERIES, series.items(), strict=False):
            bins = [0] * ((high - low) // width + 1)
            total = sum(counts.values())
            for number, times in counts.items():
                bins[(min(number, high) - low) // width] += times
            edges = [low + i * width - 0.5 for i in range(len(bins) + 1)]
            shares = [100 * times / total for times in bins]
            plot.axes.stairs(shares, edges, fill=True, color=colour, alpha=0.25)
            plot.axes.stairs(shares, edges, color=colour, label=name, linewidth=1.6)
        plot.axes.set_xlabel(label)
        plot.axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        if len(series) > 1:
            plot.axes.legend()
    return plot.svg


def _highest(counts: Histogram) -> int:
    """Return up to where a histogram is drawn: the last half per cent is put together."""
    total, seen = sum(counts.values()), 0
    for number in sorted(counts):
        seen += counts[number]
        if seen >= 0.995 * total:
            return number
    return max(counts)


def shares(series: Mapping[str, Sequence[Proportion]], names: Sequence[str], fair: float) -> str:
    """Draw shares with their intervals, a place on the axis for each name; a line says what would be fair."""
    with Plot() as plot:
        plot.axes.axhline(100 * fair, color=SOFT, linewidth=1, linestyle="--")
        for which, (colour, (label, found)) in enumerate(zip(SERIES, series.items(), strict=False)):
            at = [place + 0.16 * (which - (len(series) - 1) / 2) for place in range(len(found))]
            middle = [100 * one.share for one in found]
            below = [max(0.0, 100 * (one.share - one.low)) for one in found]
            above = [max(0.0, 100 * (one.high - one.share)) for one in found]
            plot.axes.errorbar(at, middle, [below, above], fmt="o", color=colour, capsize=3, label=label)
        plot.axes.set_xticks(range(len(names)), list(names))
        plot.axes.set_xlim(-0.6, len(names) - 0.4)
        plot.axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        if len(series) > 1:
            plot.axes.legend()
    return plot.svg


def curves(series: Mapping[str, Sequence[tuple[float, float, float, float]]], label: str, bottom: float) -> str:
    """Draw curves of shares with their intervals: points of x, share, low and high."""
    with Plot() as plot:
        plot.axes.axhline(100 * bottom, color=SOFT, linewidth=1, linestyle="--")
        for colour, (name, points) in zip(SERIES, series.items(), strict=False):
            x = [point[0] for point in points]
            plot.axes.plot(x, [100 * point[1] for point in points], color=colour, label=name, linewidth=1.6)
            low, high = [100 * point[2] for point in points], [100 * point[3] for point in points]
            plot.axes.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)
        plot.axes.set_xlabel(label)
        plot.axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        if len(series) > 1:
            plot.axes.legend()
    return plot.svg


def scores(lines: Mapping[str, Sequence[tuple[float, float]]], title: str, label: str) -> str:
    """Draw scores from 0 to 1 over time, for a file of its own. A line without points is left out."""
    with Plot((7.5, 4.4), standalone=True) as plot:
        drawn = {name: points for name, points in lines.items() if points}
        for colour, (name, points) in zip(SERIES, drawn.items(), strict=False):
            x, y = [point[0] for point in points], [100 * point[1] for point in points]
            plot.axes.plot(x, y, color=colour, label=name, linewidth=2, marker="o", markersize=4)
        plot.axes.set_title(title, loc="left")
        plot.axes.set_xlabel(label)
        plot.axes.set_ylim(0, 102)
        plot.axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} %")
        if drawn:
            plot.axes.legend(loc="lower right")
    return plot.svg
