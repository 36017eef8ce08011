"""Taint of a conversation: whether it has seen private data or untrusted text. It never clears, not even
after a restart.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
from dataclasses import dataclass
from pathlib import Path

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Taint:
    """Kinds of content that a conversation has seen."""

    private: bool = False
    untrusted: bool = False

    def __or__(self, other: Taint) -> Taint:
        return Taint(self.private or other.private, self.untrusted or other.untrusted)


CLEAN = Taint()
EVERYTHING = Taint(private=True, untrusted=True)


class Taints:
    """Taint by conversation.

    With `path` it is also stored in that file, one JSON object a line: `{"chat", "private", "untrusted"}`,
    where `chat` is a SHA-256 hash. The file is only appended to, so two companions may share it. A chat
    without an address also has `"of"`, the hash of its group: its taint counts for the group until a line
    with `"named"` removes it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._read = 0
        self._met: dict[str, Taint] = {}
        self._groups: dict[str, set[str]] = {}

    def of(self, *names: str) -> Taint:
        """Return the combined taint of these names, or all taint if the file can't be read."""
        try:
            if self._path is not None:
                self._catch_up(self._path)
        except OSError as error:
            log.warning(
                "%s can't be read (%s): every chat counts as unsafe (see `overlay help policy`)",
                self._path,
                error,
            )
            return EVERYTHING
        taint = CLEAN
        for name in names:
            mark = _mark(name)
            for member in (mark, *self._groups.get(mark, ())):
                if member in self._met:
                    taint |= self._met[member]
        return taint

    def add(self, conversation: str, taint: Taint, *, group: str = "") -> None:
        """Add taint to the conversation, and to `group` until `name` is called for the conversation.

        A write error is logged.
        """
        before, mark = self.of(conversation), _mark(conversation)
        counted = not group or mark in self._groups.get(_mark(group), ())
        if taint == CLEAN or (before | taint == before and counted):
            return
        self._met[mark] = before | taint
        if group:
            self._groups.setdefault(_mark(group), set()).add(mark)
        self._write({"chat": mark, **_plain(before | taint), **({"of": _mark(group)} if group else {})})

    def name(self, conversation: str) -> None:
        """Remove the conversation from its groups, because it now has its own address."""
        mark = _mark(conversation)
        if any(mark in members for members in self._groups.values()):
            self._forget(mark)
            self._write({"chat": mark, **_plain(self._met.get(mark, CLEAN)), "named": True})

    def rename(self, before: str, after: str) -> None:
        """Copy the taint of `before` to `after`, the address that a new chat got."""
        self.add(after, self.of(before))

    def _catch_up(self, path: Path) -> None:
        """Read the lines appended since the last read. An incomplete last line is left for the next read."""
        if not path.exists() or path.stat().st_size <= self._read:
            return
        with path.open("rb") as file:
            file.seek(self._read)
            text = file.read()
        complete = text[: text.rfind(b"\n") + 1]
        self._read += len(complete)
        for line in complete.split():
            try:
                entry = json.loads(line)
                mark, taint = str(entry["chat"]), Taint(bool(entry["private"]), bool(entry["untrusted"]))
            except (ValueError, KeyError, TypeError):
                log.warning("%s holds a line that can't be read", path)
                continue
            self._met[mark] = self._met.get(mark, CLEAN) | taint
            if entry.get("named"):
                self._forget(mark)
            elif entry.get("of"):
                self._groups.setdefault(str(entry["of"]), set()).add(mark)

    def _forget(self, mark: str) -> None:
        for members in self._groups.values():
            members.discard(mark)

    def _write(self, entry: dict[str, object]) -> None:
        if self._path is None:
            return
        # Start with a line end: a crash may have left an incomplete line at the end of the file.
        line = "\n" + json.dumps(entry, separators=(",", ":")) + "\n"
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "ab") as file:
                file.write(line.encode())
        except OSError as error:
            log.warning("%s can't be written (%s): overlay forgets this when it ends", self._path, error)


def _plain(taint: Taint) -> dict[str, bool]:
    return {"private": taint.private, "untrusted": taint.untrusted}


def _mark(conversation: str) -> str:
    return hashlib.sha256(conversation.encode("utf-8", "surrogatepass")).hexdigest()
