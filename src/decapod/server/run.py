"""Starting the server: one command on this machine, or many workers for a club."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pkgutil
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import webbrowser
from typing import TYPE_CHECKING, Any

from decapod.errors import DecapodError, UsageError
from decapod.server.instance_lock import InstanceLock, folder_of
from decapod.server.listening import LOOPBACK, bind_socket, local_address, network_address
from decapod.server.open_files import make_room
from decapod.server.settings import ENVIRONMENT, Settings
from decapod.server.stopping import REQUESTS_TIMEOUT_S, STOP_SIGNALS

if TYPE_CHECKING:
    import uvicorn

PORT = 8321
SWITCH_INTERVAL = 0.0002  # seconds a thread may keep the others waiting: storing and playing take turns often
API_ONLY = "decapod.server.http.app:make_app"


def serve(
    settings: Settings,
    host: str = "127.0.0.1",
    port: int | None = None,
    workers: int = 1,
    open_browser: bool = False,
    factory: str = API_ONLY,
    *,
    new_key: bool = False,
) -> None:
    """Serve until stopped by a signal, and return; refuses in one line what keeps the server from starting.

    `new_key` lets it start although the guests in the database came with another cookie key.

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
    settings.open_boxes()  # refuses a wrong one before anything is started
    settings.open_data()
    settings.find_key()  # refuses one that cannot be read
    with contextlib.closing(InstanceLock(folder_of(settings, url))) as lock:
        other = lock.acquire() if is_sqlite else None
        if other is not None:
            print(f"Decapod already runs here: {other}", flush=True)
            if open_browser and other.startswith("http"):
                webbrowser.open(other)
            return
        chosen = PORT if port is None else port
        listener = bind_socket(host, chosen, exactly=chosen != PORT)  # whoever comes waits
        try:
            _check_services(settings, new_key)
        except DecapodError:
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


def uvicorn_config(app: Any, settings: Settings, **more: Any) -> uvicorn.Config:
    """Return uvicorn's configuration for an application."""
    import uvicorn

    return uvicorn.Config(app, **uvicorn_options(settings), **more)


def uvicorn_options(settings: Settings) -> dict[str, Any]:
    """Return the options that uvicorn serves our applications with."""
    from decapod.server.http.uvicorn_guard import protocol_options

    return {
        "log_config": None, "access_log": False, "server_header": False, "backlog": 2048, "ws_max_size": 65_536,
        "ws_max_queue": 32, "ws_ping_interval": 20, "ws_ping_timeout": 30, "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": settings.proxies, "timeout_graceful_shutdown": REQUESTS_TIMEOUT_S, **protocol_options(),
    }  # fmt: skip


def _check_services(settings: Settings, new_key: bool) -> None:
    """Refuse in one line what keeps the server from starting, before anybody is told its address."""
    from decapod.server.http.app import check_services

    asyncio.run(check_services(settings, new_key=new_key))


def _serve_one(settings: Settings, listener: socket.socket, factory: str) -> None:
    import uvicorn

    app = pkgutil.resolve_name(factory)(settings)
    sys.setswitchinterval(SWITCH_INTERVAL)
    server = uvicorn.Server(uvicorn_config(app, settings))
    for number in STOP_SIGNALS:  # one that comes before uvicorn listens to them, or again after it has stopped
        signal.signal(number, lambda *_: setattr(server, "should_exit", True))
    server.run(sockets=[listener])
    if not server.started:
        sys.exit(2)


def _serve_many(settings: Settings, listener: socket.socket, factory: str, workers: int) -> None:
    import uvicorn

    os.environ[ENVIRONMENT] = settings.dump()
    metrics_folder = tempfile.mkdtemp(prefix="decapod-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = metrics_folder
    # Connections inherit this. The event loop would not set it, because uvicorn takes every fd for a Unix socket.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        uvicorn.run(factory, factory=True, workers=workers, fd=listener.fileno(), **uvicorn_options(settings))
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
