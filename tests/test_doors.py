"""Every public call with every kind of wrong argument: one clear error each time, never a crash, a hang, or a table
that is none. `DECAPOD_DOORS=20000` makes so many calls instead of a few hundred.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from docs import api
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.doors import THINGS

CALLS = int(os.environ.get("DECAPOD_DOORS", "400"))
PATIENCE = 20  # seconds for one call: all of them take milliseconds
LONGEST = 400  # letters of an error
ROOT = Path(__file__).parents[1]

#: Which thing of tests/doors.py a method is called on, by class; those of other classes are for whoever writes a game.
ON = {
    "Game": ["game"],
    "Match": ["match", "fresh", "hidden", "over"],
    "PlayerView": ["seat"],
    "Box": ["box"],
    "Scene": ["view"],
    "Translator": ["words"],
    "Bot": ["random", "flat_mc", "mcts"],
    "Simulation": ["simulation"],
}  # fmt: skip
#: What is right for an argument that has no default, by its name.
RIGHT = {
    "match": "match",
    "player": "0",
    "viewer": "0",
    "number": "match.legal_actions(0)[0]",
    "move": "match.legal_moves(0)[0]",
    "text": "'f4-f5'",
    "clicks": "['crab-0']",
    "ply": "0",
    "path": "'here'",
    "where": "'here'",
    "language": "'en'",
    "players": "2",
    "options": "{}",
    "name": "'random'",
    "seed": "1",
    "piece": "'crab-0'",
    "regions": "['board']",
    "value": "1",
    "seat": "seat",
    "bot": "random",
    "package": "game.package",
    "version": "game.version",
    "game": "game",
    "box": "None",
}
#: What is right for the arguments of one call.
RIGHT_FOR = {
    "Game.simulate": {"games": "2", "device": "'python'"},
    "Game.load_box": {"path": "game.folder / 'box.toml'"},
    "Game.parse_box": {"text": "game.box.text"},
    "Game.box_differences": {"box": "box"},
    "Game.player_results": {"ending": "'ended'", "winners": "[0]"},
    "Game.position": {"text": "match.position"},
    "Match.set_up_example": {"setting": "{'stacks': {'e3': '1S', 'e4': '0L', 'e5': '1M'}, 'turn': 0}"},
    "PlayerView.describe_move": {"number": "seat.legal_actions()[0]"},
    "PlayerView.parse_moves": {"text": "seat.legal_moves()[0].text"},
    "PlayerView.why_not": {"move": "seat.legal_moves()[0]"},
    "Translator.list_names": {"seats": "[0]"},
    "Translator.name": {"seat": "0"},
    "review": {"simulations": "3", "threads": "1"},
    "analyse": {"simulations": "3"},
    "Bot.compatibility_warning": {"box": "box"},
    "compatibility_warning": {"box": "box"},
    "game": {"name": "'crab-stack'"},
    "game_of_box": {"path": "game.folder / 'box.toml'"},
    "loads": {"text": "match.dumps()"},
}
OTHER_WORDS = "decapod.game('crabs').translator()"
#: Wrong ones, and which annotations each is right for: a value of the right type may be let through.
WRONG = {
    "None": "None",
    "True": "bool",
    "1.5": "float",
    "float('nan')": "float",
    "float('inf')": "float",
    "-1": "int float",
    "99": "int float",
    "2**31": "int float",
    "2**64": "int float",
    "2**200": "int float",
    "-2**63": "int float",
    "np.int8(-1)": "int float",
    "np.float64(1)": "float",
    "np.array([1, 2])": "",
    "'x'": "str",
    "''": "str",
    "'9' * 5000": "str",
    "'\\n'": "str",
    "'\\x00'": "str",
    "'\\ud800'": "str",
    "'²'": "str",
    "'{'": "str",
    "b'x'": "",
    "'/'": "str",
    "'py:os:system'": "str",
    "'flat-mc:0'": "str",
    "'exec:'": "str",
    "[]": "Sequence Iterable",
    "[[]]": "Sequence Iterable",
    "['x', 1]": "Sequence Iterable",
    "{}": "Mapping Iterable Sequence",
    "{'x': 1}": "Mapping Iterable Sequence",
    "{1: 2}": "Mapping Iterable Sequence",
    "object()": "",
    "int": "Callable",
    "len": "Callable",
    "game": "Game",
    "decapod.game('crabs').box": "Box",
    OTHER_WORDS: "Translator",
    "decapod.Move('x', 'y', 'z')": "Move",
    "decapod.Move(10**6, 'y', 'z')": "Move",
    "Path('/')": "Path",
    "SeedCommitment(1, table='t', number=1, client_seeds=('', ''), client_seed_hashes=('', ''))": "SeedCommitment",
    "idle": "PlayerView",
    "match": "",
    "words": "Translator",
}
#: What would rightly take for ever, or fail in its own way.
LEFT_OUT = {
    "seconds": ("99", "2**31", "2**64", "2**200"), "games": ("2**31",), "progress": ("words", OTHER_WORDS),
    "simulations": ("None", "99"),
}  # fmt: skip
ANY = re.compile(r"\b(Any|object|Meaning)\b")


@dataclass(frozen=True)
class Door:
    """A public call: how it is written, and the annotations of its arguments."""

    call: str
    arguments: dict[str, str]
    right: dict[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Show the call."""
        return self.call


