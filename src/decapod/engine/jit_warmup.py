"""Kernels without waiting, and kernels that are waited for.

`warm(package)` has them compiled by a child process while play goes on interpreted; `is_ready(package, kernel)` says
whether this process has one. `obtain(rules, kernel)` waits for it, and hears Ctrl-C. Whoever wants one that another
process is compiling waits for that one. With DECAPOD_JIT=0 or NUMBA_DISABLE_JIT=1 nothing is compiled.

A kernel is named by the module that has it: its `KERNEL`, and `compile_now(rules)`, which calls it with nothing to do.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from decapod.engine import dispatch, jit_cache
from decapod.errors import describe_error
from decapod.paths import CACHE_VARIABLE

if TYPE_CHECKING:
    from decapod.engine.protocols import Rules

BATCH = "decapod.engine.rollout"
ATTACHED, YIELDING = "--attached", "--yielding"
JIT_VARIABLE, NUMBA_VARIABLE = "DECAPOD_JIT", "NUMBA_DISABLE_JIT"

WARMING, READY, FAILED = "warming", "ready", "failed"

logger = logging.getLogger("decapod.engine")

_states: dict[tuple[str, str], str] = {}
_failures: dict[str, str] = {}  # packages whose kernels failed, and why
_threads: dict[tuple[str, str], threading.Thread] = {}
_lock = threading.Lock()


def wanted() -> bool:
    """Whether anything may be compiled at all."""
    return not why_not_wanted()


def why_not_wanted() -> str:
    """Name the setting by which nothing is compiled; nothing if there is none."""
    if os.environ.get(JIT_VARIABLE, "1") == "0":
        return f"{JIT_VARIABLE}=0"
    numbas = os.environ.get(NUMBA_VARIABLE, "")
    return f"{NUMBA_VARIABLE}={numbas}" if numbas.strip().lstrip("0") else ""


def is_ready(package: str, kernel: str = BATCH) -> bool:
    """Whether a kernel of a game can be called in this process without compiling anything."""
    return _states.get((package, kernel)) == READY


def state(package: str) -> str:
    """Tell how far the kernels of a game that were asked for are: interpreted (none was), warming, ready or failed."""
    found = {_states[key] for key in list(_states) if key[0] == package}
    return next((state for state in (FAILED, WARMING, READY) if state in found), "interpreted")


def failure(package: str) -> str:
    """Return why kernels of a game could not be made ready; empty if none failed."""
    return _failures.get(package, "")


def kept(package: str, kernel: str = BATCH) -> jit_cache.CacheEntry | None:
    """Say what the cache knows of a kernel; None if it would have to be compiled."""
    return jit_cache.look_up(jit_cache.file_of(package, import_module(kernel).KERNEL))


def warm(package: str, kernels: Sequence[str] = (BATCH,), *, wait: bool = False) -> None:
    """Get kernels of a game ready in the background; call it as often as you like."""
    if not wanted():
        return
    with _lock:
        new = [kernel for kernel in kernels if (package, kernel) not in _states]
        if new:
            thread = threading.Thread(target=_fetch, args=(package, new, not wait), daemon=True)
            for kernel in new:
                _states[package, kernel], _threads[package, kernel] = WARMING, thread
            thread.start()
        threads = [_threads[package, kernel] for kernel in kernels if (package, kernel) in _threads]
    if wait:
        for thread in threads:
            thread.join()


def _fetch(package: str, kernels: Sequence[str], yielding: bool) -> None:
    """Get kernels by way of the cache; where that fails play goes on interpreted, and the log says why."""
    try:
        missing = [kernel for kernel in kernels if kept(package, kernel) is None]
        reason = _compile_in_child(package, missing, yielding) if missing else ""
    except Exception as error:
        reason = describe_error(error)
    reasons = {kernel: reason or _why_not_loaded(package, kernel) for kernel in kernels}
    failed = next(filter(None, reasons.values()), "")
    if failed:
        _failures[package] = failed
        logger.warning("kernels of %s failed, so it is played interpreted: %s", package, failed)
    for kernel in kernels:
        _states[package, kernel] = FAILED if reasons[kernel] else READY


def _why_not_loaded(package: str, kernel: str) -> str:
    """Load a kernel; return why that failed, else an empty string."""
    try:
        load(package, [kernel])
    except Exception as error:
        return describe_error(error)
    return ""


def get_kernel(rules: Rules, kernel: str) -> Any:
    """Return a kernel for a game, ready to be called: from the cache, or compiled now.

    It is compiled by a child process, which Ctrl-C ends at once; here only if that cannot be, for example because the
    rules are not those of a module that can be imported, or do not compile: then Numba says why.
    """
    package, module = dispatch.name_of(rules), import_module(kernel)
    if not is_ready(package, kernel):
        with contextlib.suppress(ImportError):
            importable: Any = import_module(package)
            if importable is rules and kept(package, kernel) is None:
                _compile_in_child(package, [kernel], yielding=False)
    try:
        from decapod.engine import jit
    except ImportError as error:
        remedy = 'pip install --force-reinstall numba llvmlite; device="python" needs neither'
        raise RuntimeError(f"Numba does not work here ({error}): {remedy}") from None
    module.compile_now(rules)
    _states[package, kernel] = READY
    return jit.kernel(module.KERNEL, rules)


def _compile_in_child(package: str, kernels: Sequence[str], yielding: bool) -> str:
    """Have a child process put kernels into the cache; return why they are not there then, else an empty string."""
    place = jit_cache.folder()
    if place is None or not sys.executable:
        return "there is no folder for kernels" if place is None else "there is no Python to start"
    paths = [os.path.abspath(path) for path in sys.path]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), CACHE_VARIABLE: str(place.parent)}
    words = [ATTACHED, *([YIELDING] if yielding else []), package, *kernels]
    try:
        child = subprocess.Popen(  # noqa: S603
            [sys.executable, "-W", "ignore", "-m", "decapod.engine.jit_warmup", *words], process_group=0,
            env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True, errors="replace",
        )  # fmt: skip
    except OSError as error:
        return describe_error(error)
    assert child.stderr is not None
    with child:
        try:
            with contextlib.suppress(ImportError):  # meanwhile: this process loads what the child makes
                import_module("decapod.engine.jit")
            lines = child.stderr.read().split("\n")
            child.wait()
        except BaseException:
            child.kill()
            raise
    if all(kept(package, kernel) is not None for kernel in kernels):
        return ""
    said = next((line for line in reversed(lines) if line.strip()), "")
    return said or f"the process that compiles ended with code {child.returncode}"


def load(package: str, kernels: Sequence[str] = (BATCH,)) -> None:
    """Compile kernels of a game, or load them from the cache, by calling each once with nothing to do."""
    rules: Any = import_module(package)
    for name in kernels:
        import_module(name).compile_now(rules)


def end_with_parent() -> None:
    """End this process when its standard input closes: the parent holds the other end, however the parent ends."""

    def wait() -> None:
        os.read(sys.stdin.fileno(), 1)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main(*arguments: str) -> None:
    """Compile kernels into the cache: the child process.

    The arguments are a package and its kernels, after `--attached` to end with the parent, and `--yielding` to run at
    low priority, one such process at a time on a machine.
    """
    flags = {word for word in arguments if word in (ATTACHED, YIELDING)}
    package, *kernels = arguments[len(flags) :]
    if ATTACHED in flags:
        end_with_parent()
    yielding = YIELDING in flags
    dispatch.register_rules(import_module(package))
    with contextlib.ExitStack() as turn:
        if yielding:
            with contextlib.suppress(AttributeError, OSError):
                os.nice(10)
            place = jit_cache.folder()
            if place is not None:
                turn.enter_context(jit_cache.lock(place / "yielding.lock"))
        try:
            load(package, kernels)
        except Exception as error:
            sys.exit(describe_error(error))


if __name__ == "__main__":
    main(*sys.argv[1:])
