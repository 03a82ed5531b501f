"""Seat: what one player may know of a match. Bots get it instead of the match, so that none cheats unawares."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from decapod.core.fairness import SEED_BITS, SeedCommitment
from decapod.core.match import Match
from decapod.engine import dice
from decapod.errors import ParseError, as_int

if TYPE_CHECKING:
    from decapod.core.game import Box, Game
    from decapod.core.match import Move, MoveRecord, Outcome
    from decapod.errors import Reason
    from decapod.scene import Scene, Translator

NO_COMMITMENT = SeedCommitment(0)  # of a table that is only looked at


class PlayerView:
    """What a player may know of a match at one moment. It is a copy: later moves do not show in it.

    All that is hidden has been replaced by a guess already, so nothing here leads to the true table or to the secret.
    `sample` guesses again, as often as you like.

    >>> import decapod
    >>> seat = decapod.game("crabs").match(players=2, seed=7, first=0).player_view(0)
    >>> seat
    <PlayerView of player 0, crabs (standard), 2 players, 0 moves>
    >>> guess = seat.sample_match(1)
    >>> guess.legal_actions(0) == seat.legal_actions()
    True
    >>> guess.play(0, seat.legal_moves()[0])  # whatever is tried there, the match itself does not change
    """

    __slots__ = ("_lines", "_view", "moves", "player")

    #: Whose it is.
    player: int
    #: Who made which move so far; None in place of a move which the player cannot know, such as a secret plan.
    moves: tuple[tuple[int, int | None], ...]

    def __init__(self, match: Match, player: int, story: EventLog) -> None:
        """Copy what a player may know; use `match.player_view(player)` rather than this."""
        guess = match.determinize(player)
        self.player = player
        self.moves = tuple(story.moves)
        self._lines = tuple(story.lines) if len(story.lines) == len(story.moves) else None
        self._view = Match(
            match.game, match.box, match.variant, match.players, match.options, NO_COMMITMENT, guess=guess
        )

    def __repr__(self) -> str:
        """Say whose it is, and of which match."""
        what = f"{self.game.name} ({self.variant}), {self.players} players, {self.ply} moves"
        return f"<PlayerView of player {self.player}, {what}>"

    def __eq__(self, other: object) -> bool:
        """Two seats are equal when their players know the same."""
        return isinstance(other, PlayerView) and self._identity() == other._identity()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # nobody needs one, and tables have none

    def _identity(self) -> tuple[Any, ...]:
        view = self._view
        mode = (view.game.name, view.box.hash, view.variant, view.players, view.options)
        return (*mode, self.player, view.state.tobytes(), self.moves, self._lines)

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
        return int(self._view.state["ply"])

    @property
    def turn_index(self) -> int:
        """How many turns, or phases in which all act at once, are finished."""
        return self._view.turn_index

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who may act now; nobody when the game is over."""
        return self._view.to_act

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._view.is_over

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

    def legal_actions(self) -> list[int]:
        """List the numbers of the player's legal moves; none for one who is not awaited."""
        return self._view.legal_actions(self.player)

    def legal_moves(self, words: Translator | None = None) -> list[Move]:
        """List the player's legal moves."""
        return self._view.legal_moves(self.player, words)

    @property
    def action_mask(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For every move of the game whether it is legal for the player now."""
        mask = np.zeros(self.game.rules.NUM_ACTIONS, np.bool_)
        mask[self.legal_actions()] = True
        return mask

    def describe_move(self, number: int, words: Translator | None = None) -> Move:
        """Describe a move of the player by its number."""
        return self._view.describe_move(self.player, number, words)

    def parse_moves(self, text: str, words: Translator | None = None) -> list[int]:
        """Turn a text into the numbers of the moves it says; see `Match.parse_moves`."""
        return self._view.parse_moves(self.player, text, words)

    def why_not(self, move: Move | int | str, words: Translator | None = None) -> Reason | None:
        """Say why the player may not make a move; None if they may."""
        return self._view.why_not(self.player, move, words)

    # --- what is seen and was told --------------------------------------------------------------------------

    @property
    def observation(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """What the player knows, as numbers for a learner."""
        out = np.zeros(self.game.rules.OBSERVATION_SIZE, np.int64)
        self.game.rules.observe(self.box.record, self._view.state, self.player, out)
        return out

    def scene(self, layout: str = "desktop", words: Translator | None = None) -> Scene:
        """Show the table to the player, without what the last move did: that is in `history`."""
        return self._view.scene(self.player, layout, words, events=())

    @property
    def event_log(self) -> tuple[tuple[str, ...], ...]:
        """What each move so far did, in English lines, as the player may know it; `ParseError` if it was left out."""
        if self._lines is None:
            raise ParseError("this seat was asked for without its history: match.player_view(player) tells it")
        return self._lines

    # --- guesses --------------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """A copy of the table with a guess in place of all that is hidden, for code that calls `determinize` itself.

        It is as wide as interpreted rules want it; `records.recast(seat.state, rules.State)` makes one for kernels.
        """
        return self._view.state.copy()

    def sample_state(self, seed: int) -> Any:
        """Make the table of `sample(seed)`, for compiled code."""
        return self._guess(_secret_of(seed))

    def sample_match(self, seed: int) -> Match:
        """Make a match to try moves in: all that is hidden, and the dice to come, are a fair guess.

        The same seed makes the same guess. It begins at the present table, so nothing can be taken back beyond it,
        and it has no record.
        """
        view, secret = self._view, _secret_of(seed)
        return Match(
            view.game,
            view.box,
            view.variant,
            view.players,
            view.options,
            SeedCommitment(secret),
            guess=self._guess(secret),
        )

    def _guess(self, secret: int) -> Any:
        state, guess = self.state, np.zeros(dice.LENGTH, np.int64)
        dice.load(guess, *dice.secret_words(secret))
        self.game.rules.determinize(self.box.record, state, self.player, guess)
        return state


class EventLog:
    """What a player may know of the moves of a match. The match keeps it, so that each move is looked at only once."""

    def __init__(self, player: int) -> None:
        """Begin before the first move."""
        self.moves: list[tuple[int, int | None]] = []  # who made which; None where the player cannot know it
        self.lines: list[tuple[str, ...]] = []  # what each did, in English: far smaller than phrases; maybe not of all
        self._player = player
        self._made: list[MoveRecord] = []  # the moves themselves: never to be handed on
        self._state: Any = None  # the table after the last move that was told, as the player may know it

    def follow(self, match: Match, *, event_lines: bool) -> None:
        """Catch up with a match, of which moves may have been taken back; `history` tells what they did, too."""
        same = len(self._made)
        if match.moves[:same] != self._made:
            same = next(i for i, made in enumerate(self._made) if match.moves[i : i + 1] != [made])
            del self._made[same:], self.moves[same:]
            if same < len(self.lines):
                del self.lines[same:]
                self._state = None
        conceals, box = getattr(match.game.view, "is_move_hidden", None), match.box.record
        for ply in range(same, len(match.moves)):
            made = match.moves[ply]
            self._made.append(made)
            is_secret = conceals and conceals(box, match._states[ply], made.player, made.action, self._player)
            self.moves.append((made.player, None if is_secret else made.action))
        if event_lines:
            self._narrate(match)

    def _narrate(self, match: Match) -> None:
        words, box = match.game.translator(), match.box.record
        if self._state is None:
            self._state = match.determinize(self._player, len(self.lines))
        for ply, made in enumerate(self._made[len(self.lines) :], len(self.lines) + 1):
            state = match.determinize(self._player, ply)
            events = match.game.view.narrate(box, self._state, made.player, made.action, state, self._player)
            self.lines.append(tuple(words(event) for event in events))
            self._state = state


def _secret_of(seed: int) -> int:
    """Turn the seed of a guess into 128 bits that no seed of a deal gives: `sample(7)` tells nothing of `match(7)`."""
    seed = as_int(seed, "a seed")
    if not 0 <= seed < 1 << SEED_BITS:
        raise ParseError(f"a seed is a whole number from 0 up to 128 bits, not {seed}")
    return int.from_bytes(hashlib.sha256(f"decapod guess {seed}".encode()).digest()[: SEED_BITS // 8], "big")
