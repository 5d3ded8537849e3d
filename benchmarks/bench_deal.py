"""Random hands in bulk: two hole cards, boards, seven cards and whole decks; with dead cards too."""

import pytest

import steelwheel as sw

N = 1_000_000
DEAD = "As Kd 7h 7c"


@pytest.mark.parametrize("dead", ["", DEAD], ids=["full", "dead"])
@pytest.mark.parametrize("k", [2, 5, 7])
def test_deal(benchmark, k, dead):
    benchmark.group = f"deal, {N:,} hands of {k} cards"
    benchmark(sw.deal, N, k, seed=1, dead=dead)


def test_shuffle(benchmark):
    benchmark.group = "deal, 10,000 decks of 52 cards"
    benchmark(sw.deal, 10_000, 52, seed=1)
