"""Health, readiness and metrics, for operators."""

from __future__ import annotations

from collections.abc import Callable

from litestar import Response, get
from litestar.enums import MediaType

from decapod import __version__
from decapod.core.game import catalogue
from decapod.engine import jit_warmup
from decapod.server import metrics, wire
from decapod.server.http import uvicorn_guard
from decapod.server.http.dependencies import TheServer
from decapod.server.live.server import Hub
from decapod.server.store import STORAGE_ERRORS

READY, DEGRADED, UNAVAILABLE = "ready", "degraded", "unavailable"


def kernel_problem() -> str | None:
    """Return why games are played interpreted although kernels were wanted; None if none failed."""
    failures = {name: jit_warmup.failure(package) for name, package in catalogue().items()}
    reasons = [f"kernels of {name} failed: {failure}" for name, failure in failures.items() if failure]
    return "; ".join(reasons) or None


#: What makes the server degraded: each returns a reason, or None.
CHECKS: list[Callable[[], str | None]] = [kernel_problem, uvicorn_guard.problem]


@get("/health", tags=["operations"], summary="Whether the process lives", sync_to_thread=False)
def health() -> wire.Health:
    """Return 200 as long as the process answers, whatever it can serve."""
    return wire.Health(ok=True, version=__version__)


@get("/ready", tags=["operations"], summary="How well the server can serve")
async def readiness(server: TheServer) -> Response[wire.Readiness]:
    """Return 503 while the server stops or the database cannot be read or written, else 200, also when degraded."""
    reason = await _why_unavailable(server)
    problems = [problem for check in CHECKS if (problem := check())]
    report = wire.Readiness(
        status=UNAVAILABLE if reason else DEGRADED if problems else READY,
        reasons=[reason, *problems] if reason else problems,
        version=__version__,
        database=server.store.database.kind,
        channels=server.services.channel.state,
        rooms=len(server.rooms.in_memory),
        sockets=server.sockets.total(),
        kernels={name: jit_warmup.state(package) for name, package in catalogue().items()},
    )
    return Response(report, status_code=503 if reason else 200)


async def _why_unavailable(server: Hub) -> str:
    """Return why nothing can be served, else an empty string."""
    try:
        await server.store.ping()
    except STORAGE_ERRORS:
        return "the database does not answer"
    if server.store.is_failing:
        return "the database stores nothing"
    return "the server is stopping" if server.services.stopping else ""


@get("/metrics", tags=["operations"], summary="Metrics for Prometheus", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics_page() -> Response[bytes]:
    """Write matches, moves, latencies, sockets and bot time in Prometheus's format."""
    return Response(metrics.page(), media_type=metrics.CONTENT_TYPE)
