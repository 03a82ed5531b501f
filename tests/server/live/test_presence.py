"""Presence: who is in a room, here and elsewhere, and for how long somebody is away."""

from __future__ import annotations

from dataclasses import dataclass

from decapod.server.live.presence import PresenceTracker


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now


@dataclass
class Somebody:
    """Somebody who is connected."""

    person: str
    name: str = ""


def test_people_are_listed_once_and_the_nameless_counted() -> None:
    clients = [Somebody("ben", "Ben"), Somebody("ada", "Ada"), Somebody("ada", "Ada"), Somebody(""), Somebody("")]
    tracker = PresenceTracker(clients, 30)
    assert tracker.people_here() == ([("ada", "Ada"), ("ben", "Ben")], 2)


def test_reports_of_other_processes_count_until_they_are_old() -> None:
    clock, clients = Clock(), [Somebody("ada", "Ada")]
    tracker = PresenceTracker(clients, 30, clock)
    assert tracker.note_report("p1", [("ben", "Ben")], 1)
    assert not tracker.note_report("p1", [("ben", "Ben")], 1)  # nothing new
    assert tracker.note_report("p1", [("ben", "Ben")], 2)
    assert tracker.people_anywhere() == ({"ada": "Ada", "ben": "Ben"}, 2)
    assert tracker.is_here("ben")
    clock.now += 31
    assert tracker.people_anywhere() == ({"ada": "Ada"}, 0)
    assert not tracker.is_here("ben")


def test_somebody_is_away_since_their_last_connection_closed() -> None:
    clock, clients = Clock(), [Somebody("ada", "Ada")]
    tracker = PresenceTracker(clients, 30, clock)
    clock.now += 5
    assert tracker.seconds_away("ada") == 0
    clients.clear()
    tracker.note_departure("ada")
    clock.now += 7
    assert tracker.seconds_away("ada") == 7
    assert tracker.quiet_since == clock.now - 7


def test_somebody_who_never_came_is_away_since_the_room_was_loaded() -> None:
    clock = Clock()
    tracker = PresenceTracker(list[Somebody](), 30, clock)
    clock.now += 12
    assert tracker.seconds_away("ben") == 12
