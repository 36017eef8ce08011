"""The messages of the page's recorder."""

from __future__ import annotations

import json
from typing import Any

from observers.protocol import BadMessage, Recorded, parse

BEGIN: dict[str, Any] = {
    "k": "begin",
    "at": 1.5,
    "url": "http://a/",
    "title": "half \ud83d",
    "frame": 0,
    "about": {"width": 800, "height": 600, "dark": False},
}


def told(*entries: Any) -> str:
    return json.dumps({"t": "record", "entries": list(entries), "more": True})


def test_a_piece_of_a_recording_is_read() -> None:
    message = parse(told(BEGIN, {"k": "step", "at": 2, "ops": [{"o": "del", "id": 3}], "over": True}))
    assert isinstance(message, Recorded)
    assert [entry.k for entry in message.entries] == ["begin", "step"]


BAD: dict[str, Any] = {
    "a change that is none": {"k": "step", "at": 2, "ops": [{"o": "run", "id": 3}], "over": True},
    "a node without a number": {"k": "step", "at": 2, "ops": [{"o": "del", "id": 0}], "over": True},
    "too many changes": {"k": "step", "at": 2, "ops": [{"o": "del", "id": 3}] * 20_001, "over": True},
    "a time before all times": {**BEGIN, "at": -1},
    "an address without end": {**BEGIN, "url": "x" * 100_001},
    "an element without a name": {
        "k": "step",
        "at": 2,
        "ops": [{"o": "add", "parent": 1, "before": 0, "node": {"id": 2, "tag": ""}}],
        "over": True,
    },
}


def test_a_recorder_message_of_an_unknown_shape_is_refused() -> None:
    wrong: list[object] = []
    for name in BAD:
        try:
            parse(told(BAD[name]))
        except BadMessage:
            pass
        else:
            wrong.append((name, "nothing was raised"))
    assert wrong == []
