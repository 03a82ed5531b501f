"""Laws of seats: they know nothing hidden, no bot peeks, and a secret move is told to nobody."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from decapod import bots
from decapod.core.game import Game
from decapod.core.match import Match
from decapod.core.player_view import NO_COMMITMENT, PlayerView
from decapod.engine import jit_warmup
from decapod.testing.broken import Checking
from decapod.testing.position import Position, dealt, positions
from decapod.testing.secrets import GUESSES

CANDID_BOTS = ("random", "flat-mc:2", "mcts:2", "level1:2")  # of which it is checked that they do not peek


def check_seats(game: Game, variant: str, players: int, seed: int, *, every: int = 7) -> None:
    """Check along a game that whatever is hidden, a seat is the same, and so is what bots choose from it.

    And that a move is told only to those who can tell it from the others that could have been made.
    """
    with nothing_compiled():
        for number, (before, player, move, after) in enumerate(positions(dealt(game, variant, players, seed), seed)):
            if number % every == 0:
                with Checking(before, player):
                    check_told_move(before, player, move)
                with Checking(after):
                    check_seat(after)


@contextmanager
def nothing_compiled() -> Generator[None]:
    """Let bots think interpreted: for a few moves no kernel is worth the minute of a processor it takes."""
    before = os.environ.get(jit_warmup.JIT_VARIABLE)
    os.environ[jit_warmup.JIT_VARIABLE] = "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ[jit_warmup.JIT_VARIABLE]
        else:
            os.environ[jit_warmup.JIT_VARIABLE] = before


def check_seat(at: Position) -> None:
    """Check that no seat of a state knows anything hidden, and that its guesses and its bots do not either."""
    for player in range(at.state.players):
        with Checking(at, player):
            check_seat_of(at, player)


def check_seat_of(at: Position, player: int) -> None:
    """Check what one player knows, guesses and is advised."""
    seat = seat_at(at, player)
    for guess in range(GUESSES):
        other = seat_at(at.hidden(player, guess), player)
        assert other == seat, f"{at.where}: hide: the seat of player {player} has something hidden"
        assert other.sample_match(guess) == seat.sample_match(guess), (
            f"{at.where}: hide: guesses of {player} follow what is hidden"
        )
    if seat.to_act and player == seat.to_act[at.state.ply % len(seat.to_act)]:
        other = seat_at(at.hidden(player, GUESSES), player)
        for name in CANDID_BOTS:
            one, same = (bots.bot(name, seed=at.state.ply).choose(known) for known in (seat, other))
            assert one == same, f"{at.where}: {name} chooses by what is hidden from player {player}"


def seat_at(at: Position, player: int) -> PlayerView:
    """Make the seat of a player at a state."""
    game, players = at.game, int(at.state.players)
    variant, options = game.variants[at.state.variant], game.parse_options(players, {})
    return Match(game, game.box, variant, players, options, NO_COMMITMENT, guess=at.state).player_view(player)


def check_told_move(at: Position, player: int, move: int) -> None:
    """Check that a viewer who is told a move could tell it from every other: by the state after it, or in words."""
    conceals = getattr(at.game.view, "is_move_hidden", None)
    for viewer in range(at.state.players):
        if viewer != player and not (conceals and conceals(at.box, at.state, player, move, viewer)):
            seen = seen_of_move(at, player, move, viewer)
            for other in at.legal(player):
                assert other == move or seen_of_move(at, player, other, viewer) != seen, (
                    f"{at.where}: narrate: viewer {viewer} is told move {move} of player {player}, and could not tell "
                    f"it from {other}: conceals(box, state, player, move, viewer) says which moves are secret"
                )


def seen_of_move(at: Position, player: int, move: int, viewer: int) -> tuple[bytes, Any]:
    """Return all by which a viewer can tell a move: the state it leads to, and what is told of it."""
    before, state = at.hidden(viewer, 0), at.state.copy()
    at.game.rules.apply_action(at.box, state, player, move)
    after = Position(at.game, at.box, state, at.seed).hidden(viewer, 0).state
    return after.tobytes(), at.game.view.narrate(at.box, before.state, player, move, after, viewer)
