"""Strengths of many hands: rows of 5, 6 and 7 cards and masks, by every kernel of this machine."""

from collections.abc import Iterator

import numpy as np
import pytest

import steelwheel as sw

N = 1_000_000


@pytest.fixture(params=sw.kernels())
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    sw.use_kernel(request.param)
    yield request.param
    sw.use_kernel(None)


@pytest.mark.parametrize("k", [5, 6, 7])
def test_rows(benchmark, kernel, k):
    hands = sw.deal(N, k, seed=1)
    out = np.empty(N, np.uint16)
    benchmark.group = f"evaluate, {N:,} rows of {k} cards"
    benchmark(sw.evaluate, hands, out=out)


@pytest.mark.parametrize("k", [5, 6, 7])
def test_masks(benchmark, kernel, k):
    masks = np.bitwise_or.reduce(np.uint64(1) << sw.deal(N, k, seed=1).astype(np.uint64), axis=1)
    out = np.empty(N, np.uint16)
    benchmark.group = f"evaluate_masks, {N:,} masks of {k} cards"
    benchmark(sw.evaluate_masks, masks, out=out)
