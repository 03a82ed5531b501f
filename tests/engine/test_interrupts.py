"""Ctrl-C is not lost in code that drops exceptions."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from decapod.engine.interrupts import hold_interrupts


@pytest.fixture(autouse=True)
def usual_handler() -> Iterator[None]:
    """Listen to Ctrl-C as Python does, whatever runs the tests."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press(done: list[str], error: Exception | None = None) -> None:
    """Press Ctrl-C while it is held back, do something, and fail perhaps."""
    with hold_interrupts():
        signal.raise_signal(signal.SIGINT)
        done.append("the block")
        if error is not None:
            raise error


@pytest.mark.parametrize("error", [None, ValueError()])
def test_ctrl_c_is_raised_when_the_block_is_over(error: Exception | None) -> None:
    """Also where it fails."""
    done: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        press(done, error)
    assert done == ["the block"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_who_listens_in_a_way_of_their_own_goes_on_doing_so() -> None:
    heard: list[int] = []

    def listen(number: int, _frame: Any) -> None:
        heard.append(number)

    signal.signal(signal.SIGINT, listen)
    with hold_interrupts():
        assert signal.getsignal(signal.SIGINT) is listen
        signal.raise_signal(signal.SIGINT)
        assert heard == [signal.SIGINT]


def test_in_another_thread_nothing_is_held() -> None:
    found: list[Any] = []

    def look() -> None:
        with hold_interrupts():
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


#: Presses Ctrl-C while Numba is imported, in a finalizer, where Python drops whatever is raised.
PRESSING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.unraisablehook = lambda _dropped: None

class Pressing:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

class Finder:
    def find_spec(self, name, path, target=None):
        if name == "numba.core":
            Pressing()

sys.meta_path.insert(0, Finder())
try:
    import decapod.engine.jit
    print("nobody was interrupted")
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.slow
def test_ctrl_c_while_numba_is_imported_is_not_lost() -> None:
    """`decapod bench` went on for an hour when it was pressed at the wrong moment."""
    done = subprocess.run([sys.executable, "-c", PRESSING], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")
