"""Checks that the steps of a recording can be applied, before a browser is opened for it."""

from __future__ import annotations

from collections.abc import Iterable

from overlay.capture.dom_tree import Tree
from overlay.capture.model import Opened, PageLine, Step
from overlay.capture.recording import CorruptRecording


class CheckedTree(Tree):
    """The tree of one document. An invalid operation raises CorruptRecording with the step and the node."""

    def __init__(self, opened: Opened) -> None:
        self._where = f"document {opened.doc}"
        super().__init__(opened)

    def apply_step(self, step: Step) -> None:
        """Apply all operations of a step."""
        self._where = f"step {step.n}"
        for op in step.ops:
            self.apply(op)

    def fault(self, what: str) -> None:
        """Raise CorruptRecording."""
        raise CorruptRecording(f"{self._where}: {what}. Record it again.")


def trees_of(lines: Iterable[PageLine]) -> dict[int, CheckedTree]:
    """Return the final tree of each document, closed ones included, by number.

    Raises CorruptRecording if a step can't be applied.
    """
    trees: dict[int, CheckedTree] = {}
    for line in lines:
        if isinstance(line, Opened):
            trees[line.doc] = CheckedTree(line)
        elif line.doc not in trees:
            raise CorruptRecording(
                f"{line.t} at {line.at:g} ms: there is no document {line.doc}. Record it again."
            )
        elif isinstance(line, Step):
            trees[line.doc].apply_step(line)
    return trees
