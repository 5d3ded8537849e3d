"""Two worker processes of a Dask cluster over TCP, of which one is killed on the way, give the bits of one thread."""

import os
import signal
import time

import numpy as np
import pytest

import steelwheel as sw

distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed: pip install 'dask[distributed]'")

TIMEOUT = 60
"""Seconds for anything the cluster is asked, on a slow machine."""
RANGES = ["22+, A2s+:0.3", "KTs+, QQ:0.1", "random"]


@pytest.fixture(scope="module")
def client():
    quiet = {
        "distributed.comm.timeouts.connect": TIMEOUT,
        "distributed.comm.timeouts.tcp": TIMEOUT,
        "distributed.worker.memory.target": False,
        "distributed.worker.memory.spill": False,
        "distributed.worker.memory.pause": False,
        "distributed.worker.memory.terminate": False,
        "distributed.admin.log-format": "%(message)s",
    }
    import dask

    with (
        dask.config.set(quiet),
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            protocol="tcp://",
            dashboard_address=None,
            worker_dashboard_address=None,
            silence_logs=50,
        ) as cluster,
        distributed.Client(cluster, timeout=TIMEOUT) as client,
    ):
        client.wait_for_workers(2, timeout=TIMEOUT)
        yield client


class KillOneWorker:
    """Progress that kills a worker process without warning after some slices."""

    def __init__(self, client, after):
        self.client, self.after, self.calls = client, after, []
        client.wait_for_workers(2, timeout=TIMEOUT)
        self.pids = client.run(os.getpid)
        assert len(set(self.pids.values()) - {os.getpid()}) == 2
        assert all(address.startswith("tcp://127.0.0.1:") for address in self.pids)

    def __call__(self, done, total):
        self.calls.append((done, total))
        if done == self.after:
            os.kill(self.killed, signal.SIGKILL)

    @property
    def killed(self):
        return min(self.pids.values())

    def assert_killed_on_the_way(self):
        total = self.calls[-1][1]
        assert self.calls == [(i, total) for i in range(1, total + 1)]
        assert self.after < total
        address = next(address for address, pid in self.pids.items() if pid == self.killed)
        deadline = time.monotonic() + TIMEOUT
        while True:  # until the cluster has noticed and put another in its place
            workers = self.client.scheduler_info()["workers"]
            if len(workers) == 2 and address not in workers:
                return
            assert time.monotonic() < deadline, "the killed worker was not replaced"
            time.sleep(0.1)


def test_ten_thousand_spots_have_the_same_bits_when_a_worker_is_killed(client):
    rng = np.random.default_rng(12)
    cards = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (10_000, 1)), axis=1)
    hole, board = cards[:, :6].reshape(-1, 3, 2), cards[:, 6:11].copy()
    board[:, 3:] = 255
    board[::2, 3] = cards[::2, 9]
    one = sw.equity_many(hole, board, parts=True)
    kill = KillOneWorker(client, after=2)
    other = sw.equity_many(hole, board, parts=True, executor=client.get_executor(), progress=kill)
    kill.assert_killed_on_the_way()
    assert [part.tobytes() for part in other] == [part.tobytes() for part in one]


def test_a_large_monte_carlo_has_the_same_bits_when_a_worker_is_killed(client):
    one = sw.equity(RANGES, board="Kh 7h 2d", samples=3_000_000, seed=42)
    kill = KillOneWorker(client, after=3)
    other = sw.equity(RANGES, board="Kh 7h 2d", samples=3_000_000, seed=42, executor=client.get_executor(), progress=kill)
    kill.assert_killed_on_the_way()
    assert other == one
    assert one.runouts == 3_000_000


def test_a_million_hands_of_self_play_have_the_same_bits_when_a_worker_is_killed(client):
    one = sw.arena.play(["random", "folder"], hands=1_000_000, seed=5)
    kill = KillOneWorker(client, after=3)
    other = sw.arena.play(["random", "folder"], hands=1_000_000, seed=5, executor=client.get_executor(), progress=kill)
    kill.assert_killed_on_the_way()
    assert (other.chips, other.bb_per_100, other.stderr) == (one.chips, one.bb_per_100, one.stderr)
    assert other.curve.tobytes() == one.curve.tobytes()
    assert one.hands == 1_000_000


def test_an_exact_spot_of_many_slices_has_the_same_bits(client):
    rng = np.random.default_rng(1)
    weights = [rng.random(1326) * (rng.random(1326) < 0.05) for _ in range(3)]
    one = sw.equity(weights, board="Ks 7h 2d")
    other = sw.equity(weights, board="Ks 7h 2d", executor=client.get_executor())
    assert other == one
    assert [row.tobytes() for row in other.per_combo] == [row.tobytes() for row in one.per_combo]


def test_leaving_early_cancels_what_the_cluster_has_not_begun(client):
    def enough(done, total):
        raise InterruptedError("enough")

    with pytest.raises(InterruptedError, match="enough"):
        sw.equity(RANGES, samples=10**12, seed=1, executor=client.get_executor(), progress=enough)
    deadline = time.monotonic() + TIMEOUT
    while any(client.processing().values()):
        assert time.monotonic() < deadline, "the cluster is still at work"
        time.sleep(0.1)
    assert client.submit(pow, 2, 3).result(timeout=TIMEOUT) == 8
