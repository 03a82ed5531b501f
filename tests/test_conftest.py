"""Where only what it takes to play is installed, pytest fetches the rest and starts again."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"
NEEDS_NOTHING, NEEDS_MORE = '"pytest>=1"', '"a-package-that-nobody-has>=1"'


@pytest.fixture
def conftest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Our conftest, which reads the groups of another project."""
    spec = importlib.util.spec_from_file_location("conftest_under_test", CONFTEST)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PROJECT", tmp_path / "pyproject.toml")
    return module


def write_groups(conftest: ModuleType, requirement: str) -> None:
    others = '{ include-group = "dev" }, "x>=1; sys_platform == \'none\'"'
    conftest.PROJECT.write_text(f"[dependency-groups]\ntest = [{others}, {requirement}]\n", encoding="utf-8")


def test_where_all_is_there_nothing_is_started(
    conftest: ModuleType, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_groups(conftest, NEEDS_NOTHING)
    monkeypatch.setattr(os, "execv", lambda *_: pytest.fail("it was started again"))
    assert conftest.pytest_configure(pytestconfig) is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no exec")
def test_what_is_missing_is_fetched_and_the_same_tests_asked_for_again(
    conftest: ModuleType, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, words: started.append([program, *words]))
    monkeypatch.setenv("UV", "/bin/uv")
    monkeypatch.setenv("UV_RUN_RECURSION_DEPTH", "1")
    monkeypatch.delenv("DECAPOD_FETCHED", raising=False)
    write_groups(conftest, NEEDS_MORE)
    conftest.pytest_configure(pytestconfig)
    pytestconfig.pluginmanager.getplugin("capturemanager").resume_global_capture()  # which ends for whoever is started
    words = ["run", "--group", "test", "python", "-m", "pytest"]
    assert started == [["/bin/uv", "/bin/uv", *words, *map(str, pytestconfig.invocation_params.args)]]
    assert os.environ.pop("DECAPOD_FETCHED") == "1"


@pytest.mark.parametrize("by_uv", [True, False])
def test_without_uv_or_for_the_second_time_one_line_says_what_to_do(
    conftest: ModuleType, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch, by_uv: bool
) -> None:
    monkeypatch.delenv("UV_RUN_RECURSION_DEPTH", raising=False)
    if by_uv:
        monkeypatch.setenv("UV_RUN_RECURSION_DEPTH", "1")
        monkeypatch.setenv("DECAPOD_FETCHED", "1")
    write_groups(conftest, NEEDS_MORE)
    with pytest.raises(
        pytest.UsageError, match=r"^a-package-that-nobody-has>=1 is not installed: uv sync --group test$"
    ):
        conftest.pytest_configure(pytestconfig)
