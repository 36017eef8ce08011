"""Reads a recording that is not saved, to compare it with an earlier one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from overlay.capture.manifest import Manifest
from overlay.capture.model import InputLine, LogLine, PageLine
from overlay.capture.record.manifest import manifest_of
from overlay.capture.record.recorder import Recorder
from overlay.capture.record.redaction import Redacted
from overlay.capture.redact import Secrets


class Unsaved:
    """What `save` would write of a finished recorder, with all words; see there for `patterns`.

    Raises UsageError for an invalid pattern and RuntimeError if nothing was recorded.
    """

    def __init__(self, recorder: Recorder, *, ended: str, patterns: Iterable[str] = ()) -> None:
        self._redacted = Redacted(recorder, Secrets(patterns))
        manifest = manifest_of(recorder, ended=ended)
        self._redacted.look(manifest)
        self.manifest: Manifest = self._redacted.manifest(manifest)

    def page(self) -> Iterator[PageLine]:
        """Yield the page lines."""
        return iter(self._redacted.page())

    def inputs(self) -> Iterator[InputLine]:
        """Yield the inputs."""
        return self._redacted.inputs()

    def live(self) -> Iterator[LogLine]:
        """Yield overlay's event log."""
        return self._redacted.live()
