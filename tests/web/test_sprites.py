"""Sprite sheets: each belongs to a box, so that every page draws the cards that are played with."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests import positions
from tests.server.running import Person, RunningServer
from tests.test_box_file import changed_boxes, open_changed
from tests.test_rulebook import changed, leaves

import decapod
from decapod.core.game import OURS
from decapod.scene import Face
from decapod.scene.schema import LAYOUTS
from decapod.scene.svg import symbol
from decapod.web import sprites

BOXES = 40  # random ones of each game
LOOKS, MOVES = 6, 24  # at all pieces of a match, and moves at most from one look to the next


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server."""
    running = RunningServer(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


@pytest.fixture
def ada(club: RunningServer) -> Iterator[Person]:
    """Somebody who plays there."""
    person = Person(club.url, "Ada")
    yield person
    person.leave()


def sheet_named_by(person: Person, page: str) -> str:
    """Return the address of the sprite sheet that a page fetches."""
    facts = re.search(r'id="facts">(.*?)</script>', person.get(page))
    assert facts is not None
    return json.loads(facts[1])["here"]["sprites"]


def begin(person: Person, game: str, box: str) -> Any:
    """Begin a match with a box."""
    seats = [{"who": "me"}, *[{"who": "bot", "bot": "random"}] * (decapod.game(game).resolve_mode()[1] - 1)]
    return person.set_up(game=game, players=len(seats), seats=seats, box=box, start=True)


def altered(name: str, path: tuple[Any, ...]) -> set[str]:
    """List the faces that show a number of a box, by changing it."""
    box, printed = changed(name, path), decapod.game(name).sprites
    return {key for key, face in box.sprites.items() if printed.get(key) != face} if box is not None else set()


def boxes_that_change(name: str, paths: list[tuple[Any, ...]]) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Make as few boxes as we can in which each of some numbers is another; with each box the numbers it changes."""
    left = list(paths)
    while left:
        parsed, done = copy.deepcopy(positions.printed(name)), list[Any]()
        for path in left:
            for step in (1, -1, 2, -2):
                tried = copy.deepcopy(parsed)
                part: Any = tried
                for key in path[:-1]:
                    part = part[key]
                part[path[-1]] += step
                if open_changed(decapod.game(name), tried) is not None:
                    parsed, done = tried, [*done, path]
                    break
        assert done, left
        yield parsed, done
        left = [path for path in left if path not in done]


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_the_sheets_of_table_and_replay_have_every_changed_face_of_a_box(ada: Person, name: str) -> None:
    game = decapod.game(name)
    shown = {path: keys for path in leaves(positions.printed(name)) if (keys := altered(name, path))}
    for parsed, paths in boxes_that_change(name, list(shown)):
        box = tomli_w.dumps(parsed)
        faces: Mapping[str, Face] = game.parse_box(box, "here").sprites
        room = begin(ada, name, box)
        for page in (f"/table/{room['id']}", f"/replay/{room['match']}"):
            sheet = ada.get(sheet_named_by(ada, page))
            for path in paths:
                assert shown[path] & faces.keys(), path
                assert all(symbol(key, faces[key]) in sheet for key in shown[path] & faces.keys()), (page, path)


def test_a_card_that_the_printed_box_has_not_is_in_the_sheet_of_a_box_that_has_it(ada: Person) -> None:
    text = decapod.game("crabe-vs-poulpe").box.text
    changed_text = text.replace('"swap"', '"steal"')
    faces = decapod.game("crabe-vs-poulpe").parse_box(changed_text, "here").sprites
    new = faces.keys() - decapod.game("crabe-vs-poulpe").sprites.keys()
    assert new
    sheet = ada.get(sheet_named_by(ada, f"/table/{begin(ada, 'crabe-vs-poulpe', changed_text)['id']}"))
    assert all(symbol(key, faces[key]) in sheet for key in new)


@pytest.mark.slow
@pytest.mark.parametrize("name", OURS)
def test_every_face_of_pieces_in_random_boxes_is_in_the_sheet(name: str) -> None:
    game, accepted = decapod.game(name), 0

    @settings(
        max_examples=8 * BOXES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
    )
    @given(changed_boxes(name, 6), st.sampled_from(game.modes), st.integers(0, 2**32))
    def look(parsed: dict[str, Any], mode: tuple[str, int], seed: int) -> None:
        nonlocal accepted
        box, chance = open_changed(game, parsed) if accepted < BOXES else None, random.Random(seed)
        if box is None:
            return
        accepted += 1
        there = set(re.findall(r"<symbol id='face-([^']+)'", sprites.sheet(box).decode()))
        match = game.match(mode[1], variant=mode[0], seed=seed, box=box)
        for _ in range(LOOKS):
            for viewer in (None, chance.randrange(match.players)):
                scene = match.scene(viewer, chance.choice(LAYOUTS))
                assert {piece.face for piece in scene.pieces} <= there
            for _ in range(chance.randint(1, MOVES)):
                if not match.is_over:
                    player = chance.choice(match.to_act)
                    match.play(player, chance.choice(match.legal_actions(player)), unchecked=True)

    look()
    assert accepted == BOXES


def test_a_sheet_may_be_kept_for_ever_and_one_that_is_not_there_not_at_all(ada: Person) -> None:
    game = decapod.game("crabs")
    box = game.box.text.replace("bonus = 3", "bonus = 4")
    addresses = {sheet_named_by(ada, f"/table/{begin(ada, 'crabs', text)['id']}") for text in (box, game.box.text)}
    assert len(addresses) == 2, "one address for two boxes"
    for address in addresses:
        answer = ada.http.get(address)
        assert answer.headers["content-type"] == "image/svg+xml"
        assert "immutable" in answer.headers["cache-control"]
        assert "sandbox" in answer.headers["content-security-policy"]
    for address in ("/sprites/crabs/0123456789abcdef.svg", "/sprites/chess/0.svg", "/sprites/crabs/%2e%2e.svg"):
        answer = ada.http.get(address)
        assert answer.status_code == 404
        assert "immutable" not in answer.headers.get("cache-control", "")


def test_strangers_cannot_make_the_server_hold_more_boxes_with_faces_than_it_may(tmp_path: Path) -> None:
    most = 300_000
    running = RunningServer(tmp_path, box_memory=most)
    person = Person(running.url, "Ada")
    try:
        for bonus in range(4, 9):
            text = decapod.game("crabs").box.text.replace("bonus = 3", f"bonus = {bonus}")
            assert f"+{bonus}" in person.get(sheet_named_by(person, f"/table/{begin(person, 'crabs', text)['id']}"))
        held = re.search(r"^decapod_box_bytes (\S+)", person.get("/metrics"), re.MULTILINE)
        assert held is not None
        assert 0 < float(held[1]) <= most
    finally:
        person.leave()
        running.stop()
