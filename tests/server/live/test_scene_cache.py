"""The scene cache: made once for all who see the same; what changed between two scenes."""

from __future__ import annotations

import gc
import json
import random
import time
from typing import Any

import msgspec
import pytest

from decapod.game import OURS
from decapod.game import game as game_named
from decapod.scene import Piece, SceneBuilder, Words
from decapod.server.live import scene_cache
from decapod.server.live.match_log import MatchLog
from decapod.server.live.scene_cache import CachedScene, SceneBody, SceneCache, changed_pieces, mark_rings
from decapod.server.live.view import View
from tests.server.live.in_memory import crab_stack_log, english, first_legal_move
from tests.server.running import apply_patch, complete_scene


def decode(data: Any) -> Any:
    """Pass through JSON, as the wire does."""
    return msgspec.json.decode(msgspec.json.encode(data))


def move(log: MatchLog, cache: SceneCache) -> None:
    """Make a move, and say so to the cache."""
    for entry in list(log.entries_for_move(*first_legal_move(log), log.n, 0, english(log))):
        log.apply(entry)
    cache.set_position(log.n)


def by_id(pieces: list[Any]) -> dict[str, Any]:
    """Return pieces by their id: their order does not matter."""
    return {piece["id"]: piece for piece in pieces}


def test_a_scene_is_what_the_match_shows_that_viewer() -> None:
    log, cache = crab_stack_log(), SceneCache()
    move(log, cache)
    for viewer in (-1, 0, 1):
        for layout in ("wide", "upright", "tall"):
            for language in ("en", "fr"):
                words = log.match.game.words(language, ["Ada", "Ben"])
                view = View(viewer, layout, language, sketch=True)
                cached = complete_scene(json.loads(bytes(cache.scene(log, view, words).encode())))
                assert cached == decode(log.match.scene(view.player, layout, words).data())


def test_a_body_has_every_field_that_a_scene_sends() -> None:
    log = crab_stack_log()
    assert set(SceneBody.__struct_fields__) == set(log.match.scene(0).data())


def test_without_a_sketch_nothing_else_is_different() -> None:
    log, cache = crab_stack_log(), SceneCache()
    with_sketch = decode(cache.scene(log, View(0, sketch=True), english(log)).body)
    without = decode(cache.scene(log, View(0), english(log)).body)
    assert with_sketch["sketch"]
    assert without == {**with_sketch, "sketch": []}


def test_all_who_see_the_same_share_one_scene() -> None:
    log, cache = crab_stack_log(), SceneCache()
    words = english(log)
    first = cache.scene(log, View(0), words)
    assert cache.scene(log, View(0, patches=True), words) is first
    assert cache.scene(log, View(1), words) is not first
    assert cache.scene(log, View(0, "tall"), words) is not first
    cache.clear()
    assert cache.scene(log, View(0), words) is not first


@pytest.mark.parametrize("name", OURS)
def test_what_changed_adds_up_to_the_next_scene_though_parts_of_it_are_kept(name: str) -> None:
    game = game_named(name)
    for players, viewer in ((2, 0), (2, -1), (max(n for _, n in game.modes), 1)):
        log, cache = MatchLog("match", game.match(players, seed=3), 0, None), SceneCache()
        view, words, dice = View(viewer, patches=True, sketch=True), game.words("en", ["Ada", "Ben"]), random.Random(7)
        scene = cache.scene(log, view, words)
        built, choices = complete_scene(json.loads(bytes(scene.encode()))), scene.body.choices
        known = built["choices"]
        for _ in range(40):
            seat = dice.choice(log.awaiting)
            [entry] = log.entries_for_move(seat, dice.choice(log.match.legal_ids(seat)), log.n, 0, words)
            log.apply(entry)
            cache.set_position(log.n)
            following = cache.scene(log, view, words)
            changes = following.encode_changes(scene, choices)
            assert changes is not None
            assert following.encode_changes(scene, choices) is changes  # encoded once for all who have the same
            built = apply_patch(built, json.loads(bytes(changes)), known)
            fresh = decode(log.match.scene(view.player, "wide", words).data())  # no part of it was kept
            assert by_id(built["pieces"]) == by_id(fresh["pieces"])
            assert {**built, "pieces": []} | rest_of(built) == {**fresh, "pieces": []} | rest_of(fresh)
            scene, choices, known = following, following.body.choices or choices, built["choices"] or known
            if log.over:
                break


