from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tests.house.words import findings


def test_nothing_in_the_tree_belongs_to_one_machine_or_is_left_undone() -> None:
    found = findings(ROOT)
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "line",
    [
        "path = '/wo" + "rk/main'",
        "cd /ro" + "ot/x",
        "/ho" + "me/ann/x",
        "/Us" + "ers/ann/x",
        "https://regis" + "try.npm" + "js.org/x",
        "https://files.python" + "hosted.org/x",
        "# TO" + "DO later",
        "x = 1  # FIX" + "ME",
    ],
)
def test_a_forbidden_word_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.py").write_text(f"first\n{line}\n")
    assert [finding.split(": ")[0] for finding in findings(tmp_path)] == ["x.py:2"]


@pytest.mark.parametrize(
    "line",
    [
        "tests/work/x",
        "https://site.example/home/about",
        "the registry of tools",
        "self.registry.add(tool)",
        "ToolRegistry.call()",
        "todo lists",
        'root / "home/someone"',
    ],
)
def test_an_ordinary_line_is_left_alone(tmp_path: Path, line: str) -> None:
    (tmp_path / "x.py").write_text(line)
    assert findings(tmp_path) == []


@pytest.mark.parametrize("folder", ["node_modules", "vendor", ".venv", "__pycache__"])
def test_other_peoples_files_are_not_looked_at(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "x.py").write_text("# TO" + "DO")
    assert findings(tmp_path) == []


def test_the_ci_folder_is_looked_at_though_its_name_is_hidden(tmp_path: Path) -> None:
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci/run").write_text("# TO" + "DO")
    assert len(findings(tmp_path)) == 1


def test_a_file_that_is_no_text_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x.py").write_bytes(b"\xff\xfe TO" + b"DO")
    assert findings(tmp_path) == []
