"""The scenes and the narration of one match, made once for all who see the same, and what changed between two scenes.

A view makes again only those pieces that look different, so pieces are compared by identity first.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import astuple

from decapod.server import wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from decapod.scene import Choice, Parts, Piece, Scene, Words
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

LISTS = ("zones", "labels", "sketch")  # of these, what is new is sent, and where in the old list the rest is
OTHERS = ("choices", "panels", "rest", "pieces")  # they are told in ways of their own
#: What is sent whole where it changed.
PARTS = frozenset(SceneBody.__struct_fields__) - {*LISTS, *OTHERS}


@dataclass
class CachedScene:
    """A scene made once for all who see the same: as parts, and encoded when first needed."""

    n: int  # the number of the entry it shows the match after
    body: SceneBody
    _encoded: msgspec.Raw | None = None
    _serial: int = field(default_factory=itertools.count().__next__)
    _patches: dict[int, tuple[Any, msgspec.Raw]] = field(default_factory=dict)  # by the scene they build on
    _pieces: dict[int, Piece] = field(init=False)  # by identity

    def __post_init__(self) -> None:
        """Index the pieces by identity."""
        self._pieces = by_identity(self.body.pieces)

    def encode(self) -> msgspec.Raw:
        """Return the whole scene as JSON."""
        if self._encoded is None:  # most who look are sent only what changed
            self._encoded = msgspec.Raw(wire.encode(self.body))
        return self._encoded

    def encode_changes(self, base: CachedScene, choices: tuple[Choice, ...]) -> msgspec.Raw | None:
        """Return what changed since another scene, as JSON; None if that one has another viewer or layout.

        `choices` are the last that the client had.
        """
        if base.body.layout != self.body.layout or base.body.viewer != self.body.viewer:
            return None
        known, patch = self._patches.get(base._serial, (None, None))
        if patch is None or known is not choices:
            patch = msgspec.Raw(wire.encode(self._changes(base, choices)))
            self._patches[base._serial] = choices, patch
        return patch

    def _changes(self, base: CachedScene, choices: tuple[Choice, ...]) -> dict[str, Any]:
        old, new = base.body, self.body
        changes = changed_pieces(base._pieces, self._pieces)
        for name, was, value in zip(SceneBody.__struct_fields__, astuple(old), astuple(new), strict=True):
            if value is not was and name in PARTS and value != was:
                changes[name] = value
        if old.panels != new.panels:
            pairs = zip(old.panels, new.panels, strict=True)
            changes["panels"] = [{"player": now.player} | difference(was, now) for was, now in pairs if was != now]
        edits = {
            name: edit(getattr(old, name), getattr(new, name))
            for name in LISTS
            if getattr(old, name) != getattr(new, name)
        }
        if old.choices != new.choices:
            edits["choices"] = edit(choices, new.choices)
        if edits:
            changes["edits"] = edits
        if old.rest != new.rest:
            changes["rest"] = new.rest and {
                **changed_pieces(base._pieces, by_identity(new.rest.pieces)),
                "edits": {"labels": edit(old.labels, new.rest.labels)},
            }
        return changes


def by_identity(pieces: Sequence[Piece]) -> dict[int, Piece]:
    """Return pieces by their identity: those that stay the same are the same objects."""
    return dict(zip(map(id, pieces), pieces, strict=True))


def changed_pieces(old: Mapping[int, Piece], new: Mapping[int, Piece]) -> dict[str, Any]:
    """Tell which pieces are new or changed (`moved`), of these only what did, and which are `gone`."""
    before = {piece.id: piece for piece in map(old.__getitem__, old.keys() - new.keys())}
    remade = new.keys() - old.keys()
    moved: list[Any] = []
    for piece in [piece for key, piece in new.items() if key in remade]:
        known = before.pop(piece.id, None)
        if known is None:
            moved.append(piece)
        elif known != piece:
            moved.append({"id": piece.id} | difference(known, piece))
    changes: dict[str, Any] = {"moved": moved} if moved else {}
    return changes | {"gone": list(before)} if before else changes


def difference(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that differ, as they are now."""
    pairs = zip(new.__struct_fields__, astuple(old), astuple(new), strict=True)
    return {name: value for name, was, value in pairs if was != value}


