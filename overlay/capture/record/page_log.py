"""Builds the page lines of a recording from the messages of the page's recorder, which are flat and split."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from observers.document import Document
from observers.protocol import Recorded
from observers.recording_protocol import (
    AddNode,
    AttachShadow,
    CopySubtree,
    DocumentStarted,
    MutationStep,
    NodeData,
    Op,
    PageInfo,
    RebuildChildren,
    SetSheets,
    SpliceText,
)
from overlay.capture.model import Closed, Opened, PackedLine, PackedStep

DEPTH = 120
"""Maximum depth of nested nodes in one operation; a deeper node is added to its parent by a separate one."""
DOCUMENT = 1
"""The id of the document node in each document."""
Plain = dict[str, Any]


@dataclass(slots=True)
class _DocumentState:
    """One document: its number (0 before its first line), and the operations that are in no line yet.

    `held` is the step that ended when no line had the element of a frame yet. `largest` is the largest number
    of a node that was reported; with `open_ended`, nodes in a copied part have larger ones.
    """

    page: int
    number: int = 0
    begun: DocumentStarted | None = None
    held: MutationStep | None = None
    left_out: bool = False
    ops: list[Op] = field(default_factory=list[Op])
    largest: int = DOCUMENT
    open_ended: bool = False

    def note(self, ops: Iterable[Op]) -> None:
        """Note the numbers of the nodes that operations add."""
        for op in ops:
            match op:
                case AddNode():
                    number, copied = op.node.id, False
                case AttachShadow():
                    number, copied = op.root, False
                case CopySubtree():
                    number, copied = op.id, True
                case RebuildChildren():
                    number, copied = op.first, True
                case _:
                    continue
            if number >= self.largest:
                self.largest, self.open_ended = number, copied

    def may_lack(self, number: int) -> bool:
        """Return whether a node with that number was not reported yet: its step is still to come."""
        return number > self.largest and not self.open_ended


class Pages:
    """Numbers documents, pages and steps, and builds their lines.

    `clock` converts milliseconds since 1970 (None: now) to milliseconds of the recording. `step` is the
    number of the last step, `url` the URL of the first document, `about` says how the first page was shown.
    """

    def __init__(self, clock: Callable[[float | None], float]) -> None:
        self.step = 0
        self.url = ""
        self.about: PageInfo | None = None
        self._first: Any = None
        self._clock = clock
        self._states: dict[Document, _DocumentState] = {}
        self._pages: dict[Any, int] = {}
        self._documents = 0

    def number(self, document: Document) -> int:
        """Return a document's number; 0 if it has no line yet."""
        state = self._states.get(document)
        return state.number if state else 0

    def is_first(self, document: Document) -> bool:
        """Return whether a document is in the page that was recorded first."""
        return self._first is document.page

    def took(self, document: Document, record: Recorded) -> list[PackedLine]:
        """Take a recorder message and return the lines that are complete after it."""
        state = self._states.get(document)
        if state is None:
            page = self._pages.setdefault(document.page, len(self._pages) + 1)
            state = self._states[document] = _DocumentState(page)
        lines: list[PackedLine] = []
        for entry in record.entries:
            if isinstance(entry, DocumentStarted):
                state.begun = entry
                continue
            state.ops += entry.ops
            state.note(entry.ops)
            if not entry.over:
                continue
            if state.number:
                lines.append(self._step(state, entry, nested(state.ops)))
                state.ops = []
                lines += self._began_frames(document)
            else:
                lines += self._began(document, state, entry)
        return lines

    def closed(self, document: Document) -> list[PackedLine]:
        """Return the line for a closed document, if the document was recorded."""
        state = self._states.pop(document, None)
        if state is None or not state.number:
            return []
        return [Closed(at=self._clock(None), doc=state.number)]

    def _began(self, document: Document, state: _DocumentState, step: MutationStep) -> list[PackedLine]:
        """Return the lines of a document that has none yet, and of the frames that waited for it."""
        begun = state.begun
        around = None if document.top else self._top(document)
        # A frame without an element belongs to a document that is not recorded.
        unknown = begun is None or (begun.url == "about:blank" if document.top else not begun.frame)
        state.left_out = unknown or bool(around and around.left_out)
        if begun is None or state.left_out:
            state.ops = []
            return []
        if not document.top and (around is None or not around.number or around.may_lack(begun.frame)):
            state.held = step
            return []
        if document.top and self._first in (None, document.page):
            self.about, self._first = begun.about, document.page
        lines = self._opened(state, begun, (around.number, begun.frame) if around else None, step)
        return lines + self._began_frames(document)

    def _began_frames(self, document: Document) -> list[PackedLine]:
        """Return the lines of the frames that waited for the document."""
        lines: list[PackedLine] = []
        if document.top:
            for other, waits in [*self._states.items()]:
                if waits.held and other.page is document.page:
                    lines += self._began(other, waits, waits.held)
        return lines

    def _top(self, document: Document) -> _DocumentState | None:
        """Return the page's newest document; the one before may not be closed yet."""
        tops = [state for other, state in self._states.items() if other.top and other.page is document.page]
        return tops[-1] if tops else None

    def _opened(
        self,
        state: _DocumentState,
        begun: DocumentStarted,
        frame: tuple[int, int] | None,
        step: MutationStep,
    ) -> list[PackedLine]:
        self._documents += 1
        state.number, state.held = self._documents, None
        tree: list[Any] = []
        sheets: list[str] = []
        rest: list[Plain | Op] = []
        for op in nested(state.ops):
            if isinstance(op, dict) and op["o"] == "add" and op["parent"] == DOCUMENT:
                tree.append(op["node"])
            elif isinstance(op, SetSheets) and not op.id:
                sheets = op.sheets
            else:
                rest.append(op)
        state.ops = []
        self.url = self.url or begun.url
        opened = Opened.model_validate(
            {
                "at": self._clock(begun.at),
                "doc": state.number,
                "page": state.page,
                "frame": frame,
                "url": begun.url,
                "title": begun.title,
                "tree": tree,
                "sheets": sheets,
            }
        )
        return [opened, self._step(state, step, rest)] if rest else [opened]

    def _step(self, state: _DocumentState, moment: MutationStep, ops: list[Plain | Op]) -> PackedStep:
        self.step += 1
        return PackedStep.model_validate(
            {"at": self._clock(moment.at), "doc": state.number, "n": self.step, "ops": ops}
        )


