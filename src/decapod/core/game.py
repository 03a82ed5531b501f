"""Game: one of the five, or somebody else's, with its modes, options and box; and the catalogue of them."""

from __future__ import annotations

import contextlib
import copy
import functools
import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from decapod.core import box_file
from decapod.core.fairness import SEED_BITS, SeedCommitment
from decapod.core.rulebook import drop_emphasis, fill_gaps, find_marks, find_rules
from decapod.errors import ParseError, as_int, check_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from decapod.core.match import Match
    from decapod.engine.protocols import GameModule, Option, Rules, View
    from decapod.engine.rollout import Simulation
    from decapod.scene import Face, Translator

__all__ = ["Box", "Game", "catalogue", "game", "game_of_box", "games", "load_errors"]

#: Our games by name: the package of each. Others' are found by the entry point `decapod.games`, `NAME = "package"`.
OURS = {
    "crabs": "decapod.games.crabs",
    "crab-stack": "decapod.games.crab_stack",
    "oh-crab": "decapod.games.oh_crab",
    "crabe-vs-poulpe": "decapod.games.crabe_vs_poulpe",
    "yadokarick": "decapod.games.yadokarick",
}
ENTRY_POINT = "decapod.games"
PlayerResult = Literal["win", "draw", "loss"]
WIN: Final = "win"
DRAW: Final = "draw"  # or a shared first place
LOSS: Final = "loss"
MOST_GAPS = 6  # names listed of what a module lacks to be a game


@functools.cache
def catalogue() -> Mapping[str, str]:
    """List all games that are installed, by name, ours first, with the package or module of each.

    Whether those from outside can be played is not asked. Who comes first has the name: ours cannot be taken.

    >>> catalogue()["crab-stack"]
    'decapod.games.crab_stack'
    """
    found = dict(OURS)
    for name, package in _registered():
        found.setdefault(name, package)
    return MappingProxyType(found)


def _registered() -> list[tuple[str, str]]:
    """List name and package of every game from outside, in an order that is the same on every machine."""
    from importlib.metadata import entry_points

    return sorted({(found.name, found.value) for found in entry_points(group=ENTRY_POINT)})


def games() -> tuple[str, ...]:
    """List the names of all games that can be played: ours, and those from outside that could be loaded.

    >>> "crab-stack" in games()
    True
    """
    return tuple(name for name in catalogue() if name in OURS or isinstance(_from_outside()[name], Game))


def load_errors() -> Mapping[str, str]:
    """Load every game, and say of each that cannot be loaded why, in one line, by its name; nothing if all can be."""
    found: dict[str, str] = {}
    for name in catalogue():
        try:
            game(name)
        except ParseError as error:
            found[name] = str(error)
    for name, package in _registered():
        holder = catalogue()[name]
        if holder != package:
            found[f"{name} of {package}"] = f"{package} is registered as {name!r}, which is the name of {holder}"
    return found


@functools.cache
def game(name: str) -> Game:
    """Return a game by its name.

    >>> game("crab-stack").modes
    (('a', 2), ('a', 3), ('a', 4), ('b', 2), ('b', 3), ('b', 4))
    >>> game("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    decapod.errors.ParseError: there is no game 'chess'; there is crabs, crab-stack, ...
    """
    if name in OURS:
        return Game(OURS[name])
    if name not in catalogue():
        raise ParseError(f"there is no game {name!r}; there is {', '.join(games())}")
    found = _from_outside()[name]
    if isinstance(found, ParseError):
        raise ParseError(found.reason)
    return found


