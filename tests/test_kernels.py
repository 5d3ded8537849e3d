"""The kernels: each one equals the scalar one and the reference, however many rows there are and wherever they lie.

Nothing is read or written beside what is given, and a bad row is named wherever it stands.
"""

import concurrent.futures
import ctypes
import faulthandler
import itertools
import math
import mmap
import os
import platform
import re
import resource
import subprocess
import sys
import traceback
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import reference

import steelwheel as sw

BLOCK = 256  # rows between two looks at the marks, csrc/evaluate.inc.h
COMBOS = list(itertools.combinations(range(52), 2))
every_k = pytest.mark.parametrize("k", [5, 6, 7])


@cache
def hands(n, k, seed=0):
    """uint8[n, k] hands dealt by numpy, not by us."""
    deck = np.tile(np.arange(52, dtype=np.uint8), (n, 1))
    rows = np.ascontiguousarray(np.random.default_rng(seed).permuted(deck, axis=1)[:, :k])
    rows.setflags(write=False)
    return rows


@cache
def scalar(n, k, seed=0):
    """Strengths of these hands by the scalar kernel."""
    before = sw.kernel()
    sw.use_kernel("scalar")
    strengths = sw.evaluate(hands(n, k, seed))
    sw.use_kernel(before)
    return strengths


@cache
def by_reference(n, k, seed=0):
    return [reference.strengths()[reference.value(row)] for row in hands(n, k, seed).tolist()]


def suited_hands(n, k, seed):
    """Hands from two suits: every other one is a flush, so that whole blocks are full of them."""
    deck = np.tile(np.array([card for card in range(52) if card % 4 < 2], np.uint8), (n, 1))
    return np.random.default_rng(seed).permuted(deck, axis=1)[:, :k].copy()


# --------------------------------------------------------------------------------------------------------- same strengths


@every_k
def test_random_hands_have_the_strength_of_the_reference(kernel, k):
    assert sw.evaluate(hands(4000, k)).tolist() == by_reference(4000, k)


@every_k
def test_hands_of_two_suits_have_the_strength_of_the_reference(kernel, k):
    rows = suited_hands(1500, k, seed=k)
    wanted = [reference.strengths()[reference.value(row)] for row in rows.tolist()]
    assert sw.evaluate(rows).tolist() == wanted


@every_k
def test_two_hundred_thousand_random_hands_are_as_the_scalar_kernel_ranks_them(kernel, k):
    assert np.array_equal(sw.evaluate(hands(200_000, k, seed=1)), scalar(200_000, k, seed=1))


@every_k
def test_one_hand_is_as_in_a_row(kernel, k):
    rows = hands(2000, k)
    assert [sw.evaluate(row) for row in map(bytes, rows)] == sw.evaluate(rows).tolist()


@every_k
def test_strength_does_not_depend_on_order_of_cards(kernel, k):
    rows = hands(20_000, k)
    strengths = sw.evaluate(rows)
    for order in itertools.islice(itertools.permutations(range(k)), 0, None, 1 if k == 5 else 37):
        assert np.array_equal(sw.evaluate(rows[:, order]), strengths), order


@every_k
def test_strength_does_not_depend_on_names_of_suits(kernel, k):
    rows = np.concatenate([hands(10_000, k), suited_hands(10_000, k, seed=3)])
    strengths = sw.evaluate(rows)
    for suits in itertools.permutations(np.arange(4, dtype=np.uint8)):
        renamed = (rows & ~np.uint8(3)) | np.array(suits)[rows & 3]
        assert np.array_equal(sw.evaluate(renamed), strengths), suits


