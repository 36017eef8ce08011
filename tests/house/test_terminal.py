"""Nothing but overlay.terminal_output writes to the terminal: there what acts is written out."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.house.tree import ROOT

WRITERS = {
    "overlay/terminal_output.py": "it is the one place",
    "overlay/errors.py": "click shows its errors by themselves, to any file",
    "overlay/cli/check.py": "a bar of rich's stands below the lines",
    "overlay/cli/scan.py": "a bar of rich's stands below the lines",
    "overlay/cli/history.py": "a table of rich's",
}
NAMES = ("click.echo", "click.secho", "print", "sys.stdout.write", "sys.stderr.write", "Console")


def writes(source: str) -> list[int]:
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [call.lineno for call in calls if ast.unparse(call.func) in NAMES]


def test_nothing_else_writes_to_the_terminal() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in ("overlay", "observers", "injected_js")
        for path in sorted((ROOT / package).rglob("*.py"))
        for line in writes(path.read_text("utf-8"))
        if path.relative_to(ROOT).as_posix() not in WRITERS
    ]
    assert found == []


def test_each_exception_still_writes() -> None:
    assert [file for file in WRITERS if not writes((Path(ROOT) / file).read_text("utf-8"))] == []


def test_each_way_of_writing_is_found() -> None:
    source = "import sys, click\nclick.echo(1)\nprint(2)\nsys.stderr.write('3')\nConsole()\necho(5)\n"
    assert writes(source) == [2, 3, 4, 5]
