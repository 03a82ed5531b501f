"""What is public: the page that lists it, and its types."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pytest
from docs import api
from uv import find_uv_bin

import decapod

ROOT = Path(__file__).parents[1]


def test_the_page_has_the_first_line_of_every_docstring() -> None:
    page = api.page()
    for things in api.listed().values():
        for name, thing in things.items():
            assert f"`{name}" in page
            if inspect.isfunction(thing) or inspect.isclass(thing):
                assert (inspect.getdoc(thing) or "").split("\n")[0] in page, name


def test_the_page_lists_every_public_name() -> None:
    listed = {name for things in api.listed().values() for name in things}
    assert listed >= set(decapod.__all__)
    assert {"PlayerView", "precompile", "DecapodError", "Translator", "check_all"} <= listed


@pytest.mark.slow
def test_the_type_of_all_that_is_public_is_known() -> None:
    """Pyright knows the type of every name of these modules, and all that it is made of."""
    pyright = [find_uv_bin(), "run", "--no-sync", "--with", "pyright[nodejs]", "pyright"]  # as CI runs it
    command = [*pyright, "--pythonpath", sys.executable, "--verifytypes", "decapod", "--ignoreexternal", "--outputjson"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("{"), done.stderr
    symbols = json.loads(done.stdout)["typeCompleteness"]["symbols"]
    homes = (
        *(f"{module}." for module in api.MODULES[1:]),
        "decapod.core.player_view.",
        "decapod.engine.rollout.Simulation.",
    )
    public = [one for one in symbols if one["name"].startswith(homes) or one["name"].count(".") == 1]
    unknown = {
        one["name"]: [found["message"] for found in one["diagnostics"]]
        for one in public
        if one["isTypeAmbiguous"] or not one["isTypeKnown"]
    }
    assert unknown == {}
    assert {f"decapod.{name}" for name in decapod.__all__} <= {one["name"] for one in public}
