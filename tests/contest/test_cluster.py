"""The same contest on a Dask cluster, a real one with two workers on this machine."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.contest_bots import HERE

pytest.importorskip(
    "distributed", reason="NOT TESTED: contests on a cluster; pip install 'cardkit[cluster]'"
)

CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""
LINE = "contest daifugo rand thrifty rand --players 2 --matches 4 --games 3 --seed 5 --lang en"


def outcomes(folder: Path) -> dict[int, Any]:
    found = {}
    for line in (folder / "outcomes.jsonl").read_text().splitlines():
        body = json.loads(line)
        del body["thought_ns"], body["slowest_ns"]
        found[body["match"]] = body
    return found


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], check=False, capture_output=True, text=True, timeout=120
    )


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster."""
    script = tmp_path_factory.mktemp("cluster") / "cluster.py"
    script.write_text(CLUSTER)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, script], stdin=pipe, stdout=pipe, text=True) as running:
        assert running.stdout is not None
        yield running.stdout.readline().strip()
        running.communicate()


def test_a_cluster_comes_to_the_same_as_one_machine(cluster: str, tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    for more, out in (((), here), (("--cluster", cluster), there)):
        done = run("-m", "cardkit.cli", *LINE.split(), *more, "--out", str(out))
        assert done.returncode == 0, done.stderr
    assert outcomes(here) == outcomes(there)
    assert len(outcomes(there)) == 12
    records = sorted((there / "records").iterdir())
    assert len(records) == 12
    assert run("-m", "cardkit.cli", "verify", str(records[-1])).returncode == 0


def test_who_is_barred_on_a_cluster_is_barred_on_one_machine(cluster: str, tmp_path: Path) -> None:
    line = f"contest flush_poker {HERE}:Breaks solid rand rand --players 3 --games 2 --seed 5"
    words = f"{line} --fault rematch --bar --matches 2 --set seats_least=2 --lang en".split()
    here, there = tmp_path / "here", tmp_path / "there"
    for more, out in (((), here), (("--cluster", cluster), there)):
        done = run("-m", "cardkit.cli", *words, *more, "--out", str(out))
        assert done.returncode == 0, done.stderr
        assert "Breaks: out of the contest since match 2: crashed" in done.stdout
    assert outcomes(here) == outcomes(there)
    assert sum(body["barred"] == [0] for body in outcomes(there).values()) == 5
    records = [[path.name for path in (out / "records").iterdir()] for out in (here, there)]
    assert sorted(records[0]) == sorted(records[1])


def test_storage_is_not_for_a_cluster() -> None:
    done = run(
        "-m", "cardkit.cli", *LINE.split(), "--storage", "1", "--cluster", "tcp://127.0.0.1:1"
    )
    assert done.returncode == 2
    assert "--cluster plays on others; say: --storage 0" in done.stderr


IMPATIENT = """
import sys
from cardkit import cli
from cardkit.contest import cluster

cluster.PATIENCE = 1
sys.exit(cli.main(sys.argv[1:]))
"""


def test_a_cluster_that_is_not_there_is_told_in_one_sentence() -> None:
    done = run("-c", IMPATIENT, *LINE.split(), "--cluster", "tcp://127.0.0.1:1")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(
        "NO_CONNECTION: the cluster at tcp://127.0.0.1:1 cannot be reached: "
    )
    assert "Traceback" not in done.stderr


EMPTY = """
import sys
from distributed import LocalCluster
from cardkit import cli
from cardkit.contest import cluster

if __name__ == "__main__":
    cluster.PATIENCE = 1
    with LocalCluster(n_workers=0, dashboard_address=None) as there:
        sys.exit(cli.main([*sys.argv[1:], "--cluster", there.scheduler_address]))
"""


def test_a_cluster_without_workers_is_told_in_one_sentence(tmp_path: Path) -> None:
    script = tmp_path / "empty.py"
    script.write_text(EMPTY)
    done = run(str(script), *LINE.split())
    assert done.returncode == 2, done.stderr
    assert "has no workers; this starts one: dask worker tcp://" in done.stderr
    assert "Traceback" not in done.stderr
