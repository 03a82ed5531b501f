"""The archive: any match by its id, live or finished, and the finished ones asked for lately kept in memory."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from decapod.server.store.matches import MatchRow, read_match
from decapod.server.words import names_in

if TYPE_CHECKING:
    from decapod.scene import Translator
    from decapod.server.live.match_log import MatchLog
    from decapod.server.live.reviews import MatchReview
    from decapod.server.live.room import Table
    from decapod.server.live.rooms import Tables

MOST_KEPT = 64  # finished matches in memory
MOST_MOVES = 50_000  # of all of them: some tens of megabytes


@dataclass
class ArchivedMatch:
    """A match, the room it belongs to, and how it is stored."""

    room: Table
    row: MatchRow
    log: MatchLog
    is_verified: bool = False  # it was dealt again, and every move checked
    review: MatchReview | None = None  # what a search makes of its moves, once somebody asked
    _record: str = ""
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def words(self, language: str) -> Translator:
        """Return the words of the game in a language, with the names of those who played."""
        if not self.log.over:
            return self.room.words(language)
        return self.room.game.translator(language, names_in(language, self.row.names))

    async def write_record(self) -> str:
        """Write the record of a match that is over: once, and so that a long one does not hold others up."""
        async with self._writing:
            if not self._record:
                match, texts = self.log.match, list[str]()
                await self.room.services.turns.run(map(texts.append, match.notation()), self.room.row.host)
                self._record = match.record(texts).write()
        return self._record


class Archive:
    """Finds matches by id."""

    def __init__(self, rooms: Tables) -> None:
        """Find live matches among `rooms`, and load the others as they do."""
        self._rooms = rooms
        self._finished: dict[str, ArchivedMatch] = {}  # the one asked for last at the end

    async def find(self, match_id: str) -> ArchivedMatch | None:
        """Return a match; None if there is none. A live one is as it is now, also where other processes change it.

        One that is kept as a record is refused (`quarantine.TROUBLES`): only `find_row` has it.
        """
        if match_id in self._finished:
            self._finished[match_id] = self._finished.pop(match_id)  # asked for last
            return self._finished[match_id]
        room, row = await self.find_row(match_id) or (None, None)
        if row is None or room is None:
            return None
        store = self._rooms.loader.services.store
        if room.log is not None and room.log.id == match_id:
            if not room.log.over and not store.is_sqlite:
                await room.catch_up()
            match = ArchivedMatch(room, row, room.log)
        else:
            match = ArchivedMatch(room, row, await self._rooms.loader.load_log(room, row))
        if match.log.over:
            self._finished[match_id] = match
            while len(self._finished) > MOST_KEPT or self._moves_kept() > MOST_MOVES:
                self._finished.pop(next(iter(self._finished)))
        return match

    async def find_row(self, match_id: str) -> tuple[Table, MatchRow] | None:
        """Return a match as it is stored, and its room; None if there is none."""
        row = await read_match(self._rooms.loader.services.store, match_id)
        room = await self._rooms.find(row.room) if row is not None else None
        return (room, row) if room is not None and row is not None else None

    def _moves_kept(self) -> int:
        return sum(match.log.ply for match in self._finished.values())
