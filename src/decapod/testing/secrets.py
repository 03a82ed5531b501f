"""Laws of what is hidden: nobody sees it, guesses of it can be played, and are not always the truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from itertools import islice
from typing import Any

import numpy as np

from decapod.core.game import Game
from decapod.core.match import SPECTATOR
from decapod.engine import dispatch, dtypes
from decapod.scene import Scene
from decapod.testing.broken import Checking
from decapod.testing.position import Position, dealt, differing, positions

GUESSES = 3  # guesses of what is hidden, tried at each position
SECRETS_WITHIN = 12  # moves from the deal on within which everyone must have something hidden from them


def check_secrets(at: Position, before: Position | None = None, player: int = 0, move: int = 0) -> None:
    """Check that a viewer sees the same whatever is hidden, and that guessing again forgets the guess before."""
    for viewer in range(SPECTATOR, at.state.players):
        with Checking(at, viewer):
            check_secrets_from(at, viewer, before, player, move)


def check_secrets_from(at: Position, viewer: int, before: Position | None, player: int, move: int) -> None:
    """Check what one viewer sees."""
    truth = everything_seen(at, viewer)
    for guess in range(GUESSES):
        hidden = at.hidden(viewer, guess)
        violations = at.game.view.violations(at.box, hidden.state)
        assert not violations, f"{at.where}: hide: hidden from {viewer}: {violations}"
        guessed = everything_seen(hidden, viewer)
        assert guessed == truth, (
            f"{at.where}: viewer {viewer} sees something hidden: {first_difference(truth, guessed)}"
        )
        again = hidden.hidden(viewer, guess + 1)
        other = at.hidden(viewer, guess + 1)
        assert dtypes.same(again.state, other.state), (
            f"{at.where}: what viewer {viewer} cannot know survives hide in {differing(again.state, other.state)}"
        )
        if before is not None:
            earlier = before.hidden(viewer, guess)
            narrate = at.game.view.narrate
            true_events = narrate(at.box, before.state, player, move, at.state, viewer)
            events = narrate(at.box, earlier.state, player, move, hidden.state, viewer)
            assert events == true_events, f"{at.where}: narrate: the events told to {viewer} have something hidden"


def check_guessed_moves(at: Position, guess: int, viewers: Sequence[int] = ()) -> None:
    """Check that whatever is guessed for viewers (all), who is awaited has a move; `sample_action` and `rollout_action`
    find one.
    """
    for viewer in viewers or range(SPECTATOR, at.state.players):
        with Checking(at, viewer):
            hidden = at.hidden(viewer, guess)
        for player in range(at.state.players):
            if at.state.to_act >> player & 1 and player != viewer:
                with Checking(hidden, player):
                    where = f"{at.where}: hidden from {viewer}, player {player}"
                    legal = hidden.legal(player)
                    assert legal, f"{where} is awaited and has no legal move: determinize or legal_actions"
                    scratch, chance = np.zeros(at.game.rules.MAX_LEGAL_ACTIONS, np.int64), hidden.state.dice.copy()
                    for choose in {at.game.rules.sample_action, dispatch.rollout_action_of(at.game.rules)}:
                        chosen = int(choose(at.box, hidden.state, player, scratch, chance))
                        assert chosen in legal, f"{where}: {choose.__name__} gives {chosen}, which is not legal"


def check_guesses(game: Game, variant: str, players: int, seed: int, guesses: int = 40) -> None:
    """Check that guesses differ from the truth where something is hidden: one that is always right is a leak."""
    start = dealt(game, variant, players, seed)
    along = [start, *(after for _, _, _, after in islice(positions(start, seed), SECRETS_WITHIN))]
    for viewer in range(SPECTATOR, players):
        reached: set[str] = set()
        for at in along:
            with Checking(at, viewer):
                for guess in range(guesses):
                    fields = differing(at.hidden(viewer, guess).state, at.state)
                    assert "dice" in fields, f"{at.where}: hide: viewer {viewer} learns what the dice will roll"
                    reached.update(fields)
            if reached - {"dice"}:
                break
        if game.rules.HAS_HIDDEN_INFORMATION and players > 1:  # alone, only the decks are hidden, and they are dice
            with Checking(start, viewer):
                assert reached - {"dice"}, f"{start.where}: hide: every guess for viewer {viewer} is the truth"


def everything_seen(at: Position, viewer: int) -> list[Any]:
    """List all that reaches a viewer: scene, observation, own legal moves and refusals."""
    wide = at.scene(viewer)
    everything: list[Any] = [wide, wide.sketch, at.scene(viewer, "phone")]
    if viewer != SPECTATOR:
        legal = at.legal(viewer)
        asked = [*legal, *range(0, at.game.rules.NUM_ACTIONS, 37)]
        refusals = at.refusals(viewer, asked)
        reasons = [
            at.game.view.refusal_parameters(at.box, at.state, viewer, move, code)
            for move, code in zip(asked, refusals, strict=True)
            if code
        ]
        everything += [at.observed(viewer).tolist(), legal, refusals, reasons]
    return everything


def first_difference(a: list[Any], b: list[Any]) -> str:
    """Show where two lists of what a viewer sees first differ."""
    for one, other in zip(a, b, strict=True):
        if one != other:
            if isinstance(one, Scene):
                parts = [(getattr(one, part.name), getattr(other, part.name)) for part in fields(one)]
                one, other = next(part for part in parts if part[0] != part[1])
            return f"{str(one)[:300]} against {str(other)[:300]}"
    return "nothing"
