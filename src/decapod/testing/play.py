"""Laws of the rules: what is legal, what is refused, who stands where, in every position of a game."""

from __future__ import annotations

import numpy as np

from decapod.core.game import Game
from decapod.core.match import SPECTATOR
from decapod.engine import dice, dtypes, observation, protocols
from decapod.engine.reachable_actions import reach_of
from decapod.engine.symmetry import symmetries_of
from decapod.testing.broken import Checking
from decapod.testing.position import Position, dealt, positions
from decapod.testing.secrets import check_guessed_moves, check_secrets


def check_play(
    game: Game,
    variant: str,
    players: int,
    seed: int,
    *,
    ordered: int = 1,
    every: int = 1,
    secrets_every: int = 5,
) -> None:
    """Play one game by chance and check the laws along the way."""
    start = dealt(game, variant, players, seed, ordered=ordered)
    check_position(start, every_move=True)
    check_guessed_moves(start, 0)
    check_secrets(start)
    last = start
    for number, (before, player, move, after) in enumerate(positions(start, seed), 1):
        check_guessed_moves(after, number, [number % (players + 1) + SPECTATOR])  # another viewer at each move
        if number % every == 0:
            check_position(after)
        if number % secrets_every == 0:
            check_secrets(after, before, player, move)
        last = after
    check_position(last, every_move=True)
    check_secrets(last)


def check_position(at: Position, *, every_move: bool = False) -> None:
    """Check the laws that hold in every single position."""
    with Checking(at):
        _check_position(at, every_move=every_move)


def _check_position(at: Position, *, every_move: bool) -> None:
    rules, state = at.game.rules, at.state
    before = state.copy()
    violations = at.game.view.violations(at.box, state)
    assert not violations, f"{at.where}: violations: {violations}"
    assert (state.to_act == 0) == (rules.ending(at.box, state) != 0), (
        f"{at.where}: ending: over, but no reason, or not over"
    )
    for player in range(state.players):
        with Checking(at, player):
            check_moves(at, player, every_move=every_move)
    check_standing(at)
    check_observation(at)
    check_symmetries(at)
    check_reach(at)
    check_joining(at)
    assert dtypes.same(before, state), f"{at.where}: looking at the state changed it"


def check_moves(at: Position, player: int, *, every_move: bool) -> None:
    """Check a player's legal moves, refusals and notation."""
    rules, state = at.game.rules, at.state
    awaited = bool(state.to_act >> player & 1)
    legal = at.legal(player)
    assert legal == sorted(set(legal)), f"{at.where}: legal: moves are not ascending, or repeat"
    assert len(legal) <= rules.MAX_LEGAL_ACTIONS, f"{at.where}: legal: more moves than MAX_LEGAL_ACTIONS"
    assert bool(legal) == awaited, f"{at.where}: legal: player {player} awaited {awaited}, moves {legal}"
    assert all(0 <= move < rules.NUM_ACTIONS for move in legal), f"{at.where}: legal: a move outside the alphabet"
    asked = range(-1, rules.NUM_ACTIONS + 1) if every_move else [*legal, *range(-1, rules.NUM_ACTIONS + 1, 37)]
    for move, code in zip(asked, at.refusals(player, asked), strict=True):
        assert (code == 0) == (move in legal), (
            f"{at.where}: illegal_reason of move {move}: {code}, legal: {move in legal}"
        )
        assert 0 <= code < len(rules.ILLEGAL_REASONS), f"{at.where}: illegal_reason {code} has no reason"
        assert awaited or code == 1, f"{at.where}: illegal_reason {code} to one who is not awaited"
    for move in legal:
        text = at.game.view.format_move(at.box, state, player, move)
        assert at.game.view.parse_move(at.box, state, player, text) == move, (
            f"{at.where}: read: {text!r}, as write writes move {move}, is another move"
        )
    check_pick(at, player, legal)


def check_observation(at: Position) -> None:
    """Check that every number of an observation is in the range that its field states."""
    rules = at.game.rules
    assert observation.size(rules.OBSERVATION) == rules.OBSERVATION_SIZE, (
        f"{at.game.name}: OBSERVATION_SIZE is another number"
    )
    for viewer in range(SPECTATOR, at.state.players):
        numbers = at.observed(viewer)
        for field, start in zip(rules.OBSERVATION, observation.offsets(rules.OBSERVATION), strict=True):
            found = numbers[start : start + field.length]
            wrong = found[(found < field.low) | (found > field.high)]
            allowed = f"{field.low} to {field.high}"
            assert not len(wrong), f"{at.where}: observe: {field.name} is {wrong[0]} for viewer {viewer}, not {allowed}"


