from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from queue import Queue
from subprocess import PIPE

import pytest

from overlay.capture.check.runner.messages import Job, Options
from overlay.capture.check.runner.worker import work
from overlay.capture.recording import MANIFEST
from tests.house.tree import ROOT

WORKER = [sys.executable, "-m", "overlay.capture.check.runner.worker"]


@pytest.fixture
def damaged(tmp_path: Path) -> Job:
    (tmp_path / MANIFEST).write_text("{")
    return Job(number=1, name="damaged", folder=str(tmp_path))


def lines(*messages: Options | Job) -> str:
    return "".join(f"{message.model_dump_json()}\n" for message in messages)


async def test_a_worker_answers_each_job_and_ends_with_its_input(
    damaged: Job, tmp_path: Path, overlay_browser: object
) -> None:
    given = iter(lines(Options(scratch=str(tmp_path)), damaged, damaged).splitlines())
    waiting: Queue[None] = Queue()
    answers: list[str] = []

    def read() -> str:
        line = next(given, "")
        if not line:
            waiting.get()
        return line

    def write(line: str) -> None:
        answers.append(line)
        if len(answers) == 2:
            waiting.put(None)

    await work(read, write)
    assert [json.loads(answer)["outcome"] for answer in answers] == ["error", "error"]


async def test_a_worker_whose_input_ends_stops_at_once(damaged: Job, tmp_path: Path) -> None:
    given = iter([Options(scratch=str(tmp_path)).model_dump_json()])
    answers: list[str] = []
    async with asyncio.timeout(60):
        await work(lambda: next(given, ""), answers.append)
    assert answers == []


ONE_LINE = """
from overlay.capture.check.runner import worker

async def work(read, write):
    print("for people")
    write("a verdict")

worker.work = work
worker.main()
"""


@pytest.mark.thorough
def test_a_worker_writes_only_its_answers_to_stdout_and_leaves_no_file_open() -> None:
    program = [sys.executable, "-W", "always::ResourceWarning", "-c", ONE_LINE]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "a verdict\n"
    assert done.stderr == "for people\n"


@pytest.mark.thorough  # test_pool.py has what the check makes of it
def test_a_worker_without_a_browser_says_so(damaged: Job, tmp_path: Path) -> None:
    options = Options(browser=str(tmp_path / "nowhere"), scratch=str(tmp_path))
    with subprocess.Popen(WORKER, stdin=PIPE, stdout=PIPE, text=True, cwd=ROOT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(lines(options, damaged))
        process.stdin.flush()
        told = json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait() == told["code"] != 0
    assert "nowhere" in told["fault"]
