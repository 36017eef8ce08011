"""Import borders: what `.imports.toml` says each part of the tree may import, held against the code."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PACKAGES = ("overlay", "observers", "injected_js")


@dataclass(frozen=True)
class Rule:
    part: str
    may: tuple[str, ...]
    lazy: tuple[str, ...]


def rules(table: Path) -> dict[str, Rule]:
    """The table, flat: `overlay.formats` and not `{"overlay": {"formats": …}}`."""

    def flat(prefix: str, entry: dict[str, Any]) -> Iterator[Rule]:
        for key, value in entry.items():
            if isinstance(value, dict):
                part = f"{prefix}{key}"
                inner: dict[str, Any] = value  # pyright: ignore[reportUnknownVariableType]
                yield Rule(part, tuple(inner.get("may", ())), tuple(inner.get("lazy", ())))
                yield from flat(f"{part}.", inner)

    return {rule.part: rule for rule in flat("", tomllib.loads(table.read_text(encoding="utf-8")))}


def findings(root: Path) -> list[str]:
    """Each import that crosses a border, as `file:line: what`; each part of the tree without a line."""
    table = rules(root / ".imports.toml")
    found: list[str] = []
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = _module_name(path.relative_to(root))
            parts = name.split(".")
            if len(parts) > 2 and package == "overlay" and f"overlay.{parts[1]}" not in table:
                found.append(f"{path.relative_to(root)}: overlay.{parts[1]} has no line in .imports.toml")
                continue
            rule = table[_longest(name, table)]
            tree = ast.parse(path.read_text(encoding="utf-8"))
            is_package = path.name == "__init__.py"
            for line, target, at_top in _imports(tree, name, is_package):
                reason = _crosses(target, at_top, rule)
                if reason:
                    found.append(f"{path.relative_to(root)}:{line}: {reason}")
    return found


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _longest(name: str, table: dict[str, Rule]) -> str:
    return max((part for part in table if _within(name, part)), key=len)


def _within(name: str, part: str) -> bool:
    return name == part or name.startswith(f"{part}.")


def _crosses(target: str, at_top: bool, rule: Rule) -> str | None:
    if "*" in rule.may or _within(target, rule.part) or target.split(".")[0] in sys.stdlib_module_names:
        return None
    if any(_within(target, part) for part in rule.lazy):
        return f"{rule.part} may import {target} only inside a function" if at_top else None
    if any(_within(target, part) for part in rule.may):
        return None
    return f"{rule.part} may not import {target}"


def _imports(tree: ast.Module, name: str, is_package: bool) -> Iterator[tuple[int, str, bool]]:
    """Each import as (line, full name of what is imported, is it outside every function)."""

    def walk(node: ast.AST, at_top: bool) -> Iterator[tuple[int, str, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                for alias in child.names:
                    yield child.lineno, alias.name, at_top
            elif isinstance(child, ast.ImportFrom):
                base = child.module or ""
                if child.level:
                    above = name.split(".")
                    above = above[: len(above) - child.level + (1 if is_package else 0)]
                    base = ".".join([*above, base] if base else above)
                # `from overlay import paths` names a module only by what it takes out of it.
                for alias in child.names:
                    yield child.lineno, f"{base}.{alias.name}", at_top
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                typing_only = isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING")
                yield from walk(child, at_top and not inside and not typing_only)

    return walk(tree, True)
