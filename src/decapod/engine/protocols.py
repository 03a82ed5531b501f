"""The contract: what a game is. Whatever has these names is one: a package such as `decapod.games.crab_stack`, whose
`__init__.py` gathers them from its files, or a single module, if the game is small.

`Rules` is what the engine plays with: facts, two record types, and the dispatch, which are plain functions over numpy
records that also compile. `View` is what people see and read. Below them is what many games have in common, for a game
to import instead of writing it again.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from decapod.engine import bits, dice, dispatch
from decapod.engine.observation import Field
from decapod.errors import as_int

if TYPE_CHECKING:
    import numpy as np

    from decapod.scene import Face, Message, SceneBuilder

    ParseMove = Callable[[Any, Any, int, str], int]
    FormatMove = Callable[[Any, Any, int, int], str]
    DescribeMove = Callable[[Any, Any, int, int], Message]
    Narrate = Callable[[Any, Any, int, int, Any, int], list[Message]]

WHOLE = re.compile(" *-?[0-9]{1,15} *")
IllegalReasons = tuple[tuple[str, str], ...]  # (code, rule id); the first is empty, the second ("turn.not_yours", ...)


class Rules(Protocol):
    """What the engine asks of a game.

    A box is a record of type `Box`, a table one of type `State`. A player is a seat, from 0; a viewer is one, or -1 for
    a spectator; a move is a number below `NUM_ACTIONS`. Inside verbs there are no strings, exceptions, objects or
    allocation, so that they compile (CONTRIBUTING lists what to mind); `read_box` alone is never compiled. A game may
    also have `rollout_action(box, state, player, moves, chance) -> int` beside its other rules: as `sample_action`, but
    it chooses among the moves that look best at a glance, with as many rolls as it likes. The search plays on by it
    where that is better. And `symmetries(box, state) -> Symmetries`, if its table can be turned without changing
    anything: a net looks at all of these tables (`engine/symmetry.py`; never compiled). And `reachable_actions(box,
    players, variant) -> Reach`, if a mode has room
    for a part of its moves only: who learns it leaves out the rest (`engine/reachable_actions.py`; never compiled). And
    `PASS_ACTIONS`, a set of the moves by which nothing is done, such as to end a turn early: bots make none on a whim.
    And `LOST_ENDINGS`, those of its `ENDINGS` that every player loses: a game for one below its target.
    """

    # --- facts: constants -----------------------------------------------------------------------------------
    NAME: str  # as on the command line: "crab-stack"
    RULES_VERSION: int  # goes up when a saved match would play differently
    VARIANTS: Mapping[str, tuple[int, ...]]  # name of a way to play -> numbers of players; the first is the usual one
    OPTIONS: tuple[Option, ...]  # what can be agreed on; `setup` gets their numbers in this order
    NUM_ACTIONS: int  # how many moves there are, legal or not
    MAX_LEGAL_ACTIONS: int  # the most legal moves a player can have at once
    MAX_GAME_LENGTH: int  # the most moves a game can take
    ILLEGAL_REASONS: IllegalReasons  # why a move may be refused; `illegal_reason` returns an index
    ENDINGS: tuple[str, ...]  # why a game may end; `ending` returns an index, 0 is empty
    HAS_HIDDEN_INFORMATION: bool  # whether anything but the dice is ever hidden from anyone
    LOSER_STARTS: bool  # whether the loser of a match begins the next one, as the rulebook says
    INLINE: bool | tuple[str, ...]  # functions to compile into their callers: all (small games), or those named
    OBSERVATION: tuple[Field, ...]  # what an observation consists of, field by field
    OBSERVATION_VERSION: int  # goes up when that changes
    OBSERVATION_SIZE: int  # how many numbers it has: observation.size(OBSERVATION)
    Box: np.dtype[Any]  # dtypes.record_type([...]): what is printed
    State: np.dtype[Any]  # dtypes.state_type([...]): the whole position, hidden parts included

    # --- verbs: functions -----------------------------------------------------------------------------------
    def read_box(self, box: Any, printed: Mapping[str, Any]) -> None:
        """Copy what box.toml says into a zeroed box; ValueError or KeyError says in one line what is wrong."""

    def setup(self, box: Any, state: Any, players: int, variant: int, options: Any) -> None:
        """Deal: fill a zeroed table whose dice are loaded. `variant` and `options` are numbers."""

    def legal_actions(self, box: Any, state: Any, player: int, moves: Any) -> int:
        """Write a player's legal moves, ascending, and return how many; 0 exactly for one who is not awaited."""
        ...

    def sample_action(self, box: Any, state: Any, player: int, moves: Any, chance: Any) -> int:
        """Choose a legal move with exactly one `dice.roll(chance, n)`, n the number of them. `moves` is scratch."""
        ...

    def illegal_reason(self, box: Any, state: Any, player: int, move: int) -> int:
        """Return 0 for a legal move, else which of `ILLEGAL_REASONS` it is; any whole number may be asked."""
        ...

    def apply_action(self, box: Any, state: Any, player: int, move: int) -> None:
        """Make a legal move; `state.ply` goes up by 1."""

    def points(self, box: Any, state: Any, out: Any) -> None:
        """Write each player's score as it stands."""

    def places(self, box: Any, state: Any, out: Any) -> None:
        """Write each player's standing, now or at the end: 1 is first, ties share a place."""

    def ending(self, box: Any, state: Any) -> int:
        """Return which of `ENDINGS` it is, 0 while the game goes on."""
        ...

    def determinize(self, box: Any, state: Any, viewer: int, guess: Any) -> None:
        """Replace all that the viewer cannot know by a fair guess made with the dice `guess`, and `state.dice` by it.

        Two tables that the viewer cannot tell apart become equal, field by field.
        """

    def observe(self, box: Any, state: Any, viewer: int, out: Any) -> None:
        """Write what the viewer knows as `OBSERVATION_SIZE` numbers for a learner, the viewer's seat first.

        `OBSERVATION` says what is where. `out` comes zeroed, so what is 0 need not be written, and is never read.
        """


