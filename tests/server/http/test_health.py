"""Health, readiness and metrics."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

import decapod
from tests.server.running import PATIENCE, SOURCE, Person, RunningServer, free_port, server_process, wait_until
from tests.server.services import postgresql

Come = Callable[..., Person]


def test_ready_says_how_the_server_is(person: Come) -> None:
    report = person().get("/ready")
    assert (report["status"], report["reasons"]) == ("ready", [])
    assert (report["database"], report["channels"]) == ("sqlite", "memory")
    assert "crab-stack" in report["kernels"]


def test_health_says_only_that_the_process_lives(person: Come) -> None:
    assert person().get("/health") == {"ok": True, "version": decapod.__version__}


@pytest.mark.slow
def test_a_server_whose_kernels_fail_says_so_and_is_degraded(tmp_path: Path) -> None:
    """Numba compiled nothing, the log said nothing, and health said that all was well."""
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text('raise ImportError("this Numba is broken\\nand more")\n')
    port = free_port()
    environment = {
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{SOURCE}", "DECAPOD_JIT": "1", "DECAPOD_CACHE": str(tmp_path / "cache")
    }  # fmt: skip
    with server_process(tmp_path, port, **environment):
        address = f"http://127.0.0.1:{port}"
        wait_until(lambda: httpx.get(f"{address}/ready").json()["status"] == "degraded")
        answer = httpx.get(f"{address}/ready")
        assert answer.status_code == 200
        assert "failed: ImportError: this Numba is broken" in answer.json()["reasons"][0]
        assert httpx.get(f"{address}/health").json()["ok"] is True
    lines = [json.loads(line) for line in (tmp_path / "server.log").read_text().splitlines() if line.startswith("{")]
    (warning, *_) = [line for line in lines if line["from"] == "decapod.engine"]
    assert warning["message"].endswith("played interpreted: ImportError: this Numba is broken")


@pytest.mark.slow
def test_a_server_whose_database_is_gone_is_not_well_and_stops_all_the_same(tmp_path: Path) -> None:
    with postgresql() as database:
        server = RunningServer(tmp_path, database=database)
        assert httpx.get(f"{server.url}/ready").json()["database"] == "postgresql"
    answer = httpx.get(f"{server.url}/ready", timeout=PATIENCE)
    assert (answer.status_code, answer.json()["status"]) == (503, "unavailable")
    assert answer.json()["reasons"] == ["the database does not answer"]
    assert httpx.get(f"{server.url}/health", timeout=PATIENCE).status_code == 200
    server.stop()


def test_metrics_count_matches_moves_sockets_and_bot_time(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up(seats=[{"who": "me"}, {"who": "bot", "bot": "random"}], options={"first": "0"}, start=True)
    page = ada.open_page(room["id"])
    page.move()
    page.wait_for_scene(lambda m: m["ply"] == 2)
    metrics = ada.get("/metrics")
    for name in ("decapod_moves_total", "decapod_matches_total", "decapod_move_seconds_bucket", "decapod_bot_seconds"):
        assert name in metrics
    assert "decapod_sockets 0.0" not in metrics


@pytest.mark.slow
def test_a_server_that_can_store_nothing_is_not_well_until_it_can(tmp_path: Path) -> None:
    """It answered that all was well on a full disk."""
    server = RunningServer(tmp_path)

    def rename(was: str, name: str) -> None:
        server.run(server.live.store.write(lambda c: c.exec_driver_sql(f"alter table {was} rename to {name}")))

    assert httpx.get(f"{server.url}/ready").status_code == 200
    rename("pulses", "lost_pulses")  # the sign of life that is stored every few seconds fails now
    wait_until(lambda: httpx.get(f"{server.url}/ready").json()["status"] == "unavailable")
    rename("lost_pulses", "pulses")
    wait_until(lambda: httpx.get(f"{server.url}/ready").status_code == 200)
    server.stop()
