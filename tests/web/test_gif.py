"""The GIFs that gif.js writes, frame by frame: Pillow reads them and finds the pictures they were made of."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageSequence
from tests.programs import node

from decapod.web.render import STATIC

HERE = Path(__file__).parent
Picture = npt.NDArray[np.uint8]  # height × width × RGBA

#: What gif.js promises of pictures with more than 256 colours: no channel is off by more.
MOST_ERROR = int(re.findall(r"MOST_ERROR = (\d+);", (STATIC / "js" / "gif.js").read_text(encoding="utf-8"))[0])


class Film:
    """What Pillow finds in a GIF: its frames as a viewer shows them, and how long each stays."""

    def __init__(self, path: Path) -> None:
        """Decode every frame of a file."""
        with Image.open(path) as image:
            assert image.format == "GIF"
            self.size = image.size
            self.loop = image.info.get("loop")
            frames = [(frame.convert("RGBA"), frame.info["duration"]) for frame in ImageSequence.Iterator(image)]
        self.frames = [np.asarray(picture, dtype=np.uint8) for picture, _ in frames]
        self.durations = [duration for _, duration in frames]


def film(folder: Path, pictures: list[Picture], durations: list[float] | None = None) -> Film:
    """Let gif.js make a GIF of pictures, and read it."""
    height, width, _ = pictures[0].shape
    path = folder / "film.gif"
    times = [str(duration) for duration in durations or [100] * len(pictures)]
    command = [node(), str(HERE / "js" / "make_gif.js"), str(width), str(height), str(path), *times]
    done = subprocess.run(command, input=b"".join(map(bytes, pictures)), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    read = Film(path)
    assert read.size == (width, height)
    assert read.loop == 0, "it must go on for ever"
    assert len(read.frames) == len(pictures)
    assert all((frame[..., 3] == 255).all() for frame in read.frames), "nobody may see through it"
    return read


def on_white(picture: Picture) -> Picture:
    """Lay a picture on white, as a GIF shows it."""
    alpha = picture[..., 3:] / 255
    colours = np.floor(255 + (picture[..., :3] - 255.0) * alpha + 0.5)
    return np.concatenate([colours, np.full_like(alpha, 255)], axis=2).astype(np.uint8)


def error(frame: Picture, picture: Picture) -> int:
    """Return by how much the worst channel of the worst pixel is off."""
    return int(np.abs(frame.astype(int) - on_white(picture).astype(int)).max())


def flat(width: int, height: int, *colour: int) -> Picture:
    """Paint a picture in one colour."""
    return np.full((height, width, 4), (*colour, 255) if len(colour) == 3 else colour, dtype=np.uint8)


def painted(width: int, height: int, colours: npt.NDArray[np.int_]) -> Picture:
    """Paint a picture pixel by pixel with these colours (0xRRGGBB), again from the first where they end."""
    pixels = np.resize(colours, (height, width))
    return np.stack([pixels >> 16, pixels >> 8 & 255, pixels & 255, np.full_like(pixels, 255)], axis=2).astype(np.uint8)


def colours(count: int, seed: int = 0) -> npt.NDArray[np.int_]:
    """Return so many different colours from all over the cube; other ones for another seed."""
    return (np.arange(count) + seed * 10_007) * 0x9E3779 % (1 << 24)


@pytest.mark.parametrize("size", [(1, 1), (1, 300), (300, 1), (257, 3), (16, 16), (720, 450)])
def test_a_picture_of_any_size_comes_back_exactly(tmp_path: Path, size: tuple[int, int]) -> None:
    picture = painted(*size, colours(7))
    assert error(film(tmp_path, [picture]).frames[0], picture) == 0


@pytest.mark.parametrize("count", [1, 2, 255, 256])
def test_up_to_256_colours_come_back_exactly(tmp_path: Path, count: int) -> None:
    picture = painted(40, 30, colours(count))
    assert error(film(tmp_path, [picture]).frames[0], picture) == 0


@pytest.mark.parametrize("count", [257, 400, 6000])
def test_of_more_colours_none_is_far_off(tmp_path: Path, count: int) -> None:
    picture = painted(100, 60, colours(count))
    assert 0 < error(film(tmp_path, [picture]).frames[0], picture) <= MOST_ERROR


def test_the_whole_cube_of_colours_is_not_far_off(tmp_path: Path) -> None:
    """The hardest picture: every sixteenth shade of every channel, all equally common, in no order."""
    shades = np.arange(0, 256, 15)
    cube = (shades[:, None, None] << 16 | shades[None, :, None] << 8 | shades[None, None, :]).ravel()
    picture = painted(102, 51, np.random.default_rng(1).permutation(cube))
    assert error(film(tmp_path, [picture]).frames[0], picture) <= MOST_ERROR


def test_nearby_shades_cost_little(tmp_path: Path) -> None:
    """A soft edge, as our boards are full of: 511 shades between two colours are off by four at most."""
    edge = np.arange(511) // 2 << 16 | (np.arange(511) + 1) // 2 << 8
    picture = painted(511, 4, edge)
    assert error(film(tmp_path, [picture]).frames[0], picture) <= 4


def test_the_ground_is_exact_and_a_lonely_dot_keeps_its_colour(tmp_path: Path) -> None:
    """A small chip in a player's colour must not take the colour of the sea, however many blues the sea has."""
    picture = flat(80, 80, 246, 239, 221)
    picture[:40, :, :3] = painted(80, 40, np.arange(1000) % 200 << 8 | np.arange(1000) % 250)[..., :3]
    picture[60, 60, :3] = (217, 72, 59)
    (frame,) = film(tmp_path, [picture]).frames
    assert (frame[50] == picture[50]).all()
    assert np.abs(frame[60, 60].astype(int) - picture[60, 60]).max() <= 8


