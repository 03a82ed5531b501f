"""`decapod train`: what is wrong is one line, with or without torch."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import pytest

import decapod
from decapod.errors import DecapodError
from decapod.i18n.translator import languages, read_words
from decapod.learn.console import WORDS, Asked, read_players, train
from decapod.nn.net_file import Net
from tests.test_cli import run

WRONG = {
    "there is no game 'chess'": {"game": "chess"},
    "crabs is for 2, 3, 4 or 5 players, not 9": {"players": "2,9"},
    "--players is one number or several": {"players": "two"},
    "crabs has no variant 'b'": {"variant": "b"},
    "--minutes is more than 0": {"minutes": -1.0},
    "--width is a number of units from 16 to 4096, not 5": {"width": 5},
    "--minutes is more than 0 and at most 10080": {"minutes": float("nan")},
    "--device is cpu or cuda, not 'tpu'": {"device": "tpu"},
    "--seed is a whole number from 0": {"seed": -1},
    "cannot read the box": {"box": Path("nowhere.toml")},
    "cannot read the net": {"start": Path("nowhere.safetensors")},
    "there is no folder": {"out": Path("nowhere/net.safetensors")},
    "the trainer speaks en, fr": {"language": "tlh"},
}


@pytest.mark.parametrize("words", WRONG)
def test_whatever_is_wrong_is_said_in_one_line_before_anything_is_learned(words: str) -> None:
    asked: dict[str, Any] = {"game": "crabs", **WRONG[words]}
    with pytest.raises(DecapodError, match=words) as caught:
        train(Asked(**asked))
    assert "\n" not in str(caught.value)


def test_a_net_of_another_game_is_no_net_to_go_on_from(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    Net.random(decapod.game("crabe-vs-poulpe"), 8).write(path)
    with pytest.raises(DecapodError, match="plays crabe-vs-poulpe, not crabs"):
        train(Asked("crabs", start=path))


def test_without_torch_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_torch(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "torch":
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without_torch)
    with pytest.raises(RuntimeError, match="torch is not installed: in Decapod's folder, uv run --extra learn"):
        train(Asked("crabs"))


@pytest.mark.slow
def test_the_command_line_says_what_is_wrong_and_nothing_else() -> None:
    done = run("train", "crabs", "--players", "9")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "decapod: crabs is for 2, 3, 4 or 5 players, not 9\n"


def test_both_languages_say_the_same_things() -> None:
    assert set(languages(WORDS)) == {"en", "fr"}
    english, french = read_words(WORDS, "en"), read_words(WORDS, "fr")
    assert english.keys() == french.keys()


def test_players_are_read_as_people_write_them() -> None:
    assert read_players(" 4, 2 ,3") == [4, 2, 3]
