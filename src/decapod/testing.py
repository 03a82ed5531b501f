"""The battery: the laws every game obeys, whoever wrote it. Run it on a game of your own.

    python -m decapod.testing GAME          prints every law, and which are broken
    testing.check_all(decapod.game(GAME))   the same in a test

Every check raises AssertionError with a sentence saying which law is broken and where.
`python -m decapod.testing golden GAME` writes a game's golden files anew.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from decapod import bots
from decapod.engine import (
    batch,
    bits,
    compiled,
    contract,
    cuda,
    dice,
    observation,
    perft,
    plain,
    records,
    single,
    verbs,
)
from decapod.engine.history import History
from decapod.engine.returns import returns
from decapod.errors import Refused, Unreadable, UsageError
from decapod.game import Game
from decapod.game import game as game_named
from decapod.match import SPECTATOR, Match, loads
from decapod.scene import Scene, SceneBuilder, Words, build_scene
from decapod.scene.scene import LAYOUTS, ROLES
from decapod.seat import NO_DEAL, Seat

GOLDEN = Path("tests/golden")
GUESSES = 3  # guesses of what is hidden, tried at each position
SECRETS_WITHIN = 12  # moves from the deal on within which everyone must have something hidden from them
DRAWN_POSITIONS = 6  # positions drawn in a golden play-through
PATHS = 3  # pieces that begin a move of several clicks, tried at each position
NO_MOVES = ("", "x", "fly away", "-", "1-1-1", "z9-z8", "a0-a99", "\n", "⬡", "x" * 300)
NO_PIECES = (
    "", " ", "-", "x", "card", "card-", "card-9-1", "card-1-99", "card--1", "card-1*", "crab-", "crab--1", "crab-99",
    "rock-a9", "space-z9", "space-", "size-0", "size-99", "deck", "deck-7", "deck-of-x", "g0", "g999", "p", "tile-9",
    "act-", "act-fly", "do-nothing", "goal-99", "column-9", "hermit-at-9", "back-0-99", "plan-9", "token-9", "-1",
    "crab-1-9", "octopus-x-1", "crabe", "⬡", "card-1\n2", "card-99999999999999999999-1", "x" * 5000,
)  # fmt: skip
PERFT_DEPTH = 3
CANDID_BOTS = ("chance", "sampler:2")  # of which it is checked that they do not peek
SOURCES = ("printed", "published", "reconstructed")
POSITIONS = 40  # positions of a game that `check_all` looks at closely


# --- one position -----------------------------------------------------------------------------------------


class Position:
    """A table in the middle of a game, and what the rules say about it."""

    def __init__(self, game: Game, box: Any, table: Any) -> None:
        """Look at a table."""
        self.game, self.box, self.table = game, box, table

    @property
    def where(self) -> str:
        """Say which position it is."""
        return f"{self.game.name}, {self.table.players} players, ply {self.table.ply}"

    def legal(self, player: int) -> list[int]:
        """List a player's legal moves."""
        moves = np.zeros(self.game.rules.WIDEST, np.int64)
        n = self.game.rules.legal(self.box, self.table, player, moves)
        return [int(move) for move in moves[:n]]

    def refusals(self, player: int, moves: Sequence[int]) -> list[int]:
        """Ask why each of these moves is refused."""
        return [int(self.game.rules.refusal(self.box, self.table, player, move)) for move in moves]

    def observed(self, viewer: int) -> Any:
        """What a viewer knows as numbers."""
        sheet = Sheet(self.game.rules.OBSERVED)
        self.game.rules.observe(self.box, self.table, viewer, sheet)
        return np.array(sheet.numbers, np.int64)

    def field(self, viewer: int, name: str) -> Any:
        """One field of it, by its name and in its shape."""
        layout = self.game.rules.OBSERVATION
        which = [field.name for field in layout].index(name)
        start = observation.offsets(layout)[which]
        return self.observed(viewer)[start : start + layout[which].length].reshape(layout[which].shape)

    def hidden(self, viewer: int, guess: int) -> Position:
        """Make the same position with a guess in place of what a viewer cannot know."""
        table = self.table.copy()
        words = np.zeros(dice.LENGTH, np.int64)
        dice.load(words, guess, 1, 2, 3)
        self.game.rules.hide(self.box, table, viewer, words)
        return Position(self.game, self.box, table)

    def build_scene(self, viewer: int, layout: str = "wide") -> SceneBuilder:
        """Lay the table out for a viewer: what they see, and what a click means."""
        return build_scene(self.game.module, self.box, self.table, viewer, layout, self.game.words())

    def scene(self, viewer: int, layout: str = "wide") -> Scene:
        """What a viewer sees."""
        return self.build_scene(viewer, layout).scene()


class Sheet:
    """What an observation is written on: zeros, which can be written over, but not read."""

    def __init__(self, length: int) -> None:
        """Take so many zeros."""
        self.numbers = [0] * length

    def __setitem__(self, place: int, number: int) -> None:
        """Write one number."""
        assert 0 <= place < len(self.numbers), f"observe writes at {place}, and there are {len(self.numbers)} numbers"
        self.numbers[place] = int(number)


def check_observation(at: Position) -> None:
    """Check that every number of an observation is in the range that its field states."""
    rules = at.game.rules
    assert observation.size(rules.OBSERVATION) == rules.OBSERVED, f"{at.game.name}: OBSERVED is another number"
    for viewer in range(SPECTATOR, at.table.players):
        numbers = at.observed(viewer)
        for field, start in zip(rules.OBSERVATION, observation.offsets(rules.OBSERVATION), strict=True):
            found = numbers[start : start + field.length]
            wrong = found[(found < field.low) | (found > field.high)]
            allowed = f"{field.low} to {field.high}"
            assert not len(wrong), f"{at.where}: {field.name} is {wrong[0]} for viewer {viewer}, not {allowed}"