def test_a_piece_that_moves_is_exact_in_every_frame(tmp_path: Path) -> None:
    ground = painted(60, 40, colours(200))
    pictures: list[Picture] = []
    for step in range(8):
        picture = ground.copy()
        picture[5 + step : 15 + step, 4 * step : 4 * step + 12] = painted(12, 10, colours(40, seed=9))
        pictures.append(picture)
    read = film(tmp_path, pictures)
    assert [error(frame, picture) for frame, picture in zip(read.frames, pictures, strict=True)] == [0] * 8


def test_every_frame_has_colours_of_its_own(tmp_path: Path) -> None:
    """A thousand colours in all, of which never more than a frame can hold are new."""
    pictures = [painted(16, 16, colours(255, seed=seed)) for seed in range(4)]
    read = film(tmp_path, pictures)
    assert [error(frame, picture) for frame, picture in zip(read.frames, pictures, strict=True)] == [0] * 4


def test_a_later_frame_with_more_new_colours_than_it_can_hold_is_not_far_off(tmp_path: Path) -> None:
    """One index of a later frame means "as before", so 256 new colours are one too many."""
    pictures = [flat(16, 16, 1, 2, 3), painted(16, 16, colours(256)), painted(16, 16, colours(256, seed=1))]
    read = film(tmp_path, pictures)
    assert error(read.frames[0], pictures[0]) == 0
    assert max(error(frame, picture) for frame, picture in zip(read.frames, pictures, strict=True)) <= MOST_ERROR


def test_what_does_not_change_stays_as_it_was_shown(tmp_path: Path) -> None:
    """No flicker: a pixel that is the same in two pictures is the same in both frames, even where it is not exact."""
    before = painted(100, 60, colours(6000))
    after = before.copy()
    after[10:50, 20:70] = painted(50, 40, colours(2000, seed=5))
    after[20:30, 30:40] = before[20:30, 30:40]
    first, second = film(tmp_path, [before, after]).frames
    same = (before == after).all(axis=2)
    assert (first[same] == second[same]).all()
    assert error(second, after) <= MOST_ERROR