def check_symmetries(at: Position) -> None:
    """Check that turning a state mixes what is of one kind only, and that a state turned twice is turned some way."""
    rules = at.game.rules
    ways = symmetries_of(rules, at.box, at.state)
    starts = observation.offsets(rules.OBSERVATION)
    kinds = np.searchsorted(starts, np.arange(rules.OBSERVATION_SIZE), side="right")
    for rows, length in ((ways.numbers, rules.OBSERVATION_SIZE), (ways.moves, rules.NUM_ACTIONS)):
        assert (rows[0] == np.arange(length)).all(), f"{at.where}: the first of its symmetries changes something"
        assert (np.sort(rows, axis=1) == np.arange(length)).all(), f"{at.where}: a symmetry loses something"
    assert (kinds[ways.numbers] == kinds).all(), f"{at.where}: a symmetry takes a number to another field"
    known = {(numbers.tobytes(), moves.tobytes()) for numbers, moves in zip(*ways, strict=True)}
    assert len(known) == len(ways.numbers) == len(ways.moves), f"{at.where}: two symmetries are the same"
    for numbers, moves in zip(*ways, strict=True):
        twice = zip(ways.numbers[:, numbers], moves[ways.moves], strict=True)
        new = [pair for pair in twice if (pair[0].tobytes(), pair[1].tobytes()) not in known]
        assert not new, f"{at.where}: symmetries: turned in two ways one after the other, it is turned in none"


def check_reach(at: Position) -> None:
    """Check that nothing is observed, and no move legal, that the game says cannot come up in this mode."""
    rules, players = at.game.rules, int(at.state.players)
    variant = list(rules.VARIANTS)[int(at.state.variant)]
    numbers, moves = reach_of(rules, at.box, [(variant, players)])
    for viewer in range(players):
        seen = set(np.flatnonzero(at.observed(viewer)).tolist())
        assert seen <= set(numbers.tolist()), (
            f"{at.where}: reach: number {min(seen - set(numbers.tolist()))} is out of reach"
        )
        legal = set(at.legal(viewer))
        assert legal <= set(moves.tolist()), (
            f"{at.where}: reach: move {min(legal - set(moves.tolist()))} is out of reach"
        )


def check_joining(at: Position) -> None:
    """Check that a bot, which picks in order, can go on with a chain that a person began out of order."""
    joined = Position(at.game, at.box, at.state.copy())
    joined.state.canonical_order = 1
    for player in range(at.state.players):
        if at.state.to_act >> player & 1:
            offered = joined.legal(player)
            assert offered, f"{at.where}: legal: nothing left for player {player} once picks come in order"
            extra = set(offered) - set(at.legal(player))
            assert not extra, f"{at.where}: legal: in order there is more than out of order: {extra}"


def check_pick(at: Position, player: int, legal: list[int]) -> None:
    """Check that `sample_action` gives each legal move for exactly one roll of as many sides."""
    picked: list[int] = []
    for i in range(len(legal)):
        loaded = np.zeros(dice.LENGTH, np.int64)
        loaded[dice.LEFT] = 1
        loaded[dice.WORDS + 3] = ((i << 32) + (1 << 31)) // len(legal)  # rolls i
        scratch = np.zeros(at.game.rules.MAX_LEGAL_ACTIONS, np.int64)
        picked.append(int(at.game.rules.sample_action(at.box, at.state, player, scratch, loaded)))
        assert (loaded[dice.LEFT], loaded[dice.COUNTER]) == (0, 0), (
            f"{at.where}: sample_action does not roll exactly once"
        )
    assert sorted(picked) == legal, f"{at.where}: sample_action is not fair among the legal moves"


def check_standing(at: Position) -> None:
    """Check that places are a ranking in which ties share a place."""
    out = np.zeros(protocols.seats(at.game.rules), np.int64)
    at.game.rules.places(at.box, at.state, out)
    places = [int(place) for place in out[: at.state.players]]
    for place in places:
        assert place == 1 + sum(other < place for other in places), f"{at.where}: places: {places} is no ranking"
    assert not out[at.state.players :].any(), f"{at.where}: places for seats nobody sits on"
