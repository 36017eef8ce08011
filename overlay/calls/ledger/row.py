"""One call as the ledger keeps it, and how it becomes a row: nothing gets there unredacted or unbounded."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields
from hashlib import sha256
from typing import Any, Literal

from overlay.common.secrets import hide
from overlay.common.secrets.arguments import redact

Status = Literal[
    "detected", "asked", "allowed", "running", "done", "failed", "denied", "cancelled", "unknown", "invalid"
]
NOT_STARTED: frozenset[Status] = frozenset(("detected", "asked", "allowed"))

MAX_RESULT = 64_000
"""Code points of a result that are kept."""
MAX_TEXT = 8_000
"""Code points of each text in the arguments that are kept."""
MAX_ARGUMENTS = 64_000
"""Code points of all arguments together, as JSON."""
_MARGIN = 8_000
"""A secret that the cut goes through is found if so much of what follows is looked at too."""


@dataclass(slots=True)
class Row:
    """One call. Times are seconds since 1970 (UTC), None for what has not happened.

    `site` is the page's origin, `home` the conversation's key ("" while it has none), `place` the address
    within the site, `turn` the message, `call_id` the id by which the model knows the call, `mark` the hash
    of name, id and arguments, `answers` what its answer replies to ("" if that is not known). `run` wrote it
    last. `result` is the text of what came of it, of `result_size`
    code points before it was cut.
    """

    id: str
    run: str
    site: str
    home: str
    place: str
    turn: str
    call_id: str
    mark: str
    tool: str
    server: str = ""
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    definition: str = ""
    format: str = ""
    confidence: str = ""
    version: str = ""
    status: Status = "detected"
    decided_by: str = ""
    detected: float | None = None
    asked: float | None = None
    decided: float | None = None
    started: float | None = None
    ended: float | None = None
    inserted: float | None = None
    result: str | None = None
    result_size: int | None = None
    private: bool = False
    error_code: str | None = None
    answers: str = ""

    @property
    def over(self) -> bool:
        """Nothing more can come of it."""
        return self.status not in NOT_STARTED and self.status != "running"


COLUMNS: tuple[str, ...] = tuple(one.name for one in fields(Row))


@dataclass(frozen=True, slots=True)
class Note:
    """What is to be written: a row as it is now, and which columns of it if it is there already.

    `schema` is the tool's JSON Schema: it says which arguments are secret.
    """

    row: Row
    columns: Collection[str] = COLUMNS
    schema: Mapping[str, Any] = field(default_factory=dict[str, Any])


def stored(note: Note) -> dict[str, Any]:
    """Return the values for the database, by column; what `note` does not tell of stays out of it."""
    row = note.row
    values: dict[str, Any] = {name: getattr(row, name) for name in COLUMNS}
    values["arguments"] = bounded(row.arguments, note.schema) if "arguments" in note.columns else "{}"
    values |= {name: address(values[name]) for name in ("home", "place", "tool", "call_id")}
    told = row.result is not None and "result" in note.columns
    values["result"] = hide((row.result or "")[: MAX_RESULT + _MARGIN])[:MAX_RESULT] if told else None
    values["private"] = int(row.private)
    return {name: clean(value) if isinstance(value, str) else value for name, value in values.items()}


def address(text: str) -> str:
    """Return an address, a name or an id as the ledger keeps it: a short hash replaces each secret."""
    return hide(
        text, lambda secret: f"[redacted {sha256(secret.encode('utf-8', 'replace')).hexdigest()[:8]}]"
    )


def read(found: sqlite3.Row) -> Row:
    """Return what the database holds as a Row."""
    values: dict[str, Any] = {name: found[name] for name in COLUMNS}
    values["arguments"] = json.loads(values["arguments"])
    values["private"] = bool(values["private"])
    return Row(**values)


def bounded(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return arguments as redacted JSON of a bounded length; what was left out is said in its place."""
    text = json.dumps(redact(arguments, schema, _kept), ensure_ascii=False, default=str)
    if len(text) <= MAX_ARGUMENTS:
        return text
    return json.dumps({"…": _shortened(text, len(text))}, ensure_ascii=False)


def clean(text: str) -> str:
    """Return `text` without half pairs, which no UTF-8 file can hold."""
    return text.encode("utf-8", "replace").decode()


def _kept(text: str) -> str:
    return _shortened(hide(text[: MAX_TEXT + _MARGIN]), len(text))


def _shortened(text: str, whole: int) -> str:
    """`text`, which stands for `whole` code points, or its beginning and how much is left out."""
    return text if whole <= MAX_TEXT else f"{text[:MAX_TEXT]}… ({whole - MAX_TEXT} more characters)"
