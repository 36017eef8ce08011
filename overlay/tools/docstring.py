"""The summary and the parameters' descriptions out of a docstring (Google, NumPy and Sphinx style)."""

from __future__ import annotations

import inspect
import re

SECTION = re.compile(
    r"(args|arguments|parameters|params|returns?|yields?|raises|examples?|notes?|attributes)\s*:?\s*",
    re.IGNORECASE,
)
PARAMETERS = {"args", "arguments", "parameters", "params"}
GOOGLE = re.compile(r"\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)")
NUMPY = re.compile(r"\*{0,2}(\w+)\s*(?::.*)?")
SPHINX = re.compile(r":(?:param|parameter|arg|argument)\s+(?:[^:]*\s)?\*{0,2}(\w+)\s*:\s*(.*)")
FIELD = re.compile(r":\w+[^:]*:")


def parse_docstring(text: str | None) -> tuple[str, dict[str, str]]:
    """(description, {parameter: description}); what stands before the first section is the description."""
    lines = inspect.cleandoc(text or "").splitlines()
    described: dict[str, list[str]] = {}
    summary: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        heading = SECTION.fullmatch(line)
        underlined = at + 1 < len(lines) and re.fullmatch(r"-{3,}\s*", lines[at + 1])
        if heading and (line.rstrip().endswith(":") or underlined):
            end = _section_end(lines, at + (2 if underlined else 1))
            if heading[1].lower() in PARAMETERS:
                body = lines[at + (2 if underlined else 1) : end]
                described |= _numpy(body) if underlined else _google(body)
            at = end
        elif FIELD.match(line):
            at = _sphinx(lines, at, described)
        else:
            summary.append(line)
            at += 1
    return "\n".join(summary).strip(), {name: " ".join(words).strip() for name, words in described.items()}


def _section_end(lines: list[str], start: int) -> int:
    for at in range(start, len(lines)):
        underlined = at + 1 < len(lines) and re.fullmatch(r"-{3,}\s*", lines[at + 1])
        if SECTION.fullmatch(lines[at]) and (lines[at].rstrip().endswith(":") or underlined):
            return at
    return len(lines)


def _google(body: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    words: list[str] | None = None
    base = next((_indent(line) for line in body if line.strip()), 0)
    for line in body:
        entry = GOOGLE.fullmatch(line.strip()) if _indent(line) <= base else None
        if entry:
            words = found.setdefault(entry[1], [entry[2].strip()])
        elif words is not None and line.strip():
            words.append(line.strip())
    return found


def _numpy(body: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    words: list[str] | None = None
    for line in body:
        entry = NUMPY.fullmatch(line.strip()) if line.strip() and not _indent(line) else None
        if entry:
            words = found.setdefault(entry[1], [])
        elif words is not None and line.strip():
            words.append(line.strip())
    return found


def _sphinx(lines: list[str], at: int, found: dict[str, list[str]]) -> int:
    entry = SPHINX.fullmatch(lines[at])
    words = found.setdefault(entry[1], [entry[2].strip()]) if entry else []
    at += 1
    while at < len(lines) and _indent(lines[at]):
        words.append(lines[at].strip())
        at += 1
    return at


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
