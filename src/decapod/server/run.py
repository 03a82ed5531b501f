"""Starting the server: one command on this machine, or many workers for a club."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import inspect
import os
import shutil
import socket
import sqlite3
import sys
import tempfile
import threading
import time
import webbrowser
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from decapod.errors import Refused, Unreadable, UsageError
from decapod.server.settings import ENVIRONMENT, Settings

if TYPE_CHECKING:
    import uvicorn

PORT = 8321
PORTS = 50  # how many ports are tried
LOOPBACK = ("127.0.0.1", "localhost", "::1")
SWITCH = 0.0002  # seconds a thread may keep the others waiting: storing and playing take turns often
PATIENCE = 8  # seconds that open requests get to finish when the server stops


def free_socket(host: str, port: int, *, exactly: bool = False) -> socket.socket:
    """Bind a port: this one, or the next that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + (1 if exactly else PORTS)):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
            listener.listen(2048)
            return listener
        except PermissionError:
            listener.close()
            raise UsageError(f"port {number} needs special rights; choose one above 1023 with --port") from None
        except OverflowError:
            listener.close()
            raise UsageError(f"{number} is no port; choose one from 1 to 65535") from None
        except (socket.gaierror, TypeError):  # no such host, and a name that cannot be one
            listener.close()
            raise UsageError(f"{host!r} is no address of this machine") from None
        except OSError as error:
            listener.close()
            if error.errno not in (98, 48, 10048):  # in use: Linux, macOS, Windows
                raise UsageError(f"cannot listen on {host}:{number}: {error.strerror or error}") from None
    where = f"port {port} is" if exactly else f"ports {port} to {port + PORTS - 1} are"
    raise UsageError(f"{where} taken; choose another with --port")


class Only:
    """The mark that a server uses a data folder: SQLite tables belong to one server."""

    def __init__(self, folder: Path) -> None:
        """Name the file."""
        self.path = folder / "server.lock"
        self._file: IO[str] | None = None

    def take(self) -> str | None:
        """Take the mark; if another server has it, return where that one listens."""
        self._file = self.path.open("a+")
        if _locked(self._file):
            return None
        self._file.seek(0)
        address = self._file.read().strip()
        self._file.close()
        self._file = None
        return address or "an address it has not told yet"

    def write(self, address: str) -> None:
        """Say where we listen."""
        if self._file is not None:
            self._file.seek(0)
            self._file.truncate()
            self._file.write(address)
            self._file.flush()

    def close(self) -> None:
        """Leave the folder to others."""
        if self._file is not None:
            self._file.close()


def _locked(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(1_000_000)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def address_of(listener: socket.socket, host: str) -> str:
    """Write the address a browser opens."""
    name, port = listener.getsockname()[:2]
    shown = "127.0.0.1" if name in ("0.0.0.0", "::") else name  # noqa: S104  # compared, not bound
    return (
        f"http://[{shown}]:{port}" if ":" in shown else f"http://{'localhost' if host == 'localhost' else shown}:{port}"
    )


def serve(
    settings: Settings,
    host: str = "127.0.0.1",
    port: int | None = None,
    workers: int = 1,
    open_browser: bool = False,
) -> None:
    """Serve until told to stop."""
    from decapod.server.store import readable_url

    sqlite = readable_url(settings.url).drivername.startswith("sqlite")
    if workers < 1:
        raise UsageError("at least one worker is needed")
    if workers > 1 and sqlite:
        raise UsageError("several workers need PostgreSQL: --database postgresql://…")
    if workers > 1 and not settings.channels:
        raise UsageError("several workers need Redis to hear of each other: --channels redis://…")
    folder = settings.open_data()
    settings.key()
    with contextlib.closing(Only(folder if not settings.database else _folder_of(settings))) as only:
        other = only.take() if sqlite else None
        if other is not None:
            print(f"Decapod already runs here: {other}", flush=True)
            if open_browser and other.startswith("http"):
                webbrowser.open(other)
            return
        listener = free_socket(host, port or PORT, exactly=port is not None and port != PORT)  # whoever comes waits
        try:
            _try_out(settings)
        except Refused:
            listener.close()
            raise
        address = address_of(listener, host)
        only.write(address)
        print(f"Decapod: {address}", flush=True)
        if host not in LOOPBACK:
            print(f"Others on the network: {_network_address(listener)}", flush=True)
        if open_browser:
            threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
        if workers == 1:
            _serve_one(settings, listener)
        else:
            _serve_many(settings, listener, workers)


def _folder_of(settings: Settings) -> Path:
    from decapod.server.store import readable_url

    url = readable_url(settings.url)
    if not url.drivername.startswith("sqlite") or not url.database:
        return Path(settings.data)
    folder = Path(url.database).resolve().parent
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}")
    return folder


