"""How much work reading a text is, counted in steps of the interpreter: no clock, so no machine is too slow for it."""

from __future__ import annotations

import contextlib
import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from decapod import ParseError


def count_steps(read: Callable[[str], Any], text: str) -> int:
    """Count the steps that reading takes once it has been done before; a text may be refused.

    What is made only the first time (a box that is filled, a module that is imported) is not counted, nor what the
    collector ends meanwhile of other tests' garbage.
    """
    steps = 0

    def count(frame: FrameType, event: str, _: object) -> Any:
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += event == "opcode"
        return count

    def read_or_refuse() -> None:
        with contextlib.suppress(ParseError):
            read(text)

    read_or_refuse()
    before, was_enabled = sys.gettrace(), gc.isenabled()
    gc.disable()
    sys.settrace(count)
    try:
        read_or_refuse()
    finally:
        sys.settrace(before)
        if was_enabled:
            gc.enable()
    return steps
