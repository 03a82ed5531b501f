"""Net files: what is written is read again, and whatever is no net is refused in one line."""

from __future__ import annotations

import json
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.bots import net_bot
from decapod.core.game import OURS
from decapod.errors import ParseError, UsageError
from decapod.nn import net_file
from decapod.nn.net_file import Net, NetMetadata

GAME = decapod.game("crabe-vs-poulpe")
NETS = net_bot.FOLDER


@pytest.fixture(scope="module")
def net() -> Net:
    return Net.random(GAME, 16, seed=3)


def test_a_net_is_the_same_after_writing_and_reading(net: Net, tmp_path: Path) -> None:
    net.write(tmp_path / "net.safetensors")
    again = Net.read(tmp_path / "net.safetensors")
    assert again.facts == net.facts
    assert again.tensors.keys() == net.tensors.keys()
    for name, tensor in net.tensors.items():
        assert again.tensors[name].dtype == tensor.dtype
        assert np.array_equal(again.tensors[name], tensor), name
    assert [path.name for path in tmp_path.iterdir()] == ["net.safetensors"], "nothing is left beside it"


@pytest.mark.parametrize("path", sorted(NETS.glob("*.safetensors")), ids=lambda path: path.stem)
def test_nets_that_come_with_decapod_are_read_and_written_alike(path: Path, tmp_path: Path) -> None:
    net = Net.read(path)
    net.write(tmp_path / "again")
    (ours, metadata), (again, same_metadata) = (read_tensors(file) for file in (path, tmp_path / "again"))
    assert same_metadata == metadata
    assert again.keys() == ours.keys()
    assert all(again[name].tobytes() == ours[name].tobytes() for name in ours)


