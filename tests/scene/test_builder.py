"""The builder: from what a click on each piece means follow choices, rings and answers."""

from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any

import pytest

from decapod.errors import ParseError
from decapod.scene import Area, Layout, Message, Piece, SceneBuilder, Translator, build_scene, message, not_a_move

LEGAL = [3, 5, 12, 13, 40]


class Game:
    """Moves 3 and 5 are single clicks, 12 and 13 a first piece and a second, 40 is only a button."""

    NAME, MAX_LEGAL_ACTIONS = "toy", 8

    def legal_actions(self, box: Any, state: Any, player: int, moves: Any) -> int:
        """Offer five moves."""
        moves[: len(LEGAL)] = LEGAL
        return len(LEGAL)

    def format_move(self, box: Any, state: Any, player: int, move: int) -> str:
        """Write a move by its number."""
        return f"m{move}"

    def describe_move(self, box: Any, state: Any, player: int, move: int) -> Message:
        """Use any words that exist."""
        return message("panel.you")

    def prompt(self, box: Any, state: Any, player: int) -> Message:
        """Use any words that exist."""
        return message("prompt.over")

    def build_scene(self, scene: SceneBuilder) -> None:
        """Lay pieces down that mean all there is to mean."""
        scene.plan = Layout(100, 100, events=Area(0, 0, 10, 10))
        put(scene, "card", on_click=3)
        put(scene, "twin", on_click=5)
        put(scene, "other twin", on_click=5, ring=False)
        put(scene, "illegal", on_click=7)
        put(scene, "closed", on_click=not_a_move("click.unknown", "X-1"))
        put(scene, "costly", on_click=lambda: 9)
        put(
            scene,
            "first",
            on_click=lambda: not_a_move("prompt.over"),
            on_first_click=lambda target: 10 + target,
            as_target=1,
        )
        put(scene, "second", on_click=8, as_target=2)
        put(scene, "third", on_click=8, as_target=3)
        put(scene, "below third", on_click=8, as_target=3, completes=False)


def put(scene: SceneBuilder, name: str, **more: Any) -> None:
    """Lay a piece down anywhere."""
    scene.put(name, "face", 1.004, 2.006, 10, region="table", label=name, **more)


@pytest.fixture
def builder() -> SceneBuilder:
    """A table on which player 0 is awaited."""
    words = Translator(None)
    words._patterns["title"] = "Toy"
    return build_scene(Game(), None, SimpleNamespace(players=2, to_act=1), 0, "desktop", words)


def test_every_legal_move_is_a_choice_with_every_way_to_click_it(builder: SceneBuilder) -> None:
    assert [(choice.move, choice.clicks) for choice in builder.choices] == [
        (3, ("card",)),
        (5, ("twin",)),
        (5, ("other twin",)),
        (12, ("first", "second")),
        (13, ("first", "third")),
        (40, ()),
    ]


def test_what_can_be_clicked_first_wears_a_ring_unless_its_twin_does(builder: SceneBuilder) -> None:
    marks = {piece.id: piece.mark for piece in builder.scene().pieces}
    assert [name for name, mark in marks.items() if mark == "legal"] == ["card", "twin", "first"]


@pytest.mark.parametrize(
    ("clicks", "move"),
    [
        (["card"], 3),
        (["illegal"], 7),
        (["costly"], 9),
        (["first"], 12),  # the first of the moves it begins
        (["first", "third"], 13),
        (["first", "below third"], 13),
        (["second"], 8),
        (["first", "illegal"], 7),  # no target: what it means by itself
    ],
)
def test_clicks_mean_a_move_legal_or_not(builder: SceneBuilder, clicks: list[str], move: int) -> None:
    assert builder.meaning_of(clicks) == move


@pytest.mark.parametrize(
    ("clicks", "code"), [(["closed"], "click.unknown"), ([], "click.unknown"), (["nowhere"], "click.unknown")]
)
def test_clicks_that_mean_no_move_raise_the_reason(builder: SceneBuilder, clicks: list[str], code: str) -> None:
    with pytest.raises(ParseError) as error:
        builder.meaning_of(clicks)
    assert error.value.code == code


