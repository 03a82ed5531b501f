"""The child process that reads a box somebody sent."""

from __future__ import annotations

import json
import subprocess
import sys

import decapod
from decapod.server.box_reader import read_box

PRINTED = (decapod.game("crab-stack").folder / "box.toml").read_text(encoding="utf-8")


def test_a_box_is_answered_in_plain_data_and_a_wrong_one_in_words() -> None:
    answer = read_box("crab-stack", PRINTED)
    assert set(answer) == {"record", "printed"}
    assert str(read_box("crab-stack", "x = ")["error"]).startswith("the box you sent is not valid TOML")


def test_it_runs_as_a_program_on_whatever_bytes_come() -> None:
    command = [sys.executable, "-m", "decapod.server.box_reader", "crab-stack"]
    for sent, key in ((PRINTED.encode(), "record"), (b"\xff\xfe\x00", "error")):
        done = subprocess.run(command, input=sent, capture_output=True, check=True, timeout=60)
        assert key in json.loads(done.stdout)
