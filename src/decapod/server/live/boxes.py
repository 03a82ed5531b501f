"""Boxes of people's own, opened in a child process that can be stopped: nobody else waits for them."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import sys
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from decapod.errors import Unreadable
from decapod.game import Box
from decapod.server.box_reader import SECONDS

if TYPE_CHECKING:
    from decapod.game import Game

AT_ONCE = 2  # boxes read at the same time; more wait their turn
PATIENCE = 5 * SECONDS  # on a busy machine a child gets only a part of a core


class BoxOpener:
    """Opens boxes from their texts, a few at a time."""

    def __init__(self) -> None:
        """Begin with no child at work."""
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def open(self, game: Game, text: str) -> Box:
        """Open a box; `Unreadable` says in one line what is wrong with it, or that it takes too long to read."""
        async with self._turns:
            answer = await _ask_child(game.name, text.encode())
        if answer is None:
            raise Unreadable("the box you sent takes too long to read: write its keys in plain tables")
        if "error" in answer:
            raise Unreadable(answer["error"])
        record = np.frombuffer(bytearray(base64.b64decode(answer["record"])), game.rules.Box)[0]
        return Box(record, answer["printed"], "club", game.package)


async def _ask_child(game: str, text: bytes) -> dict[str, Any] | None:
    """Let a child read a box; None if it had to be stopped, or stopped itself."""
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-W", "ignore", "-m", "decapod.server.box_reader", game,
        stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    try:
        answer, _ = await asyncio.wait_for(child.communicate(text), PATIENCE)
    except TimeoutError:
        return None
    finally:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()
    return msgspec.json.decode(answer, type=dict[str, Any]) if child.returncode == 0 else None
