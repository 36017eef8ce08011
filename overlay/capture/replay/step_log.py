"""Describes each event of a replay in one line, for a user who watches the replay."""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlsplit

from overlay.capture.model import Answered, Closed, LogLine, Opened, Pressed
from overlay.capture.replay.player import Moment
from overlay.common.terminal_text import one_line

CHANGES = {
    "add": "added",
    "del": "removed",
    "text": "text",
    "attr": "attribute",
    "value": "box",
    "shadow": "shadow root",
    "sheets": "styles",
    "url": "address",
    "again": "rebuilt",
    "anew": "rebuilt",
    "sent": "press or Enter",
}
WIDE = 100


def describe(moment: Moment) -> str:
    """Return one line with the time, the event, and what overlay logged because of it."""
    made = "; ".join(_line(line) for line in moment.lines)
    return f"{moment.at / 1000:8.2f} s  {_what(moment)}{'  →  ' + made if made else ''}"


def _what(moment: Moment) -> str:
    what = moment.what
    match what:
        case Opened():
            where = urlsplit(what.url)
            kind = "frame" if what.frame else "document"
            return one_line(f"{kind} {what.doc} opened: {where.netloc}{where.path}", WIDE)
        case Closed():
            return f"document {what.doc} closed"
        case Pressed():
            return f"the user presses {what.action} on block {what.block}"
        case Answered():
            scope = what.verdict.get("scope", "deny")
            return one_line(f"the user answers {scope} for block {what.block}", WIDE)
        case None:
            return "the end"
        case _:
            counted = Counter(CHANGES.get(op.get("o", ""), "unknown change") for op in what.ops)
            changes = ", ".join(f"{count} {change}" for change, count in counted.items())
            return f"step {what.n}: {changes or 'nothing'}"


def _line(line: LogLine) -> str:
    name = line.info.get("name", "")
    whose = f"block {line.block} " if line.block else ""
    return one_line(f"{whose}{line.kind}{f' {name}' if name else ''}", WIDE)
