"""The scenes and the narration of one match, made once for all who see the same, and what changed between two scenes.

A view makes again only those pieces that look different, so pieces are compared by identity first.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import astuple, replace

from decapod.scene.scene import change_scene, ringed
from decapod.server import wire

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from decapod.scene import Choice, Label, Panel, Parts, Piece, Scene, Words
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

MOST_CHANGES = 6  # between two scenes, that are kept for others who see the same
MOST_SHARED = 4  # tuples of pieces, or of labels, that may be those of others too
LEGAL = "legal"  # the mark of a piece with a ring

LISTS = ("zones", "labels", "sketch", "choices")  # of these, what is new is sent, and where in the old list the rest is
OTHERS = ("panels", "rest", "pieces")  # they are told in ways of their own
#: What is sent whole where it changed.
PARTS = tuple(name for name in SceneBody.__struct_fields__ if name not in {*LISTS, *OTHERS, "layout", "viewer"})


class CachedScene:
    """A scene made once for all who see the same: encoded, whole or as what changed, when first needed."""

    __slots__ = ("_body", "_changes", "_encoded", "_has_sketch", "_patches", "_rings", "_serial", "n", "scene")

    _count = itertools.count()

    def __init__(self, n: int, scene: Scene, changes: ChangeCache, *, sketch: bool) -> None:
        """Take a scene of the match after entry `n`; `sketch` says whether to send the board in text."""
        self.n = n
        self.scene = scene
        self._has_sketch = sketch
        self._changes = changes
        self._rings = {piece.id: piece for piece in map(scene.laid.__getitem__, scene.rings)}
        self._body: SceneBody | None = None
        self._encoded: msgspec.Raw | None = None
        self._serial = next(self._count)
        self._patches: list[tuple[int, Any, msgspec.Raw]] = []  # with the scene and the choices they build on

    @property
    def body(self) -> SceneBody:
        """The whole scene as it is sent."""
        if self._body is None:  # most who look are sent only what changed
            self._body = SceneBody.of(self.scene, sketch=self._has_sketch)
        return self._body

    def encode(self) -> msgspec.Raw:
        """Return the whole scene as JSON."""
        if self._encoded is None:
            self._encoded = msgspec.Raw(wire.encode(self.body))
        return self._encoded

    def encode_changes(self, base: CachedScene, choices: tuple[Choice, ...]) -> msgspec.Raw | None:
        """Return what changed since another scene, as JSON; None if that one has another viewer or layout.

        `choices` are the last that the client had.
        """
        if base.scene.layout != self.scene.layout or base.scene.viewer != self.scene.viewer:
            return None
        for known, known_choices, patch in self._patches:
            if known == base._serial and known_choices is choices:
                return patch
        patch = msgspec.Raw(wire.encode(self._find_changes(base, choices)))
        self._patches.append((base._serial, choices, patch))
        return patch

    def _find_changes(self, base: CachedScene, choices: tuple[Choice, ...]) -> dict[str, Any]:
        old, new, shared = base.scene, self.scene, self._changes
        changes = mark_rings(shared.of_pieces(old.laid, new.laid), base._rings, self._rings)
        for name in PARTS:
            was, value = getattr(old, name), getattr(new, name)
            if value is not was and value != was:
                changes[name] = value
        if old.panels != new.panels:
            changes["panels"] = panel_changes(old.panels, new.panels)
        edits: dict[str, list[Any]] = {}
        if old.zones != new.zones:
            edits["zones"] = edit(old.zones, new.zones)
        if old.labels is not new.labels and old.labels != new.labels:
            edits["labels"] = shared.of_labels(old.labels, new.labels)
        if self._has_sketch and old.sketch != new.sketch:
            edits["sketch"] = edit(old.sketch, new.sketch)
        if old.choices != new.choices:
            edits["choices"] = edit(choices, new.choices)
        if edits:
            changes["edits"] = edits
        if old.rest != new.rest:
            changes["rest"] = new.rest and {
                **mark_rings(shared.of_pieces(old.laid, new.rest.pieces), base._rings, {}),
                "panels": panel_changes(old.panels, new.rest.panels),
                "edits": {
                    "labels": shared.of_labels(old.labels, new.rest.labels),
                    "zones": edit(old.zones, new.rest.zones),
                },
                "summary": new.rest.summary,
            }
        return changes


def panel_changes(old: tuple[Panel, ...], new: tuple[Panel, ...]) -> list[dict[str, Any]]:
    """List what changed of the panels, by player."""
    return [{"player": now.player} | difference(was, now) for was, now in zip(old, new, strict=True) if was != now]


class PieceChanges(NamedTuple):
    """What happened to pieces between two scenes, but for their rings."""

    patches: dict[str, Any]  # by id: a piece that is new, or of one that was there what changed, with its id
    now: dict[str, Piece]  # those of them that were there, as they are now
    gone: list[str]


class ChangeCache:
    """What changed between the pieces, and the labels, of two scenes: where viewers see the same, found once for all.

    Equal pieces of different viewers must be the same tuple: `share` sees to that.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._shared: dict[str, list[tuple[Any, ...]]] = {}  # the last ones, by what they are
        self._found: deque[tuple[str, Any, Any, Any]] = deque(maxlen=MOST_CHANGES)

    def share(self, kind: str, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the tuple of a kind that was there before, if it has the same things in it."""
        known = self._shared.setdefault(kind, [])
        for one in known:
            if one == items:
                return one
        known.insert(0, items)
        del known[MOST_SHARED:]
        return items

    def of_pieces(self, old: tuple[Piece, ...], new: tuple[Piece, ...]) -> PieceChanges:
        """Tell which pieces are new, changed or gone."""
        return self._look_up("pieces", old, new, changed_pieces)

    def of_labels(self, old: tuple[Label, ...], new: tuple[Label, ...]) -> list[Any]:
        """Tell how to make the new labels of the old ones: see `edit`."""
        return self._look_up("labels", old, new, edit)

    def _look_up(self, kind: str, old: Any, new: Any, find: Callable[[Any, Any], Any]) -> Any:
        for known_kind, known_old, known_new, found in self._found:
            if known_old is old and known_new is new and known_kind == kind:
                return found
        found = find(old, new)
        self._found.append((kind, old, new, found))
        return found


def changed_pieces(old: Sequence[Piece], new: Sequence[Piece]) -> PieceChanges:
    """Tell which pieces are new or changed, of these only what did, and which are gone; most are the same objects."""
    known, found = by_identity(old), by_identity(new)
    before = {piece.id: piece for piece in map(known.__getitem__, known.keys() - found.keys())}
    patches: dict[str, Any] = {}
    now: dict[str, Piece] = {}
    for key, piece in found.items():
        if key not in known:
            was = before.pop(piece.id, None)
            if was is None:
                patches[piece.id] = piece
            elif was != piece:
                patches[piece.id] = {"id": piece.id} | difference(was, piece)
                now[piece.id] = piece
    return PieceChanges(patches, now, list(before))


def by_identity(pieces: Sequence[Piece]) -> dict[int, Piece]:
    """Return pieces by their identity: those that stay the same are the same objects."""
    return dict(zip(map(id, pieces), pieces, strict=True))


def mark_rings(changes: PieceChanges, old: Mapping[str, Piece], new: Mapping[str, Piece]) -> dict[str, Any]:
    """Tell what happened to pieces, as it is sent: `moved` and `gone`. `old` and `new` are those with rings, by id."""
    patches, now, gone = changes
    if old or new:
        patches = patches.copy()
        for name, piece in old.items():
            patch = patches.get(name)
            if name not in new:
                if name not in gone:
                    mark = now.get(name, piece).mark
                    patches[name] = _mark(name, mark) if patch is None else patch | {"mark": mark}
            elif patch is not None and "mark" in patch:
                patches[name] = patch | {"mark": LEGAL}
        for name, piece in new.items():
            if name not in old:
                patch = patches.get(name)
                if patch is None:
                    patches[name] = _mark(name, LEGAL)
                else:
                    patches[name] = ringed(piece) if patch is piece else patch | {"mark": LEGAL}
    sent: dict[str, Any] = {}
    if patches:
        sent["moved"] = list(patches.values())
    if gone:
        sent["gone"] = gone
    return sent


@functools.lru_cache(maxsize=8192)
def _mark(piece: str, mark: str) -> dict[str, str]:
    """Return what is sent of a piece of which only the ring came or went."""
    return {"id": piece, "mark": mark}


def difference(old: msgspec.Struct, new: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that differ, as they are now."""
    pairs = zip(new.__struct_fields__, astuple(old), astuple(new), strict=True)
    return {name: value for name, was, value in pairs if was != value}


def edit(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    """Tell how to make a list of another: by `[from, to]`, a stretch of the old one, and by new things.

    >>> edit("abcd", "abXd")
    [[0, 2], 'X', [3, 4]]
    """
    same = [*map(operator.is_, old, new), False]  # most are the same objects, and at the same places
    begins = same.index(False)
    places = dict(zip(map(id, old[begins:]), itertools.count(begins), strict=False))
    equals: dict[Any, int] | None = None
    stretch = [0, begins]
    parts: list[Any] = [stretch] if begins else []
    for item in new[begins:]:
        place = places.get(id(item))
        if place is None:
            if equals is None:
                equals = {item: i for i, item in enumerate(old)}
            place = equals.get(item)
        if place is None:
            parts.append(item)
        elif parts and place == stretch[1] and parts[-1] is stretch:
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
        self._parts: dict[tuple[int | None, str, str], Parts] = {}  # of the last scenes, by viewer, layout and language
        self._changes = ChangeCache()

    def clear(self) -> None:
        """Forget all: there is another match, or people have other names."""
        self._scenes.clear()
        self._narration.clear()
        self._parts.clear()
        self._changes = ChangeCache()

    def set_position(self, n: int, *, undone: bool = False) -> None:
        """Note that entry `n` changed what is seen, by taking moves back if `undone`.

        Scenes from before are let go of: those that patches build on are held by the clients that have them. What moves
        did is forgotten now and then, and told again to those who ask: in a long match it would be more than the match.
        """
        self._position = n
        self._scenes.clear()
        self._changes = ChangeCache()
        if undone or any(len(narration) > MOST_NARRATED for narration in self._narration.values()):
            self._narration.clear()

    def scene(self, log: MatchLog, view: View, words: Words) -> CachedScene:
        """Return what a viewer sees of the match as it stands, in the words of their language."""
        key = (self._position, view.viewer, view.layout, words.language, view.sketch, log.over)
        cached = self._scenes.get(key)
        if cached is None:
            scene = self._make_scene(log, view, words)
            cached = self._scenes[key] = CachedScene(log.n, scene, self._changes, sketch=view.sketch)
        return cached

    def _make_scene(self, log: MatchLog, view: View, words: Words) -> Scene:
        last = self.narration(log, view.viewer, words, log.ply, log.ply)
        viewer = view.viewer if log.match.game.rules.SECRETS else None  # else all viewers have the same parts
        parts = self._parts.setdefault((viewer, view.layout, words.language), {})
        scene = log.match.scene(view.player, view.layout, words, events=last[-1].lines if last else (), parts=parts)
        more: dict[str, Any] = {"draw_sketch": tuple}  # what draws it holds all that laid the table out
        if view.sketch:
            more["sketch"] = scene.sketch
        if viewer is None:
            more |= self._share(scene)
        if log.over and (log.departures or not log.match.over):  # the rules do not know who left
            result = log.result(words)
            more |= {"prompt": result.words if result else scene.prompt, "choices": (), "awaiting": ()}
        return change_scene(scene, **more)

    def _share(self, scene: Scene) -> dict[str, Any]:
        """Return the pieces and labels of a scene as those tuples that other viewers have, where they are the same."""
        share, rest = self._changes.share, scene.rest
        shared: dict[str, Any] = {"laid": share("laid", scene.laid), "labels": share("labels", scene.labels)}
        if rest is not None:
            pieces, labels = share("rest", rest.pieces), share("rest labels", rest.labels)
            shared["rest"] = replace(rest, pieces=pieces, labels=labels)
        return shared

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
