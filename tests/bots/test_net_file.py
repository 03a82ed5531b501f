"""Net files: what is written is read again, and whatever is no net is refused in one line."""

from __future__ import annotations

import itertools
import json
import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import decapod
from decapod.bots import net_file
from decapod.bots.net_file import Net, NetFacts
from decapod.errors import Unreadable, UsageError
from decapod.game import OURS

GAME = decapod.game("crabe-vs-poulpe")


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


def test_the_file_is_one_of_safetensors(net: Net) -> None:
    data = net.to_bytes()
    (length,) = struct.unpack_from("<Q", data)
    assert length % 8 == 0
    header = json.loads(data[8 : 8 + length])
    assert all(isinstance(value, str) for value in header.pop("__metadata__").values())
    ends = sorted(tuple(entry["data_offsets"]) for entry in header.values())
    assert ends[0][0] == 0
    assert all(one[1] == other[0] for one, other in itertools.pairwise(ends)), "no gaps, nothing twice"
    assert ends[-1][1] == len(data) - 8 - length


def test_bytes_are_within_half_a_step_of_the_floats_they_stand_for() -> None:
    matrix = np.random.default_rng(1).normal(size=(5, 40)).astype(np.float32)
    matrix[2] = 0
    rounded, scale = net_file.to_bytes(matrix)
    assert rounded.dtype == np.int8
    assert np.all(np.abs(rounded * scale[:, None] - matrix) <= scale[:, None] * 0.501)


def test_a_net_evaluates_as_its_formula_says(net: Net) -> None:
    match = GAME.match(seed=5)
    player = match.awaiting[0]
    observation, legal = np.asarray(match.observe(player)), match.legal_ids(player)
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
    tiny = GAME.open_box(Path(__file__).parents[2] / "examples" / "tiny_crabe_vs_poulpe.toml")
    assert net.is_of(GAME.box)
    assert not net.is_of(tiny)
    assert Net.random(GAME, 8, box=tiny).is_of(tiny)
    net.check(GAME)


def test_facts_name_the_modes_that_were_taught() -> None:
    assert NetFacts.of(GAME).modes == ["symmetric 2", "asymmetric 2"]
    assert NetFacts.of(GAME, modes=[("asymmetric", 2)]).modes == ["asymmetric 2"]


def with_header(net: Net, change: Any) -> bytes:
    """Return a file whose header was changed."""
    data = net.to_bytes()
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8 : 8 + length])
    change(header)
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data[8 + length :]


def flaws(net: Net) -> dict[str, bytes]:
    """List what can be wrong with a file, by what is said of it."""
    data = net.to_bytes()
    spoilt = bytearray(data)
    spoilt[-4:] = struct.pack("<f", float("nan"))
    return {
        "cut short": data[:5],
        "is cut short": data[:-1],
        "header cannot be read": struct.pack("<Q", 4) + b"{{{{",
        "header cannot": struct.pack("<Q", 2) + b"[]",
        "not of the format": with_header(net, lambda header: header["__metadata__"].update(format="other")),
        "cannot be read": with_header(net, lambda header: header["__metadata__"].pop("modes")),
        "not the tensors": with_header(net, lambda header: header.pop("policy.bias")),
        "value is of another kind": with_header(net, lambda header: header["value"].update(dtype="F64")),
        "value has a shape": with_header(net, lambda header: header["value"].update(shape=[3, 16])),
        "another shape": with_header(net, lambda header: header["value"].update(shape=[4, 8])),
        "has a shape": with_header(net, lambda header: header["value"].update(shape=[-2, -16])),
        "numbers that are none": bytes(spoilt),
    }


def test_whatever_is_no_net_is_refused_in_one_line(net: Net, tmp_path: Path) -> None:
    for words, data in flaws(net).items():
        (tmp_path / "net").write_bytes(data)
        with pytest.raises(Unreadable, match=words) as caught:
            Net.read(tmp_path / "net")
        assert "\n" not in str(caught.value)
    with pytest.raises(Unreadable, match="cannot read the net"):
        Net.read(tmp_path / "nothing")
    with pytest.raises(UsageError, match="cannot write"):
        net.write(tmp_path / "nowhere" / "net")


def test_a_net_cut_anywhere_is_refused(net: Net) -> None:
    data = net.to_bytes()
    for length in range(0, len(data), 97):
        with pytest.raises(Unreadable):
            Net.from_bytes(data[:length], "it")


def test_rows_of_zeros_are_left_out_of_a_file_and_come_back(tmp_path: Path) -> None:
    net = Net.random(decapod.game("crab-stack"), 16)
    whole = len(net.to_bytes())
    for name in ("input", "policy"):
        net.tensors[name][100:] = 0
    net.write(tmp_path / "net")
    assert (tmp_path / "net").stat().st_size < whole / 2
    again = Net.read(tmp_path / "net")
    assert all(np.array_equal(again.tensors[name], net.tensors[name]) for name in net.tensors)
    assert set(again.tensors) == set(net.tensors)


@pytest.mark.parametrize("rows", [(0, 0), (1, 0), (-1, 3), (3, 1 << 20)])
def test_rows_that_are_none_are_refused(rows: tuple[int, int]) -> None:
    net = Net.random(decapod.game("crab-stack"), 16)
    net.tensors["policy"][:] = 0
    net.tensors["policy"][[0, 5]] = 1
    data = net.to_bytes()
    kept = np.array([0, 5], "<i4").tobytes()
    assert data.count(kept) == 1
    with pytest.raises(Unreadable, match=r"policy\.kept does not fit"):
        Net.from_bytes(data.replace(kept, np.array(rows, "<i4").tobytes()), "it")


def test_a_small_file_that_would_become_a_huge_matrix_is_refused() -> None:
    net = Net.random(decapod.game("crab-stack"), 1024)
    net.tensors["policy"] = np.zeros((1 << 17, 1024), np.int8)
    net.tensors["policy"][0] = 1
    net.tensors["policy.scale"] = net.tensors["policy.bias"] = np.ones(1 << 17, np.float32)
    data = net.to_bytes()
    assert len(data) < net_file.LARGEST / 4
    with pytest.raises(Unreadable, match="policy would be larger than 64 MB"):
        Net.from_bytes(data, "it")
