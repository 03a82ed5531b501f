"""Every module of the server has a test file of its own, at the same place."""

from __future__ import annotations

from pathlib import Path

import decapod.server

SOURCE = Path(decapod.server.__file__).parent
TESTS = Path(__file__).parent


def test_every_module_has_its_test_file() -> None:
    modules = {path.relative_to(SOURCE) for path in SOURCE.rglob("*.py") if "migrations" not in path.parts}
    expected = {path.with_name(f"test_{path.name}") for path in modules if path.name != "__init__.py"}
    expected.add(Path("store/test_migrations.py"))
    missing = sorted(str(path) for path in expected if not (TESTS / path).is_file())
    assert missing == []


def test_no_file_has_grown_past_600_lines() -> None:
    long = [path.name for path in SOURCE.rglob("*.py") if len(path.read_text(encoding="utf-8").splitlines()) > 600]
    assert long == []


def test_arrows_inside_the_server_point_from_http_to_live_to_store() -> None:
    for path in SOURCE.rglob("*.py"):
        part, text = path.relative_to(SOURCE).parts[0], path.read_text(encoding="utf-8")
        if part == "store":
            assert "decapod.server.live" not in text, path
            assert "decapod.core.match" not in text, path
        if part in ("store", "live"):
            assert "decapod.server.http" not in text, path
        if part in ("http", "live"):
            assert "import select" not in text, f"{path}: queries belong to the store"
