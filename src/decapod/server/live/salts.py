"""Salts: just before a match is dealt, every page that sealed one is asked to open it.

Nobody can hold the start up: a salt that does not come in time, or does not fit its seal, counts as none, and the
record says so. A page opens its salt once it has been told all the seals, and for that list only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from decapod.core.fairness import SeedCommitment, seed_hash_of
from decapod.server import wire

if TYPE_CHECKING:
    from decapod.server.live.room import Table

OPEN_WITHIN = 2.0  # seconds


class SeedReveal:
    """The salts of one match, as they are opened for one list of seals."""

    def __init__(self, number: int, seals: Sequence[str]) -> None:
        """Begin with no salt, for match `number` of a room; `seals` are those of its seats."""
        self.number = number
        self.seals = tuple(seals)
        self.salts = [""] * len(seals)
        self._changed = asyncio.Event()

    def take(self, seats: Iterable[int], salt: str) -> None:
        """Take the salt of somebody who holds `seats`, for those whose seal it fits."""
        for seat in seats:
            if salt and self.seals[seat] == seed_hash_of(salt):
                self.salts[seat] = salt
        self._changed.set()

    async def wait_for(self, seats: Iterable[int]) -> None:
        """Wait until some seats have opened their salts, or until the time is up."""
        awaited = list(seats)
        try:
            async with asyncio.timeout(OPEN_WITHIN):
                while not all(self.salts[seat] for seat in awaited):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return


async def open_salts(room: Table, number: int, person: str = "", salt: str = "") -> SeedCommitment:
    """Ask everybody in a room to open their salts; return what match `number` of it is dealt from.

    `salt` is that of the `person` who starts it, if they sent it along. Nobody waits for those who are not here.
    """
    secret = room.row.secret
    if room.opening is None or room.opening.number != number:
        room.opening = SeedReveal(number, [holder.seal for holder in room.seats])
    opening = room.opening
    opening.take(room.seats_of(person), salt)
    question = wire.OpenSalt(number=number, seal=seed_hash_of(secret), seals=list(opening.seals))
    sealed = [seat for seat, seal in enumerate(opening.seals) if seal and not opening.salts[seat]]
    if sealed:
        room.ask_for_salts(question)
        room.services.channel.announce_opening(room.id, wire.encode(question))
    try:
        await opening.wait_for(seat for seat in sealed if room.presence.is_here(room.seats[seat].person or ""))
    finally:
        room.opening = None
    return SeedCommitment(int(secret, 16), seed_hash_of(secret), room.id, number, opening.seals, tuple(opening.salts))
