"""Seat: what a player may know, all of it, and nothing else."""

from __future__ import annotations

import gc
import pickle
import random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.deal import Deal
from decapod.engine import records
from decapod.game import OURS
from decapod.match import Match, Played
from decapod.seat import Seat

SECRET = 0x1F2E3D4C5B6A79880123456789ABCDEF  # nothing else is the same number


def played_match(name: str, moves: int, seed: int = SECRET, players: int | None = None) -> Match:
    """Begin a match, and make some moves by chance."""
    match, chance = decapod.game(name).match(players, seed=seed), random.Random(1)
    for _ in range(moves):
        if match.over:
            break
        player = chance.choice(match.awaiting)
        match.play(player, chance.choice(match.legal_ids(player)), at=0)
    return match


def reachable(start: object) -> list[Any]:
    """List every object that can be reached from one, through arrays and closures too; code itself is left out."""
    found: dict[int, Any] = {}
    todo = [start]
    while todo:
        thing = todo.pop()
        if id(thing) in found or isinstance(thing, ModuleType | type | BuiltinFunctionType):
            continue
        found[id(thing)] = thing
        if isinstance(thing, FunctionType):
            todo += [thing.__closure__, thing.__defaults__, thing.__kwdefaults__, thing.__dict__]
        else:
            todo += gc.get_referents(thing)
        todo.append(getattr(thing, "base", None) if isinstance(thing, np.ndarray | np.generic) else None)
    return list(found.values())


def image_of(thing: object) -> bytes:
    """Return the bytes of whatever may hold a table."""
    if isinstance(thing, np.ndarray | np.void):
        return thing.tobytes()
    if isinstance(thing, str):
        return thing.encode()
    return bytes(thing) if isinstance(thing, bytes | bytearray | memoryview) else b""


def images_of_table(match: Match) -> list[bytes]:
    """Return the bytes by which the true table would be known: wide, narrow, and the dice alone."""
    narrow = records.recast(match.table, match.game.rules.Table)
    return [match.table.tobytes(), narrow.tobytes(), match.table["dice"].tobytes(), narrow["dice"].tobytes()]


@pytest.mark.parametrize("name", OURS)
def test_from_a_seat_neither_the_table_nor_the_match_nor_its_deal_can_be_reached(name: str) -> None:
    match = played_match(name, 30)
    images = images_of_table(match)
    for player in range(match.players):
        seat = match.seat(player)
        seat.legal(), seat.scene(), seat.sample(1)  # whatever it makes and keeps
        things = reachable(seat)
        assert any(image_of(thing) == seat.root.tobytes() for thing in things), "the walk finds tables"
        for thing in things:
            assert thing is not match
            assert thing is not match.deal
            assert not (isinstance(thing, Deal) and thing.secret == SECRET)
            assert not (isinstance(thing, int) and thing == SECRET)
            assert not isinstance(thing, Played)
            assert not any(image in image_of(thing) for image in images)
        text = pickle.dumps(seat) + repr(seat).encode() + str(seat.history).encode()
        assert not any(image in text for image in [*images, match.deal.secret_digits.encode()])


def test_the_walk_would_find_a_match_behind_a_closure_and_a_table_behind_a_view() -> None:
    match = played_match("crabs", 3)
    table = match.table
    things = reachable([lambda: match, np.asarray(table)["hand"]])
    assert any(thing is match for thing in things)
    assert any(image_of(thing) == table.tobytes() for thing in things)


