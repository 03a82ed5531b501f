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
from decapod.core.fairness import SeedCommitment
from decapod.core.game import OURS
from decapod.core.match import Match, MoveRecord
from decapod.core.player_view import PlayerView
from decapod.engine import dtypes

SECRET = 0x1F2E3D4C5B6A79880123456789ABCDEF  # nothing else is the same number


def played_match(name: str, moves: int, seed: int = SECRET, players: int | None = None) -> Match:
    """Begin a match, and make some moves by chance."""
    match, chance = decapod.game(name).match(players, seed=seed), random.Random(1)
    for _ in range(moves):
        if match.is_over:
            break
        player = chance.choice(match.to_act)
        match.play(player, chance.choice(match.legal_actions(player)), elapsed_ms=0)
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
    narrow = dtypes.cast(match.state, match.game.rules.State)
    return [match.state.tobytes(), narrow.tobytes(), match.state["dice"].tobytes(), narrow["dice"].tobytes()]


@pytest.mark.parametrize("name", OURS)
def test_from_a_seat_neither_the_table_nor_the_match_nor_its_deal_can_be_reached(name: str) -> None:
    match = played_match(name, 30)
    images = images_of_table(match)
    for player in range(match.players):
        seat = match.player_view(player)
        seat.legal_moves(), seat.scene(), seat.sample_match(1)  # whatever it makes and keeps
        things = reachable(seat)
        assert any(image_of(thing) == seat.state.tobytes() for thing in things), "the walk finds tables"
        for thing in things:
            assert thing is not match
            assert thing is not match.commitment
            assert not (isinstance(thing, SeedCommitment) and thing.server_seed == SECRET)
            assert not (isinstance(thing, int) and thing == SECRET)
            assert not isinstance(thing, MoveRecord)
            assert not any(image in image_of(thing) for image in images)
        text = pickle.dumps(seat) + repr(seat).encode() + str(seat.event_log).encode()
        assert not any(image in text for image in [*images, match.commitment.server_seed_digits.encode()])


def test_the_walk_would_find_a_match_behind_a_closure_and_a_table_behind_a_view() -> None:
    match = played_match("crabs", 3)
    table = match.state
    things = reachable([lambda: match, np.asarray(table)["hand"]])
    assert any(thing is match for thing in things)
    assert any(image_of(thing) == table.tobytes() for thing in things)


@pytest.mark.parametrize("name", OURS)
def test_a_seat_knows_what_its_player_may_know(name: str) -> None:
    match = played_match(name, 12)
    for player in range(match.players):
        seat = match.player_view(player)
        assert (seat.game, seat.box, seat.variant, seat.players) == (
            match.game,
            match.box,
            match.variant,
            match.players,
        )
        assert (seat.options, seat.player, seat.ply, seat.turn_index) == (match.options, player, 12, match.turn_index)
        assert (seat.to_act, seat.is_over, seat.outcome) == (match.to_act, match.is_over, match.outcome)
        assert seat.legal_actions() == match.legal_actions(player)
        assert seat.legal_moves() == match.legal_moves(player)
        assert np.flatnonzero(seat.action_mask).tolist() == match.legal_actions(player)
        assert seat.action_mask.shape == (match.game.rules.NUM_ACTIONS,)
        out = np.zeros(match.game.rules.OBSERVATION_SIZE, np.int64)
        match.game.rules.observe(match.box.record, match.state, player, out)
        assert seat.observation.tolist() == out.tolist()
        assert seat.scene("phone") == match.scene(player, "phone", events=())
        assert seat.event_log == tuple(tuple(match.describe_events(player, ply)) for ply in range(1, 13))
        assert [who for who, _ in seat.moves] == [made.player for made in match.moves]
        assert dtypes.same(seat.state, match.determinize(player))
        assert seat == pickle.loads(pickle.dumps(seat)) == match.player_view(player)  # noqa: S301  # our own


def test_words_are_said_in_the_language_that_is_handed_in() -> None:
    match = played_match("crab-stack", 2)
    player, words = match.to_act[0], match.game.translator("fr")
    seat, number = match.player_view(player), match.legal_actions(player)[0]
    assert seat.legal_moves(words) == match.legal_moves(player, words)
    assert seat.describe_move(number, words) == match.describe_move(player, number, words)
    assert seat.scene(words=words) == match.scene(player, words=words, events=())
    assert seat.why_not("a1", words) == match.why_not(player, "a1", words)
    assert seat.parse_moves(seat.describe_move(number).text) == [number]


def test_a_seat_is_a_copy_that_later_moves_do_not_change() -> None:
    match = played_match("crabs", 5)
    seat = match.player_view(0)
    before = pickle.dumps(seat)
    for _ in range(5):
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
    seat.state.hand[:] = 0
    seat.action_mask[:] = False
    assert seat == pickle.loads(before)  # noqa: S301  # our own
    assert (seat.ply, match.player_view(0).ply) == (5, 10)


# --- what is played in secret -----------------------------------------------------------------------------


