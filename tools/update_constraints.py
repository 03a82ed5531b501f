"""Resolve what operators install to its newest allowed versions: `python tools/update_constraints.py`.

Writes `constraints.txt`, for `pip install -c` and the container, and the same list as `constraint-dependencies` of
`[tool.uv]` in `pyproject.toml`. It holds no hosts and no hashes, and fits every supported Python.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT, CONSTRAINTS = ROOT / "pyproject.toml", ROOT / "constraints.txt"
EXTRAS = ("club", "envs")  # what a server can use
LIST = re.compile(r"^constraint-dependencies = \[\n.*?^\]\n", re.MULTILINE | re.DOTALL)


def resolve() -> list[str]:
    """Return the newest versions that fit together, as requirements."""
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    command = ["uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--upgrade"]
    command += ["--no-annotate", "--no-header", "--no-config", *extras, str(PROJECT)]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout.splitlines()


def main() -> None:
    """Write both lists."""
    lines = resolve()
    CONSTRAINTS.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    entries = "".join(f'    "{line}",\n' for line in lines)
    text, count = LIST.subn(f"constraint-dependencies = [\n{entries}]\n", PROJECT.read_text(encoding="utf-8"))
    if count != 1:
        raise SystemExit(f"constraint-dependencies must be in {PROJECT.name} once, not {count} times")
    PROJECT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
