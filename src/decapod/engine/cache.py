"""Where compiled kernels are kept: a folder named after everything they were made from.

Numba does not notice that a function in another file changed, so a stale kernel could run; a folder named
after a hash of all sources cannot hold one.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.metadata import version
from pathlib import Path


def home() -> Path:
    """Return the folder of all kernels: DECAPOD_CACHE, or the user's cache folder."""
    chosen = os.environ.get("DECAPOD_CACHE")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "decapod"


def fingerprint(*roots: Path) -> str:
    """Hash every Python source below the package and `roots`, and the versions that compile them."""
    digest = hashlib.sha256()
    for root in (Path(__file__).parents[1], *roots):
        for path in sorted(root.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    for part in (sys.version, version("numba"), version("numpy")):
        digest.update(part.encode())
    return digest.hexdigest()[:16]


def folder() -> Path:
    """Return the folder for kernels of the present sources."""
    return home() / f"kernels-{fingerprint()}"