def check_position(at: Position, *, every_move: bool = False) -> None:
    """Check the laws that hold in every single position."""
    rules, table = at.game.rules, at.table
    before = table.copy()
    violations = at.game.view.violations(at.box, table)
    assert not violations, f"{at.where}: {violations}"
    assert (table.awaiting == 0) == (rules.ending(at.box, table) != 0), f"{at.where}: over, but no reason, or not over"
    for player in range(table.players):
        awaited = bool(table.awaiting >> player & 1)
        legal = at.legal(player)
        assert legal == sorted(set(legal)), f"{at.where}: legal moves are not ascending, or repeat"
        assert len(legal) <= rules.WIDEST, f"{at.where}: more legal moves than WIDEST"
        assert bool(legal) == awaited, f"{at.where}: player {player} awaited {awaited}, legal moves {legal}"
        assert all(0 <= move < rules.MOVES for move in legal), f"{at.where}: a move outside the alphabet"
        asked = range(-1, rules.MOVES + 1) if every_move else [*legal, *range(-1, rules.MOVES + 1, 37)]
        for move, code in zip(asked, at.refusals(player, asked), strict=True):
            assert (code == 0) == (move in legal), f"{at.where}: move {move} legal {move in legal}, refusal {code}"
            assert 0 <= code < len(rules.REASONS), f"{at.where}: refusal {code} has no reason"
            assert awaited or code == 1, f"{at.where}: refusal {code} to one who is not awaited"
        for move in legal:
            text = at.game.view.write(at.box, table, player, move)
            assert at.game.view.read(at.box, table, player, text) == move, f"{at.where}: {text!r} reads as another move"
        check_pick(at, player, legal)
    check_standing(at)
    check_observation(at)
    check_joining(at)
    assert records.same(before, table), f"{at.where}: looking at the table changed it"


def check_joining(at: Position) -> None:
    """Check that a bot, which picks in order, can go on with a chain that a person began out of order."""
    joined = Position(at.game, at.box, at.table.copy())
    joined.table.ordered = 1
    for player in range(at.table.players):
        if at.table.awaiting >> player & 1:
            offered = joined.legal(player)
            assert offered, f"{at.where}: nothing left for player {player} once picks come in order"
            extra = set(offered) - set(at.legal(player))
            assert not extra, f"{at.where}: in order there is more than out of order: {extra}"


def check_pick(at: Position, player: int, legal: list[int]) -> None:
    """Check that `pick` gives each legal move for exactly one roll of as many sides."""
    picked: list[int] = []
    for i in range(len(legal)):
        loaded = np.zeros(dice.LENGTH, np.int64)
        loaded[dice.LEFT] = 1
        loaded[dice.WORDS + 3] = ((i << 32) + (1 << 31)) // len(legal)  # rolls i
        scratch = np.zeros(at.game.rules.WIDEST, np.int64)
        picked.append(int(at.game.rules.pick(at.box, at.table, player, scratch, loaded)))
        assert (loaded[dice.LEFT], loaded[dice.COUNTER]) == (0, 0), f"{at.where}: pick does not roll exactly once"
    assert sorted(picked) == legal, f"{at.where}: pick is not fair among the legal moves"


def check_standing(at: Position) -> None:
    """Check that places are a ranking in which ties share a place."""
    out = np.zeros(contract.seats(at.game.rules), np.int64)
    at.game.rules.places(at.box, at.table, out)
    places = [int(place) for place in out[: at.table.players]]
    for place in places:
        assert place == 1 + sum(other < place for other in places), f"{at.where}: {places} is no ranking"
    assert not out[at.table.players :].any(), f"{at.where}: places for seats nobody sits on"


def check_secrets(at: Position, before: Position | None = None, player: int = 0, move: int = 0) -> None:
    """Check that a viewer sees the same whatever is hidden, and that guessing again forgets the guess before."""
    for viewer in range(SPECTATOR, at.table.players):
        truth = everything_seen(at, viewer)
        for guess in range(GUESSES):
            hidden = at.hidden(viewer, guess)
            violations = at.game.view.violations(at.box, hidden.table)
            assert not violations, f"{at.where}: hidden from {viewer}: {violations}"
            guessed = everything_seen(hidden, viewer)
            assert guessed == truth, (
                f"{at.where}: viewer {viewer} sees something hidden: {first_difference(truth, guessed)}"
            )
            again = hidden.hidden(viewer, guess + 1)
            other = at.hidden(viewer, guess + 1)
            assert records.same(again.table, other.table), (
                f"{at.where}: what viewer {viewer} cannot know survives hide in {differing(again.table, other.table)}"
            )
            if before is not None:
                earlier = before.hidden(viewer, guess)
                narrate = at.game.view.narrate
                true_events = narrate(at.box, before.table, player, move, at.table, viewer)
                events = narrate(at.box, earlier.table, player, move, hidden.table, viewer)
                assert events == true_events, f"{at.where}: the events told to {viewer} have something hidden"


def check_guessed_moves(at: Position, guess: int, viewers: Sequence[int] = ()) -> None:
    """Check that whatever is guessed for viewers (all), whoever is awaited has a legal move, and `pick` finds one."""
    for viewer in viewers or range(SPECTATOR, at.table.players):
        hidden = at.hidden(viewer, guess)
        for player in range(at.table.players):
            if at.table.awaiting >> player & 1 and player != viewer:
                where = f"{at.where}: hidden from {viewer}, player {player}"
                legal = hidden.legal(player)
                assert legal, f"{where} is awaited and has no legal move"
                scratch, chance = np.zeros(at.game.rules.WIDEST, np.int64), hidden.table.dice.copy()
                picked = int(at.game.rules.pick(at.box, hidden.table, player, scratch, chance))
                assert picked in legal, f"{where}: pick gives {picked}, which is not legal"


