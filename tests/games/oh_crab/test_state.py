"""Reading the box: what is printed, what can be added, what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from decapod.engine import bits
from decapod.games.oh_crab import state as s
from decapod.games.oh_crab.chapters import beach
from tests.games.oh_crab.position import BOX, Race, card, fill, printed, space


@pytest.mark.rule("OC-3", "OC-13")
def test_each_icon_is_nine_times_main_left_and_right_on_the_market_cards() -> None:
    market = [c for c in range(s.MARKET) if int(BOX.market_cards) >> c & 1]
    assert len(market) == 36
    for icons in ([BOX.main[c] for c in market], *([BOX.halves[c][end] for c in market] for end in (0, 1))):
        assert set(Counter(int(icon) for icon in icons).values()) == {9}
    assert set(Counter(int(BOX.special[c]) for c in market).values()) == {3}


@pytest.mark.rule("OC-9")
def test_the_starting_cards_chain_with_three_matches() -> None:
    chain = [card(name) for name in ("S4", "S3", "S1", "S2")]
    assert all(BOX.halves[a][1] == BOX.halves[b][0] for a, b in pairwise(chain))


@pytest.mark.rule("OC-15", "OC-47", "OC-48", "OC-49", "OC-50", "OC-51", "OC-52")
def test_the_shell_actions_cost_what_the_tiles_say() -> None:
    costs = {
        s.SHELL_ACTIONS[int(BOX.shell_action[i][side])]: int(BOX.shell_cost[i][side])
        for i in range(3)
        for side in range(2)
    }
    assert costs == {
        "slant": 1, "faster": 2, "out_of_the_way": 2, "still_standing": 2, "power_snack": 3, "tunnel": 3,
    }  # fmt: skip


def test_everything_printed_says_where_it_is_from() -> None:
    assert set(printed()["source"].values()) <= {"printed", "published", "reconstructed"}


def test_a_designer_can_add_a_tile_and_cards() -> None:
    text = printed()
    text["tiles"]["4A"] = text["tiles"]["4B"] = ["......."] * 5
    text["market_cards"]["slant"] += ["A/A/A"] * 6
    text["starting_cards"]["cards"] += ["A/A/A"] * 2
    box = fill(text)
    assert bits.count(int(box.market_cards)) == s.MARKET
    assert bits.count(int(box.starting_cards)) == s.STARTING
    fourth = range(s.BEACH_FACES + 3 * 2 * s.BEACH_ROWS, s.BEACH_FACES + 4 * 2 * s.BEACH_ROWS)
    on_the_beach = set()
    for seed in range(30):
        rows = [int(row) for row in Race(beach="random", box=box, seed=seed).state.rows]
        assert len(set(rows[2:-1])) == 20
        on_the_beach.add(any(row in fourth for row in rows))
    assert on_the_beach == {True, False}


@pytest.mark.rule("OC-2", "OC-23")
def test_a_box_says_which_starting_spaces_have_shells() -> None:
    text = printed()
    text["starting_spaces"]["shells"] = [0, 2, 0, 0, 0]
    race = Race(box=fill(text))
    assert race.state.shells.tolist() == [0, 2, 0, 0, 0]
    kinds = [beach.kind(race.box, race.state, int(at)) for at in race.box.starts[0]]
    assert kinds == [s.FREE, s.SHELLS, s.FREE, s.FREE, s.FREE]


def alter(path: str, value: object) -> dict[str, Any]:
    """The box with one thing changed."""
    text = printed()
    *parents, last = path.split("/")
    where: Any = text
    for parent in parents:
        where = where[int(parent) if parent.isdigit() and isinstance(where, list) else parent]
    if value is None:
        del where[last]
    else:
        where[int(last) if isinstance(where, list) else last] = value
    return text


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("tiles/5A", ["......."] * 5, "tiles.5A: there is no room for it"),
        ("tiles/1A", ["......."], "5 lines of 7"),
        ("tiles/1A/0", ".x.....", "unknown mark 'x'"),
        ("tiles/1A/0", "~......", "the sea fills"),
        ("tiles/0A/1", "#1234.#", "starting spaces"),
        ("tiles/2B", None, "tiles.2B is missing"),
        ("tiles/3A/2", "#######", "tiles.3A: nobody can cross it"),
        ("tiles/0B/0", "#######", "tiles.0B: nobody can cross it"),
        ("market_cards/slant", ["F/F"], "three of"),
        ("market_cards/hover", ["F/F/F"], "there is no market_cards.hover"),
        ("market_cards/slant", ["F/F/F"] * 20, "room for 3 to 42"),
        ("starting_cards/cards", ["F/F/F"] * 7, "room for 1 to 6"),
        ("shell_tiles/0/a", {"action": "fly", "cost": 1}, "action is one of slant"),
        ("shell_tiles/0/a", {"action": "slant", "cost": -1}, "a.cost is a whole number"),
        ("shells/supply", "many", "shells.supply"),
        ("starting_spaces/shells", [1, 2], "must list 5"),
        ("end/rounds", 201, "from 1 to 200"),
        ("shortcuts/0/from", [0, 0], "no T at"),
        ("shortcuts/0/to", [1, 3], "accessible space"),
        ("shortcuts/0/discard", "sand", "discard is one of"),
        ("shortcuts", [], "3 shortcuts are drawn"),
    ],
)
def test_a_box_that_makes_no_sense_is_refused_in_one_line(path: str, value: object, words: str) -> None:
    with pytest.raises(ValueError, match=words) as error:
        fill(alter(path, value))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "part",
    ["tiles", "shortcuts", "starting_cards", "market_cards", "shell_tiles", "shells", "starting_spaces", "end"],
)
def test_a_box_that_lacks_a_part_says_which(part: str) -> None:
    with pytest.raises(ValueError, match=f"it lacks {part}"):
        fill(alter(part, None))


def test_the_capacity_stated_is_the_capacity_there_is() -> None:
    assert (s.TILES, s.STARTING, s.MARKET, s.SHORTCUTS, s.MOST_SHELLS) == (4, 6, 42, 8, 99)
    assert len(s.printed_faces()) == 12
    assert Race().state.at[0] == space(1, 0)
