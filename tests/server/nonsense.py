"""Wrong messages of every kind, and such as are nearly right: for the tests, and for `bench/siege.py --fuzz`."""

from __future__ import annotations

import json
import random
import string
from typing import Any

from decapod.server import wire

KINDS = sorted(str(kind.__struct_config__.tag) for kind in wire.ClientMessage.__args__)
FIELDS = sorted({field for kind in wire.ClientMessage.__args__ for field in kind.__struct_encode_fields__})
NASTY: list[Any] = [
    None, True, False, -1, 0, 1, 3, 7, 2**31, 2**53 + 1, 2**64, -(2**70), 1.5, 1e308, "", "a", "0", "\x00", "é" * 50,
    "d2-f3", "keep d2", "{}", "{player}", "%s", "<script>", "x" * 600, [], ["crab-1"], ["x"] * 20, {}, {"a": 1},
    [[[[[]]]]], "desktop", "fr", "../../etc/passwd", "\ud83e\udd80",
]  # fmt: skip
MUTATED = ('"', "{", "}", "[", ",", "\\", "\x00", "\\ud800", "9" * 30, "é", "-", "e9")


def make_nonsense(dice: random.Random, known: dict[str, Any]) -> bytes | str:
    """Make one wrong message, or one that is nearly right; `known` are values that fit: a match, a person, a move."""
    kind = dice.randrange(12)
    if kind == 0:
        return bytes(dice.randrange(256) for _ in range(dice.randrange(40)))
    if kind == 1:
        return "".join(dice.choice(string.printable) for _ in range(dice.randrange(60)))
    if kind >= 6:
        return _make_plausible(dice, known, mutations=dice.randrange(3) if kind < 9 else 0)
    message: dict[str, Any] = {"type": dice.choice([*KINDS, "", "scene", None, 4]), "v": 3, "n": dice.randrange(99)}
    for field in dice.sample(FIELDS, dice.randrange(len(FIELDS))):
        message[field] = dice.choice([*NASTY, *known.values()])
    if kind == 2:
        message["v"] = dice.choice(NASTY)
    written = json.dumps(message)
    if kind == 3:
        return written[: dice.randrange(len(written))]
    if kind == 4:
        return "[" * dice.randrange(1, 5000)
    return written


def _make_plausible(dice: random.Random, known: dict[str, Any], mutations: int) -> str:
    """Make a message with the fields of its kind, then put something wrong into its text here and there."""
    kind = dice.choice(wire.ClientMessage.__args__)
    message: dict[str, Any] = {"type": kind.__struct_config__.tag, "v": 3, "n": dice.randrange(99)}
    for field in kind.__struct_encode_fields__:
        if field in known:
            message[field] = known[field]
        elif field in ("seat", "seen", "number", "before"):
            message[field] = dice.randrange(4)
        elif dice.random() < 0.1 and field not in message:
            message[field] = dice.choice(NASTY)
    written = json.dumps(message)
    for _ in range(mutations):
        at = dice.randrange(len(written))
        written = written[:at] + dice.choice(MUTATED) + written[at + dice.randrange(3) :]
    return written
