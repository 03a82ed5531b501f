"""Undocumented names of third-party packages are found, and three files alone may have them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "tools" / "check_structure.py"

#: A source, and the line that the script prints for it.
PLANTED = {
    "from numba.core import typing": "imports numba.core.typing: numba.core is undocumented",
    "import uvicorn.protocols.utils": "imports uvicorn.protocols.utils: uvicorn.protocols is undocumented",
    "from rich._log_render import LogRender": "imports rich._log_render.LogRender: _log_render is private",
    "from litestar import _asgi as asgi": "imports litestar._asgi: _asgi is private",
    "import numba\nnumba.core.config": "uses numba.core: numba.core is undocumented",
    "import numba as nb\nnb.core.config": "uses numba.core: numba.core is undocumented",
    "import msgspec\nmsgspec._core.x()": "uses msgspec._core: _core is private",
    "def f(app):\n    app._handlers": "uses app._handlers: none of our modules defines _handlers",
    "def f(app):\n    app._handlers = 1": "uses app._handlers: none of our modules defines _handlers",
    "def f(app):\n    getattr(app, '_on')": "uses app._on: none of our modules defines _on",
    "from litestar import Litestar\nclass App(Litestar):\n    def _create_asgi_handler(self): pass":
        "App overrides litestar.Litestar._create_asgi_handler: _create_asgi_handler is private",
    "from litestar import Litestar\nclass App(Litestar):\n    def f(self): self._create_asgi_handler()":
        "App overrides litestar.Litestar._create_asgi_handler: _create_asgi_handler is private",
    "import uvicorn\nclass Gate(uvicorn.protocols.http.auto.AutoHTTPProtocol): pass":
        "Gate is a subclass of uvicorn.protocols.http.auto.AutoHTTPProtocol: uvicorn.protocols is undocumented",
}  # fmt: skip

FINE = """
import os, sys
from collections import namedtuple
import numpy as np
from litestar import Litestar
Pair = namedtuple("Pair", "a b")

class Ours(Litestar):
    def __init__(self): self._own = {}
    def copy(self, other): other._own = self._own
    def _helper(self): return self._own

def f(thing):
    _, rest = Pair(1, 2)._replace(a=3)
    return thing._own, thing._helper(), thing.__dict__, sys._current_frames(), np.__version__
"""


def check(folder: Path, path: str, source: str) -> tuple[int, list[str]]:
    """Run the script over a package with one more module."""
    file = folder / "decapod" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source, encoding="utf-8")
    command = [sys.executable, str(SCRIPT), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize("source", PLANTED)
def test_an_undocumented_name_is_found(tmp_path: Path, source: str) -> None:
    code, lines = check(tmp_path, "server/planted.py", source)
    assert code == 1
    where, _, text = lines[0].partition(": ")
    assert where.startswith("decapod/server/planted.py:")
    assert text == PLANTED[source]


def test_documented_names_and_our_own_are_fine(tmp_path: Path) -> None:
    assert check(tmp_path, "server/fine.py", FINE) == (0, [])


def test_three_files_may_use_undocumented_names(tmp_path: Path) -> None:
    for path in ("engine/jit_link.py", "engine/cuda_step.py", "server/http/uvicorn_guard.py"):
        assert check(tmp_path, path, "from numba.core import typing\n") == (0, [])
    code, _ = check(tmp_path, "games/jit_link.py", "from numba.core import typing\n")
    assert code == 1


def test_our_sources_use_no_undocumented_name() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