@pytest.mark.parametrize("name", OURS)
def test_no_scene_is_held_by_what_was_kept_of_it(name: str) -> None:
    game, dice = game_named(name), random.Random(2)
    log, cache, words = (
        MatchLog("match", game.match(2, seed=3), 0, None),
        SceneCache(),
        game.words("en", ["Vera", "Wim"]),  # words of these names are used by nobody else
    )
    for _ in range(8):
        for viewer in (0, 1):
            cache.scene(log, View(viewer), words)
        seat = dice.choice(log.awaiting)
        [entry] = log.entries_for_move(seat, dice.choice(log.match.legal_ids(seat)), log.n, 0, words)
        log.apply(entry)
        cache.set_position(log.n)
    held = count_builders(words)
    for _ in range(20):
        if held:
            time.sleep(0.1)  # while another thread's server collects, a collection here does nothing
            held = count_builders(words)
    assert held == 0


def count_builders(words: Words) -> int:
    """Collect garbage, and count the builders with these words that are left: others may be held by other tests."""
    gc.unfreeze()  # what a busy server in another thread has put aside
    gc.collect()
    # By type: `isinstance` would ask a weak proxy, left here by anybody, for what it no longer points to.
    return sum(issubclass(type(one), SceneBuilder) and one.words is words for one in gc.get_objects())


def rest_of(scene: dict[str, Any]) -> dict[str, Any]:
    """Return the board in the middle of the last move, its pieces by id."""
    return {"rest": scene["rest"] and {**scene["rest"], "pieces": by_id(scene["rest"]["pieces"])}}


def test_pieces_that_stay_are_the_same_objects_and_are_not_sent() -> None:
    log, cache = crab_stack_log(), SceneCache()
    before = cache.scene(log, View(0), english(log))
    move(log, cache)
    after = cache.scene(log, View(0), english(log))
    same = {id(piece) for piece in before.body.pieces} & {id(piece) for piece in after.body.pieces}
    assert len(same) > len(after.body.pieces) / 2
    moved = json.loads(bytes(after.encode_changes(before, ()) or b""))["moved"]
    assert len(moved) <= len(after.body.pieces) - len(same)


def test_of_what_changed_little_only_that_is_sent() -> None:
    log, cache = crab_stack_log(), SceneCache()
    scenes = [cache.scene(log, View(0), english(log))]
    for _ in range(2):
        move(log, cache)
        scenes.append(cache.scene(log, View(0), english(log)))
    first, other, mine = scenes
    patch = json.loads(bytes(other.encode_changes(first, first.body.choices) or b""))
    assert {"id": "crab-0", "mark": ""} in patch["moved"]
    assert patch["edits"]["choices"] == []
    assert bytes(other.encode_changes(other, ()) or b"") == b"{}"
    again = json.loads(bytes(mine.encode_changes(other, first.body.choices) or b""))["edits"]["choices"]
    kept = [part for part in again if isinstance(part, list)]
    assert sum(end - start for start, end in kept) > len(mine.body.choices) / 2


def test_a_patch_builds_only_on_a_scene_of_the_same_viewer_and_layout() -> None:
    log, cache = crab_stack_log(), SceneCache()
    words = english(log)
    scene = cache.scene(log, View(0), words)
    assert scene.encode_changes(cache.scene(log, View(1), words), ()) is None
    assert scene.encode_changes(cache.scene(log, View(0, "tall"), words), ()) is None


def test_only_some_scenes_are_kept_for_each_client() -> None:
    log, cache = crab_stack_log(), SceneCache()
    made: list[CachedScene] = []
    for _ in range(16):
        made.append(cache.scene(log, View(0), english(log)))
        move(log, cache)
    assert len(cache._scenes) <= 8
    assert cache.scene(log, View(0), english(log)) not in made


