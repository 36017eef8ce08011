"""Compares trees (one indented line for each element) and describes what moved, appeared or changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from overlay.capture.check.model import DiffLine
from overlay.capture.check.text_diff import lines, middle

MOST = 100
"""Maximum number of changed lines to examine; the first ones are enough to describe a change."""
_TAG = re.compile(r"<([\w:.-]+)((?:\s.*)?)>$")
_ATTRIBUTE = re.compile(r"""([\w:@.-]+)(?:=("(?:[^"\\]|\\.)*"|'[^']*'|\S+))?""")
_ROLE = re.compile(r"- ([\w-]+)(?: \"([^\"]*)\")?")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a tree: its text without the indent, and the names of the elements around it."""

    text: str
    around: tuple[str, ...]

    @property
    def inside(self) -> str:
        """The name of the parent element."""
        return self.around[-1] if self.around else "the root"


def diff(expected: str, got: str) -> list[DiffLine]:
    """Return the lines that differ, with context."""
    return lines(expected.splitlines(), got.splitlines())


def describe(expected: str, got: str) -> str:
    """Describe the difference of two trees in one line: the first change, and how many more there are."""
    before, after = _places(expected), _places(got)
    found = list(_changes(before, after)) or list(_reordered(before, after))
    if not found:
        return "only the order or the nesting of its lines changed"
    more = f", and {len(found) - 1} more" if len(found) > 1 else ""
    return found[0] + more


def name(line: str) -> str:
    """Return the name of a line: `button.execute-button`, `button "Execute"`, or its text."""
    if tag := _TAG.match(line.strip()):
        classes = _attributes(line.strip()).get("class", "").strip("\"'").split()
        return tag[1] + "".join(f".{one}" for one in classes[:2])
    if role := _ROLE.match(line.strip()):
        return role[1] + (f' "{middle(role[2], 40)}"' if role[2] else "")
    return middle(line.strip(), 60)


def _places(tree: str) -> list[Place]:
    found: list[Place] = []
    open_ones: list[tuple[int, str]] = []
    for line in tree.splitlines():
        text = line.strip()
        depth = len(line) - len(line.lstrip())
        while open_ones and open_ones[-1][0] >= depth:
            open_ones.pop()
        if text:
            found.append(Place(text, tuple(label for _, label in open_ones)))
            open_ones.append((depth, name(text)))
    return found


def _changes(expected: Sequence[Place], got: Sequence[Place]) -> Iterator[str]:
    gone = _rest(expected, got)[:MOST]
    come = _rest(got, expected)[:MOST]
    texts = {place.text: place for place in come}
    # Moves come first because they explain the rest. Elements inside a moved or changed one are not reported.
    moved = [place for place in gone if place.text in texts]
    heads = {name(place.text) for place in moved}
    before, after = {name(place.text) for place in gone}, {name(place.text) for place in come}
    for place in moved:
        now = texts[place.text].inside
        if not heads & set(place.around) and not (place.inside in before and now in after):
            yield f"{name(place.text)} moved from {place.inside} to {now}"
    gone = [place for place in gone if place.text not in texts]
    come = [place for place in come if place not in [texts[one.text] for one in moved]]
    for place in list(gone):
        twin = next((one for one in come if _same_element(one, place)), None)
        if twin:
            gone.remove(place)
            come.remove(twin)
            yield _changed(place, twin)
    yield from _tops(gone, "is missing in")
    yield from _tops(come, "is new in")


def _rest(places: Sequence[Place], without: Sequence[Place]) -> list[Place]:
    left = Counter(without)
    found: list[Place] = []
    for place in places:
        if left[place]:
            left[place] -= 1
        else:
            found.append(place)
    return found


def _same_element(one: Place, other: Place) -> bool:
    mine, theirs = _TAG.match(one.text), _TAG.match(other.text)
    if one.inside.split(".")[0] != other.inside.split(".")[0] or bool(mine) != bool(theirs):
        return False
    if mine and theirs:
        return mine[1] == theirs[1] and (name(one.text) == name(other.text) or one.around == other.around)
    roles = _ROLE.match(one.text), _ROLE.match(other.text)
    if roles[0] and roles[1]:
        return roles[0][1] == roles[1][1]
    return not (roles[0] or roles[1])


def _changed(expected: Place, got: Place) -> str:
    mine, theirs = _attributes(expected.text), _attributes(got.text)
    label = name(expected.text)
    for key in sorted(mine.keys() | theirs.keys()):
        if key not in theirs:
            return f"{label} lost {key}={middle(mine[key], 40)}"
        if key not in mine:
            return f"{label} got {key}={middle(theirs[key], 40)}"
        if mine[key] != theirs[key]:
            return f"{label} has {key}={middle(theirs[key], 40)}, not {middle(mine[key], 40)}"
    if _TAG.match(expected.text):
        return f"{label} changed"
    return f"{middle(got.text, 60)} is in {got.inside}, not {middle(expected.text, 60)}"


def _attributes(text: str) -> dict[str, str]:
    tag = _TAG.match(text)
    return {found[1]: found[2] or "" for found in _ATTRIBUTE.finditer(tag[2])} if tag else {}


def _tops(places: Sequence[Place], how: str) -> Iterator[str]:
    labels = {name(place.text) for place in places}
    for place in places:
        if place.inside not in labels:
            yield f"{name(place.text)} {how} {place.inside}"


def _reordered(expected: Sequence[Place], got: Sequence[Place]) -> Iterator[str]:
    for one, other in zip(expected, got, strict=False):
        if one != other:
            yield f"{name(one.text)} and {name(other.text)} changed places in {other.inside}"
            return
