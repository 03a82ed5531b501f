"""Summaries: what a tally says, in numbers with intervals and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from decapod.engine import game_statistics
from decapod.lab.ratings import Z

if TYPE_CHECKING:
    from decapod.i18n.translator import Translator
    from decapod.lab.contest import Matchup
    from decapod.lab.survey import SimulationRun

ANYTHING = "…"  # in a sentence, in place of what is left out
FAILED = "failed"  # how a game ended that a bot lost by failing


@dataclass(frozen=True)
class Proportion:
    """A share of games, with its 95 % interval."""

    share: float
    low: float
    high: float

    @classmethod
    def of(cls, total: float, squares: float, n: int) -> Proportion:
        """Estimate a share from n scores between 0 and 1, their sum and the sum of their squares.

        As Agresti and Coull do it: the interval is that of one game more won, and one more lost.

        >>> Proportion.of(50, 50, 100)
        Proportion(share=0.5, low=0.402486, high=0.597514)
        """
        if n == 0:
            return cls(0.0, 0.0, 1.0)
        eked, mean = n + 2, (total + 1) / (n + 2)
        spread = max(0.0, (squares + 1) / eked - mean * mean) * eked / (eked - 1)
        error = Z * (spread / eked) ** 0.5
        return cls(round(total / n, 6), round(max(0.0, mean - error), 6), round(min(1.0, mean + error), 6))


@dataclass(frozen=True)
class Distribution:
    """How numbers are spread: their mean, and below which 5, 50 and 95 % of them are, or equal to it."""

    mean: float
    p5: int
    p50: int
    p95: int
    max: int

    @classmethod
    def of(cls, counts: Any, total: int, lowest: int = 0, highest: int | None = None) -> Distribution:
        """Read a histogram of numbers from the lowest on; `total` is their sum, `highest` the greatest if it is known.

        >>> Distribution.of(np.array([0, 3, 1]), 5)
        Distribution(mean=1.25, p5=1, p50=1, p95=2, max=2)
        """
        n = int(counts.sum())
        below = np.cumsum(counts)
        p5, p50, p95 = (lowest + int(np.searchsorted(below, part * n)) for part in (0.05, 0.5, 0.95))
        top = lowest + int(np.flatnonzero(counts)[-1]) if highest is None else highest
        return cls(round(total / n, 4), p5, p50, p95, top)


@dataclass(frozen=True)
class Summary:
    """What a tally of at least one game says."""

    games: int
    moves: int
    length: Distribution
    scores: Distribution | None  # of all seats together; None if nobody ever has points
    scores_by_seat: Sequence[Distribution]
    wins_by_seat: Sequence[Proportion]  # a shared first place in equal parts
    ties: int  # games in which the first place is shared
    endings: dict[str, int]  # by name


def summarize(tallied: Any, players: int, endings: Sequence[str]) -> Summary:
    """Read a tally; `endings` are the game's."""
    games = int(tallied[game_statistics.GAMES])
    lengths = tallied[game_statistics.LENGTH : game_statistics.LENGTH + game_statistics.LENGTHS]
    length = Distribution.of(
        lengths, int(tallied[game_statistics.MOVES]), highest=int(tallied[game_statistics.LONGEST])
    )
    scores = tallied[game_statistics.SCORE : game_statistics.SIZE].reshape(
        game_statistics.SEATS, game_statistics.SCORES
    )[:players]
    points = tallied[game_statistics.POINTS : game_statistics.POINTS + players]
    nobody = scores.sum() == scores[:, -game_statistics.LOWEST].sum()
    firsts = tallied[game_statistics.FIRST : game_statistics.POINTS].reshape(
        game_statistics.SEATS, game_statistics.SEATS + 1
    )[:players]
    shared = np.maximum(1, np.arange(game_statistics.SEATS + 1))
    counted = tallied[game_statistics.ENDING : game_statistics.ENDING + len(endings)]
    return Summary(
        games=games,
        moves=int(tallied[game_statistics.MOVES]),
        length=length,
        scores=None if nobody else Distribution.of(scores.sum(0), int(points.sum()), game_statistics.LOWEST),
        scores_by_seat=[]
        if nobody
        else [Distribution.of(scores[seat], int(points[seat]), game_statistics.LOWEST) for seat in range(players)],
        wins_by_seat=[
            Proportion.of(float((row / shared).sum()), float((row / shared**2).sum()), games) for row in firsts
        ],
        ties=round((firsts[:, 2:] / shared[2:]).sum()),
        endings={name or FAILED: int(n) for name, n in zip(endings, counted, strict=True) if n},
    )


# --- in words ---------------------------------------------------------------------------------------------


def percent(share: float) -> str:
    """Write a share as per cent.

    >>> percent(0.4166)
    '41.7 %'
    """
    return f"{100 * share:.1f} %"


def describe_mode(contest: Matchup, words: Translator) -> str:
    """Say who plays what, and with which box."""
    named, key = contest.rules.translator(words.language), f"variant.{contest.variant}"
    variant = named(key) if key in named else contest.variant
    bots = contest.bots[:1] if len(set(contest.bots)) == 1 else contest.bots
    line = words("survey.mode", title=named("title"), variant=variant, players=contest.players, bots=list(bots))
    begins = contest.players > 1 and contest.first_seat_begins
    return " ".join(
        [line, *([words("survey.begins")] if begins else []), *([words("arena.box")] if contest.box else [])]
    )


def describe_ending(code: str, contest: Matchup, words: Translator) -> str:
    """Say how a game ends, as the game does, whoever wins."""
    if code == FAILED:
        return words("survey.failed")
    named, key = contest.rules.translator(words.language), f"ending.{code}"
    return named(key, winners=ANYTHING, points=ANYTHING) if key in named else code


def as_facts(survey: SimulationRun) -> dict[str, Any]:
    """Write what a survey comes to as plain values, for JSON."""
    contest = survey.contest
    facts: dict[str, Any] = {"game": contest.game, "variant": contest.variant, "players": contest.players}
    facts |= {"bots": contest.bots, "seed": contest.seed, "on": survey.ran_on, "seconds": round(survey.seconds, 3)}
    return facts | asdict(survey.summary)


def as_lines(survey: SimulationRun, words: Translator) -> list[str]:
    """Write what a survey comes to as lines of text."""
    contest, summary = survey.contest, survey.summary

    def spread(key: str, found: Distribution) -> str:
        return words(key, mean=f"{found.mean:.1f}", p5=found.p5, p50=found.p50, p95=found.p95, max=found.max)

    lines = [describe_mode(contest, words), spread("survey.length", summary.length)]
    if summary.scores:
        lines.append(spread("survey.scores", summary.scores))
    for seat, won in enumerate(summary.wins_by_seat if contest.players > 1 else (), 1):
        interval = {"share": percent(won.share), "low": percent(won.low), "high": percent(won.high)}
        lines.append(words("survey.seat", n=seat, **interval))
    if contest.players > 1:
        lines.append(words("survey.ties", n=summary.ties, share=percent(summary.ties / summary.games)))
    for code, n in sorted(summary.endings.items(), key=lambda pair: -pair[1]):
        ending = describe_ending(code, contest, words)
        lines.append(words("survey.ending", share=percent(n / summary.games), ending=ending))
    speed = f"{summary.moves / max(survey.seconds, 1e-9):,.0f}"
    seconds, games, moves = f"{survey.seconds:.2f}", f"{summary.games:,}", f"{summary.moves:,}"
    return [*lines, words("survey.done", games=games, moves=moves, seconds=seconds, speed=speed, on=survey.ran_on)]
