"""Rate limits: the table of all limits of the server, and the token buckets that enforce them.

The size of one message or field is part of its schema (`wire.py`). Time limits are where they are waited for.
`python -m decapod.server.rate_limit` prints the table as docs/running.md shows it.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, NamedTuple

SECOND, MINUTE, DAY = 1, 60, 86_400  # seconds
NETWORK_BITS = 64  # of an IPv6 address; the rest is the subscriber's own choice
MAX_KEYS = 10_000  # buckets in one rate limiter; the one used least recently is dropped

Key = Literal["server", "process", "address", "person", "socket", "table", "match", "seat"]
Clock = Callable[[], float]


class Limit(NamedTuple):
    """A limit: `amount` every `period_s` seconds, and at most `burst` at the same moment, for each `key`.

    A period of 0 is a plain count: one more is possible when one less is in use or stored.
    """

    amount: float
    period_s: int
    burst: float
    key: Key
    effect: str  # for the documentation: what is limited, and what happens beyond

    @property
    def rate(self) -> float:
        """Tokens a second; 0 if there is no limit, or only a count."""
        return self.amount / self.period_s if self.period_s else 0.0

    @property
    def retry_after_s(self) -> int:
        """Whole seconds after which an empty bucket has a token again."""
        return math.ceil(1 / self.rate)

    def with_amount(self, amount: float) -> Limit:
        """Return the limit with another amount, and its burst in proportion."""
        return self._replace(amount=amount, burst=self.burst * amount / self.amount)


def rate(amount: float, period_s: int, burst: float, key: Key, effect: str) -> Limit:
    """Return a limit of `amount` every `period_s` seconds."""
    return Limit(amount, period_s, burst, key, effect)


def count(amount: int, key: Key, effect: str) -> Limit:
    """Return a limit of `amount` at the same time."""
    return Limit(amount, 0, amount, key, effect)


# Every limit of the server. `Settings` can change those it has as fields; an amount of 0 means no limit.
LIMITS: dict[str, Limit] = {
    # connections
    "connects": rate(20, SECOND, 500, "address", "new connections; more are closed"),
    "sockets": count(20_000, "process", "WebSockets; more are closed with 4429"),
    "sockets_per_address": count(500, "address", "WebSockets; more are closed with 4429"),
    "sockets_per_room": count(300, "table", "WebSockets; spectators beyond are closed with 4429"),
    "tabs": count(8, "person", "WebSockets at a table where they play, however many watch"),
    # messages
    "frames": rate(100, SECOND, 200, "socket", "WebSocket frames of any kind; more close the socket with 4429"),
    "messages": rate(20, SECOND, 60, "socket", "messages; more are refused with `message.fast`"),
    "messages_per_address": rate(200, SECOND, 50, "address", "messages; more are read later"),
    "refusals": count(40, "socket", "refused messages in a row; more close the socket with 4429"),
    # requests
    "requests": rate(600, MINUTE, 600, "address", "HTTP requests but `/static` and `/health`; more are answered 429"),
    "all_requests": rate(100, SECOND, 50, "address", "HTTP requests of any kind; more are answered later"),
    # tables, imports and boxes
    "rooms": count(200_000, "server", "unfinished tables of all people; more are refused"),
    "rooms_per_person": count(200, "person", "tables, unfinished or of today; more are refused"),
    "rooms_per_address": rate(1_000, DAY, 1_000, "address", "tables set up and matches imported; more are refused"),
    "matches_per_room": count(1_000, "table", "matches; more are refused"),
    "imported_moves": count(10_000, "match", "moves of an imported match; longer ones are refused"),
    "readers": count(2, "process", "boxes and records being read; more wait"),
    "readers_per_address": count(3, "address", "boxes and records being read or waiting; more are refused"),
    # matches
    "entries": count(30_000, "match", "moves and takebacks; the match takes no more"),
    "undos": count(100, "seat", "takebacks in one turn; more are refused"),
    # chat
    "chat": rate(1, SECOND, 10, "person", "lines of chat; more are refused"),
    "watcher_chat": rate(3, SECOND, 30, "table", "lines of chat of all who watch; more are refused"),
    "chat_lines": count(2_000, "table", "lines of chat that are kept; the oldest are deleted"),
    "mutes": count(500, "person", "muted people; more are refused"),
    # analysis
    "reviews": count(8, "process", "matches being analysed; more are refused"),
    "reviews_per_address": count(2, "address", "matches being analysed; more are refused"),
    "reviewed_moves": count(3_000, "match", "moves of an analysed match; longer ones are refused"),
}


def count_of(name: str) -> int:
    """Return the amount of a limit in the table."""
    return int(LIMITS[name].amount)


class TokenBucket:
    """A bucket of `limit.burst` tokens that refills at `limit.rate` tokens a second."""

    __slots__ = ("_burst", "_clock", "_rate", "_tokens", "_updated_at")

    def __init__(self, limit: Limit, clock: Clock = time.monotonic) -> None:
        """Start full; `clock` returns seconds."""
        self._rate = limit.rate
        self._burst = max(1.0, limit.burst)
        self._clock = clock
        self._tokens = self._burst
        self._updated_at = clock()

    def take(self) -> bool:
        """Take a token; return False if none is left."""
        self._refill()
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def reserve(self) -> float:
        """Take a token, if need be a future one; return in how many seconds it is there."""
        self._refill()
        self._tokens -= 1
        return max(0.0, -self._tokens / self._rate)

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._updated_at) * self._rate)
        self._updated_at = now


class RateLimiter:
    """A token bucket for each key, of the `MAX_KEYS` keys used last; a rate of 0 is no limit.

    A key that comes back after its bucket was dropped gets a full one.
    """

    def __init__(self, limit: Limit, clock: Clock = time.monotonic) -> None:
        """Start without keys; `clock` returns seconds."""
        self.limit = limit
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        """Return the number of keys."""
        return len(self._buckets)

    def take(self, key: str) -> bool:
        """Take a token of `key`; return False if none is left."""
        return not self.limit.rate or self._bucket_of(key).take()

    def reserve(self, key: str) -> float:
        """Take a token of `key`, if need be a future one; return in how many seconds it is there."""
        return self._bucket_of(key).reserve() if self.limit.rate else 0.0

    def _bucket_of(self, key: str) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self.limit, self._clock)
            if len(self._buckets) > MAX_KEYS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


def network_of(address: str) -> str:
    """Return the key of an address: itself, but for IPv6 the network, because a subscriber has a whole one.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7')
    """
    if ":" not in address:
        return address
    try:
        number = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(number.ipv4_mapped or ipaddress.IPv6Address(int(number) >> NETWORK_BITS << NETWORK_BITS))


def write_table() -> str:
    """Return the table of limits in Markdown."""
    units = {0: "", SECOND: " a second", MINUTE: " a minute", DAY: " a day"}
    lines = ["| limit | rate | at once | for each | effect |", "| --- | --- | --- | --- | --- |"]
    for name, limit in LIMITS.items():
        amount = f"{limit.amount:,g}{units[limit.period_s]}" if limit.period_s else ""
        lines.append(f"| `{name}` | {amount} | {limit.burst:,.0f} | {limit.key} | {limit.effect} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(write_table())
