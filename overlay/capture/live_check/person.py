"""Finds in a recording what the person did: the messages that they sent, their presses and their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from overlay.capture.check.block_history import BlockHistory, block_histories
from overlay.capture.dom_tree import Item, Tree, main_steps
from overlay.capture.live_check.page_look import letters, text_of
from overlay.capture.model import Answered, Delta, Op, Opened, PageLine, Pressed, Put, Step
from overlay.capture.recording import Recording
from overlay.capture.text_growth import TextGrowth
from overlay.common.errors import UsageError
from overlay.detection.results import find_results
from overlay.sites.check.words import parts

EDITABLE = ("", "true", "plaintext-only")
NAMES = ("id", "name", "placeholder", "aria-label")
Name = tuple[str, str]
"""One of the attributes that name a field, and its value."""
LEAST = 4_000.0
"""Milliseconds: a shorter silence of a page is not the end of an answer."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The person sent a message; `text` is "" if overlay had written results into the box before."""

    text: str


@dataclass(frozen=True, slots=True)
class PressedButton:
    """The person pressed the button `action` of the call `number` (from 0) of the tool `name`."""

    name: str
    number: int
    action: str
    values: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Looked:
    """The person only looked at the page."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that the person did.

    Until the next one the page had `changes`, the texts that overlay read became longer by `grown`
    characters, and no text became longer for up to `silence` seconds.
    """

    what: Sent | PressedButton | Looked
    silence: float = LEAST / 1000
    changes: int = 0
    grown: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """All that the person did, in order.

    `answers` are the verdicts on the questions about each tool, and `field_names` those of the text fields
    from which messages were sent.
    """

    deeds: list[Deed]
    answers: dict[str, list[dict[str, object]]]
    field_names: frozenset[Name] = frozenset()


def person_of(recording: Recording) -> Person:
    """Return what the person did. Raises UsageError for a recording that does not tell it."""
    manifest = recording.manifest
    if manifest.minimal or manifest.origin != "live":
        kind = "a minimal recording has no messages" if manifest.minimal else "it was made from a file"
        raise UsageError(
            f"{recording.folder} can't be done again: {kind}",
            # The address in a minimal recording is masked, that in one of a file may be invented.
            advice=f"Record the live page: overlay capture {manifest.profile.get('url') or 'URL'} -o DIR",
        )
    page, inputs = list(recording.page()), list(recording.inputs())
    histories = {history.block: history for history in block_histories(recording.live())}
    timed: list[tuple[float, Sent | PressedButton | Looked]] = []
    by_overlay = [line.at for line in inputs if isinstance(line, Put) and line.sent]
    sent = _sent(page)
    for at, text, _ in sent:
        results = bool(find_results(text))
        if results and any(abs(at - other) < LEAST for other in by_overlay):
            continue
        timed.append((at, Sent("" if results else text)))
    timed += [(line.at, _press(line, histories)) for line in inputs if isinstance(line, Pressed)]
    timed.sort(key=lambda pair: pair[0])
    if not timed and sent_texts(_frames_of(page)):
        raise UsageError(
            f"{recording.folder} can't be done again: its chat is in a frame of the page",
            advice="Open the frame's own address, and record that: overlay capture URL -o DIR",
        )
    timed = timed or [(0.0, Looked())]
    moments, growth = [line.at for line in page], list(_growth(recording.streams()))
    ends = [at for at, _ in timed[1:]] + [manifest.length]
    deeds: list[Deed] = []
    for (at, what), end in zip(timed, ends, strict=True):
        inside = [moment for moment in moments if at < moment <= end]
        grown = [(moment, more) for moment, more in growth if at < moment <= end]
        # A clock or an animation changes the page while an answer is awaited.
        silence = _silence([at, *(moment for moment, _ in grown)] if grown else [at, *inside])
        deeds.append(Deed(what, silence / 1000, len(inside), sum(more for _, more in grown)))
    answers: dict[str, list[dict[str, object]]] = {}
    for line in inputs:
        if isinstance(line, Answered) and line.block in histories:
            answers.setdefault(histories[line.block].name, []).append(dict(line.verdict))
    return Person(deeds, answers, frozenset[Name]().union(*(names for _, _, names in sent)))


