"""What a net is made of: layers, each a sum of weighted rows and a norm, and dot products.

Weights are bytes, and floats say what they are to be multiplied by. Interpreted, numpy adds them up; compiled, loops
do, which LLVM turns into vectors: the sums agree to rounding (see `jit.py`).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

EPSILON = 1e-5  # what a norm adds to the variance, so that it never divides by 0


class Layer(NamedTuple):
    """A layer of units: a row of bytes for each input, the rest 32-bit floats."""

    rows: Any  # what an input adds to every unit
    factors: Any  # for each input: what its row is to be multiplied by
    scale: Any  # for each unit: what its sum is to be multiplied by
    bias: Any  # what is added to that
    gain: Any  # and, after the units were brought to mean 0 and variance 1, what they are multiplied by
    shift: Any  # and what is added then


def matmul(inputs, factors, rows, out):
    """Add up all rows, each times its factor and its input."""
    which = np.flatnonzero(inputs)
    out[:] = (inputs[which] * factors[which]).astype(np.float32) @ rows[which].astype(np.float32)


def normalize(values, scale, bias, gain, shift):
    """Scale sums and add a bias; bring them to mean 0 and variance 1; then gain and shift; below 0 becomes 0."""
    centred = values * scale + bias
    centred -= centred.mean()
    spread = np.sqrt(np.square(centred).mean() + np.float32(EPSILON))
    values[:] = np.maximum(centred / spread * gain + shift, 0)


def add(values, out):
    """Add numbers to others, one by one."""
    out += values


def dot(row, values):
    """Return the sum of the products."""
    return float(row.astype(np.float32) @ values)


# --- the same, for the compiler ---------------------------------------------------------------------------------


def weigh_in_loops(inputs, factors, rows, out):
    """Do what `weigh` does, four rows at a time: so the sums are read and written four times less."""
    n = len(inputs)
    width = len(out)
    for j in range(width):
        out[j] = 0
    i = 0
    while i < n:
        found = 0
        a = b = c = d = 0
        while i < n and found < 4:
            if inputs[i] != 0:
                if found == 0:
                    a = i
                elif found == 1:
                    b = i
                elif found == 2:
                    c = i
                else:
                    d = i
                found += 1
            i += 1
        if found == 0:
            return
        none = np.float32(0)
        x = np.float32(inputs[a]) * factors[a]
        y = np.float32(inputs[b]) * factors[b] if found > 1 else none
        z = np.float32(inputs[c]) * factors[c] if found > 2 else none
        w = np.float32(inputs[d]) * factors[d] if found > 3 else none
        for j in range(width):
            out[j] += (
                x * np.float32(rows[a, j])
                + y * np.float32(rows[b, j])
                + z * np.float32(rows[c, j])
                + w * np.float32(rows[d, j])
            )


def normalize_in_loops(values, scale, bias, gain, shift):
    """Do what `normalize` does."""
    width = len(values)
    total = np.float32(0)
    for j in range(width):
        values[j] = values[j] * scale[j] + bias[j]
        total += values[j]
    mean = total / np.float32(width)
    total = np.float32(0)
    for j in range(width):
        total += (values[j] - mean) * (values[j] - mean)
    factor = np.float32(1 / math.sqrt(total / width + EPSILON))
    for j in range(width):
        found = (values[j] - mean) * factor * gain[j] + shift[j]
        values[j] = found if found > 0 else np.float32(0)


def add_in_loops(values, out):
    """Do what `add` does."""
    for j in range(len(out)):
        out[j] += values[j]


def dot_in_loops(row, values):
    """Do what `dot` does."""
    total = np.float32(0)
    for j in range(len(values)):
        total += np.float32(row[j]) * values[j]
    return float(total)