@every_k
def test_masks_have_the_strength_of_their_cards(kernel, k):
    rows = np.concatenate([hands(50_000, k), suited_hands(50_000, k, seed=4)])
    masks = (np.uint64(1) << rows.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    assert np.array_equal(sw.evaluate_masks(masks), sw.evaluate(rows))


def test_masks_of_five_six_and_seven_cards_may_stand_together(kernel):
    rows = [row[: 5 + i % 3] for i, row in enumerate(hands(3000, 7).tolist())]
    masks = np.array([sum(1 << card for card in row) for row in rows], np.uint64)
    assert sw.evaluate_masks(masks).tolist() == [sw.evaluate(row) for row in rows]


def test_bad_masks_are_named_wherever_they_stand(kernel):
    good = np.array([sum(1 << card for card in row) for row in hands(40, 7).tolist()], np.uint64)
    four, eight = 0b1111, 0b11111111
    for place, (bad, what) in itertools.product(
        range(len(good)),
        [(0, "0 cards"), (four, "4 cards"), (eight, "8 cards"), (four | 1 << 52, "above 51"), (four | 1 << 63, "above 51")],
    ):
        masks = good.copy()
        masks[place] = bad
        with pytest.raises(sw.CardError) as error:
            sw.evaluate_masks(masks)
        assert f"mask [{place}] " in str(error.value)
        assert what in str(error.value)


# ------------------------------------------------------------------------------------------- how many rows, where they lie


@every_k
def test_every_tail_is_evaluated_and_nothing_behind_it_written(kernel, k):
    rows, wanted = hands(2000, k), scalar(2000, k)
    around = [range(blocks * BLOCK - 10, blocks * BLOCK + 40) for blocks in (1, 2, 5)]
    for n in itertools.chain(range(201), *around):
        out = np.full(n + 80, 65535, np.uint16)
        assert sw.evaluate(rows[:n], out=out[:n]).base is not None
        assert np.array_equal(out[:n], wanted[:n]), n
        assert (out[n:] == 65535).all(), n
        assert np.array_equal(sw.evaluate(rows[7 : 7 + n].copy()), wanted[7 : 7 + n]), n


@every_k
def test_rows_may_start_at_any_byte(kernel, k):
    n = BLOCK + 77
    rows, wanted = hands(n, k), scalar(n, k)
    buffer = np.full(n * k + 128, 255, np.uint8)
    for offset in range(64):
        buffer[:] = 255
        view = buffer[offset : offset + n * k].reshape(n, k)
        view[:] = rows
        assert np.array_equal(sw.evaluate(view), wanted), offset


@every_k
def test_output_may_start_at_any_place(kernel, k):
    n = BLOCK + 77
    out = np.zeros(n + 64, np.uint16)
    for offset in range(32):
        out[:] = 0
        sw.evaluate(hands(n, k), out=out[offset : offset + n])
        assert np.array_equal(out[offset : offset + n], scalar(n, k)), offset
        assert not out[:offset].any()
        assert not out[offset + n :].any()


@every_k
def test_arrays_of_any_layout_are_read_as_they_are_indexed(kernel, k):
    n = 1000
    rows, wanted = hands(n, k), scalar(n, k)
    wide = np.full((n, 2 * k + 3), 255, np.uint8)
    wide[:, 2 : 2 + 2 * k : 2] = rows
    for name, array, strengths in [
        ("every third row", rows[::3], wanted[::3]),
        ("rows backwards", rows[::-1], wanted[::-1]),
        ("columns backwards", rows[:, ::-1], wanted),
        ("Fortran order", np.asfortranarray(rows), wanted),
        ("transposed", np.ascontiguousarray(rows.T).T, wanted),
        ("every other column", wide[:, 2 : 2 + 2 * k : 2], wanted),
        ("one row for all", np.broadcast_to(rows[0], (n, k)), np.full(n, wanted[0])),
        ("three axes", rows.reshape(10, 100, k), wanted.reshape(10, 100)),
        ("two axes swapped", rows.reshape(10, 100, k).swapaxes(0, 1), wanted.reshape(10, 100).T),
        ("read-only", rows.view(), wanted),
        ("int64", rows.astype(np.int64), wanted),
        ("int8, Fortran order", np.asfortranarray(rows.astype(np.int8)), wanted),
        ("big-endian", rows.astype(">u4"), wanted),
    ]:
        assert np.array_equal(sw.evaluate(array), strengths), name


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 4)])
@every_k
def test_no_hands_have_no_strengths(kernel, k, shape):
    strengths = sw.evaluate(np.empty((*shape, k), np.uint8))
    assert strengths.shape == shape
    assert strengths.dtype == np.uint16


