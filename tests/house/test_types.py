from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.house.tree import ROOT, run


def errors(project: Path) -> list[str]:
    """What pyright finds in the project, under the settings of the project's pyproject.toml."""
    result = run("pyright", "--outputjson", "--pythonpath", sys.executable, "--project", ".", cwd=project)
    try:
        report: dict[str, Any] = json.loads(result.stdout)
    except json.JSONDecodeError:
        pytest.fail(f"pyright did not run:\n{result.stdout}{result.stderr}")
    assert report["summary"]["filesAnalyzed"] > 0
    return [
        f"{finding['file']}:{finding['range']['start']['line'] + 1}: {finding['message']}"
        for finding in report["generalDiagnostics"]
        if finding["severity"] == "error"
    ]


@pytest.mark.timeout(900)  # a minute alone, and five on a machine that does other things
def test_the_tree_is_clean_under_pyrights_strict_rules() -> None:
    found = errors(ROOT)
    assert not found, "\n".join(found)


def test_our_settings_find_what_only_strict_rules_find(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for folder in ("overlay", "observers", "injected_js", "tests", "bench"):
        (tmp_path / folder).mkdir()
    (tmp_path / "overlay/bad.py").write_text("def bad(value):\n    return value\n")
    assert any("bad.py:1" in line for line in errors(tmp_path))
