"""Boxes of people's own: read in child processes, and those used lately kept in memory, up to so many bytes."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import numpy as np

from decapod.core.game import Box
from decapod.errors import DecapodError, ParseError
from decapod.server import metrics
from decapod.server.store.boxes import read_box

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decapod.core.game import Game
    from decapod.server.live.readers import Sandbox
    from decapod.server.store import Store

MOST_DIFFERENT = 256  # boxes of which the differences are kept


class Boxes:
    """Finds boxes by fingerprint, and opens new ones from their texts."""

    def __init__(self, store: Store, readers: Sandbox, most_bytes: int, house: Mapping[str, Box]) -> None:
        """Read texts from `store`, have them opened by `readers`, and keep at most about `most_bytes` of boxes.

        `house` has, by game, those that the server was started with: tables use them unless they bring their own.
        """
        self.house = house
        self._store = store
        self._readers = readers
        self._most_bytes = most_bytes
        self._kept: dict[tuple[str, str], Box] = {}  # by game and fingerprint; the one used last at the end
        self._differences: dict[tuple[str, str], tuple[str, ...]] = {}  # from the printed box; the same keys

    async def open(self, game: Game, text: str, asker: str = "") -> Box:
        """Open a box that somebody sent, from an address; `ParseError` says in one line what is wrong with it."""
        return self._keep(await self._read(game, text, asker), game.name)

    async def _read(self, game: Game, text: str, asker: str = "", *, stored: bool = False) -> Box:
        """Have a box read in a child process, and note what it says otherwise than the printed one."""
        record, differences = await self._readers.read_box(game.name, text, asker, stored=stored)
        box = _fill(game, record, text)
        while len(self._differences) >= MOST_DIFFERENT:
            self._differences.pop(next(iter(self._differences)))
        self._differences[game.name, box.hash] = differences
        return box

    async def differences(self, game: Game, box: Box, asker: str = "") -> tuple[str, ...]:
        """Return what a box says otherwise than the printed one, like `deal.catch: 2 → 4`.

        The text of a stored box is read again in a child process, if that has not been done since the start. Empty if
        it cannot be read in time.
        """
        if box.hash == game.box.hash:
            return ()
        if box.printed:
            return tuple(game.box_differences(box))
        if (game.name, box.hash) not in self._differences:
            with contextlib.suppress(DecapodError):
                await self._read(game, box.text, asker, stored=True)
        return self._differences.get((game.name, box.hash), ())

    def usual(self, game: Game) -> Box:
        """Return the box of new tables of a game that bring none."""
        return self.house.get(game.name, game.box)

    async def find(self, game: Game, fingerprint: str) -> Box:
        """Return the printed box, that of the server, or one that is stored; refuses any other."""
        box = self._kept.get((game.name, fingerprint))
        if box is not None:
            return self._keep(box, game.name)
        for box in (game.box, self.usual(game)):
            if box.hash == fingerprint:
                return box
        row = await read_box(self._store, game.name, fingerprint)
        if row is None:
            raise ParseError(f"there is no box {fingerprint} of {game.name}")
        if row.record is not None and len(row.record) == game.rules.Box.itemsize:
            box = _fill(game, row.record, row.text)
            if box.hash == fingerprint:
                return self._keep(box, game.name)
        # As version 0.1.0 stored it, or of another layout.
        return self._keep(await self._read(game, row.text, stored=True), game.name)

    def _keep(self, box: Box, game: str) -> Box:
        """Note that a box is used, and forget those used least lately where there are too many bytes of them.

        Rooms hold the boxes they play with, so one that is forgotten here leaves memory with the last of its rooms.
        """
        key = (game, box.hash)
        box = self._kept.pop(key, box)
        self._kept[key] = box
        sizes = {key: size_of(box) for key, box in self._kept.items()}
        total = sum(sizes.values())
        for key in list(self._kept)[:-1]:
            if total <= self._most_bytes:
                break
            total -= sizes[key]
            del self._kept[key]
        metrics.BOXES.set(len(self._kept))
        metrics.BOX_BYTES.set(total)
        return box


def _fill(game: Game, record: bytes, text: str) -> Box:
    """Make a box from the bytes of its record; its text goes into the records of its matches."""
    return Box(np.frombuffer(bytearray(record), game.rules.Box)[0], {}, "club", game.package, text)


def size_of(box: Box) -> int:
    """Tell about how many bytes a box takes: its record, its text, and its pictures once they are drawn."""
    faces = vars(box).get("faces", {})
    return box.record.nbytes + len(box.text) + sum(len(face.markup) for face in faces.values())
