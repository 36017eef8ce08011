"""The plug-in in separate runs of pytest, as a user has them; `pytest_support` tests its parts."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from overlay.capture.recording import EXPECTED, INPUTS
from tests.capture.check.runner.recorded import two_calls
from tests.house.tree import ROOT

NAME = "overlay.capture.pytest_plugin"
INSTALLED = any(point.value == NAME for point in entry_points(group="pytest11"))
FIVE_LINES = """
import pytest

@pytest.mark.recording("recordings")
def test_my_chat(recording, assert_blocks):
    assert_blocks(recording)
"""
MORE = """
import pytest
from overlay.detection.call_builder import CallBuilder

@pytest.mark.recording("recordings/two")
def test_regression(recording, assert_blocks, monkeypatch):
    close = CallBuilder.close
    def drops(draft, *given, **more):
        draft.arguments.pop("text", None)
        return close(draft, *given, **more)
    monkeypatch.setattr(CallBuilder, "close", drops)
    assert_blocks(recording)

def test_given_for_the_run(recording):
    assert recording.manifest.target

class Chat:
    async def blocks(self): return []
    def events(self): ...

def test_forgets_await(assert_blocks):
    assert_blocks(Chat(), ["no_such_call"])

def test_live(companion): ...

def test_live_page(chat_page): ...

def test_page(overlay_page): ...
"""
WITHOUT_ASYNCIO = ("-p", "no:playwright-asyncio", "-p", "no:asyncio")
WITHOUT_LIVE = (*WITHOUT_ASYNCIO, "-p", "no:playwright")


class Outcomes:
    """Keeps what became of each test of a run."""

    def __init__(self) -> None:
        self.found: dict[str, str] = {}
        self.texts: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("::")[2]
        if report.when == "call" or not report.passed:
            self.found[name] = report.outcome if report.when == "call" else f"{report.when} {report.outcome}"
            self.texts[name] = report.longreprtext


def run(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str, without: Sequence[str] = WITHOUT_LIVE
) -> tuple[int, Outcomes]:
    """Run pytest in this process, in `folder`, without the plug-ins that only live pages need."""
    outcomes = Outcomes()
    given = [] if INSTALLED else ["-p", NAME]
    monkeypatch.chdir(folder)
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)  # options of the run around it, as for coverage
    code = pytest.main(
        [
            *given,
            *without,
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            "-p",
            "no:pytest_cov",
            "--import-mode=importlib",
            f"--rootdir={folder}",
            *arguments,
        ],
        plugins=[outcomes],
    )
    return int(code), outcomes


def test_five_lines_accept_a_recording_and_name_what_changes_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, overlay_browser: object
) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\noverlay_recordings = recordings\n")
    (tmp_path / "test_chat.py").write_text(FIVE_LINES)
    recording = two_calls(tmp_path / "recordings" / "two")
    code, update = run(tmp_path, monkeypatch, "--overlay-update")
    assert code == 0
    assert update.found == {"test_my_chat[recordings/two]": "passed"}
    assert (recording / EXPECTED).is_dir()

    damaged = shutil.copytree(recording, tmp_path / "recordings" / "damaged")
    (damaged / INPUTS).write_bytes(b"damaged")
    (tmp_path / "test_more.py").write_text(MORE)
    code, later = run(tmp_path, monkeypatch)
    assert code == 1
    assert later.found == {
        "test_my_chat[recordings/damaged]": "failed",
        "test_my_chat[recordings/two]": "passed",
        "test_regression[two]": "failed",
        "test_given_for_the_run[recordings/damaged]": "passed",
        "test_given_for_the_run[recordings/two]": "passed",
        "test_forgets_await": "failed",
        "test_live": "setup failed",
        "test_live_page": "setup failed",
        "test_page": "setup failed",
    }
    assert INPUTS in later.texts["test_my_chat[recordings/damaged]"]
    assert "argument text of note (1) is missing" in later.texts["test_regression[two]"]
    assert "was not awaited, so nothing was compared" in later.texts["test_forgets_await"]
    assert "pip install pytest-playwright-asyncio" in later.texts["test_live"]
    assert "pip install pytest-playwright, or" in later.texts["test_live_page"]
    assert "`overlay_page` needs pytest-playwright" in later.texts["test_page"]


@pytest.mark.thorough
def test_recordings_are_given_by_an_option_and_missing_ones_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "test_given.py").write_text("def test_chat(recording):\n    assert recording.manifest.target")
    code, without = run(tmp_path, monkeypatch)
    assert code == 1
    assert "--overlay-recordings DIR" in without.texts["test_chat"]
    two_calls(tmp_path / "recordings" / "two")
    code, given = run(tmp_path, monkeypatch, "--overlay-recordings", "recordings")
    assert given.found == {"test_chat[recordings/two]": "passed"}
    (tmp_path / "empty").mkdir()
    code, _ = run(tmp_path, monkeypatch, "--overlay-recordings", "empty")
    assert code != 0
    printed = capsys.readouterr()
    assert "holds no recording" in printed.out + printed.err


def test_the_plug_in_imports_nothing_until_a_test_asks() -> None:
    slow = ["pydantic", "overlay.companion.companion", "overlay.capture.model"]
    program = f"import sys, pytest, {NAME}; print([name for name in {slow} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, text=True, capture_output=True, check=True
    )
    assert done.stdout == "[]\n"


def test_the_example_in_the_documentation_is_the_one_that_runs() -> None:
    example = (ROOT / "examples/regression/test_chat.py").read_text(encoding="utf-8")
    page = (ROOT / "docs/check.md").read_text(encoding="utf-8")
    assert example.split('"""\n', 1)[-1].strip() in page
