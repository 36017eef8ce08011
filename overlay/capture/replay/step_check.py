"""Checks that the steps of a recording can be applied, before a browser is opened for it."""

from __future__ import annotations

from overlay.capture.dom_tree import Tree
from overlay.capture.model import Opened, PackedLine, PackedStep, UncheckedLine, UncheckedStep
from overlay.capture.recording import PAGE, CorruptRecording, Recording


class CheckedTree(Tree):
    """The tree of one document. An invalid operation raises CorruptRecording with the step and the node."""

    def fault(self, what: str) -> None:
        """Raise CorruptRecording."""
        raise CorruptRecording(f"{self.where}: {what}. Record it again.")


def checked_page(recording: Recording, *, played: bool = False) -> list[UncheckedLine]:
    """Return the documents and steps of a recording.

    Raises CorruptRecording if a step can't be applied, or belongs to a document that does not exist. If the
    recording was `played` before, and its files have checksums, its steps can be applied: this is not tried
    again, because it takes a quarter of Python's time in a replay.
    """
    lines: list[UncheckedLine] = []
    documents: set[int] = set()
    known = played and PAGE in recording.manifest.files
    for line in recording.unchecked_page() if known else map(_plain, recording.packed_page(CheckedTree)):
        if isinstance(line, Opened):
            documents.add(line.doc)
        elif line.doc not in documents:
            raise CorruptRecording(
                f"{line.t} at {line.at:g} ms: there is no document {line.doc}. Record it again."
            )
        lines.append(line)
    return lines


def _plain(line: PackedLine) -> UncheckedLine:
    if not isinstance(line, PackedStep):
        return line
    ops = [op.model_dump(exclude_defaults=True) for op in line.ops]
    return UncheckedStep(at=line.at, doc=line.doc, n=line.n, ops=ops)
