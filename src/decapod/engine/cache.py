"""Where compiled kernels are kept: a folder named after everything they were made from.

Numba does not notice that a function in another file changed, so a stale kernel could run; a folder named
after a hash of all sources cannot hold one. Kernels of a game from outside are made from its sources too, so each such
game has a folder of its own.
"""

from __future__ import annotations

import functools
import hashlib
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from decapod import folders
from decapod.errors import UsageError


def fingerprint(*roots: Path) -> str:
    """Hash every Python source below the package and `roots` (folders or files), and the versions that compile them."""
    digest = hashlib.sha256()
    for root in (Path(__file__).parents[1], *roots):
        for path in [root] if root.is_file() else sorted(root.rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    for part in (sys.version, version("numba"), version("numpy")):
        digest.update(part.encode())
    return digest.hexdigest()[:16]


@functools.cache
def fingerprint_of(package: str) -> str:
    """Hash the sources that a game's kernels are made from: ours, and its own if it is a package or module of others.

    What was hashed first counts as long as the process runs: what it has imported does not change either.
    """
    if package.partition(".")[0] == __name__.partition(".")[0]:
        return fingerprint()
    spec = find_spec(package)
    if spec is None or not spec.has_location:
        raise ModuleNotFoundError(f"no module named {package!r} with a file of its own", name=package)
    return fingerprint(*map(Path, spec.submodule_search_locations or [str(spec.origin)]))


def folder(package: str = __name__) -> Path:
    """Return the folder for kernels of a game, made from the present sources; for all of ours it is the same.

    `UsageError` where there is no home to keep them in.
    """
    return folders.cache_folder() / f"kernels-{fingerprint_of(package)}"


def make_folder(package: str = __name__) -> Path:
    """Make that folder and return it; `UsageError` if it cannot be made or written to."""
    return folders.make_folder(folder(package), folders.CACHE_VARIABLE)


def usable_folder(package: str = __name__) -> Path | None:
    """Make that folder and return it; None where kernels cannot be kept.

    Then they must be compiled without a cache: handed a folder it cannot use, Numba would keep them next to the
    sources, where stale ones are found again.
    """
    try:
        return make_folder(package)
    except UsageError:
        return None
