"""Leaves parts of a page out of a comparison, by CSS selectors: clocks, random ids, adverts.

The selectors are options of a check, or in `check.toml` in a recording's folder or the folder above it:

    ignore = [".elapsed", "#sidebar"]
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cssselect
from lxml import etree
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from overlay.common.errors import UsageError
from overlay.scan.pages import select

FILE = "check.toml"
_TAG = re.compile(r"<(?:svg:|math:)?([A-Za-z_][\w.-]*)((?: .*)?)>$", re.ASCII)
_ATTRIBUTE = re.compile(r' ([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*")', re.ASCII)
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class CheckSettings(BaseModel):
    """The content of `check.toml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ignore: list[str] = Field(default_factory=list[str])


def ignored_by(folder: Path) -> list[str]:
    """Return the selectors in the files for the recording in `folder`. Raises UsageError."""
    found: list[str] = []
    for path in (folder.parent / FILE, folder / FILE):
        try:
            found += CheckSettings.model_validate(tomllib.loads(path.read_text("utf-8"))).ignore
        except FileNotFoundError:
            continue
        except (OSError, ValueError) as error:
            first = error.errors()[0] if isinstance(error, ValidationError) else None
            problem = f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first else str(error)
            raise UsageError(
                f"{path} can't be read: {problem}", advice="Write: ignore = [SELECTOR]"
            ) from error
    return valid(found)


def valid(selectors: Sequence[str]) -> list[str]:
    """Return the selectors. Raises UsageError for one that can't be used."""
    for selector in selectors:
        try:
            cssselect.HTMLTranslator().css_to_xpath(selector)
        except cssselect.SelectorError as error:
            raise UsageError(
                f"{selector!r} is no CSS selector to ignore: {error}", advice="Give one such as '.elapsed'."
            ) from error
    return list(selectors)


def without_parts(tree: str, selectors: Sequence[str]) -> str:
    """Return a tree (one line for each node, as a replay writes it) without the parts that match."""
    if not selectors:
        return tree
    lines = tree.splitlines()
    root, at = _elements(lines)
    paths = [path for selector in selectors for path in select(selector)]
    left_out: set[int] = set()
    for element in {each for path in paths for each in root.xpath(path)}:
        left_out |= _lines_of(lines, at[element])
    return "\n".join(line for number, line in enumerate(lines) if number not in left_out)


def _elements(lines: Sequence[str]) -> tuple[Any, dict[Any, int]]:
    """Return the elements as a tree, and the line of each. What is in a shadow root belongs to its host."""
    root: Any = etree.Element("page")
    at: dict[Any, int] = {}
    around: list[tuple[int, Any]] = [(-1, root)]
    for number, line in enumerate(lines):
        found = _TAG.match(line.strip())
        if found is None:
            continue
        depth = _depth(line)
        while around[-1][0] >= depth:
            around.pop()
        element = etree.SubElement(around[-1][1], found[1])
        for name, value in _ATTRIBUTE.findall(found[2]):
            element.set(name, _NOT_XML.sub("\ufffd", json.loads(value)))
        around.append((depth, element))
        at[element] = number
    return root, at


def _lines_of(lines: Sequence[str], first: int) -> set[int]:
    """Return the numbers of the lines of an element and of all in it."""
    end = first + 1
    while end < len(lines) and _depth(lines[end]) > _depth(lines[first]):
        end += 1
    return set(range(first, end))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
