"""The child process that reads what somebody sent."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

import decapod
from decapod import bots
from decapod.server.reader import Answer, Job, read

GAME = decapod.game("crab-stack")
PRINTED = (GAME.folder / "box.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def finished() -> decapod.Match:
    """A match that is over."""
    match = GAME.match(2, seed=7)
    bot = bots.bot("chance", seed=1)
    while not match.over:
        match.play(match.awaiting[0], bot.choose(match.seat(match.awaiting[0])), at=len(match.played))
    return match


def test_a_box_is_answered_by_its_record_and_a_wrong_one_in_words() -> None:
    assert read(Job(kind="box", game="crab-stack", text=PRINTED)).box == GAME.box.record.tobytes()
    wrong = read(Job(kind="box", game="crab-stack", text="x = "))
    assert wrong.error.startswith("the box you sent is not valid TOML")


def test_a_record_is_answered_by_its_moves_and_how_it_ended(finished: decapod.Match) -> None:
    answer = read(Job(kind="record", text=finished.dumps(), most_moves=10_000)).match
    assert answer is not None
    assert answer.moves == [(made.player, made.move, made.at) for made in finished.played]
    assert (answer.game, answer.variant, answer.players) == ("crab-stack", finished.variant, 2)
    assert int(answer.secret, 16) == finished.deal.secret
    assert answer.result is not None
    assert tuple(answer.result["places"]) == finished.places
    live = read(Job(kind="record", text=finished.at(3).dumps(), most_moves=10_000)).match
    assert live is not None
    assert live.result is None


def test_a_record_of_too_many_moves_is_refused_with_the_limit_before_it_is_played(finished: decapod.Match) -> None:
    answer = read(Job(kind="record", text=finished.dumps(), most_moves=5))
    assert (answer.match, answer.code) == (None, "match.long")
    assert answer.error.endswith("this server takes matches of at most 5")
    unplayable = "\n".join(["decapod match 1", "", *("1. 0 x  @0",) * 100_000])
    assert read(Job(kind="record", text=unplayable, most_moves=99_999)).code == "match.long"


def test_a_record_with_a_box_of_its_own_is_read_with_that_box() -> None:
    text = PRINTED.replace("steps = 1", "steps = 2")
    record = GAME.match(2, seed=1, box=GAME.read_box(text, "here")).dumps()
    assert "another box" in read(Job(kind="record", text=record, most_moves=10)).error
    assert read(Job(kind="record", text=record, game="crab-stack", box=text, most_moves=10)).match is not None


def test_it_runs_as_a_program() -> None:
    job = msgspec.json.encode(Job(kind="box", game="crab-stack", text=PRINTED))
    command = [sys.executable, "-m", "decapod.server.reader"]
    done = subprocess.run(command, input=job, capture_output=True, check=True, timeout=60)
    assert msgspec.json.decode(done.stdout, type=Answer).box == GAME.box.record.tobytes()
