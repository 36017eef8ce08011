from __future__ import annotations

import json

from overlay.capture.tool_results import as_plain, from_plain
from overlay.tools import ToolAudio, ToolError, ToolImage, ToolLink, ToolResult

RESULTS = {
    "text": ToolResult("text"),
    "data": ToolResult("[1]", structured=[1]),
    "a picture": ToolResult(images=[ToolImage(b"\x89PNG")]),
    "a sound": ToolResult(sounds=[ToolAudio(b"OggS", "audio/ogg")]),
    "a link": ToolResult(links=[ToolLink("http://a/", "a", "an a", "text/html")]),
    "a failure of its own": ToolResult("no", is_error=True),
    "a private one": ToolResult("mine", private=True),
}


def test_results_and_failures_come_back_as_they_were() -> None:
    wrong = {
        name: got
        for name, result in RESULTS.items()
        if (got := from_plain(json.loads(json.dumps(as_plain(result))))) != result
    }
    assert wrong == {}
    error = from_plain(json.loads(json.dumps(as_plain(ToolError("tool_timeout", "too slow", {"a": 1})))))
    assert isinstance(error, ToolError)
    assert error.as_dict() == {"code": "tool_timeout", "message": "too slow", "data": {"a": 1}}
