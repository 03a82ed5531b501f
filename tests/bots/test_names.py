"""Bots by name: how a name is written, which are installed, and what is said of those that are broken."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import decapod
from decapod.bots import (
    BotFailure,
    BotName,
    bot,
    bot_class,
    bot_title,
    bots,
    describe_bot,
    read_bot_name,
    time_budget,
)
from decapod.bots.flat_mc import FlatMCBot
from decapod.bots.names import OURS
from decapod.bots.process_bot import ProcessBot
from decapod.bots.random_bot import RandomBot
from decapod.errors import UsageError
from tests.installing import environment_with, plant_bot

#: A bot that keeps what it was made with.
PEEKING = """
from decapod.bots import Bot

class {name}(Bot):
    \"\"\"Keeps what it was made with.\"\"\"
    name = "{called}"
    def __init__(self, {arguments}):
        self.given = dict(locals())
    def choose(self, seat):
        return seat.legal_moves()[0]
"""


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("random", BotName("random")),
        ("flat-mc:200ms", BotName("flat-mc", seconds=0.2)),
        ("flat-mc:1.5s", BotName("flat-mc", seconds=1.5)),
        ("flat-mc:5000", BotName("flat-mc", playouts=5000)),
        ("py:my.module:Bot", BotName("py:my.module:Bot")),
        ("py:my.module:Bot:2s", BotName("py:my.module:Bot", seconds=2.0)),
        ("exec:./bot --at 12:30", BotName("exec:./bot --at 12:30")),
        ("exec:me@home", BotName("exec:me@home")),
        ("net@a/b.safetensors", BotName("net", net="a/b.safetensors")),
        ("puct@b.safetensors:2s", BotName("puct", seconds=2.0, net="b.safetensors")),
        (r"net@C:\nets\b.safetensors", BotName("net", net=r"C:\nets\b.safetensors")),
        ("py:my.module:Bot@b:70", BotName("py:my.module:Bot", playouts=70, net="b")),
    ],
)
def test_a_name_says_which_bot_and_how_much_it_may_think(text: str, means: BotName) -> None:
    assert read_bot_name(text) == means


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "names no bot"),
        (":", "names no bot"),
        ("flat-mc:", "names no bot"),
        ("flat-mc:1s:2s", "names no bot"),
        ("py:module", "names no bot"),
        ("py:module:", "names no bot"),
        ("exec:", "names a program"),
        ("exec:  ", "names a program"),
        ("flat-mc:fast", "'fast' is no budget; write 200ms, 2s, or 5000"),
        ("sampler:-1", "no budget"),
        ("sampler:²", "no budget"),
        ("flat-mc:1e9s", "no budget"),
        ("flat-mc:0", "at least 1 play-out"),
        ("flat-mc:0ms", "more than 0 and at most 3600 seconds"),
        ("flat-mc:2h", "no budget"),
        ("flat-mc:4000s", "more than 0 and at most 3600 seconds, not 4000s"),
        ("net@", "names no file of a net"),
        ("net:2s@b", "names no bot"),
        ("@b", "names no bot"),
        ("random@b", "random plays without a net"),
        ("random:5s", "random takes no budget in seconds"),
        ("random:5", "random takes no budget in play-outs"),
        ("stockfish", "there is no bot 'stockfish'; there is random, flat-mc"),
        ("py:no_such_module:Bot", "cannot import the bot py:no_such_module:Bot: No module named 'no_such_module'"),
        (
            "py:decapod.bots.random_bot:Luck",
            "cannot import the bot py:decapod.bots.random_bot:Luck: .*no attribute 'Luck'",
        ),
        ("py:decapod.bots.names:bot", "is no bot: it is no class"),
        ("py:decapod.core.match:Match", "is no bot: it lacks choose, evaluate, .*let it inherit from decapod.bots.Bot"),
        ("py:decapod.bots.base:Bot", "is no bot"),
        ("exec:'", "cannot be read: No closing quotation"),
    ],
)
def test_what_names_no_bot_is_told_in_one_line(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says) as told:
        bot(text)
    assert "\n" not in str(told.value)


def test_a_bot_gets_of_what_is_known_what_it_has_arguments_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "".join(
        PEEKING.format(name=name, called=name.lower(), arguments=arguments)
        for name, arguments in (("Plain", "*"), ("Timed", "seconds=None"), ("Greedy", "**everything"))
    ).replace("(self, *)", "(self)")
    (tmp_path / "peeking.py").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    stop = threading.Event()
    made: list[dict[str, object]] = [
        {**vars(bot(f"py:peeking:{name}", seed=1, seconds=2.0, stop=stop))["given"]}
        for name in ("Plain", "Timed", "Timed:5s", "Greedy", "Greedy:70")
    ]
    for given in made:
        given.pop("self")
    assert made[:3] == [{}, {"seconds": 2.0}, {"seconds": 5.0}]
    assert made[3:] == [
        {"everything": {"seed": 1, "stop": stop, "seconds": 2.0}},
        {"everything": {"seed": 1, "stop": stop, "playouts": 70}},
    ]
    with pytest.raises(UsageError, match="py:peeking:Plain takes no budget in seconds"):
        bot("py:peeking:Plain:1s")


def test_a_bot_that_cannot_be_made_is_a_failure_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = PEEKING.format(name="Broken", called="broken", arguments="seed=None").replace("dict(locals())", "1 / 0")
    (tmp_path / "unmakeable.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(BotFailure, match=r"^cannot make the bot py:unmakeable:Broken: ZeroDivisionError: "):
        bot("py:unmakeable:Broken")


def test_numbers_for_a_bot_are_checked() -> None:
    seat = decapod.game("crab-stack").match(2, seed=3, first=0).player_view(0)
    assert bot("flat-mc", seed=np.int64(3), playouts=np.int8(9)).evaluate(seat) == bot("flat-mc:9", seed=3).evaluate(
        seat
    )
    for wrong in ({"seconds": 0}, {"seconds": -1.0}, {"seconds": float("nan")}, {"playouts": 0}):
        with pytest.raises(UsageError, match="a bot thinks for"):
            bot("flat-mc", **wrong)
    for wrong in ({"seed": 1.5}, {"playouts": 2.0}, {"playouts": True}):
        with pytest.raises(TypeError, match="is a whole number, not"):
            bot("flat-mc", **wrong)


def test_every_name_has_its_class_its_time_and_its_words() -> None:
    assert bots()[:2] == ("random", "flat-mc")
    assert [bot_class(name) for name in ("random", "flat-mc:5", "exec:true")] == [RandomBot, FlatMCBot, ProcessBot]
    assert [time_budget(name) for name in ("random", "flat-mc", "flat-mc:2s", "exec:true")] == [0, 0.6, 2, 2]
    assert describe_bot("random") == "Plays any legal move."
    assert describe_bot("flat-mc", "fr").startswith("Réfléchit")
    assert [bot_title("level3:200", language) for language in ("en", "fr")] == [
        "3 · Fiddler crab",
        "3 · Crabe violoniste",
    ]


# --- bots from outside ------------------------------------------------------------------------------------

#: Name -> the source of its module, and the line that says what is wrong with it.
BROKEN = {
    "a-crash": ("1 / 0", "cannot import the bot a-crash: ZeroDivisionError: division by zero"),
    "a-gap": ("class Bot:\n    name = 'a-gap'", "a_gap:Bot is no bot: it lacks choose, evaluate, close, describe"),
    "a-word": (
        "from decapod.bots import Bot as Base\nclass Bot(Base):\n    name = 'a-word'\n    seconds = 'few'\n"
        "    def choose(self, seat): ...",
        "a_word:Bot is no bot: it lacks seconds; let it inherit from decapod.bots.Bot",
    ),
    "a-typo": ("class", "cannot import the bot a-typo: SyntaxError: "),
    "no-class": ("Bot = 7", "no_class:Bot is no bot: it is no class"),
    "nobody": ("", "cannot import the bot nobody: module 'nobody' has no attribute 'Bot'"),
    "you": ("class Bot: pass", "you:Bot is registered as 'you', which cannot be the name of a bot"),
    "chance": ("class Bot: pass", "chance:Bot is registered as 'chance', which cannot be the name of a bot"),
    "net": ("class Bot: pass", "net:Bot is registered as 'net', which is the name of decapod"),
}  # fmt: skip
FINE = """
from decapod.bots import Bot as Base

