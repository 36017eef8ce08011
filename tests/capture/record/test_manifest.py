from __future__ import annotations

import pytest

from overlay.calls.event_stream import EventStream
from overlay.capture.record.manifest import manifest_of, tools_of
from overlay.capture.record.recorder import Recorder
from overlay.tools import tool
from tests.capture.record.told import unopened


@tool(destructive=True)
def wipe(path: str) -> str:
    """Wipe it."""
    return path


def test_a_manifest_names_what_was_recorded_without_keys_of_the_user() -> None:
    recorder = Recorder()
    with pytest.raises(RuntimeError, match="no companion has begun"):
        manifest_of(recorder, ended="")
    recorder.begin(unopened("http://127.0.0.1/chat", tools=[wipe]), EventStream())
    recorder.browser = "Chrome/1"
    manifest = manifest_of(recorder, ended="Ctrl+C", minimal=True)
    assert manifest.target == "http://127.0.0.1/chat"
    assert manifest.url == "http://127.0.0.1/chat"
    assert manifest.ended == "Ctrl+C"
    assert manifest.browser == "Chrome/1"
    assert manifest.minimal
    assert manifest.profile["name"] == "generic"
    assert [tool["name"] for tool in manifest.tools] == ["wipe"]
    assert "auto_execute" in manifest.config["policy"]
    assert "wordpress" not in manifest.config


def test_a_tool_in_a_manifest_has_its_classes() -> None:
    [told] = tools_of(unopened(tools=[wipe]))
    assert told["classes"] == {"private": False, "untrusted": False, "sends_out": False, "destructive": True}
    assert told["parameters"]["required"] == ["path"]
