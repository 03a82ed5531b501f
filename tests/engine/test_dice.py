"""The dice are Philox 4x32-10 as published, and fair."""

from __future__ import annotations

import numpy as np
import pytest

from decapod.engine import dice

# The known answers published with Random123: counter, key, result.
KNOWN = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    ((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0),
     (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
]  # fmt: skip


@pytest.mark.parametrize(("counter", "key", "result"), KNOWN)
@pytest.mark.parametrize("kind", [np.int64, np.uint32])
def test_philox_gives_the_published_answers(counter, key, result, kind) -> None:
    words = np.zeros(dice.LENGTH, kind)
    words[dice.KEY : dice.KEY + 2] = key
    words[dice.COUNTER : dice.COUNTER + 4] = counter
    dice.mix(words)
    assert tuple(int(w) for w in words[dice.WORDS : dice.WORDS + 4]) == result


def loaded(secret: int) -> np.ndarray:
    words = np.zeros(dice.LENGTH, np.int64)
    dice.load(words, *dice.secret_words(secret))
    return words


@pytest.mark.slow
def test_the_compiled_dice_roll_the_same() -> None:
    import numba

    from decapod.engine import jit

    jit.register(dice, "decapod.engine")
    mix = numba.njit(lambda words: dice.mix(words))
    for secret in (0, 7, 2**128 - 1, 0x0123456789ABCDEF0123456789ABCDEF):
        plain, fast = loaded(secret), loaded(secret)
        narrow = loaded(secret).astype(np.uint32)
        for _ in range(3):
            dice.mix(plain)
            mix(fast)
            mix(narrow)
        assert np.array_equal(plain, fast)
        assert np.array_equal(plain, narrow)


def test_every_word_of_the_secret_matters() -> None:
    rolls = {tuple(dice.word(loaded(1 << bit)) for _ in range(1)) for bit in range(128)}
    assert len(rolls) == 128


def test_rolls_are_fair() -> None:
    words = loaded(1)
    counts = np.bincount([dice.roll(words, 6) for _ in range(6000)], minlength=6)
    assert len(counts) == 6
    assert abs(counts - 1000).max() < 150


def test_a_roll_that_would_favour_low_numbers_is_thrown_again() -> None:
    words = loaded(3)
    words[dice.LEFT] = 2
    words[dice.WORDS + 2], words[dice.WORDS + 3] = 0, (5 << 29) + 1
    sides = 3 << 30  # 2^32 is no multiple of it: the word 0 must not count
    assert dice.roll(words, sides) == ((5 << 29) + 1) * sides >> 32
    assert words[dice.LEFT] == 0


def test_shuffling_reaches_every_order_equally() -> None:
    words = loaded(9)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(2400):
        cards = [0, 1, 2, 3]
        dice.shuffle(words, cards, 4)
        seen[tuple(cards)] = seen.get(tuple(cards), 0) + 1
    assert len(seen) == 24
    assert all(50 < n < 160 for n in seen.values())


def test_the_counter_carries_over() -> None:
    words = loaded(1)
    words[dice.COUNTER] = dice.WORD
    dice.mix(words)
    assert (words[dice.COUNTER], words[dice.COUNTER + 1]) == (0, 1)
