"""Starts a browser with `--version`: the cheapest proof that it starts (about 0.1 s on Linux)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from overlay.companion.browser.model import Machine
from overlay.companion.browser.subprocesses import run_quietly

_VERSION_LINE = re.compile(r"^(?P<name>[A-Za-z][A-Za-z ]*?) (?P<version>\d+(?:\.\d+){1,3})", re.MULTILINE)
_VERSION = re.compile(r"\d+(?:\.\d+){3}")
_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Probe:
    """The `name` and `version` that the browser reports, or the `reason` why it can't be used."""

    name: str = ""
    version: str = ""
    reason: str | None = None


def probe(path: Path, machine: Machine) -> Probe:
    """Start `path` with `--version`; on Windows, where that opens a window, read the folder's name."""
    if machine.platform.startswith("win"):
        return _from_folder(path)
    outcome = run_quietly([str(path), "--version"], seconds=_SECONDS, env=machine.env)
    if outcome.reason:
        return Probe(reason=outcome.reason)
    match = _VERSION_LINE.search(outcome.output)
    if match is None:
        return Probe(reason="it does not print a version as Chromium does")
    return Probe(match["name"], match["version"])


def _from_folder(path: Path) -> Probe:
    versions = [child.name for child in path.parent.iterdir() if _VERSION.fullmatch(child.name)]
    newest = max(versions, key=lambda version: [int(part) for part in version.split(".")], default="unknown")
    return Probe("Microsoft Edge" if path.stem == "msedge" else "Chrome", newest)
