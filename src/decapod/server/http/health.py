"""Health and metrics, for those who run a server."""

from __future__ import annotations

from litestar import Response, get
from litestar.enums import MediaType

from decapod import __version__
from decapod.engine import ready
from decapod.game import catalogue
from decapod.server import metrics, wire
from decapod.server.http.dependencies import TheServer
from decapod.server.store import STORAGE_ERRORS


@get("/health", tags=["operations"], summary="How the server is")
async def health(server: TheServer) -> Response[wire.Health]:
    """Say whether the server can serve: whether the database answers and stores, and how many are here."""
    try:
        await server.store.ping()
        ok = not server.services.stopping and not server.store.is_failing
    except STORAGE_ERRORS:
        ok = False
    report = wire.Health(
        ok=ok,
        version=__version__,
        database=server.store.database.kind,
        channels=server.services.channel.state,
        rooms=len(server.rooms.in_memory),
        sockets=server.sockets.total(),
        kernels={name: ready.state(package) for name, package in catalogue().items()},
    )
    return Response(report, status_code=200 if ok else 503)


@get("/metrics", tags=["operations"], summary="Metrics for Prometheus", media_type=MediaType.TEXT, sync_to_thread=False)
def metrics_page() -> Response[bytes]:
    """Write matches, moves, latencies, sockets and bot time in Prometheus's format."""
    return Response(metrics.page(), media_type=metrics.CONTENT_TYPE)
