"""Match: one play of a game. It is its record: game, box, options, what it was dealt from, and the moves."""

from __future__ import annotations

import functools
import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from decapod.core.game import Box, Game, PlayerResult
from decapod.core.record import OUTCOME, Record
from decapod.engine import dice, dtypes, protocols, pystate
from decapod.engine.history import History
from decapod.engine.returns import returns
from decapod.engine.stepper import Stepper
from decapod.errors import IllegalMoveError, NotYourTurnError, ParseError, Reason, as_int, check_type
from decapod.scene import PlayerRef, Translator, build_scene, message
from decapod.scene.schema import LAYOUTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from decapod.core.fairness import SeedCommitment
    from decapod.core.player_view import EventLog, PlayerView
    from decapod.scene import Message, Parts, Scene, SceneBuilder
    from decapod.scene.schema import Rest

__all__ = ["Match", "Move", "MoveRecord", "Outcome"]

SPECTATOR = -1
LATEST = 10**15 - 1  # milliseconds after the start at which a move can be made: as many digits as a record has


@dataclass(frozen=True)
class Move:
    """A move: its number, its notation, and what it does in words."""

    id: int
    text: str
    words: str

    def __str__(self) -> str:
        """Show the notation."""
        return self.text


@dataclass(frozen=True, slots=True)
class MoveRecord:
    """A move that was made: by whom, which, and how many milliseconds after the start."""

    player: int
    action: int
    elapsed_ms: int


@dataclass(frozen=True)
class Outcome:
    """How a match ended: why, who is first, the words for it, and what it is for each player."""

    code: str
    winners: tuple[int, ...]
    words: str
    player_results: tuple[PlayerResult, ...]  # by player


