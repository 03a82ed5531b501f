"""The loader: rooms, boxes and matches made from what is stored."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from decapod.core.fairness import SeedCommitment
from decapod.core.game import game as game_named
from decapod.core.replay import check_version
from decapod.server.live.clocks import Clocks
from decapod.server.live.match_log import MatchLog
from decapod.server.live.quarantine import TROUBLES, DamagedMatchError
from decapod.server.live.room import Table
from decapod.server.store import STORAGE_ERRORS
from decapod.server.store.matches import MatchRow, RoomContents, read_contents, read_headlines
from decapod.server.store.pauses import read_pauses

if TYPE_CHECKING:
    from collections.abc import Sequence

    from decapod.core.game import Game
    from decapod.core.match import Match
    from decapod.server.live.services import Dependencies
    from decapod.server.store.entries import MatchEvent
    from decapod.server.store.rooms import TableRow

logger = logging.getLogger("decapod.server")


class RoomLoader:
    """Makes rooms from the store, and brings those in memory up to date with it."""

    def __init__(self, services: Dependencies) -> None:
        """Read from the store of `services`, and hand `services` to every room."""
        self.services = services

    async def load(self, room_id: str) -> Table | None:
        """Make a room with its newest match; None if it is not stored."""
        contents = await read_contents(self.services.store, room_id)
        if contents is None:
            return None
        room = Table(self.services, game_named(contents.row.game), contents.row, contents.seats)
        await self._load_newest_match(room, contents)
        return room

    async def refresh(self, room: Table) -> bool:
        """Take a room's settings, seats and newest match anew from the store; false if it is no longer stored."""
        async with room.lock:
            headlines = await read_headlines(self.services.store, room.id)
            if headlines is None:
                return False
            row, seats, number = headlines
            if replace(row, touched_at=room.row.touched_at) != room.row or seats != room.seats:
                room.take_seats(row, seats)
            room.row.touched_at = row.touched_at
            contents = await read_contents(self.services.store, room.id) if number != room.number else None
            if contents is not None:
                await self._load_newest_match(room, contents)
        return True

    async def _load_newest_match(self, room: Table, contents: RoomContents) -> None:
        """Load the newest match of a room, and the score of those before."""
        rows = contents.matches
        room.score = [0.0] * room.row.players
        for row in rows:
            if row.result is not None:
                room.add_win(row.result["code"], row.result["winners"])
        if not rows:
            return
        newest = rows[-1]
        try:
            log = await self.load_log(room, newest, contents.entries)
        except TROUBLES as trouble:
            room.quarantine(newest.number, newest.id, trouble)
            return
        await self._give_back_pauses(log)  # before any clock can fall
        room.take_log(newest.number, log)
        await room.finish()  # the server may have died before it could write how the match ended

    async def _give_back_pauses(self, log: MatchLog) -> None:
        """Give clocks that run the pauses back since something last happened in their match: nothing did in a pause."""
        if log.clocks is None or not log.clocks.running:
            return
        store = self.services.store
        pauses = await read_pauses(store, log.began_at + log.last_at)
        if not pauses:
            return
        at = max(self.services.clock.now(), pauses[-1].ended_at)  # so that they are given back once
        entry = log.entry_for_pause(sum(pause.duration for pause in pauses), at - log.began_at)
        if entry is not None:
            await store.append(entry)  # or another process does
            for stored in await store.entries_from(log.id, log.n + 1):
                log.apply(stored)

    async def load_log(self, room: Table, row: MatchRow, entries: Sequence[MatchEvent] | None = None) -> MatchLog:
        """Deal a stored match of a room again and apply all its entries; a long one does not hold others up.

        They are read, if they are not at hand. Refuses one that was played by other rules, or is damaged
        (`quarantine.TROUBLES`).
        """
        check_version(room.game, row.rules)
        if entries is None:
            entries = await self.services.store.entries_from(row.id, 1)
        try:
            log = await self.deal(room.game, room.row, row)
            await self.services.turns.run(map(log.apply, entries), room.row.host)
        except STORAGE_ERRORS:
            raise
        except Exception as error:  # whatever is stored, it is this match's trouble alone
            logger.error("a match is damaged", extra={"room": room.id, "match": row.id, "error": str(error)})
            raise DamagedMatchError from error
        return log

    async def deal(self, game: Game, room: TableRow, row: MatchRow) -> MatchLog:
        """Deal a match, and begin its log; refuses what cannot be dealt."""
        box = await self.services.boxes.find(game, room.box) if room.box else None
        deal = SeedCommitment.from_parts(row.secret, row.deal)
        match: Match = game.match(room.players, variant=room.variant, seed=deal, box=box, **row.options)
        clocks = None
        if room.bank:
            clocks = Clocks.for_seats(room.players, room.bank, room.increment, room.time_out)
        return MatchLog(row.id, match, row.began_at, clocks)
