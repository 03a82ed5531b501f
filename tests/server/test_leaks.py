"""Nothing a viewer may not know ever leaves the server: every game, played to the end, every byte looked at."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

import decapod
from decapod.core.game import OURS
from decapod.core.game import game as game_named
from decapod.core.match import Match, MoveRecord
from decapod.engine import dice
from decapod.engine.pystate import py_state
from decapod.scene import build_scene
from decapod.scene.schema import NOT_SENT
from tests.server.running import Page, Person, RunningServer, complete_scene, decode_all, play_out

pytestmark = pytest.mark.slow

SPECTATOR = -1
TRIES = 300  # to deal again until a move that was made can be made


def fewest(name: str) -> int:
    """Return the smallest number of players, two if that can be."""
    counts = sorted({players for _, players in game_named(name).modes})
    return next((n for n in counts if n > 1), counts[0])


def player_names(players: int) -> list[str]:
    """Name the people who play, by seat."""
    return [f"P{seat}" for seat in range(players)]


class RedealtMatch:
    """A match in which everything a viewer cannot know was dealt again: what it shows, the viewer may know."""

    def __init__(self, match: Match, viewer: int) -> None:
        self.match = match
        self.viewer = viewer
        self.words = match.game.translator("en", player_names(match.players))
        self.chance = random.Random(viewer)
        self.at = cache(match.at_ply)

    def _redeal(self, ply: int) -> Any:
        table = self.at(ply).state.copy()
        self._hide(table)
        return table

    def _redeal_for(self, ply: int, made: MoveRecord) -> Any:
        """Deal again so that a move can be made, as the viewer knows it was: a card laid was in that hand."""
        rules, box = self.match.game.rules, self.match.box.record
        tables = (self._redeal(ply) for _ in range(TRIES))
        return next(table for table in tables if not rules.illegal_reason(box, table, made.player, made.action))

    def _hide(self, table: Any) -> None:
        guess = np.zeros(dice.LENGTH, np.int64)
        dice.load(guess, *(self.chance.getrandbits(32) for _ in range(4)))
        self.match.game.rules.determinize(self.match.box.record, table, self.viewer, guess)

    def scene(self, ply: int) -> Any:
        """Show the position from the table that was dealt again."""
        game, box = self.match.game, self.match.box.plain
        builder = build_scene(game.module, box, py_state(self._redeal(ply)), self.viewer, "desktop", self.words)
        scene = builder.scene(events=self.narrate(ply), rest=self._rest(ply))
        parts = {name: part for name, part in vars(scene).items() if name not in NOT_SENT} | {"pieces": scene.pieces}
        return complete_scene(msgspec.json.decode(msgspec.json.encode(parts, enc_hook=int)))

    def _rest(self, ply: int) -> Any:
        """Show the table in the middle of a move from tables that were dealt again, where the game stops there."""
        match, stop = self.match, getattr(self.match.game.module, "mid_move_state", None)
        if ply < 1 or stop is None:
            return None
        made, after = match.moves[ply - 1], self._redeal(ply)
        table = self._redeal_for(ply - 1, made)
        goes_on = (
            made.player == self.viewer and made.player in self.at(ply).to_act and table.turn_index == after.turn_index
        )
        if goes_on or not stop(match.box.record, table, made.player, made.action, after):
            return None
        self._hide(table)
        builder = build_scene(match.game.module, match.box.plain, py_state(table), self.viewer, "desktop", self.words)
        return builder.rest()

    def narrate(self, ply: int) -> list[str]:
        """Tell a move from the tables that were dealt again."""
        if ply < 1:
            return []
        match, made = self.match, self.match.moves[ply - 1]
        before, after = self._redeal(ply - 1), self._redeal(ply)
        events = match.game.view.narrate(match.box.record, before, made.player, made.action, after, self.viewer)
        return [self.words(event) for event in events]


def leaks(match: Match, viewer: int, messages: list[dict[str, Any]]) -> Iterator[str]:
    """Find what was sent to a viewer that a table dealt again would not have shown."""
    redealt = RedealtMatch(match, viewer)
    for message in messages:
        if message["type"] != "scene" or message["scene"] is None:
            continue
        ply = message["ply"]
        expected = redealt.scene(ply)
        sent = {name: part for name, part in message["scene"].items() if name != "sketch"}
        if message["state"] == "over":
            for part in (expected, sent):
                part.pop("prompt")  # how it ended is said by the server
        yield from (f"ply {ply}: {part}" for part in expected if expected[part] != sent[part])
        for line in message["log"]:
            if line["lines"] != redealt.narrate(line["ply"]):
                yield f"story of {line['ply']}"


def spellings(secret: str) -> list[bytes]:
    """List the ways a secret may be written."""
    number = int(secret, 16)
    return [secret.encode(), secret.upper().encode(), str(number).encode(), f"{number:x}".encode()]


@dataclass
class Transcript:
    """A match that was played on the server, and everything that was sent meanwhile, by viewer."""

    match: Match
    received: dict[int, list[bytes]]
    room: dict[str, Any]
    people: list[Person]
    secret: str
    next_secret: str  # of the match that would start next


@pytest.fixture(scope="module")
def play(server: RunningServer) -> Callable[[str], Transcript]:
    """Play a game of each kind once: everybody a person, one more watching."""
    transcripts: dict[str, Transcript] = {}

    def play_once(name: str) -> Transcript:
        if name in transcripts:
            return transcripts[name]
        people = [Person(server.url, one) for one in player_names(fewest(name))]
        room = people[0].set_up(game=name, players=len(people))
        for one in people[1:]:
            one.post(f"/api/tables/{room['id']}/join", invite=room["invite"])
        people[0].post(f"/api/tables/{room['id']}/start")
        watcher = Page(server.url, room["id"], {})
        pages = [one.open_page(room["id"]) for one in people]
        last = play_out(pages, random.Random(name))
        watcher.wait_for_scene(lambda m: m["state"] == "over")
        match = decapod.loads(people[0].get(f"/api/matches/{last['match']}/record"))
        received = {seat: page.received for seat, page in enumerate(pages)} | {SPECTATOR: watcher.received}
        next_secret = server.room(room["id"]).row.secret
        transcripts[name] = Transcript(match, received, room, people, last["secret"], next_secret)
        watcher.close()
        for one in people:
            one.leave()
        return transcripts[name]

    return play_once


@pytest.mark.parametrize("name", OURS)
def test_a_viewer_is_sent_only_what_a_fresh_deal_of_the_hidden_would_show(
    name: str, play: Callable[[str], Transcript]
) -> None:
    transcript = play(name)
    assert transcript.match.is_over
    for viewer, messages in transcript.received.items():
        assert [*leaks(transcript.match, viewer, decode_all(messages))] == []


@pytest.mark.parametrize("name", OURS)
def test_no_secret_of_dice_cookies_or_invitations_is_sent_before_its_time(
    name: str, play: Callable[[str], Transcript]
) -> None:
    transcript = play(name)
    cookies = [one.http.cookies["decapod"].encode() for one in transcript.people]
    for messages in transcript.received.values():
        live = b"\n".join(raw for raw in messages if b'"state":"over"' not in raw)
        assert live.count(b'"type":"scene"') > 1
        seed = f"{transcript.match.commitment.seed:032x}"  # what the dice are loaded with
        for token in [*spellings(transcript.secret), *spellings(seed), *cookies, transcript.room["invite"].encode()]:
            assert token not in live
        assert not any(token in b"\n".join(messages) for token in spellings(transcript.next_secret))


@pytest.mark.parametrize("name", OURS)
def test_the_search_finds_what_is_planted(name: str, play: Callable[[str], Transcript]) -> None:
    transcript = play(name)
    match, messages = transcript.match, decode_all(transcript.received[0])
    if match.players > 1:  # somebody else's view, sent to the wrong seat
        assert any(leaks(match, 1, messages))
    scene = next(m for m in messages if m["type"] == "scene" and m["scene"])
    scene["scene"]["pieces"][0]["label"] += " (the ace)"
    assert any(leaks(match, 0, messages))
    number = int(transcript.secret, 16)
    assert any(form in f'{{"text":"{number}"}}'.encode() for form in spellings(transcript.secret))