def edit(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    """Tell how to make a list of another: by `[from, to]`, a stretch of the old one, and by new things.

    >>> edit("abcd", "abXd")
    [[0, 2], 'X', [3, 4]]
    """
    places = dict(zip(map(id, old), itertools.count(), strict=False))  # most are the same objects
    equals: dict[Any, int] | None = None
    parts: list[Any] = []
    stretch = [-1, -1]
    for item in new:
        place = places.get(id(item))
        if place is None:
            if equals is None:
                equals = {item: i for i, item in enumerate(old)}
            place = equals.get(item)
        if place is None:
            parts.append(item)
        elif place == stretch[1] and parts[-1] is stretch:
            stretch[1] += 1
        else:
            stretch = [place, place + 1]
            parts.append(stretch)
    return parts


class SceneCache:
    """The scenes and the narration of a match, for whoever asked lately.

    Whoever changes the match, its names or its past must say so: nothing here notices by itself.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._position = 0  # the number of the last entry that changed what is seen
        self._scenes: dict[tuple[Any, ...], CachedScene] = {}
        self._narration: dict[tuple[int, str], dict[int, wire.Narration]] = {}
        self._parts: dict[tuple[int, str, str], Parts] = {}  # of the last scenes, by viewer, layout and language

    def clear(self) -> None:
        """Forget all: there is another match, or people have other names."""
        self._scenes.clear()
        self._narration.clear()
        self._parts.clear()

    def set_position(self, n: int, *, undone: bool = False, clients: int = 0) -> None:
        """Note that entry `n` changed what is seen, by taking moves back if `undone`.

        Of the scenes only the last ones are kept, some for each of the `clients`: patches build on them. What moves did
        is forgotten now and then, and told again to those who ask: in a long match it would be more than the match.
        """
        self._position = n
        if undone or any(len(narration) > MOST_NARRATED for narration in self._narration.values()):
            self._narration.clear()
        if len(self._scenes) > 4 * max(2, clients):
            oldest = sorted(self._scenes.items(), key=lambda item: item[1].n)
            for key, _ in oldest[: len(oldest) // 2]:
                del self._scenes[key]

    def scene(self, log: MatchLog, view: View, words: Words) -> CachedScene:
        """Return what a viewer sees of the match as it stands, in the words of their language."""
        key = (self._position, view.viewer, view.layout, words.language, view.sketch, log.over)
        cached = self._scenes.get(key)
        if cached is None:
            cached = self._scenes[key] = CachedScene(log.n, self._make_body(log, view, words))
        return cached

    def _make_body(self, log: MatchLog, view: View, words: Words) -> SceneBody:
        last = self.narration(log, view.viewer, words, log.ply, log.ply)
        parts = self._parts.setdefault((view.viewer, view.layout, words.language), {})
        scene = log.match.scene(view.player, view.layout, words, events=last[-1].lines if last else (), parts=parts)
        body = SceneBody.of(scene, sketch=view.sketch)
        if log.over and not log.match.over:  # given up: the rules do not know
            result = log.result(words)
            body.prompt = result.words if result else body.prompt
            body.choices = ()
            body.awaiting = ()
        return body

    def narration(self, log: MatchLog, viewer: int, words: Words, first: int, last: int) -> list[wire.Narration]:
        """Return what moves `first` to `last` (from 1) did, as a viewer may know it; those not made are left out."""
        match = log.match
        if not match.game.rules.SECRETS:
            viewer = -1  # everybody may know the same
        narration = self._narration.setdefault((viewer, words.language), {})
        plies = range(max(1, first), min(last, log.ply) + 1)
        for ply in plies:
            if ply not in narration:
                lines = match.narrate(None if viewer < 0 else viewer, ply, words)
                narration[ply] = wire.Narration(ply=ply, seat=match.played[ply - 1].player, lines=lines)
        return [narration[ply] for ply in plies]
