"""The protocol lets valid messages pass, and both sides mean the same by them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from observers.block_view import BlockView
from observers.commands import EnableHiding, RenderBlock, encode
from observers.protocol import BadMessage, Batch, Press, TextDelta, parse

BATCH: dict[str, Any] = {
    "t": "batch",
    "items": [
        {
            "k": "open",
            "id": 1,
            "kind": "fence",
            "role": "assistant",
            "language": "xml",
            "turn": 0,
            "message": "m",
            "live": True,
            "held": True,
        },
        {"k": "text", "id": 1, "at": 0, "text": "x", "length": 1},
        {"k": "gone", "id": 2},
    ],
    "streaming": True,
}


def test_a_batch_is_read() -> None:
    message = parse(json.dumps(BATCH))
    assert isinstance(message, Batch)
    assert [item.k for item in message.items] == ["open", "text", "gone"]


def test_half_a_pair_passes_as_it_is() -> None:
    payload = json.dumps(BATCH | {"items": [{"k": "text", "id": 1, "at": 0, "text": "\ud83d", "length": 1}]})
    message = parse(payload)
    assert isinstance(message, Batch)
    assert isinstance(message.items[0], TextDelta)
    assert message.items[0].text == "\ud83d"


BAD: dict[str, dict[str, Any]] = {
    "a field too many": {"t": "ping", "more": 1},
    "a field too few": {"t": "press", "block": "b", "action": "execute"},
    "an unknown kind": {"t": "run"},
    "no kind": {"block": "b"},
    "an action that is none": {"t": "press", "block": "b", "action": "run", "nonce": ""},
    "a long nonce": {"t": "press", "block": "b", "action": "execute", "nonce": "x" * 401},
    "a long address": {"t": "url", "url": "x" * 8001},
    "a number for a text": {"t": "trouble", "text": 1},
    "a negative place": BATCH | {"items": [{"k": "text", "id": 1, "at": -1, "text": "", "length": 0}]},
    "a number that is too large": BATCH | {"items": [{"k": "gone", "id": 2**40}]},
    "an unknown item": BATCH | {"items": [{"k": "run", "id": 1}]},
    "too many items": BATCH | {"items": [{"k": "gone", "id": 1}] * 20_001},
}


def test_a_message_of_an_unknown_shape_is_refused() -> None:
    wrong: list[object] = []
    for name in BAD:
        try:
            parse(json.dumps(BAD[name]))
        except BadMessage:
            pass
        else:
            wrong.append((name, "nothing was raised"))
    assert wrong == []


def test_a_payload_that_is_no_message_is_refused() -> None:
    wrong: list[object] = []
    for payload in ["", "{", "NaN", "[" * 100_000]:
        try:
            parse(payload)
        except BadMessage:
            pass
        else:
            wrong.append((payload, "nothing was raised"))
    assert wrong == []


def test_a_message_that_is_too_large_is_refused_unread() -> None:
    with pytest.raises(BadMessage, match="at most 4000000"):
        parse("[" * 4_000_001)


def test_a_refusal_is_short() -> None:
    with pytest.raises(BadMessage) as caught:
        parse(json.dumps({"t": "press", "block": "x" * 10_000}))
    assert len(str(caught.value)) <= 300


def test_a_message_can_not_be_changed() -> None:
    press = Press(t="press", block="b", action="touch", nonce="")
    with pytest.raises(ValueError, match="frozen"):
        press.action = "execute"


def test_commands_leave_out_what_was_not_set() -> None:
    text = encode(
        [EnableHiding(), RenderBlock(block="b", unit=1, index=0, view=BlockView(name="n", note="é"))]
    )
    assert json.loads(text) == [
        {"c": "enable_hiding"},
        {"c": "render_block", "block": "b", "unit": 1, "index": 0, "view": {"name": "n", "note": "é"}},
    ]


def test_a_field_that_was_set_to_nothing_is_sent() -> None:
    [command] = json.loads(encode([RenderBlock(block="b", unit=1, index=0, view=BlockView(result=None))]))
    assert command["view"] == {"result": None}