def pages_in_a_child(touch):
    """Run touch(buffer) in a forked child; `buffer` lies between two pages that nobody may read or write.

    Returns the child's exit status: 0, or not if it died of a signal or of an assertion.
    """
    child = os.fork()
    if child == 0:
        status = 1
        try:
            size = 4 * mmap.PAGESIZE
            memory = mmap.mmap(-1, size + 2 * mmap.PAGESIZE)
            start = ctypes.addressof(ctypes.c_char.from_buffer(memory))
            protect = ctypes.CDLL(None, use_errno=True).mprotect
            protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
            for page in (start, start + mmap.PAGESIZE + size):
                assert protect(page, mmap.PAGESIZE, 0) == 0
            touch(np.frombuffer(memory, np.uint8)[mmap.PAGESIZE : mmap.PAGESIZE + size])
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def ends(buffer, array):
    """Copies of the array at the very beginning and at the very end of the buffer."""
    for place in (0, len(buffer) - array.nbytes):
        copy = buffer[place : place + array.nbytes].view(array.dtype).reshape(array.shape)
        copy[...] = array
        yield copy


@pytest.mark.parametrize(("place", "survives"), [(-1, False), (0, True), (4 * mmap.PAGESIZE - 1, True), (4 * mmap.PAGESIZE, False)])
def test_guard_pages_kill_who_touches_them(place, survives):
    def touch(buffer):
        faulthandler.disable()  # no report of a death that is wanted
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        ctypes.string_at(buffer.ctypes.data + place, 1)

    assert (pages_in_a_child(touch) == 0) == survives


@every_k
def test_nothing_is_read_beside_the_rows(kernel, k):
    rows, wanted = hands(1000, k), scalar(1000, k)

    def touch(buffer):
        for n in [*range(1, 81), *range(BLOCK - 9, BLOCK + 40), 2 * BLOCK, 2 * BLOCK + 12]:
            for copy in ends(buffer, rows[:n]):
                assert np.array_equal(sw.evaluate(copy), wanted[:n])

    assert pages_in_a_child(touch) == 0


@every_k
def test_nothing_is_written_beside_the_output(kernel, k):
    rows, wanted = hands(1000, k), scalar(1000, k)

    def touch(buffer):
        for n in [*range(1, 81), *range(BLOCK - 9, BLOCK + 40), 2 * BLOCK, 2 * BLOCK + 12]:
            for out in ends(buffer, np.zeros(n, np.uint16)):
                assert np.array_equal(sw.evaluate(rows[:n], out=out), wanted[:n])

    assert pages_in_a_child(touch) == 0


