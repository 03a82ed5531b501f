"""The pictures of one table: scenes and stories, built once for all who see the same, and what changed between two."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from decapod.server import wire

if TYPE_CHECKING:
    from decapod.scene import Scene
    from decapod.server.course import Course


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
    sketch: tuple[Any, ...]
    story: tuple[str, ...]
    story_box: tuple[float, float, float, float] | None


PARTS = tuple(name for name in SceneBody.__struct_fields__ if name != "pieces")


@dataclass
class Shown:
    """A scene built once for all who see the same: as parts, and encoded."""

    n: int
    body: SceneBody
    whole: msgspec.Raw | None = None
    serial: int = field(default_factory=itertools.count().__next__)
    patches: dict[int, msgspec.Raw] = field(default_factory=dict)  # by the serial they build on
    pieces: dict[int, Any] = field(init=False)  # by identity: a view makes again only what looks different

    def __post_init__(self) -> None:
        """Find pieces quickly."""
        self.pieces = dict(zip(map(id, self.body.pieces), self.body.pieces, strict=True))

    def encoded(self) -> msgspec.Raw:
        """The scene as JSON, made when it is first needed: most who look are sent only what changed."""
        if self.whole is None:
            self.whole = msgspec.Raw(wire.encode(self.body))
        return self.whole


class Pictures:
    """Scenes and stories of a match, for whoever asked lately."""

    def __init__(self) -> None:
        """Begin with none."""
        self.shape = 0  # the number of the last entry that changed what is seen
        self._scenes: dict[tuple[Any, ...], Shown] = {}
        self._stories: dict[tuple[int, str], dict[int, wire.Told]] = {}

    def forget(self, shape: int | None = None) -> None:
        """Build all anew: another match, other names, another past."""
        if shape is not None:
            self.shape = shape
        self._scenes.clear()
        self._stories.clear()

    def forget_stories(self) -> None:
        """Tell all anew: moves were taken back."""
        self._stories.clear()

    def forget_old(self, visitors: int) -> None:
        """Keep of the scenes only the last ones, for what changed since."""
        if len(self._scenes) > 4 * max(2, visitors):
            oldest = sorted(self._scenes.items(), key=lambda item: item[1].n)
            for key, _ in oldest[: len(oldest) // 2]:
                del self._scenes[key]

    def shown(self, course: Course, viewer: int, layout: str, language: str, sketch: bool) -> Shown:
        """Build what a viewer sees, or find it built."""
        key = (self.shape, viewer, layout, language, sketch, course.over)
        shown = self._scenes.get(key)
        if shown is None:
            match = course.match
            match.language = language
            told = self.story(course, viewer, language, course.ply, course.ply)
            scene = match.scene(None if viewer < 0 else viewer, layout, told[-1].lines if told else ())
            body = body_of(scene, sketch)
            if course.over and not match.over:  # given up: the rules do not know
                result = course.result()
                body.prompt = result.words if result else body.prompt
                body.choices = ()
                body.awaiting = ()
            shown = self._scenes[key] = Shown(course.n, body)
        return shown

    def story(self, course: Course, viewer: int, language: str, first: int, last: int) -> list[wire.Told]:
        """Tell moves `first` to `last` (from 1) as a viewer may know them."""
        if not course.match.game.rules.SECRETS:
            viewer = -1  # everybody is told the same
        told = self._stories.setdefault((viewer, language), {})
        match = course.match
        match.language = language
        for ply in range(max(1, first), min(last, course.ply) + 1):
            if ply not in told:
                lines = match.story(None if viewer < 0 else viewer, ply)
                told[ply] = wire.Told(ply=ply, seat=match.played[ply - 1].player, lines=lines)
        return [told[ply] for ply in range(max(1, first), min(last, course.ply) + 1)]


def body_of(scene: Scene, sketch: bool) -> SceneBody:
    """Take the parts of a scene that are sent."""
    return SceneBody(
        scene.game, scene.title, scene.viewer, scene.layout, scene.width, scene.height, scene.prompt,
        scene.awaiting, scene.pieces, scene.choices, scene.panels, scene.zones, scene.labels,
        scene.sketch if sketch else (), scene.story, scene.story_box,
    )  # fmt: skip


def patch(old: Shown, new: Shown) -> msgspec.Raw | None:
    """Say what changed between two scenes; None if they show different things."""
    if old.body.layout != new.body.layout or old.body.viewer != new.body.viewer:
        return None
    known = old.serial
    if known not in new.patches:
        before = {piece.id: piece for piece in map(old.pieces.__getitem__, old.pieces.keys() - new.pieces.keys())}
        made = new.pieces.keys() - old.pieces.keys()
        moved = [piece for key, piece in new.pieces.items() if key in made and before.pop(piece.id, None) != piece]
        changed: dict[str, Any] = {"moved": moved, "gone": list(before)}
        for name in PARTS:
            value = getattr(new.body, name)
            if value != getattr(old.body, name):
                changed[name] = value
        new.patches[known] = msgspec.Raw(wire.encode(changed))
    return new.patches[known]
