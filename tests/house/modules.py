"""Which test file belongs to which module: `overlay/formats/xml.py` and `tests/formats/test_xml.py`."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path


def missing(root: Path, elsewhere: Mapping[str, str]) -> list[str]:
    """Modules without their test file.

    `elsewhere` gives the test file of a module that has it under another name, "" if it has none for now.
    """
    found: list[str] = []
    for package in ("overlay", "observers"):
        for path in sorted((root / package).rglob("*.py")):
            module = path.relative_to(root)
            test = elsewhere.get(module.as_posix(), _test_of(module).as_posix())
            if test and not (root / test).is_file() and not _says_nothing(path):
                found.append(f"{module.as_posix()} has no {test}")
    return found


def stale(root: Path, elsewhere: Mapping[str, str]) -> list[str]:
    """Modules named in `elsewhere` that are there no more, or have a test file of their own name by now."""
    return [
        module
        for module in elsewhere
        if not (root / module).is_file() or (root / _test_of(Path(module))).is_file()
    ]


def _test_of(module: Path) -> Path:
    folders = module.parts[1:-1] if module.parts[0] == "overlay" else module.parts[:-1]
    if module.name == "__init__.py":
        name = f"test_{module.parent.name}.py"
        return Path("tests", *folders, name)
    return Path("tests", *folders, f"test_{module.name}")


def _says_nothing(path: Path) -> bool:
    """True for a file of docstring, imports and `__all__` only: nothing in it could be wrong."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        words = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        names = isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        if not (words or names or isinstance(node, ast.Import | ast.ImportFrom)):
            return False
    return True
