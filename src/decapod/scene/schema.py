"""The Scene: everything one viewer may see of a table, laid out, in words, with what can be done.

A game's `build_scene` fills a `SceneBuilder`, which makes it; `web/static/js/types.js` says the same for the browser,
and a test compares the two. A scene holds nothing its viewer may not know: the id of a face-down piece names a place,
never a card. What a client needs to know about a piece is a field of it; nothing is to be read out of ids.
Encoded, its pieces, labels and so on leave out what is as it is by default.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import Any

import msgspec

from decapod.errors import ParseError, check_type

#: What a scene can be laid out for: a desk, an upright tablet, a phone.
LAYOUTS = ("desktop", "tablet", "phone")

#: What a piece is to the viewer, as far as a client treats it differently: nothing special; a pile that cards come
#: from; a card of the viewer's own hand, and a chip that stands for an action (both within reach on a small screen);
#: a card held in another hand, which makes room there for more without being moved; a player's own figure on the
#: board; a sign or an empty place, which comes and goes without anybody moving it.
ROLES = ("", "pile", "hand", "action", "held", "figure", "sign")


@dataclass(frozen=True)
class Face:
    """How a piece looks: SVG markup inside a view box, drawn once and used at many places."""

    view: tuple[float, float, float, float]  # left, top, width, height
    markup: str


class Piece(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something on the table at a place. Pieces keep their id as they move, so that they can be animated."""

    id: str
    face: str  # a key of the art's faces
    x: float  # of its centre, on the scene's canvas
    y: float
    width: float  # the height follows from the face
    angle: float = 0  # degrees, clockwise
    layer: int = 0  # higher ones cover lower ones
    region: str = ""  # the zone it belongs to
    order: int = 0  # when it is read out, within its region
    label: str = ""  # what it is, in a few words
    hint: str = ""  # what it is and does, in a sentence: for hover, focus, long press
    mark: str = ""  # "legal" (can be chosen), "chosen", "last" (just moved), or nothing
    role: str = ""  # what it is to the viewer: one of ROLES
    owner: int = -1  # the seat it belongs to; -1 for nobody

    def __hash__(self) -> int:
        """Hash what tells pieces apart most of the time: caches ask often."""
        return hash((self.id, self.x, self.y, self.label))


class Choice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A legal move of the viewer: made by clicking these pieces in this order, or its button."""

    move: int
    text: str  # notation
    words: str
    clicks: tuple[str, ...] = ()  # ids of pieces; with none, it is only a button


class Zone(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A part of the canvas with a caption; it keeps its place when empty and says what belongs there."""

    id: str
    x: float  # of its left upper corner
    y: float
    width: float
    height: float
    label: str = ""
    empty: str = ""  # shown while nothing is in it
    kind: str = "zone"  # "zone", "water", "plain"
    takes: bool = False  # a card that needs no target is dropped here to be played; if no zone takes any, anywhere


ABOVE_ALL = 1000  # the layer of words on the canvas


