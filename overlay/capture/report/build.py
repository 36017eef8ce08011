"""Writes the report of verdicts as one HTML file.

The content of a recording is untrusted: every text goes through the template's escaping and through `prose`,
and the file's Content Security Policy allows only the report's script, by its hash.
"""

from __future__ import annotations

import shlex
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

import injected_js
from overlay.capture.check.causes import causes_in, report_entries
from overlay.capture.check.model import KINDS, Difference, Outcome, Shown, Verdict
from overlay.capture.check.text_diff import pieces
from overlay.capture.report.timeline import timeline
from overlay.common import language
from overlay.common.language import mark, translate
from overlay.common.output_file import output_file
from overlay.common.terminal_text import prose

HERE = Path(__file__).parent
MOST_PICTURES = 300
"""Maximum number of pictures in a report."""
LARGEST = 4_000_000
"""Maximum size of a picture in bytes; larger ones are left out."""

Pieces = list[tuple[bool, str]]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a diff: its mark, and its text as pieces (differs, text)."""

    mark: str
    pieces: Pieces


def write(path: Path, verdicts: Sequence[Verdict], seconds: float) -> None:
    """Write the report of a check that took `seconds`. Raises UsageError if it can't be written."""
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["safe_text"] = prose
    style, script = Markup(injected_js.design_tokens()) + _own("report.css"), _own("report.js")  # noqa: S704
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    ordered = sorted(verdicts, key=lambda verdict: verdict.ok)
    given: dict[str, Any] = {
        "timeline": timeline,
        "_": language.translate,
        "language": language.current(),
        "counted": counted,
        "differences": differences,
        "by_kind": by_kind,
        "percent": percent,
        "kinds": KINDS,
        "style": style,
        "script": script,
        "policy": _policy(style, script),
        "verdicts": ordered,
        "repeated": _repeated(ordered),
        "outcomes": outcomes,
        "words": OUTCOMES,
        "present": [
            kind for kind in KINDS if any(one.kind == kind for v in verdicts for one in v.differences)
        ],
        "seconds": seconds,
        "made": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "lines": lines,
        "values": values,
        "pictures": _Album(),
        "accepting": accepting,
    }
    with output_file(path) as file:
        for part in environment.get_template("report.html").generate(given):
            file.write(part.encode("utf-8", "replace"))


def _repeated(verdicts: Sequence[Verdict]) -> dict[int, int]:
    """Return which verdicts only repeat an earlier one, and which: the numbers of both, from 1."""
    numbers = {id(verdict): number for number, verdict in enumerate(verdicts, 1)}
    groups = report_entries([verdict for verdict in verdicts if not verdict.ok])
    return {numbers[id(one)]: numbers[id(entry.verdict)] for entry in groups for one in entry.again}


def accepting(verdict: Verdict) -> str:
    """Return the command that accepts what a verdict found. The report may be read on another machine, so a
    folder below the present one is named from there.
    """
    folder, here = Path(verdict.folder), Path.cwd()
    words = shlex.quote(folder.relative_to(here).as_posix() if folder.is_relative_to(here) else str(folder))
    if verdict.live:
        return f"overlay capture --like {words} --force -o {words}"
    return f"overlay check --update {words}"


OUTCOMES: dict[Outcome, str] = {
    "different": mark("different"),
    "error": mark("not checked"),
    "same": mark("the same"),
    "updated": mark("accepted"),
}
_DIFFERENCES = (mark("1 difference"), mark("{count} differences"))


def counted(one: str, several: str, count: int) -> str:
    """Return the text for a count of one, or `several` with the `{count}`."""
    return one if count == 1 else several.format(count=count)


def differences(verdict: Verdict) -> str:
    """Return the number of differences by kind; those that follow from others are not counted."""
    found = causes_in(verdict)
    one, several = map(translate, _DIFFERENCES)
    return f"{counted(one, several, len(found))} ({by_kind(found)})"


def percent(share: float) -> str:
    """Return a share as a percentage; a share above zero is never shown as zero."""
    return f"{share:.1%}" if share >= 0.001 or not share else "< 0.1%"


def by_kind(differences: Iterable[Difference]) -> str:
    """Return the number of differences of each kind."""
    kinds = Counter(translate(KINDS[one.kind]) for one in differences)
    return ", ".join(f"{kind}: {count}" for kind, count in kinds.items())


def lines(difference: Difference) -> Iterator[Line]:
    """Yield the lines of a diff; lines that replace the same number of lines show which words changed."""
    diff = difference.diff
    at = 0
    while at < len(diff):
        gone = _run(diff, at, "-")
        come = _run(diff, at + len(gone), "+")
        if len(gone) == len(come) > 0:
            pairs = [pieces(prose(was), prose(now)) for was, now in zip(gone, come, strict=True)]
            yield from (Line("-", left) for left, _ in pairs)
            yield from (Line("+", right) for _, right in pairs)
            at += len(gone) + len(come)
        else:
            run = max(len(gone) + len(come), 1)
            yield from (Line(mark, [(False, prose(text))]) for mark, text in diff[at : at + run])
            at += run


def _run(diff: Sequence[tuple[str, str]], at: int, mark: str) -> list[str]:
    found: list[str] = []
    while at < len(diff) and diff[at][0] == mark:
        found.append(diff[at][1])
        at += 1
    return found


def values(difference: Difference) -> tuple[Pieces, Pieces]:
    """Return the expected and the new value as pieces."""
    was, now = prose(difference.expected), prose(difference.got)
    if was and now:
        return pieces(was, now)
    return [(False, was)], [(False, now)]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture as a `data:` URL, with its size in pixels."""

    url: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Images:
    """The pictures of a moment; None for one that is missing or that the report can't hold. `same`: the
    expected one is like the new one, and so is left out.
    """

    expected: Image | None
    got: Image | None
    difference: Image | None
    same: bool


class _Album:
    """Returns the pictures of a moment. Pictures that are too large, or too many, are left out."""

    def __init__(self) -> None:
        self._left = MOST_PICTURES

    def __call__(self, shown: Shown) -> Images:
        pictures = shown.pictures
        expected = self._image(pictures.expected) if shown.differs else None
        difference = self._image(pictures.difference)
        return Images(expected, self._image(pictures.got), difference, not shown.differs)

    def _image(self, path: str) -> Image | None:
        if not path or not self._left:
            return None
        try:
            data = Path(path).read_bytes()
        except OSError:
            return None
        if len(data) > LARGEST or not data.startswith(b"\x89PNG"):
            return None
        self._left -= 1
        width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
        return Image("data:image/png;base64," + b64encode(data).decode(), width, height)


def _own(name: str) -> Markup:
    # The file is part of overlay, so it needs no escaping.
    return Markup((HERE / name).read_text(encoding="utf-8"))  # noqa: S704


def _policy(style: str, script: str) -> str:
    def hashed(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    return (
        f"default-src 'none'; img-src data:; style-src {hashed(style)}; script-src {hashed(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