def test_narration_is_made_once_and_forgotten_when_moves_are_taken_back() -> None:
    log, cache = crab_stack_log(), SceneCache()
    words = english(log)
    move(log, cache)
    [narration] = cache.narration(log, 0, words, 1, 9)
    assert (narration.ply, narration.seat, narration.lines) == (1, 0, log.match.narrate(0, 1, words))
    assert cache.narration(log, 1, words, 1, 1)[0] is narration  # nothing is hidden: everybody may know the same
    assert cache.narration(log, 0, words, -5, 0) == []
    cache.set_position(2, undone=True)
    assert cache.narration(log, 0, words, 1, 1)[0] is not narration


def test_a_match_that_was_given_up_awaits_nobody_and_says_how_it_ended() -> None:
    log, cache = crab_stack_log(), SceneCache()
    words = log.match.game.words("en", ["Ada", "Ben"])
    before = cache.scene(log, View(0), words)
    log.apply(log.entry_for_resignation(0, 0, words))
    after = cache.scene(log, View(0), words)
    assert after is not before
    assert (after.body.prompt, after.body.choices, after.body.awaiting) == ("Ada resigned. Ben wins.", (), ())


def test_the_narration_of_a_long_match_is_not_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_cache, "MOST_NARRATED", 3)
    log, cache = crab_stack_log(), SceneCache()
    words = english(log)
    for _ in range(12):
        move(log, cache)
        assert cache.narration(log, 0, words, log.ply, log.ply)[0].lines == log.match.narrate(0, log.ply, words)
        assert sum(map(len, cache._narration.values())) <= 4
    assert len(cache.narration(log, 0, words, 1, log.ply)) == 12


@pytest.mark.parametrize("name", OURS)
def test_viewers_share_a_board_only_where_nothing_is_secret(name: str) -> None:
    game, dice = game_named(name), random.Random(5)
    log, cache, words = (
        MatchLog("match", game.match(2, seed=3), 0, None),
        SceneCache(),
        game.words("en", ["Ada", "Ben"]),
    )
    for _ in range(12):
        first, second = (cache.scene(log, View(viewer), words).scene for viewer in (0, 1))
        assert (first.laid is second.laid) == (not game.rules.SECRETS)
        for viewer, scene in enumerate((first, second)):
            assert decode(scene.pieces) == decode(log.match.scene(viewer, "wide", words).pieces)
        seat = dice.choice(log.awaiting)
        [entry] = log.entries_for_move(seat, dice.choice(log.match.legal_ids(seat)), log.n, 0, words)
        log.apply(entry)
        cache.set_position(log.n)


def test_rings_come_and_go_on_pieces_that_stay_move_come_or_go() -> None:
    def piece(name: str, x: float = 0, mark: str = "") -> Piece:
        return Piece(name, "face", x, 0, 1, mark=mark)

    stays, moves, goes, comes = piece("stays"), piece("moves"), piece("goes"), piece("comes")
    moved = piece("moves", 5, mark="last")
    changes = changed_pieces((stays, moves, goes), (stays, moved, comes))
    ring = {"mark": "legal"}
    assert mark_rings(changes, {}, {}) == {
        "moved": [{"id": "moves", "x": 5, "mark": "last"}, comes], "gone": ["goes"],
    }  # fmt: skip
    on = {one.id: one for one in (stays, moved, comes)}
    assert mark_rings(changes, {}, on)["moved"] == [
        {"id": "moves", "x": 5, **ring}, piece("comes", mark="legal"), {"id": "stays", **ring},
    ]  # fmt: skip
    off = {one.id: one for one in (stays, moves, goes)}
    assert mark_rings(changes, off, {})["moved"] == [
        {"id": "moves", "x": 5, "mark": "last"}, comes, {"id": "stays", "mark": ""},
    ]  # fmt: skip
    both = mark_rings(changes, off, {"moves": moved, "stays": stays})["moved"]
    assert both == [{"id": "moves", "x": 5, **ring}, comes]
