"""A block in each of its states, as the tests of its looks draw it."""

from __future__ import annotations

from typing import Any

from observers.block_view import EditForm
from overlay.calls.call import Block, Call
from overlay.calls.edit_form import Edit, fields_of
from overlay.calls.outcome import Outcome
from overlay.detection.model import ToolCall
from tests.support.effects import EVERY_EFFECT

READ = ToolCall(name="look", format="xml", span=(0, 0), raw="")
GERMAN = "Rechtsschutzversicherungsgesellschaftenverzeichnis"
SCHEMA: dict[str, Any] = {
    "properties": {
        "zebra": {"type": "string", "description": "A word."},
        "gnu": {"type": "boolean"},
        "kind": {"enum": ["a", "b"]},
    }
}
MARKDOWN = "# a\n\n- **b** `c`\n- [d](https://e.example)\n\n> f\n\n| g |\n|---|\n| h |"
TABLE = '[{"name": "a", "count": 1}, {"name": "b", "count": 2}]'


def _call(**more: Any) -> Block:
    form = more.pop("form", None)
    return Block(1, 0, call=Call(parsed=READ, **more), form=form)


STATES: dict[str, Block] = {
    "streaming": _call(status="streaming"),
    "incomplete": _call(status="incomplete"),
    "invalid": _call(status="invalid", outcome=Outcome("no end", "invalid_call")),
    "ready": _call(status="ready", note="Not run automatically: it was here before."),
    "dangerous": _call(status="ready", note="dangerous", effects=EVERY_EFFECT),
    "asked": _call(status="ready", note="asked", awaiting_approval=True, asked_in_panel=True),
    "german": _call(status="ready", note=f"Nicht automatisch ausgeführt: {GERMAN} ist nicht erreichbar."),
    "countdown": _call(status="scheduled", countdown=600),
    "editing": _call(
        status="ready",
        note="editing",
        form=EditForm(fields=fields_of(SCHEMA, {"zebra": "a", "more": [1]}), problem="zebra: write a number"),
    ),
    "changed": _call(status="ready", note="changed", edit=Edit({"zebra": "a", "gnu": "b"}, {"zebra": "c"})),
    "running": _call(status="running"),
    "again": _call(status="running", note="again", earlier=Outcome("a result")),
    "done": _call(status="done", outcome=Outcome("a result")),
    "formatted": _call(status="done", note="formatted", outcome=Outcome(MARKDOWN)),
    "table": _call(status="done", note="table", outcome=Outcome(TABLE)),
    "folded": _call(status="done", note="folded", outcome=Outcome("a secret", folded=True)),
    "failed": _call(status="failed", outcome=Outcome("no such file", "tool_execution_failed")),
    "denied": _call(status="denied", outcome=Outcome("denied", "tool_denied")),
    "cancelled": _call(status="cancelled", outcome=Outcome("cancelled", "tool_cancelled")),
    "sent": _call(status="done", note="sent", outcome=Outcome("a result"), inserted=True, sent=True),
    "unknown": _call(status="unknown"),
}
