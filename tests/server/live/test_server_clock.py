"""The time by which matches are played: nobody sets it, and it stands still while the server does."""

from __future__ import annotations

import logging
import os
import signal
import time
from pathlib import Path

import pytest

from decapod.server import wall_clock
from decapod.server.live.clocks import GRACE
from decapod.server.live.server_clock import LONGEST_GAP, ServerClock
from decapod.server.store.rooms import SeatHolder
from tests.server.live.in_memory import add_room, english, first_legal_move, open_server, run
from tests.server.running import Person, free_port, server_process

BANK = 10  # seconds


class Ticks:
    """A clock that nobody sets but the test."""

    def __init__(self) -> None:
        self.at = 0

    def __call__(self) -> int:
        """Return milliseconds."""
        return self.at


def test_it_goes_on_though_somebody_sets_the_time_of_day(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = Ticks()
    clock = ServerClock(ticks)
    began = clock.now()
    monkeypatch.setattr(wall_clock, "now", lambda: began + 3_600_000)
    ticks.at += 700
    assert clock.now() == began + 700


def test_it_stands_still_while_the_server_does_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logging.getLogger("decapod"), "propagate", True)
    caplog.set_level("WARNING", logger="decapod")
    ticks = Ticks()
    clock = ServerClock(ticks)
    began = clock.now()
    ticks.at += LONGEST_GAP
    assert clock.now() == began + LONGEST_GAP  # the server was busy, no more
    ticks.at += LONGEST_GAP + 1
    assert clock.now() == began + LONGEST_GAP
    assert "the server stood still" in caplog.text


def test_it_catches_up_and_never_goes_back() -> None:
    clock = ServerClock(Ticks())
    began = clock.now()
    clock.catch_up(began - 5_000)
    assert clock.now() == began
    clock.catch_up(began + 5_000)
    assert clock.now() == began + 5_000


def test_a_player_is_not_charged_for_the_time_of_day_being_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with open_server(tmp_path) as server:
            room = await add_room(server, SeatHolder("ada", None, "Ada"), SeatHolder("ben", None, "Ben"), bank=600_000)
            assert room.log is not None
            monkeypatch.setattr(wall_clock, "now", lambda now=wall_clock.now: now() + 3_600_000)
            seat, move = first_legal_move(room.log)
            at = server.services.clock.now() - room.log.began_at
            await room.record(lambda log: log.entries_for_move(seat, move, log.n, at, english(log)))
            assert room.log.clocks is not None
            assert room.log.clocks.left[0] > 500_000
            assert not room.log.departures

    run(work)


@pytest.mark.slow
def test_a_player_whose_server_was_stopped_has_lost_no_time(tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port) as server:
        ada = Person(f"http://127.0.0.1:{port}", "Ada")
        seats = [{"who": "me"}, {"who": "me"}]
        room = ada.set_up(seats=seats, clock={"bank": BANK, "out": "forfeit"}, options={"first": "0"}, start=True)["id"]
        page = ada.open_page(room)
        os.kill(server.pid, signal.SIGSTOP)
        try:
            time.sleep(BANK + GRACE / 1000 + 1)  # longer than the clocks would have run
        finally:
            os.kill(server.pid, signal.SIGCONT)
        assert page.move()["type"] == "scene"
        assert page.latest["state"] == "playing"
        assert page.latest["clocks"]["left"][0] > 0
        ada.leave()
