from __future__ import annotations

from tests.house.tree import ROOT, run


def test_the_tree_has_no_finding_of_ruffs() -> None:
    result = run("ruff", "check", "--no-cache", "--output-format", "concise", ".", cwd=ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_tree_is_formatted_as_ruff_would() -> None:
    result = run("ruff", "format", "--check", "--no-cache", ".", cwd=ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_ruff_would_find_something_in_bad_code() -> None:
    bad = "import os\n"
    result = run(
        "ruff", "check", "--no-cache", "--stdin-filename", "overlay/bad.py", "-", cwd=ROOT, stdin=bad
    )
    assert "F401" in result.stdout


def test_ruff_would_see_code_that_is_not_formatted() -> None:
    bad = "x = ( 1,2 )\n"
    words = ("ruff", "format", "--check", "--no-cache", "--stdin-filename", "overlay/bad.py", "-")
    assert run(*words, cwd=ROOT, stdin=bad).returncode == 1