class View(Protocol):
    """What people see and read of a game.

    Words are phrases: keys of the game's words.toml, with what goes into their gaps. Where a function gets a viewer,
    its tables have been through `determinize` for that viewer, and what it returns may tell nothing else. A game may
    also have `parse_moves(box, state, player, text) -> list[int]`, for a notation in which one line says several moves;
    `rest(box, state, player, move, after) -> bool`, if a move can both complete something and clear it away (a trick, a
    wave): whether it does; `state` is the one before the move, and is left as people are to see it for a moment;
    `explain_points(box, tables, moves) -> list[list[Phrase]]`, to say line by line how each player's points came about:
    `moves` are all that were made, as (player, move), `tables` those before each of them and the present one;
    `is_move_hidden(box, state, player, move, viewer) -> bool`, if a move itself can be secret: whether this viewer
    cannot know that it was just this one, at a table as it was before it;
    `rulebook_tables(box, words) -> dict[str, object]`, for gaps of rules.md that are not plain numbers of the box; and
    `set_up_example(box, state, setting) -> None`, which lays a dealt table as a worked example of examples.toml wants
    it.
    """

    def parse_move(self, box: Any, state: Any, player: int, text: str) -> int:
        """Return the move a text means, legal or not, in time linear in it; raise `not_a_move(key, ...)` if it is
        none.
        """
        ...

    def format_move(self, box: Any, state: Any, player: int, move: int) -> str:
        """Write a move in the game's notation, so that `read` gives it back."""
        ...

    def describe_move(self, box: Any, state: Any, player: int, move: int) -> Message:
        """Say what a move does: "Move the large crab from d4 onto the small one on f5."."""
        ...

    def refusal_parameters(self, box: Any, state: Any, player: int, move: int, code: int) -> dict[str, object]:
        """Return what goes into the gaps of a refusal's words; `code` is what `illegal_reason` returned."""
        ...

    def narrate(self, box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Message]:
        """Tell what a move did, event by event, from the tables before and after it."""
        ...

    def prompt(self, box: Any, state: Any, player: int) -> Message:
        """Say what a player who is awaited is to do now."""
        ...

    def build_scene(self, scene: SceneBuilder) -> None:
        """Lay the table out for `scene.viewer` in `scene.layout`, "desktop", "tablet" or "phone" (see
        `SceneBuilder`).
        """

    def sprites(self, box: Any) -> Mapping[str, Face]:
        """Draw every face that a piece of this box can have, by name."""
        ...

    def format_position(self, box: Any, state: Any) -> str:
        """Write a whole table, hidden parts included, as one line that a person can read and edit.

        It has all that decides what can happen from here, and what players know of each other; not the dice, nor what
        is only counted or told (`ply`). So tables from which the same can happen have the same line. Fields of which
        only the order is left out, because it is mixed before it matters, are named in the game's `SHUFFLED`.
        """
        ...

    def parse_position(self, box: Any, state: Any, text: str) -> None:
        """Fill a table that is blank but for players, variant and dice, in time linear in the text.

        `ParseError` says in one line what is wrong. Whatever is let through obeys `violations`, and can be played on.
        `engine/position.py` has what most games need for both.
        """

    def violations(self, box: Any, state: Any) -> list[str]:
        """Say what is wrong with a table (cards lost, counts that do not fit); nothing is, of any table in a game."""
        ...


