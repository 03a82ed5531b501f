"""Stopping: a process that was told to end does so in time, whatever its threads do.

A thread that makes a page or imports a game cannot be interrupted, and Python waits for it at the end. What people did
is stored by then: nothing is acknowledged before.
"""

from __future__ import annotations

import faulthandler
import signal
import threading
from types import FrameType
from typing import Any

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
REQUESTS_TIMEOUT_S = 3  # that open requests get to finish
CLOSING_TIMEOUT_S = 4  # then, to write what waits and to close the database
LONGEST_STOP_S = 9  # from the signal to the end of the process, if all else fails
STANDARD_ERROR = 2  # its file descriptor


def end_in_time() -> None:
    """End this process by force if it has not ended in time after a signal to stop, which the present handlers handle.

    It writes the stacks of its threads to standard error then. Nothing happens outside the main thread, because only
    that one handles signals.
    """
    if threading.current_thread() is not threading.main_thread():
        return
    for number in STOP_SIGNALS:
        handler: Any = signal.getsignal(number)

        def stop(number: int, frame: FrameType | None, handler: Any = handler) -> None:
            faulthandler.dump_traceback_later(LONGEST_STOP_S, exit=True, file=STANDARD_ERROR)
            if callable(handler):
                handler(number, frame)

        signal.signal(number, stop)