class Match:
    """One play of a game: ready at once, interpreted until kernels are, and every number can be looked at.

    >>> import decapod
    >>> match = decapod.game("crab-stack").match(players=2, seed=7)
    >>> move = match.legal_moves(0)[0]
    >>> match.play(0, move)
    >>> match.why_not(1, "f5-f6").code
    'origin.not_yours'
    >>> decapod.loads(match.dumps()) == match
    True
    """

    def __init__(
        self,
        game: Game,
        box: Box,
        variant: str,
        players: int,
        options: tuple[int, ...],
        commitment: SeedCommitment,
        start: str = "",
        guess: Any = None,
    ) -> None:
        """Deal, or set up the position `start`, or begin at a table that is a guess.

        Use `game.match(...)`, `game.position(...)` or `PlayerView.sample_match` rather than this.
        """
        self.game = game
        self.box = box
        self.variant = variant
        self.players = players
        self.options = options  # their numbers; none after a position, which says all that was agreed on
        self.commitment = commitment
        self.start: str = ""  # the position it began from; "" if it was dealt
        self.moves: list[MoveRecord] = []
        self._began = time.monotonic()
        self.is_guess: bool = guess is not None  # whether it began at a table that was made up, not dealt
        self._event_logs: dict[int, EventLog] = {}  # what each player whose seat was asked for may know of the moves
        if guess is not None:
            first = pystate.snapshot_of(guess, game.rules.State)
        else:
            first = self._set_up(start) if start else self._dealt()
        self._place(History(game.rules.State, [first]))
        if start:
            self.start = self.position

    def _dealt(self) -> bytes:
        """Deal; return the image of the table."""
        rules, kind = self.game.rules, pystate.py_state_type(self.game.rules.State)
        state = kind.load(bytes(rules.State.itemsize))
        dice.load(state.dice, *dice.secret_words(self.commitment.seed))
        rules.setup(self.box.plain, state, self.players, self.game.variants.index(self.variant), self.options)
        return kind.dump(state)

    def _set_up(self, text: str) -> bytes:
        """Set up a position, and check it; return the image of the table."""
        kind = self.game.rules.State
        state = dtypes.zeros(dtypes.wide_dtype(kind))
        dice.load(state.dice, *dice.secret_words(self.commitment.seed))
        state.players, state.variant = self.players, self.game.variants.index(self.variant)
        self.game.view.parse_position(self.box.record, state, text.partition("|")[2])
        snapshot = pystate.snapshot_of(state, kind)
        if not dtypes.same(pystate.record_of(snapshot, kind), state):
            raise ParseError("a number is too large for a table of this game")
        _check_state(self.game, self.box, state)
        return snapshot

    def _place(self, states: History) -> None:
        """Stand at the last of some tables."""
        self._states = states
        self._now = Stepper(self.game.rules, self.box, states.snapshot(-1))
        self._to_act: tuple[int, ...] | None = None  # who is awaited now, if somebody asked
        self._views: dict[tuple[int, int], Any] = {}  # what viewers may know of the last tables, by ply and viewer
        self._stopped: tuple[int, bytes | None] = (0, None)  # how the table lay in the middle of a move, by its number

    def copy(self) -> Match:
        """Return an equal match of its own: what is played in one is not seen in the other.

        >>> import decapod
        >>> match = decapod.game("crab-stack").match(players=2, seed=7)
        >>> twin = match.copy()
        >>> twin.play(0, twin.legal_moves(0)[0])
        >>> len(match.moves), len(twin.moves)
        (0, 1)
        """
        return self._cut(len(self.moves))

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        """Copy it: game and box never change, and are shared."""
        return self.copy()

    def _cut(self, ply: int) -> Match:
        """Return a match of its own that has only the first moves."""
        other = object.__new__(Match)
        vars(other).update(vars(self))
        other.moves = self.moves[:ply]
        other._event_logs = {}
        other._place(self._states.until(ply))
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Pickle what it is made of, its tables as bytes."""
        state = {name: value for name, value in vars(self).items() if name[0] != "_"}
        return {**state, "tables": self._states.snapshots(), "age": time.monotonic() - self._began}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Stand where it stood."""
        snapshots, age = state.pop("tables"), state.pop("age")
        vars(self).update(state)
        self._began = time.monotonic() - age
        self._event_logs = {}
        self._place(History.of(self.game.rules.State, snapshots))

    @property
    def state(self) -> Any:
        """The table, hidden parts included, for those who may know everything: to be looked at, not to be changed."""
        return self._states[-1]

    @property
    def position(self) -> str:
        """The position as one line of text that a person can read and edit; `game.position` makes a match of it.

        It is whole, hidden parts included: for those who may know everything. It has all that decides what can happen
        from here, and what the players know; not the dice, so that a match made of it rolls its own, nor what is only
        counted or told.

        >>> import decapod
        >>> match = decapod.game("crab-stack").match(players=2, seed=7)
        >>> match.position[:40]
        'a 2 | turn=0 b2=1l b3=0s b4=1m c2=1l c3='
        >>> match.game.position(match.position).legal_moves(0) == match.legal_moves(0)
        True
        """
        text = self.game.view.format_position(self.box.record, self.state)
        return f"{self.variant} {self.players} | {text}"

    @property
    def position_key(self) -> str:
        """A fingerprint of the position, equal for equal ones, whatever way they came about and on every machine.

        Positions are equal if the same can happen from them: see `position`. Those of two boxes never are.
        """
        whole = f"{self.game.name} {self.box.hash} {self.position}"
        return hashlib.sha256(whole.encode()).hexdigest()[:32]

    def __eq__(self, other: object) -> bool:
        """Two matches are equal when their records are; the clock does not matter."""
        return isinstance(other, Match) and self._identity() == other._identity()

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # a match changes

    def _identity(self) -> tuple[Any, ...]:
        moves = [(played.player, played.action) for played in self.moves]
        guess = self._states.snapshot(0) if self.is_guess else None
        agreed = (self.game.name, self.box.hash, self.variant, self.players, self.options)
        return (*agreed, self.commitment, self.start, guess, moves)

    def __repr__(self) -> str:
        """Say what is being played and how far it is."""
        begun = " from a position" if self.start else ""
        return f"<Match {self.game.name} ({self.variant}), {self.players} players, {len(self.moves)} moves{begun}>"

    def _common(self, name: str, ply: int = -1) -> int:
        """Read one of the numbers that every table has; quickly, for it is asked at every move."""
        return pystate.common(self.game.rules.State).read(self._states.snapshot(ply), name)

    def set_up_example(self, setting: Mapping[str, Any]) -> None:
        """Lay the table, before the first move, as a worked example wants it, in the words of the game's
        `set_up_example`.

        Such a match is for showing: what it is dealt from no longer tells where it began, so it has no record.
        """
        check_type(setting, Mapping, "setting")
        if self.moves:
            raise ParseError("a table is laid before the first move")
        arrange = getattr(self.game.view, "set_up_example", None)
        if arrange is None:
            raise ParseError(f"{self.game.name} has no words to lay a table with")
        state, kind = self.state.copy(), self.game.rules.State
        try:
            arrange(self.box.record, state, setting)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            why = f"{type(error).__name__}: {error}"
            raise ParseError(f"a table of {self.game.name} cannot be laid so: {why}") from None
        self._place(History(kind, [pystate.snapshot_of(state, kind)]))
        self.is_guess = True

    # --- whose turn, what is legal, why not -----------------------------------------------------------------

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who may act now; nobody when the game is over."""
        if self._to_act is None:
            awaited = self._common("to_act")
            self._to_act = tuple([p for p in range(self.players) if awaited >> p & 1])
        return self._to_act

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.to_act

    @property
    def turn_index(self) -> int:
        """How many turns, or phases in which all act at once, are finished: a decision belongs to one."""
        return self._common("turn_index")

    def legal_actions(self, player: int) -> list[int]:
        """List the numbers of a player's legal moves."""
        return self._now.legal_actions(self._check_player(player)).copy()

    def action_mask(self, player: int) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return which of all `NUM_ACTIONS` numbers are legal moves of a player.

        >>> import decapod
        >>> match = decapod.game("crab-stack").match(players=2, seed=7)
        >>> mask = match.action_mask(0)
        >>> mask.shape, [int(n) for n in mask.nonzero()[0]] == match.legal_actions(0)
        ((3136,), True)
        """
        found = np.zeros(self.game.rules.NUM_ACTIONS, np.bool_)
        found[self._now.legal_actions(self._check_player(player))] = True
        return found

    def observation(self, player: int | None) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return what a player, or a spectator (None), may know, as `OBSERVATION_SIZE` numbers for a learner.

        The viewer's own seat comes first, the others follow clockwise.
        """
        viewer = self._check_viewer(player)
        found = np.zeros(self.game.rules.OBSERVATION_SIZE, np.int64)
        self.game.rules.observe(self.box.plain, self._now.state, viewer, found)
        return found

    def legal_moves(self, player: int, words: Translator | None = None) -> list[Move]:
        """List a player's legal moves."""
        numbers, words = self.legal_actions(player), translator_of(self.game, words)
        return [self._describe_move(player, number, words) for number in numbers]

    def describe_move(self, player: int, number: int, words: Translator | None = None) -> Move:
        """Describe a legal move of a player in the present position."""
        player, number, words = self._check_player(player), as_int(number, "number"), translator_of(self.game, words)
        if self._now.illegal_reason(player, number) != 0:
            raise ParseError(f"player {player} has no legal move {number}")
        return self._describe_move(player, number, words)

    def _describe_move(self, player: int, number: int, words: Translator) -> Move:
        view, box = self.game.view, self.box.record
        text = view.format_move(box, self.state, player, number)
        return Move(number, text, words(view.describe_move(box, self.state, player, number)))

    def parse_moves(self, player: int, text: str, words: Translator | None = None) -> list[int]:
        """Turn a text into the numbers of the moves it says, legal or not; `ParseError` if it says none.

        It is one move, or several where a game has a notation for whole actions (`trade 3 3 4 > 1 1 1 1 1 5`).
        """
        check_type(text, str, "text")
        player, words = self._check_player(player), translator_of(self.game, words)
        view, box, text = self.game.view, self.box.record, text.strip()
        try:
            return [int(view.parse_move(box, self.state, player, text))]
        except ParseError as error:
            unread = error
        read_line = getattr(view, "parse_moves", None)
        if read_line is not None:
            try:
                return [int(number) for number in read_line(box, self.state, player, text)]
            except ParseError as error:
                unread = error
        raise ParseError(replace(self._put_into_words(unread, words), code="unreadable"))

    def why_not(self, player: int, move: Move | int | str, words: Translator | None = None) -> Reason | None:
        """Say why a player may not make a move; None if they may."""
        player, words = self._check_player(player), translator_of(self.game, words)
        try:
            numbers = self._numbers(player, move, words)
        except ParseError as error:
            return error.reason
        if len(numbers) == 1:
            return self._refusal(player, numbers[0], words)
        trial = self.copy()
        for number in numbers:
            reason = trial._refusal(player, number, words)
            if reason is not None:
                return reason
            trial._make(MoveRecord(player, number, 0))
        return None

    def move_from_clicks(self, player: int, clicks: Sequence[str], words: Translator | None = None) -> int:
        """Turn pieces clicked in order into the move they mean, legal or not; `ParseError` if they mean none.

        The pieces are those of any layout, as the player sees them.
        """
        player, words = self._check_player(player), translator_of(self.game, words)
        for piece in clicks:
            check_type(piece, str, "piece")
        builders = [self._build_scene(player, layout, words) for layout in LAYOUTS]
        known = set().union(*(builder.by_id for builder in builders))
        if clicks and known >= set(clicks) and player not in self.to_act:
            return 0  # whatever they click, it is not their turn
        there = next((b for b in builders if b.by_id.keys() >= set(clicks)), builders[0])
        try:
            return there.meaning_of(clicks)
        except ParseError as error:
            raise ParseError(self._put_into_words(error, words)) from None

    def _refusal(self, player: int, number: int, words: Translator | None) -> Reason | None:
        if self.is_over:
            return self._reason("game.over", words)
        code = self._now.illegal_reason(player, number)
        if code == 0:
            return None
        name, rule = self.game.rules.ILLEGAL_REASONS[code]
        parameters = self.game.view.refusal_parameters(self.box.record, self.state, player, number, code)
        return self._reason(name, words, rule, parameters)

    def _put_into_words(self, error: ParseError, words: Translator | None) -> Reason:
        """Give the reason of an error that a view raised by its key the words of a language."""
        return self._reason(error.code, words, error.rule, error.reason.parameters)

    def _reason(
        self, code: str, words: Translator | None, rule: str = "", parameters: Mapping[str, object] | None = None
    ) -> Reason:
        words = translator_of(self.game, words)
        plain = {name: words.plain(value) for name, value in (parameters or {}).items()}
        return Reason(code, rule, plain, words(code, **plain))

    def _numbers(self, player: int, move: Move | int | str, words: Translator | None) -> list[int]:
        """Turn a move, however it is given, into the numbers of the moves it is made of."""
        if isinstance(move, Move):
            move = move.id
        if isinstance(move, str):
            return self.parse_moves(player, move, words)
        return [move if type(move) is int else as_int(move, "move")]

    def _check_player(self, player: int) -> int:
        seat = player if type(player) is int else as_int(player, "player")
        if not 0 <= seat < self.players:
            raise ParseError(f"there is no player {seat}; the players are 0 to {self.players - 1}")
        return seat

    def _check_viewer(self, viewer: int | None) -> int:
        return SPECTATOR if viewer is None else self._check_player(viewer)

    def _check_ply(self, ply: int) -> int:
        ply = ply if type(ply) is int else as_int(ply, "ply")
        if not 0 <= ply <= len(self.moves):
            raise ParseError(f"the match has {len(self.moves)} moves; there is no move {ply}")
        return ply

    # --- playing and taking back ----------------------------------------------------------------------------

    def play(
        self,
        player: int,
        move: Move | int | str,
        elapsed_ms: int | None = None,
        *,
        unchecked: bool = False,
        words: Translator | None = None,
    ) -> None:
        """Make a move: a Move, its number or its notation. If it is refused nothing has changed.

        Where a game has a notation for whole actions (`trade 3 3 4 > 1 1 1 1 1 5`), that is several moves: all of
        them or none, except that a card once drawn stays drawn.
        `at` is when, in milliseconds after the start; now, if it is not given. `unchecked` is for those who asked
        `why_not` in this very position, or were given the move by `legal_actions`: an illegal one would break the
        table.
        """
        player = self._check_player(player)
        when = int((time.monotonic() - self._began) * 1000) if elapsed_ms is None else as_int(elapsed_ms, "at")
        if not 0 <= when <= LATEST:
            raise ParseError(f"at is a whole number of milliseconds from 0 to {LATEST}, not {when}")
        if words is not None:
            words = translator_of(self.game, words)
        start = len(self.moves)
        for number in self._numbers(player, move, words):
            reason = None if unchecked else self._refusal(player, number, words)
            if reason is not None:
                refused = (IllegalMoveError if self._common("to_act") >> player & 1 else NotYourTurnError)(reason)
                if self._common("reveals", start) == self._common("reveals"):
                    self._replay(self.moves[:start], start)
                raise refused
            self._make(MoveRecord(player, number, when))

    def _make(self, played: MoveRecord) -> None:
        self._now.apply_action(played.player, played.action)
        self._to_act = None
        self.moves.append(played)
        self._states.append(self._now.snapshot)

    def undo(self, player: int, *, consent: bool = False, words: Translator | None = None) -> None:
        """Take back a player's last move.

        Free inside one's own unfinished turn, and for a secret plan until the reveal; after that with the
        others' consent, together with all that followed; never across something hidden or random.
        """
        last, free = self._find_undo(player, translator_of(self.game, words))
        if free:
            self._replay(self.moves[:last] + self.moves[last + 1 :], last)
        elif consent:
            self._replay(self.moves[:last], last)
        else:
            raise IllegalMoveError(self._reason("undo.turn", words))

    def undo_policy(self, player: int) -> str:
        """Return how a player's last move can be taken back: "free", by "consent", or "none" (not at all)."""
        last = self._last_move_of(player)
        if last is None or self._common("reveals", last) != self._common("reveals"):
            return "none"
        return "free" if self._is_free_to_undo(last) else "consent"

    def _find_undo(self, player: int, words: Translator | None) -> tuple[int, bool]:
        """Find the move that an undo takes back, and whether it is free; Illegal if there is none."""
        last = self._last_move_of(player)
        if last is None:
            raise IllegalMoveError(self._reason("undo.nothing", words))
        if self._common("reveals", last) != self._common("reveals"):
            raise IllegalMoveError(self._reason("undo.hidden", words))
        return last, self._is_free_to_undo(last)

    def _last_move_of(self, player: int) -> int | None:
        """Return the number of a player's last move, counted from 0."""
        player = self._check_player(player)
        for i in reversed(range(len(self.moves))):
            if self.moves[i].player == player:
                return i
        return None

    def _is_free_to_undo(self, last: int) -> bool:
        """Whether a player takes move number `last` back without asking: in a turn that is not over."""
        return self._common("turn_index", last) == self._common("turn_index") and not self.is_over

    def _replay(self, moves: list[MoveRecord], keep: int) -> None:
        self._place(self._states.until(keep))
        del self.moves[keep:]
        for played in moves[keep:]:
            self._make(played)

    # --- scores, the end ------------------------------------------------------------------------------------

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's score as it stands."""
        return self._per_player(self.game.rules.points)

    @property
    def places(self) -> tuple[int, ...]:
        """Each player's standing: 1 is first, ties share a place."""
        return self._per_player(self.game.rules.places)

    def _per_player(self, verb: Any) -> tuple[int, ...]:
        out = [0] * _seats(self.game.rules)
        verb(self.box.plain, self._now.state, out)
        return tuple(int(n) for n in out[: self.players])

    @property
    def returns(self) -> tuple[float, ...]:
        """What the match is worth to each player as it stands, from -1 (all others ahead) to 1 (all others behind).

        (players behind - players ahead) / (players - 1), ties on neither side; alone, points / 100 cut to [-1, 1].

        >>> import decapod
        >>> decapod.game("crab-stack").match(players=3, seed=7).returns
        (0.0, 0.0, 0.0)
        """
        seats = _seats(self.game.rules)
        out = [0.0] * seats
        returns(self.box.plain, self._now.state, [0] * seats, out)
        return tuple(out[: self.players])

    @property
    def outcome(self) -> Outcome | None:
        """Why the match ended and who won; None while it goes on. `describe_outcome` says it in other words."""
        code = self.game.rules.ENDINGS[self.game.rules.ending(self.box.plain, self._now.state)]
        if not code:
            return None
        winners = self._winners()
        results = self.game.player_results(code, winners, self.players)
        return Outcome(code, winners, self.describe_outcome(), tuple(results))

    def _winners(self) -> tuple[int, ...]:
        return tuple(player for player, place in enumerate(self.places) if place == 1)

    def describe_outcome(self, words: Translator | None = None) -> str:
        """Say how the match ended; nothing while it goes on."""
        words = translator_of(self.game, words)
        code = self.game.rules.ENDINGS[self.game.rules.ending(self.box.plain, self._now.state)]
        if not code:
            return ""
        winners = self._winners()
        shared = f"ending.{code}.shared"
        key = shared if len(winners) > 1 and shared in words else f"ending.{code}"
        points = list[object](self.points)
        if len(points) > 1:  # whose each of them are
            points = [message("result.points_of", player=PlayerRef(n), n=own) for n, own in enumerate(self.points)]
        return words(key, winners=[PlayerRef(player) for player in winners], points=points)

    def points_breakdown(self, words: Translator | None = None) -> list[list[str]]:
        """Say how many points each player has, and line by line how they came about, as far as the game can tell.

        In a game in which nobody counts points there is nothing to say.
        """
        words = translator_of(self.game, words)
        key, explain = f"result.points.{self.variant}", getattr(self.game.module, "explain_points", None)
        lines = [[words(key, n=points)] if key in words else [] for points in self.points]
        if explain is not None:
            moves = [(made.player, made.action) for made in self.moves]
            for own, more in zip(lines, explain(self.box.record, self._states, moves), strict=True):
                own += [words(line) for line in more]
        return lines

    def notation(self) -> Iterator[str]:
        """Write the moves made so far in notation, one by one."""
        for ply, made in enumerate(self.moves):
            yield self.game.view.format_move(self.box.record, self._states[ply], made.player, made.action)

    def at_ply(self, ply: int) -> Match:
        """Return the match as it was after a number of moves: one of its own, which can be played on."""
        return self._cut(self._check_ply(ply))

    # --- what a viewer may know -----------------------------------------------------------------------------

    def determinize(self, viewer: int | None, ply: int | None = None) -> Any:
        """Return the table with everything hidden from a viewer replaced by a guess: the only one to hand to others.

        It is the present table, or that after a number of moves.
        """
        ply = self._check_ply(len(self.moves) if ply is None else ply)
        state = self._hide(self._states.snapshot(ply), self._check_viewer(viewer))
        return _record_of(state, self.game.rules.State)

    def _hide(self, snapshot: bytes, viewer: int) -> Any:
        """Return a table with everything hidden from a viewer replaced by a guess, always the same; on plain numbers.

        Where nothing but the dice is ever hidden, pictures and words are made of the table itself: see `_view`.
        """
        state = pystate.py_state_type(self.game.rules.State).load(snapshot)
        self.game.rules.determinize(self.box.plain, state, viewer, [0] * dice.LENGTH)
        return state

    def _view(self, ply: int, viewer: int) -> Any:
        """Return what pictures and words of a table are made from, on plain numbers: to be looked at, not changed.

        It is hidden once, and kept for some plies.
        """
        viewer = viewer if self.game.rules.HAS_HIDDEN_INFORMATION else SPECTATOR
        found = self._views.get((ply, viewer))
        if found is None:
            if len(self._views) >= 2 * (self.players + 1):  # of all who can look, before the last move and after it
                del self._views[next(iter(self._views))]
            found = self._views[ply, viewer] = self._show(self._states.snapshot(ply), viewer)
        return found

    def _show(self, snapshot: bytes, viewer: int) -> Any:
        if self.game.rules.HAS_HIDDEN_INFORMATION:
            return self._hide(snapshot, viewer)
        return pystate.py_state_type(self.game.rules.State).load(snapshot)

    def player_view(self, player: int, *, event_log: bool = True) -> PlayerView:
        """Return what a player may know of the match now, and nothing else: that is what a bot gets.

        Telling what happened takes longer than all the rest, though only moves made since the last time are told anew:
        whoever does without `PlayerView.event_log` asks for no `history`.
        """
        from decapod.core.player_view import EventLog, PlayerView

        player = as_int(player, "player")
        self._check_player(player)
        story = self._event_logs.setdefault(player, EventLog(player))
        story.follow(self, event_lines=event_log)
        return PlayerView(self, player, story)

    def events(self, viewer: int | None = None, ply: int | None = None) -> list[Message]:
        """List what the last move (or move number `ply`, from 1) did, as a viewer may know it."""
        ply = self._check_ply(len(self.moves) if ply is None else ply)
        viewer = self._check_viewer(viewer)
        if ply < 1:
            return []
        made, before, after = self.moves[ply - 1], self._view(ply - 1, viewer), self._view(ply, viewer)
        return list(self.game.view.narrate(self.box.plain, before, made.player, made.action, after, viewer))

    def describe_events(
        self, viewer: int | None = None, ply: int | None = None, words: Translator | None = None
    ) -> list[str]:
        """Tell in words what the last move (or move number `ply`, from 1) did, as a viewer may know it."""
        words = translator_of(self.game, words)
        return [words(event) for event in self.events(viewer, ply)]

    def scene(
        self,
        viewer: int | None = None,
        layout: str = "desktop",
        words: Translator | None = None,
        *,
        events: Sequence[str] | None = None,
        parts: Parts | None = None,
    ) -> Scene:
        """Show the table to a player, or to a spectator (None).

        `layout` is "desktop", "tablet" or "phone"; `words`, from `game.translator(language, names)`, says how it
        speaks; `events` is what `narrate` says of the last move, for those who know it already. Whoever shows a match
        move by move keeps a dict, `parts`, for each viewer, layout and words: then only what changed is laid out again.
        """
        if viewer is not None:
            viewer = self._check_player(viewer)
        for event in events or ():
            check_type(event, str, "event")
        if parts is not None:
            check_type(parts, dict, "parts")
        return self._build_scene(viewer, layout, words, parts=parts).scene(
            events=self.describe_events(viewer, words=words) if events is None else events,
            prompt=self.describe_outcome(words) if self.is_over else "",
            faces=self.box.sprites,
            rest=self._rest(viewer, layout, words, parts),
        )

    def _build_scene(
        self,
        viewer: int | None,
        layout: str,
        words: Translator | None,
        state: Any = None,
        parts: Parts | None = None,
    ) -> SceneBuilder:
        """Lay the present table out; or another, as the viewer may know it, at which nobody can do anything."""
        check_type(layout, str, "layout")
        if layout not in LAYOUTS:
            raise ParseError(f"there is no layout {layout!r}; there is {', '.join(LAYOUTS)}")
        seat = SPECTATOR if viewer is None else viewer
        legal = self._now.legal_actions(seat) if state is None and seat in self.to_act else None
        state = self._view(len(self.moves), seat) if state is None else state
        words = translator_of(self.game, words)
        return build_scene(self.game.module, self.box.plain, state, seat, layout, words, legal, parts)

    def _rest(self, viewer: int | None, layout: str, words: Translator | None, parts: Parts | None) -> Rest | None:
        """Show the table in the middle of the last move, in a game where that is worth a look.

        Whoever made it and goes on with their turn has looked already.
        """
        made, seat = self.moves[-1] if self.moves else None, SPECTATOR if viewer is None else viewer
        if made is None or (
            made.player == viewer
            and seat in self.to_act
            and self._common("turn_index", -2) == self._common("turn_index")
        ):
            return None
        snapshot = self._stop()
        if snapshot is None:
            return None
        return self._build_scene(viewer, layout, words, self._show(snapshot, seat), parts).rest()

    def _stop(self) -> bytes | None:
        """Return the image of the table in the middle of the last move, the same for all; None if it stops nowhere."""
        ply, stop = len(self.moves), getattr(self.game.module, "mid_move_state", None)
        if stop is not None and self._stopped[0] != ply:
            made, kind = self.moves[-1], pystate.py_state_type(self.game.rules.State)
            state = kind.load(self._states.snapshot(-2))
            stops = stop(self.box.plain, state, made.player, made.action, self._now.state)
            self._stopped = ply, kind.dump(state) if stops else None
        return self._stopped[1]

    def _repr_svg_(self) -> str:
        """Show the table in a notebook, as the player to move sees it."""
        to_act = self.to_act
        return self.scene(to_act[0] if len(to_act) == 1 else None).svg()

    # --- the record -----------------------------------------------------------------------------------------

    @property
    def seed_hash(self) -> str:
        """The SHA-256 of the secret, as it was published before the start; `deal` has all the rest."""
        return self.commitment.seed_hash

    def describe_fairness(self, words: Translator | None = None) -> list[str]:
        """Say what is proven of a match that `loads` has read, all its moves checked; and what is not.

        That the seal is the one that was shown before the start, only those can say who kept it.
        """
        words, deal = translator_of(self.game, words), self.commitment
        lines = [words("proof.moves", n=len(self.moves))]
        if self.start:
            lines = [words("proof.position", position=self.start), words("proof.set_up_moves", n=len(self.moves))]
        if not deal.table:
            return [*lines, words("proof.secret", seal=deal.seed_hash)]
        lines.append(words("proof.seal", seal=deal.seed_hash))
        if deal.seats_with_client_seed:
            lines.append(words("proof.salts", players=[PlayerRef(seat) for seat in deal.seats_with_client_seed]))
        else:
            lines.append(words("proof.no_salts"))
        if deal.seats_without_reveal:
            lines.append(words("proof.unopened", players=[PlayerRef(seat) for seat in deal.seats_without_reveal]))
        elif deal.seats_with_client_seed:
            lines.append(words("proof.kept_salt"))
        return lines

    def record(self, notation: Iterable[str] | None = None) -> Record:
        """Make the record: all that the match is, and how it ended if it has; `notation` if they are known.

        `ParseError` of a guess.
        """
        if self.is_guess:
            raise ParseError("this match began at a table that was made up, not at a deal: it has no record")
        texts = list(self.notation() if notation is None else notation)
        for text in texts:
            check_type(text, str, "text")
        moves = zip(self.moves, texts, strict=True)
        return Record(
            game=self.game.name,
            version=self.game.version,
            box=self.box.name,
            box_hash=self.box.hash,
            variant=self.variant,
            players=self.players,
            options={o.name: o.text(n) for o, n in zip(self.game.options, self.options, strict=not self.start)},
            deal=self.commitment,
            start=self.start,
            outcome=self._recorded_outcome(),
            moves=[(made.player, text, made.elapsed_ms) for made, text in moves],
            box_text="" if self.box.hash == self.game.box.hash else self.box.text,
        )

    def _recorded_outcome(self) -> dict[str, str]:
        code = self.game.rules.ENDINGS[self.game.rules.ending(self.box.plain, self._now.state)]
        if not code:
            return {}
        return dict(zip(OUTCOME, (code, " ".join(map(str, self.places)), " ".join(map(str, self.points))), strict=True))

    def dumps(self) -> str:
        """Write the record as text: a header, then one move per line."""
        return self.record().write()

    def save(self, path: Path | str) -> None:
        """Write the record to a file, whole or not at all."""
        path = Path(path)
        draft = path.with_name(path.name + ".part")
        try:
            draft.write_text(self.dumps(), encoding="utf-8")
            draft.replace(path)
        except OSError as error:
            raise ParseError(f"cannot write {path}: {error.strerror or error}") from None


