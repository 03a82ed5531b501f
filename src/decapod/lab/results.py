"""What came out of an arena, in three forms: JSON for programs, text for a terminal, and a page of HTML."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod import __version__
from decapod.errors import UsageError
from decapod.i18n.translator import Translator, languages
from decapod.lab.ratings import compare, standings

if TYPE_CHECKING:
    from decapod.lab.arena import Arena
    from decapod.lab.ratings import Standing

HERE = Path(__file__).parent
LANGUAGES = languages(HERE / "words.toml")
SHOWN = 20  # failures that are told one by one
BARS = 24  # of the chart of lengths, at most


def lab_words(language: str) -> Translator:
    """Return the words of the lab in a language; `UsageError` if it does not speak it."""
    if language not in LANGUAGES:
        raise UsageError(f"the lab speaks {', '.join(LANGUAGES)}, not {language!r}")
    return Translator(HERE / "words.toml", language)


def as_json_line(arena: Arena) -> str:
    """Write the results as one line."""
    contest, results = arena.contest, arena.in_order()
    bots = [
        {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(standing).items()}
        for standing in standings(contest, results)
    ]
    facts = {"game": contest.game, "players": contest.players, "games": len(results), "bots": bots}
    remarks = contest.remarks()
    return json.dumps({**facts, "remarks": remarks} if remarks else facts, ensure_ascii=False)


def as_lines(arena: Arena, words: Translator) -> list[str]:
    """Write the results as lines of text: how it was played, the ladder, what is settled, which bots failed."""
    results = arena.in_order()
    if not results:
        return [words("arena.none")]
    rows = [tuple(words(f"arena.{key}") for key in ("bot", "rating", "interval", "wins", "games", "time"))]
    for s in standings(arena.contest, results):
        interval = f"{signed(s.low)} … {signed(s.high)}"
        rows.append((s.name, signed(s.rating), interval, f"{s.wins:g}", str(s.games), f"{s.seconds_per_move:.4f}"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [_title(arena, words), _mode(arena, words)]
    for name, *figures in rows:
        cells = [f"{figure:>{width}}" for figure, width in zip(figures, widths[1:], strict=True)]
        lines.append("  ".join([f"{name:<{widths[0]}}", *cells]))
    return [*lines, *_remarks(arena, words), *_settled(arena, words), *_failures(arena, words)]


def signed(rating: float) -> str:
    """Write a rating with its sign.

    >>> signed(12.3), signed(-12.3), signed(-0.1)
    ('+12', '−12', '0')
    """
    whole = round(rating)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


def _title(arena: Arena, words: Translator) -> str:
    return words("arena.title", game=arena.contest.rules.translator(words.language)("title"))


def _mode(arena: Arena, words: Translator) -> str:
    contest = arena.contest
    named, key = contest.rules.translator(words.language), f"variant.{contest.variant}"
    variant = named(key) if key in named else contest.variant
    deals = len({contest.deal(number) for number in arena.results})
    line = words("arena.mode", variant=variant, players=contest.players, games=len(arena.results), deals=deals)
    return f"{line} {words('arena.box')}" if contest.box else line


def _remarks(arena: Arena, words: Translator) -> list[str]:
    """Say what is to be known of some bots."""
    return [f"{name}: {told}" for name, told in arena.contest.remarks(words.language).items()]


def _settled(arena: Arena, words: Translator) -> list[str]:
    if arena.until is None:
        return []
    sure = f"{100 * arena.until:g} %"
    if arena.is_settled:
        return [words("arena.settled", sure=sure)]
    names = arena.contest.names
    pairs = [
        words("arena.pair", one=names[one], other=names[other])
        for one, other in combinations(range(len(names)), 2)
        if arena.is_open(one, other)
    ]
    return [words("arena.open", sure=sure, pairs=pairs)]


def _failures(arena: Arena, words: Translator) -> list[str]:
    failed = sorted(arena.failures)
    lines = [describe_failure(arena, number, words) for number in failed[:SHOWN]]
    return lines + ([words("arena.failures_more", n=len(failed) - SHOWN)] if len(failed) > SHOWN else [])


def describe_failure(arena: Arena, number: int, words: Translator) -> str:
    """Say in one line which bot failed in a game, and how."""
    result = arena.results[number]
    assert result.failure is not None
    name = arena.contest.names[result.bots[result.failure.seat]]
    return words("arena.failure", number=number, bot=name, words=result.failure.words)


# --- the page ---------------------------------------------------------------------------------------------


def as_page(arena: Arena, words: Translator) -> str:
    """Write the results as one HTML file that needs no other."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    results = arena.in_order()
    table = standings(arena.contest, results)
    environment = Environment(loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("results.html").render(
        language=words.language,
        words=words,
        title=_title(arena, words),
        mode=_mode(arena, words),
        remarks=_remarks(arena, words),
        settled=_settled(arena, words),
        failures=_failures(arena, words),
        standings=table,
        signed=signed,
        ruler=_ruler(table),
        matrix=_matrix(arena, table),
        lengths=_lengths([result.moves for result in results if not result.failure]),
        slowest=max((standing.seconds_per_move for standing in table), default=0) or 1,
        seats=_seats(arena),
        version=__version__,
        seed=arena.contest.seed,
    )


def check_page(path: Path) -> None:
    """Check, before all is played, that a page can be written there; `UsageError` if not."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise UsageError(f"cannot write the page {path}: there is no such folder, or nothing can be written to it")


def write_page(arena: Arena, words: Translator, path: Path) -> None:
    """Write the page to a file, if any game is over; `UsageError` if that cannot be."""
    if arena.results:
        try:
            path.write_text(as_page(arena, words), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def _ruler(table: list[Standing]) -> Any:
    """Return a function from ratings to per cent along a line on which all intervals fit."""
    low, high = min(standing.low for standing in table), max(standing.high for standing in table)
    return lambda rating: round(100 * (rating - low) / ((high - low) or 1), 2)


def _matrix(arena: Arena, table: list[Standing]) -> list[list[tuple[float, int] | None]]:
    """Return score and number of games of every bot against every other, in the order of the ladder."""
    n = len(arena.contest.bots)
    scores, games = np.zeros((n, n)), np.zeros((n, n), int)
    for c in compare(arena.contest, arena.in_order()):
        for one, other, score in ((c.one, c.other, c.score), (c.other, c.one, 1 - c.score)):
            scores[one, other] += score
            games[one, other] += 1
    order = [arena.contest.names.index(standing.name) for standing in table]
    return [
        [(float(scores[a, b] / games[a, b]), int(games[a, b])) if games[a, b] else None for b in order] for a in order
    ]


def _lengths(moves: list[int]) -> dict[str, Any] | None:
    """Count games by their length; None if there are none."""
    if not moves:
        return None
    width = max(1, -(-(max(moves) - min(moves) + 1) // BARS))
    first = min(moves)
    counts = np.bincount([(length - first) // width for length in moves]).tolist()
    bars = [(first + i * width, first + (i + 1) * width - 1, count) for i, count in enumerate(counts)]
    middle = sorted(moves)[len(moves) // 2]
    return {"shortest": first, "middle": middle, "longest": max(moves), "bars": bars, "most": max(counts)}


def _seats(arena: Arena) -> list[float]:
    """Return the share of games finished first from each seat."""
    won = np.zeros(arena.contest.players)
    for result in arena.results.values():
        won += np.equal(result.places, 1) / result.places.count(1)
    return (won / max(1, len(arena.results))).tolist()
