"""Starting the server: one command on this machine, or many workers for a club."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import inspect
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decapod.errors import Refused, UsageError
from decapod.server.instance_lock import InstanceLock
from decapod.server.listening import LOOPBACK, bind_socket, local_address, network_address
from decapod.server.open_files import make_room
from decapod.server.settings import ENVIRONMENT, Settings

if TYPE_CHECKING:
    import uvicorn
    from sqlalchemy.engine import URL

PORT = 8321
SWITCH_INTERVAL = 0.0002  # seconds a thread may keep the others waiting: storing and playing take turns often
SHUTDOWN_TIMEOUT = 8  # seconds that open requests get to finish when the server stops
API_ONLY = "decapod.server.http.app:make_app"


def serve(
    settings: Settings,
    host: str = "127.0.0.1",
    port: int | None = None,
    workers: int = 1,
    open_browser: bool = False,
    factory: str = API_ONLY,
) -> None:
    """Serve until stopped by a signal, and return; refuses in one line what keeps the server from starting.

    `factory` names, as `module:function`, what makes the application from settings, or without an argument from
    those in the environment: every worker process calls it for itself.
    """
    from decapod.server.store.database import parse_url

    url = parse_url(settings.url)
    is_sqlite = url.drivername.startswith("sqlite")
    if workers < 1:
        raise UsageError("at least one worker is needed")
    if workers > 1 and is_sqlite:
        raise UsageError("several workers need PostgreSQL: --database postgresql://…")
    if workers > 1 and not settings.channels:
        raise UsageError("several workers need Redis to hear of each other: --channels redis://…")
    settings.open_boxes()  # refuses a wrong one before anything is started
    folder = settings.open_data()
    settings.key()
    with contextlib.closing(InstanceLock(_database_folder(url) if settings.database and is_sqlite else folder)) as lock:
        other = lock.acquire() if is_sqlite else None
        if other is not None:
            print(f"Decapod already runs here: {other}", flush=True)
            if open_browser and other.startswith("http"):
                webbrowser.open(other)
            return
        chosen = PORT if port is None else port
        listener = bind_socket(host, chosen, exactly=chosen != PORT)  # whoever comes waits
        try:
            _check_services(settings)
        except Refused:
            listener.close()
            raise
        address = local_address(listener, host)
        lock.write_address(address)
        print(f"Decapod: {address}", flush=True)
        shortage = make_room(settings)
        if shortage is not None:
            print(shortage, flush=True)
        if host not in LOOPBACK:
            print(f"Others on the network: {network_address(listener)}", flush=True)
        if open_browser:
            threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
        if workers == 1:
            _serve_one(settings, listener, factory)
        else:
            _serve_many(settings, listener, factory, workers)


def _database_folder(url: URL) -> Path:
    """Find the folder of a SQLite file that somebody named; refuses one that does not exist."""
    folder = Path(url.database or "").resolve().parent
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}")
    return folder


def uvicorn_config(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """Configure uvicorn for an application, or for `module:function` of a factory, the way we serve."""
    import uvicorn

    from decapod.server.http.uvicorn_guard import protocol_options

    with contextlib.suppress(ImportError):
        import uvloop  # noqa: F401  # pyright: ignore[reportUnusedImport]

        more.setdefault("loop", "uvloop")
    return uvicorn.Config(
        app, log_config=None, access_log=False, ws_max_size=65_536, ws_max_queue=32, ws_ping_interval=20,
        ws_ping_timeout=30, server_header=False,
        proxy_headers=bool(settings.proxies), forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT, backlog=2048, **protocol_options(), **more,
    )  # fmt: skip


def _check_services(settings: Settings) -> None:
    """Refuse in one line what keeps the server from starting, before anybody is told its address."""
    from decapod.server.http.app import check_services

    asyncio.run(check_services(settings))


def _serve_one(settings: Settings, listener: socket.socket, factory: str) -> None:
    import uvicorn
    from uvicorn.importer import import_from_string

    app = import_from_string(factory)(settings)
    gc.freeze()  # modules and routes stay: no need to look through them again and again
    sys.setswitchinterval(SWITCH_INTERVAL)
    server = uvicorn.Server(uvicorn_config(app, settings))
    for number in (signal.SIGINT, signal.SIGTERM):  # uvicorn stops, then sends itself the signal again
        signal.signal(number, lambda *_: None)
    server.run(sockets=[listener])
    if not server.started:
        sys.exit(2)


def _serve_many(settings: Settings, listener: socket.socket, factory: str, workers: int) -> None:
    import uvicorn
    from uvicorn.supervisors import Multiprocess

    os.environ[ENVIRONMENT] = settings.dump()
    metrics_folder = tempfile.mkdtemp(prefix="decapod-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_folder
    config = uvicorn_config(factory, settings, factory=True, workers=workers)
    arguments: dict[str, Any] = {"sockets": [listener]}
    if "target" in inspect.signature(Multiprocess).parameters:  # uvicorn before 0.50 or so
        arguments["target"] = uvicorn.Server(config).run
    try:
        Multiprocess(config, **arguments).run()
    finally:
        shutil.rmtree(metrics_folder, ignore_errors=True)


def _open_when_ready(address: str) -> None:
    """Open the browser as soon as somebody listens at an address; gives up after some seconds."""
    host, port = address.removeprefix("http://").rsplit(":", 1)
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection((host.strip("[]"), int(port)), timeout=1):
            webbrowser.open(address)
            return
        time.sleep(0.05)
