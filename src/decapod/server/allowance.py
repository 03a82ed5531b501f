"""An allowance: so many a second, and those of some seconds at once; and for whom those of an address count."""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable

MOST_REMEMBERED = 10_000  # allowances, before those that are full are forgotten
HOST_BITS = 64  # of an IPv6 address: who has one has all that differ in these


def network_of(address: str) -> str:
    """Return under which name an address counts: itself, but for IPv6 the network, as everybody has a whole one.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    if ":" not in address:
        return address
    try:
        number = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(number.ipv4_mapped or ipaddress.IPv6Address(int(number) >> HOST_BITS << HOST_BITS))


class Allowance:
    """How many there may still be of something."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with a full one: `rate` a second, those of `burst` seconds at once; `clock` tells the time."""
        self._rate = rate
        self._most = rate * burst
        self._clock = clock
        self._left = self._most
        self._counted_at = clock()

    @property
    def is_full(self) -> bool:
        """Whether nothing was taken of late."""
        self._count()
        return self._left >= self._most

    def take(self) -> bool:
        """Take one; false if none is left."""
        self._count()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def book(self) -> float:
        """Take one that is there or will be; return in how many seconds it is. Who books next waits longer."""
        self._count()
        self._left -= 1
        return max(0.0, -self._left / self._rate)

    def _count(self) -> None:
        at = self._clock()
        self._left = min(self._most, self._left + (at - self._counted_at) * self._rate)
        self._counted_at = at


class Allowances:
    """An allowance for each name; a rate of 0 allows everything."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Give everybody `rate` a second, and those of `burst` seconds at once."""
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._by_name: dict[str, Allowance] = {}

    def take(self, name: str) -> bool:
        """Take one of somebody's; false if they have none left."""
        return not self._rate or self._of(name).take()

    def book(self, name: str) -> float:
        """Take one of somebody's that is there or will be; return in how many seconds it is."""
        return self._of(name).book() if self._rate else 0.0

    def _of(self, name: str) -> Allowance:
        if name not in self._by_name:
            if len(self._by_name) >= MOST_REMEMBERED:
                self._by_name = {other: one for other, one in self._by_name.items() if not one.is_full}
            self._by_name[name] = Allowance(self._rate, self._burst, self._clock)
        return self._by_name[name]