def config(app: Any, **more: Any) -> uvicorn.Config:
    """Configure uvicorn for us."""
    import uvicorn

    with contextlib.suppress(ImportError):
        import uvloop  # noqa: F401  # pyright: ignore[reportUnusedImport]

        more.setdefault("loop", "uvloop")
    return uvicorn.Config(
        app, log_config=None, access_log=False, ws="websockets-sansio", ws_max_size=65_536, ws_max_queue=32,
        ws_ping_interval=20, ws_ping_timeout=30, ws_per_message_deflate=False, server_header=False,
        timeout_graceful_shutdown=PATIENCE, backlog=2048, **more,
    )  # fmt: skip


def _try_out(settings: Settings) -> None:
    """Say in one line what keeps the server from starting, before anybody is told its address."""
    from decapod.server.app import try_out

    asyncio.run(try_out(settings))


def _serve_one(settings: Settings, listener: socket.socket) -> None:
    import uvicorn

    from decapod.server.app import make_app

    app = make_app(settings)
    gc.freeze()  # modules and routes stay: no need to look through them again and again
    sys.setswitchinterval(SWITCH)
    server = uvicorn.Server(config(app))
    server.run(sockets=[listener])
    if not server.started:
        sys.exit(2)


def _serve_many(settings: Settings, listener: socket.socket, workers: int) -> None:
    from uvicorn.supervisors import Multiprocess

    os.environ[ENVIRONMENT] = settings.dump()
    shared = tempfile.mkdtemp(prefix="decapod-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = shared
    import uvicorn

    made = config("decapod.server.app:make_app", factory=True, workers=workers)
    arguments: dict[str, Any] = {"sockets": [listener]}
    if "target" in inspect.signature(Multiprocess).parameters:  # uvicorn before 0.50 or so
        arguments["target"] = uvicorn.Server(made).run
    try:
        Multiprocess(made, **arguments).run()
    finally:
        shutil.rmtree(shared, ignore_errors=True)


def _network_address(listener: socket.socket) -> str:
    port = listener.getsockname()[1]
    name = socket.gethostname()
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent; it only tells which address would be used
        name = probe.getsockname()[0]
    return f"http://{name}:{port}"


def _open_when_ready(address: str) -> None:
    host, port = address.removeprefix("http://").rsplit(":", 1)
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection((host.strip("[]"), int(port)), timeout=1):
            webbrowser.open(address)
            return
        time.sleep(0.05)


def backup(settings: Settings, target: Path) -> None:
    """Copy the database, also while the server runs: whole or not at all."""
    from sqlalchemy.exc import SQLAlchemyError

    from decapod.server.store import Store

    if target.is_dir() or not target.parent.is_dir():
        raise UsageError(f"cannot write {target}: it is no file in a folder that exists")
    store = Store(settings.url)
    source = Path(store.url.database or "")
    if store.is_sqlite and not source.is_file():
        raise UsageError(f"there is no database {source} yet")
    draft = target.with_name(target.name + ".part")
    try:
        draft.unlink(missing_ok=True)
        store.copy_to(draft)
        draft.chmod(0o600)
        draft.replace(target)
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        raise Unreadable(f"cannot copy {store.url.database} to {target}: {str(error).splitlines()[0]}") from None
