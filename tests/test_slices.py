"""Slices of work: in order, with progress, cancelled when something goes wrong, and with nothing left running."""

import itertools
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest

import steelwheel as sw
from steelwheel.slices import AHEAD, cut, run

RANGES = ["22+, A2s+:0.3", "KTs+, QQ:0.1", "random"]


def slow_square(i):
    time.sleep(0.002 * (i % 3))
    return i * i


def fail_at_five(i):
    if i == 5:
        raise RuntimeError("five")
    return i


def executors():
    return [ThreadPoolExecutor(3), ProcessPoolExecutor(2, mp_context=get_context("spawn"))]


# ---------------------------------------------------------------------------------------------------------------- cut


@pytest.mark.parametrize("size", [0, 1, 2, 9, 10, 11, 1000, 270_725])
@pytest.mark.parametrize("pieces", [-1, 0, 1, 2, 3, 10, 256, 5000])
def test_slices_cover_all_in_order_and_about_as_many_as_asked(size, pieces):
    slices = cut(size, pieces)
    assert [i for first, last in slices[:5] for i in range(first, last)] == list(range(slices[:5][-1][1] if slices else 0))
    assert all(first < last for first, last in slices)
    assert all(before[1] == after[0] for before, after in itertools.pairwise(slices))
    assert not size or (slices[0][0], slices[-1][1]) == (0, size)
    assert len(slices) <= max(1, pieces)


# ---------------------------------------------------------------------------------------------------------------- run


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_results_come_in_the_order_of_the_slices(threads):
    assert list(run(slow_square, ((i,) for i in range(40)), threads=threads)) == [i * i for i in range(40)]


def test_results_of_executors_come_in_order_and_the_executor_stays_open():
    for executor in executors():
        with executor:
            assert list(run(slow_square, ((i,) for i in range(20)), executor=executor)) == [i * i for i in range(20)]
            assert executor.submit(slow_square, 3).result() == 9


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_is_told_of_each_slice_in_order_before_the_result_is_used(threads):
    seen = []
    for result in run(slow_square, [(i,) for i in range(10)], total=10, threads=threads, progress=lambda *call: seen.append(call)):
        assert len(seen) == round(result**0.5) + 1
    assert seen == [(i, 10) for i in range(1, 11)]


def test_no_slices_are_no_results():
    assert list(run(slow_square, [], threads=1)) == list(run(slow_square, [], threads=3)) == []


@pytest.mark.parametrize("threads", [0, -1])
def test_threads_are_one_or_more(threads):
    with pytest.raises(ValueError, match=f"threads is {threads}"):
        list(run(slow_square, [(1,)], threads=threads))


@pytest.mark.parametrize("threads", [1, 2])
def test_endless_slices_are_read_only_as_workers_become_free(threads):
    read = []

    def slices():
        for i in range(10**9):
            read.append(i)
            yield (i,)

    results = run(slow_square, slices(), threads=threads)
    assert [next(results) for _ in range(5)] == [0, 1, 4, 9, 16]
    results.close()
    assert len(read) <= 5 + AHEAD + 2


# ----------------------------------------------------------------------------------------------- when things go wrong


class Pool(ThreadPoolExecutor):
    """Remembers what it was given."""

    def __init__(self, workers):
        super().__init__(workers)
        self.given: list[Future] = []

    def submit(self, *work):
        self.given.append(super().submit(*work))
        return self.given[-1]


def test_an_exception_of_the_work_comes_out_and_cancels_the_rest():
    begun = []

    def work(i):
        begun.append(i)
        time.sleep(0.01)
        return fail_at_five(i)

    with Pool(2) as pool:
        with pytest.raises(RuntimeError, match="five"):
            list(run(work, ((i,) for i in range(60)), executor=pool))
        time.sleep(0.05)
        assert len(begun) < 20
        assert all(future.done() for future in pool.given)


def test_a_slice_that_a_worker_lost_is_done_once_more():
    class Losing(Pool):
        def submit(self, work, i):
            future = super().submit(work, i)
            if i == 5:
                future = Future()
                future.set_exception(AttributeError("lost"))
            return future

    with Losing(2) as pool:
        assert list(run(slow_square, ((i,) for i in range(20)), executor=pool)) == [i * i for i in range(20)]


