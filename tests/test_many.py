"""Many spots of explicit hands: brute force, one spot at a time, ragged boards, and errors that name the spot."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from brute_force import COMBO, NUMBER, count

import steelwheel as sw
from steelwheel import equity_many


def random_spots(n, players, street, seed=0, dead=()):
    """Hole cards uint8[n, players, 2] and boards uint8[n, street] without the dead cards."""
    rng = np.random.default_rng((seed, players, street))
    deck = np.setdiff1d(np.arange(52, dtype=np.uint8), np.array(dead, np.uint8))
    cards = rng.permuted(np.tile(deck, (n, 1)), axis=1)
    return cards[:, : 2 * players].reshape(n, players, 2).copy(), cards[:, 2 * players : 2 * players + street].copy()


def padded(board):
    rows = np.full((len(board), 5), 255, np.uint8)
    rows[:, : board.shape[1]] = board
    return rows


def by_brute_force(hole, board, dead):
    weights = np.zeros((len(hole), 1326))
    weights[np.arange(len(hole)), [NUMBER[frozenset(pair)] for pair in hole.tolist()]] = 1
    return count(weights, board.tolist(), dead)


@pytest.mark.parametrize("street", [0, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_spots_are_as_brute_force_counts(players, street):
    dead = np.random.default_rng(players).permutation(52)[: 52 - 2 * players - 7 if street == 0 else 2].tolist()
    hole, board = random_spots(6, players, street, dead=dead)
    equity, win, tie = equity_many(hole, board, dead=dead, parts=True)
    for i in range(len(hole)):
        counted = by_brute_force(hole[i], board[i], dead)
        assert equity[i] == pytest.approx(counted.equity, rel=0, abs=1e-12)
        assert win[i] == pytest.approx(counted.win, rel=0, abs=1e-12)
        assert tie[i] == pytest.approx(counted.tie, rel=0, abs=1e-12)


@pytest.mark.parametrize("street", [0, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_many_spots_are_one_spot_many_times(players, street):
    dead = list(range(17)) if street == 0 and players > 2 else []
    hole, board = random_spots(12, players, street, seed=1, dead=dead)
    equity, win, tie = equity_many(hole, board, dead=dead, parts=True)
    for i in range(len(hole)):
        one = sw.equity([sw.format_cards(pair, "") for pair in hole[i].tolist()], board=board[i].tolist(), dead=dead)
        assert equity[i] == pytest.approx(one.equity, rel=0, abs=1e-14)
        assert win[i] == pytest.approx(one.win, rel=0, abs=1e-14)
        assert tie[i] == pytest.approx(one.tie, rel=0, abs=1e-14)
    assert equity.sum(axis=1) == pytest.approx(np.ones(12), rel=0, abs=1e-12)


def test_the_result_without_parts_is_the_equity():
    hole, board = random_spots(50, 3, 4)
    result = equity_many(hole, board)
    assert result.dtype == np.float64
    assert result.shape == (50, 3)
    np.testing.assert_array_equal(result, equity_many(hole, board, parts=True)[0])


@pytest.mark.parametrize("players", [2, 3])
def test_boards_padded_with_255_are_the_shorter_boards(players):
    pieces = [random_spots(8, players, street, seed=2, dead=range(20)) for street in (3, 4, 5, 0)]
    hole = np.concatenate([hole for hole, _ in pieces])
    boards = np.concatenate([padded(board) for _, board in pieces])
    order = np.random.default_rng(5).permutation(len(hole))
    mixed = equity_many(hole[order], boards[order], dead=list(range(20)))
    apart = np.concatenate([equity_many(hole, board, dead=list(range(20))) for hole, board in pieces])
    np.testing.assert_array_equal(mixed, apart[order])


def test_no_board_is_before_the_flop():
    hole, _ = random_spots(300, 2, 0)
    result = equity_many(hole)
    np.testing.assert_array_equal(result, equity_many(hole, np.zeros((300, 0), np.uint8)))
    np.testing.assert_array_equal(result, equity_many(hole, np.full((300, 5), 255)))


def test_before_the_flop_the_table_and_the_enumeration_agree():
    hole, board = random_spots(6, 2, 0, seed=4)
    _, flops = random_spots(1, 2, 3, seed=4, dead=hole.ravel().tolist())
    mixed = np.concatenate([hole, hole[:1]])  # one spot with a flop makes all of its slice enumerate
    boards = np.concatenate([padded(board), padded(flops)])
    np.testing.assert_allclose(equity_many(mixed, boards)[:6], equity_many(hole), rtol=0, atol=1e-14)


def test_the_order_of_cards_and_of_players_only_orders_the_result():
    hole, board = random_spots(200, 3, 3, seed=6)
    result = equity_many(hole, board)
    np.testing.assert_array_equal(equity_many(hole[:, :, ::-1], board[:, ::-1]), result)
    np.testing.assert_array_equal(equity_many(hole[:, [2, 0, 1]], board), result[:, [2, 0, 1]])
    hole, _ = random_spots(200, 2, 0, seed=6)
    np.testing.assert_array_equal(equity_many(hole[:, ::-1, ::-1]), equity_many(hole)[:, ::-1])


def test_threads_and_executors_change_no_bit():
    hole, board = random_spots(3_000, 2, 4)
    one = equity_many(hole, board, parts=True)
    with ThreadPoolExecutor(2) as executor:
        others = [equity_many(hole, board, parts=True, threads=2), equity_many(hole, board, parts=True, executor=executor)]
    for other in others:
        np.testing.assert_array_equal(np.array(other), np.array(one))


def test_every_kernel_counts_the_same(kernel):
    hole, board = random_spots(100, 4, 3)
    result = equity_many(hole, board)
    sw.use_kernel("scalar")
    np.testing.assert_array_equal(equity_many(hole, board), result)


def test_progress_counts_to_the_number_of_slices():
    seen = []
    hole, board = random_spots(5_000, 2, 5)
    equity_many(hole, board, progress=lambda *call: seen.append(call))
    assert seen == [(i, len(seen)) for i in range(1, len(seen) + 1)]
    assert len(seen) > 1


def test_a_slice_has_few_spots_whose_run_outs_take_long():
    def sizes(hole, board=None, **more):
        seen = []
        equity_many(hole, board, progress=lambda *call: seen.append(call), **more)
        return len(seen)

    hole, _ = random_spots(40, 3, 0, dead=range(30))
    assert sizes(hole, dead=list(range(30))) == 5
    assert sizes(hole[:, :2], dead=list(range(30))) == 5
    assert sizes(hole[:, :2]) == 1  # from the table of match-ups
    hole, board = random_spots(4_000, 3, 3, dead=range(30))
    board = padded(board)
    board[::500] = 255
    assert sizes(hole, board, dead=list(range(30))) == 3


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.uint16, np.int64, np.uint64])
def test_integers_of_any_size_and_layout_are_read(dtype):
    hole, board = random_spots(64, 3, 4)
    result = equity_many(hole, board)
    np.testing.assert_array_equal(equity_many(hole.astype(dtype), board.astype(dtype)), result)
    np.testing.assert_array_equal(equity_many(np.asfortranarray(hole), np.asfortranarray(board)), result)
    wide = np.zeros((128, 6, 4), dtype)
    wide[::2, ::2, 1::2], rows = hole, np.zeros((64, 8), dtype)
    rows[:, ::2] = board
    np.testing.assert_array_equal(equity_many(wide[::2, ::2, 1::2], rows[:, ::2]), result)
    np.testing.assert_array_equal(equity_many(hole.tolist(), board.tolist()), result)


def test_nothing_in_is_nothing_out():
    for players in (2, 5):
        assert equity_many(np.zeros((0, players, 2), np.uint8)).shape == (0, players)
        equity, win, tie = equity_many(np.zeros((0, players, 2), np.uint8), np.zeros((0, 3), np.uint8), parts=True)
        assert equity.shape == win.shape == tie.shape == (0, players)


def test_a_million_spots_are_done():
    rng = np.random.default_rng(1)
    pairs = np.array(COMBO, np.uint8)[rng.integers(0, 1326, (1_050_000, 2))]
    cards = np.sort(pairs.reshape(-1, 4), axis=1)
    hole = pairs[(np.diff(cards, axis=1) > 0).all(axis=1)]
    assert len(hole) > 900_000
    result = equity_many(hole)
    assert result.sum() == pytest.approx(len(hole), rel=1e-12)
    assert result[:, 0].mean() == pytest.approx(0.5, abs=4.5 * 0.5 / 900)


# ------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize("row", [0, 3, 1500, 2499])
@pytest.mark.parametrize(
    ("change", "named"),
    [
        (lambda hole, board: hole.__setitem__((0, 0), hole[1, 1]), "twice"),
        (lambda hole, board: hole.__setitem__((0, 0), hole[0, 1]), "twice"),
        (lambda hole, board: board.__setitem__(0, hole[0, 1]), "twice"),
        (lambda hole, board: board.__setitem__(0, board[1]), "twice"),
        (lambda hole, board: hole.__setitem__((1, 0), 52), "52"),
        (lambda hole, board: hole.__setitem__((1, 0), 255), "255"),
        (lambda hole, board: board.__setitem__(2, 60), "60"),
        (lambda hole, board: board.__setitem__(1, 255), "after one that is not known"),
        (lambda hole, board: board.__setitem__(slice(2, 5), 255), "board of 2 cards"),
        (lambda hole, board: board.__setitem__(slice(1, 5), 255), "board of 1 cards?"),
        (lambda hole, board: hole.__setitem__((1, 1), 51), "As, which is dead"),
        (lambda hole, board: board.__setitem__(4, 51), "As, which is dead"),
    ],
)
def test_the_spot_that_is_wrong_is_named(change, named, row):
    hole, board = random_spots(2_500, 2, 5, dead=[51])
    change(hole[row], board[row])
    for threads in (1, 2):
        with pytest.raises(sw.CardError, match=rf"spot \[{row}\].*{named}"):
            equity_many(hole, board, dead="As", threads=threads)


@pytest.mark.parametrize("row", [0, 2, 1_600])
def test_the_spot_that_is_wrong_before_the_flop_is_named_at_once(row):
    hole, _ = random_spots(2_000, 2, 0)
    hole[row, 0, 0] = hole[row, 1, 1]
    start = time.monotonic()
    with pytest.raises(sw.CardError, match=rf"spot \[{row}\] has .. twice"):
        equity_many(hole)
    assert time.monotonic() - start < 2


@pytest.mark.parametrize(
    ("hole", "board", "named"),
    [
        (np.array([[[0, 1], [2, 300]]]), None, "300"),
        (np.array([[[0, 1], [2, -1]]]), None, "-1"),
        (np.array([[[0, 1], [2, 256 + 3]]]), None, "259"),
        (np.array([[[0.0, 1], [2, 3]]]), None, "float64"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[10, 11, 300]]), r"spot \[0\].*300"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[10, 11, -1]]), r"spot \[0\].*-1"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[10, 11, 256 + 12]]), r"spot \[0\].*268"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[10, 11, 12.0]]), "float64"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[8.0, 9.0, 10.0]]), "integers"),
        ([[[0, 1], [2, 3]], [[0, 1], [2]]], None, "every spot must have as many"),
        ([[[0, 1], [2, 3]]] * 2, [[8, 9, 10], [8, 9]], "every spot must have as many"),
        (np.array([[[0, 1], [2, 3]]]), np.array([10, 11, 12]), "shape"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[10, 11]]), "shape"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[10]]), "shape"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[10, 11, 12, 13, 14, 15]]), "shape"),
        (np.array([[[0, 1], [2, 3]]]), np.array([[10, 11, 12]] * 2), "shape"),
        (np.array([[0, 1], [2, 3]]), None, "shape"),
        (np.array([[[0, 1]]]), None, "2 to 10 players"),
        (np.arange(22).reshape(1, 11, 2), None, "2 to 10 players"),
        (np.arange(6).reshape(1, 2, 3), None, "3 cards"),
        ([], None, "shape"),
    ],
)
def test_arrays_that_are_no_cards_are_refused(hole, board, named):
    with pytest.raises(ValueError, match=named):
        equity_many(hole, board)


def test_dead_cards_are_checked():
    hole, board = random_spots(3, 2, 3, dead=[51])
    with pytest.raises(sw.CardError, match="'Xs'"):
        equity_many(hole, board, dead="Xs")
    with pytest.raises(sw.CardError, match="too few cards"):
        equity_many(hole[:1], dead=[card for card in range(52) if card not in hole[0]][4:])


def test_threads_are_one_or_more():
    hole, board = random_spots(3, 2, 3)
    with pytest.raises(ValueError, match="threads is 0"):
        equity_many(hole, board, threads=0)


def test_boards_and_hands_may_be_texts():
    hole, board = [[["As", "Kd"], ["2c", "3d"]]], [["4h", "5h", "6h"]]
    codes = [[sw.parse_cards("As Kd"), sw.parse_cards("2c 3d")]], [sw.parse_cards("4h 5h 6h")]
    assert sw.equity_many(hole, board).tolist() == sw.equity_many(*codes).tolist()


def test_spots_before_the_flop_among_others_are_as_by_themselves():
    rows = sw.deal(300, 9, seed=8)
    hole, board = rows[:, :4].reshape(-1, 2, 2), rows[:, 4:].copy()
    board[::3] = 255
    board[1::3, 3:] = 255
    mixed = sw.equity_many(hole, board, parts=True)
    for some in (slice(0, None, 3), slice(1, None, 3), slice(2, None, 3)):
        apart = sw.equity_many(hole[some], board[some], parts=True)
        assert all((part == other[some]).all() for part, other in zip(apart, mixed))
    hole[7, 1] = hole[7, 0]
    hole[9, 1] = hole[9, 0]
    with pytest.raises(sw.CardError, match=r"spot \[7\]"):
        sw.equity_many(hole, board)