_widened = functools.cache(dtypes.wide_dtype)
_seats = functools.cache(protocols.seats)


def _record_of(state: Any, kind: np.dtype[Any]) -> Any:
    """Return the record of a plain table, widened: one of its own, which may be changed."""
    wide = _widened(kind)
    return np.frombuffer(pystate.py_state_type(wide).dump(state), wide)[0].copy()


def translator_of(game: Game, words: Translator | None) -> Translator:
    """Return the words to say something in: those given, if they are of the game, else the game's in English."""
    if words is None:
        return game.translator()
    check_type(words, Translator, "words")
    if words.path is not game.word_file and words.path != game.word_file:  # to compare two paths takes longer
        raise ParseError(f"these are not the words of {game.name}: game.translator(language) makes them")
    return words


def _check_state(game: Game, box: Box, state: Any) -> None:
    """Check that a table that was set up is one of the game, and can be played on; `ParseError` says why not."""
    try:
        wrong = game.view.violations(box.record, state) or _find_dead_end(game, box.record, state)
    except (ArithmeticError, LookupError, ValueError) as error:  # rules trust their tables, and this is none of theirs
        wrong = [f"the rules cannot be carried out on it ({type(error).__name__})"]
    if wrong:
        raise ParseError(wrong[0])


def _find_dead_end(game: Game, box: Any, state: Any) -> list[str]:
    """Say who has nothing to do though they are awaited, and which move leads to a table that cannot be."""
    rules = game.rules
    if (state.to_act == 0) != (rules.ending(box, state) != 0) or int(state.to_act) >> int(state.players):
        return ["nobody is awaited, and it is not over; or somebody is who cannot be"]
    moves = np.zeros(rules.MAX_LEGAL_ACTIONS, np.int64)
    for player in range(state.players):
        n = rules.legal_actions(box, state, player, moves)
        if bool(n) != bool(int(state.to_act) >> player & 1):
            return [f"player {player} is awaited, and can do nothing"]
        for move in moves[:n].tolist():
            after = state.copy()
            rules.apply_action(box, after, player, move)
            wrong = game.view.violations(box, after)
            if wrong:
                return [f"after {game.view.format_move(box, state, player, move)!r}: {wrong[0]}"]
    return []
