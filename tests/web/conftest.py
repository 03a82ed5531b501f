"""A real server in a process of its own, a real browser, and how a person plays with either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playing import Server
from playwright.sync_api import sync_playwright
from tests import GAMES
from tests.programs import find_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Serve on a free port, with a bot that moves at once."""
    served = Server(tmp_path_factory.mktemp("data"))
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Start the browser once."""
    program = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def faults() -> Iterator[list[str]]:
    """Collect what a page complains of; there must be nothing."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def person(chromium: Browser, server: Server, faults: list[str]) -> Iterator[BrowserContext]:
    """A person with a browser of their own, at a desk."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, base_url=server.address, locale="en-GB")
    context.on("page", lambda page: listen(page, faults))
    yield context
    context.close()


@pytest.fixture
def friend(chromium: Browser, server: Server, faults: list[str]) -> Iterator[BrowserContext]:
    """Somebody else, with a phone."""
    context = chromium.new_context(
        viewport={"width": 390, "height": 800}, has_touch=True, base_url=server.address, locale="en-GB"
    )
    context.on("page", lambda page: listen(page, faults))
    yield context
    context.close()


@pytest.fixture
def calm(chromium: Browser, server: Server, faults: list[str]) -> Iterator[Page]:
    """Open a page for a person who asked for less motion: what it shows, it shows at once."""
    context = chromium.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="reduce", base_url=server.address, locale="en-GB"
    )
    context.on("page", lambda page: listen(page, faults))
    yield context.new_page()
    context.close()


@pytest.fixture
def page(person: BrowserContext) -> Page:
    """Open a page for a person."""
    return person.new_page()


def listen(page: Page, faults: list[str]) -> None:
    """Note errors of a page, but not the network's: those some tests provoke."""
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on(
        "console",
        lambda said: faults.append(said.text) if said.type == "error" and "ERR_" not in said.text else None,
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that ask for a game once for each that has landed."""
    if "game_name" in metafunc.fixturenames:
        metafunc.parametrize("game_name", GAMES)
