"""The wheel in a fresh environment: every file came along, every command works, the server answers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from uv import find_uv_bin

import decapod
from decapod.cli import app
from decapod.core.game import OURS
from tests.server.running import free_port, wait_until

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("wheel")]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it, with what it depends on and nothing else; return its `decapod`."""
    folder = tmp_path_factory.mktemp("wheel")
    uv(folder, "build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir", ".", str(ROOT))
    uv(folder, "venv", "--python", sys.executable, "fresh")
    (wheel,) = folder.glob("*.whl")
    uv(folder, "pip", "install", "--python", "fresh", wheel.name)
    return folder / "fresh" / ("Scripts" if os.name == "nt" else "bin") / "decapod"


def uv(folder: Path, *words: str) -> None:
    """Run uv in a folder."""
    done = subprocess.run([find_uv_bin(), *words], cwd=folder, env=clean(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def clean(**variables: str) -> dict[str, str]:
    """Return an environment in which nothing of the clone is found."""
    left_out = ("PYTHONPATH", "VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return {**kept, "COLUMNS": "200", "DECAPOD_JIT": "0", **variables}


def run(program: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run one command as somebody who installed it would."""
    return subprocess.run(
        [program, *words], cwd=folder, env=clean(DECAPOD_DATA=str(folder / "data")), capture_output=True, text=True,
        check=False, stdin=subprocess.DEVNULL, timeout=300,
    )  # fmt: skip


def test_every_file_of_the_package_came_along(program: Path) -> None:
    (installed,) = (program.parents[1] / "lib").glob("python*/site-packages")
    ours = {path for path in (SOURCE / "decapod").rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert len(ours) > 200
    missing = [path for path in ours if not (installed / path.relative_to(SOURCE)).is_file()]
    assert missing == []
    assert not (installed / "tests").exists()
    assert not (installed / "pytest").exists(), "what only tests need is no dependency"


LACKING = {"menu", "train", "report", "compare", "sweep"}  # commands that need what is not there: a terminal, an extra
#: What is typed, and a part of what it says; `serve` has a test of its own.
COMMANDS: dict[str, tuple[list[str], str]] = {
    "menu": (["menu"], "needs a terminal"),
    "games": (["games"], "yadokarick"),
    "bots": (["bots"], "flat-mc"),
    "box": (["box", "crabs"], 'game = "crabs"'),
    "rules": (["rules", "crabs", "--language", "fr"], "CR-1"),
    "play": (["play", "crab-stack", "--seats", "random,random", "--seed", "1"], "wins"),
    "replay": (["replay", "match.decapod"], "Waiting for Blue"),
    "verify": (["verify", "match.decapod"], "The dice follow"),
    "analyse": (["analyse", "match.decapod", "--player", "0", "--simulations", "20"], "Positions searched: 1 of 1"),
    "perft": (["perft", "crab-stack", "--depth", "2", "--seed", "1", "--device", "python"], "1,360"),
    "bench": (["bench", "oh-crab", "--seconds", "0.1", "--device", "python"], "moves/s"),
    "arena": (["arena", "crab-stack", "--bots", "random,flat-mc:2", "--games", "2", "--threads", "1"], "flat-mc"),
    "train": (["train", "crabs"], "torch is not installed"),
    "simulate": (["simulate", "crab-stack", "--games", "20", "--device", "python"], "Seat 2 wins"),
    "report": (["report", "crab-stack"], "uv run --extra lab"),
    "compare": (["compare", "crab-stack", "--box", "my.toml"], "uv run --extra lab"),
    "sweep": (
        ["sweep", "crab-stack", "--param", "crabs.small.steps=1..3", "--objective", "ties min"],
        "uv run --extra lab",
    ),
    "backup": (["backup", "copy.sqlite"], "written to copy.sqlite"),
    "restore": (["restore", "copy.sqlite"], "restored from copy.sqlite"),
    "doctor": (["doctor"], "numba"),
}


def test_every_command_works(program: Path, tmp_path: Path) -> None:
    names = {command.name or getattr(command.callback, "__name__", "") for command in app.registered_commands}
    assert names == {*COMMANDS, "serve"}
    match = decapod.game("crab-stack").match(2, seed=7)
    match.play(match.to_act[0], match.legal_moves(match.to_act[0])[0])
    match.save(tmp_path / "match.decapod")
    with serving(program, tmp_path):
        pass  # so that there is a database to copy
    for name, (words, says) in COMMANDS.items():
        done = run(program, tmp_path, *words)
        said = done.stdout + done.stderr
        assert says in said, f"{name}: {said}"
        assert "Traceback" not in said, said
        assert done.returncode == (2 if name in LACKING else 0), name


@contextmanager
def serving(program: Path, folder: Path) -> Iterator[str]:
    """Run `decapod serve`, and give its address."""
    port = free_port()
    words = [program, "serve", "--port", str(port), "--requests", "0"]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            words, cwd=folder, env=clean(DECAPOD_DATA=str(folder / "data")), stdout=log, stderr=log
        )
    address = f"http://127.0.0.1:{port}"

    def answers() -> bool:
        assert server.poll() is None, (folder / "log").read_text()
        try:
            return bool(read(f"{address}/health"))
        except OSError:
            return False

    try:
        wait_until(answers)
        yield address
    finally:
        server.terminate()
        server.wait(60)


def read(address: str) -> str:
    """Fetch a page; what is not there is an error."""
    with urllib.request.urlopen(address, timeout=60) as answer:  # noqa: S310  # our own server
        return answer.read().decode("utf-8", errors="replace")


def test_the_server_shows_every_page_and_what_they_link_to(program: Path, tmp_path: Path) -> None:
    pages = ["/", *(f"/{what}/{game}" for game in OURS for what in ("rules", "learn"))]
    with serving(program, tmp_path) as address:
        shown = {page: read(address + page) for page in pages}
        linked = {link for text in shown.values() for link in re.findall(r'(?:src|href|srcset)="(/[^"#]+)', text)}
        assert len(linked) > 20
        for link in linked - set(pages):
            assert read(address + link.replace("&amp;", "&")), link
