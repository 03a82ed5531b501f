"""Quarantine: a stored match that cannot be played again is kept as it is, shown as a record, and harms no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decapod.core.fairness import SeedCommitment
from decapod.core.record import Record
from decapod.errors import DecapodError, RulesVersionError
from decapod.server.store.entries import MOVE, UNDO
from decapod.server.words import reason

if TYPE_CHECKING:
    from collections.abc import Iterable

    from decapod.core.game import Game
    from decapod.server.store.entries import MatchEvent
    from decapod.server.store.matches import MatchRow
    from decapod.server.store.rooms import TableRow


class DamagedMatchError(DecapodError):
    """A stored match that cannot be dealt, or one of whose entries cannot be applied."""

    def __init__(self) -> None:
        """Say so."""
        super().__init__(reason("match.damaged"))


#: Why a stored match is kept as a record.
TROUBLES = (RulesVersionError, DamagedMatchError)


def explain_trouble(trouble: DecapodError, game: Game, language: str) -> str:
    """Say in a language why a stored match of a game is kept as a record."""
    if isinstance(trouble, RulesVersionError):
        words = game.translator(language)
        return words("rules.other", **{**trouble.reason.parameters, "game": words("title")})
    return reason("match.damaged", language).words


def write_kept_record(room: TableRow, row: MatchRow, entries: Iterable[MatchEvent], box_text: str = "") -> str:
    """Write the record of a match that is kept, with the numbers of its moves: their notation is not known any more."""
    made: list[MatchEvent] = []
    for entry in entries:
        if entry.kind == MOVE:
            made.append(entry)
        elif entry.kind == UNDO:
            made = _take_back(made, entry)
    result = row.result or {}
    outcome = {
        "ending": str(result.get("code", "")),
        "places": " ".join(map(str, result.get("places", ()))),
        "points": " ".join(map(str, result.get("points", ()))),
    }
    moves = [(entry.seat, f"#{entry.move}", entry.at) for entry in made]
    return Record(
        room.game, row.rules, "club" if room.box else "printed", room.box or "-", room.variant, room.players,
        row.options, SeedCommitment.from_parts(row.secret, row.deal), outcome, moves, box_text,
    ).write()  # fmt: skip


def _take_back(made: list[MatchEvent], undo: MatchEvent) -> list[MatchEvent]:
    """Leave out what an undo took back: with consent all from the seat's last move on, else that move alone."""
    last = next((i for i in reversed(range(len(made))) if made[i].seat == undo.seat), len(made))
    return made[:last] if undo.move else made[:last] + made[last + 1 :]