def test_a_secret_plan_is_known_to_its_player_alone() -> None:
    match = decapod.game("oh-crab").match(3, seed=1)
    assert match.to_act == (0, 1, 2)
    plan = match.legal_actions(1)[0]
    match.play(1, plan)
    assert [match.player_view(player).moves for player in range(3)] == [((1, None),), ((1, plan),), ((1, None),)]


def test_a_rope_lies_face_down_and_what_is_fetched_or_discarded_only_its_player_saw() -> None:
    hidden: set[str] = set()
    for name in ("crabs", "crabe-vs-poulpe"):
        for seed in range(4):
            match = played_match(name, 150, seed=seed)
            known = [match.player_view(player).moves for player in range(match.players)]
            for ply, made in enumerate(match.moves):
                assert known[made.player][ply] == (made.player, made.action)
                (other,) = [known[player][ply] for player in range(match.players) if player != made.player]
                if other[1] is None:
                    hidden.add(name)
    assert hidden == {"crabs", "crabe-vs-poulpe"}


def test_where_no_move_is_secret_all_are_known() -> None:
    match = played_match("yadokarick", 20)
    assert match.player_view(0).moves == tuple((made.player, made.action) for made in match.moves)


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
        match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0])
        match.player_view(0)
        match.player_view(1, event_log=False)
    assert narrated == [(ply, 0) for ply in range(1, 7)]
    match.player_view(1)
    assert narrated[6:] == [(ply, 1) for ply in range(1, 7)]


def test_a_seat_asked_for_without_history_says_so() -> None:
    match = played_match("crab-stack", 3)
    seat = match.player_view(0, event_log=False)
    assert len(seat.moves) == 3
    with pytest.raises(decapod.ParseError, match="without its history"):
        _ = seat.event_log
    assert len(match.player_view(0).event_log) == 3


def test_moves_that_were_taken_back_are_told_no_more() -> None:
    match = decapod.game("oh-crab").match(3, seed=1)
    first, second = match.legal_actions(0)[:2]
    match.play(0, first)
    match.play(1, match.legal_actions(1)[0])
    assert match.player_view(0).moves[0] == (0, first)
    match.undo(0)
    match.play(0, second)
    again = decapod.game("oh-crab").match(3, seed=1)
    for made in match.moves:
        again.play(made.player, made.action)
    assert match.player_view(0) == again.player_view(0)
    assert match.player_view(0).moves == ((1, None), (0, second))
    match.undo(0)
    match.undo(1)
    assert match.player_view(0).event_log == ()
    assert match.at_ply(0).player_view(1).moves == ()


# --- guesses ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OURS)
def test_a_sample_is_a_match_in_which_everything_hidden_is_a_guess(name: str) -> None:
    match = played_match(name, 15)
    player = match.to_act[0]
    seat, before = match.player_view(player), match.state.tobytes()
    guess, again, other = seat.sample_match(1), seat.sample_match(1), seat.sample_match(2)
    assert guess == again
    assert guess.state.tobytes() == again.state.tobytes() == seat.sample_state(1).tobytes()
    assert guess != other
    assert not any(image in other.state.tobytes() for image in images_of_table(match)[2:3]), "the dice are a guess"
    assert guess.player_view(player).state.tobytes() == seat.state.tobytes(), "for its player it is the same"
    chance = random.Random(2)
    for _ in range(20):
        if not guess.is_over:
            who = guess.to_act[0]
            guess.play(who, chance.choice(guess.legal_actions(who)))
    assert match.state.tobytes() == before
    assert guess != again
    assert guess.at_ply(0) == again


def test_a_sample_with_the_seed_of_the_match_is_not_the_match() -> None:
    for seed in range(5):
        match = decapod.game("yadokarick").match(3, seed=seed)
        guess = match.player_view(0).sample_match(seed)
        assert guess.state["hands"].tolist() != match.state["hands"].tolist()


def test_a_guess_has_no_record() -> None:
    guess = played_match("crab-stack", 2).player_view(0).sample_match(1)
    with pytest.raises(decapod.ParseError, match="not at a deal: it has no record"):
        guess.dumps()


@pytest.mark.parametrize("seed", [1.0, True, "1", None])
def test_the_seed_of_a_guess_is_a_whole_number(seed: Any) -> None:
    seat = decapod.game("crab-stack").match(2, seed=1).player_view(0)
    with pytest.raises(TypeError, match="a seed is a whole number, not"):
        seat.sample_match(seed)
    with pytest.raises(decapod.ParseError, match="from 0 up to 128 bits"):
        seat.sample_match(-1)
    assert seat.sample_match(np.int64(3)) == seat.sample_match(3)


def test_there_are_seats_for_players_only() -> None:
    match = decapod.game("crab-stack").match(2, seed=1)
    for nobody in (-1, 2):
        with pytest.raises(decapod.ParseError, match=f"there is no player {nobody}"):
            match.player_view(nobody)
    with pytest.raises(TypeError, match=r"player is a whole number, not 1\.0"):
        match.player_view(1.0)  # type: ignore[arg-type]
    assert repr(match.player_view(np.int64(1))) == repr(match.player_view(1))
    assert isinstance(match.player_view(1), PlayerView)
    assert repr(match.player_view(1)) == "<PlayerView of player 1, crab-stack (a), 2 players, 0 moves>"
