"""Operators install versions that were tested, and so does everything that uv runs here."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
EXTRAS = ("club", "envs")


def test_both_lists_of_constraints_agree() -> None:
    assert PROJECT["tool"]["uv"]["constraint-dependencies"] == CONSTRAINTS


def test_constraints_name_one_version_each_and_no_host() -> None:
    for line in CONSTRAINTS:
        assert re.fullmatch(r"[a-z0-9._-]+==[0-9][0-9a-z.]*( ; [^/@]+)?", line), line


def test_every_direct_dependency_has_a_floor_and_a_ceiling() -> None:
    project = PROJECT["project"]
    direct = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    for requirement in map(Requirement, direct):
        operators = sorted(part.operator for part in requirement.specifier)
        assert operators == ["<", ">="], f"{requirement} must have a floor and a ceiling"


def test_constraints_are_within_the_bounds_of_direct_dependencies() -> None:
    project = PROJECT["project"]
    direct = [*project["dependencies"], *(one for extra in EXTRAS for one in project["optional-dependencies"][extra])]
    pinned: dict[str, list[str]] = {}
    for requirement in map(Requirement, CONSTRAINTS):
        pinned.setdefault(canonicalize_name(requirement.name), []).append(str(requirement.specifier).removeprefix("=="))
    for requirement in map(Requirement, direct):
        versions = pinned[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(version) for version in versions), requirement
