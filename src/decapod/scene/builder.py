"""SceneBuilder: what a game lays its table out on. A piece says what a click on it means when it is laid down.

From that the builder derives everything else: which moves can be made by clicking what, which pieces get a ring, and
what a click on any other piece is to be answered with.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from msgspec.structs import replace

from decapod.errors import ParseError
from decapod.i18n.translator import Message, PlayerRef, Translator, not_a_move
from decapod.scene.layout import Layout
from decapod.scene.schema import ABOVE_ALL, Choice, Face, Label, Panel, Piece, Rest, Scene, Sketch, Zone, make_scene

Move = int | ParseError  # a move, legal or not; or the reason why there is none


class Deferred(NamedTuple):
    """A meaning that is looked for only once somebody clicks, on the scene then at hand."""

    find: Callable[[SceneBuilder], Move]


#: What a click means: a move; the reason why it means none; or something that finds out, where that is worth doing only
#: once somebody clicks (a function; `Late` in a bundle, which outlives its scene): that is never offered as a choice.
Meaning = Move | Callable[[], Move] | Deferred
NOTHING = -1  # no move


class Showable(Protocol):
    """What the builder asks of a game; `engine/protocols.py` says what each function does."""

    @property
    def NAME(self) -> str: ...  # noqa: D102, N802
    @property
    def MAX_LEGAL_ACTIONS(self) -> int: ...  # noqa: D102, N802
    def legal_actions(self, box: Any, state: Any, player: int, moves: Any) -> int: ...  # noqa: D102
    def format_move(self, box: Any, state: Any, player: int, move: int) -> str: ...  # noqa: D102
    def describe_move(self, box: Any, state: Any, player: int, move: int) -> Message: ...  # noqa: D102
    def prompt(self, box: Any, state: Any, player: int) -> Message: ...  # noqa: D102
    def build_scene(self, scene: SceneBuilder) -> None: ...  # noqa: D102


def awaited(state: Any) -> tuple[int, ...]:
    """List the players who may act now."""
    waiting = int(state.to_act)
    return tuple(player for player in range(state.players) if waiting >> player & 1)


@functools.lru_cache(maxsize=16384)
def _panel(
    name: str, player: int, to_act: bool, lines: tuple[str, ...], area: Sequence[float], out: bool, color_seat: int
) -> Panel:  # fmt: skip
    x, y, width, height = area
    return Panel(player, name, to_act, lines, x, y, width, height, False, out, color_seat)


@functools.lru_cache(maxsize=16384)
def _own_panel(panel: Panel, you: str) -> Panel:
    """Return the panel of a viewer: they are told that it is theirs, by the word `you`."""
    return replace(panel, name=f"{panel.name} ({you})", you=True)


@functools.lru_cache(maxsize=4096)
def _waiting(words: Translator, to_act: tuple[int, ...]) -> str:
    """Say who is waited for."""
    if to_act:
        return words("prompt.wait", players=[PlayerRef(player) for player in to_act])
    return words("prompt.over")


def _player_of(panel: Panel) -> int:
    return panel.player


class Placement(NamedTuple):
    """A piece that was laid down, and what clicks on it mean (see `Bundle.lay`)."""

    piece: Piece
    on_click: Meaning
    on_first_click: Callable[[Any], Move | Deferred] | None
    as_target: Any
    completes: bool
    ring: bool
    base: int | None


class PieceGroup:
    """Pieces with what clicks on them mean. A game that lays the same ones down again may keep them: `scene.add`."""

    def __init__(self) -> None:
        """Begin without pieces."""
        self.placements: list[Placement] = []

    def put(
        self, id: str, face: str, x: float, y: float, width: float, *, on_click: Meaning, region: str, label: str,  # noqa: A002
        on_first_click: Callable[[Any], Move | Deferred] | None = None, as_target: Any = None, completes: bool = True,
        ring: bool = True, hint: str | None = None, order: int | None = None, layer: int = 0, angle: float = 0,
        mark: str = "", role: str = "", owner: int = -1,
    ) -> Piece:  # fmt: skip
        """Make a piece and lay it down (see `lay`); its hint is its label, and it is read out in turn, unless told."""
        piece = Piece(
            id, face, round(x, 2), round(y, 2), round(width, 2), angle, layer, region,
            len(self.placements) if order is None else order, label, label if hint is None else hint, mark, role, owner,
        )  # fmt: skip
        self.lay(piece, on_click, on_first_click=on_first_click, as_target=as_target, completes=completes, ring=ring)
        return piece

    def lay(
        self,
        piece: Piece,
        on_click: Meaning,
        *,
        on_first_click: Callable[[Any], Move | Deferred] | None = None,
        as_target: Any = None,
        completes: bool = True,
        ring: bool = True,
        base: int | None = None,
    ) -> None:
        """Lay a piece down, and say what a click on it means.

        `means` is the meaning of a single click. Where a move takes two clicks, the first piece has `then`, which
        tells the move (or why there is none) from the `target` of the second piece; a piece without a target cannot
        be the second of two, and one with `completes=False` is answered, but never makes a legal move. `ring=False` is
        for one of several that are alike, of which another wears the ring. Where `then` tells nothing but a number plus
        the target, `base` is that number: if the scene has a `stride`, legal moves are found without asking for each
        pair of pieces.
        """
        self.placements.append(Placement(piece, on_click, on_first_click, as_target, completes, ring, base))

    def add(self, bundle: PieceGroup) -> None:
        """Lay down the pieces of a bundle; it stays as it is."""
        self.placements += bundle.placements


class ReadTracker:
    """A table that notes which of its numbers are read."""

    __slots__ = ("_read", "_state")

    def __init__(self, state: Any, read: dict[str, Any]) -> None:
        """Note what is read of a table in `read`, by name."""
        self._state, self._read = state, read

    def __getattr__(self, name: str) -> Any:
        """Read a field, and note it."""
        value = self._read[name] = getattr(self._state, name)
        return value


class Part(NamedTuple):
    """A part of a scene as it was laid down, and all that it was made from."""

    read: dict[str, Any]  # of the table, by name
    legal: list[int] | None  # the viewer's moves, if they mattered
    copies: list[tuple[str, int, int]]  # of which names how many were numbered before it, and how many with it
    placements: list[Placement]
    zones: list[Zone]
    labels: list[Label]
    panels: list[Panel]


Ways = dict[Any, list[tuple[str, ...]]]  # to click each legal move: ids of pieces, in this order
Firsts = list[tuple[int, Placement]]  # pieces that begin a move of two clicks, and their places
Seconds = list[tuple[str, Any]]  # ids of the pieces that end one, and their targets

#: Parts of the last scenes that one viewer saw of a match, in one layout and one language, by what laid them and its
#: arguments: what is made from the same is not made again. They hold nothing but what that viewer saw. A game's own
#: notes (`SceneBuilder.notes`) are among them. Where nothing is secret, all viewers of a match may have the same.
Parts = dict[Any, Any]
MOST_PARTS = 32  # that are kept, by what laid them
MOST_ALIKE = 2  # of one: in many scenes a move shows the table twice


class SceneBuilder(PieceGroup):
    """A scene in the making, for one viewer and one layout.

    A game's `build_scene` reads `box`, `state`, `viewer`, `layout`, `words`, and `front` (the player whose side is in
    front: the viewer, or player 0 for a spectator); it sets `plan`, lays pieces, zones, labels and panels down, and
    sets `ascii`, and `round`, `pass_move`, `notice` and `summary` where it has them. All it is given is what the
    viewer may know. `board` has the pieces that never change during a match, such as printed spaces. Each of them is
    also laid down, at every time, though a scene may lay a changed piece of the same id instead.
    """

    def __init__(
        self, game: Showable, box: Any, state: Any, viewer: int, layout: str, words: Translator,
        legal: list[int] | None = None, parts: Parts | None = None,
    ) -> None:  # fmt: skip
        """Take a table on which all that the viewer cannot know has been replaced by a guess; and what they may do.

        Use `build_scene` rather than this.
        """
        super().__init__()
        self.placements: list[Placement] = []
        self.game = game
        self.box = box
        self.state: Any = state
        self.viewer = viewer
        self.layout = layout
        self.words = words
        self.front: int = max(viewer, 0)
        self.to_act: tuple[int, ...] = awaited(state)
        self.plan: Layout
        self.ascii: Callable[[], Sketch] = tuple
        self.board: tuple[Piece, ...] = ()  # pieces that are the same in every scene of the match: sent once
        self.round = 0
        self.pass_move = ""
        self.notice = ""  # what everybody is told besides what is asked: that this is the last round
        self.summary = ""  # of what is over, to be read where the table rests so
        self.describe_choice: Callable[[int, tuple[str, ...]], Choice] | None = None  # a game's own, if it keeps them
        self.zones: list[Zone] = []
        self.labels: list[Label] = []
        self.panels: list[Panel] = []
        self.action_stride = (
            0  # where a `base` and a target make a move: all bases are its multiples, all targets below it
        )
        self._legal = legal
        self._choices: tuple[Choice, ...] | None = None
        self._clickable: set[int] = set()  # which placements begin or make a legal move, by number
        self._by_id: dict[str, Placement] | None = None
        self._copies: dict[str, int] = {}  # how many pieces of a name were numbered
        self._keeps_parts = parts is not None
        self._parts: Parts = {} if parts is None else parts
        self._numbered: dict[str, int] = {}  # names that were numbered since a part began: how many there were before
        self._needs_legal = False  # whether the viewer's moves were asked for since a part began

    def cached(self, lay: Callable[..., None], *arguments: Any, common: bool = False) -> None:
        """Lay a part of the table down by `lay(scene, *arguments)`, or again as it lay in one of the last scenes.

        That is so where all that it read of the table is the same, and the viewer's moves if it asked for them; so it
        may use nothing else that changes in a match, but what it is given as arguments. Its pieces may outlive the
        scene: what `then` tells a move by must not hold it. A `common` one does not read `viewer` or `front` either: in
        a game without secrets it is laid down once for all viewers.
        """
        key = (lay, None if common else self.viewer, *arguments)
        alike = self._parts.get(key, ())
        for part in alike:
            if self._fits(part):
                break
        else:
            part = self._lay_part(lay, arguments)
            self._keep_part(key, part, alike)
        _, _, copies, placements, zones, labels, panels = part
        for name, _, after in copies:
            self._copies[name] = after
        self.placements += placements
        if zones:
            self.zones += zones
        if labels:
            self.labels += labels
        if panels:
            self.panels += panels

    def scratch(self, about: str, *, common: bool = False) -> dict[Any, Any]:
        """Return a dict in which a game notes what it laid down, to be found by the next scene of the same viewer.

        It is empty at first, and at any time again. What is noted must hold neither a scene nor a table. `common` notes
        are the same for all viewers of a game without secrets.
        """
        key = (about, None if common else self.viewer)
        found: dict[Any, Any] = self._parts.pop(key, None) or {}
        self._parts[key] = found  # behind all others: what was laid longest ago is let go of first
        return found

    def _keep_part(self, key: Any, part: Part, alike: Sequence[Part]) -> None:
        """Keep a part for the next scenes, and let go of what was laid longest ago."""
        self._parts.pop(key, None)
        self._parts[key] = [part, *alike[: MOST_ALIKE - 1]]
        if len(self._parts) > MOST_PARTS:
            del self._parts[next(iter(self._parts))]

    def _fits(self, part: Part) -> bool:
        """Whether a part would be laid down now as it was then."""
        state, copies = self.state, self._copies
        for name, value in part.read.items():
            if getattr(state, name) != value:
                return False
        for name, before, _ in part.copies:
            if copies.get(name, 0) != before:
                return False
        return part.legal is None or part.legal == self.legal

    def _lay_part(self, lay: Callable[..., None], arguments: tuple[Any, ...]) -> Part:
        """Lay a part down apart from all others, and note what it is made from."""
        state, read = self.state, dict[str, Any]()
        others = self.placements, self.zones, self.labels, self.panels
        self.placements, self.zones, self.labels, self.panels = [], [], [], []
        self._numbered, self._needs_legal = {}, False
        self.state = ReadTracker(state, read)
        lay(self, *arguments)
        self.state = state
        copies = [(name, before, self._copies[name]) for name, before in self._numbered.items()]
        legal = self.legal if self._needs_legal else None
        placements = self.placements
        if self._keeps_parts:  # what finds a meaning holds this scene, and would hold it as long as the part is kept
            placements = [one._replace(on_click=NOTHING) if callable(one.on_click) else one for one in placements]
        part = Part(read, legal, copies, placements, self.zones, self.labels, self.panels)
        self.placements, self.zones, self.labels, self.panels = others
        return part

    @property
    def legal(self) -> list[int]:
        """The viewer's legal moves, ascending; none while others are awaited."""
        self._needs_legal = True
        if self._legal is None:
            moves = [0] * self.game.MAX_LEGAL_ACTIONS
            mine = self.viewer in self.to_act
            self._legal = moves[: self.game.legal_actions(self.box, self.state, self.viewer, moves)] if mine else []
        return self._legal

    def copy_id(self, name: str) -> str:
        """Number pieces that are alike, for their ids: `card-3-1`, `card-3-2` and so on for the name `card-3`.

        Where such pieces go from place to place, the place belongs into the name: else one that comes or goes in one
        place would change the ids of those in all places that are asked for later.
        """
        n = self._copies.get(name, 0)
        self._numbered.setdefault(name, n)
        self._copies[name] = n + 1
        return f"{name}-{n + 1}"

    # --- around the pieces ----------------------------------------------------------------------------------

    def zone(
        self, id: str, area: Sequence[float], label: str = "", empty: str = "", kind: str = "zone",  # noqa: A002
        *, accepts_drop: bool = False,
    ) -> None:  # fmt: skip
        """Mark out a part of the canvas; `empty` is written in it while no piece has it as its region."""
        x, y, width, height = area
        self.zones.append(Zone(id, x, y, width, height, label, empty, kind, accepts_drop))

    def label(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        kind: str = "ink",
        anchor: str = "middle",
        layer: int = ABOVE_ALL,
    ) -> None:
        """Write on the canvas."""
        self.labels.append(Label(round(x, 2), round(y, 2), text, size, anchor, kind, layer))

    def panel(
        self, player: int, area: Sequence[float], lines: Sequence[str], *, out: bool = False, color_seat: int = -1
    ) -> None:
        """Sum a player up in a few lines; the viewer is told which panel is theirs. Panels are listed by seat."""
        to_act = bool(self.state.to_act >> player & 1)
        name = self.words.name(player)
        self.panels.append(_panel(name, player, to_act, tuple(lines), tuple(area), out, color_seat))

    # --- what follows from it -------------------------------------------------------------------------------

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The viewer's legal moves, each with every way to click it; one that no piece stands for is a button.

        Ask only once everything is laid down.
        """
        if self._choices is None:
            self._choices = self._find_choices()
        return self._choices

    @property
    def by_id(self) -> Mapping[str, Placement]:
        """What was laid down, by the id of the piece. Ask only once everything is."""
        if self._by_id is None:
            self._by_id = {placement.piece.id: placement for placement in self.placements}
        return self._by_id

    def _find_choices(self) -> tuple[Choice, ...]:
        ways: Ways = {move: [] for move in self.legal}
        if not ways:
            return ()
        firsts: list[tuple[int, Placement]] = []
        seconds: list[tuple[str, Any]] = []
        for place, placement in enumerate(self.placements):
            piece, on_click, then, target, completes, _, _ = placement
            if isinstance(on_click, int) and on_click in ways:
                ways[on_click].append((piece.id,))
                self._clickable.add(place)
            if then is not None:
                firsts.append((place, placement))
            if completes and target is not None:
                seconds.append((piece.id, target))
        if self.action_stride:
            self._add_sums(ways, firsts, seconds)
        else:
            self._add_pairs(ways, firsts, seconds)
        describe = self.describe_choice or self._describe_choice
        return tuple([describe(move, clicks) for move, found in ways.items() for clicks in found or [()]])

    def _add_sums(self, ways: Ways, firsts: Firsts, seconds: Seconds) -> None:
        """Add the ways of two clicks to legal moves, each of which is the base of one piece plus the target of another.

        No two pieces have the same base, nor the same target.
        """
        begins = {first.base: (place, first.piece.id) for place, first in firsts}
        ends = {target: second for second, target in seconds}
        for move, found in ways.items():
            target = move % self.action_stride
            place, name = begins.get(move - target, (NOTHING, ""))
            second = ends.get(target, name)
            if name != second and name:
                found.append((name, second))
                self._clickable.add(place)

    def _add_pairs(self, ways: Ways, firsts: Firsts, seconds: Seconds) -> None:
        """Add the ways of two clicks to legal moves, by asking each first piece what each target makes of it."""
        for place, first in firsts:
            name, then = first.piece.id, first.on_first_click
            moves = [(then(target), second) for second, target in seconds] if then is not None else []
            for move, second in moves:
                if move in ways and second != name:
                    ways[move].append((name, second))
                    self._clickable.add(place)

    def _describe_choice(self, move: int, clicks: tuple[str, ...]) -> Choice:
        game, box, state, viewer = self.game, self.box, self.state, self.viewer
        text = game.format_move(box, state, viewer, move)
        return Choice(move, text, self.words(game.describe_move(box, state, viewer, move)), clicks)

    def meaning_of(self, clicks: Sequence[str]) -> int:
        """Find the move that pieces clicked in this order mean, legal or not; ParseError if they mean none."""
        wanted = tuple(clicks)
        known = self.by_id
        if not wanted or any(piece not in known for piece in wanted):
            raise not_a_move("click.unknown")
        for choice in self.choices:
            if choice.clicks[: len(wanted)] == wanted:
                return choice.move
        first, last = known[wanted[0]], known[wanted[-1]]
        found = last.on_click
        if len(wanted) > 1 and first.on_first_click is None:
            found = (
                first.on_click
            )  # it goes nowhere in particular: dropped on anything, it means what a click on it does
        elif len(wanted) > 1 and first.on_first_click is not None and last.as_target is not None:
            found = first.on_first_click(last.as_target)
        if isinstance(found, Deferred):
            found = found.find(self)
        elif callable(found):
            found = found()
        if isinstance(found, ParseError):
            raise found
        return found

    def _prompt(self) -> str:
        if self.viewer in self.to_act:
            prompt = self.words(self.game.prompt(self.box, self.state, self.viewer))
        else:
            prompt = _waiting(self.words, self.to_act)
        return f"{prompt} {self.notice}" if self.notice else prompt

    def _find_panels(self) -> tuple[Panel, ...]:
        """List the panels by seat, the viewer's as their own."""
        panels, viewer = sorted(self.panels, key=_player_of), self.viewer
        if viewer >= 0:
            you = self.words("panel.you")
            panels = [_own_panel(panel, you) if panel.player == viewer else panel for panel in panels]
        return tuple(panels)

    def rest(self) -> Rest:
        """Make of a table in the middle of a move what is shown of it: nobody chooses anything there."""
        self.ascii = tuple  # see `scene`
        panels = tuple([replace(panel, awaiting=False) for panel in self._find_panels()])
        pieces = tuple([placement[0] for placement in self.placements])
        return Rest(pieces, tuple(self.labels), tuple(self.zones), panels, self.summary)

    def scene(
        self, events: Sequence[str] = (), prompt: str = "", faces: Mapping[str, Face] | None = None,
        rest: Rest | None = None,
    ) -> Scene:  # fmt: skip
        """Make the scene, once; `events` is what just happened, `rest` how it lay on the way, `prompt` how it ended.

        How to draw the sketch goes with the scene. It often holds the builder: a ring of both would stay in memory
        until garbage is collected, and a server makes thousands a second.
        """
        draw_sketch, self.ascii = self.ascii, tuple
        choices, placements = self.choices, self.placements
        return make_scene(
            game=self.game.NAME,
            title=self.words("title"),
            viewer=self.viewer,
            layout=self.layout,
            width=self.plan.width,
            height=self.plan.height,
            prompt=prompt or self._prompt(),
            awaiting=self.to_act,
            laid=tuple([placement[0] for placement in placements]),
            rings=tuple([place for place in sorted(self._clickable) if placements[place].ring]),
            choices=choices,
            panels=self._find_panels(),
            zones=tuple(self.zones),
            labels=tuple(self.labels),
            events=tuple(events),
            round=self.round,
            pass_move=self.pass_move,
            rest=rest,
            board=self.board,
            faces=faces or {},
            draw_sketch=draw_sketch,
        )


def build_scene(
    game: Showable, box: Any, state: Any, viewer: int, layout: str, words: Translator, legal: list[int] | None = None,
    parts: Parts | None = None,
) -> SceneBuilder:  # fmt: skip
    """Let a game lay a table out; `.scene()` of what comes back is the scene, `.meaning_of(...)` answers clicks.

    Box and table are plain (`engine/pystate.py`): they are read many times over. `legal_actions` are the viewer's
    moves,
    if they are known already. `parts`, an empty dict at first, is for whoever makes one scene of a match after another
    for the same viewer, layout and words; in such a scene clicks are not answered.
    """
    builder = SceneBuilder(game, box, state, viewer, layout, words, legal, parts)
    game.build_scene(builder)
    return builder
