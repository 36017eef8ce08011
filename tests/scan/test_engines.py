from __future__ import annotations

import json
import signal
from itertools import count, islice
from pathlib import Path

import pytest

from overlay.common import dask_cluster
from overlay.common.errors import UsageError
from overlay.scan import engines
from overlay.scan.engines import run_dask, run_here, run_local
from overlay.scan.model import ReadError, ScanOptions, Source
from tests.scan.deadly import fails, kills
from tests.scan.helpers import CALL
from tests.support.dask_workers import local_cluster


@pytest.fixture
def files(tmp_path: Path) -> list[Source]:
    """Files of rising and falling sizes, so that they end in another order than they begin; one is broken."""
    for number in range(8):
        text = json.dumps({"text": f"{CALL}\n" * (200 if number % 3 == 0 else number)})
        (tmp_path / f"{number:02}.json").write_text(text if number != 5 else "[{")
    return [Source(str(path), path.name) for path in sorted(tmp_path.iterdir())]


def test_processes_give_the_same_in_the_same_order_and_report_a_file_that_kills_one(
    files: list[Source],
) -> None:
    expected = list(run_here(files, ScanOptions()))
    expected[5] = [
        ReadError("05.json", "the process that read it died; there may be too little memory for it")
    ]
    assert list(run_local(files, ScanOptions(), 2, kills)) == expected


def test_a_cluster_gives_the_same_in_the_same_order_and_names_a_file_that_fails(
    files: list[Source], monkeypatch: pytest.MonkeyPatch
) -> None:
    with local_cluster() as cluster:
        scheduler = cluster.scheduler_address
        assert list(run_dask(files, ScanOptions(), scheduler)) == list(run_here(files, ScanOptions()))
        monkeypatch.setattr(engines, "scan_file", fails)
        assert list(run_dask(files[:1], ScanOptions(), scheduler)) == [
            [ReadError("00.json", "on the cluster: RuntimeError: no overlay here")]
        ]


@pytest.mark.thorough
def test_only_a_few_files_are_given_to_processes_at_a_time(files: list[Source]) -> None:
    taken = count()
    endless = (files[next(taken) % 2] for _ in count())
    found = run_local(endless, ScanOptions(), 1)
    list(islice(found, 3))
    found.close()
    assert next(taken) < 12


def test_a_worker_leaves_ctrl_c_to_the_main_process() -> None:
    before = signal.getsignal(signal.SIGINT)
    try:
        engines.leave_interrupts()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_missing_scheduler_or_library_is_wrong_use_and_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dask_cluster, "CONNECT", 0.2)
    with pytest.raises(UsageError, match="no Dask scheduler answers at tcp:"):
        next(run_dask([], ScanOptions(), "tcp://127.0.0.1:1"))

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(dask_cluster, "import_module", missing)
    with pytest.raises(UsageError, match="overlay\\[scan\\]"):
        next(run_dask([], ScanOptions(), "tcp://127.0.0.1:1"))