@pytest.mark.parametrize("name", OURS)
def test_a_seat_knows_what_its_player_may_know(name: str) -> None:
    match = played_match(name, 12)
    for player in range(match.players):
        seat = match.seat(player)
        assert (seat.game, seat.box, seat.variant, seat.players) == (
            match.game,
            match.box,
            match.variant,
            match.players,
        )
        assert (seat.options, seat.player, seat.ply, seat.turns) == (match.options, player, 12, match.turns)
        assert (seat.awaiting, seat.over, seat.outcome) == (match.awaiting, match.over, match.outcome)
        assert seat.legal_ids() == match.legal_ids(player)
        assert seat.legal() == match.legal(player)
        assert np.flatnonzero(seat.mask).tolist() == match.legal_ids(player)
        assert seat.mask.shape == (match.game.rules.MOVES,)
        out = np.zeros(match.game.rules.OBSERVED, np.int64)
        match.game.rules.observe(match.box.record, match.table, player, out)
        assert seat.observation.tolist() == out.tolist()
        assert seat.scene("tall") == match.scene(player, "tall", events=())
        assert seat.history == tuple(tuple(match.narrate(player, ply)) for ply in range(1, 13))
        assert [who for who, _ in seat.played] == [made.player for made in match.played]
        assert records.same(seat.root, match.determinize(player))
        assert seat == pickle.loads(pickle.dumps(seat)) == match.seat(player)  # noqa: S301  # our own


def test_words_are_said_in_the_language_that_is_handed_in() -> None:
    match = played_match("crab-stack", 2)
    player, words = match.awaiting[0], match.game.words("fr")
    seat, number = match.seat(player), match.legal_ids(player)[0]
    assert seat.legal(words) == match.legal(player, words)
    assert seat.describe(number, words) == match.describe(player, number, words)
    assert seat.scene(words=words) == match.scene(player, words=words, events=())
    assert seat.why_not("a1", words) == match.why_not(player, "a1", words)
    assert seat.read(seat.describe(number).text) == [number]


def test_a_seat_is_a_copy_that_later_moves_do_not_change() -> None:
    match = played_match("crabs", 5)
    seat = match.seat(0)
    before = pickle.dumps(seat)
    for _ in range(5):
        match.play(match.awaiting[0], match.legal_ids(match.awaiting[0])[0])
    seat.root.hand[:] = 0
    seat.mask[:] = False
    assert seat == pickle.loads(before)  # noqa: S301  # our own
    assert (seat.ply, match.seat(0).ply) == (5, 10)


# --- what is played in secret -----------------------------------------------------------------------------


def test_a_secret_plan_is_known_to_its_player_alone() -> None:
    match = decapod.game("oh-crab").match(3, seed=1)
    assert match.awaiting == (0, 1, 2)
    plan = match.legal_ids(1)[0]
    match.play(1, plan)
    assert [match.seat(player).played for player in range(3)] == [((1, None),), ((1, plan),), ((1, None),)]


def test_a_rope_lies_face_down_and_what_is_fetched_or_discarded_only_its_player_saw() -> None:
    hidden: set[str] = set()
    for name in ("crabs", "crabe-vs-poulpe"):
        for seed in range(4):
            match = played_match(name, 150, seed=seed)
            known = [match.seat(player).played for player in range(match.players)]
            for ply, made in enumerate(match.played):
                assert known[made.player][ply] == (made.player, made.move)
                (other,) = [known[player][ply] for player in range(match.players) if player != made.player]
                if other[1] is None:
                    hidden.add(name)
    assert hidden == {"crabs", "crabe-vs-poulpe"}


def test_where_no_move_is_secret_all_are_known() -> None:
    match = played_match("yadokarick", 20)
    assert match.seat(0).played == tuple((made.player, made.move) for made in match.played)


# --- the history is kept ----------------------------------------------------------------------------------


def test_each_move_is_narrated_once_for_each_player_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    match = decapod.game("crab-stack").match(2, seed=1, first=0)
    narrated: list[tuple[int, int]] = []
    narrate = match.game.view.narrate

    def counted(box: Any, before: Any, player: int, move: int, after: Any, viewer: int) -> Any:
        narrated.append((int(after["ply"]), viewer))
        return narrate(box, before, player, move, after, viewer)

    monkeypatch.setattr(match.game.module, "narrate", counted)
    for _ in range(6):
        match.play(match.awaiting[0], match.legal_ids(match.awaiting[0])[0])
        match.seat(0)
        match.seat(1, history=False)
    assert narrated == [(ply, 0) for ply in range(1, 7)]
    match.seat(1)
    assert narrated[6:] == [(ply, 1) for ply in range(1, 7)]


