"""The beach: tiles, spaces, neighbours, rows."""

from __future__ import annotations

from collections import Counter

import pytest

from decapod.games.oh_crab import state as s
from decapod.games.oh_crab.chapters import beach, push
from tests.games.oh_crab.position import AHEAD, BACK, BACK_LEFT, BACK_RIGHT, BOX, LEFT, RIGHT, Race, space

MARKS = {number: mark for mark, number in s.MARKS.items()}


def draw_row(race: Race, row: int) -> str:
    """A row of the beach, as box.toml writes it, waves and shortcuts aside."""
    kinds = [beach.kind(race.box, race.state, space(column, row)) for column in range(s.COLUMNS)]
    return "".join(MARKS.get(kind, "T" if kind >= s.SHORTCUT else "w") for kind in kinds)


def spaces() -> list[int]:
    """Every space there can be."""
    rows = range(s.SEA_ROW - s.LAND + 1)
    return [space(column, row) for row in rows for column in range(s.COLUMNS)]


@pytest.mark.rule("OC-1")
def test_the_first_beach_is_0a_1a_2a_3a_9a() -> None:
    race = Race()
    assert [draw_row(race, row) for row in (0, 1, 2, 4, 9, 15, 18, 19)] == [
        "#..s.s#", ".......", "......o", ".T...s.", "...o.T.", "w#..#.o", ".w...w.", "~~~~~~~",
    ]  # fmt: skip


@pytest.mark.rule("OC-1")
def test_any_order_and_any_sides_can_be_agreed_on() -> None:
    race = Race(beach="0B 3A 1B 2A 9B")
    assert [draw_row(race, row) for row in (1, 2, 7, 12, 17)] == [
        ".o...o.",
        "...#...",
        "...o..s",
        "s.....o",
        ".#.s.#.",
    ]


@pytest.mark.rule("OC-1")
def test_there_are_192_arrangements_and_each_is_another_beach() -> None:
    laid = {tuple(int(row) for row in Race(beach=name).state.rows) for name in s.BEACHES}
    assert len(s.BEACHES) == len(set(s.BEACHES)) == len(laid) == 192


@pytest.mark.rule("OC-1")
def test_a_random_beach_can_be_any_of_them() -> None:
    names = {tuple(int(row) for row in Race(beach=name).state.rows): name for name in s.BEACHES}
    found: Counter[str] = Counter()
    for seed in range(400):
        found[names[tuple(int(row) for row in Race(beach="random", seed=seed).state.rows)]] += 1
    for i, face in ((0, "0A"), (1, "1A"), (1, "2B"), (2, "3A"), (3, "1B"), (4, "9B")):
        assert any(name.split()[i] == face for name in found)
    assert len(found) > 120


@pytest.mark.rule("OC-5")
def test_each_space_has_three_neighbours_seaward_and_three_landward() -> None:
    odd, even = space(3, 8), space(4, 8)
    around_odd = {
        LEFT: (2, 8),
        AHEAD: (3, 9),
        RIGHT: (4, 8),
        BACK_RIGHT: (4, 7),
        BACK: (3, 7),
        BACK_LEFT: (2, 7),
    }
    around_even = {
        LEFT: (3, 9),
        AHEAD: (4, 9),
        RIGHT: (5, 9),
        BACK_RIGHT: (5, 8),
        BACK: (4, 7),
        BACK_LEFT: (3, 8),
    }
    assert {way: beach.next_to(odd, way) for way in around_odd} == {w: space(*at) for w, at in around_odd.items()}
    assert {way: beach.next_to(even, way) for way in around_even} == {w: space(*at) for w, at in around_even.items()}


@pytest.mark.rule("OC-5")
def test_going_back_the_way_one_came_leads_home() -> None:
    for at in spaces():
        for way in range(s.DIRECTIONS):
            there = beach.next_to(at, way)
            if there % s.WIDTH < s.COLUMNS:
                assert beach.next_to(there, (way + 3) % s.DIRECTIONS) == at


@pytest.mark.rule("OC-5")
def test_rows_a_to_d_are_half_rows() -> None:
    """The row example: A is farthest from the sea, then B, C, D, and columns take turns."""
    a, b, c, d = space(1, 5), space(2, 5), space(1, 6), space(2, 6)
    assert beach.half_rows(a) == beach.half_rows(space(3, 5)) == beach.half_rows(space(5, 5))
    assert beach.half_rows(b) == beach.half_rows(space(0, 5)) == beach.half_rows(space(6, 5))
    assert [beach.half_rows(race) - beach.half_rows(a) for race in (a, b, c, d)] == [0, 1, 2, 3]


@pytest.mark.rule("OC-5")
def test_a_diagonal_step_gains_half_a_row_and_a_step_ahead_a_whole_one() -> None:
    for at in spaces():
        for way, gain in enumerate((1, 2, 1, -1, -2, -1)):
            there = beach.next_to(at, way)
            if there % s.WIDTH < s.COLUMNS:
                assert beach.half_rows(there) - beach.half_rows(at) == gain


@pytest.mark.rule("OC-5")
def test_ahead_and_behind_are_strict() -> None:
    """Ruling 12."""
    race = Race(5)
    for crab, at in enumerate(((3, 8), (1, 8), (2, 8), (3, 7), (5, 9))):
        race.stand(crab, *at)
    assert beach.ahead_of(race.state, 0) == 1 << 2 | 1 << 4
    assert beach.behind(race.state, 0) == 1 << 3


@pytest.mark.rule("OC-17", "OC-21")
@pytest.mark.parametrize("first", range(0, 192, 48))
def test_on_every_arrangement_every_space_has_a_way_on_and_every_arrow_ends_somewhere(first: int) -> None:
    for name in s.BEACHES[first : first + 48]:
        race = Race(beach=name)
        kinds = {at: beach.kind(race.box, race.state, at) for at in spaces()}
        for at, kind in kinds.items():
            if kind in (s.WALL, s.SEA):
                continue
            ways = [beach.next_to(at, way) for way in (LEFT, AHEAD, RIGHT)]
            assert any(beach.kind(race.box, race.state, there) != s.WALL for there in ways), (name, at)
            if kind >= s.SHORTCUT:
                end = at + int(race.box.path_offset[kind - s.SHORTCUT])
                assert kinds[end] != s.WALL
            elif kind >= s.WAVES:
                race.state.at[0] = at
                race.state.at[1] = race.state.at[2] = s.AWAY
                assert push.wave_target(race.box, race.state, 0) != s.AWAY


@pytest.mark.rule("OC-2")
def test_odd_starting_spaces_lie_half_a_row_behind() -> None:
    at = [beach.half_rows(int(place)) for place in BOX.starts[0]]
    assert at[0] == at[2] == at[4] == at[1] - 1 == at[3] - 1