class Bot(Base):
    \"\"\"Plays the first legal move.\"\"\"
    name = "first"
    def choose(self, seat):
        return seat.legal_moves()[0]
"""


@pytest.mark.slow
def test_broken_bots_are_told_in_one_line_each_and_hide_no_other(tmp_path: Path) -> None:
    for name, (source, _) in BROKEN.items():
        plant_bot(tmp_path, name, source)
    plant_bot(tmp_path, "first", FINE)
    done = subprocess.run(
        [sys.executable, "-m", "decapod.cli", "bots", "--json"], env=environment_with(tmp_path), capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [one["name"] for one in json.loads(done.stdout)] == [*OURS, "first"]
    assert json.loads(done.stdout)[-1]["words"] == "Plays the first legal move."
    lines = done.stderr.splitlines()
    assert len(lines) == len(BROKEN), done.stderr
    for _, says in BROKEN.values():
        assert sum(line.startswith(f"decapod: {says}") for line in lines) == 1, (says, done.stderr)


@pytest.mark.slow
def test_whoever_asks_for_a_broken_bot_gets_its_line(tmp_path: Path) -> None:
    plant_bot(tmp_path, "a-crash", BROKEN["a-crash"][0])
    done = subprocess.run(
        [sys.executable, "-m", "decapod.cli", "play", "crab-stack", "--seats", "a-crash,random"],
        env=environment_with(tmp_path), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, f"decapod: {BROKEN['a-crash'][1]}\n")
