from __future__ import annotations

import sys
from pathlib import Path

import pytest

from overlay.capture.check.discovery import Found
from overlay.capture.check.model import Verdict
from overlay.capture.check.runner import pool
from overlay.capture.check.runner.messages import Options
from overlay.capture.check.runner.pool import check_all, cores, in_order
from overlay.common.errors import BrowserNotFound, OverlayError, UsageError

# A worker without a browser: does what the recording's name says.
WORKER = """
import json, os, sys, time
options = json.loads(sys.stdin.readline())
for line in sys.stdin:
    job = json.loads(line)
    with open(options["scratch"] + "/log", "a") as log:
        log.write(f"{os.getpid()} {job['name']}\\n")
    match job["name"]:
        case "dies": os._exit(7)
        case "hangs": time.sleep(600)
        case "no browser": print(json.dumps({"fault": "none is there", "code": 3}), flush=True); sys.exit(3)
        case "wrong": print(json.dumps({"fault": "no such address", "code": 2}), flush=True); sys.exit(2)
        case "other": print(json.dumps({"fault": "odd", "code": 1}), flush=True); sys.exit(1)
        case _: print(json.dumps({"name": job["name"], "folder": job["folder"], "outcome": "same"}), flush=True)
"""


@pytest.fixture
def worker(tmp_path: Path) -> list[str]:
    program = tmp_path / "worker.py"
    program.write_text(WORKER)
    return [sys.executable, str(program)]


async def verdicts(
    worker: list[str], tmp_path: Path, *names: str, jobs: int = 1, limit: float = 60
) -> list[Verdict]:
    found = [Found(name, tmp_path / name) for name in names]
    options = Options(scratch=str(tmp_path))
    came = [one async for one in check_all(found, options, jobs=jobs, limit=limit, program=worker)]
    return in_order(came, found)


def processes(tmp_path: Path) -> dict[str, str]:
    lines = [line.split(" ", 1) for line in (tmp_path / "log").read_text().splitlines()]
    return {name: process for process, name in lines}


async def test_every_recording_gets_its_verdict_in_the_given_order(worker: list[str], tmp_path: Path) -> None:
    found = await verdicts(worker, tmp_path, "a", "b", "c", jobs=2)
    assert [(one.name, one.outcome) for one in found] == [("a", "same"), ("b", "same"), ("c", "same")]


async def test_without_recordings_no_worker_starts(worker: list[str], tmp_path: Path) -> None:
    assert await verdicts(worker, tmp_path) == []
    assert not (tmp_path / "log").exists()


async def test_a_worker_that_dies_is_an_error_of_one_recording_only(
    worker: list[str], tmp_path: Path
) -> None:
    found = await verdicts(worker, tmp_path, "a", "dies", "b")
    assert [one.outcome for one in found] == ["same", "error", "same"]
    assert found[1].problem == "its worker ended with 7"
    assert (tmp_path / "log").read_text().count("dies") == 1
    by_name = processes(tmp_path)
    assert by_name["a"] == by_name["dies"]
    assert by_name["b"] != by_name["a"]


async def test_a_recording_that_takes_too_long_is_an_error(worker: list[str], tmp_path: Path) -> None:
    # Alone, since the limit is shorter than a worker's start on a busy machine.
    [found] = await verdicts(worker, tmp_path, "hangs", limit=0.2)
    assert found.outcome == "error"
    assert found.problem == "it took longer than 0.2 s"


@pytest.mark.parametrize(
    ("name", "kind"), [("no browser", BrowserNotFound), ("wrong", UsageError), ("other", OverlayError)]
)
async def test_a_fault_of_a_worker_ends_the_check(
    worker: list[str], tmp_path: Path, name: str, kind: type[OverlayError]
) -> None:
    with pytest.raises(kind):
        await verdicts(worker, tmp_path, name)


async def test_a_worker_that_can_not_be_started_ends_the_check(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        await verdicts([str(tmp_path / "nowhere")], tmp_path, "a")


async def test_closing_the_verdicts_ends_the_workers(
    worker: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "LEAVING", 0.1)
    found = [Found(name, tmp_path / name) for name in ("a", "hangs")]
    given = check_all(found, Options(scratch=str(tmp_path)), jobs=2, program=worker)
    await anext(given)
    await given.aclose()


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1
