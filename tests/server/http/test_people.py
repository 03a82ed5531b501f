"""People without accounts: the cookie, the name, the personal link."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from decapod.server.http import security
from tests.server.running import PATIENCE, Person, RunningServer

Come = Callable[..., Person]


def test_a_guest_is_the_same_person_on_reload(person: Come) -> None:
    ada = person("Ada")
    me = ada.get("/api/me")
    assert (me["name"], ada.get("/api/me")) == ("Ada", me)
    room = ada.set_up()
    assert ada.get(f"/api/tables/{room['id']}")["you"] == [0]


def test_looking_makes_no_guest_but_doing_something_does(person: Come) -> None:
    stranger = person()
    assert stranger.get("/api/me") == {"person": "", "name": ""}
    stranger.set_up()
    assert stranger.get("/api/me")["name"].startswith("Guest ")


def test_a_guest_is_named_in_their_own_language(person: Come) -> None:
    stranger = person()
    stranger.http.headers["accept-language"] = "fr-CH, en;q=0.5"
    stranger.set_up()
    assert stranger.get("/api/me")["name"].startswith("Invité ")


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
    room = laptop.set_up()
    link = laptop.post("/api/me/link")
    assert link["url"].endswith(f"/me/{link['code']}")
    assert link["qr"].startswith("<svg")
    assert phone.post("/api/me/use", code=link["code"])["name"] == "Ada"
    assert phone.get(f"/api/tables/{room['id']}")["you"] == [0]
    phone.post("/api/me/use", 404, code="guessed")
    person().post("/api/me/use", 404, code=link["code"])  # it works once


def test_the_browsers_that_are_somebody_are_listed_and_can_be_ended(person: Come) -> None:
    laptop, phone, thief = person("Ada"), person(), person()
    for other in (phone, thief):
        other.post("/api/me/use", code=laptop.post("/api/me/link")["code"])
    room = laptop.set_up(seats=[{"who": "me"}, {"who": "me"}], start=True)["id"]
    page = thief.open_page(room)
    listed = laptop.get("/api/me/sessions")
    assert len(listed) == 3
    assert sum(one["here"] for one in listed) == 1
    stolen = next(one for one in thief.get("/api/me/sessions") if one["here"])
    left = laptop.post("/api/me/sessions/end", id=stolen["id"])
    assert stolen["id"] not in {one["id"] for one in left}
    assert page.wait_for_close() == 4401
    assert thief.get("/api/me") == {"person": "", "name": ""}
    assert thief.get(f"/api/tables/{room}")["you"] == []
    assert phone.get("/api/me")["name"] == "Ada"
    assert [one["here"] for one in laptop.post("/api/me/sessions/end")] == [True]  # all the others
    assert phone.get("/api/me")["name"] == ""


def test_nobody_ends_the_sessions_of_others(person: Come) -> None:
    ada, eve = person("Ada"), person("Eve")
    eve.post("/api/me/sessions/end", id=ada.get("/api/me/sessions")[0]["id"])
    assert ada.get("/api/me")["name"] == "Ada"
    assert person().get("/api/me/sessions") == []


def test_a_cookie_without_a_session_is_a_strangers(server: RunningServer, person: Come) -> None:
    handle = person("Ada").get("/api/me")["person"]
    sessions = next(
        one
        for one in security.middleware(server.settings, server.settings.key())
        if hasattr(one, "kwargs") and "backend" in one.kwargs
    )
    cookie = b"".join(sessions.kwargs["backend"].dump_data({"person": handle})).decode()
    answer = httpx.get(f"{server.url}/api/me", headers={"cookie": f"decapod={cookie}"}, timeout=PATIENCE)
    assert answer.json() == {"person": "", "name": ""}


def test_a_cookie_that_cannot_be_read_is_left_alone_until_its_owner_begins_as_a_guest(server: RunningServer) -> None:
    visitor = Person(server.url)
    visitor.http.cookies.set("decapod", "sealed-with-another-key")
    for path in ("/", "/api/me", "/api/tables"):
        answer = visitor.http.get(path)
        assert answer.status_code == 200
        assert not any(line.startswith("decapod=") for line in answer.headers.get_list("set-cookie"))
    visitor.http.cookies.delete("decapod")  # httpx keeps one by hand beside that of the server
    headers = {"cookie": f"decapod=sealed-with-another-key; csrftoken={visitor.http.cookies['csrftoken']}"}
    answer = visitor.http.put("/api/me", json={"name": "Ada"}, headers=headers)
    assert answer.json()["name"] == "Ada"
    assert "decapod" in answer.cookies
    assert visitor.get("/api/me")["name"] == "Ada"
    visitor.leave()


def test_a_new_name_is_seen_at_every_table(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up()
    page = ada.open_page(room["id"])
    ada.http.put("/api/me", json={"name": " Countess \x00 of   Lovelace "})
    page.wait_for("scene", lambda m: m["seats"][0]["name"] == "Countess of Lovelace")
    assert ada.http.put("/api/me", json={"name": " \t"}).status_code == 400
    assert ada.http.put("/api/me", json={"name": "x" * 33}).status_code == 400