class GameModule(Rules, View, Protocol):
    """A whole game."""


@dataclass(frozen=True)
class Option:
    """Something agreed on before a match: a name, the usual value, the values allowed.

    Rules see a number: the value itself if `choices` is a range, else its index among the choices.
    """

    name: str
    default: str | int
    choices: tuple[str, ...] | range
    seat: bool = False  # the choices after the first are seat numbers, as many as play
    variants: tuple[str, ...] = ()  # the variants in which it changes something; all, if none is named
    players: tuple[int, ...] = ()  # how many play where it changes something; any number, if none is named

    def applies(self, variant: str, players: int) -> bool:
        """Tell whether it changes anything in a variant with this many players; it may be set anywhere."""
        return (
            (not self.variants or variant in self.variants)
            and (not self.players or players in self.players)
            and not (self.seat and players == 1)
        )

    def allowed(self, players: int) -> tuple[str, ...] | range:
        """List the values that can be chosen with this many players."""
        return self.choices[: players + 1] if self.seat else self.choices

    def number(self, value: str | int, players: int) -> int:
        """Turn a value, or its text, into the number the rules see; ValueError says what is allowed."""
        allowed = self.allowed(players)
        if isinstance(allowed, range):
            text = isinstance(value, str)
            number = int(value) if text and WHOLE.fullmatch(value) else None if text else as_int(value, self.name)
            if number is not None and number in allowed:
                return number
            raise ValueError(f"{self.name} is a whole number from {allowed[0]} to {allowed[-1]}, not {value!r}")
        if str(value) in allowed:
            return allowed.index(str(value))
        raise ValueError(f"{self.name} is one of {', '.join(allowed)}, not {value!r}")

    def text(self, number: int) -> str:
        """Turn the number the rules see back into text."""
        return str(number) if isinstance(self.choices, range) else self.choices[number]


# --- what many games have in common -------------------------------------------------------------------------

NOT_YOUR_TURN = 1  # the index of ("turn.not_yours", ...) in the REASONS of every game


def first_option(seats: int) -> Option:
    """Make the option `first`: who begins, chance or a seat; `first_player` turns its number into a seat."""
    return Option("first", "random", ("random", *(str(seat) for seat in range(seats))), seat=True)


