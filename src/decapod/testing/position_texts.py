"""Laws of positions as text: written and read they are the same, and an edited one is refused or played on."""

from __future__ import annotations

import random
from typing import Any

from decapod.core.game import Game
from decapod.core.match import SPECTATOR, Match
from decapod.engine import pystate
from decapod.engine.history import History
from decapod.errors import ParseError
from decapod.testing.broken import Checking
from decapod.testing.position import Position, dealt, positions


def check_positions(game: Game, variant: str, players: int, seed: int, *, every: int = 1) -> None:
    """Check along a game that a position, written down and read again, is the same to the rules, and goes on the same.

    Picks come in any order, as in every match. The dice are no part of a position: here both get the same.
    """
    start = game.match(players, variant=variant, seed=seed)
    for number, (_, _, _, at) in enumerate(positions(dealt(game, variant, players, seed, ordered=0), seed), 1):
        if number % every and at.state.to_act:
            continue
        with Checking(at):
            match = _match_at(start, at.state)
            text = match.position
            assert "\n" not in text, f"{at.where}: format_position: a position of more than a line"
            again = game.position(text, seed=seed + 1)
            assert again.position == text, f"{at.where}: parse_position: {text!r} is {again.position!r}"
            assert again.position_key == match.position_key, f"{at.where}: parse_position: it has another key"
            _check_same_play(match, _match_at(again, _with_luck_of(game, at.state, again.state)), number)


def check_edits(game: Game, variant: str, players: int, seed: int, *, every: int = 1, edits: int = 12) -> None:
    """Check along a game that an edited position is refused in one line, or can be played on like any other."""
    chance = random.Random(seed)
    start = game.match(players, variant=variant, seed=seed)
    for number, (_, _, _, at) in enumerate(positions(dealt(game, variant, players, seed, ordered=0), seed), 1):
        if number % every == 0 or not at.state.to_act:
            with Checking(at):
                text = _match_at(start, at.state).position
                for _ in range(edits):
                    check_edited(game, edit_position(text, chance), chance)


def edit_position(text: str, chance: random.Random) -> str:
    """Make one to three slips in a position: words left out, doubled, misspelt, or with each other's values."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        words = text.split()
        i, j = chance.randrange(len(words)), chance.randrange(len(words))
        key, _, value = words[i].partition("=")
        other = words[j].partition("=")[2]
        parts = [*value.split(","), *other.split(",")]
        words[i : i + 1] = chance.choice((
            [],
            [words[i], words[j]],
            [f"{key}={other}"],
            [f"{key}={chance.choice((0, 1, 2, 3, 5, 7, 9, 13, 40, 63, -1))}"],
            [f"{key}={','.join(chance.sample(parts, chance.randint(1, len(parts))))}"],
            [f"{key[:-1]}{chance.randint(0, 9)}={value}"],
            ["".join(chance.sample(words[i], len(words[i])))],
        ))  # fmt: skip
        text = " ".join(words) or "|"
    return text


def check_edited(game: Game, text: str, chance: random.Random, moves: int = 40) -> bool:
    """Check that a text is refused in one line, or can be played on for some moves; tell whether it can."""
    match = _read_or_refuse(game, text, chance.randrange(1 << 32))
    if isinstance(match, str):
        assert "\n" not in match, f"{game.name}: parse_position: {text!r} is refused in more than a line"
        return False
    again = game.position(match.position)
    assert (again.position, again.position_key) == (match.position, match.position_key), (
        f"{game.name}: parse_position: {text!r} is not read as it is written"
    )
    for _ in range(moves):
        assert not game.view.violations(match.box.record, match.state), (
            f"{game.name}: violations: {text!r} leads to {match.position!r}"
        )
        if match.is_over:
            break
        for viewer in range(SPECTATOR, match.players):
            match.determinize(viewer if viewer >= 0 else None)
        player = chance.choice(match.to_act)
        with Checking(Position.of(match), player):
            legal = match.legal_actions(player)
            assert legal, (
                f"{game.name}: legal: {text!r} leads to {match.position!r}, where player {player} can do nothing"
            )
            match.play(player, chance.choice(legal))
    assert match.scene(None).text(), f"{game.name}: build_scene: {text!r} cannot be shown"
    return True


def _read_or_refuse(game: Game, text: str, seed: int) -> Match | str:
    """Make a match of a position, or say why not."""
    try:
        return game.position(text, seed=seed)
    except ParseError as error:
        return str(error)


def _match_at(match: Match, state: Any) -> Match:
    """Return a match of the same kind that stands at a state."""
    twin, kind = match.copy(), match.game.rules.State
    twin._place(History(kind, [pystate.snapshot_of(state, kind)]))
    return twin


def _with_luck_of(game: Game, state: Any, other: Any) -> Any:
    """Return another state with the dice of one, and with the order of what they will mix."""
    lucky = other.copy()
    for name in ("dice", *getattr(game.rules, "SHUFFLED", ())):
        lucky[name] = state[name]
    return lucky


def _check_same_play(match: Match, twin: Match, seed: int, moves: int = 12) -> None:
    """Check that two matches at equal positions, with equal dice, stay alike."""
    chance = random.Random(seed)
    for _ in range(moves):
        where = f"{match} and its twin, at {match.position!r}"
        assert twin.to_act == match.to_act, f"{where}: play: somebody else is awaited"
        for player in range(match.players):
            assert twin.legal_actions(player) == match.legal_actions(player), f"{where}: legal: other moves are legal"
        assert (twin.points, twin.places, twin.returns) == (match.points, match.places, match.returns), (
            f"{where}: points, places or returns differ"
        )
        assert twin.outcome == match.outcome, f"{where}: ending: another outcome"
        assert twin.position == match.position, f"{where}: format_position: {twin.position!r}"
        if match.is_over:
            return
        player = chance.choice(match.to_act)
        move = chance.choice(match.legal_actions(player))
        for one in (match, twin):
            one.play(player, move, unchecked=True)
