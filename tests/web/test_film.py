"""The film of a match, as a person takes it from the replay: every frame shows its position."""

from __future__ import annotations

import base64
import itertools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from playing import PATIENCE, against_bots, clicked_move, open_table, resign, wait_for_turn
from test_gif import Film, error

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

#: Draws the picture at an address so many pixels wide and high, and gives its RGBA in base64.
DRAW = """async ([address, width, height]) => {
  const picture = new Image();
  picture.src = URL.createObjectURL(await (await fetch(address)).blob());
  await picture.decode();
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0, width, height);
  const pixels = pen.getImageData(0, 0, width, height).data;
  const reader = new FileReader();
  const read = new Promise(done => reader.onload = done);
  reader.readAsDataURL(new Blob([pixels]));
  await read;
  return reader.result.split(",")[1];
}"""
OFF = 16  # by so much a channel of our boards may be off


def test_the_film_of_a_match_shows_every_position_in_turn(page: Page, person: BrowserContext, tmp_path: Path) -> None:
    """Each frame is the picture of its position, and the last one stays longer."""
    open_table(page, against_bots(person, "crab-stack"))
    for made in range(2):
        wait_for_turn(page)
        clicked_move(page, made)
    wait_for_turn(page)
    resign(page)
    page.click(".replay-link")
    page.wait_for_selector(".piece")
    page.click("#exports summary")
    addresses: list[str] = []
    page.on("request", lambda request: addresses.append(request.url) if "/pictures/" in request.url else None)
    with page.expect_download(timeout=PATIENCE) as download:
        page.click("#as-gif")
    path = tmp_path / "film.gif"
    download.value.save_as(path)
    assert download.value.suggested_filename.endswith(".gif")
    film = Film(path)
    positions = int(str(page.get_attribute("#slider", "max"))) + 1
    assert positions == len(set(addresses)) > 4
    assert film.size == (720, 578)
    assert film.loop == 0
    assert film.durations == [700] * (positions - 1) + [2500]
    assert len(film.frames) == positions
    for frame, address in zip(film.frames, list(addresses), strict=True):
        pixels = base64.b64decode(page.evaluate(DRAW, [address, *film.size]))
        assert error(frame, np.frombuffer(pixels, dtype=np.uint8).reshape(frame.shape)) <= OFF
    assert all((frame != after).any() for frame, after in itertools.pairwise(film.frames)), "a move does not show"
