"""Security: headers, tokens, cookies and limits of HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from litestar.exceptions import TooManyRequestsException

from decapod.server.http.security import RequestLimit
from decapod.server.rate_limit import MAX_KEYS, Limit, RateLimiter
from decapod.server.settings import Settings
from tests.server.running import PATIENCE, Person, RunningServer

Come = Callable[..., Person]


def test_a_form_without_the_token_changes_nothing(person: Come) -> None:
    ada = person("Ada")
    for token in (None, "", "0" * 128):
        headers = {} if token is None else {"x-csrftoken": token}
        answer = httpx.post(
            f"{ada.url}/api/tables", json={"game": "crab-stack"}, headers=headers, cookies=ada.http.cookies
        )
        assert answer.status_code == 403
        assert "CSRF" in answer.json()["detail"]


def test_every_answer_carries_a_strict_policy(person: Come) -> None:
    ada = person("Ada")
    for path in ("/api/me", "/health", "/nowhere", "/", "/schema"):
        policy = ada.http.get(path).headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
    assert ada.http.get("/api/me").headers["cache-control"] == "no-store"


def test_requests_from_one_address_are_limited(own_server: Callable[..., RunningServer]) -> None:
    server = own_server(requests=5)
    codes = [httpx.get(f"{server.url}/api/me").status_code for _ in range(8)]
    assert codes == [200] * 5 + [429] * 3
    assert httpx.get(f"{server.url}/api/me").headers["retry-after"] == "12"
    assert httpx.get(f"{server.url}/health").status_code == 200  # whoever restarts what is not well asks for it
    assert httpx.get(f"{server.url}/metrics").status_code == 429


def test_files_and_what_is_refused_are_answered_later_where_they_are_too_many(
    own_server: Callable[..., RunningServer],
) -> None:
    server = own_server()
    pacer = server.app.state["pacer"] = RateLimiter(Limit(10, 1, 3, "address", ""), clock=lambda: 0.0)
    for path in ("/nowhere", "/health", "/static/nothing"):  # in no other limit
        httpx.get(f"{server.url}{path}", timeout=PATIENCE)
    assert (pacer.reserve("127.0.0.1"), pacer.reserve("127.0.0.2")) == (
        0.1,
        0,
    )  # whoever asks next waits, at that address
    assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200


def test_all_addresses_of_a_network_count_as_one(own_server: Callable[..., RunningServer]) -> None:
    server = own_server(requests=1, proxies=["127.0.0.1"])
    addresses = ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")
    answers = [httpx.get(f"{server.url}/api/me", headers={"x-forwarded-for": address}) for address in addresses]
    assert [answer.status_code for answer in answers] == [200, 429, 200]


def test_a_body_that_is_too_large_is_refused(person: Come) -> None:
    ada = person("Ada")
    answer = ada.http.post("/api/matches", json={"record": "x" * 3_000_000})
    assert answer.status_code == 413
    assert ada.http.post("/api/tables", json={"game": "crab-stack", "box": "#" * 70_000}).status_code == 400


def test_a_cookie_of_another_server_is_worth_nothing(own_server: Callable[..., RunningServer], person: Come) -> None:
    eve = person("Eve")
    other = own_server()
    cookie = f"decapod={eve.http.cookies['decapod']}"
    answer = httpx.get(f"{other.url}/api/me", headers={"cookie": cookie})
    assert answer.json()["person"] == ""
    written = answer.headers.get_list("set-cookie")
    assert not any(line.startswith("decapod=") for line in written), "the cookie is still good where it came from"


def test_100_000_addresses_do_not_fill_the_memory() -> None:
    """Requests are passed to the middleware itself: through sockets it would take minutes."""
    limiter = RateLimiter(Settings(data="", requests=1).limit("requests"))
    passed: list[str] = []

    async def note(scope: Any, *_: Any) -> None:
        passed.append(scope["client"][0])

    async def ask(*numbers: int) -> None:
        for number in numbers:
            address = f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"
            scope: Any = {"type": "http", "path": "/", "client": (address, 1)}
            await RequestLimit(note, limiter)(scope, Any, Any)

    asyncio.run(ask(*range(100_000)))
    assert (len(passed), len(limiter)) == (100_000, MAX_KEYS)
    with pytest.raises(TooManyRequestsException):
        asyncio.run(ask(99_999))
