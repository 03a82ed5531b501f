"""Where a server listens."""

from __future__ import annotations

import socket

import pytest

from decapod.errors import UsageError
from decapod.server.listening import bind_socket, local_address, network_address


def test_the_next_port_is_taken_if_ones_own_is() -> None:
    first = bind_socket("127.0.0.1", 23_400)
    port = first.getsockname()[1]
    second = bind_socket("127.0.0.1", port)
    assert second.getsockname()[1] > port
    assert local_address(second, "127.0.0.1") == f"http://127.0.0.1:{second.getsockname()[1]}"
    with pytest.raises(UsageError, match="is taken"):
        bind_socket("127.0.0.1", port, exactly=True)
    first.close()
    second.close()


@pytest.mark.parametrize(
    ("host", "port", "says"),
    [
        ("127.0.0.1", 99_999, "no port"),
        ("127.0.0.1", -1, "no port"),
        ("no.such.host.invalid", 8000, "no address"),
        ("crab..shell", 8000, "no address"),
    ],
)
def test_a_wrong_address_is_said_in_one_line(host: str, port: int, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        bind_socket(host, port)


@pytest.mark.parametrize(
    ("bound", "host", "name"),
    [("127.0.0.1", "localhost", "localhost"), ("127.0.0.1", "127.0.0.1", "127.0.0.1"), ("", "0.0.0.0", "127.0.0.1")],  # noqa: S104
)
def test_an_address_is_one_that_a_browser_can_open(bound: str, host: str, name: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as listener:
        listener.bind((bound, 0))
        port = listener.getsockname()[1]
        assert local_address(listener, host) == f"http://{name}:{port}"
        assert network_address(listener).endswith(f":{port}")
