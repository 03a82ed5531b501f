"""The scene cache: made once for all who see the same; what changed between two scenes."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from decapod.server.live import scene_cache
from decapod.server.live.match_log import MatchLog
from decapod.server.live.scene_cache import CachedScene, SceneBody, SceneCache
from decapod.server.live.view import View
from tests.server.live.in_memory import crab_stack_log, english, first_legal_move
from tests.server.running import apply_patch


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
                cached = json.loads(bytes(cache.scene(log, view, words).encode()))
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


def test_what_changed_adds_up_to_the_next_scene() -> None:
    log, cache = crab_stack_log(), SceneCache()
    view, words = View(0, patches=True), english(log)
    scene = cache.scene(log, view, words)
    built = json.loads(bytes(scene.encode()))
    for _ in range(6):
        move(log, cache)
        following = cache.scene(log, view, words)
        changes = following.encode_changes(scene)
        assert changes is not None
        assert following.encode_changes(scene) is changes  # encoded once for all who have the same
        assert len(bytes(changes)) < len(bytes(following.encode()))
        built, scene = apply_patch(built, json.loads(bytes(changes))), following
    whole = json.loads(bytes(scene.encode()))
    assert by_id(built.pop("pieces")) == by_id(whole.pop("pieces"))
    assert built == whole


def test_pieces_that_stay_are_the_same_objects_and_are_not_sent() -> None:
    log, cache = crab_stack_log(), SceneCache()
    before = cache.scene(log, View(0), english(log))
    move(log, cache)
    after = cache.scene(log, View(0), english(log))
    same = {id(piece) for piece in before.body.pieces} & {id(piece) for piece in after.body.pieces}
    assert len(same) > len(after.body.pieces) / 2
    moved = json.loads(bytes(after.encode_changes(before) or b""))["moved"]
    assert len(moved) <= len(after.body.pieces) - len(same)


def test_a_patch_builds_only_on_a_scene_of_the_same_viewer_and_layout() -> None:
    log, cache = crab_stack_log(), SceneCache()
    words = english(log)
    scene = cache.scene(log, View(0), words)
    assert scene.encode_changes(cache.scene(log, View(1), words)) is None
    assert scene.encode_changes(cache.scene(log, View(0, "tall"), words)) is None


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
    assert (after.body.prompt, after.body.choices, after.body.awaiting) == ("Ben wins: nobody else is left.", (), ())


def test_the_narration_of_a_long_match_is_not_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_cache, "MOST_NARRATED", 3)
    log, cache = crab_stack_log(), SceneCache()
    words = english(log)
    for _ in range(12):
        move(log, cache)
        assert cache.narration(log, 0, words, log.ply, log.ply)[0].lines == log.match.narrate(0, log.ply, words)
        assert sum(map(len, cache._narration.values())) <= 4
    assert len(cache.narration(log, 0, words, 1, log.ply)) == 12
