"""Where compiled kernels are kept: a file for each, named after everything that it was made from.

That is the sources that matter (the engine, the game, the bot), the versions that compile them, and the machine. So a
kernel that is found is the right one, whoever compiled it: another process, another environment, another checkout. What
Numba keeps for other functions, and where, is its own affair.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from decapod import paths
from decapod.errors import UsageError

KEPT = 6  # files of one kernel that are kept, those used last: for other environments, and for going back and forth
SUFFIX = ".kernel"
PUBLIC = b"compiled by documented means: "  # begins a file whose kernel is in Numba's own cache
MONTH = 30 * 24 * 3600  # seconds

#: Files of a game of ours that hold no rule: a test sees to it that nothing in them is compiled.
VIEWS = frozenset({"art.py", "invariants.py", "narration.py", "notation.py", "rulebook.py", "scene.py"})

#: What people can tell Numba that changes the code it makes.
SETTINGS = (
    "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX", "NUMBA_BOUNDSCHECK", "NUMBA_DEBUGINFO",
    "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE", "NUMBA_FULL_TRACEBACKS", "NUMBA_DEBUG",
)  # fmt: skip


@dataclass(frozen=True)
class CacheEntry:
    """A kernel in the cache: since when, and how long it took to compile."""

    made: float  # seconds since 1970
    seconds: float
    size: int  # bytes

    @property
    def moment(self) -> str:
        """When it was compiled, by the clock on the wall."""
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.made))


def sources_of(package: str) -> list[Path]:
    """List the files that a package's or module's part in a kernel is made from: all below it, but our games' views."""
    spec = find_spec(package)
    if spec is None or not spec.has_location:
        raise ModuleNotFoundError(f"no module named {package!r} with a file of its own", name=package)
    if not spec.submodule_search_locations:
        return [Path(str(spec.origin))]
    views = VIEWS if package.startswith("decapod.games.") else frozenset[str]()
    found = [path for root in spec.submodule_search_locations for path in sorted(Path(root).rglob("*.py"))]
    return [path for path in found if path.name not in views]


@functools.cache
def fingerprint_of(package: str) -> str:
    """Hash the sources of a package or module.

    What was hashed first counts as long as the process runs: what it has imported does not change either.
    """
    digest = hashlib.sha256()
    files = sources_of(package)
    root = os.path.commonpath([path.parent for path in files])
    for path in files:
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@functools.cache
def toolchain_key() -> str:
    """Say what compiles here, and for which machine: a kernel works wherever that is the same."""
    from llvmlite import binding

    try:
        features = binding.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM does not know this machine's
        features = ""
    versions = [f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy")]
    settings = [f"{name}={os.environ.get(name, '')}" for name in SETTINGS]
    machine = [binding.get_process_triple(), binding.get_host_cpu_name(), features]
    return "\n".join([str(sys.implementation.cache_tag), *versions, *machine, *settings])


def folder() -> Path | None:
    """Return the folder of kernels, made if need be.

    Where none can be kept it is a private one that lasts as long as this process; None if there is not even that.
    """
    try:
        return paths.make_folder(paths.cache_folder() / "kernels", paths.CACHE_VARIABLE)
    except UsageError:
        return _passing_folder()


@functools.cache
def _passing_folder() -> Path | None:
    """Make a folder that only we can read, and that is gone when this process is."""
    try:
        passing = tempfile.TemporaryDirectory(prefix="decapod-kernels-", ignore_cleanup_errors=True)
    except OSError:
        return None
    _passing.append(passing)
    return Path(passing.name)


_passing: list[Any] = []


def file_of(package: str, function: Callable[..., Any]) -> Path | None:
    """Return the file of a kernel: of a function, for a game. None where nothing can be kept, or found again."""
    place = folder()
    home, _, _ = function.__module__.rpartition(".")
    parts = {"decapod.engine", package, function.__module__ if home in ("", "decapod") else home}
    if home.startswith("decapod.bots"):
        parts.add("decapod.nn")  # its forward pass is part of the kernel
    digest = hashlib.sha256(toolchain_key().encode())
    try:
        for part in sorted(parts):
            digest.update(fingerprint_of(part).encode())
    except (ImportError, ValueError, OSError):  # made at a prompt, or in a file that is gone
        place = None
    if place is None:
        return None
    return place / f"{package}.{function.__name__}-{digest.hexdigest()[:24]}{SUFFIX}"


def look_up(path: Path | None) -> CacheEntry | None:
    """Say what is known of a kernel; None if it is not in the cache, or damaged."""
    found = _read(path)
    return found and found[0]


def load(path: Path | None) -> bytes | None:
    """Return the code of a kernel; None if it is not in the cache, or damaged."""
    found = _read(path)
    if found is None or path is None:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # those used last are kept
    return found[1]


def _read(path: Path | None) -> tuple[CacheEntry, bytes] | None:
    if path is None:
        return None
    try:
        facts, _, code = path.read_bytes().partition(b"\n")
        told = json.loads(facts)
        if hashlib.sha256(code).hexdigest() == told["sha256"]:
            return CacheEntry(float(told["made"]), float(told["seconds"]), len(code)), code
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return None


def store(path: Path | None, code: bytes, seconds: float) -> None:
    """Keep a kernel, and delete those of its kind that were not used for longest; nothing happens if it cannot be."""
    if path is None:
        return
    facts = {"made": time.time(), "seconds": round(seconds, 2), "sha256": hashlib.sha256(code).hexdigest()}
    with contextlib.suppress(OSError):
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.stem}.", suffix=".new", delete=False) as file:
            file.write(json.dumps(facts).encode() + b"\n" + code)
        os.replace(file.name, path)
        _clean(path)


