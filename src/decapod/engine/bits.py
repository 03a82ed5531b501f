"""Bit sets in one integer: element `i` is in the set when bit `i` is 1. At most 63 elements.

Compiled, these two become one machine instruction each (see `jit.py`).
"""


def count(bits):
    """How many elements the set has."""
    return int(bits).bit_count()


def lowest(bits):
    """Return the smallest element; the set must not be empty."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1
