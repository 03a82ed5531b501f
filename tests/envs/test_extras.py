"""What is said where the packages that environments need are not installed."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("missing", "what", "extra"),
    [
        ("pettingzoo", "import decapod.envs.pettingzoo", "envs"),
        ("gymnasium", "import decapod.envs.pettingzoo", "envs"),
        ("gymnasium", "import decapod.envs.gymnasium", "envs"),
        ("gymnasium", "import decapod.envs.spaces", "envs"),
        ("pyspiel", "import decapod.envs.openspiel", "openspiel"),
        ("resvg_py", "from decapod.envs.render import rasterise; rasterise('<svg/>')", "envs"),
        ("font_source_sans_pro", "from decapod.envs.render import rasterise; rasterise('<svg/>')", "envs"),
    ],
)
def test_what_to_install_is_said_in_one_line(missing: str, what: str, extra: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; {what}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert f"pip install '.[{extra}]'" in last
