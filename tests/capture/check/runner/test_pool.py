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


async def test_every_recording_gets_its_verdict(worker: list[str], tmp_path: Path) -> None:
    found = await verdicts(worker, tmp_path, "a", "b", "c", jobs=2)
    assert [(one.name, one.outcome) for one in found] == [("a", "same"), ("b", "same"), ("c", "same")]


async def test_nothing_to_check_starts_no_worker(worker: list[str], tmp_path: Path) -> None:
    assert await verdicts(worker, tmp_path) == []
    assert not (tmp_path / "log").exists()


async def test_one_worker_checks_one_after_the_other(worker: list[str], tmp_path: Path) -> None:
    await verdicts(worker, tmp_path, "a", "b")
    assert len(set(processes(tmp_path).values())) == 1


async def test_a_worker_that_dies_takes_no_other_recording_with_it(worker: list[str], tmp_path: Path) -> None:
    found = await verdicts(worker, tmp_path, "a", "dies", "b")
    assert [one.outcome for one in found] == ["same", "error", "same"]
    assert found[1].problem == "its worker ended with 7"


async def test_a_recording_whose_worker_died_is_not_tried_again(worker: list[str], tmp_path: Path) -> None:
    await verdicts(worker, tmp_path, "dies", "b")
    assert (tmp_path / "log").read_text().count("dies") == 1


async def test_a_recording_that_takes_too_long_is_an_error_of_its_own(
    worker: list[str], tmp_path: Path
) -> None:
    found = await verdicts(worker, tmp_path, "hangs", "a", limit=1)
    assert [one.outcome for one in found] == ["error", "same"]
    assert found[0].problem == "it took longer than 1 s"


@pytest.mark.parametrize(
    ("name", "kind"), [("no browser", BrowserNotFound), ("wrong", UsageError), ("other", OverlayError)]
)
async def test_without_a_browser_the_whole_check_ends(
    worker: list[str], tmp_path: Path, name: str, kind: type[OverlayError]
) -> None:
    with pytest.raises(kind):
        await verdicts(worker, tmp_path, name)


async def test_a_worker_that_can_not_be_started_ends_the_check(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        await verdicts([str(tmp_path / "nowhere")], tmp_path, "a")


async def test_whoever_stops_listening_ends_the_workers(
    worker: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "LEAVING", 0.1)
    found = [Found(name, tmp_path / name) for name in ("a", "hangs")]
    given = check_all(found, Options(scratch=str(tmp_path)), jobs=2, program=worker)
    await anext(given)
    await given.aclose()


def test_there_is_always_a_core() -> None:
    assert cores() >= 1
