"""Strengths of all 1,326 combos on random boards: few that stay in the cache, and many that do not."""

import numpy as np
import pytest

import steelwheel as sw


@pytest.mark.parametrize("n", [1, 100, 10_000])
def test_boards(benchmark, n):
    boards = sw.deal(n, 5, seed=1)
    out = np.empty((n, 1326), np.uint16)
    benchmark.group = f"board_strengths, {n:,} boards of 1,326 combos"
    benchmark(sw.board_strengths, boards, out=out)