class Label(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Words on the canvas."""

    x: float
    y: float
    text: str
    size: float = 16
    anchor: str = "middle"
    kind: str = "ink"  # "ink", "soft", "strong", "badge"; "light", "dark": the same in both themes
    layer: int = ABOVE_ALL


class Panel(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One player: who it is, whether awaited, and what is public of them, in words."""

    player: int
    name: str
    awaiting: bool
    lines: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    you: bool = False
    out: bool = False
    shade: int = -1  # the seat whose colours it wears; -1 for its own


class Span(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A stretch of text of one style, for terminals: a seat gives its colour."""

    text: str
    seat: int = -1
    bold: bool = False
    dim: bool = False
    mark: bool = False  # part of the last move


class Rest(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The board in the middle of the last move, before something was cleared away: a trick, what a wave takes."""

    pieces: tuple[Piece, ...]
    labels: tuple[Label, ...]
    zones: tuple[Zone, ...]
    panels: tuple[Panel, ...]
    summary: str  # what is to be read meanwhile, which takes longer; if empty, what just happened


Sketch = tuple[tuple[Span, ...], ...]
NOT_SENT = ("laid", "rings", "board", "faces", "draw_sketch")  # what a client has no use for, or gets as `pieces`


@functools.lru_cache(maxsize=16384)
def ringed(piece: Piece) -> Piece:
    """Ring a piece; the same piece is the same object again."""
    return msgspec.structs.replace(piece, mark="legal")


@dataclass(frozen=True)
class Scene:
    """What one viewer sees of a table."""

    game: str
    title: str
    viewer: int
    layout: str
    width: float
    height: float
    prompt: str  # what to do now, or what is being waited for, or how it ended
    awaiting: tuple[int, ...]
    laid: tuple[Piece, ...]  # the pieces as they were laid down; `pieces` has them with their rings
    choices: tuple[Choice, ...]  # the viewer's own
    panels: tuple[Panel, ...]
    zones: tuple[Zone, ...] = ()
    labels: tuple[Label, ...] = ()
    events: tuple[str, ...] = ()  # what just happened
    round: int = 0  # the number of the round; 0 in a game without rounds
    pass_move: str = ""  # the text of the move that passes a question asked again and again, in a game that has one
    rest: Rest | None = None  # what is worth a look before the rest of the scene is shown
    rings: tuple[int, ...] = ()  # which of the pieces the viewer may click, by their place among them
    board: tuple[Piece, ...] = field(default=(), repr=False, compare=False)  # see `SceneBuilder.board`
    faces: Mapping[str, Face] = field(default_factory=dict, repr=False, compare=False)
    draw_sketch: Callable[[], Sketch] = field(default=tuple, repr=False, compare=False)

    def __repr__(self) -> str:
        """Say whose view it is, and how much there is to see: all of it would fill pages."""
        viewer = f"player {self.viewer}" if self.viewer >= 0 else "a spectator"
        return f"<Scene {self.game} for {viewer}, {self.layout}, {len(self.laid)} pieces, {len(self.choices)} choices>"

    def __getstate__(self) -> dict[str, Any]:
        """Pickle it with its sketch drawn: how to draw it cannot be pickled."""
        return {**vars(self), "sketch": self.sketch, "draw_sketch": tuple}

    @functools.cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """All that lies on the table, with a ring around what the viewer may click."""
        pieces = list(self.laid)
        for place in self.rings:
            pieces[place] = ringed(pieces[place])
        return tuple(pieces)

    @functools.cached_property
    def sketch(self) -> Sketch:
        """The board in text, line by line; drawn only for whoever reads it."""
        return self.draw_sketch()

    def moves_of(self, piece: str) -> tuple[int, ...]:
        """List the moves that a click on a piece begins or makes."""
        check_type(piece, str, "piece")
        return tuple(choice.move for choice in self.choices if choice.clicks[:1] == (piece,))

    def data(self) -> dict[str, Any]:
        """Return the scene as plain dicts and lists, without what only pictures need: what is sent to a browser."""
        names = [field.name for field in fields(self) if field.name not in NOT_SENT]
        return {name: _plain(getattr(self, name)) for name in (*names, "pieces", "sketch")}

    def svg(self, part: tuple[float, float, float, float] | None = None) -> str:
        """Draw the scene, or a part of it (left, top, width, height), as one SVG document."""
        from decapod.scene.svg import draw

        if part is not None:
            check_type(part, tuple, "part")
            if len(part) != 4 or not all(isinstance(side, Real) and math.isfinite(side) for side in part):
                raise ParseError(f"a part is left, top, width and height, not {part}")
        return draw(self, part)

    @property
    def picture_size(self) -> tuple[int, int]:
        """How wide and how high the whole picture is."""
        from decapod.scene.svg import whole

        _, _, width, height = whole(self)
        return round(width), round(height)

    def bounds(self, regions: Sequence[str]) -> tuple[float, float, float, float]:
        """Return the smallest part (left, top, width, height) that shows some regions or pieces, by name."""
        for region in regions:
            check_type(region, str, "region")
        boxes = [
            (zone.x, zone.y, zone.x + zone.width, zone.y + zone.height) for zone in self.zones if zone.id in regions
        ]
        for piece in self.pieces:
            if piece.region in regions or piece.id in regions:
                _, _, wide, high = self.faces[piece.face].view
                across, down = piece.width / 2, piece.width / 2 * high / wide
                if piece.angle % 180 == 90:
                    across, down = down, across
                boxes.append((piece.x - across, piece.y - down, piece.x + across, piece.y + down))
        if not boxes:
            raise ParseError(f"nothing is seen of {', '.join(regions) or 'no region'}")
        left, top = (min(box[side] for box in boxes) for side in (0, 1))
        return left, top, max(box[2] for box in boxes) - left, max(box[3] for box in boxes) - top

    def text(self) -> str:
        """Write the scene as plain text, for a terminal without colours or a screen reader."""
        from decapod.scene.ascii import write

        return write(self)

    def _repr_svg_(self) -> str:
        """Show the picture in a notebook."""
        return self.svg()


def make_scene(**values: Any) -> Scene:
    """Make a scene of all its fields; the way of a frozen dataclass takes longer, and a server makes thousands."""
    scene = object.__new__(Scene)
    vars(scene).update(values)
    return scene


def change_scene(scene: Scene, **values: Any) -> Scene:
    """Return the same scene with other values of some fields."""
    other = object.__new__(Scene)
    kept = vars(other)
    kept.update(vars(scene))
    kept.update(values)
    kept.pop("pieces", None)  # they are made again when somebody asks
    return other


def _plain(value: Any) -> Any:
    """Turn pieces and the like into dicts; everything in a scene is one of them, a tuple, or a plain value."""
    if isinstance(value, tuple):
        return tuple(_plain(item) for item in value)
    if isinstance(value, msgspec.Struct):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    return value
