"""Contest: what an arena plays. Who sits where in which deal, and how one such game goes.

Every deal is played with the seats exchanged, so that nobody is stronger by the cards: by two in both orders, by more
in every rotation, every other deal the other way round the table.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decapod.bots import Bot, BotFailure, bot, choose_move, compatibility_warning, read_bot_name
from decapod.bots.stored_names import current_name
from decapod.core.game import Box, Game, game
from decapod.engine import jit_warmup
from decapod.errors import ParseError, UsageError, as_int

if TYPE_CHECKING:
    from decapod.core.match import Match

CHANCE = "random"
NETS = ("net", "net-sampled")  # bots that play what a net says, without thinking ahead
MOST_BOTS = 64
SEED_BITS = 64  # of a contest: the deals count on above them, as those of a simulation do
PATIENCE = 10.0  # seconds beside twice its time after which a bot hangs
MAKING = 60.0  # seconds after which one hangs that is being made: it may load a net
PLAYOUT_TIME = 0.01, 1.0  # seconds that a play-out may take, compiled and interpreted

Asking = Callable[[int, float], object]  # is told which seat is asked, and how many seconds it may take


@dataclass(frozen=True)
class Forfeit:
    """A bot that crashed, hung or chose what is not allowed: on which seat, and one line that says what it did."""

    seat: int
    words: str


@dataclass(frozen=True)
class GameResult:
    """How one game of a contest went; all lists go by seat."""

    number: int  # of the game in the contest, from 0
    bots: Sequence[int]  # who sat there
    places: Sequence[int]  # 1 is first, ties share
    points: Sequence[int]
    moves: int  # made in all
    seconds: Sequence[float]  # thought in all
    decisions: Sequence[int]  # how many moves were thought about
    ending: str = ""  # why it ended; "" if a bot failed
    failure: Forfeit | None = None
    played: Sequence[tuple[int, int]] = ()  # who made which move, if the contest keeps that

    def to_json(self) -> str:
        """Write it as one line."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> GameResult:
        """Read it from a line."""
        values = json.loads(line)
        failure = values.pop("failure")
        if "asked" in values:  # written before the names changed
            values["decisions"] = values.pop("asked")
        return cls(**values, failure=failure and Forfeit(**failure))


