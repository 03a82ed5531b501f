"""The scene cache: scenes are made once for all who see the same, and sent without what the board has."""

from __future__ import annotations

import gc
import json
import random
import time
from typing import Any

import msgspec
import pytest

from decapod.core.game import OURS
from decapod.core.game import game as game_named
from decapod.scene import SceneBuilder, Translator
from decapod.server.live import scene_cache
from decapod.server.live.match_log import MatchLog
from decapod.server.live.scene_cache import CachedScene, SceneBody, SceneCache
from decapod.server.live.view import View
from tests.server.live.in_memory import crab_stack_log, english, first_legal_move
from tests.server.running import complete_scene


def decode(data: Any) -> Any:
    """Pass through JSON, as the wire does."""
    return msgspec.json.decode(msgspec.json.encode(data))


def move(log: MatchLog, cache: SceneCache) -> None:
    """Make a move, and say so to the cache."""
    for entry in list(log.entries_for_move(*first_legal_move(log), log.n, 0, english(log))):
        log.apply(entry)
    cache.set_position(log.n)


def received(cached: CachedScene) -> Any:
    """Return a scene as a client completes it, its pieces by their id: their order does not matter."""
    return by_id(complete_scene(json.loads(bytes(cached.encode())), decode(cached.board)))


def by_id(scene: Any) -> Any:
    """Return a scene, and its rest, with pieces by their id."""
    assert len(scene["pieces"]) == len({piece["id"] for piece in scene["pieces"]})
    rest = by_id(scene["rest"]) if scene.get("rest") else None
    return {**scene, "pieces": {piece["id"]: piece for piece in scene["pieces"]}, "rest": rest}


def test_a_scene_is_what_the_match_shows_that_viewer() -> None:
    log, cache = crab_stack_log(), SceneCache()
    move(log, cache)
    for viewer in (-1, 0, 1):
        for layout in ("desktop", "tablet", "phone"):
            for language in ("en", "fr"):
                words = log.match.game.translator(language, ["Ada", "Ben"])
                view = View(viewer, layout, language, sketch=True)
                fresh = decode(log.match.scene(view.player, layout, words).data())
                assert received(cache.scene(log, view, words)) == by_id(fresh)


def test_a_body_has_every_field_that_a_scene_sends() -> None:
    log = crab_stack_log()
    assert set(SceneBody.__struct_fields__) == set(log.match.scene(0).data())


def test_without_a_sketch_nothing_else_is_different() -> None:
    log, cache = crab_stack_log(), SceneCache()
    with_sketch = received(cache.scene(log, View(0, sketch=True), english(log)))
    without = received(cache.scene(log, View(0), english(log)))
    assert with_sketch["sketch"]
    assert without == {**with_sketch, "sketch": []}


def test_all_who_see_the_same_share_one_scene() -> None:
    log, cache = crab_stack_log(), SceneCache()
    words = english(log)
    first = cache.scene(log, View(0), words)
    assert cache.scene(log, View(0), words) is first
    assert first.encode() is first.encode()
    assert cache.scene(log, View(1), words) is not first
    assert cache.scene(log, View(0, "phone"), words) is not first
    cache.clear()
    assert cache.scene(log, View(0), words) is not first


@pytest.mark.parametrize("name", OURS)
def test_scenes_are_whole_though_parts_of_them_are_kept_and_the_board_never_changes(name: str) -> None:
    game = game_named(name)
    for players, viewer in ((2, 0), (2, -1), (max(n for _, n in game.modes), 1)):
        log, cache = MatchLog("match", game.match(players, seed=3), 0, None), SceneCache()
        view, words, dice = View(viewer, sketch=True), game.translator("en", ["Ada", "Ben"]), random.Random(7)
        board = cache.scene(log, view, words).board
        for _ in range(40):
            seat = dice.choice(log.awaiting)
            [entry] = log.entries_for_move(seat, dice.choice(log.match.legal_actions(seat)), log.n, 0, words)
            log.apply(entry)
            cache.set_position(log.n)
            scene = cache.scene(log, view, words)
            fresh = decode(log.match.scene(view.player, "desktop", words).data())  # no part of it was kept
            assert received(scene) == by_id(fresh)
            assert scene.board == board
            if log.over:
                break


def test_a_board_is_sent_apart_from_its_scenes() -> None:
    for name, prefix in (("oh-crab", "space-"), ("crab-stack", "rock-")):
        log, cache = MatchLog("match", game_named(name).match(2, seed=3), 0, None), SceneCache()
        scene = cache.scene(log, View(-1), english(log))
        sent = json.loads(bytes(scene.encode()))["pieces"]
        assert [piece for piece in sent if piece["id"].startswith(prefix)] == []
        assert {piece.id for piece in scene.board} == {
            piece.id for piece in scene.scene.pieces if piece.id.startswith(prefix)
        }


@pytest.mark.parametrize("name", OURS)
def test_no_scene_is_held_by_what_was_kept_of_it(name: str) -> None:
    game, dice = game_named(name), random.Random(2)
    log, cache, words = (
        MatchLog("match", game.match(2, seed=3), 0, None),
        SceneCache(),
        game.translator("en", ["Vera", "Wim"]),  # words of these names are used by nobody else
    )
    for _ in range(8):
        for viewer in (0, 1):
            cache.scene(log, View(viewer), words)
        seat = dice.choice(log.awaiting)
        [entry] = log.entries_for_move(seat, dice.choice(log.match.legal_actions(seat)), log.n, 0, words)
        log.apply(entry)
        cache.set_position(log.n)
    held = count_builders(words)
    for _ in range(20):
        if held:
            time.sleep(0.1)  # while another thread's server collects, a collection here does nothing
            held = count_builders(words)
    assert held == 0


def count_builders(words: Translator) -> int:
    """Collect garbage, and count the builders with these words that are left: others may be held by other tests."""
    gc.unfreeze()  # what a busy server in another thread has put aside
    gc.collect()
    # By type: `isinstance` would ask a weak proxy, left here by anybody, for what it no longer points to.
    return sum(issubclass(type(one), SceneBuilder) and one.words is words for one in gc.get_objects())


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
    assert (narration.ply, narration.seat, narration.lines) == (1, 0, log.match.describe_events(0, 1, words))
    assert cache.narration(log, 1, words, 1, 1)[0] is narration  # nothing is hidden: everybody may know the same
    assert cache.narration(log, 0, words, -5, 0) == []
    cache.set_position(2, undone=True)
    assert cache.narration(log, 0, words, 1, 1)[0] is not narration


def test_a_match_that_was_given_up_awaits_nobody_and_says_how_it_ended() -> None:
    log, cache = crab_stack_log(), SceneCache()
    words = log.match.game.translator("en", ["Ada", "Ben"])
    before = cache.scene(log, View(0), words)
    log.apply(log.entry_for_resignation(0, 0, words))
    after = cache.scene(log, View(0), words)
    assert after is not before
    sent = received(after)
    assert (sent["prompt"], sent["choices"], sent["awaiting"]) == ("Ada resigned. Ben wins.", [], [])


def test_the_narration_of_a_long_match_is_not_kept_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_cache, "MOST_NARRATED", 3)
    log, cache = crab_stack_log(), SceneCache()
    words = english(log)
    for _ in range(12):
        move(log, cache)
        assert cache.narration(log, 0, words, log.ply, log.ply)[0].lines == log.match.describe_events(0, log.ply, words)
        assert sum(map(len, cache._narration.values())) <= 4
    assert len(cache.narration(log, 0, words, 1, log.ply)) == 12
