"""The wire: names that stay, fields that are described, numbers that are numpy's."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import numpy as np
import pytest

from decapod.server import wire

PROTOCOL = Path(__file__).resolve().parents[2] / "docs" / "protocol.md"


def test_tags_and_names_on_the_wire_stay_as_they_are() -> None:
    assert {str(kind.__struct_config__.tag) for kind in wire.ClientMessage.__args__} == {
        "hello", "move", "undo", "why", "chat", "mute", "resign", "rematch", "salt", "hint", "story", "ping",
    }  # fmt: skip
    move = wire.decode(b'{"type":"move","v":1,"n":3,"seat":0,"move":"d2-f3","seen":4,"match":"m","thought":9}')
    assert isinstance(move, wire.MakeMove)
    assert (move.scene_number, move.thinking_time, move.match, move.n) == (4, 9, "m", 3)


def test_a_message_with_a_field_too_many_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `seen`"):
        wire.decode(b'{"type":"hello","seen":0}')


@pytest.mark.parametrize(
    "message",
    [
        {"type": "rematch", "seal": "\n"},
        {"type": "rematch", "seal": "0" * 64 + "\n"},
        {"type": "salt", "number": 1, "salt": "\n"},
        {"type": "mute", "person": "ada\n"},
        {"type": "hello", "language": "en\n"},
    ],
)
def test_no_line_feed_follows_what_has_a_pattern(message: dict[str, object]) -> None:
    encoded = json.dumps(message)
    with pytest.raises(msgspec.ValidationError, match="matching regex"):
        wire.decode(encoded.encode())
    wire.decode(encoded.replace("\\n", "").encode())


def test_only_scenes_and_lines_of_chat_are_numbered() -> None:
    pong = json.loads(wire.encode(wire.Pong(re=3)))
    assert pong == {"type": "pong", "v": wire.VERSION, "re": 3}
    numbered = [kind.__name__ for kind in wire.ServerMessage.__subclasses__() if "n" in kind.__struct_fields__]
    assert numbered == ["SceneMessage", "ChatLine"]


def test_numbers_of_numpy_are_sent_as_numbers_and_nothing_else_is() -> None:
    assert wire.encode({"n": np.int64(7), "x": np.float32(0.5)}) == b'{"n":7,"x":0.5}'
    with pytest.raises(TypeError, match="cannot be sent"):
        wire.encode({"n": object()})


def names_on_the_wire(kind: type[msgspec.Struct]) -> set[str]:
    """Name the fields of a message as they are sent."""
    return {field.encode_name for field in msgspec.structs.fields(kind)}


def test_the_protocol_describes_every_message_field_by_field() -> None:
    text = PROTOCOL.read_text(encoding="utf-8")
    described = set(re.findall(r"`([a-z_]+)`", text))
    for kind in (*wire.ClientMessage.__args__, *wire.ServerMessage.__subclasses__()):
        tag = str(kind.__struct_config__.tag)
        assert tag in described
        assert names_on_the_wire(kind) <= described, (tag, names_on_the_wire(kind) - described)