@pytest.mark.parametrize("threads", [1, 3])
def test_an_exception_of_progress_stops_the_work_and_leaves_no_thread(threads):
    before, begun = threading.active_count(), []

    def work(i):
        begun.append(i)
        time.sleep(0.005)

    def progress(done, total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(run(work, ((i,) for i in range(60)), threads=threads, progress=progress))
    assert threading.active_count() == before
    assert len(begun) < 20


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_of_progress_ends_an_equity_and_leaves_no_thread(threads):
    before = threading.active_count()

    def progress(done, total):
        raise InterruptedError("enough")

    for call in (
        lambda: sw.equity(RANGES, samples=10_000_000, threads=threads, progress=progress),
        lambda: sw.equity(["22+:0.3,AhKh", "A2s+,7c6c"], dead="2c", threads=threads, progress=progress),
        lambda: sw.equity_many([[[0, 1], [2, 3]]] * 5_000, [[10, 11, 12, 13]] * 5_000, threads=threads, progress=progress),
    ):
        start = time.monotonic()
        with pytest.raises(InterruptedError, match="enough"):
            call()
        assert time.monotonic() - start < 10
    assert threading.active_count() == before


def test_a_run_left_half_way_leaves_no_thread():
    before = threading.active_count()
    results = run(slow_square, ((i,) for i in range(100)), threads=3)
    assert next(results) == 0
    results.close()
    assert threading.active_count() == before


def test_a_broken_executor_is_no_silent_result():
    pool = ThreadPoolExecutor(1)
    pool.shutdown()
    with pytest.raises(RuntimeError, match="shutdown"):
        sw.equity(RANGES, samples=1_000, executor=pool)


# ------------------------------------------------------------------------------------------------------- the same bits


def test_threads_and_processes_give_the_same_bits():
    def all_kinds(**how):
        hole, board = [[[0, 5], [2, 9]]] * 1_500 + [[[1, 6], [3, 8]]] * 1_500, [[20, 25, 30, 44]] * 3_000
        return (
            sw.equity(RANGES, board="Kh 7h 2d", samples=150_000, seed=1, **how),
            sw.equity(["22+:0.3,AhKh:0.7", "A2s+:0.1,7c6c"], board="Kh 7h 2d", **how),
            sw.equity(["22+:0.3,AhKh:0.7", "A2s+:0.1,7c6c", "QQ+:0.9,8c7c,AK:0.3"], board="Kh 7h 2d 3s", **how),
            sw.equity(["AA", "KK:0.3", "QQ:0.7", "JJ"], board="Kh 7h 2d", method="exact", **how),
            sw.equity_many(hole, board, **how).tobytes(),
        )

    one = all_kinds()
    for executor in executors():
        with executor:
            other = all_kinds(executor=executor)
        assert other == one
        for ours, theirs in zip(other[:4], one[:4]):
            assert [row.tobytes() for row in ours.per_combo] == [row.tobytes() for row in theirs.per_combo]
    assert all_kinds(threads=2) == one


# ------------------------------------------------------------------------------------------------------- interruption

LONG_WORK = {
    "threads": "sw.equity(['22+', 'A2s+', 'random'], samples=10**12, threads=2, progress=begun)",
    "one thread": "sw.equity(['22+', 'A2s+', 'random'], samples=10**12, progress=begun)",
    "processes": """
        # Workers leave Ctrl-C to their parent: one that dies of it with the pool's lock in hand hangs CPython's pool.
        with ProcessPoolExecutor(2, get_context("spawn"), signal, (SIGINT, SIG_IGN)) as pool:
            sw.equity(['22+', 'A2s+', 'random'], samples=10**12, executor=pool, progress=begun)""",
}


def group_members(group):
    """Processes of a process group, from /proc, that are not yet dead."""
    members = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as file:
                    state, _, process_group = file.read().rpartition(")")[2].split()[:3]
            except OSError:
                continue
            if int(process_group) == group and state not in "ZX":
                members.append(int(entry))
    return members


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="processes are counted in /proc")
@pytest.mark.parametrize("kind", LONG_WORK)
def test_ctrl_c_ends_long_work_with_keyboard_interrupt_and_leaves_no_process(kind, tmp_path):
    script = tmp_path / "work.py"
    script.write_text(
        textwrap.dedent(
            """
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context
            from signal import SIG_IGN, SIGINT, signal
            import steelwheel as sw

            def begun(done, total):
                if done == 1:
                    print("begun", flush=True)

            if __name__ == "__main__":
            """
        )
        + textwrap.indent(textwrap.dedent(LONG_WORK[kind].lstrip("\n")), "    ")
    )
    process = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the process and its children
        _, errors = process.communicate(timeout=30)
        assert process.returncode in (-signal.SIGINT, 130, 1)
        assert "KeyboardInterrupt" in errors
        for _ in range(50):
            if not group_members(process.pid):
                break
            time.sleep(0.1)
        assert group_members(process.pid) == []
    finally:
        for member in group_members(process.pid):
            os.kill(member, signal.SIGKILL)
        process.wait(timeout=10)