@functools.cache
def _from_outside() -> Mapping[str, Game | ParseError]:
    """Load all games from outside, by name, whatever may be wrong with them; an error says in one line what is.

    They come after ours, and in order: where two games have tables of one layout, the first keeps it.
    """
    from decapod.engine import jit_cache

    for name in OURS:
        with contextlib.suppress(ParseError):
            game(name)
    found: dict[str, Game | ParseError] = {}
    for name, package in catalogue().items():
        if name not in OURS:
            try:
                found[name] = Game(package, name)
                jit_cache.fingerprint_of(package)  # kept from now on: its sources are still what was just imported
            except ParseError as error:
                found[name] = error
            except Exception as error:  # it is not our code: it may raise anything
                found[name] = ParseError(f"{package} is no game: {_described(error)}")
    return found


def fingerprint(record: bytes) -> str:
    """Return the fingerprint of a box, from the bytes of its record."""
    return hashlib.sha256(record).hexdigest()[:16]


class Box:
    """What is printed: the record the rules read, and the file it came from."""

    def __init__(self, record: Any, printed: Mapping[str, Any], name: str, package: str, text: str = "") -> None:
        """Take the record, the parsed file, a name for it, the package of its game, and the text of the file.

        Use `game.box`, `game.load_box(...)` or `game.parse_box(...)` rather than this.
        """
        self.package = package
        self.record = record
        self.printed = printed
        self.name = name
        self.text = text

    @functools.cached_property
    def hash(self) -> str:
        """A fingerprint of every number in the box."""
        return fingerprint(self.record.tobytes())

    def __eq__(self, other: object) -> bool:
        """Two boxes are equal when every number in them is, for the same game."""
        return isinstance(other, Box) and (self.package, self.hash) == (other.package, other.hash)

    def __hash__(self) -> int:
        """Hash what equal boxes have in common."""
        return hash((self.package, self.hash))

    def __repr__(self) -> str:
        """Say whose box it is, and tell it apart from others."""
        return f"<Box {self.name} of {self.package} {self.hash}>"

    def __getstate__(self) -> dict[str, Any]:
        """Pickle its numbers and its text; what is made from them is made again."""
        kept = {name: getattr(self, name) for name in ("package", "printed", "name", "text")}
        return {**kept, "image": self.record.tobytes()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Fill it again."""
        import numpy as np

        rules: Rules = _imported(state["package"])
        record = np.frombuffer(state["image"], rules.Box).copy()[0]
        self.__init__(record, state["printed"], state["name"], state["package"], state["text"])

    def __deepcopy__(self, memo: dict[int, Any]) -> Box:
        """Copy the numbers, too."""
        return copy.copy(self)

    @functools.cached_property
    def plain(self) -> Any:
        """The record as plain Python numbers, which interpreted rules read faster."""
        from decapod.engine.pystate import py_state

        return py_state(self.record)

    @functools.cached_property
    def array(self) -> Any:
        """The record as an array of one, for compiled code."""
        import numpy as np

        return np.asarray(self.record).reshape(1)

    @functools.cached_property
    def sprites(self) -> Mapping[str, Face]:
        """All pictures of the pieces in this box, drawn once."""
        view: View = _imported(self.package)
        return view.sprites(self.record)


class Game:
    """A game: what it is called, how it can be played, and everything it is made of."""

    def __init__(self, package: str, registered: str = "") -> None:
        """Import a package, or a module, that has the names of `engine/protocols.py`; its other files lie beside it.

        One that is `registered` under a name, from outside, is looked at more closely before the engine knows it.
        Use `decapod.game(name)` rather than this.
        """
        from decapod.engine import dispatch, dtypes, protocols

        self.package = package
        module = _imported(package)
        gaps = protocols.find_gaps(module)
        if gaps:
            more = f" and {len(gaps) - MOST_GAPS} more" if len(gaps) > MOST_GAPS else ""
            raise ParseError(f"{package} is no game: it lacks {', '.join(gaps[:MOST_GAPS])}{more}")
        if protocols.seats(module) > dtypes.MOST_PLAYERS:
            most = f"{protocols.seats(module)} players, and a table has room for {dtypes.MOST_PLAYERS}"
            raise ParseError(f"{package} is no game: it is for {most}")
        self.module: GameModule = module
        self.rules: Rules = module
        self.view: View = module
        self.folder: Path = Path(module.__file__).parent
        self.word_file: Path = self.folder / "words.toml"
        self.name: str = self.rules.NAME
        self.version: int = self.rules.RULES_VERSION
        if registered:
            self._check(registered)
        try:
            dispatch.register_rules(self.rules)
        except ValueError as error:
            raise ParseError(str(error)) from None

    def __repr__(self) -> str:
        """Show how to get it."""
        return f"decapod.game({self.name!r})"

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Pickle it by name, or by its package if it is not in the catalogue."""
        listed = catalogue().get(self.name) == self.package
        return (game, (self.name,)) if listed else (Game, (self.package,))

    def __copy__(self) -> Game:
        """Return it: a game never changes."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """Return it: a game never changes."""
        return self

    @property
    def title(self) -> str:
        """The game's title, as printed on its box."""
        return self.translator()("title")

    @property
    def variants(self) -> tuple[str, ...]:
        """The ways to play it; the first is the usual one."""
        return tuple(self.rules.VARIANTS)

    @property
    def modes(self) -> tuple[tuple[str, int], ...]:
        """Every (variant, number of players) it can be played with."""
        return tuple((variant, n) for variant, counts in self.rules.VARIANTS.items() for n in counts)

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be agreed on before a match: name, default and allowed values of each."""
        return self.rules.OPTIONS

    def translator(self, language: str = "en", names: Sequence[str] = ()) -> Translator:
        """Return the words of the game in a language."""
        return _words(self.word_file, language, tuple(names))

    def languages(self) -> tuple[str, ...]:
        """List the languages it speaks."""
        from decapod.i18n.translator import languages

        return languages(self.word_file)

    def _check(self, registered: str) -> None:
        """Check that a game has the name it is registered as, and files that can be read; `ParseError` says if not."""
        if self.name != registered:
            raise ParseError(f"{self.package} is registered as {registered!r}, but its NAME is {self.name!r}")
        for file in ("box.toml", "words.toml", "rules.md"):
            if not (self.folder / file).is_file():
                raise ParseError(f"{self.package} is no game: it lacks {file}")
        try:
            words = self.translator()
        except ValueError as error:  # TOML's own, wrong UTF-8
            raise ParseError(f"{self.word_file} is not valid TOML: {error}") from None
        for key in ("title", "blurb"):
            if key not in words:
                raise ParseError(f"{self.word_file} has no words for {key!r}")
        if not self.rulebook:
            raise ParseError(f"{self.folder / 'rules.md'} has no rules: no paragraph begins with an id, like **TTT-1**")
        assert self.box.record is not None

    @functools.cached_property
    def box(self) -> Box:
        """The box as printed."""
        path = self.folder / "box.toml"
        return self._fill_box(_read_text(path), str(path), "printed", None)

    def load_box(self, path: Path | str, name: str | None = None) -> Box:
        """Read a box from a file; `ParseError` says in one line what is wrong with it.

        >>> game("crab-stack").load_box("my.toml")
        Traceback (most recent call last):
        decapod.errors.ParseError: cannot read the box my.toml: No such file or directory
        """
        return self.parse_box(_read_text(Path(path)), str(path), Path(path).stem if name is None else name)

    def parse_box(self, text: str, where: str, name: str = "", *, any_keys: bool = False) -> Box:
        """Read a box from its text; `ParseError` says in one line what is wrong with "the box {where}".

        A key that no rule reads is wrong, unless `any_keys`: for what was stored before we looked at them.
        What strangers send may take very long to read: see `server/sandbox.py`.
        """
        check_type(text, str, "text")
        check_type(where, str, "where")
        check_type(name, str, "name")
        return self._fill_box(text, where, name, self.box.printed, any_keys=any_keys)

    def _fill_box(
        self, text: str, where: str, name: str, printed: Mapping[str, Any] | None, *, any_keys: bool = False
    ) -> Box:
        """Read a box; `printed` is what the game's own says, None for that itself."""
        from decapod.engine import dtypes

        parsed = box_file.parse(text, where)
        if parsed.get("game", self.name) != self.name:
            raise ParseError(f"the box {where} is for {str(parsed['game'])[:40]!r}, not for {self.name}")
        record = dtypes.zeros(self.rules.Box)
        try:
            box_file.fill_checked(self.rules.read_box, record, parsed, printed, any_keys=any_keys)
        except box_file.BoxError as error:
            line = box_file.find_line(text, error.path)
            raise ParseError(f"the box {where} is wrong{f' in line {line}' if line else ''}: {error}") from None
        return Box(record, parsed, " ".join(name.split()), self.package, text)

    def rules_text(self, language: str = "en", box: Box | Path | str | None = None) -> str:
        """Return the rules as Markdown, in a language if there is a rules file for it, else in English.

        Its numbers and charts are those of a box, the printed one unless another is given; `rulebook.py` says how.
        """
        check_type(language, str, "language")
        path = self.folder / f"rules.{language}.md" if language in self.languages() else self.folder / "rules.md"
        text = (path if path.exists() else self.folder / "rules.md").read_text(encoding="utf-8")
        return fill_gaps(text, self.box_values(language, box), language)

    def box_values(self, language: str = "en", box: Box | Path | str | None = None) -> dict[str, object]:
        """Return what fills the gaps of the rules: numbers of a box, usual options, and the game's
        `rulebook_tables`.
        """
        check_type(language, str, "language")
        record = self.resolve_box(box).record
        values: dict[str, object] = {f"option.{option.name}": option.default for option in self.options}
        values |= {str(name): int(record[name]) for name in record.dtype.names if not record[name].shape}
        charts = getattr(self.view, "rulebook_tables", None)
        return values if charts is None else values | charts(record, self.translator(language))

    def rules_by_id(self, language: str, box: Box | Path | str | None = None) -> dict[str, str]:
        """Return every rule in a language, or in English, by its id, in order, as plain text."""
        rules = find_rules(self.rules_text(language, box))
        return {rule: drop_emphasis(text) for rule, text in rules.items()}

    def unofficial_rules(self, language: str) -> dict[str, list[str]]:
        """Return how the rules that are not wholly the rulebook's are marked in a language, by id, in order.

        A mark is *(ours: a reason)* or *(published: where)* after what it is about, in that language's words.
        """
        words = self.translator(language)
        kinds = {words(f"mark.{kind}"): kind for kind in ("ours", "published")}
        found: dict[str, list[str]] = {}
        for mark in find_marks(self.rules_text(language)):
            if mark.word in kinds:
                found.setdefault(mark.rule, []).append(kinds[mark.word])
        return found

    @functools.cached_property
    def rulebook(self) -> dict[str, str]:
        """Every rule of rules.md by its id, in order."""
        return self.rules_by_id("en")

    @property
    def sprites(self) -> Mapping[str, Face]:
        """All pictures of the printed box's pieces."""
        return self.box.sprites

    def resolve_mode(self, players: int | None = None, variant: str | None = None) -> tuple[str, int]:
        """Complete a mode from what was asked for, or say what can be played."""
        table = self.rules.VARIANTS
        if players is not None:
            players = as_int(players, "players")
        if variant is not None:
            check_type(variant, str, "variant")
            if variant not in table:
                raise ParseError(f"{self.name} has no variant {variant!r:.80}; it has {', '.join(table)}")
        for name, counts in table.items():
            if variant in (None, name) and (players is None or players in counts):
                return name, players if players is not None else counts[0]
        if variant is None:
            counts = sorted({n for group in table.values() for n in group})
            where = self.name
        else:
            counts = sorted(table[variant])
            where = f"{self.name} ({variant})"
        raise ParseError(f"{where} is for {_join_numbers(counts)} players, not {players}")

    def box_differences(self, box: Box) -> list[str]:
        """Return the numbers of a box that differ from the printed ones: `deal.catch: 2 → 4`."""
        check_type(box, Box, "box")
        if box.package != self.package:
            raise ParseError(f"{box!r} is no box of {self.name}")
        return list(box_file.list_differences(self.box.printed, box.printed))

    def player_results(self, ending: str, winners: Sequence[int], players: int) -> list[PlayerResult]:
        """Return for each player whether a match is a "win", a "draw" (or a shared first place) or a "loss".

        `ending` is a code, `winners` are the players in first place. In a game for one they are the player even when
        that player has lost: `LOST_ENDINGS` of the game says so.

        >>> import decapod
        >>> decapod.game("crab-stack").player_results("repetition", [0, 2], 3)
        ['draw', 'loss', 'draw']
        >>> decapod.game("yadokarick").player_results("short", [0], 1)
        ['loss']
        """
        check_type(ending, str, "ending")
        check_type(winners, Sequence, "winners")
        winners = [as_int(winner, "winner") for winner in winners]
        players = as_int(players, "players")
        if not 1 <= players <= max(players for _, players in self.modes):
            raise ParseError(f"{self.name} is not for {players} players")
        if ending in getattr(self.rules, "LOST_ENDINGS", ()):
            return [LOSS] * players
        first: PlayerResult = DRAW if len(winners) > 1 else WIN
        return [first if player in winners else LOSS for player in range(players)]

    def parse_options(self, players: int, options: Mapping[str, Any]) -> tuple[int, ...]:
        """Turn options by name into the numbers the rules see, or say what is allowed."""
        players = as_int(players, "players")
        check_type(options, Mapping, "options")
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise ParseError(f"{self.name} has no option {name!r:.40}; it has {', '.join(known) or 'none'}")
        try:
            return tuple(o.number(options.get(o.name, o.default), players) for o in self.options)
        except ValueError as error:
            raise ParseError(str(error)) from None

    def match(
        self,
        players: int | None = None,
        *,
        variant: str | None = None,
        seed: int | SeedCommitment | None = None,
        box: Box | Path | str | None = None,
        **options: Any,
    ) -> Match:
        """Begin a match. The same seed (up to 128 bits) deals the same game everywhere; so does the same
        `SeedCommitment`.

        >>> match = game("crab-stack").match(players=2, seed=7)
        >>> match.to_act
        (0,)
        """
        from decapod.core.match import Match

        variant, players = self.resolve_mode(players, variant)
        numbers = self.parse_options(players, options)
        return Match(self, self.resolve_box(box), variant, players, numbers, _commitment_of(seed, players))

    def simulate(
        self,
        games: int | None = None,
        *,
        seconds: float | None = None,
        players: int | None = None,
        variant: str | None = None,
        box: Box | Path | str | None = None,
        device: str = "cpu",
        threads: int | None = None,
        seed: int = 0,
        progress: Callable[[int], object] | None = None,
        **options: Any,
    ) -> Simulation:
        """Play many games by chance: so many, or all that are begun within `seconds`; those begun are finished.

        `device` is "cpu" (compiled, on all cores or so many `threads`), "cuda" (a GPU) or "python" (interpreted, one
        core); the results are the same. Where compiling is switched off "cpu" is interpreted too, and the `Simulation`
        says so. `progress` is called now and then, in the calling thread, with how many games are over; whatever it
        raises, as Ctrl-C, ends the run.

        Game `i` of a simulation with a seed of up to 64 bits is dealt as `match(seed=seed + (i << 64))` deals it.

        >>> run = game("crab-stack").simulate(20, players=2, seed=1, device="python")
        >>> run.games, int(run.results.places[:, 0].min())
        (20, 1)
        """
        from decapod.engine import rollout

        variant, players = self.resolve_mode(players, variant)
        return rollout.run(
            self.rules, self.resolve_box(box).record, players=players, variant=self.variants.index(variant),
            options=self.parse_options(players, options), seed=seed, games=games, seconds=seconds, device=device,
            threads=threads, progress=progress,
        )  # fmt: skip

    def position(
        self, text: str, *, seed: int | SeedCommitment | None = None, box: Box | Path | str | None = None
    ) -> Match:
        """Begin a match from a position: a line that `match.position` wrote, and that somebody may have edited.

        It is checked by the game's invariants, and every move that is legal in it is tried: `ParseError` says in one
        line what is wrong. The dice are not part of a position: `seed` says what will be rolled.

        >>> corner = "a 2 | turn=0 c2=0l c3=1s c4=1s"
        >>> match = game("crab-stack").position(corner)
        >>> [str(move) for move in match.legal_moves(0)]
        ['c2-c3']
        >>> game("crab-stack").position(corner + " c5=1l1s")
        Traceback (most recent call last):
        decapod.errors.ParseError: this is no position of crab-stack: c5 has a crab on a bigger one
        """
        from decapod.core.match import Match

        check_type(text, str, "text")
        head, sign, _ = text.partition("|")
        words = head.split()
        if not sign or len(words) != 2 or not re.fullmatch("[0-9]{1,2}", words[1]):  # variant, players
            usual, players = self.modes[0]
            raise ParseError(f"a position of {self.name} begins with how it is played, like '{usual} {players} | '")
        variant, players = self.resolve_mode(int(words[1]), words[0])
        try:
            return Match(self, self.resolve_box(box), variant, players, (), _commitment_of(seed, players), text)
        except ParseError as error:
            raise ParseError(f"this is no position of {self.name}: {error.reason.words}") from None

    def resolve_box(self, box: Box | Path | str | None) -> Box:
        """Return the box that was asked for, or the printed one."""
        if box is None:
            return self.box
        if isinstance(box, Box):
            if box.package != self.package or box.record.dtype != self.rules.Box:
                raise ParseError(f"this box is for {_imported(box.package).NAME}, and not for {self.name}")
            return box
        check_type(box, (Box, str, Path), "box")
        return self.load_box(box)


def _commitment_of(seed: int | SeedCommitment | None, players: int) -> SeedCommitment:
    """Return what the dice are loaded with."""
    if isinstance(seed, SeedCommitment):
        if len(seed.client_seeds) not in (0, players):
            raise ParseError(f"a deal for {players} players has {players} salts, not {len(seed.client_seeds)}")
        return seed
    number = secrets.randbits(SEED_BITS) if seed is None else as_int(seed, "seed")
    if not 0 <= number < 1 << SEED_BITS:
        raise ParseError(f"a seed is a whole number from 0 up to 128 bits, not {number!r:.80}")
    return SeedCommitment(number)


def game_of_box(path: Path | str) -> Game:
    """Return the game that a box file says it is for; `ParseError` if it does not say, or there is no such game."""
    name = box_file.game_named_in(_read_text(Path(path)), str(path))
    if not name:
        raise ParseError(f'the box {path} does not say which game it is for: write game = "NAME" at its beginning')
    return game(name)


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise ParseError(f"cannot read the box {path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise ParseError(f"the box {path} is not valid TOML: {error}") from None


def _imported(package: str) -> Any:
    try:
        return import_module(package)
    except Exception as error:  # of a game from outside: its author may make any mistake
        raise ParseError(f"cannot import the game {package}: {_described(error)}") from None


def _described(error: Exception) -> str:
    """Say in one line what went wrong in code that is not ours."""
    words = " ".join(str(error).split())
    return words if isinstance(error, ImportError) else f"{type(error).__name__}: {words}"


def _join_numbers(numbers: Sequence[int]) -> str:
    words = [str(n) for n in numbers]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


@functools.lru_cache(maxsize=1024)
def _words(path: Path, language: str, names: tuple[str, ...]) -> Translator:
    from decapod.i18n.translator import Translator

    return Translator(path, language, names)
