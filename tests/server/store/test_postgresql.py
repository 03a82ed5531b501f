"""The programs of PostgreSQL that copy a database."""

from __future__ import annotations

import sys

import pytest
from sqlalchemy.engine import make_url

from decapod.errors import ParseError, UsageError
from decapod.server.store.postgresql import libpq_url, run_program


def test_a_program_that_is_not_installed_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UsageError, match=r"pg_dump is not installed; .*postgresql-client") as refused:
        run_program("pg_dump", [])
    assert "\n" not in str(refused.value)


def test_what_a_program_complains_about_is_said_in_one_line() -> None:
    with pytest.raises(ParseError, match=r"^pg_dump: error: no luck$"):
        run_program(sys.executable, ["-c", "import sys; sys.exit('warning\\npg_dump: error: no luck\\nhint')"])
    with pytest.raises(ParseError, match=r"^exit code 3$"):
        run_program(sys.executable, ["-c", "raise SystemExit(3)"])


def test_the_url_of_a_program_has_no_password_and_its_own_word_for_tls() -> None:
    url = make_url("postgresql+asyncpg://ada:secret@db:5433/club?ssl=require&prepared_statement_cache_size=0")
    assert libpq_url(url) == "postgresql://ada@db:5433/club?sslmode=require"
