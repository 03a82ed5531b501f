"""Who is in a room, on this process and on others, since when somebody is away, and what clients are told of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from decapod.server import wire

if TYPE_CHECKING:
    from decapod.server.live.channel import People

MOST_LISTED = 50  # people told by name, those who sit in the room first; the others are counted


class Connected(Protocol):
    """Somebody who is connected: their handle and name, both empty for somebody we do not know."""

    person: str
    name: str


@dataclass(frozen=True)
class Report:
    """Who was in the room on another process, at a time."""

    at: float
    people: People
    nameless: int


class PresenceTracker:
    """Who is in one room."""

    def __init__(
        self, clients: Collection[Connected], freshness: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Watch a collection that others fill with those connected here.

        What other processes report counts for `freshness` seconds of the `clock`.
        """
        self._clients = clients
        self._freshness = freshness
        self._clock = clock
        self._loaded_at = clock()
        self._left_at: dict[str, float] = {}  # when each person's last connection here closed
        self._reports: dict[str, Report] = {}  # of other processes, by their name
        self.quiet_since = clock()  # when the last connection here closed

    def note_departure(self, person: str) -> None:
        """Note that a connection of somebody here closed; "" is somebody without a name."""
        self.quiet_since = self._left_at[person] = self._clock()

    def note_report(self, process: str, people: People, nameless: int) -> bool:
        """Take what another process reports; false if it says the same as before."""
        previous = self._reports.get(process)
        self._reports[process] = Report(self._clock(), people, nameless)
        return previous is None or (previous.people, previous.nameless) != (people, nameless)

    def rename(self, person: str, name: str) -> bool:
        """Change a person's name in the reports of other processes; false if they are in none under another name."""
        changed = False
        for process, report in self._reports.items():
            people = [(one, name if one == person else old) for one, old in report.people]
            if people != report.people:
                self._reports[process] = replace(report, people=people)
                changed = True
        return changed

    @property
    def names(self) -> dict[str, str]:
        """The names of people that other processes reported, by handle."""
        return {person: name for report in self._reports.values() for person, name in report.people}

    def people_here(self) -> tuple[People, int]:
        """List the people connected to this process, and count those without a name."""
        people = {client.person: client.name for client in self._clients if client.person}
        return sorted(people.items()), sum(not client.person for client in self._clients)

    def report(self, seat_owners: Collection[str | None]) -> tuple[People, int]:
        """Say to other processes who is here: everybody who holds a seat, some others, and how many more."""
        people, nameless = self.people_here()
        people.sort(key=lambda one: one[0] not in seat_owners)
        return people[:MOST_LISTED], nameless + len(people[MOST_LISTED:])

    def people_anywhere(self) -> tuple[dict[str, str], int]:
        """Return the names of people connected to any process, by handle, and count those without a name."""
        people, nameless = self.people_here()
        together = dict(people)
        for report in self._fresh_reports():
            together.update(report.people)
            nameless += report.nameless
        return together, nameless

    @property
    def is_anybody_here(self) -> bool:
        """Whether anybody at all is connected, to any process."""
        return bool(self._clients) or self.is_anybody_elsewhere

    @property
    def is_anybody_elsewhere(self) -> bool:
        """Whether anybody is connected to another process."""
        return any(report.people or report.nameless for report in self._fresh_reports())

    def is_here(self, person: str) -> bool:
        """Whether somebody is connected, to any process."""
        if any(client.person == person for client in self._clients):
            return True
        return any(one == person for report in self._fresh_reports() for one, _ in report.people)

    def seconds_away(self, person: str) -> float:
        """Tell for how many seconds somebody has been away; of one who never came, since the room was loaded."""
        return 0.0 if self.is_here(person) else self._clock() - self._left_at.get(person, self._loaded_at)

    def _fresh_reports(self) -> list[Report]:
        oldest = self._clock() - self._freshness
        return [report for report in self._reports.values() if report.at > oldest]


class Attendance:
    """The message to clients about who is in a room."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.number = 0  # goes up with every change
        self._people: dict[str, wire.Attendee] = {}
        self._watching = 0
        self.message = b""

    def update(self, people: Mapping[str, str], nameless: int, seat_owners: Sequence[str | None]) -> None:
        """Take who is there now: names by handle, how many have none, and who holds each seat."""
        seats = {person: [seat for seat, owner in enumerate(seat_owners) if owner == person] for person in people}
        listed = sorted(people, key=lambda person: not seats[person])[:MOST_LISTED]
        now = {person: wire.Attendee(person=person, name=people[person], seats=seats[person]) for person in listed}
        watching = nameless + sum(not own for own in seats.values())
        if (now, watching) == (self._people, self._watching):
            return
        self.number += 1
        self._people, self._watching = now, watching
        self.message = wire.encode(wire.Presence(here=list(now.values()), watching=watching))