@dataclass(frozen=True)
class Matchup:
    """All that decides what is played, as plain values: it travels to workers and into files as JSON.

    >>> contest = Matchup.of("crab-stack", ["random", "flat-mc:60"])
    >>> [contest.seats(number) for number in range(4)]
    [(0, 1), (1, 0), (0, 1), (1, 0)]
    >>> [contest.deal(number) for number in range(4)]
    [0, 0, 1, 1]
    """

    game: str
    version: int  # of its rules
    variant: str
    players: int
    bots: tuple[str, ...]
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    box: str = ""  # the text of one that is not the printed one
    #: A survey: all keep their seats, every game has another deal, and its moves are kept.
    fixed_seats: bool = False

    @classmethod
    def of(
        cls,
        game_name: str,
        bots: Sequence[str],
        *,
        players: int | None = None,
        variant: str | None = None,
        box: Box | Path | str | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> Matchup:
        """Check what is wanted, each bot made once; `UsageError` or `ParseError` says in one line what is wrong."""
        chosen = game(game_name)
        variant, players = chosen.resolve_mode(players, variant)
        if players < 2:
            raise UsageError(f"bots meet where two play or more; {chosen.name} ({variant}) is for {players}")
        if not 2 <= len(bots) <= MOST_BOTS:
            raise UsageError(f"an arena is for 2 to {MOST_BOTS} bots, not {len(bots)}")
        return cls._of(chosen, variant, players, bots, box, seed, options or {}, fixed_seats=False)

    @classmethod
    def surveyed(
        cls,
        game_name: str,
        bots: Sequence[str] = (),
        *,
        players: int | None = None,
        variant: str | None = None,
        box: Box | Path | str | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> Matchup:
        """Check the same for a survey: one bot for all seats, or one for each; chance unless any is named.

        The first seat begins, unless the options say otherwise: so a seat is a place in the order of play.
        """
        chosen = game(game_name)
        variant, players = chosen.resolve_mode(players, variant)
        if len(bots) not in (0, 1, players):
            raise UsageError(f"name one bot for all seats, or one for each of the {players}, not {len(bots)}")
        seated = bots if len(bots) == players else [*bots, CHANCE][:1] * players
        order = {option.name: option.allowed(players)[1] for option in chosen.options if option.seat}
        return cls._of(chosen, variant, players, seated, box, seed, {**order, **(options or {})}, fixed_seats=True)

    @classmethod
    def _of(
        cls,
        chosen: Game,
        variant: str,
        players: int,
        bots: Sequence[str],
        box: Box | Path | str | None,
        seed: int,
        options: Mapping[str, Any],
        *,
        fixed_seats: bool,
    ) -> Matchup:
        if not 0 <= as_int(seed, "seed") < 1 << SEED_BITS:
            raise UsageError(f"a seed here is a whole number from 0 up to {SEED_BITS} bits, not {seed}")
        for name in dict.fromkeys(bots):
            bot(name, seed=0).close()
        numbers = chosen.parse_options(players, options)
        agreed = {o.name: o.text(n) for o, n in zip(chosen.options, numbers, strict=True) if o.name in options}
        opened = chosen.resolve_box(box)
        for name in dict.fromkeys(bots):
            compatibility_warning(name, chosen, opened)  # refuses a bot that cannot play this game
        text = "" if opened == chosen.box else opened.text
        contest = cls(chosen.name, chosen.version, variant, players, tuple(bots), seed, agreed, text, fixed_seats)
        contest.begin(0)
        return contest

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Matchup:
        """Return the match-up that `asdict` gave, of this or an earlier release; `ParseError` if its rules changed."""
        given: dict[str, Any] = {**values, "bots": tuple(map(current_name, values["bots"]))}
        if "fixed" in given:  # written before the names changed
            given["fixed_seats"] = given.pop("fixed")
        contest = cls(**given)
        if contest.rules.version != contest.version:
            now = f"these are version {contest.rules.version}"
            raise ParseError(f"it was played by version {contest.version} of the rules of {contest.game}; {now}")
        return contest

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return game(self.game)

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """What the bots are called: as they were named, those named twice with a number."""
        found: list[str] = []
        for name in self.bots:
            twins = itertools.chain([name], (f"{name} ({n})" for n in itertools.count(2)))
            found.append(next(twin for twin in twins if twin not in found))
        return tuple(found)

    def remarks(self, language: str = "en") -> dict[str, str]:
        """Tell what is to be known of how bots play this box, by what they are called; mostly there is nothing."""
        box = self.opened_box
        pairs = zip(self.names, self.bots, strict=True)
        return {
            name: words for name, what in pairs if (words := compatibility_warning(what, self.rules, box, language))
        }

    @functools.cached_property
    def opened_box(self) -> Box:
        """The box that is played with."""
        return self.rules.parse_box(self.box, "of this arena", "arena") if self.box else self.rules.box

    def with_box(self, box: Box) -> Matchup:
        """Return the same contest with another box."""
        return replace(self, box="" if box == self.rules.box else box.text)

    @property
    def numbers(self) -> dict[str, Any]:
        """How it is played, in the numbers that the rules see."""
        variant = self.rules.variants.index(self.variant)
        options = self.rules.parse_options(self.players, self.options)
        return {"players": self.players, "variant": variant, "options": options, "seed": self.seed}

    @property
    def first_seat_begins(self) -> bool:
        """Whether the first seat begins in every game."""
        first = {option.name: option.allowed(self.players)[1] for option in self.rules.options if option.seat}
        return bool(first) and all(self.options.get(name) == seat for name, seat in first.items())

    @property
    def is_by_chance(self) -> bool:
        """Whether chance plays on every seat."""
        return set(self.bots) == {CHANCE}

    @property
    def is_by_nets(self) -> bool:
        """Whether nets play without thinking ahead, at some seats perhaps chance."""
        kinds = {read_bot_name(name).what for name in self.bots}
        return kinds <= {CHANCE, *NETS} and kinds != {CHANCE}

    @functools.cached_property
    def lineups(self) -> tuple[tuple[int, ...], ...]:
        """Who sits where, for every game of a deal: all rotations of all groups of bots that can meet.

        Where there are fewer bots than seats they sit down several times, as evenly as can be.
        """
        bots = range(len(self.bots))
        if self.fixed_seats:
            return (tuple(bots),)
        if len(bots) >= self.players:
            groups = list(itertools.combinations(bots, self.players))
        else:
            whole, rest = divmod(self.players, len(bots))
            groups = [tuple(bots) * whole + extra for extra in itertools.combinations(bots, rest)]
        turned = [group[k:] + group[:k] for group in groups for k in range(self.players)]
        return tuple(dict.fromkeys(turned))

    def deal(self, number: int) -> int:
        """Return which deal a game is played with."""
        return number // len(self.lineups)

    def seats(self, number: int) -> tuple[int, ...]:
        """Return which bot sits on each seat in a game."""
        deal, which = divmod(number, len(self.lineups))
        lineup = self.lineups[which]
        return lineup[::-1] if deal % 2 and self.players > 2 and not self.fixed_seats else lineup

    def begin(self, number: int) -> Match:
        """Deal a game, as `match(seed=seed + (deal << 64))` does."""
        seed = self.seed + (self.deal(number) << SEED_BITS)
        return self.rules.match(self.players, variant=self.variant, seed=seed, box=self.opened_box, **self.options)

    def play(self, number: int, asking: Asking | None = None) -> GameResult:
        """Play a game to its end; a bot that fails is last, and the others are first together.

        Bots are made anew for every game. The only move that is allowed is made without asking.
        """
        match, seats = self.begin(number), self.seats(number)
        bots: list[Bot] = []
        seconds, asked, seat = [0.0] * self.players, [0] * self.players, 0
        tell = asking or (lambda _seat, _seconds: None)
        try:
            for seat, index in enumerate(seats):
                tell(seat, MAKING)
                bots.append(bot(self.bots[index], seed=self._bot_seed(number, seat)))
            while not match.is_over:
                seat = match.to_act[0]
                legal = match.legal_actions(seat)
                if len(legal) == 1:
                    match.play(seat, legal[0], unchecked=True)
                    continue
                shown = match.player_view(seat, event_log=bots[seat].reads_history)
                tell(seat, time_limit(self.bots[seats[seat]], bots[seat]))
                began = time.perf_counter()
                try:
                    move = choose_move(bots[seat], shown)
                finally:
                    seconds[seat] += time.perf_counter() - began
                    asked[seat] += 1
                match.play(seat, move, unchecked=True)
        except (BotFailure, UsageError, SystemExit) as error:
            words = str(error) if isinstance(error, BotFailure | UsageError) else "it ended the program"
            return self.failed(number, Forfeit(seat, words), len(match.moves), seconds, asked)
        finally:
            for one in bots:
                with contextlib.suppress(Exception):  # it may be anybody's code
                    one.close()
        ending = match.outcome
        code = ending.code if ending else ""
        played = [(made.player, made.action) for made in match.moves] if self.fixed_seats else ()
        length = len(match.moves)
        return GameResult(number, seats, match.places, match.points, length, seconds, asked, code, played=played)

    def _bot_seed(self, number: int, seat: int) -> int:
        return random.Random(f"{self.seed} {number} {seat}").getrandbits(63)

    def failed(
        self,
        number: int,
        failure: Forfeit,
        moves: int = 0,
        seconds: Sequence[float] = (),
        asked: Sequence[int] = (),
    ) -> GameResult:
        """Write down a game that a bot lost by failing."""
        places = [self.players if seat == failure.seat else 1 for seat in range(self.players)]
        zero = [0] * self.players
        return GameResult(number, self.seats(number), places, zero, moves, seconds or zero, asked or zero, "", failure)


def time_limit(name: str, thinker: Bot) -> float:
    """Return after how many seconds a bot hangs: twice its time and ten, and what its play-outs may take."""
    playouts = read_bot_name(name).playouts or 0
    return 2 * float(thinker.seconds) + PATIENCE + playouts * PLAYOUT_TIME[not jit_warmup.wanted()]
