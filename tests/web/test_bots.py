"""A bot written outside our package sits at a table on the page, and plays a whole game there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playing import Server, clicked_move, finish
from tests.installing import EXAMPLE_BOT, install_example

from decapod.bots.names import OURS

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve with the example bot installed."""
    installed = install_example(tmp_path_factory.mktemp("installed"), EXAMPLE_BOT)
    served = Server(tmp_path_factory.mktemp("data"), installed=installed)
    served.start()
    yield served
    served.stop()


def test_a_bot_from_outside_is_offered_sits_down_and_plays_to_the_end(calm: Page) -> None:
    calm.goto("/")
    assert calm.locator("#level option").all_inner_texts()[-1] == "greedy"
    calm.select_option("#level", "greedy")
    assert calm.inner_text("#character") == "Grabs what it can: looks one move ahead."
    calm.locator(".game[data-game='crab-stack'] button[data-do='bot']").click()
    calm.wait_for_selector(".piece")
    assert calm.locator(".tag", has_text="greedy").count() == 1
    assert finish(calm, clicked_move) > 0
    calm.wait_for_selector(".result:not([hidden])")
    metrics = calm.request.get("/metrics").text()
    assert 'decapod_bot_seconds_count{bot="greedy"}' in metrics
    assert 'decapod_bot_failures_total{bot="greedy"}' not in metrics, "no move of it was chance's"


def test_the_interface_lists_it_in_the_language_asked_for(calm: Page) -> None:
    games = calm.request.get("/api/games?language=fr").json()
    assert games[0]["bots"] == [*OURS, "greedy"]
    assert games[0]["bot_words"]["greedy"] == "Prend ce qu'il peut : voit un coup à l'avance."
