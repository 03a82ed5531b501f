"""Problems: whatever goes wrong is answered in one line, and never with a traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.testing import create_test_client
from sqlalchemy.exc import OperationalError

from decapod.errors import ParseError, Reason, StaleMoveError, UsageError
from decapod.server.http.problems import HANDLERS, refusal
from decapod.web import render
from tests.server.running import Person

Come = Callable[..., Person]

WRONG: list[tuple[Exception, int, str, str]] = [
    (refusal("seat.taken", "that seat is taken"), 409, "seat.taken", "that seat is taken"),
    (ParseError("this is no box"), 400, "unreadable", "this is no box"),
    (UsageError("that is no port"), 400, "usage", "that is no port"),
    (StaleMoveError(Reason("move.stale")), 409, "move.stale", "move.stale"),
    (NotFoundException("there is no such table"), 404, "", "there is no such table"),
    (OperationalError("select", {}, Exception("disk full")), 503, "", "the database does not answer; nothing has"),
    (RecursionError(), 400, "", "this JSON is nested too deeply"),
    (ZeroDivisionError("inside"), 500, "", "something went wrong on the server"),
]


@pytest.mark.parametrize(("error", "status", "code", "says"), WRONG, ids=lambda value: type(value).__name__)
def test_an_error_becomes_a_problem(error: Exception, status: int, code: str, says: str) -> None:
    @get("/", sync_to_thread=False)
    def fail() -> None:
        raise error

    with create_test_client([fail], exception_handlers=HANDLERS, openapi_config=None) as client:
        answer: Any = client.get("/")
    problem = answer.json()
    assert (answer.status_code, problem["status_code"], problem["code"]) == (status, status, code)
    assert problem["detail"].startswith(says)
    assert "\n" not in problem["detail"]


@pytest.mark.parametrize("name", ["%00", "9" * 5_000, "js/%00.js", "%2e%2e/%2e%2e/pages.py", "%2e%2e/pages.py"])
def test_a_file_that_cannot_be_is_not_there(person: Come, name: str) -> None:
    answer = person("Eve").http.get(render.static(name))
    assert (answer.status_code, answer.json()["detail"]) == (404, "there is no such file")
