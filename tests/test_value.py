"""A match is a value: copied, pickled, written down as a position, and looked at as numbers."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import decapod
from decapod import IllegalMoveError, NotYourTurnError, ParseError
from decapod.core.game import OURS
from decapod.core.match import Match
from decapod.engine import dtypes

COPIES: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),  # noqa: S301  # our own
    "oldest pickle": lambda thing: pickle.loads(pickle.dumps(thing, 2)),  # noqa: S301  # our own
}


def by_chance(match: Match, moves: int, seed: int = 1) -> Match:
    """Play some moves by chance."""
    chance = random.Random(seed)
    for _ in range(moves):
        if not match.is_over:
            player = chance.choice(match.to_act)
            match.play(player, chance.choice(match.legal_actions(player)), elapsed_ms=0)
    return match


# --- copies -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [*COPIES, "match.copy"])
@pytest.mark.parametrize("name", OURS)
def test_a_copy_is_equal_and_goes_its_own_way(name: str, way: str) -> None:
    match = by_chance(decapod.game(name).match(seed=4), 6)
    before, text = match.state.copy(), match.dumps()
    twin = match.copy() if way == "match.copy" else COPIES[way](match)
    assert twin is not match
    assert twin == match
    assert twin.dumps() == text
    assert twin.position == match.position
    by_chance(twin, 20, seed=2)
    assert len(twin.moves) > len(match.moves) == 6
    assert match.dumps() == text
    assert dtypes.same(match.state, before)
    assert twin != match
    again = match.copy()
    by_chance(match, 20, seed=2)  # and the other way round: the copy is not changed by the original
    assert len(again.moves) == 6
    assert by_chance(again, 20, seed=2) == match == twin


@pytest.mark.parametrize("way", COPIES)
def test_what_a_copy_takes_back_stays_with_the_original(way: str) -> None:
    match = decapod.game("crabs").match(2, seed=1, first=0)
    match.play(0, "raise")
    match.play(0, f"play {match.legal_moves(0)[0].text.split()[1]}")
    twin = COPIES[way](match)
    twin.undo(0)
    assert (len(match.moves), len(twin.moves)) == (2, 1)
    match.undo(0)
    assert twin == match


@pytest.mark.parametrize("way", COPIES)
def test_everything_public_can_be_copied_and_pickled(way: str) -> None:
    again = COPIES[way]
    game = decapod.game("crab-stack")
    match = by_chance(game.match(2, seed=1), 1000)
    assert again(game) is game
    assert again(game.box) == game.box
    assert again(game.box).record is not game.box.record or way == "copy"
    move = game.match(2, seed=1, first=0).legal_moves(0)[0]
    assert again(move) == move
    assert match.outcome is not None
    assert again(match.outcome) == match.outcome
    scene = game.match(2, seed=1).scene(0)
    assert again(scene) == scene
    assert again(scene).sketch == scene.sketch
    assert again(scene).text() == scene.text()
    assert again(scene).svg() == scene.svg()


def test_a_match_takes_its_own_box_along(tmp_path: Path) -> None:
    game = decapod.game("crabs")
    path = tmp_path / "mine.toml"
    path.write_text((game.folder / "box.toml").read_text(encoding="utf-8").replace("catch = 2", "catch = 3"))
    match = by_chance(game.match(2, seed=1, box=path), 10)
    path.unlink()
    twin = pickle.loads(pickle.dumps(match))  # noqa: S301  # our own
    assert twin.box == match.box != game.box
    assert twin.box.printed == match.box.printed
    assert by_chance(twin, 50) == by_chance(match, 50)


def test_a_box_of_another_game_is_refused() -> None:
    with pytest.raises(ParseError, match="this box is for crabs, and not for crab-stack"):
        decapod.game("crab-stack").match(2, box=decapod.game("crabs").box)


def test_a_pickle_is_loaded_by_another_process_without_numba(tmp_path: Path) -> None:
    match = by_chance(decapod.game("oh-crab").match(3, seed=1), 25)
    path = tmp_path / "match.pickle"
    path.write_bytes(pickle.dumps((match, match.scene(0), match.game)))
    code = (
        "import pickle, sys; match, scene, game = pickle.load(open(sys.argv[1], 'rb'))\n"
        "assert match.game is game and scene == match.scene(0)\n"
        "match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0], elapsed_ms=0)\n"
        "assert 'numba' not in sys.modules\n"
        "print(match.position_key)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    match.play(match.to_act[0], match.legal_actions(match.to_act[0])[0], elapsed_ms=0)
    assert done.stdout.strip() == match.position_key


def test_what_is_shown_of_a_thing_is_a_line() -> None:
    game = decapod.game("oh-crab")
    match = by_chance(game.match(3, seed=1), 25)
    move = match.legal_moves(match.to_act[0])[0]
    for thing in (game, game.box, match, match.scene(0), match.scene(None), move, match.why_not(0, "fly")):
        assert len(repr(thing)) < 200, repr(thing)
        assert "\n" not in repr(thing)
    assert repr(match.scene(None)).startswith("<Scene oh-crab for a spectator, desktop, ")


# --- as numbers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", OURS)
def test_a_mask_marks_the_legal_moves_and_an_observation_is_the_rules(name: str) -> None:
    game = decapod.game(name)
    match = by_chance(game.match(seed=4), 12)
    for player in range(match.players):
        mask = match.action_mask(player)
        assert mask.dtype == np.bool_
        assert mask.shape == (game.rules.NUM_ACTIONS,)
        assert mask.nonzero()[0].tolist() == match.legal_actions(player)
        wanted = np.zeros(game.rules.OBSERVATION_SIZE, np.int64)
        game.rules.observe(match.box.record, match.state, player, wanted)
        assert match.observation(player).tolist() == wanted.tolist()
    wanted = np.zeros(game.rules.OBSERVATION_SIZE, np.int64)
    game.rules.observe(match.box.record, match.state, -1, wanted)
    assert match.observation(None).tolist() == wanted.tolist()
    match.observation(0)[:] = 7
    assert match.observation(0).tolist() != [7] * game.rules.OBSERVATION_SIZE


def test_a_list_of_legal_moves_is_the_callers_own() -> None:
    match = decapod.game("crab-stack").match(2, seed=1, first=0)
    match.legal_actions(0).clear()
    assert match.legal_actions(0)


def test_returns_say_who_is_behind_and_who_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    match = decapod.game("crab-stack").match(3, seed=1)
    for places, wanted in {
        (1, 2, 3): (1.0, 0.0, -1.0),
        (1, 1, 3): (0.5, 0.5, -1.0),
        (1, 2, 2): (1.0, -0.5, -0.5),
        (1, 1, 1): (0.0, 0.0, 0.0),
    }.items():
        monkeypatch.setattr(
            match.game.rules, "places", lambda _box, _table, out, it=places: out.__setitem__(slice(3), it)
        )
        assert match.returns == wanted


@pytest.mark.parametrize(("points", "wanted"), [(48, 0.48), (0, 0.0), (250, 1.0), (-30, -0.3), (-250, -1.0)])
def test_alone_points_are_the_return_up_to_a_hundred(
    monkeypatch: pytest.MonkeyPatch, points: int, wanted: float
) -> None:
    match = decapod.game("yadokarick").match(1, seed=1)
    monkeypatch.setattr(match.game.rules, "points", lambda _box, _table, out: out.__setitem__(0, points))
    assert match.returns == (wanted,)


# --- whole numbers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [1.5, 2.0, True, None, [1], b"1", np.float64(1), 1j])
def test_what_is_no_whole_number_is_a_type_error(wrong: Any) -> None:
    game = decapod.game("crab-stack")
    match = game.match(2, seed=1, first=0)
    calls: list[Callable[[], object]] = [
        lambda: match.play(0, wrong),
        lambda: match.play(0, wrong, unchecked=True),
        lambda: match.play(wrong, 1),
        lambda: match.legal_actions(wrong),
        lambda: match.legal_moves(wrong),
        lambda: match.action_mask(wrong),
        lambda: match.why_not(0, wrong),
        lambda: match.why_not(wrong, 0),
        lambda: match.undo(wrong),
        lambda: match.at_ply(wrong),
        lambda: game.match(2, seed=1, ply_cap=wrong),
    ]
    if wrong is not None:  # which is a spectator, or a value to be chosen
        calls += [
            lambda: match.observation(wrong),
            lambda: match.scene(wrong),
            lambda: match.play(0, match.legal_actions(0)[0], elapsed_ms=wrong),
            lambda: game.match(wrong),
            lambda: game.match(2, seed=wrong),
            lambda: game.match(2, seed=1, box=wrong),
            lambda: game.position(wrong),
        ]
    for call in calls:
        with pytest.raises(TypeError) as refused:
            call()
        assert "\n" not in str(refused.value)
    assert match.moves == []


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint16])
def test_numbers_of_numpy_are_whole_numbers(kind: Any) -> None:
    game = decapod.game("crab-stack")
    match = game.match(kind(2), seed=kind(7), first=kind(0), ply_cap=kind(99))
    assert match == game.match(2, seed=7, first=0, ply_cap=99)
    number = kind(match.legal_actions(kind(0))[0]) if kind is not np.int8 else np.int64(match.legal_actions(kind(0))[0])
    match.play(kind(0), number, elapsed_ms=kind(5))
    assert type(match.moves[0].player) is int
    assert type(match.moves[0].action) is int
    assert type(match.moves[0].elapsed_ms) is int
    assert decapod.loads(match.dumps()) == match


# --- positions --------------------------------------------------------------------------------------------


def test_a_person_can_move_a_crab_in_a_position() -> None:
    game = decapod.game("crab-stack")
    match = game.position("a 2 | turn=0 c2=0l c3=1s c4=1l c5=0s")
    assert [str(move) for move in match.legal_moves(0)] == ["c2-c3"]
    edited = game.position(match.position.replace("c2=0l ", "").replace("c4=1l", "c4=1l0l"))
    assert [str(move) for move in edited.legal_moves(0)] == ["c4-c3", "c4-c5"]
    with pytest.raises(ParseError, match="c3 has a crab on a bigger one"):
        game.position(match.position.replace("c2=0l ", "").replace("c3=1s", "c3=0l1s"))


def test_a_person_can_change_a_hand_of_crabs() -> None:
    game = decapod.game("crabs")
    match = game.match(2, seed=1, first=0)
    head, _, rest = match.position.partition("hand0=")
    edited = game.position(f"{head}hand0=5,5*,5* {rest.partition(' ')[2]}")
    assert edited.game.view.format_position(edited.box.record, edited.state).count("hand0=5,5*,5*") == 1
    edited.play(0, "raise 5* 5* > " + " ".join(edited.position.partition("pool=")[2].split()[0].split(",")[:2]))
    with pytest.raises(ParseError, match=r"cards 5\* more than the box has"):
        game.position(f"{head}hand0={','.join(['5*'] * 15)} {rest.partition(' ')[2]}")


def test_equal_positions_have_equal_keys_however_they_came_about() -> None:
    game = decapod.game("crabs")
    orders = [["raise", "play 1", "play 2", "enough"], ["raise", "play 2", "play 1", "enough"]]
    base = "standard 2 | turn=0 pool=3,3,4 hand0=1,2,3 hand1=4,5 slots=1,2,3,4"
    keys: set[str] = set()
    for seed, order in enumerate(orders):
        match = game.position(base, seed=seed)
        for move in order:
            match.play(0, move)
        keys.add(match.position_key)
    assert len(keys) == 1
    match.play(0, "take 3")
    assert match.position_key not in keys
    assert game.position(base).position_key != game.position(base.replace("hand1=4,5", "hand1=4,4")).position_key


def test_keys_do_not_change() -> None:
    """They are kept in files: another one is another version."""
    position = "a 2 | turn=0 c2=0l c3=1s c4=1s"
    assert decapod.game("crab-stack").position(position).position_key == "f803508fe302b0d21ca9550e8f04aff0"


def test_a_position_says_nothing_of_the_dice() -> None:
    game = decapod.game("yadokarick")
    match = game.match(3, seed=123456789)
    one, other = (game.position(match.position, seed=seed) for seed in (1, 2))
    assert one.position == other.position == match.position
    assert not np.array_equal(one.state.dice, other.state.dice)
    assert game.position(match.position, seed=1) == one
    assert one != other


def test_a_match_from_a_position_is_saved_with_it() -> None:
    game = decapod.game("crab-stack")
    match = by_chance(game.position("a 2 | turn=1 cap=40 c2=0l c3=1s c4=1l c5=0s", seed=5), 3)
    text = match.dumps()
    assert text.startswith("decapod match 3\n")
    assert "\nposition a 2 | turn=1 cap=40 c2=0l" in text
    again = decapod.loads(text)
    assert again == match
    assert again.dumps() == text
    assert dtypes.same(again.state, match.state)
    assert again.start == match.start != ""
    assert repr(again).endswith(" from a position>")
    with pytest.raises(ParseError, match="check sum"):
        decapod.loads(text.replace("c3=1s", "c3=1l"))


def test_a_proof_says_that_a_match_was_set_up() -> None:
    match = by_chance(decapod.game("crab-stack").position("a 2 | turn=1 c2=0l c3=1s c4=1l c5=0s", seed=5), 1)
    lines = match.describe_fairness()
    assert lines[0].startswith("It was not dealt: it began from a position that somebody set up (a 2 | turn=1")
    assert not any("Dealt again" in line for line in lines)
    assert match.describe_fairness(match.game.translator("fr"))[0].startswith("Elle n'a pas été distribuée")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "begins with how it is played, like 'a 2 | '"),
        ("turn=0", "begins with how it is played"),
        ("z 2 | turn=0", "no variant 'z'"),
        ("a 9 | turn=0", "is for 2, 3 or 4 players, not 9"),
        ("a 2 | c2=0l c3=1s", "does not say whose turn it is"),
        ("a 2 | turn=7 c2=0l c3=1s", "turn=7: turn is a whole number from 0 to 1"),
        ("a 2 | turn=0 turns=1 c2=0l c3=1s", "there is no 'turns' in this position; did you mean 'turn'?"),
        ("a 2 | turn=0 turn=0 c2=0l c3=1s", "'turn' is there twice"),
        ("a 2 | turn=0 c2 c3=1s", "'c2' is not of the form key=value"),
        ("a 2 | turn=0 c2=0x c3=1s", "c2=0x: crabs are like 0s1l"),
        ("a 2 | turn=0 c2=0 c3=1s", "c2=0: crabs are like 0s1l"),
        ("a 2 | turn=0 c2=2l c3=1s", "crabs are like 0s1l"),
        ("a 2 | turn=0 a1=0l c3=1s", "there is no rock a1 on this board"),
        ("a 2 | turn=0 c2=0l c3=0m f6=1s", "not connected"),
        ("a 2 | turn=0 c2=0s c3=1l", "can do nothing"),
        ("a 2 | turn=0 gone=0 c2=0l c3=1s", "player 0 is out"),
        ("a 2 | turn=0 moves=500 c2=0l c3=1s", "as many moves were made as its cap allows"),
        ("a 2 | turn=0 c2=0l0l0l0l c3=1s", "too many crabs 0l"),
        ("a 2 | turn=0 past=xyz c2=0l c3=1s", "is no position"),
        ("a 2 | turn=0 ending=repetition c2=²", "crabs are like"),
        ("a 2 | turn=² c2=0l c3=1s", "turn is a whole number"),
        ("a 2 | turn=0 c2=0l c3=1s " + "x" * 9000, "longer than any position"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(text: str, says: str) -> None:
    with pytest.raises(ParseError) as refused:
        decapod.game("crab-stack").position(text)
    assert says in str(refused.value)
    assert "\n" not in str(refused.value)


def test_moves_of_a_match_from_a_position_are_checked_like_all_others() -> None:
    match = decapod.game("crab-stack").position("a 2 | turn=0 c2=0l c3=1s c4=1l")
    with pytest.raises(NotYourTurnError):
        match.play(1, "c4-c3")
    with pytest.raises(IllegalMoveError):
        match.play(0, "c2-c4")
    match.play(0, "c2-c3")
    with pytest.raises(IllegalMoveError, match="turn"):
        match.undo(0)
    match.undo(0, consent=True)
    assert match.position == match.start