def everything_seen(at: Position, viewer: int) -> list[Any]:
    """List all that reaches a viewer: scene, observation, own legal moves and refusals."""
    wide = at.scene(viewer)
    everything: list[Any] = [wide, wide.sketch, at.scene(viewer, "tall")]
    if viewer != SPECTATOR:
        legal = at.legal(viewer)
        asked = [*legal, *range(0, at.game.rules.MOVES, 37)]
        refusals = at.refusals(viewer, asked)
        reasons = [
            at.game.view.refusal_parameters(at.box, at.table, viewer, move, code)
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


def differing(a: Any, b: Any) -> list[str]:
    """Name the fields in which two tables differ."""
    return [name for name in a.dtype.names if not np.array_equal(a[name], b[name])]


# --- whole games ------------------------------------------------------------------------------------------


def dealt(game: Game, variant: str, players: int, seed: int, *, ordered: int = 1) -> Position:
    """Deal a game."""
    match = game.match(players, variant=variant, seed=seed)
    table = match.table.copy()
    table.ordered = ordered
    return Position(game, match.box.record, table)


def positions(at: Position, seed: int) -> Iterator[tuple[Position, int, int, Position]]:
    """Play a game by chance: yield the position before, the player, the move, and the position after."""
    chance = np.zeros(dice.LENGTH, np.int64)
    dice.load(chance, seed, 0, 0, batch.POLICY)
    for _ in range(at.game.rules.LONGEST):
        if at.table.awaiting == 0:
            return
        awaited = [p for p in range(at.table.players) if at.table.awaiting >> p & 1]
        player = awaited[dice.roll(chance, len(awaited))]
        legal = at.legal(player)
        move = legal[dice.roll(chance, len(legal))]
        table = at.table.copy()
        at.game.rules.play(at.box, table, player, move)
        after = Position(at.game, at.box, table)
        assert table.ply == at.table.ply + 1, f"{at.where}: a move did not count"
        yield at, player, move, after
        at = after
    raise AssertionError(f"{at.where}: longer than LONGEST")


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


def check_match(game: Game, variant: str, players: int, seed: int) -> None:
    """Check that a match goes as the rules say, and is its record: saved and loaded it is the same."""
    match = game.match(players, variant=variant, seed=seed)
    check_same_game(match, seed)
    again = loads(match.dumps())
    assert again == match, f"{match}: loading gives another match"
    assert records.same(again.table, match.table), f"{match}: loading gives another table"
    assert again.dumps() == match.dumps(), f"{match}: saving twice gives two texts"
    assert match.over, f"{match}: not over"
    assert match.outcome is not None, f"{match}: no outcome"
    assert match.outcome.winners, f"{match}: nobody is first"
    assert match.scene(None, "tall").text(), f"{match}: no text"
    for layout in LAYOUTS:
        picture = match.scene(0, layout).svg()
        assert picture.startswith("<svg"), f"{match}: no picture"
        ids = re.findall(r" id='([^']*)'", picture)
        assert len(ids) == len(set(ids)), f"{match}: the picture gives an id twice"
        assert set(re.findall(r"href='#([^']*)'", picture)) <= set(ids), f"{match}: the picture uses a face it lacks"


def check_same_game(match: Match, seed: int) -> None:
    """Check that a match, whichever way it runs the rules, offers and does what they do on records."""
    for before, player, move, after in positions(Position(match.game, match.box.record, match.table.copy()), seed):
        assert match.legal_ids(player) == before.legal(player), f"{before.where}: a match offers other moves"
        match.play(player, move, unchecked=True)
        changed = differing(match.table, after.table)
        assert not changed, f"{before.where}: after move {move} a match has other {changed}"


def check_single(game: Game, variant: str, players: int, seed: int) -> None:
    """Check that a match goes the same once its kernel is compiled, moves that nobody listed included."""
    single.touch(game.rules)
    try:
        match = game.match(players, variant=variant, seed=seed)
        check_same_game(match, seed)
        again = game.match(players, variant=variant, seed=seed)
        for made in match.played:
            again.play(made.player, made.move, unchecked=True)
        assert records.same(again.table, match.table), f"{match}: it ends otherwise when moves are not listed first"
    finally:
        single.forget(game.rules)


def check_positions(game: Game, variant: str, players: int, seed: int, *, every: int = 1) -> None:
    """Check along a game that a position, written down and read again, is the same to the rules, and goes on the same.

    Picks come in any order, as in every match. The dice are no part of a position: here both get the same.
    """
    start = game.match(players, variant=variant, seed=seed)
    for number, (_, _, _, at) in enumerate(positions(dealt(game, variant, players, seed, ordered=0), seed), 1):
        if number % every and at.table.awaiting:
            continue
        match = _match_at(start, at.table)
        text = match.position
        assert "\n" not in text, f"{at.where}: a position of more than a line"
        again = game.position(text, seed=seed + 1)
        assert again.position == text, f"{at.where}: read again, {text!r} is {again.position!r}"
        assert again.key == match.key, f"{at.where}: read again, it has another key"
        _check_same_play(match, _match_at(again, _with_luck_of(game, at.table, again.table)), number)


def check_edits(game: Game, variant: str, players: int, seed: int, *, every: int = 1, edits: int = 12) -> None:
    """Check along a game that an edited position is refused in one line, or can be played on like any other."""
    chance = random.Random(seed)
    start = game.match(players, variant=variant, seed=seed)
    for number, (_, _, _, at) in enumerate(positions(dealt(game, variant, players, seed, ordered=0), seed), 1):
        if number % every == 0 or not at.table.awaiting:
            text = _match_at(start, at.table).position
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
        assert "\n" not in match, f"{game.name}: {text!r} is refused in more than a line"
        return False
    again = game.position(match.position)
    assert (again.position, again.key) == (match.position, match.key), f"{text!r} is not read as it is written"
    for _ in range(moves):
        assert not game.view.violations(match.box.record, match.table), f"{text!r} leads to {match.position!r}"
        if match.over:
            break
        for viewer in range(SPECTATOR, match.players):
            match.determinize(viewer if viewer >= 0 else None)
        player = chance.choice(match.awaiting)
        legal = match.legal_ids(player)
        assert legal, f"{text!r} leads to {match.position!r}, where player {player} can do nothing"
        match.play(player, chance.choice(legal))
    assert match.scene(None).text(), f"{text!r} cannot be shown"
    return True


def _read_or_refuse(game: Game, text: str, seed: int) -> Match | str:
    """Make a match of a position, or say why not."""
    try:
        return game.position(text, seed=seed)
    except Unreadable as error:
        return str(error)


def _match_at(match: Match, table: Any) -> Match:
    """Return a match of the same kind that stands at a table."""
    twin, kind = match.copy(), match.game.rules.Table
    twin._place(History(kind, [plain.image_of(table, kind)]))
    return twin


def _with_luck_of(game: Game, table: Any, other: Any) -> Any:
    """Return another table with the dice of one, and with the order of what they will mix."""
    lucky = other.copy()
    for name in ("dice", *getattr(game.rules, "SHUFFLED", ())):
        lucky[name] = table[name]
    return lucky


def _check_same_play(match: Match, twin: Match, seed: int, moves: int = 12) -> None:
    """Check that two matches at equal positions, with equal dice, stay alike."""
    chance = random.Random(seed)
    for _ in range(moves):
        where = f"{match} and its twin, at {match.position!r}"
        assert twin.awaiting == match.awaiting, f"{where}: somebody else is awaited"
        for player in range(match.players):
            assert twin.legal_ids(player) == match.legal_ids(player), f"{where}: other moves are legal"
        assert (twin.points, twin.places, twin.returns) == (match.points, match.places, match.returns), (
            f"{where}: scores"
        )
        assert twin.outcome == match.outcome, f"{where}: another outcome"
        assert twin.position == match.position, f"{where}: {twin.position!r}"
        if match.over:
            return
        player = chance.choice(match.awaiting)
        move = chance.choice(match.legal_ids(player))
        for one in (match, twin):
            one.play(player, move, unchecked=True)


def check_guesses(game: Game, variant: str, players: int, seed: int, guesses: int = 40) -> None:
    """Check that guesses differ from the truth where something is hidden: one that is always right is a leak."""
    start = dealt(game, variant, players, seed)
    along = [start, *(after for _, _, _, after in islice(positions(start, seed), SECRETS_WITHIN))]
    for viewer in range(SPECTATOR, players):
        reached: set[str] = set()
        for at in along:
            for guess in range(guesses):
                fields = differing(at.hidden(viewer, guess).table, at.table)
                assert "dice" in fields, f"{at.where}: viewer {viewer} learns what the dice will roll"
                reached.update(fields)
            if reached - {"dice"}:
                break
        if game.rules.SECRETS and players > 1:  # alone, only the decks are hidden, and they are dice
            assert reached - {"dice"}, f"{start.where}: every guess for viewer {viewer} is the truth"


# --- seats ------------------------------------------------------------------------------------------------


def check_seats(game: Game, variant: str, players: int, seed: int, *, every: int = 7) -> None:
    """Check along a game that whatever is hidden, a seat is the same, and so is what bots choose from it.

    And that a move is told only to those who can tell it from the others that could have been made.
    """
    for number, (before, player, move, after) in enumerate(positions(dealt(game, variant, players, seed), seed)):
        if number % every == 0:
            check_told_move(before, player, move)
            check_seat(after)


def check_seat(at: Position) -> None:
    """Check that no seat of a table knows anything hidden, and that its guesses and its bots do not either."""
    for player in range(at.table.players):
        seat = seat_at(at, player)
        for guess in range(GUESSES):
            other = seat_at(at.hidden(player, guess), player)
            assert other == seat, f"{at.where}: the seat of player {player} has something hidden"
            assert other.sample(guess) == seat.sample(guess), f"{at.where}: guesses of {player} follow what is hidden"
        if seat.awaiting and player == seat.awaiting[at.table.ply % len(seat.awaiting)]:
            other = seat_at(at.hidden(player, GUESSES), player)
            for name in CANDID_BOTS:
                one, same = (bots.bot(name, seed=at.table.ply).choose(known) for known in (seat, other))
                assert one == same, f"{at.where}: {name} chooses by what is hidden from player {player}"


def seat_at(at: Position, player: int) -> Seat:
    """Make the seat of a player at a table."""
    game, players = at.game, int(at.table.players)
    variant, options = game.variants[at.table.variant], game.resolve_options(players, {})
    return Match(game, game.box, variant, players, options, NO_DEAL, guess=at.table).seat(player)


def check_told_move(at: Position, player: int, move: int) -> None:
    """Check that a viewer who is told a move could tell it from every other: by the table after it, or in words."""
    conceals = getattr(at.game.view, "conceals", None)
    for viewer in range(at.table.players):
        if viewer != player and not (conceals and conceals(at.box, at.table, player, move, viewer)):
            seen = seen_of_move(at, player, move, viewer)
            for other in at.legal(player):
                assert other == move or seen_of_move(at, player, other, viewer) != seen, (
                    f"{at.where}: viewer {viewer} is told move {move} of player {player}, and could not tell it from "
                    f"{other}: conceals(box, table, player, move, viewer) says which moves are secret"
                )


def seen_of_move(at: Position, player: int, move: int, viewer: int) -> tuple[bytes, Any]:
    """Return all by which a viewer can tell a move: the table it leads to, and what is told of it."""
    before, table = at.hidden(viewer, 0), at.table.copy()
    at.game.rules.play(at.box, table, player, move)
    after = Position(at.game, at.box, table).hidden(viewer, 0).table
    return after.tobytes(), at.game.view.narrate(at.box, before.table, player, move, after, viewer)


# --- clicks -----------------------------------------------------------------------------------------------


def check_clicks(game: Game, variant: str, players: int, seed: int, *, every: int = 7) -> None:
    """Check along a game that a click on any piece means a move, refused for a reason, or none, in clear words."""
    match = game.match(players, variant=variant, seed=seed)
    for garbage in [(), *((name,) for name in NO_PIECES)]:
        try:
            meaning = match.move_for_clicks(0, garbage)
        except Unreadable as error:
            meaning = error.reason.code
        known = bool(garbage) and garbage[0] in [piece.id for piece in match.scene(0).pieces]
        assert known or meaning == "click.unknown", f"{match}: {garbage}, which are no pieces, mean {meaning}"
    start = dealt(game, variant, players, seed, ordered=0)
    check_clicks_at(start)
    last = start
    for number, (_, _, _, after) in enumerate(positions(start, seed), 1):
        if number % every == 0:
            check_clicks_at(after)
        last = after
    check_clicks_at(last)


def check_clicks_at(at: Position) -> None:
    """Check every piece each player sees, clicked first or after a piece that begins a move; and ids of no piece."""
    for player in range(at.table.players):
        guesses = [at.hidden(player, guess) for guess in range(2)]
        views = [[guess.build_scene(player, layout) for layout in LAYOUTS] for guess in guesses]
        scenes = [builder.scene() for builder in views[0]]
        pieces = dict.fromkeys(piece.id for scene in scenes for piece in scene.pieces)
        paths = {choice.clicks[:n] for choice in scenes[0].choices for n in range(1, len(choice.clicks) + 1)}
        begun = sorted({path[:-1] for path in paths} | {()})
        for path in [*begun[:1], *begun[1 : 1 + PATHS]]:
            for piece in pieces:
                again = path and (piece in path or (piece,) in paths)  # a step back, or a move begun anew
                if (*path, piece) not in paths and not again:
                    check_answer(at, views, player, (*path, piece))
        for garbage in NO_PIECES:
            answer(views[0], (garbage,))
            answer(views[0], (next(iter(pieces)), garbage))
        check_pieces(at, scenes)


def check_pieces(at: Position, scenes: Sequence[Scene]) -> None:
    """Check that ids are unique, that roles and owners are ones a client knows, and that hands are the viewer's own."""
    for scene in scenes:
        ids = [piece.id for piece in scene.pieces]
        assert len(ids) == len(set(ids)), f"{at.where}: two pieces have one id in the {scene.layout} layout"
        for piece in scene.pieces:
            assert piece.role in ROLES, f"{at.where}: {piece.id} has the role {piece.role!r}, which is none"
            assert -1 <= piece.owner < at.table.players, f"{at.where}: {piece.id} belongs to seat {piece.owner}"
            assert piece.role != "hand" or piece.owner == scene.viewer, f"{at.where}: {piece.id} is in no own hand"


def check_texts(game: Game) -> None:
    """Check that a text which is no move gets one clear line, in the words of each language."""
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        for text in NO_MOVES:
            if _is_notation(match, text):
                continue
            lines: set[str] = set()
            for language in game.languages():
                reason = match.why_not(match.awaiting[0], text, game.words(language))
                assert reason is not None, f"{match}: {text!r} is a legal move"
                assert reason.code == "unreadable", f"{match}: {text!r} is read as a move: {reason}"
                assert reason.words, f"{match}: no words for {text!r}"
                assert "\n" not in reason.words, f"{match}: more than a line for {text!r}"
                lines.add(reason.words)
            assert len(lines) == len(game.languages()), f"{match}: {text!r} is answered in another language: {lines}"


def _is_notation(match: Match, text: str) -> bool:
    """Tell whether a text is just how this game writes a move, of whoever is awaited."""
    player = match.awaiting[0]
    try:
        return match.game.view.write(match.box.record, match.table, player, match.read(player, text)[0]) == text
    except Unreadable:
        return False


def check_answer(at: Position, views: Sequence[Sequence[SceneBuilder]], player: int, clicks: tuple[str, ...]) -> None:
    """Check that clicks which make no choice get a reason, the same whatever is hidden, and words for it.

    `views` are both layouts of the table, as the player sees it, for several guesses of what is hidden.
    """
    where = f"{at.where}: player {player} clicks {clicks}"
    meaning = answer(views[0], clicks)
    assert all(answer(view, clicks) == meaning for view in views[1:]), f"{where}: the answer tells what is hidden"
    if isinstance(meaning, int):
        code = at.refusals(player, [meaning])[0]
        assert code, f"{where}: it means the legal move {meaning}, but is no choice"
        key, rule = at.game.rules.REASONS[code]
        parameters = at.game.view.refusal_parameters(at.box, at.table, player, meaning, code)
    else:
        key, rule, parameters = meaning
        assert key != "click.unknown", f"{where}: the view does not know its own piece"
        assert rule == "" or rule in at.game.rulebook, f"{where}: {key} rests on {rule}, which is no rule"
    lines = [words(key, **parameters) for words in every_language(at.game)]
    assert all(line and "\n" not in line and "{" not in line for line in lines), f"{where}: no clear words: {lines}"


@cache
def every_language(game: Game) -> list[Words]:
    """Return a game's words in each of its languages."""
    return [game.words(language) for language in game.languages()]


def answer(builders: Sequence[SceneBuilder], clicks: tuple[str, ...]) -> int | tuple[str, str, dict[str, object]]:
    """Ask what clicks mean, in the first layout that has the pieces: a move, or the reason why they mean none."""
    there = [b for b in builders if b.by_id.keys() >= set(clicks)]
    try:
        return int((there or builders)[0].meaning_of(clicks))
    except Unreadable as error:
        return error.reason.code, error.reason.rule, dict(error.reason.parameters)


# --- the ways of running ----------------------------------------------------------------------------------


def probe(boxes, tables, guesses, moves, refusals, observed, out, worth, player, viewer):
    """Ask the compiled rules everything about one table."""
    box = boxes[0]
    n = verbs.legal(box, tables[0], player, moves)
    for move in range(len(refusals)):
        refusals[move] = verbs.refusal(box, tables[0], player, move - 1)
    for i in range(len(observed)):
        observed[i] = 0
    verbs.observe(box, tables[0], viewer, observed)
    verbs.points(box, tables[0], out[0])
    verbs.places(box, tables[0], out[1])
    returns(box, tables[0], out[2], worth)
    records.copy(tables[0], tables[1])
    verbs.hide(box, tables[1], viewer, guesses)
    return n


def check_compiled(game: Game, variant: str, players: int, seed: int, *, every: int = 3) -> None:
    """Check that every verb answers the same compiled as interpreted, along one game."""
    rules = game.rules
    kernel = compiled.kernel(probe, rules)
    moves, refusals = np.zeros(rules.WIDEST, np.int64), np.zeros(rules.MOVES + 2, np.int64)
    seats = contract.seats(rules)
    observed = np.zeros(rules.OBSERVED, observation.number_type(rules.OBSERVATION))
    out, worth = np.zeros((3, seats), np.int64), np.zeros(seats)
    tables = np.zeros(2, rules.Table)
    boxes = np.asarray(game.box.record).reshape(1)
    for number, (_, _, _, at) in enumerate(positions(dealt(game, variant, players, seed), seed)):
        if number % every and at.table.awaiting:
            continue
        viewer = number % (players + 1) - 1
        player = bits.lowest(at.table.awaiting) if at.table.awaiting else 0
        guess = np.zeros(dice.LENGTH, np.int64)
        dice.load(guess, number, 1, 2, 3)
        tables[0] = records.recast(at.table, rules.Table)
        out[:] = 0
        n = kernel(boxes, tables, guess, moves, refusals, observed, out, worth, player, viewer)
        assert [int(m) for m in moves[:n]] == at.legal(player), f"{at.where}: legal differs compiled"
        asked = range(-1, rules.MOVES + 1, 1 if number == 0 else 29)
        assert [int(refusals[m + 1]) for m in asked] == at.refusals(player, asked), f"{at.where}: refusal differs"
        assert observed.tolist() == at.observed(viewer).tolist(), f"{at.where}: observe differs compiled"
        interpreted = np.zeros((2, seats), np.int64)
        rules.points(at.box, at.table, interpreted[0])
        rules.places(at.box, at.table, interpreted[1])
        assert np.array_equal(out[:2], interpreted), f"{at.where}: points or places differ compiled"
        wanted = np.zeros(seats)
        returns(at.box, at.table, out[2], wanted)
        assert worth.tolist() == wanted.tolist(), f"{at.where}: returns differ compiled"
        hidden = records.recast(tables[1], at.table.dtype)
        mine = at.hidden(viewer, number).table
        assert records.same(hidden, mine), f"{at.where}: hide differs compiled in {differing(hidden, mine)}"


def check_ways(
    game: Game, variant: str, players: int, seed: int, games: int = 6, ways: Sequence[str] = ("cpu",)
) -> None:
    """Check that whole games go the same on Python and elsewhere, move for move."""
    options = game.resolve_options(players, {})
    number = game.variants.index(variant)

    def run(on: str) -> Any:
        return batch.run(game.rules, game.box.record, players=players, variant=number, options=options, seed=seed,
                         games=games, on=on).results  # fmt: skip

    interpreted = run("python")
    for way in ways:
        elsewhere = run(way)
        for field in interpreted.dtype.names:
            assert np.array_equal(interpreted[field], elsewhere[field]), f"{game.name}: {field} differs on {way}"


def check_perft(game: Game, variant: str, players: int, seed: int, depth: int = 2, on: str = "cpu") -> None:
    """Check that there are as many positions some moves ahead on Python as elsewhere."""
    match = game.match(players, variant=variant, seed=seed)
    counts = [perft.perft(game.rules, match.box.record, match.table, depth, way) for way in ("python", on)]
    assert counts[0] == counts[1], f"{match}: {counts[0]} positions 1 to {depth} moves ahead, {counts[1]} on {on}"


def check_simulated_gpu(game: Game, seed: int = 7) -> None:
    """Check in a process of its own that games and positions are the same on a simulated GPU."""
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "DECAPOD_JIT": "0"}
    done = subprocess.run(  # noqa: S603  # this very module
        [sys.executable, "-W", "error", "-m", "decapod.testing", game.name, "--on-gpu", str(seed)],
        env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{game.name} on a simulated GPU: {done.stderr[-2000:]}"


def _check_on_gpu(game: Game, seed: int) -> None:
    for variant, players in game.modes:
        check_ways(game, variant, players, seed, games=2, ways=("cuda",))
    variant, players = game.modes[0]
    check_perft(game, variant, players, seed=1, on="cuda")


# --- words, rules, golden files ---------------------------------------------------------------------------


def check_words(game: Game) -> None:
    """Check that there are words for every reason and ending, and that languages say the same things."""
    from decapod.scene.words import read_words

    words = game.words()
    needed = ["title", "blurb"]
    needed += [code for code, _ in game.rules.REASONS[1:]]
    needed += [f"ending.{code}" for code in game.rules.ENDINGS[1:]]
    needed += [f"variant.{variant}" for variant in game.variants]
    needed += [f"option.{option.name}" for option in game.options]
    needed += [f"part.{part}" for part in game.box.printed.get("source", ())]
    missing = [key for key in needed if key not in words]
    assert not missing, f"{game.name}: no words for {missing}"
    path = game.folder / "words.toml"
    english = read_words(path, "en")
    for language in game.languages():
        other = read_words(path, language)
        assert set(other) == set(english), f"{game.name}: {language} and en differ in {set(other) ^ set(english)}"
        for key, text in other.items():
            gaps = [sorted(set(re.findall(r"{(\w+)", t))) for t in (text, english[key])]
            assert gaps[0] == gaps[1], f"{game.name}: {key} has other gaps in {language}"


def check_sources(game: Game) -> None:
    """Check that the box says which game it is for, and of each of its parts where the numbers are from."""
    assert game.box.printed.get("game") == game.name, f"{game.name}: box.toml should begin with game = {game.name!r}"
    source = game.box.printed.get("source")
    assert source, f"{game.name}: box.toml has no [source]"
    odd = [part for part, origin in source.items() if origin not in SOURCES]
    assert not odd, f"{game.name}: the source of {odd} is none of {', '.join(SOURCES)}"


def check_reasons(game: Game) -> None:
    """Check that there are rules, and that every reason rests on one of them."""
    rules = set(game.rulebook)
    assert rules, f"{game.name}: rules.md has no rules"
    rests = {rule for _, rule in game.rules.REASONS[1:]}
    assert not rests - rules, f"{game.name}: reasons rest on rules that are not there: {sorted(rests - rules)}"


def check_rulebook(game: Game, tested: set[str]) -> None:
    """Check that every rule has a test, every test a rule, and every reason rests on a rule."""
    check_reasons(game)
    rules = set(game.rulebook)
    prefix = next(iter(rules)).partition("-")[0]
    mine = {rule for rule in tested if rule.startswith(prefix + "-")}
    assert not rules - mine, f"{game.name}: rules without a test: {sorted(rules - mine)}"
    assert not mine - rules, f"{game.name}: tests of rules that are not in rules.md: {sorted(mine - rules)}"


def find_tested_rules(folder: Path) -> set[str]:
    """List the ids of rules that the tests in a folder carry: `@pytest.mark.rule("CS-7")`."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for marked in re.findall(r"@pytest\.mark\.rule\(([^)]*)\)", path.read_text(encoding="utf-8")):
            found.update(re.findall(r"\"([A-Z]+-\d+)\"", marked))
    return found


def check_translations(game: Game) -> None:
    """Check that the rules in every language have the same rules, headings and pictures in the same order."""
    shape = re.compile(r"^(?:#+(?= )|\*\*[A-Z]+-\d+\*\*)|!\[[^\]]*\]\(([^)]*)\)", re.MULTILINE)
    english = game.rules_text()
    for language in game.languages():
        other = game.rules_text(language)
        assert (other == english) == (language == "en"), f"{game.name}: no rules in {language}"
        shapes = [[found[1] or found[0] for found in shape.finditer(text)] for text in (english, other)]
        assert shapes[0] == shapes[1], f"{game.name}: rules, headings or pictures differ in {language}"
        marks = [game.marks_in(spoken) for spoken in ("en", language)]
        assert marks[0] == marks[1], f"{game.name}: marked as ours or published otherwise in {language}"
        alike = [rule for rule, text in game.rulebook_in(language).items() if text == game.rulebook[rule]]
        assert language == "en" or not alike, f"{game.name}: not translated into {language}: {alike}"


def golden(game: Game) -> dict[str, str]:
    """Write the golden files: one play-through per mode, and perft counts; name and text of each."""
    files: dict[str, str] = {}
    counts = [f"# Positions 1 to {PERFT_DEPTH} moves ahead, seed 1"]
    for variant, players in game.modes:
        match = game.match(players, variant=variant, seed=1)
        depths = perft.perft(game.rules, match.box.record, match.table, PERFT_DEPTH, "cpu")
        counts.append(f"{variant} {players}: {' '.join(str(n) for n in depths)}")
        files[f"{game.name}-{variant}-{players}.txt"] = playthrough(match)
    files[f"{game.name}-perft.txt"] = "\n".join(counts) + "\n"
    return files | golden_layout(game)


def golden_layout(game: Game) -> dict[str, str]:
    """Write the layout of a game's observations: the name of the file, which has its version, and the text."""
    layout = game.rules.OBSERVATION
    lines = [f"{start} {field.name} {field.shape} {field.low} {field.high}"
             for field, start in zip(layout, observation.offsets(layout), strict=True)]  # fmt: skip
    return {f"{game.name}-observation-{game.rules.OBSERVATION_VERSION}.txt": "\n".join(lines) + "\n"}


def playthrough(match: Match) -> str:
    """Write a whole game by chance as a person would read it."""
    start = Position(match.game, match.box.record, match.table.copy())
    start.table.ordered = 1
    moves = [(player, move) for _, player, move, _ in positions(start, 1)]
    lines = [repr(match), "", match.scene(None).text(), ""]
    for number, (player, move) in enumerate(moves, 1):
        described = match.describe(player, move)
        match.play(player, move)
        lines.append(f"{number}. {player} {described.text}    {' '.join(match.narrate(None))}".rstrip())
        if number % max(1, len(moves) // DRAWN_POSITIONS) == 0:
            lines += ["", match.scene(None).text(), ""]
    assert match.outcome is not None
    lines += ["", f"{match.outcome.words} Places {match.places}, points {match.points}."]
    return "\n".join(lines) + "\n"


def check_playthrough(game: Game, variant: str, players: int, seed: int) -> None:
    """Check that a whole game can be written down as a person would read it: there are words for all that happens."""
    text = playthrough(game.match(players, variant=variant, seed=seed))
    assert "{" not in text, f"{game.name}, {players} players: a gap in the words of a game is left open"


def write_golden(name: str, folder: Path = GOLDEN) -> None:
    """Write a game's golden files; the layout of an observation is not written anew, but as another version."""
    folder.mkdir(parents=True, exist_ok=True)
    game = game_named(name)
    for file, text in golden_layout(game).items():
        if (folder / file).exists() and (folder / file).read_text(encoding="utf-8") != text:
            raise UsageError(f"the observations of {name} have changed: raise its OBSERVATION_VERSION")
        (folder / file).write_text(text, encoding="utf-8")
    for file, text in golden(game).items():
        (folder / file).write_text(text, encoding="utf-8")


# --- everything -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Law:
    """One law of the battery as it stands for a game, or for one of its modes: a sentence, and what checks it."""

    words: str
    check: Callable[[], None]


def list_laws(game: Game, *, interpreted: bool = False, tests: Path | None = None) -> list[Law]:
    """List every law for a game.

    `interpreted` leaves out what has to be compiled first. `tests` is a folder of tests that carry the ids of rules:
    without it nobody asks whether every rule has a test. The GPU is simulated, and left out without numba-cuda.
    """
    laws = [law for mode in game.modes for law in _list_laws_of_a_mode(game, *mode, interpreted)]
    laws += [
        Law("what is no move is answered in every language", partial(check_texts, game)),
        Law("there are words for everything", partial(check_words, game)),
        Law("the box says whose it is and where its numbers are from", partial(check_sources, game)),
        Law("every reason rests on a rule", partial(check_reasons, game)),
        Law("every language has the same rules", partial(check_translations, game)),
    ]
    if tests is not None:
        laws.append(Law("every rule has a test", lambda: check_rulebook(game, find_tested_rules(tests))))
    if cuda.cuda is not None:
        laws.append(Law("games go the same on a simulated GPU", partial(check_simulated_gpu, game)))
    return laws


def _list_laws_of_a_mode(game: Game, variant: str, players: int, interpreted: bool) -> list[Law]:
    mode = f"{players} {'player' if players == 1 else 'players'}, {variant}"

    def law(words: str, check: Callable[..., None], seed: int, **often: int) -> Law:
        """Make a law; `often` says how often it looks: at every nth of the positions looked at closely."""

        def run() -> None:
            step = _step_between_positions(game, variant, players) if often else 1
            check(game, variant, players, seed, **{name: nth * step for name, nth in often.items()})

        return Law(f"{words} ({mode})", run)

    return [
        law("the laws of a position hold along a game", check_play, 1, every=1, secrets_every=4),
        law("they hold when picks come in any order", partial(check_play, ordered=0), 2, every=1, secrets_every=4),
        *(law(f"they hold with seed {seed}", check_play, seed, every=3, secrets_every=12) for seed in (10, 11, 12)),
        law("a match is its record", check_match, 3),
        law("a position is the same written down and read", check_positions, 13, every=2),
        law("an edited position is refused, or played on", check_edits, 14, every=4),
        law("guesses of what is hidden are not always the truth", check_guesses, 4),
        law("a seat knows nothing hidden, and no bot peeks", check_seats, 13, every=8),
        law("every click is a move or gets its reason", check_clicks, 9, every=4),
        law("a whole game can be told", check_playthrough, 1),
        *(() if interpreted else (
            law("every verb answers the same compiled", check_compiled, 5),
            law("a match goes the same compiled", check_single, 15),
            law("games go the same compiled", check_ways, 6),
            law("there are as many positions compiled", check_perft, 8),
        )),
    ]  # fmt: skip


def _step_between_positions(game: Game, variant: str, players: int) -> int:
    """Return how many moves to go on from one position to the next, so that about `POSITIONS` are looked at."""
    return max(1, sum(1 for _ in positions(dealt(game, variant, players, 1), 1)) // POSITIONS)


def find_breach(law: Law) -> str:
    """Check a law; say how it is broken, or nothing if it holds."""
    try:
        law.check()
    except AssertionError as error:
        return str(error) or "an assertion failed"
    except Exception as error:  # a game's own code may raise anything
        return f"{type(error).__name__}: {error}"
    return ""


def check_all(game: Game, *, interpreted: bool = False, tests: Path | None = None) -> None:
    """Check every law (see `list_laws`); AssertionError says of each that is broken how, a line for each."""
    found = [(law, find_breach(law)) for law in list_laws(game, interpreted=interpreted, tests=tests)]
    lines = [f"{law.words}: {breach}" for law, breach in found if breach]
    assert not lines, f"{game.name} breaks {len(lines)} of {len(found)} laws:\n" + "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check a game and print every law, or write golden files; return 1 if a law is broken, 2 if there is no game."""
    parser = argparse.ArgumentParser("python -m decapod.testing", description="Check that a game obeys the laws.")
    parser.add_argument("game", help="its name; golden GAME writes its golden files anew instead", nargs="+")
    parser.add_argument("--interpreted", action="store_true", help="leave out what has to be compiled")
    parser.add_argument("--tests", type=Path, metavar="FOLDER", help="tests that carry the ids of all rules")
    parser.add_argument("--on-gpu", type=int, metavar="SEED", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    try:
        match asked.game:
            case ["golden", name]:
                write_golden(name)
                return 0
            case [name]:
                game = game_named(name)
            case _:
                parser.error("name one game")
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if asked.on_gpu is not None:
        _check_on_gpu(game, asked.on_gpu)
        return 0
    broken, laws = 0, list_laws(game, interpreted=asked.interpreted, tests=asked.tests)
    for law in laws:
        breach = find_breach(law)
        broken += bool(breach)
        print(f"✗ {law.words}\n  {breach}" if breach else f"✓ {law.words}", flush=True)
    if cuda.cuda is None:
        print("· not checked, because numba-cuda is not installed: games go the same on a GPU")
    print(f"{game.name} breaks {broken} of {len(laws)} laws." if broken else f"{game.name} obeys all laws.")
    return 1 if broken else 0


if __name__ == "__main__":
    from decapod import testing  # not this module again under the name __main__: kernels are kept by name

    sys.exit(testing.main())
