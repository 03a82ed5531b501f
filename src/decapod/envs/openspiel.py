"""OpenSpiel: every game of ours registered with pyspiel, as a game of Python.

    import pyspiel
    import decapod.envs.openspiel
    game = pyspiel.load_game("decapod_crab_stack(players=2)")

Parameters are `players`, `variant`, `box` (a file), `options` of the game's own ("first:0;out:turn"), and two about
chance. A match is its
deal: all its dice come from one secret. So chance moves once, at the beginning, and chooses one of `deals` secrets;
number k is dealt as `game.match(seed=seed + (k << 64))`, and is one of those that `simulate` plays with that seed. With
`deals=0` every deal and every later roll is a move of chance, with its exact probability, as far as they can be listed:
that is for tiny boxes, and what CFR wants.

Where several are awaited at once they move one after another, the first seat first; none sees what others chose.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from decapod.core.game import OURS
from decapod.core.game import game as find_game
from decapod.core.match import Match
from decapod.core.player_view import NO_COMMITMENT
from decapod.engine import pystate
from decapod.engine.chance_outcomes import ScriptedDice, chance_outcomes
from decapod.engine.observation import offsets
from decapod.errors import IllegalMoveError, UsageError, install_hint

try:
    import pyspiel
except ImportError:
    raise ImportError(f"decapod.envs.openspiel needs OpenSpiel: {install_hint('openspiel')}") from None

if TYPE_CHECKING:
    from decapod.core.game import Game

PREFIX = "decapod_"
MOST_FALLS = 10_000  # of the dice of one event, where chance is exact
GUESSES = 1 << 53  # different guesses of what is hidden: as many as a uniform number has


def short_name(game: Game) -> str:
    """Return what OpenSpiel calls a game."""
    return PREFIX + game.name.replace("-", "_")


#: The parameters and their usual values; 0 players and no variant, box or options stand for the usual ones.
USUAL: dict[str, Any] = {"players": 0, "variant": "", "box": "", "options": "", "deals": 1000, "seed": 0}


def read_options(text: str) -> dict[str, str]:
    """Read the options of a game string, where OpenSpiel has no room for another "=" or ",".

    >>> read_options("first:0;out:turn")
    {'first': '0', 'out': 'turn'}
    """
    return {name: value for name, _, value in (part.partition(":") for part in text.split(";") if part)}


def game_type(game: Game, players: int = 0) -> pyspiel.GameType:
    """Say what kind of game it is."""
    counts = [n for _, n in game.modes]
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if game.rules.HAS_HIDDEN_INFORMATION
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.GENERAL_SUM if players == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=USUAL,
    )


class DecapodGame(pyspiel.Game):  # pyright: ignore[reportUntypedBaseClass]  # OpenSpiel has no types
    """One of our games in one mode. Each game has a class of its own, below, which says which it is."""

    played: ClassVar[Game]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Take the parameters of a game string."""
        game, asked = self.played, {**USUAL, **(params or {})}
        self.variant, self.players = game.resolve_mode(asked["players"] or None, asked["variant"] or None)
        self.options = read_options(asked["options"])
        self.option_numbers = game.parse_options(self.players, self.options)
        self.seed, self.deals = asked["seed"], asked["deals"]
        if self.deals < 0:
            raise UsageError(f"deals is how many deals there are, or 0 for all there can be, not {self.deals}")
        if self.seed < 0:
            raise UsageError(f"seed is a whole number from 0 on, not {self.seed}")
        self.box = game.load_box(asked["box"]) if asked["box"] else game.box
        self.all_deals = self._list_deals() if self.deals == 0 else []
        info = pyspiel.GameInfo(
            num_distinct_actions=game.rules.NUM_ACTIONS,
            max_chance_outcomes=self.deals or MOST_FALLS,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if self.players == 1 else 0.0,
            max_game_length=game.rules.MAX_GAME_LENGTH,
        )
        given = {name: value for name, value in asked.items() if value != USUAL[name]}
        super().__init__(game_type(game, self.players), info, given)

    def deal(self, number: int) -> Match:
        """Deal a match: the one that this number stands for."""
        seed = self.seed + (number << 64)
        return self.played.match(self.players, variant=self.variant, seed=seed, box=self.box, **self.options)

    def _list_deals(self) -> list[Fall]:
        """List all tables that can be dealt."""
        rules = self.played.rules
        kind, variant = pystate.py_state_type(rules.State), self.played.variants.index(self.variant)

        def deal(laid: ScriptedDice) -> bytes:
            state = kind.load(bytes(rules.State.itemsize))
            state.dice = laid
            rules.setup(self.box.plain, state, self.players, variant, self.option_numbers)
            return kind.dump(state)

        return list_falls(deal)

    def new_initial_state(self, position: str = "") -> DecapodState:
        """Return the state before the deal, or the one that a position says, a line that `Match.position` wrote."""
        state = DecapodState(self)
        if position:
            state.match, state.rolling = self.played.position(position, seed=self.seed, box=self.box), []
            if (state.match.variant, state.match.players) != (self.variant, self.players):
                raise UsageError(f"this game is {self.variant} for {self.players} players; the position is another")
        return state

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance can move: once, or at every move."""
        return 1 if self.deals else self.played.rules.MAX_GAME_LENGTH + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what makes observations: of a player, or of a spectator where nothing private is asked for."""
        if params:
            raise UsageError(f"observations take no parameters, not {params!r:.80}")
        return Observer(self.played, iig_obs_type)