def _growth(streams: Iterable[Delta]) -> Iterator[tuple[float, int]]:
    """Yield when a text became longer than before, and by how many characters."""
    growth = TextGrowth()
    for delta in streams:
        if more := growth.add(delta.doc, delta.unit, delta.length):
            yield delta.at_ms, more


def names_of(attributes: Mapping[str, str]) -> frozenset[Name]:
    """Return the names of a field with these attributes; an id without a word is generated."""
    named = {name: attributes.get(name, "") for name in NAMES}
    named["id"] = named["id"] if parts(named["id"]) else ""
    return frozenset((name, value) for name, value in named.items() if value)


def _frames_of(lines: Iterable[PageLine]) -> Iterator[PageLine]:
    """Yield the lines of the documents in frames as if each was a page."""
    for line in lines:
        if not isinstance(line, Opened):
            yield line
        elif line.frame:
            yield line.model_copy(update={"frame": None})


def sent_texts(lines: Iterable[PageLine]) -> list[tuple[float, str]]:
    """Return the time and the text of each message: a box was emptied, and the page shows its text."""
    return [(at, text) for at, text, _ in _sent(lines)]


def _sent(lines: Iterable[PageLine]) -> list[tuple[float, str, frozenset[Name]]]:
    """Return the time and the text of each message, and the names of its box if that is a text field."""
    drafts: dict[tuple[int, int], tuple[str, frozenset[Name]]] = {}
    emptied: list[tuple[float, int, str, frozenset[Name]]] = []
    found: list[tuple[float, str, frozenset[Name]]] = []
    for tree, line in main_steps(lines):
        for box, text in _changed_boxes(tree, line):
            if text.strip():
                # A site may give the box another name once it is emptied.
                names = names_of(box.attrs) if box.tag == "input" else frozenset[Name]()
                drafts[line.doc, box.id] = text, names
            elif before := drafts.pop((line.doc, box.id), None):
                emptied.append((line.at, line.doc, *before))
        emptied = [each for each in emptied if line.at <= each[0] + LEAST]
        waits = any(each[1] == line.doc for each in emptied)
        shown = letters(text_of(tree.root, _is_box)) if waits else ""
        for each in list(emptied):
            if each[1] == line.doc and letters(each[2]) in shown:
                emptied.remove(each)
                found.append((each[0], each[2], each[3]))
    return sorted(found, key=lambda each: each[:2])


def _changed_boxes(tree: Tree, step: Step) -> Iterator[tuple[Item, str]]:
    """Apply a step, and yield each box that it changed, and its text."""
    seen: dict[int, Item] = {}
    values: dict[int, tuple[Item, str]] = {}
    for op in step.ops:
        # Before it is applied: a text that is removed has no parent afterwards.
        seen |= {box.id: box for box in boxes_around(tree, op)}
        tree.apply(op)
        seen |= {box.id: box for box in boxes_around(tree, op)}
        if op.o == "value":
            box = tree.items.get(op.id)
            values |= {box.id: (box, op.value)} if box else {}
    yield from values.values()
    # What a textarea holds is its value.
    yield from ((item, text_of(item)) for item in seen.values() if item.tag != "textarea")


def boxes_around(tree: Tree, op: Op) -> Iterator[Item]:
    """Yield the message boxes in which an operation changes something."""
    item = tree.items.get(getattr(op, "parent", 0) or getattr(op, "id", 0))
    while item:
        if _is_box(item):
            yield item
        item = item.parent


def _is_box(item: Item) -> bool:
    return item.tag == "textarea" or item.attrs.get("contenteditable", "no") in EDITABLE


def _press(line: Pressed, histories: dict[int, BlockHistory]) -> PressedButton:
    history = histories.get(line.block)
    name = history.name if history else ""
    same = [number for number, other in histories.items() if other.name == name and other.kind == "call"]
    return PressedButton(name, sorted(same).index(line.block) if history else 0, line.action, line.values)


def _silence(moments: list[float]) -> float:
    """Return how long the page may be silent before it is quiet, at least LEAST."""
    return max([LEAST, *(1.5 * (later - before) for before, later in pairwise(moments))])