def first_player(state, number):
    """Return the seat that begins, as the option `first` says: by chance if its number is 0."""
    return dice.roll(state.dice, state.players) if number == 0 else number - 1


def sample_action(box, state, player, moves, chance):
    """Choose among the legal moves by chance. A game that can count its moves without listing them has a faster one."""
    n = dispatch.legal_actions(box, state, player, moves)
    return int(moves[dice.roll(chance, n)])


def ending(box, state):
    """Return why the game ended, from the field that every table has."""
    return int(state.ending)


def hide_dice(box, state, viewer, guess):
    """Hide what even an open game hides: the rolls to come. The `determinize` of a game without secrets."""
    dice.copy(guess, state.dice)


def no_points(box, state, out):
    """Write no points: the `points` of a game that has none."""
    for player in range(state.players):
        out[player] = 0


def is_awaited(state, player):
    """Tell whether a player may act now; any number may be asked."""
    return player >= 0 and player < state.players and int(state.to_act) >> player & 1 == 1


def whole(value: object, name: str, least: int, most: int) -> int:
    """Check a whole number of a box; ValueError names it and says what it may be."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return value


def not_your_turn(state: Any) -> dict[str, object]:
    """Return the parameters of "turn.not_yours": who is awaited; some seat once nobody is (people read "game.over")."""
    from decapod.scene import PlayerRef

    return {"player": PlayerRef(bits.lowest(int(state.to_act) or 1))}


def refusal_parameters(box: Any, state: Any, player: int, move: int, code: int) -> dict[str, object]:
    """Return what goes into the words of a refusal where only "turn.not_yours" has gaps."""
    return not_your_turn(state) if code == NOT_YOUR_TURN else {}


def prompt(box: Any, state: Any, player: int) -> Message:
    """Ask for a move in the words "prompt.move", where there is only one kind of thing to do."""
    from decapod.scene import message

    return message("prompt.move")


def named_moves(names: Sequence[str]) -> tuple[ParseMove, FormatMove, DescribeMove, Narrate]:
    """Make `read`, `write`, `describe_move` and `narrate` of a game whose moves have fixed names: squares, say.

    `names` has one in lower case for each move, by its number. The words "move.named" say what a move does and
    "event.named" what it did, both with the gaps {player} and {move}; "read.named" answers a text that is no name.
    """
    from decapod.scene import PlayerRef, message, not_a_move

    numbers = {name: number for number, name in enumerate(names)}

    def parse_move(box: Any, state: Any, player: int, text: str) -> int:
        if text.lower() not in numbers:
            raise not_a_move("read.named", text=text, example=names[0])
        return numbers[text.lower()]

    def format_move(box: Any, state: Any, player: int, move: int) -> str:
        return names[move]

    def describe_move(box: Any, state: Any, player: int, move: int) -> Message:
        return message("move.named", player=PlayerRef(player), move=names[move])

    def narrate(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> list[Message]:
        return [message("event.named", player=PlayerRef(player), move=names[move])]

    return parse_move, format_move, describe_move, narrate


def seats(rules: Rules) -> int:
    """Return the most players a game can have: the room for points and places."""
    return max(n for counts in rules.VARIANTS.values() for n in counts)


def find_gaps(game: Any) -> list[str]:
    """Name what a module lacks to be a game: facts, functions, and functions whose arguments have other names."""
    gaps: list[str] = []
    for protocol in (Rules, View):
        gaps += [name for name in protocol.__annotations__ if not hasattr(game, name)]
        for name, wanted in vars(protocol).items():
            if not name.startswith("_") and inspect.isfunction(wanted):
                names = list(inspect.signature(wanted).parameters)[1:]
                found = getattr(game, name, None)
                own = list(inspect.signature(found).parameters) if callable(found) else None
                if own != names:
                    instead = "" if own is None else f" (it has {name}({', '.join(own)}))"
                    gaps.append(f"{name}({', '.join(names)}){instead}")
    return gaps
