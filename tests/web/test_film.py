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


#: Plays a film in the page, as far as to know how long and how large it is, and what its first picture looks like.
WATCH = """async data => {
  const film = document.createElement("video");
  film.muted = true;
  const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0));
  film.src = URL.createObjectURL(new Blob([bytes], {type: "video/mp4"}));
  await new Promise((done, fail) => { film.onloadeddata = done; film.onerror = () => fail(film.error); });
  return [film.duration, film.videoWidth, film.videoHeight];
}"""


def test_an_mp4_is_made_as_fast_as_pictures_are_encoded(calm: Page, tmp_path: Path) -> None:
    """No picture waits for its own time to pass: the clock of the page stands still meanwhile."""
    open_table(calm, against_bots(calm.context, "crab-stack"))
    wait_for_turn(calm)
    clicked_move(calm)
    wait_for_turn(calm)
    resign(calm)
    calm.click(".replay-link")
    calm.wait_for_selector(".piece")
    calm.click("#exports summary")
    calm.wait_for_selector("#as-mp4:not([hidden]), #exports p")
    if not calm.is_visible("#as-mp4"):
        assert "MP4" in calm.inner_text("#exports p")
        return
    calm.evaluate("""() => {
      window.waits = [];
      const wait = window.setTimeout;
      window.setTimeout = (act, time, ...more) => { window.waits.push(time); return wait(act, time, ...more); };
    }""")
    with calm.expect_download(timeout=PATIENCE) as download:
        calm.click("#as-mp4")
    path = tmp_path / "film.mp4"
    download.value.save_as(path)
    positions = int(str(calm.get_attribute("#slider", "max"))) + 1
    duration, *size = calm.evaluate(WATCH, base64.b64encode(path.read_bytes()).decode())
    assert abs(duration - (0.7 * (positions - 1) + 2.5)) < 0.1
    assert size == [720, 578]
    assert not {700, 2500} & set(calm.evaluate("() => window.waits"))
