"""The promises of SECURITY.md and the tests that they name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"^  - `(tests/\S+\.py)::(\w+)`$", re.MULTILINE)


def promises() -> dict[str, list[tuple[str, str]]]:
    """The tests of each promise, as (file, name), by the first line of the promise."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    section = text.partition("## What overlay promises\n")[2].partition("\n## ")[0]
    found = re.split(r"^- ", section, flags=re.MULTILINE)[1:]
    return {promise.partition("\n")[0]: NAMED.findall(promise) for promise in found}


def functions_in(file: str) -> set[str]:
    path = ROOT / file
    if not path.exists():
        return set()
    nodes = ast.parse(path.read_text("utf-8")).body
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_each_promise_names_a_test() -> None:
    found = promises()
    assert found
    assert [promise for promise, tests in found.items() if not tests] == []


def test_each_test_that_a_promise_names_exists() -> None:
    named = [test for tests in promises().values() for test in tests]
    assert [f"{file}::{name}" for file, name in named if name not in functions_in(file)] == []
