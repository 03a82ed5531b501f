"""A box.toml as somebody wrote it: keys that no rule reads, the line of what is wrong, how two boxes differ."""

from __future__ import annotations

import copy
import functools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import decapod
from decapod.core import box_file
from decapod.core.game import OURS, Box, Game, game_of_box
from decapod.engine import dtypes
from decapod.errors import ParseError

PYTHON_WORDS = re.compile(r" object\b|NoneType|subscript|unsupported|unpack|instances|iterable|argument|KeyError|\n")


def text_of(name: str) -> str:
    """Return a printed box."""
    return decapod.game(name).box.text


def refusal(name: str, text: str) -> str:
    """Return the line by which a box is refused."""
    with pytest.raises(ParseError) as refused:
        decapod.game(name).parse_box(text, "my.toml")
    return str(refused.value)


def change(name: str, old: str, new: str) -> tuple[str, int]:
    """Change the first place of a text in a printed box, and say in which line it is."""
    text = text_of(name)
    assert old in text
    return text.replace(old, new, 1), text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize("name", OURS)
def test_every_printed_box_says_its_game_and_has_no_key_that_no_rule_reads(name: str) -> None:
    game = decapod.game(name)
    assert game.box.printed["game"] == name
    assert game.parse_box(game.box.text, "here").hash == game.box.hash


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("crabs", "catch = 2", "cacth = 2", "there is no deal.cacth; did you mean catch?"),
        ("crabs", "relax = 3", "relax = 3\ncathc = 2", "there is no deal.cathc; did you mean catch?"),
        ("crabs", "[deal]", "[dael]", "there is no dael; did you mean deal?"),
        ("crabs", "pays = 12 }", "pays = 12, pasy = 1 }", "there is no objectives.cards.15.pasy; did you mean pays?"),
        ("crabs", 'name = "pot"', 'nmae = "pot"', "there is no gear.3.nmae; did you mean name?"),
        ("crabs", 'deal = "printed"', 'dael = "printed"', "there is no source.dael; did you mean deal?"),
        ("crab-stack", "steps = 2", "steps = 2, colour = 1", "there is no crabs.medium.colour; there are count, steps"),
        ("crab-stack", "b = [\n", "c = [\n", "it lacks boards.b"),
        ("oh-crab", "zigzag = ", "zigzap = ", "there is no market_cards.zigzap; did you mean zigzag?"),
        (
            "oh-crab",
            "cost = 3 }",
            "cost = 3, price = 3 }",
            "there is no shell_tiles.3.a.price; there are action, cost",
        ),
        ("yadokarick", "start = 11", "strat = 11", "there is no track.strat; did you mean start?"),
        ("crabe-vs-poulpe", 'octopus = "blind"', 'octopuss = "blind"', "did you mean octopus?"),
        ("crabe-vs-poulpe", "[rules]", "[capacity]\nranks = 15\n\n[rules]", "there is no capacity; there are"),
    ],
)
def test_a_key_that_no_rule_reads_is_refused_with_its_line_and_the_nearest_one(
    name: str, old: str, new: str, says: str
) -> None:
    text, line = change(name, old, new)
    found = refusal(name, text)
    assert says in found
    number = re.search(r"is wrong in line (\d+): ", found)
    assert number is not None
    if not says.startswith("it lacks"):
        key = re.search(r"there is no ([\w.]+)", found)
        assert key is not None
        assert key[1].rpartition(".")[2] in text.split("\n")[int(number[1]) - 1]
        assert line <= int(number[1]) <= line + 1


