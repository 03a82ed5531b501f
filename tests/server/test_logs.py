"""Logs: one JSON object a line, without secrets."""

from __future__ import annotations

import json
import logging
import sys

from decapod.server.logs import JsonLines, set_up


def write_line(**fields: object) -> dict[str, object]:
    """Write a record as a line, and read it."""
    return json.loads(JsonLines().format(logging.makeLogRecord({"msg": "hello", "name": "decapod.server", **fields})))


def test_a_line_has_time_level_message_and_what_was_given_with_it() -> None:
    assert write_line(room="r", n=3, levelname="INFO", created=0.0, msecs=7) == {
        "at": "1970-01-01T00:00:00.007Z", "level": "info", "from": "decapod.server", "message": "hello",
        "room": "r", "n": 3,
    }  # fmt: skip


def test_secrets_are_left_out() -> None:
    secrets = dict.fromkeys(("secret", "invite", "cookie", "key", "token", "record"), "x")
    assert secrets.keys().isdisjoint(write_line(**secrets))


def test_an_error_is_one_line_too() -> None:
    try:
        raise ValueError("no")
    except ValueError:
        text = JsonLines().format(logging.makeLogRecord({"msg": "failed", "exc_info": sys.exc_info()}))
    assert "\n" not in text
    assert "ValueError: no" in json.loads(text)["error"]


def test_a_stranger_who_sends_nonsense_writes_no_log() -> None:
    set_up("info")
    assert not logging.getLogger("uvicorn.error").isEnabledFor(logging.WARNING)
    assert logging.getLogger("uvicorn.error").isEnabledFor(logging.ERROR)
