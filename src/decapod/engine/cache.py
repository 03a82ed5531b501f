"""Where compiled kernels are kept: a folder named after everything they were made from.

Numba does not notice that a function in another file changed, so a stale kernel could run; a folder named
after a hash of all sources cannot hold one.
"""

from __future__ import annotations

import hashlib
import sys
from importlib.metadata import version
from pathlib import Path

from decapod import folders
from decapod.errors import UsageError


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
    """Return the folder for kernels of the present sources; `UsageError` where there is no home to keep them in."""
    return folders.cache_folder() / f"kernels-{fingerprint()}"


def make_folder() -> Path:
    """Make that folder and return it; `UsageError` if it cannot be made or written to."""
    return folders.make_folder(folder(), folders.CACHE_VARIABLE)


def usable_folder() -> Path | None:
    """Make that folder and return it; None where kernels cannot be kept.

    Then they must be compiled without a cache: handed a folder it cannot use, Numba would keep them next to the
    sources, where stale ones are found again.
    """
    try:
        return make_folder()
    except UsageError:
        return None
