"""Nothing a viewer may not know ever leaves the server: every game, played to the end, every byte looked at."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.engine import dice
from decapod.game import CATALOGUE
from decapod.game import game as game_named
from decapod.match import Match
from tests.server.running import Page, Person, RunningServer, decode_all, play_out

SPECTATOR = -1


def fewest(name: str) -> int:
    """Return the smallest number of players, two if that can be."""
    counts = sorted({players for _, players in game_named(name).modes})
    return next((n for n in counts if n > 1), counts[0])


class RedealtMatch:
    """A match in which everything a viewer cannot know was dealt again: what it shows, the viewer may know."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.chance = random.Random(viewer)

    def _redeal(self, ply: int) -> Any:
        table = self.match.at(ply).table.copy()
        guess = np.zeros(dice.LENGTH, np.int64)
        dice.load(guess, *(self.chance.getrandbits(32) for _ in range(4)))
        self.match.game.rules.hide(self.match.box.record, table, self.viewer, guess)
        return table

    def scene(self, ply: int) -> Any:
        """Show the position from the table that was dealt again."""
        match = self.match
        words = match.game.words("en", match.names)
        scene = match.game.view.scene(match.box.record, self._redeal(ply), self.viewer, "wide", words)
        plain = json.loads(json.dumps(scene.data(), default=int))
        plain["story"] = self.narrate(ply)
        return plain

    def narrate(self, ply: int) -> list[str]:
        """Tell a move from the tables that were dealt again."""
        if ply < 1:
            return []
        match, made = self.match, self.match.played[ply - 1]
        before, after = self._redeal(ply - 1), self._redeal(ply)
        words = match.game.words("en", match.names)
        phrases = match.game.view.story(match.box.record, before, made.player, made.move, after, self.viewer)
        return [words(phrase) for phrase in phrases]


def leaks(match: Match, viewer: int, messages: list[dict[str, Any]]) -> list[str]:
    """List what was sent to a viewer that a table dealt again would not have shown."""
    found: list[str] = []
    redealt = RedealtMatch(match, viewer)
    for message in messages:
        if message["type"] != "scene" or message["scene"] is None:
            continue
        ply = message["ply"]
        expected = redealt.scene(ply)
        sent = dict(message["scene"])
        for part in (expected, sent):
            part.pop("sketch")
        if message["state"] == "over":
            for part in (expected, sent):
                part.pop("prompt")  # how it ended is said by the server
        found.extend(f"ply {ply}: {part}" for part in expected if expected[part] != sent[part])
        wrong = [line["ply"] for line in message["log"] if line["lines"] != redealt.narrate(line["ply"])]
        found.extend(f"story of {ply}" for ply in wrong)
    return found


def spellings(secret: str) -> list[bytes]:
    """List the ways a secret may be written."""
    number = int(secret, 16)
    return [secret.encode(), secret.upper().encode(), str(number).encode(), f"{number:x}".encode()]


@pytest.fixture(scope="module")
def played(server: RunningServer) -> Callable[[str], Any]:
    """Play a game of each kind once: everybody a person, one more watching."""
    done: dict[str, Any] = {}

    def play(name: str) -> Any:
        if name not in done:
            people = [Person(server.url, f"P{n}") for n in range(fewest(name))]
            table = people[0].set_up(game=name, players=len(people))
            for one in people[1:]:
                one.post(f"/api/tables/{table['id']}/join", invite=table["invite"])
            people[0].post(f"/api/tables/{table['id']}/start")
            watching = Page(server.url, table["id"], {})
            seats = [one.open_page(table["id"]) for one in people]
            last = play_out(seats, random.Random(name))
            while watching.latest["state"] != "over":
                watching.wait_for("scene")
            match = decapod.loads(people[0].get(f"/api/matches/{last['match']}/record"))
            match.names = [f"P{n}" for n in range(len(people))]
            views = {n: seat.received for n, seat in enumerate(seats)} | {SPECTATOR: watching.received}
            done[name] = (match, views, table, people, last["secret"])
            watching.close()
            for one in people:
                one.leave()
        return done[name]

    return play


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_viewer_is_sent_only_what_a_fresh_deal_of_the_hidden_would_show(
    name: str, played: Callable[[str], Any]
) -> None:
    match, views, *_ = played(name)
    assert match.over
    for viewer, heard in views.items():
        assert leaks(match, viewer, decode_all(heard)) == []


@pytest.mark.parametrize("name", CATALOGUE)
def test_no_secret_of_dice_cookies_or_invitations_is_sent_before_its_time(
    name: str, played: Callable[[str], Any]
) -> None:
    _, views, table, people, secret = played(name)
    cookies = [one.http.cookies["decapod"].encode() for one in people]
    for heard in views.values():
        live = b"\n".join(raw for raw in heard if b'"state":"over"' not in raw)
        assert live.count(b'"type":"scene"') > 1
        for token in [*spellings(secret), *cookies, table["invite"].encode()]:
            assert token not in live


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_search_finds_what_is_planted(name: str, played: Callable[[str], Any]) -> None:
    match, views, _, _, secret = played(name)
    shown = decode_all(views[0])
    if match.players > 1:  # somebody else's view, sent to the wrong seat
        assert leaks(match, 1, shown)
    spoiled = json.loads(json.dumps(shown))
    scene = next(m for m in spoiled if m["type"] == "scene" and m["scene"])
    scene["scene"]["pieces"][0]["label"] += " (the ace)"
    assert leaks(match, 0, spoiled)
    assert any(form in f'{{"text":"{int(secret, 16)}"}}'.encode() for form in spellings(secret))
