"""README's Python example, run as it is written."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.house.tree import ROOT


@pytest.mark.usefixtures("overlay_browser")
def test_the_python_example_of_the_readme_runs_and_ends() -> None:
    section = (ROOT / "README.md").read_text("utf-8").partition("## From Python")[2]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found
    ended = subprocess.run(
        [sys.executable, "-c", found[1]], capture_output=True, text=True, check=False, timeout=200
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[-1] == "ready current_time"
