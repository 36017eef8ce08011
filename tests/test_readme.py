"""README's Python example, run as it is written."""

from __future__ import annotations

import re

import pytest

from tests.house.tree import ROOT


@pytest.mark.usefixtures("overlay_browser")
def test_the_python_example_of_the_readme_runs_and_ends(capsys: pytest.CaptureFixture[str]) -> None:
    section = (ROOT / "README.md").read_text("utf-8").partition("## From Python")[2]
    found = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert found
    code = compile(found[1], "README.md", "exec", dont_inherit=True)
    exec(code, {"__name__": "readme"})
    assert capsys.readouterr().out.splitlines()[-1] == "ready current_time"
