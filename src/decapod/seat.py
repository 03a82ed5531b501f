"""Seat: what one player may know of a match. Bots get it instead of the match, so that none cheats unawares."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from decapod.deal import SECRET_BITS, Deal
from decapod.engine import dice
from decapod.errors import Unreadable, whole_number
from decapod.match import Match

if TYPE_CHECKING:
    from decapod.analysis import Analysis
    from decapod.errors import Reason
    from decapod.game import Box, Game
    from decapod.match import Move, Outcome, Played
    from decapod.scene import Scene, Words

NO_DEAL = Deal(0)  # of a table that is only looked at


class Seat:
    """What a player may know of a match at one moment. It is a copy: later moves do not show in it.

    All that is hidden has been replaced by a guess already, so nothing here leads to the true table or to the secret.
    `sample` guesses again, as often as you like.

    >>> import decapod
    >>> seat = decapod.game("crabs").match(players=2, seed=7, first=0).seat(0)
    >>> seat
    <Seat of player 0, crabs (standard), 2 players, 0 moves>
    >>> guess = seat.sample(1)
    >>> guess.legal_ids(0) == seat.legal_ids()
    True
    >>> guess.play(0, seat.legal()[0])  # whatever is tried there, the match itself does not change
    """

    __slots__ = ("_lines", "_view", "played", "player")

    #: Whose it is.
    player: int
    #: Who made which move so far; None in place of a move which the player cannot know, such as a secret plan.
    played: tuple[tuple[int, int | None], ...]

    def __init__(self, match: Match, player: int, story: Story) -> None:
        """Copy what a player may know; use `match.seat(player)` rather than this."""
        guess = match.determinize(player)
        self.player = player
        self.played = tuple(story.played)
        self._lines = tuple(story.lines) if len(story.lines) == len(story.played) else None
        self._view = Match(match.game, match.box, match.variant, match.players, match.options, NO_DEAL, guess=guess)

    def __repr__(self) -> str:
        """Say whose it is, and of which match."""
        what = f"{self.game.name} ({self.variant}), {self.players} players, {self.ply} moves"
        return f"<Seat of player {self.player}, {what}>"

    def __eq__(self, other: object) -> bool:
        """Two seats are equal when their players know the same."""
        return isinstance(other, Seat) and self._identity() == other._identity()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # nobody needs one, and tables have none

    def _identity(self) -> tuple[Any, ...]:
        view = self._view
        mode = (view.game.name, view.box.hash, view.variant, view.players, view.options)
        return (*mode, self.player, view.table.tobytes(), self.played, self._lines)

    # --- what is played -------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game."""
        return self._view.game

    @property
    def box(self) -> Box:
        """What is printed."""
        return self._view.box

    @property
    def variant(self) -> str:
        """Which way it is played."""
        return self._view.variant

    @property
    def players(self) -> int:
        """How many play."""
        return self._view.players

    @property
    def options(self) -> tuple[int, ...]:
        """What was agreed on, as the numbers that the rules see, in the order of `game.options`."""
        return self._view.options

    # --- where it stands ------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves have been made."""
        return int(self._view.table["ply"])

    @property
    def turns(self) -> int:
        """How many turns, or phases in which all act at once, are finished."""
        return self._view.turns

    @property
    def awaiting(self) -> tuple[int, ...]:
        """The players who may act now; nobody when the game is over."""
        return self._view.awaiting

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._view.over

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's score as it stands, as far as this player may know it."""
        return self._view.points

    @property
    def places(self) -> tuple[int, ...]:
        """Each player's standing as far as this player may know it: 1 is first, ties share a place."""
        return self._view.places

    @property
    def outcome(self) -> Outcome | None:
        """Why the match ended and who won; None while it goes on."""
        return self._view.outcome

    # --- what can be done -----------------------------------------------------------------------------------

    def legal_ids(self) -> list[int]:
        """List the numbers of the player's legal moves; none for one who is not awaited."""
        return self._view.legal_ids(self.player)

    def legal(self, words: Words | None = None) -> list[Move]:
        """List the player's legal moves."""
        return self._view.legal(self.player, words)

    @property
    def mask(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For every move of the game whether it is legal for the player now."""
        mask = np.zeros(self.game.rules.MOVES, np.bool_)
        mask[self.legal_ids()] = True
        return mask

    def describe(self, number: int, words: Words | None = None) -> Move:
        """Describe a move of the player by its number."""
        return self._view.describe(self.player, number, words)

    def read(self, text: str, words: Words | None = None) -> list[int]:
        """Turn a text into the numbers of the moves it says; see `Match.read`."""
        return self._view.read(self.player, text, words)

    def why_not(self, move: Move | int | str, words: Words | None = None) -> Reason | None:
        """Say why the player may not make a move; None if they may."""
        return self._view.why_not(self.player, move, words)

    # --- what is seen and was told --------------------------------------------------------------------------

    @property
    def observation(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """What the player knows, as numbers for a learner."""
        out = np.zeros(self.game.rules.OBSERVED, np.int64)
        self.game.rules.observe(self.box.record, self._view.table, self.player, out)
        return out

    def scene(self, layout: str = "wide", words: Words | None = None) -> Scene:
        """Show the table to the player, without what the last move did: that is in `history`."""
        return self._view.scene(self.player, layout, words, events=())

    @property
    def history(self) -> tuple[tuple[str, ...], ...]:
        """What each move so far did, in English lines, as the player may know it; `Unreadable` if it was left out."""
        if self._lines is None:
            raise Unreadable("this seat was asked for without its history: match.seat(player) tells it")
        return self._lines

    def analyse(
        self,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        seed: int = 0,
        words: Words | None = None,
    ) -> Analysis:
        """Search the best moves of the player, who is awaited, by what they know: the search of the strongest level.

        It makes so many simulations, and says the same for the same seed; or as many as it can in so many seconds.
        Without either it makes 20,000. `words`, from `game.words(language, names)`, says how moves are described.

        >>> import decapod
        >>> seat = decapod.game("crabs").match(players=2, seed=7, first=0).seat(0)
        >>> best = seat.analyse(simulations=20).best
        >>> 0 <= best.chance <= 1 and best.moves[0] == (0, best.move)
        True
        """
        from decapod.analysis import analyse

        return analyse(self, simulations=simulations, seconds=seconds, seed=seed, words=words)

    # --- guesses --------------------------------------------------------------------------------------------

    @property
    def root(self) -> Any:
        """A copy of the table with a guess in place of all that is hidden, for code that calls `hide` itself.

        It is as wide as interpreted rules want it; `records.recast(seat.root, rules.Table)` makes one for kernels.
        """
        return self._view.table.copy()

    def sample_table(self, seed: int) -> Any:
        """Make the table of `sample(seed)`, for compiled code."""
        return self._guess(_secret_of(seed))

    def sample(self, seed: int) -> Match:
        """Make a match to try moves in: all that is hidden, and the dice to come, are a fair guess.

        The same seed makes the same guess. It begins at the present table, so nothing can be taken back beyond it,
        and it has no record.
        """
        view, secret = self._view, _secret_of(seed)
        return Match(
            view.game, view.box, view.variant, view.players, view.options, Deal(secret), guess=self._guess(secret)
        )

    def _guess(self, secret: int) -> Any:
        table, guess = self.root, np.zeros(dice.LENGTH, np.int64)
        dice.load(guess, *dice.secret_words(secret))
        self.game.rules.hide(self.box.record, table, self.player, guess)
        return table


class Story:
    """What a player may know of the moves of a match. The match keeps it, so that each move is looked at only once."""

    def __init__(self, player: int) -> None:
        """Begin before the first move."""
        self.played: list[tuple[int, int | None]] = []  # who made which; None where the player cannot know it
        self.lines: list[tuple[str, ...]] = []  # what each did, in English: far smaller than phrases; maybe not of all
        self._player = player
        self._made: list[Played] = []  # the moves themselves: never to be handed on
        self._table: Any = None  # the table after the last move that was told, as the player may know it

    def follow(self, match: Match, *, history: bool) -> None:
        """Catch up with a match, of which moves may have been taken back; `history` tells what they did, too."""
        same = len(self._made)
        if match.played[:same] != self._made:
            same = next(i for i, made in enumerate(self._made) if match.played[i : i + 1] != [made])
            del self._made[same:], self.played[same:]
            if same < len(self.lines):
                del self.lines[same:]
                self._table = None
        conceals, box = getattr(match.game.view, "conceals", None), match.box.record
        for ply in range(same, len(match.played)):
            made = match.played[ply]
            self._made.append(made)
            is_secret = conceals and conceals(box, match._tables[ply], made.player, made.move, self._player)
            self.played.append((made.player, None if is_secret else made.move))
        if history:
            self._narrate(match)

    def _narrate(self, match: Match) -> None:
        words, box = match.game.words(), match.box.record
        if self._table is None:
            self._table = match.determinize(self._player, len(self.lines))
        for ply, made in enumerate(self._made[len(self.lines) :], len(self.lines) + 1):
            table = match.determinize(self._player, ply)
            events = match.game.view.narrate(box, self._table, made.player, made.move, table, self._player)
            self.lines.append(tuple(words(event) for event in events))
            self._table = table


def _secret_of(seed: int) -> int:
    """Turn the seed of a guess into 128 bits that no seed of a deal gives: `sample(7)` tells nothing of `match(7)`."""
    seed = whole_number(seed, "a seed")
    if not 0 <= seed < 1 << SECRET_BITS:
        raise Unreadable(f"a seed is a whole number from 0 up to 128 bits, not {seed}")
    return int.from_bytes(hashlib.sha256(f"decapod guess {seed}".encode()).digest()[: SECRET_BITS // 8], "big")
