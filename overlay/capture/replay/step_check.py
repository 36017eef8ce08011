"""Checks that the steps of a recording can be applied, before a browser is opened for it."""

from __future__ import annotations

from overlay.capture.dom_tree import Tree
from overlay.capture.model import Opened, PackedLine
from overlay.capture.recording import PAGE, CorruptRecording, Recording


class CheckedTree(Tree):
    """The tree of one document. An invalid operation raises CorruptRecording with the step and the node."""

    def fault(self, what: str) -> None:
        """Raise CorruptRecording."""
        raise CorruptRecording(f"{self.where}: {what}. Record it again.")


def checked_page(recording: Recording, *, played: bool = False) -> list[PackedLine]:
    """Return the documents and steps of a recording.

    Raises CorruptRecording if a step can't be applied, or belongs to a document that does not exist. If the
    recording was `played` before, and its files have checksums, its steps can be applied: this is not tried
    again, because it takes a sixth of Python's time in a replay.
    """
    lines: list[PackedLine] = []
    documents: set[int] = set()
    known = played and PAGE in recording.manifest.files
    for line in recording.packed_page(None if known else CheckedTree):
        if isinstance(line, Opened):
            documents.add(line.doc)
        elif line.doc not in documents:
            raise CorruptRecording(
                f"{line.t} at {line.at:g} ms: there is no document {line.doc}. Record it again."
            )
        lines.append(line)
    return lines
