"""Kernels without waiting: they are compiled by a child process while play goes on interpreted.

`warm(package)` starts that; `is_ready(package)` says whether this process has them. With DECAPOD_JIT=0 it never has.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from decapod.engine import cache

BATCH = "decapod.engine.batch"
YIELDING = "--yielding"

_states: dict[str, str] = {}
_threads: dict[str, threading.Thread] = {}
_lock = threading.Lock()


def wanted() -> bool:
    """Whether anything may be compiled at all."""
    return os.environ.get("DECAPOD_JIT", "1") != "0"


def is_ready(package: str) -> bool:
    """Whether a game's kernels can be called without compiling anything."""
    return _states.get(package) == "ready"


def warm(package: str, kernels: Sequence[str] = (BATCH,), *, wait: bool = False) -> None:
    """Get a game's kernels ready in the background; call it as often as you like.

    `kernels` names modules whose `touch(rules)` compiles one: the batch, and what stands above the engine and plays.
    """
    if not wanted():
        return
    with _lock:
        if package not in _states:
            _states[package] = "warming"
            yielding = () if wait else (YIELDING,)
            _threads[package] = threading.Thread(target=_fetch, args=(package, kernels, yielding), daemon=True)
            _threads[package].start()
    if wait:
        _threads[package].join()


def _fetch(package: str, kernels: Sequence[str], words: Sequence[str]) -> None:
    try:
        mark = cache.folder(package) / f"{package}.ready"
        if not mark.exists():
            command = [sys.executable, "-W", "ignore", "-m", "decapod.engine.ready", *words, package, *kernels]
            done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
            if done.returncode != 0:
                _states[package] = "failed"
                return
        load(package, kernels)
        _states[package] = "ready"
    except Exception:  # the interpreted mode goes on; `decapod doctor` tells what is wrong
        _states[package] = "failed"


def state(package: str) -> str:
    """Tell how far a game's kernels are: interpreted, warming, ready or failed."""
    return _states.get(package, "interpreted")


def load(package: str, kernels: Sequence[str] = (BATCH,)) -> None:
    """Compile a game's kernels, or load them from the cache, by calling each once with nothing to do."""
    rules: Any = import_module(package)
    for name in kernels:
        module: Any = import_module(name)
        first_call: Callable[[Any], None] = module.touch
        first_call(rules)


def main(*words: str) -> None:
    """Fill the cache: what the child process does, one at a time on a machine.

    The words are a package and its kernels, perhaps after `--yielding`: to whatever else runs, if nobody waits for it.
    """
    from decapod.engine import verbs

    if words[0] == YIELDING:
        words = words[1:]
        with contextlib.suppress(AttributeError, OSError):
            os.nice(10)
    package, *kernels = words

    folder, lock = cache.make_folder(package), cache.make_folder() / "compiling.lock"
    with _alone(lock):
        mark = folder / f"{package}.ready"
        if not mark.exists():  # else another process was faster
            verbs.enroll(import_module(package))
            load(package, kernels)
            mark.touch()


@contextlib.contextmanager
def _alone(path: Path) -> Generator[None]:
    """Wait until no other process holds the lock; where there are no such locks, do not wait."""
    with path.open("w") as file:
        with contextlib.suppress(ImportError):
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    main(*sys.argv[1:])
