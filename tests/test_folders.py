"""The folders: where data and kernels are kept, and one line where there are none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs
import platformdirs.macos
import platformdirs.windows
import pytest

from decapod import paths
from decapod.errors import UsageError
from decapod.server.settings import Settings

VARIABLES = ("DECAPOD_DATA", "DECAPOD_CACHE", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA")
NOBODY = 2**31 - 7  # the number of no user


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Live in an empty home, with no variable set."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def mac(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Live on a Mac."""
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(platformdirs, "PlatformDirs", platformdirs.macos.MacOS)
    return home


@pytest.fixture
def windows(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Live on Windows; what the system answers there, it answers here."""
    local = home / "AppData" / "Local"
    monkeypatch.setenv("LOCALAPPDATA", str(local))
    monkeypatch.setattr(platformdirs, "PlatformDirs", platformdirs.windows.Windows)
    monkeypatch.setattr(platformdirs.windows, "get_win_folder", lambda _: str(local))
    monkeypatch.setattr(sys, "platform", "win32")
    return home


@pytest.fixture
def homeless(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Be a user that the system does not know, as in a container."""
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(os, "getuid", lambda: NOBODY)


# --- where ------------------------------------------------------------------------------------------------


def test_the_variables_name_the_folders(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECAPOD_DATA", str(home / "d"))
    monkeypatch.setenv("DECAPOD_CACHE", str(home / "c"))
    assert paths.data_folder() == home / "d"
    assert paths.cache_folder() == home / "c"
    assert Settings().data == str(home / "d")


def test_on_linux_they_are_where_xdg_says(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert paths.data_folder() == home / ".local" / "share" / "decapod"
    assert paths.cache_folder() == home / ".cache" / "decapod"
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(home / "cache"))
    assert paths.data_folder() == home / "data" / "decapod"
    assert paths.cache_folder() == home / "cache" / "decapod"


def test_on_a_mac_they_are_in_the_library(mac: Path) -> None:
    assert paths.data_folder() == mac / "Library" / "Application Support" / "decapod"
    assert paths.cache_folder() == mac / "Library" / "Caches" / "decapod"


def test_on_windows_they_are_in_the_local_folder(windows: Path) -> None:
    assert paths.data_folder() == windows / "AppData" / "Local" / "decapod"
    assert paths.cache_folder() == windows / "AppData" / "Local" / "decapod" / "Cache"


def test_nothing_is_made_by_asking(home: Path) -> None:
    paths.data_folder()
    paths.cache_folder()
    assert paths.is_usable(paths.data_folder())
    assert list(home.iterdir()) == []


def test_a_relative_xdg_folder_is_ignored(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "data")
    assert paths.data_folder() == home / ".local" / "share" / "decapod"


# --- no home, and one that cannot be written ----------------------------------------------------------------


@pytest.mark.parametrize("value", ["", "somewhere/relative"])
def test_a_home_that_is_no_path_is_looked_up(home: Path, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("HOME", value)
    assert paths.data_folder().is_absolute()
    assert paths.cache_folder().is_absolute()


@pytest.mark.parametrize(
    ("find", "variable"), [(paths.data_folder, "DECAPOD_DATA"), (paths.cache_folder, "DECAPOD_CACHE")]
)
def test_without_a_home_one_line_names_the_variable(
    homeless: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, find: Callable[[], Path], variable: str
) -> None:
    with pytest.raises(UsageError, match=f"no home folder .* {variable}") as refused:
        find()
    assert "\n" not in str(refused.value)
    monkeypatch.setenv(variable, str(tmp_path / "chosen"))
    assert find() == tmp_path / "chosen"


def test_a_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    made = paths.make_folder(tmp_path / "a" / "b", "--data-dir")
    assert made.is_dir()
    assert paths.make_folder(made, "--data-dir") == made
    if os.name == "posix":
        assert made.stat().st_mode & 0o077 == 0


def test_a_folder_that_cannot_be_made_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        assert not paths.is_usable(place)
        with pytest.raises(UsageError, match=r"cannot make the folder .*; choose another with --data-dir") as refused:
            paths.make_folder(place, "--data-dir")
        assert "\n" not in str(refused.value)


def test_a_folder_that_cannot_be_written_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)  # whoever runs the tests may be allowed to write anywhere
    assert not paths.is_usable(tmp_path)
    with pytest.raises(UsageError, match=r"cannot write to the folder .*; choose another with DECAPOD_DATA"):
        paths.make_folder(tmp_path, "DECAPOD_DATA")


NO_HOME = "import os, sys; os.getuid = lambda: {nobody}; from decapod.cli import main; main({arguments!r})"


def run(arguments: list[str], home: Path | None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the program with another home, or with none."""
    environment = {key: value for key, value in os.environ.items() if key not in (*VARIABLES, "HOME")}
    if home is not None:
        environment["HOME"] = str(home)
    code = NO_HOME.format(nobody=NOBODY, arguments=arguments)
    return subprocess.run(
        [sys.executable, "-c", code], env={**environment, "DECAPOD_JIT": "0", **more}, capture_output=True, text=True,
        check=False, stdin=subprocess.DEVNULL, timeout=120,
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["play", "crab-stack", "--seats", "random,random"], ["serve"], ["backup", "x"]])
@pytest.mark.parametrize("home", ["none", "a file"])
def test_the_program_says_in_one_line_that_it_cannot_keep_anything(
    arguments: list[str], home: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    done = run(arguments, tmp_path / "file" if home == "a file" else None)
    assert done.returncode == 2
    assert done.stdout == ""  # nothing was begun that would be lost
    assert done.stderr.startswith("decapod: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_data_folder_given_is_enough_without_a_home(tmp_path: Path) -> None:
    done = run(["backup", str(tmp_path / "copy"), "--data-dir", str(tmp_path)], None)
    assert f"there is no database {tmp_path / 'decapod.sqlite'} yet" in done.stderr
    done = run(["play", "crab-stack", "--seats", "random,random"], None, DECAPOD_DATA=str(tmp_path / "kept"))
    assert done.returncode == 0, done.stderr
    assert len(list((tmp_path / "kept").glob("*.decapod"))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("home", ["none", "a file", "a folder"])
def test_doctor_tells_where_things_are_kept_or_what_to_set(home: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run(["doctor"], {"none": None, "a file": tmp_path / "file", "a folder": tmp_path}[home])
    assert done.returncode == 0, done.stderr
    if home == "a folder":
        assert f"data {tmp_path / '.local' / 'share' / 'decapod'} " in done.stdout
        assert f"cache {tmp_path / '.cache' / 'decapod'}{os.sep}kernels " in done.stdout
    else:
        for variable in ("DECAPOD_DATA", "DECAPOD_CACHE"):
            assert f"set {variable} to a folder that can be written" in done.stdout
