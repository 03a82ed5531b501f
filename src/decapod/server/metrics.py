"""What Prometheus can ask: matches, moves, latency, sockets, bot time, how late the loop is."""

from __future__ import annotations

import os

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

FINE = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

MOVES = Counter("decapod_moves_total", "Moves stored", ["game"])
REFUSALS = Counter("decapod_refusals_total", "Messages refused", ["what"])
MATCHES = Counter("decapod_matches_total", "Matches begun and ended", ["game", "event"])
MOVE_TIME = Histogram("decapod_move_seconds", "From a move's arrival to its commit", buckets=FINE)
COMMITS = Histogram("decapod_commit_seconds", "One commit, of however many moves", buckets=FINE)
SCENES = Counter("decapod_scenes_total", "Scenes sent")
BOT_TIME = Histogram("decapod_bot_seconds", "From a bot's turn to think to its answer", ["bot"])  # tells no hand
BOT_FAILURES = Counter("decapod_bot_failures_total", "Bots for which chance had to move", ["bot"])
LOOP_LAG = Histogram("decapod_loop_lag_seconds", "How late the event loop is called", buckets=(*FINE, 5, 10, 30))
SOCKETS = Gauge("decapod_sockets", "Open WebSockets", multiprocess_mode="livesum")
BOXES = Gauge("decapod_boxes", "Boxes of people's own kept ready", multiprocess_mode="livesum")
BOX_BYTES = Gauge("decapod_box_bytes", "What they take of the memory", multiprocess_mode="livesum")
ROOMS = Gauge("decapod_rooms", "Rooms in memory", multiprocess_mode="livesum")

CONTENT_TYPE = CONTENT_TYPE_LATEST


def page() -> bytes:
    """Write all metrics, those of every worker on this machine together."""
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # pyright: ignore[reportUnknownMemberType]
        return generate_latest(registry)
    return generate_latest(REGISTRY)
