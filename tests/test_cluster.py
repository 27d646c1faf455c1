"""Tools on a real Dask cluster of two worker processes: the same result as alone, and one line when it is lost."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.xwindow import ROOT

ARENA = (sys.executable, "main.py", "arena", "lgame", "--seats", "random", "gentle", "--seed", "5")
PATIENCE = 60

CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        print(cluster.scheduler_address, *(worker.pid for worker in cluster.workers.values()), flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def cluster(tmp_path):
    """Start a cluster beside the tests, as somebody has one who has one; give its process, address and workers."""
    file = tmp_path / "cluster.py"
    file.write_text(CLUSTER, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, file], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        address, *workers = process.stdout.readline().split()
        yield process, address, [int(worker) for worker in workers]


def start(*options):
    return subprocess.Popen(
        [*ARENA, *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )  # fmt: skip


def test_a_cluster_gives_the_same_table_as_one_process(cluster):
    _, address, _ = cluster

    alone = start("--games", "20").communicate(timeout=PATIENCE)
    together = start("--games", "20", "--scheduler", address).communicate(timeout=PATIENCE)

    assert together == alone
    assert "20 games, seed 5" in together[0]
    assert together[1] == ""


def test_a_cluster_that_goes_away_in_the_middle_is_told_in_one_line(cluster):
    process, address, _ = cluster
    arena = start("--games", "100000", "--scheduler", address)
    with pytest.raises(subprocess.TimeoutExpired):
        arena.wait(3)

    process.stdin.close()

    out, err = arena.communicate(timeout=PATIENCE)
    assert (arena.returncode, out) == (2, "")
    assert err.startswith("quincunx: --scheduler: the cluster ")
    assert err.count("\n") == 1, err


# -- the generator

GENERATE = (sys.executable, "main.py", "generate", "jumpin", "--rabbits", "1-2", "--mushrooms", "2", "--foxes", "1")


def generated(path, *options):
    return subprocess.Popen(
        [*GENERATE, "--out", str(path), *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def test_a_cluster_that_loses_a_worker_in_the_middle_generates_the_same_file(cluster, tmp_path):
    _, address, workers = cluster
    alone, together = tmp_path / "alone.jsonl", tmp_path / "together.jsonl"
    note = tmp_path / "together.jsonl.part"
    assert generated(alone).communicate(timeout=PATIENCE)[1] == ""

    run = generated(together, "--scheduler", address)
    while run.poll() is None and (not note.exists() or json.loads(note.read_bytes())["chunks"] < 1):
        time.sleep(0.01)
    os.kill(workers[0], signal.SIGKILL)

    _, err = run.communicate(timeout=PATIENCE)
    assert (run.returncode, err) == (0, "")
    assert len(workers) == 2
    assert together.read_bytes() == alone.read_bytes()
    assert not note.exists()
