"""What a stranger cannot do."""

from __future__ import annotations

import logging
import stat
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from decapod.server.logs import JsonLines
from tests.server.running import Page, Person, RunningServer, decode_all, wait_until

Come = Callable[..., Person]


def test_a_page_of_another_origin_cannot_connect(person: Come) -> None:
    ada = person("Ada")
    table = ada.set_up()
    for origin in ("http://evil.example", "null", f"{ada.url}.evil.example", "https://127.0.0.1"):
        page = Page(ada.url, table["id"], {"cookie": ada.cookies(), "origin": origin}, greet=False)
        assert page.wait_for_close() == 4403
        page.close()
    page = Page(ada.url, table["id"], {"cookie": ada.cookies(), "origin": ada.url})
    assert page.latest["you"] == [0]
    page.close()


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
    assert httpx.get(f"{server.url}/health").status_code == 200


def test_whoever_sends_too_many_messages_is_refused_and_then_let_go(own_server: Callable[..., RunningServer]) -> None:
    server = own_server(messages=5.0)
    ada = Person(server.url, "Ada")
    page = ada.open_page(ada.set_up()["id"])
    for _ in range(80):
        page.send("ping")
    assert page.wait_for_close() == 4429
    assert b"Too many messages" in b"".join(page.received)
    ada.leave()


def test_a_message_that_is_too_long_ends_the_connection(person: Come) -> None:
    ada = person("Ada")
    table = ada.set_up()
    page = ada.open_page(table["id"])
    page.send("chat", text="x" * 20_000)
    assert page.wait_for_close() == 4400
    page = ada.open_page(table["id"])
    page.send("chat", text="x" * 100_000)
    assert page.wait_for_close() == 1009


def test_whoever_does_not_say_hello_gets_nothing(person: Come) -> None:
    ada = person("Ada")
    page = ada.open_page(ada.set_up()["id"], greet=False)
    assert page.ask("chat", text="hi")["code"] == "message.hello"
    assert page.ask("ping")["type"] == "pong"


def test_a_table_has_room_for_only_so_many_sockets(own_server: Callable[..., RunningServer]) -> None:
    server = own_server(sockets_per_table=2)
    ada = Person(server.url, "Ada")
    table = ada.set_up()["id"]
    watchers = [Page(server.url, table, {}) for _ in range(2)]
    assert Page(server.url, table, {}, greet=False).wait_for_close() == 4429
    ada.open_page(table)  # who sits at the table gets in, however many watch
    for watcher in watchers:
        watcher.close()
    ada.leave()


def test_one_address_has_room_for_only_so_many_sockets(own_server: Callable[..., RunningServer]) -> None:
    server = own_server(sockets_per_address=2)
    ada = Person(server.url, "Ada")
    table = ada.set_up()["id"]
    first = Page(server.url, table, {})
    ada.open_page(table)
    assert Page(server.url, table, {}, greet=False).wait_for_close() == 4429
    first.close()
    wait_until(lambda: ada.get("/health")["sockets"] == 1)
    Page(server.url, table, {}).close()
    ada.leave()


def test_chat_cannot_fill_the_disk(own_server: Callable[..., RunningServer]) -> None:
    server = own_server(chat_lines=2)
    ada = Person(server.url, "Ada")
    page = ada.open_page(ada.set_up()["id"])
    for number in range(5):
        page.send("chat", text=f"line {number}")
        page.wait_for("chat")
    late = ada.open_page(page.latest["table"])
    late.ask("ping")
    assert [told["text"] for told in decode_all(late.received) if told["type"] == "chat"] == ["line 3", "line 4"]
    ada.leave()


def test_a_body_that_is_too_large_is_refused(person: Come) -> None:
    ada = person("Ada")
    answer = ada.http.post("/api/matches", json={"record": "x" * 3_000_000})
    assert answer.status_code == 413
    assert ada.http.post("/api/tables", json={"game": "crab-stack", "box": "#" * 70_000}).status_code == 400


def test_the_key_of_the_cookies_is_for_its_owner_only(own_server: Callable[..., RunningServer], tmp_path: Path) -> None:
    own_server()
    assert stat.S_IMODE((tmp_path / "cookie.key").stat().st_mode) == 0o600


def test_a_cookie_of_another_server_is_worth_nothing(own_server: Callable[..., RunningServer], person: Come) -> None:
    eve = person("Eve")
    other = own_server()
    cookie = f"decapod={eve.http.cookies['decapod']}"
    assert httpx.get(f"{other.url}/api/me", headers={"cookie": cookie}).json()["person"] == ""


def test_logs_leave_secrets_out() -> None:
    record = logging.makeLogRecord({"msg": "hello", "secret": "s3cret", "invite": "inv1te", "table": "t"})
    line = JsonLines().format(record)
    assert "s3cret" not in line
    assert "inv1te" not in line
    assert '"table": "t"' in line


@pytest.mark.parametrize("path", ["/api/tables/nowhere", "/api/matches/nowhere", "/api/matches/nowhere/record"])
def test_what_is_not_there_is_not_found(person: Come, path: str) -> None:
    assert "there is no such" in person().get(path, 404)["detail"]


def test_a_socket_at_a_table_that_is_not_there_is_told_so(person: Come) -> None:
    assert person().open_page("nowhere", greet=False).wait_for_close() == 4404
