"""The measurements that prove something run, and find it so, in small."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import decapod
from tests import GAMES
from tests.lab.bots import BOTS, write_bots
from tests.server.running import free_port

ROOT = Path(__file__).resolve().parents[1]

pytestmark = pytest.mark.slow


def siege(*arguments: str) -> dict[str, Any]:
    """Run the siege with some arguments; it must succeed."""
    command = [sys.executable, str(ROOT / "bench" / "siege.py"), "--json", "--port", str(free_port()), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_the_siege_says_what_people_felt_and_what_strangers_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECAPOD_JIT", "0")
    figures = siege("--only", "text", "fast", "--seconds", "2")
    rows = {row["attack"]: row for row in figures["attacks"]}
    assert list(rows) == ["text", "fast"]
    for row in rows.values():
        assert row["counts"]
        assert row["serves"]
        assert row["lost connections"] == 0
        assert all(count > 0 for count in (*row["moves"], *row["quiet"], *row["attacked"]))


def test_no_move_is_lost_or_doubled_by_a_kill() -> None:
    figures = siege("--kill", "2")
    assert figures["kills"] == 2
    assert figures["acknowledged"] > 0
    assert (figures["lost"], figures["doubled"]) == (0, 0)


def test_nonsense_leaves_no_traceback() -> None:
    figures = siege("--fuzz", "1500")
    assert figures["messages"] == 1500
    assert figures["answers"]["refused"] > 0
    assert figures["tracebacks"] == 0
    assert figures["serves"]


# --- strength ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strength() -> ModuleType:
    """Load the script."""
    spec = importlib.util.spec_from_file_location("strength", ROOT / "bench" / "strength.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["strength"] = module
    spec.loader.exec_module(module)
    return module


def test_every_game_has_its_ladder_and_its_flat_mc(strength: ModuleType) -> None:
    found = strength.pairings(list(strength.GAMES), "")
    assert {pairing.game for pairing in found} == set(GAMES) == set(strength.GAMES)
    assert len(found) == 5 * 6
    for pairing in found:
        lucky = pairing.game in ("crabe-vs-poulpe", "yadokarick")
        if pairing.other.startswith("flat-mc"):
            assert pairing.one.partition(":")[2] == pairing.other.partition(":")[2] != ""
            assert not pairing.by_interval
        else:
            assert pairing.by_interval == lucky
            assert int(pairing.one[5]) == int(pairing.other[5]) + 1
    for name, (mode, _, _) in strength.GAMES.items():
        assert decapod.game(name).resolve_mode(**mode)[1] == (3 if name == "yadokarick" else 2), (
            "the fewest of the game proper"
        )


def test_a_pairing_ends_when_it_is_known_whether_it_scores_what_is_wanted(
    strength: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bots(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DECAPOD_JIT", "0")
    won = strength.Pairing("crab-stack", "random", f"py:{BOTS}:Crashing", 0.6)
    found = strength.play(won, tmp_path, 60, 1)
    assert (found["score"], found["met"], found["settled"]) == (1.0, True, True)
    assert 10 < found["games"] < 40
    assert found["low"] > 0.6
    assert "| yes, settled |" in strength.row(found)
    again = strength.play(won, tmp_path, 60, 1)
    assert again["games"] == found["games"], "what is known is not played again"
    lost = strength.Pairing("crab-stack", f"py:{BOTS}:Crashing", "random", 0.5, True)
    assert not strength.play(lost, tmp_path, 60, 1)["met"]
    equals = strength.Pairing("crabe-vs-poulpe", "random", f"py:{BOTS}:First", 0.99)
    assert strength.play(equals, tmp_path, 6, 1)["games"] <= 6
