"""The scenes and the narration of one match, made once for all who see the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from decapod.scene.schema import change_scene
from decapod.server import wire

if TYPE_CHECKING:
    from collections.abc import Set

    from decapod.scene import Parts, Piece, Scene, Translator
    from decapod.server.live.match_log import MatchLog
    from decapod.server.live.view import View


class SceneBody(msgspec.Struct):
    """A scene as it is sent: what `Scene.data()` has, without copying it."""

    game: str
    title: str
    viewer: int
    layout: str
    width: float
    height: float
    prompt: str
    awaiting: tuple[int, ...]
    pieces: tuple[Any, ...]
    choices: tuple[Any, ...]
    panels: tuple[Any, ...]
    zones: tuple[Any, ...]
    labels: tuple[Any, ...]
    events: tuple[str, ...]
    round: int
    pass_move: str
    rest: Any
    sketch: tuple[Any, ...]

    @classmethod
    def of(cls, scene: Scene, *, sketch: bool) -> SceneBody:
        """Take the parts of a scene that are sent; the sketch only for those who want it."""
        return cls(
            scene.game, scene.title, scene.viewer, scene.layout, scene.width, scene.height, scene.prompt,
            scene.awaiting, scene.pieces, scene.choices, scene.panels, scene.zones, scene.labels,
            scene.events, scene.round, scene.pass_move, scene.rest, scene.sketch if sketch else (),
        )  # fmt: skip


MOST_NARRATED = 1_000  # moves whose narration is kept for one viewer in one language


class CachedScene:
    """A scene made once for all who see the same, and encoded when it is first sent."""

    def __init__(self, scene: Scene, on_board: Set[int], *, sketch: bool) -> None:
        """Take a scene and the identities of the pieces of its board; `sketch` says whether to send it in text."""
        self.scene = scene
        self._on_board = on_board
        self._has_sketch = sketch
        self._encoded: msgspec.Raw | None = None

    @property
    def board(self) -> tuple[Piece, ...]:
        """The pieces that never change during the match."""
        return self.scene.board

    def encode(self) -> msgspec.Raw:
        """Return the scene as JSON, without the pieces that are as the board has them."""
        if self._encoded is None:
            body = SceneBody.of(self.scene, sketch=self._has_sketch)
            on_board = self._on_board
            body.pieces = tuple([piece for piece in body.pieces if id(piece) not in on_board])
            if body.rest is not None:
                body.rest = replace(
                    body.rest, pieces=tuple([piece for piece in body.rest.pieces if id(piece) not in on_board])
                )
            self._encoded = msgspec.Raw(wire.encode(body))
        return self._encoded


class SceneCache:
    """The scenes and the narration of a match, for whoever asked lately.

    Whoever changes the match, its names or its past must say so: nothing here notices by itself.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._position = 0  # the number of the last entry that changed what is seen
        self._scenes: dict[tuple[Any, ...], CachedScene] = {}
        self._board: tuple[Piece, ...] = ()  # of the last scene
        self._on_board: Set[int] = frozenset()
        self._narration: dict[tuple[int, str], dict[int, wire.Narration]] = {}
        self._parts: dict[tuple[int | None, str, str], Parts] = {}  # of the last scenes, by viewer, layout and language

    def clear(self) -> None:
        """Forget all: there is another match, or people have other names."""
        self._scenes.clear()
        self._narration.clear()
        self._parts.clear()

    def set_position(self, n: int, *, undone: bool = False) -> None:
        """Note that entry `n` changed what is seen, by taking moves back if `undone`.

        Scenes from before are forgotten. So is the narration now and then, because that of a long match takes more
        memory than the match: it is made again for clients that ask for it.
        """
        self._position = n
        self._scenes.clear()
        if undone or any(len(narration) > MOST_NARRATED for narration in self._narration.values()):
            self._narration.clear()

    def scene(self, log: MatchLog, view: View, words: Translator) -> CachedScene:
        """Return what a viewer sees of the match as it stands, in the words of their language."""
        key = (self._position, view.viewer, view.layout, words.language, view.sketch, log.over)
        cached = self._scenes.get(key)
        if cached is None:
            scene = self._make_scene(log, view, words)
            cached = self._scenes[key] = CachedScene(scene, self._identities(scene.board), sketch=view.sketch)
        return cached

    def _identities(self, board: tuple[Piece, ...]) -> Set[int]:
        """Return the identities of the pieces of a board; most scenes have that of the scene before."""
        if board is not self._board:
            self._board, self._on_board = board, frozenset(map(id, board))
        return self._on_board

    def _make_scene(self, log: MatchLog, view: View, words: Translator) -> Scene:
        last = self.narration(log, view.viewer, words, log.ply, log.ply)
        viewer = (
            view.viewer if log.match.game.rules.HAS_HIDDEN_INFORMATION else None
        )  # else all viewers have the same parts
        parts = self._parts.setdefault((viewer, view.layout, words.language), {})
        scene = log.match.scene(view.player, view.layout, words, events=last[-1].lines if last else (), parts=parts)
        more: dict[str, Any] = {"draw_sketch": tuple}  # what draws it holds all that laid the table out
        if view.sketch:
            more["sketch"] = scene.sketch
        if log.over and (log.departures or not log.match.is_over):  # the rules do not know who left
            result = log.result(words)
            more |= {"prompt": result.words if result else scene.prompt, "choices": (), "awaiting": ()}
        return change_scene(scene, **more)

    def narration(self, log: MatchLog, viewer: int, words: Translator, first: int, last: int) -> list[wire.Narration]:
        """Return what moves `first` to `last` (from 1) did, as a viewer may know it; those not made are left out."""
        match = log.match
        if not match.game.rules.HAS_HIDDEN_INFORMATION:
            viewer = -1  # everybody may know the same
        narration = self._narration.setdefault((viewer, words.language), {})
        plies = range(max(1, first), min(last, log.ply) + 1)
        for ply in plies:
            if ply not in narration:
                lines = match.describe_events(None if viewer < 0 else viewer, ply, words)
                narration[ply] = wire.Narration(ply=ply, seat=match.moves[ply - 1].player, lines=lines)
        return [narration[ply] for ply in plies]
