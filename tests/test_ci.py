"""What CI runs: whatever fails ends it, and what cannot be installed is told in one line."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "run"
PROGRAMS = ("chromium-headless-shell", "nginx", "apt-get", "pip", "uv")
CHECKS = 1 + SCRIPT.read_text(encoding="utf-8").count("uv run ")  # and one that installs uv
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="CI runs on Linux")

#: Stands for every program: it notes what it is asked, and fails where that is a line of `failing`.
STAND_IN = """#!/bin/sh
asked="${0##*/} $*"
echo "$asked" >> ../asked
while read -r line; do [ "$asked" != "$line" ] || exit 7; done < ../failing
"""
UPDATE, INSTALL = "apt-get update -qq", "apt-get install -y -qq --no-install-recommends"
BROWSERS = ("chromium-headless-shell", "chromium")


def run_ci(folder: Path, *failing: str, without: Sequence[str] = ()) -> tuple[int, list[str], list[str]]:
    """Run the script beside stand-ins; return its exit code, its complaints, and what it asked of which program."""
    clone, programs = folder / "clone", folder / "programs"
    for one in (clone / ".ci", programs):
        one.mkdir(parents=True)
    shutil.copy(SCRIPT, clone / ".ci" / "run")
    for name in ("bash", "sh", "dirname"):
        (programs / name).symlink_to(shutil.which(name) or name)
    for name in set(PROGRAMS) - set(without):
        (programs / name).write_text(STAND_IN)
        (programs / name).chmod(0o755)
    (folder / "failing").write_text("".join(f"{line}\n" for line in failing))
    (folder / "asked").touch()
    command, environment = [programs / "bash", clone / ".ci" / "run"], {"PATH": str(programs)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stderr.splitlines(), (folder / "asked").read_text().splitlines()


def test_where_all_is_well_every_check_is_made_and_nothing_installed_but_uv(tmp_path: Path) -> None:
    code, complaints, asked = run_ci(tmp_path)
    assert (code, complaints) == (0, [])
    assert asked[:2] == ["pip install -q uv", "uv run pytest"]
    assert len(asked) == CHECKS > 5


@pytest.mark.parametrize("number", range(CHECKS))
def test_a_check_that_fails_ends_it(tmp_path: Path, number: int) -> None:
    """Also `pip install uv`, where a uv is there already and could go on."""
    _, _, all_asked = run_ci(tmp_path / "well")
    code, _, asked = run_ci(tmp_path / "ill", all_asked[number])
    assert code == 7
    assert asked == all_asked[: number + 1]


def test_a_browser_is_installed_where_there_is_none(tmp_path: Path) -> None:
    code, complaints, asked = run_ci(tmp_path, without=BROWSERS)
    assert (code, complaints) == (0, [])
    assert asked[:3] == [UPDATE, f"{INSTALL} chromium-headless-shell", "pip install -q uv"]


def test_a_debian_without_the_small_browser_gets_the_large_one(tmp_path: Path) -> None:
    code, _, asked = run_ci(tmp_path, f"{INSTALL} chromium-headless-shell", without=BROWSERS)
    assert code == 0
    assert f"{INSTALL} chromium" in asked


def test_nginx_is_installed_where_there_is_none(tmp_path: Path) -> None:
    code, complaints, asked = run_ci(tmp_path / "well", without=["nginx"])
    assert (code, complaints) == (0, [])
    assert asked[:3] == [UPDATE, f"{INSTALL} nginx-light", "pip install -q uv"]
    code, complaints, asked = run_ci(tmp_path / "ill", asked[1], without=["nginx"])
    assert (code, len(asked)) == (1, 2)
    assert complaints == [".ci/run: there is no nginx, and apt-get cannot install nginx-light"]


@pytest.mark.parametrize("broken", [[UPDATE], [f"{INSTALL} {name}" for name in BROWSERS]])
def test_without_a_network_one_line_says_that_there_is_no_browser(tmp_path: Path, broken: list[str]) -> None:
    code, complaints, asked = run_ci(tmp_path, *broken, without=BROWSERS)
    assert code == 1
    assert len(complaints) == 1
    assert complaints[0].startswith(".ci/run: there is no browser, and apt-get cannot install")
    assert not any(one.startswith(("pip", "uv")) for one in asked)


#: Stands for uv in .ci/extended: it makes an environment whose Python notes what it runs.
STAND_IN_UV = """#!/bin/sh
echo "uv $*" >> "$ASKED"
[ "$1" = venv ] || exit 0
mkdir -p environment/bin
printf '#!/bin/sh\\necho "python $*" >> "$ASKED"\\nexit "$EXIT"\\n' > environment/bin/python
chmod +x environment/bin/python
"""


@pytest.mark.parametrize(("code", "tried"), [(0, ["lowest-direct", "highest"]), (7, ["lowest-direct"])])
def test_the_doors_are_tried_with_the_lowest_and_the_highest_versions(
    tmp_path: Path, code: int, tried: list[str]
) -> None:
    (tmp_path / "uv").write_text(STAND_IN_UV)
    (tmp_path / "uv").chmod(0o755)
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "ASKED": str(tmp_path / "asked"), "EXIT": str(code)}
    script = SCRIPT.with_name("extended")
    done = subprocess.run([script], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.split()) == (code, [f"{resolution}:" for resolution in tried])
    asked = (tmp_path / "asked").read_text().splitlines()
    for resolution in tried:
        assert any(f"--resolution {resolution} decapod[envs] @ file://{SCRIPT.parents[1]}" in line for line in asked)
    assert sum(line.startswith("python ") and line.endswith("/tools/play_doors.py") for line in asked) == len(tried)
