"""Slices: one large piece of work cut into many, done by threads or by any executor, put together in order.

The cut depends on the work alone, never on the workers, and results come back in the order of the slices, so that sums have the
same bits whoever did them.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, TypeVar

from steelwheel.arguments import whole

Result = TypeVar("Result")
Progress = Callable[[int, int], object]
"""Called with the slices done and the slices in all (0 when that is not known)."""

AHEAD = 64
"""Slices given to an executor beyond the one that is waited for."""


def cut(size: int, pieces: int) -> list[tuple[int, int]]:
    """Slices [first, last) of 0..size, about ``pieces`` of them, the same for all workers.

    >>> cut(10, 3)
    [(0, 4), (4, 8), (8, 10)]
    """
    step = max(1, -(-size // max(1, pieces)))
    return [(first, min(first + step, size)) for first in range(0, size, step)]


def run(
    work: Callable[..., Result],
    slices: Iterable[tuple[Any, ...]],
    *,
    total: int = 0,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Generator[Result, None, None]:
    """Results of ``work(*slice)`` for every slice, in order.

    Args:
        work: a function of a module, so that it can be sent to other processes.
        slices: its arguments; read as workers become free.
        total: number of slices for ``progress``.
        threads: threads of this process, when there is no executor; the C core runs outside Python's lock.
        executor: any `concurrent.futures.Executor`: processes, ``dask.distributed.Client(...).get_executor()``, MPI.

    Leaving early, by an exception or Ctrl-C, cancels what has not begun and waits for what has.
    """
    threads = whole("threads", threads, 1)
    results = (work(*one) for one in slices) if executor is None and threads == 1 else _mapped(work, slices, threads, executor)
    for done, result in enumerate(results, 1):
        if progress is not None:
            progress(done, total)
        yield result


def _mapped(
    work: Callable[..., Result], slices: Iterable[tuple[Any, ...]], threads: int, executor: Executor | None
) -> Generator[Result, None, None]:
    waiting: deque[tuple[Future[Result], tuple[Any, ...]]] = deque()
    with nullcontext(executor) if executor is not None else ThreadPoolExecutor(threads) as pool:
        try:
            for one in slices:
                waiting.append((pool.submit(work, *one), one))
                if len(waiting) > AHEAD:
                    yield _result(work, *waiting.popleft())
            while waiting:
                yield _result(work, *waiting.popleft())
        finally:
            for future, _ in waiting:
                future.cancel()


def _result(work: Callable[..., Result], future: Future[Result], one: tuple[Any, ...]) -> Result:
    """Result of a slice; one that fails is done once more, here.

    What is wrong with the work itself is raised again; what a lost worker leaves is not (Dask's executor an AttributeError, if he
    dies with a result on its way).
    """
    error = future.exception()
    if error is None:
        return future.result()
    if isinstance(error, BrokenExecutor) or not isinstance(error, Exception):
        raise error
    return work(*one)