def doors() -> Iterator[Door]:
    """List all public calls that check what they are given."""
    for module, things in api.listed().items():
        for name, thing in things.items():
            if inspect.isfunction(inspect.unwrap(thing)) and module not in api.FOR_GAMES:
                yield door(f"{module}:{name}", name, thing)
            elif inspect.isclass(thing) and thing.__name__ in ON:
                for key, member in api.members(thing).items():
                    if isinstance(member, type(doors) | classmethod):
                        for on in ON[thing.__name__]:
                            yield door(f"{on}.{key}", f"{name}.{key}", getattr(thing, key))


def door(call: str, name: str, function: Any) -> Door:
    """Describe a call."""
    found: dict[str, str] = {}
    right = dict(RIGHT_FOR.get(name, {}))
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            found["first"] = "str | int"  # an option that all our games have
        elif parameter.name not in ("self", "unchecked") and parameter.annotation != "bool":
            found[parameter.name] = str(parameter.annotation)
            if parameter.default is parameter.empty and parameter.name not in right:
                right[parameter.name] = RIGHT[parameter.name]
    return Door(call, found, right)


DOORS = [found for found in doors() if found.arguments]


class Child:
    """The process that makes the calls; a new one when it is gone."""

    def __init__(self, folder: Path) -> None:
        """Begin without one."""
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    def ask(self, call: str, arguments: dict[str, str]) -> dict[str, Any]:
        """Make a call; AssertionError if the process dies of it, or does not answer."""
        if self._process is None:
            environment = {**os.environ, "DECAPOD_JIT": "0", "PYTHONPATH": str(ROOT)}
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.doors"], cwd=self._folder, env=environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            )  # fmt: skip
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps({"call": call, "arguments": arguments}) + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
        line = process.stdout.readline() if ready else ""
        if not line:
            self.stop()
            raise AssertionError(f"it does not answer within {PATIENCE} s" if not ready else "the process died of it")
        return json.loads(line)

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


@pytest.fixture(scope="module")
def child(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Child]:
    """A process to make calls in."""
    found = Child(tmp_path_factory.mktemp("doors"))
    yield found
    found.stop()


def fits(value: str, annotation: str) -> bool:
    """Whether one of the wrong values has a type that an argument may have."""
    return ANY.search(annotation) is not None or any(
        re.search(rf"\b{kind}\b", annotation) for kind in WRONG[value].split()
    )


@st.composite
def calls(draw: st.DrawFn) -> tuple[Door, dict[str, str]]:
    """Draw a call, and what is wrong with it: one argument, or several."""
    chosen = draw(st.sampled_from(DOORS))
    names = draw(st.lists(st.sampled_from(sorted(chosen.arguments)), min_size=1, max_size=3, unique=True))
    kinds = {name: [value for value in WRONG if value not in LEFT_OUT.get(name, ())] for name in names}
    wrong = {name: draw(st.sampled_from(values)) for name, values in kinds.items()}
    return chosen, wrong


def check(child: Child, door: Door, wrong: dict[str, str]) -> None:
    """Check how a call with wrong arguments goes."""
    arguments = {**door.right, **wrong}
    written = f"{door.call}({', '.join(f'{name}={value}' for name, value in arguments.items())})"
    try:
        answer = child.ask(door.call, arguments)
    except AssertionError as error:
        raise AssertionError(f"{written}: {error}") from None
    said = f"{written}: {answer['raised']}: {answer['words'][:500]}"
    assert answer["known"], said
    assert not answer["broken"], f"{said}: {answer['broken']}"
    assert not answer["changed"], f"{said}: the match has changed"
    if answer["raised"]:
        assert answer["words"].strip(), f"{said}: it does not say why"
        assert "\n" not in answer["words"], f"{said}: more than a line"
        assert len(answer["words"]) <= LONGEST, f"{said}: {len(answer['words'])} letters"
    mistyped = [name for name, value in wrong.items() if not fits(value, door.arguments[name])]
    assert answer["raised"] or not mistyped, f"{written}: {', '.join(mistyped)} of a wrong type, and no error"


@pytest.mark.slow
@settings(max_examples=CALLS, deadline=None, derandomize="DECAPOD_DOORS" not in os.environ,
          suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])  # fmt: skip
@given(made=calls())
def test_whatever_is_wrong_with_a_public_call_is_said_in_one_line(
    child: Child, made: tuple[Door, dict[str, str]]
) -> None:
    check(child, *made)


@pytest.mark.slow
def test_calls_with_nothing_wrong_are_answered(child: Child) -> None:
    """Else a wrong argument would never be looked at."""
    answers = {door.call: child.ask(door.call, door.right)["raised"] for door in DOORS}
    assert set(answers.values()) <= {"", "IllegalMoveError", "NotYourTurnError", "ParseError"}, answers
    assert sum(not raised for raised in answers.values()) > 100
    assert {door.call.partition(".")[0] for door in DOORS} >= set(THINGS) - {"idle", "box"}