def public_folder(path: Path) -> Path:
    """Return the folder where Numba's own cache keeps a kernel that was compiled by documented means."""
    return path.with_suffix(".numba")


def store_public(path: Path | None, reason: str, seconds: float) -> None:
    """Note that Numba's own cache has a kernel, and why."""
    if path is not None and look_up(path) is None:
        store(path, PUBLIC + reason.encode(), seconds)


def why_public(path: Path | None) -> str:
    """Return why Numba's own cache has a kernel; nothing if it has not."""
    code = load(path) or b""
    return code.removeprefix(PUBLIC).decode() if code.startswith(PUBLIC) else ""


def _clean(path: Path) -> None:
    """Delete the kernels of one kind but the few used last, and drafts that are a month old."""
    kind, _, _ = path.name.rpartition("-")
    same = [found for found in path.parent.glob(f"{kind}-*{SUFFIX}") if found.name.rpartition("-")[0] == kind]
    for old in sorted(same, key=_used)[:-KEPT]:
        old.unlink(missing_ok=True)
        shutil.rmtree(public_folder(old), ignore_errors=True)
    now = time.time()
    for left in path.parent.glob("*.new"):
        if now - _used(left) > MONTH:
            left.unlink(missing_ok=True)


def _used(path: Path) -> float:
    with contextlib.suppress(OSError):
        return path.stat().st_mtime
    return 0.0


@contextlib.contextmanager
def single_compiler(path: Path | None) -> Generator[None]:
    """Wait until no other process compiles this kernel, unless it is there."""
    if path is None or look_up(path):
        yield
        return
    with lock(path.with_suffix(".lock")):
        try:
            yield
        finally:
            path.with_suffix(".lock").unlink(missing_ok=True)  # who waits for it finds the kernel there


@contextlib.contextmanager
def lock(path: Path) -> Generator[None]:
    """Wait until no other process holds a lock, and hold it; where there are no locks, do not wait."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(ImportError, OSError):
            import fcntl

            file = held.enter_context(path.open("w"))
            fcntl.flock(file, fcntl.LOCK_EX)
        yield
