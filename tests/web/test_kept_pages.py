"""Pages that are the same for everybody are written once, whoever asks, and only so many are kept."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from decapod.core.game import OURS, game
from decapod.core.match import Match
from decapod.server.settings import Settings
from decapod.web import kept_pages, pages
from decapod.web.app import make_app
from decapod.web.words import LANGUAGES

PAGES = ("/", "/rules/crab-stack", "/rules/crab-stack/reference", "/learn/crab-stack")


@pytest.fixture
def empty(monkeypatch: pytest.MonkeyPatch) -> dict[Any, bytes]:
    """Nothing is kept yet."""
    kept: dict[Any, bytes] = {}
    monkeypatch.setattr(kept_pages, "_kept", kept)
    return kept


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_written_once_in_each_language_and_theme(
    path: str, empty: dict[Any, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = 0
    write = pages.write_page

    def count(*arguments: Any, **values: Any) -> str:
        nonlocal written
        written += 1
        return write(*arguments, **values)

    monkeypatch.setattr(pages, "write_page", count)
    with TestClient(make_app(Settings(data=str(tmp_path), warm=False, requests=0))) as client:
        first = client.get(path)
        assert first.status_code == 200
        assert [client.get(path).text for _ in range(3)] == [first.text] * 3
        assert (written, first.headers["content-encoding"]) == (1, "gzip")
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert (plain.text, "content-encoding" in plain.headers) == (first.text, False)
        assert 'lang="fr"' in client.get(path, headers={"accept-language": "fr"}).text
        for theme in ("dark", "dark", "no such theme", '"><script>'):
            client.cookies.set("decapod-theme", theme)
            assert ('data-theme="dark"' in client.get(path).text) == (theme == "dark")
    assert written == len(empty) == 3


def test_only_so_many_are_kept_and_the_oldest_go(empty: dict[Any, bytes]) -> None:
    class Asking:
        headers = {"accept-encoding": "gzip"}  # noqa: RUF012  # as a request has them

    for number in range(kept_pages.MOST + 5):
        kept_pages.answer(Asking(), number, lambda number=number: f"page {number}")  # type: ignore[arg-type]
    assert list(empty) == list(range(5, kept_pages.MOST + 5))
    assert gzip.decompress(empty[7]) == b"page 7"


@pytest.mark.slow
def test_after_drawing_ahead_no_page_of_rules_draws_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in pages.draw_ahead():
        pass
    monkeypatch.setattr(Match, "scene", None)
    for name in OURS:
        for language in LANGUAGES:
            assert len(pages.draw_figures(game(name), language)) >= 2
