"""Loading: matches read from their records, every move of them checked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from decapod.core.game import Box, Game, game
from decapod.core.match import translator_of
from decapod.core.record import read_record
from decapod.errors import DecapodError, ParseError, Reason, RulesVersionError, as_int, check_type

if TYPE_CHECKING:
    from decapod.core.match import Match
    from decapod.core.record import Record
    from decapod.scene import Translator

__all__ = ["check_version", "load", "loads"]


def load(path: Path | str, box: Box | Path | str | None = None, language: str = "en") -> Match:
    """Read a match from a file and check every move of it; see `loads`."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ParseError(f"cannot read {path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ParseError(f"{path} is not a text file") from None
    try:
        return loads(text, box, language)
    except ParseError as error:
        raise ParseError(f"{path}: {error.reason.words}") from None


def loads(text: str, box: Box | Path | str | None = None, language: str = "en") -> Match:
    """Read a match from its text and check every move of it.

    One played by older rules of its game is a match like any other if all its moves are still legal and it ends as it
    says; if not, `RulesVersionError` tells why, in a language, and has the text: the record is whole, to be shown as it
    is.

    >>> loads("1. e4 e5")
    Traceback (most recent call last):
    decapod.errors.ParseError: this is no Decapod match: it should begin with 'decapod match 1'
    """
    check_type(text, str, "text")
    record = read_record(text)
    played = game(record.game)
    if record.version > played.version:
        newer = f"the match was played with version {record.version} of {played.name}"
        raise ParseError(f"{newer}; this is version {played.version}: a newer Decapod reads it")
    words, box = played.translator(language), _box_of(record, played, box)
    try:
        return _replay(record, played, box, words)
    except ParseError as error:
        if record.version == played.version:
            raise
        raise _outdated(played, record.version, words, error.reason.words, text) from None


def _box_of(record: Record, played: Game, box: Box | Path | str | None) -> Box:
    """Find the box of a record: the one given, else its own, else the printed one; `ParseError` if it is another.

    The fingerprint is of the numbers as one version of the game lays them out: those of two versions are not compared.
    """
    if box is None and record.box_text:
        box = played.parse_box(record.box_text, "of this match", record.box, any_keys=True)
    if box is None:
        box = played.box
        same = record.box == box.name if record.version < played.version else record.box_hash == box.hash
    else:
        box = box if isinstance(box, Box) else played.load_box(box)
        same = record.version < played.version or record.box_hash == box.hash
    if not same:
        raise ParseError(f"the match was played with another box ({record.box} {record.box_hash}): give it with box=")
    return box


def _replay(record: Record, played: Game, box: Box, words: Translator) -> Match:
    """Deal a record again and make all its moves; `ParseError` where it is not what the rules say."""
    if record.start:
        match = played.position(record.start, seed=record.deal, box=box)
    else:
        played.parse_options(record.players, record.options)  # refuses an option of no such name
        match = played.match(record.players, variant=record.variant, seed=record.deal, box=box, **record.options)
    for number, (player, move, at) in enumerate(record.moves, 1):
        try:
            match.play(player, move, at, words=words)
        except DecapodError as error:
            raise ParseError(words("record.move", number=number, move=move, reason=str(error))) from None
    if record.outcome and record.outcome != match.record().outcome:
        raise ParseError(words("record.outcome"))
    return match


def check_version(game: Game, version: int, words: Translator | None = None) -> None:
    """Check that a match was played by this very version of a game's rules; `RulesVersionError` if not.

    It is for matches stored as numbers of moves, which may mean other moves by now: never make them unchecked by other
    rules. A text says its moves in notation, so `loads` can find out whether the match is still what it was.
    """
    check_type(game, Game, "game")
    version, words = as_int(version, "version"), translator_of(game, words)
    if version != game.version:
        raise _outdated(game, version, words)


def _outdated(game: Game, version: int, words: Translator, change: str = "", text: str = "") -> RulesVersionError:
    gaps = {"game": words("title"), "version": version, "current": game.version, "change": change}
    key = "rules.outdated" if change else "rules.other"
    return RulesVersionError(Reason("rules.outdated", "", gaps, words(key, **gaps)), text)
