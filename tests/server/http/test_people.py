"""People without accounts: the cookie, the name, the personal link."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from tests.server.running import Person, RunningServer

Come = Callable[..., Person]


def test_a_guest_is_the_same_person_on_reload(person: Come) -> None:
    ada = person("Ada")
    me = ada.get("/api/me")
    assert (me["name"], ada.get("/api/me")) == ("Ada", me)
    table = ada.set_up()
    assert ada.get(f"/api/tables/{table['id']}")["you"] == [0]


def test_looking_makes_no_guest_but_doing_something_does(person: Come) -> None:
    stranger = person()
    assert stranger.get("/api/me") == {"person": "", "name": ""}
    stranger.set_up()
    assert stranger.get("/api/me")["name"].startswith("Guest ")


def test_the_cookie_is_http_only_and_says_nothing(server: RunningServer) -> None:
    ada = Person(server.url, "Ada")
    answer = ada.http.put("/api/me", json={"name": "Ada"})
    cookie = next(line for line in answer.headers.get_list("set-cookie") if line.startswith("decapod="))
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert ada.get("/api/me")["person"] not in cookie
    ada.leave()


def test_a_forged_cookie_makes_a_stranger_and_no_error(server: RunningServer) -> None:
    for forged in (
        "x",
        "AAAA",
        "bnVsbA==",
        "YWRkaXRpb25hbF9hdXRoZW50aWNhdGVkX2RhdGE9eyJ4IjoxfQ==",
        "é" * 40,
        "a" * 3000,
    ):
        answer = httpx.get(f"{server.url}/api/me", headers={"cookie": f"decapod={forged}".encode()})
        assert answer.json() == {"person": "", "name": ""}


def test_a_personal_link_carries_the_identity_to_another_device(person: Come) -> None:
    phone, laptop = person(), person("Ada")
    table = laptop.set_up()
    link = laptop.post("/api/me/link")
    assert link["url"].endswith(f"/me/{link['code']}")
    assert link["qr"].startswith("<svg")
    assert phone.post("/api/me/use", code=link["code"])["name"] == "Ada"
    assert phone.get(f"/api/tables/{table['id']}")["you"] == [0]
    phone.post("/api/me/use", 404, code="guessed")


def test_a_new_name_is_seen_at_every_table(person: Come) -> None:
    ada = person("Ada")
    table = ada.set_up()
    page = ada.open_page(table["id"])
    ada.http.put("/api/me", json={"name": " Countess \x00 of   Lovelace "})
    page.wait_for("scene", lambda m: m["seats"][0]["name"] == "Countess of Lovelace")
    assert ada.http.put("/api/me", json={"name": " \t"}).status_code == 400
    assert ada.http.put("/api/me", json={"name": "x" * 33}).status_code == 400
