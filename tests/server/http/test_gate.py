"""The gate: how many connections may be open, and how many may open a second from one address."""

from __future__ import annotations

import asyncio
from pathlib import Path

from decapod.server.http.gate import Gate
from decapod.server.open_files import SPARE
from decapod.server.settings import Settings


class Line(asyncio.Transport):
    """A connection to nobody."""

    aborted = False

    def abort(self) -> None:
        """Note that it was cut off."""
        self.aborted = True


def test_the_gate_counts_all_and_leaves_proxies_to_count_for_themselves(tmp_path: Path) -> None:
    gate = Gate(Settings(data=str(tmp_path), sockets=10, connects=0.1, proxies=["10.0.0.1"]))
    assert [gate.admit(Line(), "10.0.0.2", 0) for _ in range(4)] == [True, True, False, False]
    assert all(gate.admit(Line(), "10.0.0.1", 0) for _ in range(100))
    assert [gate.admit(Line(), f"2001:db8::{i}", 0) for i in range(4)] == [True, True, False, False]  # one network


def test_where_there_are_too_many_the_oldest_that_said_nothing_makes_room(tmp_path: Path) -> None:
    gate = Gate(Settings(data=str(tmp_path), sockets=10, connects=0))
    first, second, third = Line(), Line(), Line()
    assert gate.admit(first, "10.0.0.1", 0)
    assert gate.admit(second, "10.0.0.2", 1)
    gate.note_request(first)
    assert gate.admit(third, "10.0.0.3", 10 + SPARE)
    assert (first.aborted, second.aborted) == (False, True)
    gate.note_request(third)
    assert not gate.admit(Line(), "10.0.0.4", 10 + SPARE)  # all have said something