def test_masks_and_boards_keep_to_their_memory(kernel):
    boards = hands(7, 5)
    masks = (np.uint64(1) << boards.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    strengths, of_boards = sw.evaluate(boards), sw.board_strengths(boards[:3])

    def touch(buffer):
        for copy in ends(buffer, masks):
            assert np.array_equal(sw.evaluate_masks(copy), strengths)
        for out in ends(buffer, np.zeros(len(masks), np.uint16)):
            assert np.array_equal(sw.evaluate_masks(masks, out=out), strengths)
        for copy in ends(buffer, boards[:3]):
            assert np.array_equal(sw.board_strengths(copy), of_boards)
        for out in ends(buffer, np.zeros((3, 1326), np.uint16)):
            assert np.array_equal(sw.board_strengths(boards[:3], out=out), of_boards)

    assert pages_in_a_child(touch) == 0


# --------------------------------------------------------------------------------------------------------------- bad rows


def error_of(rows):
    with pytest.raises(sw.CardError) as error:
        sw.evaluate(rows)
    return str(error.value)


@every_k
def test_a_code_above_51_is_named_in_every_row_and_column(kernel, k):
    rows = hands(BLOCK + 44, k).copy()
    for row, column in np.ndindex(*rows.shape):
        right = rows[row, column]
        for wrong in (52, 63, 64, 128, 180, 255):
            rows[row, column] = wrong
            assert error_of(rows) == f"hand [{row}] holds {wrong}: card codes are 0..51"
        rows[row, column] = right


@every_k
def test_every_code_above_51_is_named(kernel, k):
    rows = hands(BLOCK + 44, k).copy()
    for row, column in itertools.product((0, 1, 7, BLOCK - 2, BLOCK - 1, BLOCK, BLOCK + 1, BLOCK + 43), range(k)):
        right = rows[row, column]
        for wrong in range(52, 256):
            rows[row, column] = wrong
            assert error_of(rows) == f"hand [{row}] holds {wrong}: card codes are 0..51"
        rows[row, column] = right


@every_k
def test_a_repeated_card_is_named_in_every_row_and_pair_of_columns(kernel, k):
    rows = hands(BLOCK + 44, k).copy()
    for row in range(len(rows)):
        for column, other in itertools.permutations(range(k), 2):
            right = rows[row, column]
            rows[row, column] = rows[row, other]
            assert error_of(rows) == f"hand [{row}] has {sw.card_text(rows[row, other])} twice: {sw.format_cards(rows[row])}"
            rows[row, column] = right


@every_k
def test_every_card_is_found_when_it_stands_twice(kernel, k):
    rows = np.array([[card, *[(card + i) % 52 for i in range(1, k - 1)], card] for card in range(52)], np.uint8)
    for card, row in enumerate(rows):
        assert error_of(np.concatenate([hands(11, k), [row]])).startswith(f"hand [11] has {sw.card_text(card)} twice")


@every_k
def test_a_card_is_found_however_often_it_stands_in_a_row(kernel, k):
    for times in range(2, k + 1):
        row = hands(1, k)[0].copy()
        row[:times] = row[0]
        assert error_of(np.concatenate([hands(11, k), [row]])).startswith(f"hand [11] has {sw.card_text(row[0])} twice")


@every_k
def test_the_first_of_several_bad_rows_is_named(kernel, k):
    for first, second in itertools.combinations((0, 3, 100, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 60, 999), 2):
        rows = hands(1000, k).copy()
        rows[first, k - 1] = rows[first, 0]
        rows[second, 0] = 52
        assert error_of(rows).startswith(f"hand [{first}] has ")


@every_k
def test_rows_before_a_bad_one_are_done(kernel, k):
    for bad in (0, 1, 100, BLOCK - 1, BLOCK, 700, 999):
        rows = hands(1000, k).copy()
        rows[bad] = 200
        out = np.zeros(1000, np.uint16)
        with pytest.raises(sw.CardError):
            sw.evaluate(rows, out=out)
        assert np.array_equal(out[:bad], scalar(1000, k)[:bad])


@every_k
def test_rows_of_noise_are_named_and_nothing_breaks(kernel, k):
    rng = np.random.default_rng(k)
    for n in (1, 5, 40, BLOCK, 1000):
        noise = rng.integers(0, 256, (n, k), np.uint8)
        noise[0, 0] = 255
        assert error_of(noise) == "hand [0] holds 255: card codes are 0..51"
        low = rng.integers(0, 64, (n, k), np.uint8)
        low[-1] = 63
        bad = next(i for i, row in enumerate(low.tolist()) if max(row) > 51 or len(set(row)) < k)
        assert error_of(low).startswith(f"hand [{bad}] ")


# ----------------------------------------------------------------------------------------------------------------- boards


def wanted_on(board):
    """Strengths of the 1,326 combos, hand by hand."""
    free = [i for i, combo in enumerate(COMBOS) if not set(combo) & set(board)]
    strengths = np.zeros(1326, np.uint16)
    rows = np.array([[*board, *COMBOS[i]] for i in free], np.uint8)
    strengths[[b * (b - 1) // 2 + a for a, b in (COMBOS[i] for i in free)]] = sw.evaluate(rows)
    return strengths


def boards_with_suits(pattern, n, seed):
    """Boards whose suits stand as in the pattern, such as 'ccchd'."""
    rng = np.random.default_rng(seed)
    for _ in range(n):
        suits = rng.permutation(4)
        board = set()
        while len(board) < 5:
            board = {int(4 * rng.integers(13) + suits["cdhs".index(suit)]) for suit in pattern}
        yield sorted(board, key=lambda card: rng.random())


@pytest.mark.parametrize("pattern", ["ccccc", "ccccd", "cccdd", "cccdh", "ccddh", "ccdhs"])
def test_combos_on_a_board_are_ranked_as_hands_whatever_its_suits(pattern):
    for board in boards_with_suits(pattern, 60, seed=len(set(pattern))):
        assert np.array_equal(sw.board_strengths(board), wanted_on(board)), sw.format_cards(board)


def test_combos_on_random_boards_are_ranked_as_hands():
    boards = hands(400, 5, seed=9)
    for board, strengths in zip(boards.tolist(), sw.board_strengths(boards)):
        assert np.array_equal(strengths, wanted_on(board)), sw.format_cards(board)


@pytest.mark.parametrize(
    "board",
    [
        "Ah Kh Qh Jh Th",
        "As 2s 3s 4s 5s",
        "9c 8c 7c 6c Kd",
        "2c 2d 2h 2s 3c",
        "7c 7d 7h 2s 2c",
        "Kc Kd 5h 5s 9c",
        "Ac 2d 3h 4s 9c",
        "Tc Jd Qh Ks Ac",
        "2c 4c 6c 8c Tc",
        "2c 2d 4c 6c 8c",
    ],
)
def test_combos_on_this_board_are_ranked_as_the_reference_ranks_them(board):
    shown = reference.cards(board)
    for (a, b), strength in zip(sorted(COMBOS, key=lambda combo: combo[::-1]), sw.board_strengths(board)):
        value = None if {a, b} & set(shown) else reference.value([*shown, a, b])
        assert strength == (0 if value is None else reference.strengths()[value]), (a, b)


def test_boards_come_in_any_shape():
    boards = hands(24, 5, seed=5)
    strengths = sw.board_strengths(boards)
    assert strengths.shape == (24, 1326)
    assert strengths.dtype == np.uint16
    assert np.array_equal(sw.board_strengths(boards.reshape(2, 3, 4, 5)), strengths.reshape(2, 3, 4, 1326))
    assert np.array_equal(sw.board_strengths(boards[::-1]), strengths[::-1])
    assert np.array_equal(sw.board_strengths(np.asfortranarray(boards.astype(np.int32))), strengths)
    assert np.array_equal(sw.board_strengths(sw.format_cards(boards[0])), strengths[0])
    assert np.array_equal(sw.board_strengths(boards[0].tolist()), strengths[0])
    assert sw.board_strengths(boards[:0]).shape == (0, 1326)


def test_boards_are_written_to_out():
    boards = hands(6, 5, seed=5)
    wanted = sw.board_strengths(boards)
    out = np.zeros((6, 1326), np.uint16)
    assert sw.board_strengths(boards, out=out) is out
    assert np.array_equal(out, wanted)
    turned = np.zeros((1326, 6), np.uint16).T
    assert sw.board_strengths(boards, out=turned) is turned
    assert np.array_equal(turned, wanted)
    with pytest.raises(ValueError, match=r"\(6, 1326\)"):
        sw.board_strengths(boards, out=np.zeros((6, 1325), np.uint16))


def test_bad_boards_are_named():
    for row, column in np.ndindex(6, 5):
        boards = hands(6, 5).copy()
        boards[row, column] = 52
        with pytest.raises(sw.CardError, match=rf"board \[{row}\] holds 52"):
            sw.board_strengths(boards)
        boards[row, column] = boards[row, column - 1]
        with pytest.raises(sw.CardError, match=rf"board \[{row}\] has {sw.card_text(boards[row, column])} twice"):
            sw.board_strengths(boards)
    for count in (0, 3, 4, 6, 7):
        with pytest.raises(sw.CardError, match=f"{count} cards"):
            sw.board_strengths(np.zeros((2, count), np.uint8))


# ------------------------------------------------------------------------------------------------------ which kernel is used


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, timeout=60, check=False
    )


def flags_of_this_cpu():
    with open("/proc/cpuinfo") as file:
        return set(next((line for line in file if line.startswith("flags")), "").split())


@pytest.mark.skipif(not os.path.exists("/proc/cpuinfo"), reason="this system does not say what its CPU has")
def test_kernels_are_those_of_this_cpu_best_first():
    if platform.machine() == "x86_64":
        flags = flags_of_this_cpu()
        wanted = ["scalar"]
        if {"avx2", "bmi2", "popcnt"} <= flags:
            wanted.insert(0, "avx2")
        if {"avx512bw", "avx512vbmi", "bmi2", "popcnt"} <= flags:
            wanted.insert(0, "avx512")
    else:
        wanted = ["neon", "scalar"] if platform.machine() in ("aarch64", "arm64") else ["scalar"]
    assert list(sw.kernels()) == wanted


def test_the_best_kernel_is_used_unless_one_is_chosen():
    result = run("import steelwheel as sw; print(sw.kernel())", STEELWHEEL_KERNEL="")
    assert result.stdout.strip() == sw.kernels()[0]


@pytest.mark.parametrize("name", sw.kernels())
def test_a_kernel_is_chosen_by_function(name):
    before = sw.kernel()
    try:
        sw.use_kernel(name)
        assert sw.kernel() == name
        sw.use_kernel(None)
        assert sw.kernel() == sw.kernels()[0]
    finally:
        sw.use_kernel(before)


@pytest.mark.parametrize("name", sw.kernels())
def test_a_kernel_is_chosen_by_the_environment(name):
    result = run("import steelwheel as sw; print(sw.kernel(), sw.evaluate('As Ks Qs Js Ts'))", STEELWHEEL_KERNEL=name)
    assert (result.returncode, result.stdout.split()) == (0, [name, "7462"])


@pytest.mark.parametrize("name", ["avx1024", "", "Scalar", "scalar "])
def test_an_unknown_kernel_is_refused_and_nothing_changes(kernel, name):
    with pytest.raises(ValueError, match=f"no kernel '{name}' on this machine: there are .*scalar"):
        sw.use_kernel(name)
    assert sw.kernel() == kernel


def test_an_unknown_kernel_in_the_environment_is_named():
    result = run("import steelwheel", STEELWHEEL_KERNEL="avx1024")
    assert result.returncode != 0
    assert "no kernel 'avx1024' on this machine: there are " in result.stderr.splitlines()[-1]


@pytest.mark.parametrize("command", [["-m", "steelwheel"], [str(Path(sys.executable).with_name("steelwheel"))]])
def test_an_unknown_kernel_in_the_environment_of_a_command_is_one_line_and_status_2(command):
    if not command[0].startswith("-") and not Path(command[0]).exists():
        pytest.skip("the command is not installed beside this Python")
    result = subprocess.run(
        [sys.executable, *command, "evaluate", "As Ks Qs Js Ts"],
        env=os.environ | {"STEELWHEEL_KERNEL": "avx1024"},
        capture_output=True,
        text=True,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(r"steelwheel: STEELWHEEL_KERNEL: no kernel 'avx1024' on this machine: there are .*scalar\n", result.stderr)


# ------------------------------------------------------------------------------------------------------- threads and forks


def test_threads_get_the_same_strengths(kernel):
    rows = hands(200_000, 7, seed=1)
    wanted = scalar(200_000, 7, seed=1)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for strengths in pool.map(sw.evaluate, [rows] * 20):
            assert np.array_equal(strengths, wanted)
        parts = pool.map(sw.evaluate, np.array_split(rows, 13))
        assert np.array_equal(np.concatenate(list(parts)), wanted)


def test_threads_get_the_same_strengths_while_kernels_change():
    rows, wanted = hands(200_000, 7, seed=1), scalar(200_000, 7, seed=1)
    before = sw.kernel()
    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = [pool.submit(sw.evaluate, rows) for _ in range(30)]
            for i in itertools.count():
                sw.use_kernel(sw.kernels()[i % len(sw.kernels())])
                if all(result.done() for result in results):
                    break
            assert all(np.array_equal(result.result(), wanted) for result in results)
    finally:
        sw.use_kernel(before)


def test_threads_deal_and_run_out_the_same():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        deals = list(pool.map(lambda seed: sw.deal(50_000, 7, seed=seed % 2), range(8)))
        equities = list(pool.map(lambda _: sw.equity(["AhKh", "QsQd"], board="Qh 7h 2c"), range(8)))
    assert all(np.array_equal(deal, sw.deal(50_000, 7, seed=seed % 2)) for seed, deal in enumerate(deals))
    assert set(equities) == {sw.equity(["AhKh", "QsQd"], board="Qh 7h 2c")}


def test_a_forked_child_evaluates(kernel):
    rows, wanted = hands(2000, 7), scalar(2000, 7)
    sw.evaluate(rows)

    def touch(_):
        assert sw.kernel() == kernel
        assert np.array_equal(sw.evaluate(rows), wanted)
        assert math.isclose(sum(sw.equity(["AhKh", "QsQd"], board="Qh 7h 2c").equity), 1)

    assert pages_in_a_child(touch) == 0
