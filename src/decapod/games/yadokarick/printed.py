"""Reading a box: the only part of these rules that knows strings and complains."""

from decapod.engine import bits
from decapod.games.yadokarick import house, solo
from decapod.games.yadokarick.cards import COLOURS, NUMBERS, SIZES
from decapod.games.yadokarick.modes import HAND, SMALL_CIRCLE, TRACK, VARIANTS


def fill(box, printed):
    """Copy the printed numbers into a box; ValueError says in one line what is missing or absurd."""
    cards, rules, alone = (part_of(printed, name) for name in ("cards", "rules", "solo"))
    box.numbers = whole(cards, "cards.numbers", 1, NUMBERS)
    for colour, name in enumerate(("green", "pink")):
        sizes = part_of(printed, "sizes").get(name)
        if not isinstance(sizes, list) or len(sizes) != box.numbers:
            raise ValueError(f"sizes.{name} must list the sizes of {box.numbers} cards")
        for i, size in enumerate(sizes):
            if type(size) is not int or not 1 <= size < SIZES:
                raise ValueError(f"sizes.{name}: the size of number {i + 1} is not from 1 to {SIZES - 1}: {size!r}")
            box.sizes[colour, i] = size
            box.largest = max(int(box.largest), size)
            for smaller in range(size + 1):
                box.at_least[colour, smaller] |= 1 << i
    box.roofs = numbers_in(cards, "cards.roofs", int(box.numbers))
    track = part_of(printed, "track")
    box.track = whole(track, "track.cards", 2, TRACK)
    box.start = whole(track, "track.start", 1, int(box.track))
    box.hand = whole(rules, "rules.hand", 1, HAND)
    box.floors = whole(rules, "rules.floors", 1, house.ROOM)
    box.bonus = whole(rules, "rules.bonus", 0, 99)
    most = max(VARIANTS["main"])
    if box.hand * most > COLOURS * box.numbers or box.hand * SMALL_CIRCLE > box.numbers:
        raise ValueError(f"{box.numbers} cards a colour are too few for hands of {box.hand}")
    for players in VARIANTS["advanced"]:
        name = f"rules.advanced.{players}"
        box.advanced[players] = whole(part_of(rules, "advanced"), name, 1, int(box.numbers))
        if box.hand * players > box.advanced[players] * (1 if players == SMALL_CIRCLE else COLOURS):
            raise ValueError(f"{name}: {box.advanced[players]} numbers are too few for hands of {box.hand}")
    box.solo_out = numbers_in(alone, "solo.out", int(box.numbers))
    box.row = whole(alone, "solo.row", 1, solo.ROW)
    box.solo_floors = whole(alone, "solo.floors", 2, house.ROOM)
    if bits.count(solo.deck(box)) < box.row:
        raise ValueError(f"solo.out leaves fewer than {box.row} cards of a colour")


def part_of(printed, name):
    """A group of a box file."""
    part = printed.get(name)
    if not isinstance(part, dict):
        raise ValueError(f"the box has no [{name}]")
    return part


def whole(part, name, low, high):
    """A whole number of a box file, within bounds."""
    value = part.get(name.rpartition(".")[2])
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def numbers_in(part, name, high):
    """A list of card numbers of a box file, as a set."""
    values = part.get(name.rpartition(".")[2])
    if not isinstance(values, list) or not all(type(n) is int and 1 <= n <= high for n in values):
        raise ValueError(f"{name} must list numbers from 1 to {high}, not {values!r}")
    return sum(1 << n - 1 for n in set(values))