def nested(ops: Iterable[Op]) -> list[Plain | Op]:
    """Return the operations of a step as a recording has them.

    A node that is added to a new node is nested in that node; operations with a tree are dicts. The others
    are the same in a recording.
    """
    made: dict[int, tuple[Plain, int]] = {}
    found: list[Plain | Op] = []
    for op in ops:
        match op:
            case AddNode():
                parent, depth = made.get(op.parent, (None, 0))
                node = _plain(op.node)
                if parent is None or op.before or depth >= DEPTH:
                    depth = 0
                    found.append({"o": "add", "parent": op.parent, "before": op.before, "node": node})
                else:
                    parent["kids"].append(node)
                # A node with only an id is moved, not new: changes to it stay separate operations.
                if len(node) > 1:
                    made[op.node.id] = node, depth + 1
            case AttachShadow():
                shadow: Plain = {"id": op.root, "kids": [], "sheets": op.sheets}
                host, depth = made.get(op.id, (None, 0))
                if host is None:
                    found.append({"o": "shadow", "id": op.id, "shadow": shadow})
                else:
                    host["shadow"] = shadow
                made[op.root] = shadow, depth + 1
            case SpliceText() if op.id in made and not op.cut:
                _lengthen(made[op.id][0], op)
            case _:
                found.append(op)
    return found


def _lengthen(node: Plain, op: SpliceText) -> None:
    """Append a piece of a long text to its node; the pieces come in order."""
    key = "text" if "text" in node else "comment"
    node[key] = str(node[key]) + str(op.text)


def _plain(node: NodeData) -> Plain:
    plain = node.model_dump(exclude_defaults=True)
    return {**plain, "kids": []} if node.tag is not None else plain
