"""Wrong messages of every kind are refused cleanly, over HTTP and on the WebSocket."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from websockets.exceptions import ConnectionClosed

from tests.server.nonsense import make_nonsense
from tests.server.running import Page, Person, RunningServer

pytestmark = pytest.mark.slow

Come = Callable[..., Person]


@pytest.mark.parametrize("seed", range(6))
def test_nonsense_on_a_socket_gets_nothing_but_clean_refusals(person: Come, server: RunningServer, seed: int) -> None:
    ada, ben, eve = person("Ada"), person("Ben"), person("Eve")
    room = ada.set_up(players=2, options={"first": "0"})
    ben.post(f"/api/tables/{room['id']}/join", invite=room["invite"])
    ada.post(f"/api/tables/{room['id']}/start")
    good = ada.open_page(room["id"])
    dice = random.Random(seed)
    thief = [ben, eve][seed % 2]
    known = {
        "match": good.latest["match"],
        "person": good.latest["seats"][0]["person"],
        "move": good.latest["scene"]["choices"][0]["move"],
    }
    for _ in range(8):
        bad = thief.open_page(room["id"], greet=dice.random() < 0.7)
        try:
            for _ in range(40):
                bad.socket.send(make_nonsense(dice, known))
            bad.send("ping")
            bad.wait_for("pong")
            code = 1003
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 0
        assert code in (1003, 1007, 4400, 4410, 4429)
        for raw in bad.received:
            message = json.loads(raw)
            assert message["type"] in ("scene", "refused", "presence", "chat", "hint", "story", "pong")
            if message["type"] == "refused":
                assert message["words"]
                assert "Traceback" not in message["words"]
        bad.close()
    assert (
        good.hello()["awaiting"] == [0] or good.latest["result"]["code"] == "resigned"
    )  # ben may give up, eve may not
    if thief is eve:
        assert good.latest["ply"] == 0
        assert good.move()["type"] == "scene"
    assert ada.get("/ready")["status"] == "ready"


def test_binary_text_and_order_do_not_matter(person: Come) -> None:
    ada = person("Ada")
    page = ada.open_page(ada.set_up()["id"], greet=False)
    page.socket.send(b'{"type":"hello","v":3,"n":1}')
    page.wait_for("scene", lambda m: m["re"] == 1)
    for kind, fields in (
        ("move", {"seat": 0, "move": 1, "seen": 0}),
        ("undo", {"seat": 0}),
        ("rematch", {}),
        ("hint", {"seat": 0}),
    ):
        assert page.ask(kind, **fields)["code"] == "table.not_started"
    assert page.ask("hello", v=99)["code"] == "message.version"
    assert page.ask("move", seat=6, move=1, seen=0)["code"] == "seat.none"


@pytest.fixture(scope="module")
def api(server: RunningServer) -> Any:
    """The interface as the server describes it."""
    import schemathesis  # seconds of imports, in every process that would collect this file

    return schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")


def test_the_interface_keeps_what_it_promises(api: Any, server: RunningServer) -> None:
    from schemathesis.specs.openapi.checks import positive_data_acceptance, unsupported_method

    ada = Person(server.url, "Ada")
    headers = {"x-csrftoken": ada.http.cookies["csrftoken"], "cookie": ada.cookies()}
    statuses: set[int] = set()
    for operation in (result.ok() for result in api.get_all_operations()):

        @settings(
            max_examples=10, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            answer = case.call(headers=headers, timeout=60)
            statuses.add(answer.status_code)
            case.validate_response(answer, excluded_checks=[unsupported_method, positive_data_acceptance])
            assert answer.status_code < 500

        check()
    assert {200, 400, 404} <= statuses
    ada.leave()


CONTENT_TYPES = (
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/msgpack",
    "application/json; charset=nonsense",
)  # fmt: skip
NOT_UTF8 = (b"\xff", b'{"name":"\xff"}', b'{"\xff":1}', b'{"record":"\xed\xa0\x80"}', b'"\xc3', "{}".encode("utf-16"))
NASTY_BODIES = (
    *NOT_UTF8, b"", b"null", b"\x00", b'{"name":"\\ud800"}', b'{"record":"\\udfff"}', b"a=\xff&%ff=%fe",
    b"\x81\xa1\xff\xc0",
    b'--x\r\nContent-Disposition: form-data; name="\xff"\r\n\r\n\xff\r\n--x--',
    b"--x\r\nContent-Disposition: form-data; name=a; filename*=\xff\r\n\r\n\xff\r\n--x--",
)  # fmt: skip


@pytest.fixture(scope="module")
def body_paths(api: Any) -> list[tuple[str, str]]:
    """Method and path of every route that takes a body: those of the interface, and the lesson's."""
    operations = [
        (method.upper(), re.sub("{.*?}", "x", path))
        for path, methods in api.raw_schema["paths"].items()
        for method, operation in methods.items()
        if "requestBody" in operation
    ]
    assert len(operations) > 9
    return [*operations, ("POST", "/learn/crabs/1")]


def send_body(person: Person, method: str, path: str, body: bytes, kind: str = CONTENT_TYPES[0]) -> httpx.Response:
    return person.http.request(method, path, content=body, headers={"content-type": kind})


@pytest.mark.parametrize("body", NOT_UTF8)
def test_a_body_that_is_not_utf8_is_a_bad_request_on_every_route(
    person: Come, body_paths: list[tuple[str, str]], body: bytes
) -> None:
    ada = person("Ada")
    statuses = {(method, path): send_body(ada, method, path, body).status_code for method, path in body_paths}
    assert statuses == dict.fromkeys(body_paths, 400)


def test_no_bytes_in_a_body_make_the_server_fail(person: Come, body_paths: list[tuple[str, str]]) -> None:
    ada, dice = person("Ada"), random.Random(3)
    good = b'{"name":"Ada","code":"x","game":"crabs","record":"decapod match 1\\n","seat":0,"invite":""}'
    for method, path in body_paths:
        for kind in CONTENT_TYPES:
            mutated = bytearray(good)
            for _ in range(dice.randrange(1, 4)):
                mutated[dice.randrange(len(good))] = dice.randrange(256)
            for body in (*NASTY_BODIES, dice.randbytes(dice.randrange(60)), bytes(mutated)):
                answer = send_body(ada, method, path, body, kind)
                assert answer.status_code < 500, (method, path, kind, body)


def test_every_table_answer_has_an_example(api: Any) -> None:
    bodies = [
        method["requestBody"]["content"]["application/json"]["schema"]
        for path in api.raw_schema["paths"].values()
        for method in path.values()
        if "requestBody" in method
    ]
    assert bodies
    assert all(body["examples"] for body in bodies)


def test_hostile_seats_are_never_mine(person: Come) -> None:
    ada, eve = person("Ada"), person("Eve")
    room = ada.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True)
    page: Page = eve.open_page(room["id"], greet=False)
    assert page.ask("hello", seat=0)["code"] == "seat.not_yours"
    assert page.hello()["viewer"] == -1