def test_a_seat_asked_for_without_history_says_so() -> None:
    match = played_match("crab-stack", 3)
    seat = match.seat(0, history=False)
    assert len(seat.played) == 3
    with pytest.raises(decapod.Unreadable, match="without its history"):
        _ = seat.history
    assert len(match.seat(0).history) == 3


def test_moves_that_were_taken_back_are_told_no_more() -> None:
    match = decapod.game("oh-crab").match(3, seed=1)
    first, second = match.legal_ids(0)[:2]
    match.play(0, first)
    match.play(1, match.legal_ids(1)[0])
    assert match.seat(0).played[0] == (0, first)
    match.undo(0)
    match.play(0, second)
    again = decapod.game("oh-crab").match(3, seed=1)
    for made in match.played:
        again.play(made.player, made.move)
    assert match.seat(0) == again.seat(0)
    assert match.seat(0).played == ((1, None), (0, second))
    match.undo(0)
    match.undo(1)
    assert match.seat(0).history == ()
    assert match.at(0).seat(1).played == ()


# --- guesses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OURS)
def test_a_sample_is_a_match_in_which_everything_hidden_is_a_guess(name: str) -> None:
    match = played_match(name, 15)
    player = match.awaiting[0]
    seat, before = match.seat(player), match.table.tobytes()
    guess, again, other = seat.sample(1), seat.sample(1), seat.sample(2)
    assert guess == again
    assert guess.table.tobytes() == again.table.tobytes() == seat.sample_table(1).tobytes()
    assert guess != other
    assert not any(image in other.table.tobytes() for image in images_of_table(match)[2:3]), "the dice are a guess"
    assert guess.seat(player).root.tobytes() == seat.root.tobytes(), "for its player it is the same"
    chance = random.Random(2)
    for _ in range(20):
        if not guess.over:
            who = guess.awaiting[0]
            guess.play(who, chance.choice(guess.legal_ids(who)))
    assert match.table.tobytes() == before
    assert guess != again
    assert guess.at(0) == again


def test_a_sample_with_the_seed_of_the_match_is_not_the_match() -> None:
    for seed in range(5):
        match = decapod.game("yadokarick").match(3, seed=seed)
        guess = match.seat(0).sample(seed)
        assert guess.table["hands"].tolist() != match.table["hands"].tolist()


def test_a_guess_has_no_record() -> None:
    guess = played_match("crab-stack", 2).seat(0).sample(1)
    with pytest.raises(decapod.Unreadable, match="not at a deal: it has no record"):
        guess.dumps()


@pytest.mark.parametrize("seed", [1.0, True, "1", None])
def test_the_seed_of_a_guess_is_a_whole_number(seed: Any) -> None:
    seat = decapod.game("crab-stack").match(2, seed=1).seat(0)
    with pytest.raises(TypeError, match="a seed is a whole number, not"):
        seat.sample(seed)
    with pytest.raises(decapod.Unreadable, match="from 0 up to 128 bits"):
        seat.sample(-1)
    assert seat.sample(np.int64(3)) == seat.sample(3)


def test_there_are_seats_for_players_only() -> None:
    match = decapod.game("crab-stack").match(2, seed=1)
    for nobody in (-1, 2):
        with pytest.raises(decapod.Unreadable, match=f"there is no player {nobody}"):
            match.seat(nobody)
    with pytest.raises(TypeError, match=r"player is a whole number, not 1\.0"):
        match.seat(1.0)  # type: ignore[arg-type]
    assert repr(match.seat(np.int64(1))) == repr(match.seat(1))
    assert isinstance(match.seat(1), Seat)
    assert repr(match.seat(1)) == "<Seat of player 1, crab-stack (a), 2 players, 0 moves>"
