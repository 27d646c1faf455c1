"""Tools on a real Dask cluster of two worker processes: the same result as alone, and one line if it is lost."""

import os
import signal
import subprocess
import sys
from unittest.mock import MagicMock

import pytest

from logic import jobs
from logic.jumpin.engine.generator import BESIDE
from logic.terminal import Problem
from tests.support.positions.generatedmeadows import chunks_in
from tests.support.processes import PATIENCE, ROOT, Child, processor_seconds, run, wait_for

ARENA = (sys.executable, "main.py", "arena", "lgame", "--seats", "random", "gentle", "--seed", "5")
LONG_TIMEOUTS = {
    **os.environ,
    **{f"DASK_DISTRIBUTED__COMM__TIMEOUTS__{name}": f"{PATIENCE} s" for name in ("CONNECT", "TCP")},
}
"""Timeouts: Dask’s own half minute is not enough on a busy machine."""
WORK_SECONDS = 1.0
"""Seconds of processor time in which workers that were given games have played some."""

CLUSTER = """
import sys, time
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *(worker.pid for worker in cluster.workers.values()), flush=True)
        while not cluster.scheduler.tasks:
            time.sleep(0.05)
        print("asked", flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def cluster(tmp_path):
    """Start a cluster beside the tests, as a user has one; return its process, address and workers."""
    file = tmp_path / "cluster.py"
    file.write_text(CLUSTER, encoding="utf-8")
    env = {**LONG_TIMEOUTS, "PYTHONPATH": str(ROOT)}
    with Child(
        sys.executable, file, cwd=tmp_path, env=env, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        address, *workers = process.stdout.readline().split()
        yield process, address, [int(worker) for worker in workers]


def test_an_arena_on_a_cluster_gives_the_same_table_as_one_process(cluster):
    _, address, _ = cluster

    alone = run(*ARENA, "--games", 20)
    together = run(*ARENA, "--games", 20, "--scheduler", address, env=LONG_TIMEOUTS)

    assert (together.stdout, together.stderr) == (alone.stdout, "")
    assert "20 games, seed 5" in together.stdout


def test_losing_the_cluster_is_reported_in_one_line(cluster):
    process, address, workers = cluster
    with Child(*ARENA, "--games", 100_000, "--scheduler", address, env=LONG_TIMEOUTS) as arena:
        assert process.stdout.readline() == "asked\n"
        enough = sum(map(processor_seconds, workers)) + WORK_SECONDS
        wait_for(lambda: sum(map(processor_seconds, workers)) > enough, "the first games")

        process.stdin.close()

        code, out, err = arena.outcome()
    assert (code, out) == (2, "")
    assert err.startswith("quincunx: --scheduler: the cluster ")
    assert err.count("\n") == 1, err


@pytest.mark.parametrize(("status", "told"), [("running", ValueError), ("connecting", Problem)])
def test_an_error_while_the_scheduler_is_lost_is_reported_as_a_lost_cluster(monkeypatch, status, told):
    client = MagicMock(status=status)
    client.__exit__.return_value = False
    monkeypatch.setattr("distributed.Client", lambda _: client)
    with pytest.raises(told, match="too many values"), jobs.cluster("tcp://127.0.0.1:1"):
        raise ValueError("too many values to unpack (expected 3)")


# -- the generator

GENERATE = (sys.executable, "main.py", "generate", "jumpin", "--rabbits", "1-2", "--mushrooms", "2", "--foxes", "1")


def test_generating_survives_the_loss_of_a_worker_with_the_same_file(cluster, tmp_path):
    _, address, workers = cluster
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    assert run(*GENERATE, "--out", alone).stderr == ""

    with Child(*GENERATE, "--out", together, "--scheduler", address, env=LONG_TIMEOUTS) as generating:
        wait_for(lambda: generating.poll() is not None or chunks_in(together) >= 1, "the first chunk")
        os.kill(workers[0], signal.SIGKILL)
        code, _, err = generating.outcome()

    assert (code, err) == (0, "")
    assert len(workers) == 2
    assert together.read_bytes() == alone.read_bytes()
    assert not together.with_name(together.name + BESIDE).exists()