def test_those_who_only_wait_or_watch_have_no_choices_and_are_told_whom_they_wait_for() -> None:
    words = Translator(None, "en", ["Ada", "Bo"])
    words._patterns["title"] = "Toy"
    state = SimpleNamespace(players=2, to_act=1)
    for viewer in (1, -1):
        scene = build_scene(Game(), None, state, viewer, "phone", words).scene()
        assert scene.choices == ()
        assert "Ada" in scene.prompt
        assert not any(piece.mark for piece in scene.pieces)


def test_a_layout_says_which_places_it_has() -> None:
    plan = Layout(10, 20, hand=Area(1, 2, 3, 4))
    assert plan.hand.width == 3
    with pytest.raises(AttributeError, match="no 'pool'; it has hand, width, height"):
        _ = plan.pool


def test_a_ringed_piece_is_the_same_object_again(builder: SceneBuilder) -> None:
    """So that a server sees at once what did not change."""
    again = build_scene(Game(), None, SimpleNamespace(players=2, to_act=1), 0, "desktop", builder.words)
    before = {piece.id: piece for piece in builder.scene().pieces}
    assert before["card"] is next(piece for piece in again.scene().pieces if piece.id == "card")


def test_pieces_that_are_alike_are_numbered_each_name_for_itself(builder: SceneBuilder) -> None:
    assert [builder.copy_id(name) for name in ("card-3", "card-5", "card-3")] == ["card-3-1", "card-5-1", "card-3-2"]


def sum_of(base: int, target: int) -> int:
    """Add two numbers."""
    return base + target


class Sums(Game):
    """Moves are the base of a first piece plus the target of a second."""

    def legal_actions(self, box: Any, state: Any, player: int, moves: Any) -> int:
        """Offer a move of each of two pieces, one onto itself, and one of no piece."""
        moves[:4] = [102, 201, 202, 301]
        return 4

    def build_scene(self, scene: SceneBuilder) -> None:
        """Lay three pieces down, of which two begin a move."""
        scene.plan, scene.action_stride = Layout(100, 100, events=Area(0, 0, 10, 10)), 100
        for target, name in enumerate(("one", "two"), 1):
            base = 100 * target
            scene.lay(
                Piece(name, "face", 1, 2, 3),
                8,
                on_first_click=functools.partial(sum_of, base),
                base=base,
                as_target=target,
            )
        put(scene, "three", on_click=8, as_target=3)


def test_moves_that_are_sums_are_found_without_asking_for_each_pair() -> None:
    words = Translator(None)
    words._patterns["title"] = "Toy"
    state = SimpleNamespace(players=2, to_act=1)
    builder = build_scene(Sums(), None, state, 0, "desktop", words)
    assert [(choice.move, choice.clicks) for choice in builder.choices] == [
        (102, ("one", "two")), (201, ("two", "one")), (202, ()), (301, ()),
    ]  # fmt: skip
    asked = build_scene(Sums(), None, state, 0, "desktop", words)
    asked.action_stride = 0
    assert asked.choices == builder.choices


def test_what_is_common_is_laid_down_once_for_all_viewers_and_everything_else_for_each() -> None:
    laid: list[str] = []

    class Shared(Game):
        """A board for everybody, and a hand."""

        def build_scene(self, scene: SceneBuilder) -> None:
            """Lay both down."""
            scene.plan = Layout(100, 100, events=Area(0, 0, 10, 10))
            scene.cached(lay_board, common=True)
            scene.cached(lay_hand)

    def lay_board(scene: SceneBuilder) -> None:
        laid.append("board")
        put(scene, "rock", on_click=7)

    def lay_hand(scene: SceneBuilder) -> None:
        laid.append(f"hand of {scene.viewer}")
        put(scene, f"card of {scene.viewer}", on_click=7)

    words, parts = Translator(None), dict[Any, Any]()
    words._patterns["title"] = "Toy"
    for viewer in (0, 1, 0):
        builder = build_scene(Shared(), None, SimpleNamespace(players=2, to_act=1), viewer, "desktop", words, [], parts)
        assert [piece.id for piece in builder.scene().pieces] == ["rock", f"card of {viewer}"]
    assert laid == ["board", "hand of 0", "hand of 1"]
