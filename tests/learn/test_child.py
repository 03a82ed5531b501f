"""Trainings in a process of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import decapod
from decapod.learn.child import teach
from decapod.learn.console import Asked
from decapod.nn.net_file import Net
from tests.test_cli import run


@pytest.mark.slow
def test_what_a_child_could_not_do_is_said_in_one_line() -> None:
    with pytest.raises(RuntimeError, match=r"^--minutes is more than 0 and at most 10080, not 0$"):
        teach(Asked("crabs", minutes=0))


@pytest.mark.heavy
@pytest.mark.usefixtures("torch")
def test_boxes_are_compared_by_nets_that_each_learned_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = decapod.game("crabe-vs-poulpe")
    (tmp_path / "mine.toml").write_text(game.box.text.replace("hand = 5 ", "hand = 4 "), encoding="utf-8")
    done = run("compare", game.name, "--box", "mine.toml", "--retrain", "0.01", "--games", "20", "--traced-games", "5",
               "--bot-games", "4", "--threads", "1", "--json")  # fmt: skip
    facts = json.loads(done.stdout)
    assert {one["who"] for one in facts["differences"]} == {"random", "net"}
    nets = [Net.read(tmp_path / f"{game.name}-compared-{name}.safetensors") for name in "AB"]
    assert [net.is_of(game.box) for net in nets] == [True, False]
    assert "against chance" in done.stderr
