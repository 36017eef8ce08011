"""The plug-in in runs of pytest of their own, as a person has them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from overlay.capture.recording import INPUTS
from tests.capture.check.runner.recorded import copy_of_demo
from tests.house.tree import ROOT

NAME = "overlay.capture.pytest_plugin"
INSTALLED = any(point.value == NAME for point in entry_points(group="pytest11"))
FIVE_LINES = """
import pytest

@pytest.mark.recording("recordings")
def test_my_chat(recording, assert_blocks):
    assert_blocks(recording)
"""


def run(folder: Path, *arguments: str, plugins: bool = True) -> subprocess.CompletedProcess[str]:
    given = [] if INSTALLED else ["-p", NAME]
    kept = [] if plugins else ["-p", "no:playwright-asyncio", "-p", "no:asyncio"]
    command = [sys.executable, "-m", "pytest", *given, *kept, "-p", "no:cacheprovider", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=folder, env=environment, text=True, capture_output=True, timeout=250)


def suite(folder: Path, text: str) -> Path:
    (folder / "test_chat.py").write_text(text)
    return folder


@pytest.fixture(scope="module")
def accepted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("accepted")
    copy_of_demo(folder / "recordings" / "demo")
    done = run(suite(folder, FIVE_LINES), "--overlay-update")
    assert done.returncode == 0, done.stdout
    return folder


@pytest.fixture
def five_lines(accepted: Path, tmp_path: Path) -> Path:
    """A folder with the five lines and a recording that they have accepted."""
    return Path(shutil.copytree(accepted, tmp_path / "suite"))


def test_five_lines_accept_a_recording_and_hold_it_from_then_on(five_lines: Path) -> None:
    again = run(five_lines)
    assert (again.returncode, "1 passed" in again.stdout) == (0, True), again.stdout


def test_a_regression_fails_with_a_diff_that_names_the_thing(five_lines: Path) -> None:
    (five_lines / "conftest.py").write_text(
        "from overlay.detection.call_builder import CallBuilder\n"
        "close = CallBuilder.close\n"
        "def drops(draft, *given, **more):\n"
        "    draft.arguments.pop('path', None)\n"
        "    return close(draft, *given, **more)\n"
        "CallBuilder.close = drops\n"
    )
    done = run(five_lines)
    assert done.returncode == 1
    assert "argument path of list_files (2) is missing" in done.stdout


def test_a_damaged_recording_fails_its_own_test_only(five_lines: Path) -> None:
    damaged = Path(shutil.copytree(five_lines / "recordings/demo", five_lines / "recordings/another"))
    (damaged / INPUTS).write_bytes(b"damaged")
    done = run(five_lines)
    assert "1 failed, 1 passed" in done.stdout
    assert INPUTS in done.stdout


def test_a_test_without_a_recording_says_how_to_give_one(tmp_path: Path) -> None:
    done = run(suite(tmp_path, "def test_it(recording): ..."))
    assert "--overlay-recordings DIR" in done.stdout
    assert "1 error" in done.stdout


def test_a_folder_without_recordings_is_wrong_use(tmp_path: Path) -> None:
    done = run(suite(tmp_path, "def test_it(recording): ..."), "--overlay-recordings", ".")
    assert "holds no recording" in done.stdout + done.stderr
    assert done.returncode != 0


@pytest.mark.parametrize("how", ["option", "setting"])
def test_folders_can_be_given_for_the_whole_run(tmp_path: Path, how: str) -> None:
    copy_of_demo(tmp_path / "recordings" / "demo")
    suite(tmp_path, "def test_it(recording):\n    assert recording.manifest.target")
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\noverlay_recordings = recordings\n" if how == "setting" else "[pytest]"
    )
    done = run(tmp_path, "-v", *(["--overlay-recordings", "recordings"] if how == "option" else []))
    assert "test_it[recordings/demo] PASSED" in done.stdout


def test_a_live_page_without_asynchronous_tests_says_what_is_missing(tmp_path: Path) -> None:
    text = "def test_it(companion): ...\ndef test_page(chat_page): ..."
    done = run(suite(tmp_path, text), plugins=False)
    assert done.stdout.count("pip install pytest-playwright-asyncio") >= 2
    assert "2 errors" in done.stdout


def test_the_plug_in_imports_nothing_until_a_test_asks(tmp_path: Path) -> None:
    text = "import sys\ndef test_it():\n    assert not {'pydantic', 'overlay.companion.companion', 'overlay.capture.model'} & set(sys.modules)"
    done = run(suite(tmp_path, text), plugins=False)
    assert "1 passed" in done.stdout, done.stdout


def test_the_example_in_the_documentation_is_the_one_that_runs() -> None:
    example = (ROOT / "examples/regression/test_chat.py").read_text(encoding="utf-8")
    page = (ROOT / "docs/check.md").read_text(encoding="utf-8")
    assert example.split('"""\n', 1)[-1].strip() in page
