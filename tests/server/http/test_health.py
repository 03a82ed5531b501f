"""Health and metrics."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.server.running import PATIENCE, Person, RunningServer, wait_until
from tests.server.services import postgresql

Come = Callable[..., Person]


def test_health_says_how_the_server_is(person: Come) -> None:
    health = person().get("/health")
    assert health["ok"] is True
    assert (health["database"], health["channels"]) == ("sqlite", "memory")
    assert "crab-stack" in health["kernels"]


@pytest.mark.slow
def test_a_server_whose_database_is_gone_is_not_well_and_stops_all_the_same(tmp_path: Path) -> None:
    with postgresql() as database:
        server = RunningServer(tmp_path, database=database)
        assert httpx.get(f"{server.url}/health").json()["database"] == "postgresql"
    answer = httpx.get(f"{server.url}/health", timeout=PATIENCE)
    assert (answer.status_code, answer.json()["ok"]) == (503, False)
    server.stop()


def test_metrics_count_matches_moves_sockets_and_bot_time(person: Come) -> None:
    ada = person("Ada")
    room = ada.set_up(seats=[{"who": "me"}, {"who": "bot", "bot": "chance"}], options={"first": "0"}, start=True)
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

    assert httpx.get(f"{server.url}/health").status_code == 200
    rename("pulses", "lost_pulses")  # the sign of life that is stored every few seconds fails now
    wait_until(lambda: httpx.get(f"{server.url}/health").json()["ok"] is False)
    rename("lost_pulses", "pulses")
    wait_until(lambda: httpx.get(f"{server.url}/health").status_code == 200)
    server.stop()
