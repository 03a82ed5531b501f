"""Ctrl-C while code runs that would lose it."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Generator


@contextlib.contextmanager
def hold_interrupts() -> Generator[None]:
    """Hold Ctrl-C back until the block is over, and raise `KeyboardInterrupt` then.

    For what takes a moment and calls Python from C: while modules are imported and machine code is loaded, there are
    callbacks in which an exception is dropped, and whoever pressed Ctrl-C would wait for ever. Only the main thread
    hears it; in others, and where somebody listens to it in a way of their own, nothing is held.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pressed: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if pressed:
            raise KeyboardInterrupt
