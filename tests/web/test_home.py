"""The home page: what each card says of its game."""

from __future__ import annotations

import re

import httpx
import pytest
from playing import Server


@pytest.mark.parametrize(("language", "players"), [("en", "players"), ("fr", "joueurs")])
def test_a_card_says_how_long_a_game_takes_only_where_somebody_says_so(
    server: Server, language: str, players: str
) -> None:
    page = httpx.get(server.address, headers={"Accept-Language": language}, timeout=60).text
    facts = re.findall(r'<h2>([^<]+)</h2><p class="facts">([^<]+)</p>', page)
    assert ("Crab Stack", f"2-4 {players} · 20 min") in facts
    assert ("Crabe vs Poulpe", f"2 {players}") in facts
