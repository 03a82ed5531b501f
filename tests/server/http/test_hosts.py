"""Hosts: only requests for this server are answered, and links begin with its public address."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from decapod.server.http.hosts import Hosts
from decapod.server.settings import Settings
from decapod.web import render
from tests.server.running import PATIENCE, Person, RunningServer

Start = Callable[..., RunningServer]


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("crabs.example", True),
        ("Crabs.Example:443", True),
        ("crabs.example.", True),
        ("localhost:8321", True),
        ("127.0.0.1:8321", True),
        ("[::1]:8321", True),
        ("192.168.1.5:8321", True),  # the very address it came to
        (socket.gethostname(), True),
        ("192.168.1.6", False),
        ("evil.example", False),
        ("crabs.example.evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("", False),
        ("[", False),
        ("localhost:port", False),
        ("localhost:99999999", False),
        ("crabs.example@evil.example", False),
    ],
)
def test_a_server_knows_its_own_names(tmp_path: Path, host: str, known: bool) -> None:
    hosts = Hosts(Settings(data=str(tmp_path), address="https://crabs.example"))
    assert hosts.knows(host, "192.168.1.5") is known


def test_a_number_can_point_nowhere_else(tmp_path: Path) -> None:
    hosts = Hosts(Settings(data=str(tmp_path)))
    assert hosts.knows("192.168.1.6:8321", "172.17.0.2")  # through the port of a container
    assert hosts.knows("[fe80::1]", "172.17.0.2")
    assert not hosts.knows("evil.example", "172.17.0.2")


def test_a_request_for_another_host_is_refused_and_says_what_to_do(server: RunningServer) -> None:
    for path in ("/", "/api/me", render.static("crab.svg"), "/health"):
        answer = httpx.get(f"{server.url}{path}", headers={"host": "evil.example"})
        assert answer.status_code == 421
        assert "--public-url" in answer.json()["detail"]
    url = f"{server.url.replace('http', 'ws')}/api/tables/x/play"
    with pytest.raises(InvalidStatus):
        connect(url, additional_headers={"host": "evil.example"}, open_timeout=PATIENCE)


def test_links_begin_with_the_public_address(own_server: Start) -> None:
    server = own_server(address="http://crabs.example:9000/")
    ada = Person(server.url, "Ada")
    assert ada.post("/api/me/link")["url"].startswith("http://crabs.example:9000/me/")
    assert httpx.get(f"{server.url}/health", headers={"host": "crabs.example:9000"}).status_code == 200
    ada.leave()


def test_behind_tls_cookies_are_secure(own_server: Start) -> None:
    server = own_server(address="https://crabs.example")
    answer = httpx.get(f"{server.url}/api/me", headers={"host": "crabs.example"})
    assert "Secure" in answer.headers["set-cookie"]


@pytest.mark.slow
def test_a_forwarded_address_is_believed_only_from_a_proxy_that_was_named(own_server: Start) -> None:
    for proxies, status in (([], 429), (["127.0.0.1"], 200)):
        server = own_server(requests=3, proxies=proxies)
        for number in range(3):
            httpx.get(f"{server.url}/api/games", headers={"x-forwarded-for": f"203.0.113.{number}"})
        last = httpx.get(f"{server.url}/api/games", headers={"x-forwarded-for": "203.0.113.9"})
        assert last.status_code == status
        server.stop()
