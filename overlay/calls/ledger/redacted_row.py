"""A call as a row of the ledger: secrets are redacted and texts are cut before they are stored."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Literal

from overlay.common.secrets import hide
from overlay.common.secrets.arguments import redact

RowStatus = Literal[
    "detected", "asked", "allowed", "running", "done", "failed", "denied", "cancelled", "unknown", "invalid"
]
NOT_STARTED: frozenset[RowStatus] = frozenset(("detected", "asked", "allowed"))

MAX_RESULT = 64_000
"""Code points of a result that are stored at most."""
MAX_TEXT = 8_000
"""Code points of each text in the arguments that are stored at most."""
MAX_ARGUMENTS = 64_000
"""Code points of all arguments as JSON above which only the beginning is stored."""
_MARGIN = 8_000
"""Code points after the cut that are searched for secrets too, to find a secret that the cut would split."""


@dataclass(slots=True)
class RedactedRow:
    """One call. Times are seconds since 1970 (UTC), null for what has not happened."""

    id: str
    """Identifies the row; `overlay history` shows its beginning."""
    run: str
    """Id of the run of overlay that wrote it last."""
    site: str
    """Origin of the page."""
    home: str
    """Key of the conversation; empty while it has none."""
    place: str
    """Address within the site."""
    turn: str
    """Id of the message."""
    call_id: str
    """The id by which the model knows the call."""
    mark: str
    """Hash of name, id and arguments."""
    tool: str
    """Name of the tool."""
    server: str = ""
    """The MCP server of the tool; empty for other tools."""
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    """The arguments that ran, without secrets."""
    definition: str = ""
    """Fingerprint of the tool's definition."""
    format: str = ""
    """Name of the format in which the call is written."""
    confidence: str = ""
    """`structured`, `repaired` or `fallback`."""
    version: str = ""
    """Version of overlay that wrote the row."""
    status: RowStatus = "detected"
    """State of the call."""
    decided_by: str = ""
    """Why it was allowed or denied: `click`, `answer: once` (or how far the answer reached), `countdown` or
    `policy`.
    """
    detected: float | None = None
    """When its text was complete."""
    asked: float | None = None
    """When the user was asked about it."""
    decided: float | None = None
    """When it was allowed or denied."""
    started: float | None = None
    """When the tool began."""
    ended: float | None = None
    """When the tool was done."""
    inserted: float | None = None
    """When its result was put into the message box."""
    result: str | None = None
    """The result as text, without secrets; long ones are cut."""
    result_size: int | None = None
    """How many characters the result had before it was cut."""
    private: bool = False
    """The result is shown only in the panel."""
    error_code: str | None = None
    """Why the call failed, one of `ErrorCode`, such as `tool_timeout`."""
    answers: str = ""
    """The message that its answer replies to; empty if unknown."""
    printed: dict[str, Any] | None = None
    """The arguments that the model wrote, if the user changed them."""

    def as_json(self) -> dict[str, Any]:
        """Return the call as a JSON object; times in ISO 8601, UTC."""
        return {**asdict(self), **{name: iso(getattr(self, name)) for name in TIMES}}


TIMES = ("detected", "asked", "decided", "started", "ended", "inserted")
COLUMNS: tuple[str, ...] = tuple(one.name for one in fields(RedactedRow))


@dataclass(frozen=True, slots=True)
class Note:
    """A row to write. If the row exists already, only `columns` are updated.

    `schema` is the tool's JSON Schema, which says which arguments are secret.
    """

    row: RedactedRow
    columns: Collection[str] = COLUMNS
    schema: Mapping[str, Any] = field(default_factory=dict[str, Any])


def stored(note: Note) -> dict[str, Any]:
    """Return the values for the database by column; arguments and result only if `note.columns` has them."""
    row = note.row
    values: dict[str, Any] = {name: getattr(row, name) for name in COLUMNS}
    values["arguments"] = bounded(row.arguments, note.schema) if "arguments" in note.columns else "{}"
    told_first = row.printed is not None and "printed" in note.columns
    values["printed"] = bounded(row.printed or {}, note.schema) if told_first else None
    values |= {name: address(values[name]) for name in ("home", "place", "tool", "call_id")}
    has_result = row.result is not None and "result" in note.columns
    values["result"] = hide((row.result or "")[: MAX_RESULT + _MARGIN])[:MAX_RESULT] if has_result else None
    values["private"] = int(row.private)
    return {name: clean(value) if isinstance(value, str) else value for name, value in values.items()}


def iso(seconds: float | None) -> str | None:
    """Return a time as ISO 8601 in UTC, to the millisecond."""
    if seconds is None:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def address(text: str) -> str:
    """Return an address, a name or an id as the ledger stores it: a short hash replaces each secret."""
    return hide(
        text, lambda secret: f"[redacted {sha256(secret.encode('utf-8', 'replace')).hexdigest()[:8]}]"
    )


def read(row: sqlite3.Row) -> RedactedRow:
    """Convert a row of the database to a Row."""
    values: dict[str, Any] = {name: row[name] for name in COLUMNS}
    values["arguments"] = json.loads(values["arguments"])
    values["printed"] = json.loads(values["printed"]) if values["printed"] else None
    values["private"] = bool(values["private"])
    return RedactedRow(**values)


def bounded(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the arguments as redacted JSON of bounded length; cut texts end with the number left out."""
    text = json.dumps(redact(arguments, schema, _kept), ensure_ascii=False, default=str)
    if len(text) <= MAX_ARGUMENTS:
        return text
    return json.dumps({"…": _shortened(text, len(text))}, ensure_ascii=False)


def clean(text: str) -> str:
    """Return `text` with `?` for each lone surrogate, which UTF-8 can't encode."""
    return text.encode("utf-8", "replace").decode()


def _kept(text: str) -> str:
    return _shortened(hide(text[: MAX_TEXT + _MARGIN]), len(text))


def _shortened(text: str, length: int) -> str:
    """Return `text`, or its beginning and the number of missing code points if it is longer than MAX_TEXT.

    `length` is the length of the original in code points.
    """
    return text if length <= MAX_TEXT else f"{text[:MAX_TEXT]}… ({length - MAX_TEXT} more characters)"