@pytest.mark.parametrize(
    ("name", "old", "new", "says"),
    [
        ("crabs", "hand = 6 ", "hand = 13 ", "deal.hand is a whole number from 2 to 12, not 13"),
        ("crabs", "pays = 12", "pays = 120", "objectives.cards.15.pays is a whole number from 0 to 99, not 120"),
        ("crabs", "cost = 3", "cost = 30", "gear.boat.cost is a whole number from 0 to 12, not 30"),
        ("crabs", "plain = [10, 10, 10, 10, 10]", "plain = 10", "cards.plain is a list, not 10"),
        ("crabs", 'name = "boat"', 'name = "ship"', "gear.ship.name is 'boat', not 'ship'"),
        ("crab-stack", "medium = { count = 3, steps = 2 }", "medium = 3", "crabs.medium is a table, not 3"),
        ("oh-crab", 'tile = "1A"', "tile = 1", "shortcuts.1.tile is a text in quotes, not 1"),
        ("oh-crab", "from = [1, 2]", "from = [1]", "shortcuts.1.from is a column and a row"),
        ("crabe-vs-poulpe", 'crab = "pinch"', 'crab = "punch"', "ranks.2.crab: 'punch' is no effect"),
        ("yadokarick", "start = 11", "start = 99", "track.start is a whole number from 1 to 21, not 99"),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_with_its_line(name: str, old: str, new: str, says: str) -> None:
    text, line = change(name, old, new)
    assert refusal(name, text).startswith(f"the box my.toml is wrong in line {line}: {says}")


def test_a_box_of_another_game_is_refused_and_one_that_names_none_is_not() -> None:
    text = text_of("crabs")
    assert refusal("crab-stack", text) == "the box my.toml is for 'crabs', not for crab-stack"
    nameless = text.replace('game = "crabs"\n', "")
    assert decapod.game("crabs").parse_box(nameless, "here").hash == decapod.game("crabs").box.hash


def test_a_box_file_says_whose_it_is(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(text_of("oh-crab"), encoding="utf-8")
    assert game_of_box(path).name == "oh-crab"
    for text in ("", "game = 3", "[deal]"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ParseError, match="does not say which game"):
            game_of_box(path)
    path.write_text('game = "chess"', encoding="utf-8")
    with pytest.raises(ParseError, match="there is no game 'chess'"):
        game_of_box(path)


def test_what_was_stored_before_keys_were_looked_at_can_still_be_read() -> None:
    game, text = decapod.game("crabs"), text_of("crabs") + "\n[capacity]\ncards = 3\n"
    assert "there is no capacity" in refusal("crabs", text)
    assert game.parse_box(text, "stored", any_keys=True).hash == game.box.hash


def test_very_deep_tables_are_refused() -> None:
    assert "nested too deeply" in refusal("crabs", f"{'.'.join('a' * 5000)} = 1")


def test_the_line_of_a_value_is_found_in_every_way_to_write_it() -> None:
    text = '# c\n"a b".c = 1\r\nd = [\n  1,\n  { e = 2 }, { e = 3 },\n]\n[[f]]\ng = """\n[h]\n"""\n[[f]]\ng = 5\n'
    assert tomllib.loads(text)["f"][1]["g"] == 5
    for path, line in (
        (("a b", "c"), 2), (("d",), 3), (("d", 1, "e"), 5), (("d", 2, "e"), 5), (("f", 0, "g"), 8), (("f", 1), 11),
        (("f", 1, "g"), 12), (("h",), None), ((), None),
    ):  # fmt: skip
        assert box_file.find_line(text, path) == line, path
    assert box_file.find_line("\n" * 3000 + text * 1, ("d",)) is None, "it would take long"


def test_differences_are_named_by_their_path() -> None:
    printed, mine = (
        {"game": "x", "a": {"b": n, "rows": rows}, "c": [1, n]} for n, rows in ((1, ["x"]), (2, ["x", "y"]))
    )
    assert list(box_file.list_differences(printed, mine)) == [
        "a.b: 1 → 2", "a.rows: ['x'] → ['x', 'y']", "c.2: 1 → 2",
    ]  # fmt: skip
    assert list(box_file.list_differences({"a": 1}, {"b": 2})) == ["a: 1 → –", "b: – → 2"]
    named = [{"gear": [{"name": "net"}, {"name": name, "cost": n}]} for name, n in (("trap", 1), ("cage", 2))]
    assert list(box_file.list_differences(*named)) == ["gear.trap.name: 'trap' → 'cage'", "gear.trap.cost: 1 → 2"]


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["net", "trap"], "gear.trap.cost"),
        (["2", "1"], "gear.1.cost"),
        (["net", "net"], "gear.2.cost"),
        (["net", "a.b"], "gear.2.cost"),
        (["net", 7], "gear.2.cost"),
        (["net", None], "gear.2.cost"),
    ],
)
def test_entries_are_called_by_their_names_if_each_has_one_of_its_own(names: list[Any], called: str) -> None:
    entries = [{"cost": 1} if name is None else {"name": name, "cost": 1} for name in names]
    assert box_file.write_path(("gear", 1, "cost"), {"gear": entries}) == called


# --- boxes nobody thought of ------------------------------------------------------------------------------


def places(value: Any, path: box_file.KeyPath = ()) -> Iterator[box_file.KeyPath]:
    """Go through the ways to every value of a box that a rule reads."""
    if path:
        yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        if path or key not in box_file.NOTES:
            yield from places(one, (*path, key))


def value_at(value: Any, path: box_file.KeyPath) -> Any:
    """Return what is at the end of a path."""
    for key in path:
        value = value[key]
    return value


