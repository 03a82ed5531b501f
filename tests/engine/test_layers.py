"""What nets are made of: numpy and the loops for the compiler agree, interpreted and compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from decapod.engine import nn_kernels

WIDTHS = (1, 5, 16, 37)


def floats(*shape: int, seed: int = 1) -> Any:
    return np.random.default_rng(seed).normal(size=shape).astype(np.float32)


def a_row_of_bytes(*shape: int) -> Any:
    return np.random.default_rng(2).integers(-127, 128, shape).astype(np.int8)


def inputs_with(filled: int) -> Any:
    """Make eleven inputs, of which so many are not 0."""
    found = np.zeros(11, np.int8)
    found[np.random.default_rng(filled).permutation(11)[:filled]] = np.arange(1, filled + 1)
    return found


@pytest.mark.parametrize("filled", range(10))
@pytest.mark.parametrize("width", WIDTHS)
def test_rows_are_added_where_an_input_is_not_zero(filled: int, width: int) -> None:
    inputs, factors, rows = inputs_with(filled), floats(11), a_row_of_bytes(11, width)
    by_numpy, by_loops = np.full((2, width), 9, np.float32)
    nn_kernels.matmul(inputs, factors, rows, by_numpy)
    nn_kernels.weigh_in_loops(inputs, factors, rows, by_loops)
    wanted = (inputs.astype(float) * factors) @ rows.astype(float)
    assert by_numpy == pytest.approx(wanted, rel=1e-4, abs=1e-4)
    assert by_loops == pytest.approx(wanted, rel=1e-4, abs=1e-4)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_norm_has_mean_0_and_variance_1_before_gain_and_shift(width: int) -> None:
    values, scale, bias, gain, shift = (floats(width, seed=seed) for seed in range(5))
    by_numpy, by_loops = values.copy(), values.copy()
    nn_kernels.normalize(by_numpy, scale, bias, gain, shift)
    nn_kernels.normalize_in_loops(by_loops, scale, bias, gain, shift)
    sums = values.astype(float) * scale + bias
    wanted = np.maximum((sums - sums.mean()) / np.sqrt(sums.var() + nn_kernels.EPSILON) * gain + shift, 0)
    assert by_numpy == pytest.approx(wanted, abs=1e-4)
    assert by_loops == pytest.approx(wanted, abs=1e-4)
    assert by_numpy.min() >= 0


@pytest.mark.parametrize("width", WIDTHS)
def test_sums_and_products_go_number_by_number(width: int) -> None:
    values, row = floats(width), a_row_of_bytes(width)
    for add, dot in ((nn_kernels.add, nn_kernels.dot), (nn_kernels.add_in_loops, nn_kernels.dot_in_loops)):
        out = values.copy()
        add(values, out)
        assert out == pytest.approx(2 * values)
        assert dot(row, values) == pytest.approx(float(row.astype(float) @ values), rel=1e-4, abs=1e-4)
