"""Who is in a room, on this process and on others, and since when somebody is away."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from decapod.server.live.channel import People


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

    def people_here(self) -> tuple[People, int]:
        """List the people connected to this process, and count those without a name."""
        people = {client.person: client.name for client in self._clients if client.person}
        return sorted(people.items()), sum(not client.person for client in self._clients)

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
        return bool(self._clients) or any(report.people or report.nameless for report in self._fresh_reports())

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
