"""Rate limits: token buckets, one for each key, and the table of all limits."""

from __future__ import annotations

import inspect
from pathlib import Path

from decapod import cli
from decapod.server.rate_limit import DAY, LIMITS, MAX_KEYS, Limit, RateLimiter, TokenBucket, write_table
from decapod.server.settings import Settings

DOCS = Path(__file__).resolve().parents[2] / "docs"


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        """Return the time in seconds."""
        return self.now


def limit(amount: float, burst: float) -> Limit:
    """Return a limit of `amount` a second for each address."""
    return Limit(amount, 1, burst, "address", "")


def test_a_bucket_is_emptied_and_refills_up_to_its_burst() -> None:
    clock = Clock()
    bucket = TokenBucket(limit(2, 6), clock)
    assert [bucket.take() for _ in range(7)] == [True] * 6 + [False]
    clock.now += 1
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    clock.now += 100
    assert [bucket.take() for _ in range(7)] == [True] * 6 + [False]


def test_a_burst_below_one_still_lets_one_through() -> None:
    bucket = TokenBucket(limit(0.5, 0.1), Clock())
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_each_reservation_beyond_the_burst_waits_longer() -> None:
    clock = Clock()
    limiter = RateLimiter(limit(2, 2), clock)
    assert [limiter.reserve("ada") for _ in range(5)] == [0, 0, 0.5, 1.0, 1.5]
    assert limiter.reserve("ben") == 0
    clock.now += 1.5
    assert limiter.reserve("ada") == 0.5


def test_every_key_has_its_own_bucket() -> None:
    limiter = RateLimiter(limit(1, 1), Clock())
    assert [limiter.take(key) for key in ("ada", "ada", "ben")] == [True, False, True]


def test_an_amount_of_0_is_no_limit_and_keeps_no_keys() -> None:
    limiter = RateLimiter(limit(1, 5).with_amount(0), Clock())
    assert all(limiter.take("ada") for _ in range(100))
    assert [limiter.reserve("ada") for _ in range(9)] == [0] * 9
    assert len(limiter) == 0


def test_of_100_000_addresses_those_used_last_are_kept() -> None:
    limiter = RateLimiter(limit(1, 1), Clock())
    for number in range(100_000):
        limiter.reserve("10.9.9.9")  # goes on all the time
        assert limiter.take(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(limiter) == MAX_KEYS
    assert limiter.reserve("10.9.9.9") > 99_000  # not forgotten among so many
    assert not limiter.take("10.1.134.159")  # the last of them
    assert limiter.take("10.0.0.0")  # the first, forgotten long ago


def test_retry_after_is_when_an_empty_bucket_has_a_token() -> None:
    clock = Clock()
    for amount, seconds in ((10, 1), (0.4, 3), (1 / 60, 60)):
        slow = limit(amount, 1)
        bucket = TokenBucket(slow, clock)
        assert bucket.take()
        clock.now += slow.retry_after_s + 1e-6
        assert (slow.retry_after_s, bucket.take()) == (seconds, True)


def test_settings_change_the_amount_of_a_limit_and_its_burst_with_it() -> None:
    settings = Settings(data="", messages=10, rooms_per_address=5, requests=0)
    messages, rooms = settings.limit("messages"), settings.limit("rooms_per_address")
    assert (messages.rate, messages.burst, messages.key) == (10, 30, "socket")
    assert (rooms.rate, rooms.burst) == (5 / DAY, 5)
    assert settings.limit("requests").rate == 0
    assert settings.limit("frames") == LIMITS["frames"]
    assert all(Settings(data="").limit(name) == limit for name, limit in LIMITS.items())


def test_the_command_has_the_limit_of_requests_of_the_table() -> None:
    assert inspect.signature(cli.serve).parameters["requests"].default == LIMITS["requests"].amount


def test_the_documentation_has_the_table_of_limits() -> None:
    """`python -m decapod.server.rate_limit` prints it."""
    assert write_table() in (DOCS / "running.md").read_text(encoding="utf-8")
