"""What a game must have, and what the contract offers for it not to write again."""

from __future__ import annotations

import ast
import types
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.core.game import OURS
from decapod.engine import dice, dtypes, jit_cache, protocols
from decapod.scene import PlayerRef, message
from tests import GAMES


def test_a_module_that_lacks_names_is_told_which() -> None:
    whole = decapod.game("crab-stack").module
    partial = types.SimpleNamespace(**{name: getattr(whole, name) for name in dir(whole)})
    del partial.apply_action, partial.NUM_ACTIONS
    partial.format_move = lambda box, state, move: ""
    gaps = protocols.find_gaps(partial)
    assert gaps == [
        "NUM_ACTIONS",
        "apply_action(box, state, player, move)",
        "format_move(box, state, player, move) (it has format_move(box, state, move))",
    ]


def test_the_option_first_is_chance_or_a_seat_of_those_who_play() -> None:
    option = protocols.first_option(4)
    assert option.allowed(3) == ("random", "0", "1", "2")
    assert [option.number(value, 3) for value in ("random", "0", 2)] == [0, 1, 3]
    with pytest.raises(ValueError, match="first is one of random, 0, 1, 2, not '3'"):
        option.number("3", 3)


def test_who_begins_by_chance_is_anybody_and_else_who_was_chosen() -> None:
    state: Any = dtypes.zeros(dtypes.wide_dtype(dtypes.state_type([("x", "i1")])))
    state.players = 3
    begun: set[int] = set()
    for seed in range(40):
        dice.load(state.dice, seed, 0, 0, 0)
        begun.add(int(protocols.first_player(state, 0)))
    assert begun == {0, 1, 2}
    assert [protocols.first_player(state, number) for number in (1, 2, 3)] == [0, 1, 2]


@pytest.mark.parametrize("value", [0, 6, 2.0, "3", True, None])
def test_a_number_of_a_box_must_be_whole_and_within_its_bounds(value: object) -> None:
    assert protocols.whole(5, "crabs.count", 1, 5) == 5
    with pytest.raises(ValueError, match=r"crabs\.count is a whole number from 1 to 5, not "):
        protocols.whole(value, "crabs.count", 1, 5)


def test_only_seats_of_the_table_are_ever_awaited() -> None:
    state: Any = dtypes.zeros(dtypes.wide_dtype(dtypes.state_type([("x", "i1")])))
    state.players, state.to_act = 3, 0b101
    assert [protocols.is_awaited(state, player) for player in (-1, 0, 1, 2, 3, 70)] == [
        False, True, False, True, False, False,
    ]  # fmt: skip


def test_an_open_game_hides_only_the_rolls_to_come() -> None:
    match = decapod.game("crab-stack").match(2, seed=3)
    state, guess = match.state.copy(), np.zeros(dice.LENGTH, np.int64)
    protocols.hide_dice(match.box.record, state, 0, guess)
    assert not state.dice.any()
    assert match.state.dice.any()
    assert all(np.array_equal(state[name], match.state[name]) for name in state.dtype.names if name != "dice")


def test_a_game_without_points_gives_everybody_none() -> None:
    state: Any = dtypes.zeros(dtypes.wide_dtype(dtypes.state_type([("x", "i1")])))
    state.players = 2
    out = np.full(3, 7)
    protocols.no_points(None, state, out)
    assert out.tolist() == [0, 0, 7]


def test_whose_turn_it_is_can_be_said_of_any_table_also_of_one_where_it_is_over() -> None:
    state: Any = dtypes.zeros(dtypes.wide_dtype(dtypes.state_type([("x", "i1")])))
    words = decapod.game("crab-stack").translator()
    for to_act, name in ((0b10, "Blue"), (0b110, "Blue"), (0, "Coral")):
        state.to_act = to_act
        found = protocols.refusal_parameters(None, state, 0, 0, protocols.NOT_YOUR_TURN)
        assert words("turn.not_yours", **found) == f"It is {name}'s turn."
    assert protocols.refusal_parameters(None, state, 0, 0, protocols.NOT_YOUR_TURN + 1) == {}


def test_moves_with_names_are_read_and_written_by_them() -> None:
    read, write, describe_move, narrate = protocols.named_moves(["a1", "b1"])
    assert [read(None, None, 0, text) for text in ("a1", "B1")] == [0, 1]
    assert [write(None, None, 0, move) for move in (0, 1)] == ["a1", "b1"]
    assert protocols.prompt(None, None, 0) == message("prompt.move")
    assert describe_move(None, None, 1, 0) == message("move.named", player=PlayerRef(1), move="a1")
    assert narrate(None, None, 1, 0, None, -1) == [message("event.named", player=PlayerRef(1), move="a1")]
    with pytest.raises(decapod.ParseError) as refused:
        read(None, None, 0, "c1")
    reason = refused.value.reason
    line = decapod.game("crab-stack").translator("fr")(reason.code, **reason.parameters)
    assert line == "'c1' n'est pas un coup ; écrivez-en un comme a1"


def test_there_is_room_for_as_many_players_as_any_variant_has() -> None:
    assert {name: protocols.seats(decapod.game(name).rules) for name in ("crab-stack",)} == {"crab-stack": 4}


def test_an_option_applies_to_its_variants_and_numbers_of_players() -> None:
    option = protocols.Option("beat", 48, range(201), variants=("solo",))
    assert option.applies("solo", 1)
    assert not option.applies("main", 3)
    assert protocols.Option("stray", "no", ("no", "yes"), players=(2,)).applies("race", 2)
    assert not protocols.first_option(4).applies("solo", 1), "there is nobody else to begin"


@pytest.mark.parametrize("name", GAMES)
def test_an_option_changes_nothing_where_it_does_not_apply(name: str) -> None:
    game = decapod.game(name)
    for variant, players in game.modes:
        usual = [game.match(players, variant=variant, seed=1).scene(seat).text() for seat in range(players)]
        for option in game.options:
            for choice in option.allowed(players)[:5] if not option.applies(variant, players) else ():
                match = game.match(players, variant=variant, seed=1, **{option.name: choice})
                assert [match.scene(seat).text() for seat in range(players)] == usual, (option.name, choice)


@pytest.mark.parametrize("name", OURS)
def test_whatever_a_game_inlines_is_a_function_of_its_rules(name: str) -> None:
    game = decapod.game(name)
    inlined = game.rules.INLINE
    files = game.folder.rglob("*.py")
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files if file.name not in jit_cache.VIEWS]
    functions = {node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert isinstance(inlined, bool) or set(inlined) <= functions