@st.composite
def changed_boxes(draw: st.DrawFn, name: str, most: int) -> dict[str, Any]:
    """Make a box that differs from the printed one in a few places: other numbers, longer lists, other letters."""
    printed = decapod.game(name).box.printed
    box: dict[str, Any] = copy.deepcopy(dict(printed))
    for _ in range(draw(st.integers(1, most))):
        groups = sorted({path[0] for path in places(box)}, key=str)
        group = draw(st.sampled_from(groups))
        path = draw(st.sampled_from([path for path in places(box) if path[0] == group]))
        parent, value = value_at(box, path[:-1]), value_at(box, path)
        parent[path[-1]] = draw(changed(value) | st.sampled_from(limits(name).get(path, (value,))))
    return box


@functools.cache
def limits(name: str) -> dict[box_file.KeyPath, tuple[int, int]]:
    """Find the least and the most that numbers of a box may be, from what is said of one that is far too small."""
    game, found = decapod.game(name), {}
    for path in places(game.box.printed):
        parsed: dict[str, Any] = copy.deepcopy(dict(game.box.printed))
        value_at(parsed, path[:-1])[path[-1]] = -(10**9)
        try:
            box_file.fill_checked(game.rules.read_box, dtypes.zeros(game.rules.Box), parsed, game.box.printed)
        except box_file.BoxError as refused:
            said = re.search(r"from (\d+) to (\d+), not -1000000000", str(refused))
            if said:
                found[path] = int(said[1]), int(said[2])
    return found


def test_the_limits_of_a_number_are_said_when_it_is_refused() -> None:
    assert limits("crabs")["deal", "hand"] == (2, 12)
    assert limits("yadokarick")["track", "start"] == (1, 21)


def changed(value: Any) -> st.SearchStrategy[Any]:
    """Change a value to another of its kind, mostly near it."""
    if isinstance(value, int):
        return st.one_of(st.integers(value - 2, value + 2), st.integers(0, 12), st.integers(0, 99))
    if isinstance(value, list) and value:
        return st.one_of(st.permutations(value), st.lists(st.sampled_from(value), max_size=len(value) + 2))
    if isinstance(value, str) and value:
        letters = st.sampled_from(sorted(set(value) | set(".#osrT~YBO ")))
        return st.tuples(st.integers(0, len(value) - 1), letters).map(
            lambda at: value[: at[0]] + at[1] + value[at[0] + 1 :]
        )
    return st.just(value)


def open_changed(game: Game, parsed: dict[str, Any]) -> Box | None:
    """Open a box that was never a text; None where it is refused, in one line that a designer understands."""
    record = dtypes.zeros(game.rules.Box)
    try:
        box_file.fill_checked(game.rules.read_box, record, parsed, game.box.printed)
    except box_file.BoxError as refused:
        line = str(refused)
        assert not PYTHON_WORDS.search(line)
        return None
    return Box(record, parsed, "changed", game.package)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_a_box_that_is_accepted_plays_to_the_end_without_breaking_an_invariant(name: str) -> None:
    game = decapod.game(name)
    accepted, examples = 0, 200 if name == "crab-stack" else 40  # most boards have not enough spaces
    quick = {option.name: option.choices[0] for option in game.options if option.name in ("beach", "rounds")}

    @settings(
        max_examples=examples, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
    )
    @given(changed_boxes(name, 6), st.sampled_from(game.modes), st.randoms(use_true_random=False))
    def play(parsed: dict[str, Any], mode: tuple[str, int], chance: Any) -> None:
        nonlocal accepted
        box = open_changed(game, parsed)
        if box is None:
            return
        accepted += 1
        match = game.match(mode[1], variant=mode[0], seed=chance.getrandbits(32), box=box, **quick)
        while not match.is_over:
            assert len(match.moves) < game.rules.MAX_GAME_LENGTH
            if len(match.moves) % 16 == 0:
                assert game.view.violations(box.record, match.state) == []
            player = chance.choice(match.to_act)
            match.play(player, chance.choice(match.legal_actions(player)), unchecked=True)
        assert game.view.violations(box.record, match.state) == []
        assert dtypes.same(dtypes.cast(match.state, game.rules.State), match.state), "a number has no room"
        assert match.describe_outcome()
        assert match.scene(None).text()

    play()
    assert accepted >= 10, "hardly anything was tried"


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("wrong", [None, 1.5, "x", True, [], {}, [[]], [{}], -(10**30)])
def test_whatever_stands_where_something_else_should_is_refused_in_words_of_a_designer(
    name: str, wrong: object
) -> None:
    """It said "'int' object is not subscriptable"."""
    game, refused = decapod.game(name), 0
    for path in places(game.box.printed):
        if any(isinstance(key, int) and key for key in path):
            continue  # the first of a list stands for all
        parsed: dict[str, Any] = copy.deepcopy(dict(game.box.printed))
        parent = value_at(parsed, path[:-1])
        if wrong is None:
            del parent[path[-1]]
        else:
            parent[path[-1]] = wrong
        refused += open_changed(game, parsed) is None
    assert refused > 0
