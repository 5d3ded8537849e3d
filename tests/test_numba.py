"""The C functions in jitted code."""

import subprocess
import sys

import numpy as np
import pytest
from test_c_library import BLOCKS

import steelwheel as sw
from steelwheel import numba as swn

pytest.importorskip("numba")
import numba


@pytest.fixture(autouse=True, scope="module")
def registered():
    swn.register()
    swn.register()  # twice does no harm


@pytest.fixture(scope="module")
def deals():
    return sw.deal(100_000, 9, seed=1)


def test_the_readmes_loop_counts_the_wins_of_a_hand(deals):
    names = {}
    exec(BLOCKS["python"], names)
    first, second = sw.evaluate(deals[:, :7]), sw.evaluate(deals[:, [0, 1, 2, 3, 4, 7, 8]])
    assert names["wins"](deals) == (first > second).sum()


def test_rows_are_evaluated_in_a_parallel_loop_whatever_the_number_of_threads(deals):
    @numba.njit(nogil=True, parallel=True)
    def strengths(hands, out):
        n, k = hands.shape
        done = 0
        for part in numba.prange((n + 999) // 1000):
            some, result = hands[1000 * part : 1000 * part + 1000], out[1000 * part : 1000 * part + 1000]
            done += swn.sw_evaluate(swn.ffi.from_buffer(some), len(some), k, swn.ffi.from_buffer(result))
        return done

    for k in (5, 6, 7):
        rows = np.ascontiguousarray(deals[:, :k])
        for threads in {1, numba.config.NUMBA_NUM_THREADS}:
            numba.set_num_threads(threads)
            out = np.zeros(len(rows), np.uint16)
            assert strengths(rows, out) == len(rows)
            np.testing.assert_array_equal(out, sw.evaluate(rows))


def test_a_row_is_evaluated_by_itself_and_a_bad_one_has_no_strength(deals):
    @numba.njit(nogil=True)
    def strengths(hands):
        out = np.empty(len(hands), np.uint16)
        for i in range(len(hands)):
            out[i] = swn.sw_strength(swn.ffi.from_buffer(hands[i]), hands.shape[1])
        return out

    rows = deals[:1000, :7].copy()
    wanted = sw.evaluate(rows)
    rows[7, 3], rows[9, 0], wanted[[7, 9]] = rows[7, 2], 52, 0
    np.testing.assert_array_equal(strengths(rows), wanted)


def test_cards_are_drawn_from_a_state_of_the_caller():
    @numba.njit(nogil=True)
    def draw(state, deck, k):
        return swn.sw_random_cards(swn.ffi.from_buffer(state), swn.ffi.from_buffer(deck), len(deck), k)

    decks = []
    for seed in (1, 1, 2):
        deck, state = np.arange(52, dtype=np.uint8), np.array([seed], np.uint64)
        assert draw(state, deck, 9) == 9
        assert sorted(deck) == list(range(52))
        decks.append(deck.tolist())
    assert decks[0] == decks[1] != decks[2]


def test_pots_are_split_in_jitted_code():
    @numba.njit(nogil=True)
    def split(bets, folded, strengths, button, dead, pots, awards, refunds):
        pointer = swn.ffi.from_buffer
        return swn.sw_split_pots(
            pointer(bets), pointer(folded), pointer(strengths), pointer(button), pointer(dead), 1, 3, 0,
            pointer(pots), pointer(awards), pointer(refunds),
        )  # fmt: skip

    pots, awards, refunds = np.zeros((3, 3), np.int64)
    strengths = np.array([7000, 6000, 5000], np.uint16)
    zero = np.zeros(1, np.int64)
    assert split(np.array([100, 250, 250]), np.zeros(3, np.uint8), strengths, zero, zero, pots, awards, refunds) == 1
    assert awards.tolist() == [300, 300, 0]


def test_every_function_is_here_and_nothing_else():
    assert {"sw_evaluate", "sw_strength_of", "sw_random64", "register", "ffi"} <= set(dir(swn))
    with pytest.raises(AttributeError, match="sw_nothing"):
        _ = swn.sw_nothing
    with pytest.raises(AttributeError, match="no attribute 'evaluate'"):
        _ = swn.evaluate


def test_without_numba_the_package_works_and_the_error_says_what_is_missing():
    code = """
import sys
sys.modules["numba"] = None
import steelwheel
from steelwheel import numba
print(numba.sw_strength_of(0b11111 << 47))
numba.register()
"""
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
    assert done.stdout == "7452\n"
    assert done.stderr.splitlines()[-1] == "ModuleNotFoundError: steelwheel.numba needs numba: pip install numba"