def test_errors_do_not_grow_from_frame_to_frame(tmp_path: Path) -> None:
    """Thirty noisy pictures, each different in another half of its pixels."""
    generator = np.random.default_rng(3)
    picture = painted(50, 40, colours(2000))
    pictures = [picture]
    for seed in range(29):
        picture = picture.copy()
        half = generator.random((40, 50)) < 0.5
        picture[half] = painted(50, 40, colours(2000, seed=seed + 10))[half]
        pictures.append(picture)
    read = film(tmp_path, pictures)
    assert max(error(frame, picture) for frame, picture in zip(read.frames, pictures, strict=True)) <= MOST_ERROR


def test_a_repeated_picture_is_a_frame_that_stays_its_time(tmp_path: Path) -> None:
    """One that has the palette's last colour in its corner, too: the index that means "as before" must not show."""
    first, second = painted(16, 16, colours(256)), flat(16, 16, 9, 9, 9)
    pictures = [first, first, first, second, second, first]
    read = film(tmp_path, pictures, [100, 200, 300, 400, 500, 600])
    assert read.durations == [100, 200, 300, 400, 500, 600]
    assert [error(frame, picture) for frame, picture in zip(read.frames[:5], pictures[:5], strict=True)] == [0] * 5
    assert error(read.frames[5], first) <= MOST_ERROR


def test_what_is_see_through_lies_on_white(tmp_path: Path) -> None:
    """Wholly, half and hardly; and a pixel that becomes see-through turns white, not what it was."""
    glass = painted(8, 8, colours(64))
    glass[..., 3] = np.resize([0, 1, 127, 128, 254, 255], (8, 8))
    solid = painted(8, 8, colours(64, seed=4))
    pictures = [glass, solid, glass, flat(8, 8, 200, 10, 10, 0), flat(8, 8, 10, 200, 10, 0)]
    read = film(tmp_path, pictures)
    assert [error(frame, picture) for frame, picture in zip(read.frames, pictures, strict=True)] == [0] * 5
    assert (read.frames[3] == 255).all()


@pytest.mark.parametrize(
    ("duration", "stays"),
    [(0, 0), (10, 10), (14, 10), (16, 20), (700, 700), (2500, 2500), (655_350, 655_350), (10_000_000, 655_350)],
)
def test_a_frame_stays_as_long_as_it_should(tmp_path: Path, duration: int, stays: int) -> None:
    """To the hundredth of a second, and no longer than a GIF can say."""
    read = film(tmp_path, [flat(2, 2, 1, 1, 1), flat(2, 2, 2, 2, 2)], [duration, 50])
    assert read.durations == [stays, 50]


@pytest.mark.parametrize("seed", range(12))
def test_films_of_few_colours_come_back_exactly(tmp_path: Path, seed: int) -> None:
    """Films of any size and length, each frame with some rectangles more than the one before."""
    generator = np.random.default_rng(seed)
    width, height = (int(side) for side in generator.integers(1, 90, size=2))
    picture = painted(width, height, colours(int(generator.integers(1, 200)), seed=seed))
    pictures: list[Picture] = []
    for _ in range(int(generator.integers(1, 7))):
        pictures.append(picture)
        picture = picture.copy()
        for _ in range(int(generator.integers(0, 3))):
            x, y = int(generator.integers(width)), int(generator.integers(height))
            across, down = (int(side) for side in generator.integers(1, 40, size=2))
            place = picture[y : y + down, x : x + across]
            place[:] = painted(place.shape[1], place.shape[0], colours(20, seed=int(generator.integers(1000))))
    read = film(tmp_path, pictures)
    assert [error(frame, picture) for frame, picture in zip(read.frames, pictures, strict=True)] == [0] * len(pictures)
