"""Presence: who is in a room, here and elsewhere, and for how long somebody is away."""

from __future__ import annotations

import json
from dataclasses import dataclass

from decapod.server.live.presence import MOST_LISTED, Attendance, PresenceTracker


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


def test_a_new_name_replaces_the_old_one_in_the_reports_of_other_processes() -> None:
    tracker = PresenceTracker(list[Somebody](), 30)
    tracker.note_report("p1", [("ben", "Ben"), ("eve", "Eve")], 1)
    assert tracker.names == {"ben": "Ben", "eve": "Eve"}
    assert tracker.rename("ben", "Benjamin")
    assert not tracker.rename("ben", "Benjamin")  # nothing new
    assert not tracker.rename("ada", "Ada")  # she is not there
    assert tracker.people_anywhere() == ({"ben": "Benjamin", "eve": "Eve"}, 1)


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


def test_anybody_anywhere_counts_also_without_a_name() -> None:
    clock, clients = Clock(), list[Somebody]()
    tracker = PresenceTracker(clients, 30, clock)
    assert not tracker.is_anybody_here
    tracker.note_report("p1", [], 1)
    assert tracker.is_anybody_here
    clock.now += 31
    assert not tracker.is_anybody_here
    clients.append(Somebody(""))
    assert tracker.is_anybody_here


def test_a_report_names_all_who_sit_there_and_counts_whom_it_does_not_name() -> None:
    watchers = [Somebody(f"a{number}") for number in range(MOST_LISTED + 20)]
    tracker = PresenceTracker([*watchers, Somebody("zoe", "Zoe"), Somebody("")], 30)
    people, nameless = tracker.report(["zoe", None])
    assert people[0] == ("zoe", "Zoe")
    assert (len(people), nameless) == (MOST_LISTED, 22)


def test_all_who_are_there_are_listed_with_their_seats() -> None:
    attendance = Attendance()
    attendance.update({"ada": "Ada", "eve": "Eve"}, 2, ["ada", None, "ada"])
    sent = json.loads(attendance.message)
    assert [(one["name"], one["seats"]) for one in sent["here"]] == [("Ada", [0, 2]), ("Eve", [])]
    assert sent["watching"] == 3
    attendance.update({"ben": "Ben", "ada": "Ada L."}, 2, ["ada", None, "ada"])
    assert [one["name"] for one in json.loads(attendance.message)["here"]] == ["Ada L.", "Ben"]


def test_nothing_new_is_not_told_again() -> None:
    attendance = Attendance()
    attendance.update({"ada": "Ada"}, 1, [None])
    number = attendance.number
    attendance.update({"ada": "Ada"}, 1, [None])
    assert attendance.number == number


def test_however_many_watch_the_message_stays_small() -> None:
    attendance = Attendance()
    crowd = {f"{number:06}": "A name as long as a name can be ..." for number in range(5_000)}
    attendance.update({**crowd, "zoe": "Zoe"}, 0, ["zoe"])
    sent = json.loads(attendance.message)
    assert (len(sent["here"]), sent["watching"]) == (MOST_LISTED, 5_000)
    assert sent["here"][0]["name"] == "Zoe"  # a person with a seat is always listed
    assert len(attendance.message) < 5_000
