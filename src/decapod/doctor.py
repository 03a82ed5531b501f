"""What `decapod doctor` looks at: versions, cores, GPU, paths, extras; and what installs what is missing."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version

from decapod import __version__
from decapod.errors import UsageError, install_hint

EXTRAS = {
    "club": ("asyncpg", "tables served by several processes"),
    "cuda": ("numba-cuda", "batches on a GPU"),
    "envs": ("pettingzoo", "PettingZoo and Gymnasium environments"),
    "lab": ("matplotlib", "plots of reports, Parquet, large sweeps"),
    "learn": ("torch", "nets that teach themselves a game"),
    "openspiel": ("open_spiel", "OpenSpiel games"),
    "ray": ("ray", "simulations on a cluster"),
}

#: What kernels are for, and the modules that have them.
KERNELS = {
    "batches": "decapod.engine.rollout",
    "environments": "decapod.engine.vector_step",
    "bots": "decapod.bots.mcts.search",
    "nets": "decapod.bots.mcts.puct",
    "flat-mc": "decapod.bots.flat_mc",
    "perft": "decapod.engine.perft",
}


@dataclass(frozen=True)
class Finding:
    """One thing looked at: whether it is fine, what was found, what to do about it."""

    name: str
    ok: bool
    found: str
    remedy: str = ""


def findings() -> list[Finding]:
    """Look at everything."""
    from decapod.engine.rollout import cores

    return [
        Finding("decapod", True, __version__),
        Finding("python", True, f"{platform.python_version()} on {platform.system()} {platform.machine()}"),
        _package("numpy"),
        _package("numba"),
        Finding("cores", True, str(cores())),
        _compiler(),
        *_cache(),
        _data(),
        *(_extra(extra, *needs) for extra, needs in EXTRAS.items()),
        _gpu(),
    ]


def _package(name: str) -> Finding:
    try:
        return Finding(name, True, version(name))
    except PackageNotFoundError:
        return Finding(name, False, "missing", f"pip install {name}")


def _extra(extra: str, package: str, use: str) -> Finding:
    found = _package(package)
    if found.ok:
        return Finding(extra, True, f"{package} {found.found} ({use})")
    return Finding(extra, False, f"not installed ({use})", install_hint(extra))


def _compiler() -> Finding:
    from decapod.engine import jit_warmup

    switch = jit_warmup.why_not_wanted()
    if switch:
        return Finding("compiler", False, f"switched off by {switch}", f"unset {switch.partition('=')[0]}")
    try:
        import numba

        twice = numba.njit(lambda n: n + n)
        return Finding("compiler", bool(twice(21) == 42), "Numba compiles and runs")
    except Exception as error:  # whatever is wrong with the compiler is what we want to tell
        return Finding("compiler", False, f"does not work: {error}", "pip install --force-reinstall numba llvmlite")


def _cache() -> list[Finding]:
    """Tell where kernels are kept, and of each game which are."""
    from decapod import paths
    from decapod.core.game import catalogue, load_errors

    remedy = f"set {paths.CACHE_VARIABLE} to a folder that can be written"
    try:
        folder = paths.cache_folder() / "kernels"
    except UsageError as error:
        return [Finding("cache", False, str(error), remedy)]
    if not paths.is_usable(folder):
        return [Finding("cache", False, f"{folder} cannot be written: kernels are compiled anew each time", remedy)]
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
    broken = load_errors()
    games = [(name, package) for name, package in catalogue().items() if name not in broken]
    return [Finding("cache", True, f"{folder} ({size:.1f} MB)"), *(_kernels(*game) for game in games)]


def _kernels(name: str, package: str) -> Finding:
    """Tell which kernels of a game would be loaded, since when they are there, and how long they took to compile."""
    from decapod.engine import jit_warmup

    try:
        known = [(use, jit_warmup.kept(package, kernel)) for use, kernel in KERNELS.items()]
    except ImportError as error:
        return Finding(f"{name} compiled", False, f"cannot be told: {error}", "pip install --force-reinstall llvmlite")
    told = [f"{use} ({kept.moment}, in {kept.seconds:.1f} s)" for use, kept in known if kept]
    return Finding(f"{name} compiled", True, ", ".join(told) or "nothing yet: it is when it is needed")


def _data() -> Finding:
    from decapod import paths

    remedy = f"set {paths.DATA_VARIABLE} to a folder that can be written"
    try:
        folder = paths.data_folder()
    except UsageError as error:
        return Finding("data", False, str(error), remedy)
    if not paths.is_usable(folder):
        return Finding("data", False, f"{folder} cannot be written: no match can be kept", remedy)
    return Finding("data", True, f"{folder} (matches broken off, the server's database)")


def _gpu() -> Finding:
    from decapod.engine import cuda_rollout

    why = cuda_rollout.missing()
    if why:
        return Finding("gpu", False, why, "everything else works without one")
    return Finding("gpu", True, cuda_rollout.described())
