"""Where a server listens: a free port, and the addresses that people open."""

from __future__ import annotations

import contextlib
import errno
import socket
import sys

from decapod.errors import UsageError

PORTS_TRIED = 50
LOOPBACK = ("127.0.0.1", "localhost", "::1")
IN_USE = (errno.EADDRINUSE, 10048)  # 10048 is Windows


def bind_socket(host: str, port: int, *, exactly: bool = False) -> socket.socket:
    """Listen on a port: this one, or unless `exactly` the next that is free; refuses in one line what cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in range(port, port + (1 if exactly else PORTS_TRIED)):
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
            if error.errno not in IN_USE:
                raise UsageError(f"cannot listen on {host}:{number}: {error.strerror or error}") from None
    where = f"port {port} is" if exactly else f"ports {port} to {port + PORTS_TRIED - 1} are"
    raise UsageError(f"{where} taken; choose another with --port")


def local_address(listener: socket.socket, host: str) -> str:
    """Write the address that a browser on this machine opens."""
    name, port = listener.getsockname()[:2]
    name = "127.0.0.1" if name in ("0.0.0.0", "::") else name  # noqa: S104  # compared, not bound
    if ":" in name:
        return f"http://[{name}]:{port}"
    return f"http://{'localhost' if host == 'localhost' else name}:{port}"


def network_address(listener: socket.socket) -> str:
    """Write the address that a browser on another machine of the network opens."""
    port = listener.getsockname()[1]
    name = socket.gethostname()
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent; it only tells which address would be used
        name = probe.getsockname()[0]
    return f"http://{name}:{port}"