Fall = tuple[bytes, float]  # the image of the table that the dice lead to, and how likely it is


def list_falls(act: Callable[[ScriptedDice], bytes]) -> list[Fall]:
    """List the tables that something can lead to, each once, with their probabilities."""
    found: dict[bytes, Fraction] = {}
    for number, (probability, snapshot) in enumerate(chance_outcomes(act)):
        if number == MOST_FALLS:
            raise UsageError(
                f"chance can go more than {MOST_FALLS} ways, too many to list: give deals= a number of deals"
            )
        found[snapshot] = found.get(snapshot, Fraction(0)) + probability
    return [(snapshot, float(probability)) for snapshot, probability in found.items()]


class DecapodState(pyspiel.State):  # pyright: ignore[reportUntypedBaseClass]
    """A match, or what is before it: a deal that chance has not yet chosen."""

    def __init__(self, game: DecapodGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self.match: Match | None = None  # before the deal there is none
        self.rolling: list[Fall] = game.all_deals  # what chance is to choose from, where chance is exact
        #: How many moves of the match are in a player's digest of all they have seen, and that digest.
        self.recall: dict[int, tuple[int, bytes]] = {}

    def current_player(self) -> int:
        """Return whose move it is: chance's, nobody's, or that of the first who is awaited."""
        if self.match is None or self.rolling:
            return pyspiel.PlayerId.CHANCE
        awaiting = self.match.to_act
        return awaiting[0] if awaiting else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.match is not None and not self.rolling and self.match.is_over

    def returns(self) -> list[float]:
        """Return what the game was worth to each; nothing before it is over."""
        if self.match is None or not self.is_terminal():
            return [0.0] * self.get_game().players
        return list(self.match.returns)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what chance can choose, with probabilities."""
        if self.rolling:
            return [(number, probability) for number, (_, probability) in enumerate(self.rolling)]
        deals = self.get_game().deals
        return [(number, 1 / deals) for number in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        assert self.match is not None
        return self.match.legal_actions(player)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        match = self.match
        assert match is not None
        return match.game.view.format_move(match.box.record, match.state, player, action)

    def _apply_action(self, action: int) -> None:
        if self.rolling:
            snapshot, _ = self.rolling[action]
            self.rolling = []
            self._begin_at(snapshot)
        elif self.match is None:
            self.match = self.get_game().deal(action)
        elif self.get_game().deals:
            self.match.play(self.match.to_act[0], action)
        else:
            self._play_exactly(action)

    def _play_exactly(self, action: int) -> None:
        """Make a move; if its dice can lead to several tables, let chance choose among them."""
        match = self.match
        assert match is not None
        rules, player = match.game.rules, match.to_act[0]
        refused = match.why_not(player, action)
        if refused is not None:
            raise IllegalMoveError(refused)
        kind, snapshot = pystate.py_state_type(rules.State), pystate.snapshot_of(match.state, rules.State)

        def play(laid: ScriptedDice) -> bytes:
            state = kind.load(snapshot)
            state.dice = laid
            rules.apply_action(match.box.plain, state, player, action)
            return kind.dump(state)

        falls = list_falls(play)
        seen = {
            viewer: self.digest(viewer) + write_seen(match, player, action, viewer) for viewer in range(match.players)
        }
        self.recall = {viewer: (-1, digest) for viewer, digest in seen.items()}
        if len(falls) == 1:
            self._begin_at(falls[0][0])
        else:
            self.rolling = falls

    def _begin_at(self, snapshot: bytes) -> None:
        """Go on from a table."""
        game: DecapodGame = self.get_game()
        state = pystate.record_of(snapshot, game.played.rules.State)
        mode = (game.variant, game.players, game.option_numbers)
        self.match = Match(game.played, game.box, *mode, NO_COMMITMENT, guess=state)

    def resample_from_infostate(self, player_id: int, sampler: Callable[[], float]) -> DecapodState:
        """Return a state that the player cannot tell from this one: all that is hidden, and the dice, are a guess.

        `sampler` gives uniform numbers from 0 to 1, as in OpenSpiel's own games.
        """
        match = self.match
        assert match is not None
        seat = match.player_view(player_id, event_log=False)
        state = self.clone()
        state.recall = {player_id: (0, self.digest(player_id))}
        state.match = seat.sample_match(int(sampler() * GUESSES))
        return state

    def digest(self, viewer: int) -> bytes:
        """Return a digest of all that a player has seen: every observation so far, and every move shown to them."""
        match = self.match
        if match is None:
            return b""
        ply, digest = self.recall.get(viewer, (-1, b""))
        before = match.at_ply(max(ply, 0))
        while ply < len(match.moves):
            ply += 1
            after = match.at_ply(ply)
            move = write_seen(before, match.moves[ply - 1].player, match.moves[ply - 1].action, viewer) if ply else b""
            digest = hashlib.sha256(digest + move + after.observation(viewer).tobytes()).digest()
            before = after
        self.recall[viewer] = ply, digest
        return digest

    def __str__(self) -> str:
        """Write the position; not what chance is yet to choose."""
        return "before the deal" if self.match is None else self.match.position + " and a roll" * bool(self.rolling)


def write_seen(match: Match, player: int, move: int, viewer: int) -> bytes:
    """Write what a viewer is shown of a move: who makes it, and which, unless that is secret."""
    conceals = getattr(match.game.view, "is_move_hidden", None)
    is_secret = conceals is not None and conceals(match.box.record, match.state, player, move, viewer)
    return f" {player}:{'?' if is_secret else move}".encode()


class Observer:
    """What a player sees of a state, as OpenSpiel asks for it: a tensor, a dict of its parts, and a text.

    The tensor is `Match.observation`, of information states too: all moves there can be in a game would not fit into
    one. Their text adds a digest of everything the player has seen, so that two of them are equal only if all of that
    was.
    """

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType | None) -> None:
        """Take what is wanted: all that a player knows, unless it says otherwise."""
        self.tensor = np.zeros(game.rules.OBSERVATION_SIZE, np.float32)
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        self.names: list[str] = []  # of every number
        fields = game.rules.OBSERVATION
        for field, start in zip(fields, offsets(fields), strict=True):
            self.dict[field.name] = self.tensor[start : start + field.length].reshape(field.shape)
            self.names += [f"{field.name}.{i}" for i in range(field.length)]
        self.recalls = kind is not None and kind.perfect_recall
        self.is_public = kind is not None and kind.private_info == pyspiel.PrivateInfoType.NONE

    def set_from(self, state: DecapodState, player: int) -> None:
        """Fill the tensor; with zeros before the deal."""
        self.tensor[:] = 0 if state.match is None else self._observe(state.match, player)

    def _observe(self, match: Match, player: int) -> np.ndarray[Any, Any]:
        return match.observation(None if self.is_public else player)

    def string_from(self, state: DecapodState, player: int) -> str:
        """Write every number that is not 0, by its name."""
        if state.match is None:
            return ""
        numbers = self._observe(state.match, player)
        text = " ".join(f"{self.names[place]}:{numbers[place]}" for place in numbers.nonzero()[0])
        return f"{text} after {state.digest(player).hex()}" if self.recalls else text


def register() -> None:
    """Make our games known to `pyspiel.load_game`."""
    for name in OURS:
        game = find_game(name)
        pyspiel.register_game(game_type(game), type(short_name(game), (DecapodGame,), {"played": game}))


register()