def read_tensors(path: Path) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the tensors and the metadata of a file, as its layout says, without the library that reads nets."""
    data = path.read_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    metadata = header.pop("__metadata__")
    kinds = {"I8": "i1", "I32": "<i4", "F32": "<f4"}
    tensors = {
        name: np.frombuffer(data[8 + length :][slice(*entry["data_offsets"])], kinds[entry["dtype"]])
        for name, entry in header.items()
    }
    return tensors, metadata


def test_bytes_are_within_half_a_step_of_the_floats_they_stand_for() -> None:
    matrix = np.random.default_rng(1).normal(size=(5, 40)).astype(np.float32)
    matrix[2] = 0
    rounded, scale = net_file.to_bytes(matrix)
    assert rounded.dtype == np.int8
    assert np.all(np.abs(rounded * scale[:, None] - matrix) <= scale[:, None] * 0.501)


def test_a_net_evaluates_as_its_formula_says(net: Net) -> None:
    match = GAME.match(seed=5)
    player = match.to_act[0]
    observation, legal = np.asarray(match.observation(player)), match.legal_actions(player)
    logits, worths = net.evaluate(observation, legal)

    def relu_of_norm(sums: Any, bias: Any, gain: Any, shift: Any) -> Any:
        sums = sums + bias
        sums = (sums - sums.mean()) / np.sqrt(sums.var() + net_file.EPSILON)
        return np.maximum(sums * gain + shift, 0)

    norms = {name: [net.matrix(f"{name}.{part}") for part in ("bias", "gain", "shift")] for name in ("input", "hidden")}
    first = relu_of_norm(observation @ net.matrix("input"), *norms["input"])
    second = relu_of_norm(net.matrix("hidden")[0] @ first, *(part[0] for part in norms["hidden"]))
    third = relu_of_norm(net.matrix("hidden")[1] @ second, *(part[1] for part in norms["hidden"]))
    units = first + second + third
    all_logits = net.matrix("policy") @ units + net.matrix("policy.bias")
    assert logits == pytest.approx(all_logits[list(legal)], abs=1e-4)
    assert worths == pytest.approx(np.tanh(net.matrix("value") @ units + net.matrix("value.bias")), abs=1e-5)
    assert len(worths) == 2


@pytest.mark.parametrize("name", OURS)
def test_a_net_fits_its_own_game_alone(name: str) -> None:
    game = decapod.game(name)
    made = Net.random(game, 8)
    made.check(game)
    other = decapod.game("crabs" if name != "crabs" else "oh-crab")
    with pytest.raises(UsageError, match=f"^mine plays {name}, not {other.name}$"):
        made.check(other, "mine")


@pytest.mark.parametrize(("fact", "words"), [("observation", "another observation"), ("moves", "other moves")])
def test_a_net_of_another_layout_is_refused(net: Net, fact: str, words: str) -> None:
    old = Net(replace(net.facts, **{fact: "0123456789ab"}), net.tensors)
    with pytest.raises(UsageError, match=words):
        old.check(GAME)


def test_a_net_knows_whether_it_was_taught_on_a_box(net: Net) -> None:
    tiny = GAME.load_box(Path(__file__).parents[2] / "examples" / "tiny_crabe_vs_poulpe.toml")
    assert net.is_of(GAME.box)
    assert not net.is_of(tiny)
    assert Net.random(GAME, 8, box=tiny).is_of(tiny)
    net.check(GAME)


def test_facts_name_the_modes_that_were_taught() -> None:
    assert NetMetadata.of(GAME).modes == ["symmetric 2", "asymmetric 2"]
    assert NetMetadata.of(GAME, modes=[("asymmetric", 2)]).modes == ["asymmetric 2"]


def change_header(data: bytes, change: Any) -> bytes:
    """Return a file whose header was changed."""
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    change(header)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data[8 + length :]


def spoil_value(data: bytes) -> bytes:
    """Return a file with a number that is none among its values."""
    (length,) = struct.unpack_from("<Q", data)
    at = 8 + length + json.loads(data[8 : 8 + length])["value"]["data_offsets"][0]
    return data[:at] + struct.pack("<f", float("nan")) + data[at + 4 :]


def header(data: bytes, **entries: dict[str, Any]) -> bytes:
    """Return a file in whose header some entries were changed."""
    return change_header(data, lambda header: [header[name].update(entry) for name, entry in entries.items()])


HUGE = [1 << 31, 1 << 31]
FLAWS = {
    "cut in its first number": ("", lambda data: data[:5]),
    "cut short": ("", lambda data: data[:-1]),
    "longer than its header says": ("", lambda data: data + b"x"),
    "without JSON": ("", lambda _: struct.pack("<Q", 4) + b"{{{{"),
    "with a list for a header": ("", lambda _: struct.pack("<Q", 2) + b"[]"),
    "with a header deeper than any stack": ("", lambda _: struct.pack("<Q", 1 << 20) + b"[" * (1 << 20)),
    "with a header longer than itself": ("", lambda _: struct.pack("<Q", 1 << 62) + b"{}"),
    "with tensors larger than any memory": ("", lambda data: header(data, value={"shape": HUGE})),
    "with fewer than no numbers": ("", lambda data: header(data, value={"shape": [-2, -16]})),
    "with a shape that does not fit": ("", lambda data: header(data, value={"shape": [3, 16]})),
    "with dimensions beyond counting": ("", lambda data: header(data, value={"shape": [2, 16] + [1] * 500})),
    "with tensors over each other": ("", lambda data: header(data, value={"data_offsets": [0, 256]})),
    "of another format": ("not of the format", lambda data: header(data, __metadata__={"format": "other"})),
    "without metadata": ("not of the format", lambda data: change_header(data, lambda all_: all_.pop("__metadata__"))),
    "with facts that are no JSON": ("", lambda data: header(data, __metadata__={"modes": "["})),
    "with facts deeper than any stack": ("", lambda data: header(data, __metadata__={"modes": "[" * (1 << 20)})),
    "with numbers of another kind": ("value is of another kind", lambda data: header(data, value={"dtype": "I32"})),
    "with numbers that NumPy lacks": ("", lambda data: header(data, value={"dtype": "BF16", "shape": [4, 16]})),
    "with another shape": ("value has another shape", lambda data: header(data, value={"shape": [4, 8]})),
    "with infinite numbers": ("numbers that are none", spoil_value),
}  # fmt: skip


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_file_that_is_no_net_is_refused_in_one_line(net: Net, tmp_path: Path, flaw: str) -> None:
    words, spoil = FLAWS[flaw]
    net.write(tmp_path / "net")
    (tmp_path / "net").write_bytes(spoil((tmp_path / "net").read_bytes()))
    with pytest.raises(ParseError, match=f"net is no net of Decapod: .*{words}") as caught:
        Net.read(tmp_path / "net")
    assert "\n" not in str(caught.value)


def test_a_tensor_too_few_or_too_many_is_refused(net: Net, tmp_path: Path) -> None:
    tensors = {**net.tensors, "more": np.zeros(3, np.float32)}
    for wrong in (tensors, {name: tensor for name, tensor in net.tensors.items() if name != "policy.bias"}):
        with pytest.raises(ValueError, match="not the tensors that a net has"):
            net_file.check_tensors(dict(wrong))


def test_a_net_that_cannot_be_read_or_written_is_refused_in_one_line(net: Net, tmp_path: Path) -> None:
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(ParseError, match="cannot read the net"):
            Net.read(path)
    with pytest.raises(UsageError, match="cannot write"):
        net.write(tmp_path / "nowhere" / "net")


def test_a_net_cut_anywhere_is_refused(net: Net, tmp_path: Path) -> None:
    net.write(tmp_path / "net")
    data = (tmp_path / "net").read_bytes()
    for length in range(0, len(data), 97):
        (tmp_path / "net").write_bytes(data[:length])
        with pytest.raises(ParseError):
            Net.read(tmp_path / "net")


def test_a_file_larger_than_any_net_is_not_opened(tmp_path: Path) -> None:
    with (tmp_path / "net").open("wb") as file:
        file.truncate(net_file.LARGEST + 1)
    with pytest.raises(ParseError, match="larger than 64 MB"):
        Net.read(tmp_path / "net")


def test_rows_of_zeros_are_left_out_of_a_file_and_come_back(tmp_path: Path) -> None:
    net = Net.random(decapod.game("crab-stack"), 16)
    net.write(tmp_path / "whole")
    for name in ("input", "policy"):
        net.tensors[name][100:] = 0
    net.write(tmp_path / "net")
    assert (tmp_path / "net").stat().st_size < (tmp_path / "whole").stat().st_size / 2
    again = Net.read(tmp_path / "net")
    assert all(np.array_equal(again.tensors[name], net.tensors[name]) for name in net.tensors)
    assert set(again.tensors) == set(net.tensors)


@pytest.mark.parametrize("rows", [(0, 0), (1, 0), (-1, 3), (3, 1 << 20)])
def test_rows_that_are_none_are_refused(rows: tuple[int, int], tmp_path: Path) -> None:
    net = Net.random(decapod.game("crab-stack"), 16)
    net.tensors["policy"][:] = 0
    net.tensors["policy"][[0, 5]] = 1
    net.write(tmp_path / "net")
    data, kept = (tmp_path / "net").read_bytes(), np.array([0, 5], "<i4").tobytes()
    assert data.count(kept) == 1
    (tmp_path / "net").write_bytes(data.replace(kept, np.array(rows, "<i4").tobytes()))
    with pytest.raises(ParseError, match=r"policy\.kept does not fit"):
        Net.read(tmp_path / "net")


def test_a_small_file_that_would_become_a_huge_matrix_is_refused(tmp_path: Path) -> None:
    net = Net.random(decapod.game("crab-stack"), 1024)
    net.tensors["policy"] = np.zeros((1 << 17, 1024), np.int8)
    net.tensors["policy"][0] = 1
    net.tensors["policy.scale"] = net.tensors["policy.bias"] = np.ones(1 << 17, np.float32)
    net.write(tmp_path / "net")
    assert (tmp_path / "net").stat().st_size < net_file.LARGEST / 4
    with pytest.raises(ParseError, match="policy would be larger than 64 MB"):
        Net.read(tmp_path / "net")
