"""What a conversation has met: private data, and others' words. It stays met, after a restart too."""

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
    """What stands in a conversation by now."""

    private: bool = False
    untrusted: bool = False

    def __or__(self, other: Taint) -> Taint:
        return Taint(self.private or other.private, self.untrusted or other.untrusted)


CLEAN = Taint()
EVERYTHING = Taint(private=True, untrusted=True)


class Taints:
    """By conversation. With `path`, kept in that file: one JSON object a line, `{"chat", "private",
    "untrusted"}`, where `chat` is a hash; it is only appended to, so two companions may share it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._read = 0
        self._met: dict[str, Taint] = {}

    def of(self, *names: str) -> Taint:
        """Return what a conversation of these names has met; everything, if the file can't be read."""
        try:
            self._catch_up()
        except OSError as error:
            log.warning(
                "%s can't be read (%s): every chat counts as having met everything", self._path, error
            )
            return EVERYTHING
        met = CLEAN
        for name in names:
            met |= self._met.get(_mark(name), CLEAN)
        return met

    def add(self, conversation: str, taint: Taint) -> None:
        """A tool of these classes runs in the conversation now. A file that can't be written is logged."""
        before = self.of(conversation)
        if before | taint == before:
            return
        mark = _mark(conversation)
        self._met[mark] = before | taint
        self._write(mark, before | taint)

    def rename(self, before: str, after: str) -> None:
        """A new chat got its address: what it met stays with it."""
        self.add(after, self.of(before))

    def _catch_up(self) -> None:
        """Take in what the file holds since it was last read; a line that is being written waits."""
        if self._path is None or not self._path.exists() or self._path.stat().st_size <= self._read:
            return
        with self._path.open("rb") as file:
            file.seek(self._read)
            text = file.read()
        whole = text[: text.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.split():
            try:
                said = json.loads(line)
                mark, taint = str(said["chat"]), Taint(bool(said["private"]), bool(said["untrusted"]))
            except (ValueError, KeyError, TypeError):
                log.warning("%s holds a line that can't be read", self._path)
                continue
            self._met[mark] = self._met.get(mark, CLEAN) | taint

    def _write(self, mark: str, taint: Taint) -> None:
        if self._path is None:
            return
        said = {"chat": mark, "private": taint.private, "untrusted": taint.untrusted}
        # A line of its own even after one that a crash cut off.
        line = "\n" + json.dumps(said, separators=(",", ":")) + "\n"
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(descriptor, "ab") as file:
                file.write(line.encode())
        except OSError as error:
            log.warning("%s can't be written (%s): overlay forgets it at its end", self._path, error)


def _mark(conversation: str) -> str:
    return hashlib.sha256(conversation.encode("utf-8", "surrogatepass")).hexdigest()
