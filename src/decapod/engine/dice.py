"""All chance: Philox 4x32-10, a counter turned into random words by ten rounds of mixing.

Dice are a row of 32-bit words, so they live inside a state, are copied with it, and roll the same
interpreted, compiled and on a GPU. A secret of 128 bits fills the key and the upper half of the counter;
the lower half counts blocks of four words.
"""

KEY = 0  # two words
COUNTER = 2  # four words, the lowest first; the upper two belong to the secret
WORDS = 6  # the block in use, four words
LEFT = 10  # how many words of that block are still to be used
LENGTH = 11

WORD = 0xFFFFFFFF
MIX_A, MIX_B = 0xD2511F53, 0xCD9E8D57
WEYL_A, WEYL_B = 0x9E3779B9, 0xBB67AE85
ROUNDS = 10


def load(dice, key_a, key_b, upper_a, upper_b):
    """Put a secret of four words into the dice and set them to their first roll."""
    dice[KEY] = key_a
    dice[KEY + 1] = key_b
    dice[COUNTER] = 0
    dice[COUNTER + 1] = 0
    dice[COUNTER + 2] = upper_a
    dice[COUNTER + 3] = upper_b
    for i in range(WORDS, LENGTH):
        dice[i] = 0


def secret_words(secret):
    """Split a secret of 128 bits into the four words `load` takes."""
    return secret & WORD, secret >> 32 & WORD, secret >> 64 & WORD, secret >> 96 & WORD


def copy(source, target):
    """Make `target` roll what `source` would roll."""
    for i in range(LENGTH):
        target[i] = source[i]


def mix(dice):
    """Turn the counter into the next block of four words, and count on."""
    a, b = int(dice[COUNTER]), int(dice[COUNTER + 1])
    c, d = int(dice[COUNTER + 2]), int(dice[COUNTER + 3])
    k, m = int(dice[KEY]), int(dice[KEY + 1])
    for _ in range(ROUNDS):
        # A product fills 64 bits. Compiled it wraps, but the two halves taken here are right either way.
        p = a * MIX_A
        q = c * MIX_B
        a = (q >> 32 & WORD) ^ b ^ k
        c = (p >> 32 & WORD) ^ d ^ m
        b = q & WORD
        d = p & WORD
        k = (k + WEYL_A) & WORD
        m = (m + WEYL_B) & WORD
    dice[WORDS] = a
    dice[WORDS + 1] = b
    dice[WORDS + 2] = c
    dice[WORDS + 3] = d
    dice[LEFT] = 4
    block = (int(dice[COUNTER]) + 1) & WORD
    dice[COUNTER] = block
    if block == 0:
        dice[COUNTER + 1] = (int(dice[COUNTER + 1]) + 1) & WORD


def word(dice):
    """Roll 32 random bits."""
    if dice[LEFT] == 0:
        mix(dice)
    left = int(dice[LEFT])
    dice[LEFT] = left - 1
    return int(dice[WORDS + 4 - left])


def roll(dice, sides):
    """Roll a number from 0 to sides - 1, each exactly as likely as any other (Lemire's method)."""
    product = word(dice) * sides
    if product & WORD < sides:
        unfair = (WORD + 1 - sides) % sides
        while product & WORD < unfair:
            product = word(dice) * sides
    return product >> 32


def shuffle(dice, cards, n):
    """Shuffle the first `n` cards in place."""
    for i in range(n - 1, 0, -1):
        j = roll(dice, i + 1)
        card = int(cards[i])
        cards[i] = cards[j]
        cards[j] = card
