"""The child process that reads what somebody sent."""

from __future__ import annotations

import subprocess
import sys

import msgspec
import pytest

import decapod
from decapod import bots
from decapod.server.sandbox import Answer, Job, read

GAME = decapod.game("crab-stack")
PRINTED = (GAME.folder / "box.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def finished() -> decapod.Match:
    """A match that is over."""
    match = GAME.match(2, seed=7)
    bot = bots.bot("random", seed=1)
    while not match.is_over:
        match.play(match.to_act[0], bot.choose(match.player_view(match.to_act[0])), elapsed_ms=len(match.moves))
    return match


def test_a_box_is_answered_by_its_record_and_a_wrong_one_in_words() -> None:
    assert read(Job(kind="box", game="crab-stack", text=PRINTED)).box == GAME.box.record.tobytes()
    wrong = read(Job(kind="box", game="crab-stack", text="x = "))
    assert wrong.error.startswith("the box you sent is not valid TOML")


def test_a_record_is_answered_by_its_moves_and_how_it_ended(finished: decapod.Match) -> None:
    answer = read(Job(kind="record", text=finished.dumps(), most_moves=10_000)).match
    assert answer is not None
    assert answer.moves == [(made.player, made.action, made.elapsed_ms) for made in finished.moves]
    assert (answer.game, answer.variant, answer.players) == ("crab-stack", finished.variant, 2)
    assert int(answer.secret, 16) == finished.commitment.server_seed
    assert answer.result is not None
    assert tuple(answer.result["places"]) == finished.places
    live = read(Job(kind="record", text=finished.at_ply(3).dumps(), most_moves=10_000)).match
    assert live is not None
    assert live.result is None


def test_a_record_of_too_many_moves_is_refused_with_the_limit_before_it_is_played(finished: decapod.Match) -> None:
    answer = read(Job(kind="record", text=finished.dumps(), most_moves=5))
    assert (answer.match, answer.code) == (None, "match.long")
    assert answer.error.endswith("this server takes matches of at most 5")
    unplayable = "\n".join(["decapod match 1", "", *("1. 0 x  @0",) * 100_000])
    assert read(Job(kind="record", text=unplayable, most_moves=99_999)).code == "match.long"


def test_a_record_of_a_match_that_was_set_up_is_refused() -> None:
    """A table keeps what its match is dealt from, and moves: it would deal another."""
    match = GAME.position("a 2 | turn=0 c2=0l c3=1s c4=1l", seed=1)
    answer = read(Job(kind="record", text=match.dumps(), most_moves=10))
    assert answer.match is None
    assert answer.error == "the match began from a position that was set up: only dealt ones are kept here"


def test_a_record_with_a_box_of_its_own_is_read_with_that_box() -> None:
    box = GAME.parse_box(PRINTED.replace("steps = 1", "steps = 2"), "here")
    found = read(Job(kind="record", text=GAME.match(2, seed=1, box=box).dumps(), most_moves=10)).match
    assert found is not None
    assert (found.box, found.box_text) == (box.record.tobytes(), box.text.rstrip("\n"))
    printed = read(Job(kind="record", text=GAME.match(2, seed=1).dumps(), most_moves=10)).match
    assert printed is not None
    assert (printed.box, printed.box_text) == (None, "")


def test_a_stored_box_may_have_keys_that_a_new_one_may_not() -> None:
    text = PRINTED + "\n[capacity]\ncrabs = 4\n"
    assert "there is no capacity" in read(Job(kind="box", game="crab-stack", text=text)).error
    assert read(Job(kind="box", game="crab-stack", text=text, stored=True)).box == GAME.box.record.tobytes()


def test_it_runs_as_a_program() -> None:
    job = msgspec.json.encode(Job(kind="box", game="crab-stack", text=PRINTED))
    command = [sys.executable, "-m", "decapod.server.sandbox"]
    done = subprocess.run(command, input=job, capture_output=True, check=True, timeout=60)
    assert msgspec.json.decode(done.stdout, type=Answer).box == GAME.box.record.tobytes()
