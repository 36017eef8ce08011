from __future__ import annotations

import json
from typing import Any

from overlay.tools.mcp.elicitation_forms import MAX_FIELDS
from overlay.ui.panel.messages import MAX_PAYLOAD, MAX_REASON, InvalidMessage, QuestionAnswered, parse
from overlay.ui.panel.state import PanelState, ServerRow

GOOD: list[dict[str, Any]] = [
    {"t": "answer", "question": "q", "nonce": "n", "scope": "once", "reason": ""},
    {"t": "form", "form": "f", "nonce": "n", "action": "accept", "values": ["x", "7", True, 0, [1, 2], None]},
    {"t": "tool", "name": "note", "on": False, "chat": None},
    {"t": "tool", "name": "note", "on": False, "chat": "site|one"},
    {"t": "server", "key": "files", "on": True},
    {"t": "trust", "key": "files", "on": True},
    {"t": "revoke", "id": "x"},
    {"t": "call", "id": "x", "action": "cancel"},
    {"t": "halt", "on": True},
    {"t": "instructions", "action": "show"},
]
BAD = {
    "no JSON": "{",
    "a list": "[]",
    "an unknown kind": '{"t": "run", "name": "note"}',
    "a field too many": '{"t": "halt", "on": true, "more": 1}',
    "an unknown scope": '{"t": "answer", "question": "q", "nonce": "n", "scope": "everything"}',
    "no nonce": '{"t": "answer", "question": "q", "scope": "once"}',
    "a long reason": json.dumps(
        {"t": "answer", "question": "q", "nonce": "n", "scope": "deny", "reason": "x" * (MAX_REASON + 1)}
    ),
    "too many fields": json.dumps(
        {"t": "form", "form": "f", "nonce": "n", "action": "accept", "values": [""] * (MAX_FIELDS + 1)}
    ),
    "too much": " " * (MAX_PAYLOAD + 1),
    "too deep": "[" * 10_000,
}


def test_every_message_of_the_panel_is_accepted() -> None:
    wrong = [
        (message, found) for message in GOOD if (found := parse(json.dumps(message)).model_dump()) != message
    ]
    assert wrong == []


def test_an_invalid_message_of_the_panel_is_refused() -> None:
    wrong: list[object] = []
    for payload in BAD.values():
        try:
            parse(payload)
        except InvalidMessage:
            pass
        else:
            wrong.append((payload, "nothing was raised"))
    assert wrong == []


def test_an_answer_needs_no_reason() -> None:
    order = parse('{"t": "answer", "question": "q", "nonce": "n", "scope": "deny"}')
    assert isinstance(order, QuestionAnswered)
    assert order.reason == ""


def test_a_part_of_the_panels_state_that_is_not_given_is_left_out() -> None:
    assert PanelState(halted=False).as_json() == '{"halted": false}'


def test_an_empty_value_within_a_part_of_the_panels_state_is_given() -> None:
    row = ServerRow(key="k", state="ready", reason="", target="", note="", on=True, trusted=None)
    assert '"trusted": null' in PanelState(servers=[row]).as_json()
