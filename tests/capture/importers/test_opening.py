"""Saved files are recorded as pages, and nothing in them reaches the network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from overlay.capture.importers.opening import Opening, is_file, record_file
from overlay.capture.model import Opened, Step
from overlay.capture.record.recorder import Recorder
from overlay.common.errors import UsageError
from tests.capture.importers.test_har import entry
from tests.support.scene import call

URL = "https://chatgpt.com/c/00000000-0000-0000-0000-000000000000"
CHAT = f"""<!doctype html><!-- saved from url=(0063){URL} --><link rel=stylesheet href="page_files/a.css">
<div data-message-author-role="assistant" data-message-id="m1"><pre>{call(text="a").replace("<", "&lt;")}</pre></div>
<script>document.body.append("it ran")</script><img src="https://elsewhere.example/p.png">"""


def opening(**more: Any) -> Opening:
    return Opening(lambda _: None, **more)


async def recorded(path: Path, **more: Any) -> Recorder:
    recorder = Recorder()
    await record_file(path, opening(**more), recorder)
    return recorder


@pytest.mark.thorough
async def test_a_saved_page_is_one_document_without_its_script_and_with_its_calls(tmp_path: Path) -> None:
    (tmp_path / "page_files").mkdir()
    (tmp_path / "page_files" / "a.css").write_text("p {}")
    (tmp_path / "page.html").write_text(CHAT)
    recorder = await recorded(tmp_path / "page.html")
    [line] = list(recorder.page)
    assert isinstance(line, Opened)
    assert line.url == URL
    assert "it ran" not in line.model_dump_json()
    assert recorder.companion is not None
    assert recorder.companion.profile.name == "chatgpt"
    assert [entry.kind for entry in recorder.live][:2] == ["detected", "named"]
    assert [url.rpartition("/")[2] for url in recorder.assets.found] == ["a.css"]


def test_the_profile_of_a_file_is_the_given_site_or_that_of_its_address() -> None:
    assert opening().profile(URL).name == "chatgpt"
    assert opening(site="claude").profile(URL).name == "claude"
    with pytest.raises(UsageError, match="no site is called 'nosuch'"):
        opening(site="nosuch").profile(URL)


PAGE = """<!doctype html><main data-message-author-role="assistant"><pre id=pre></pre></main><script>
(async () => {
    const reader = (await fetch("/api")).body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) { const { done, value } = await reader.read(); if (done) break; pre.append(value); }
    const socket = new WebSocket("wss://chatgpt.com/s");
    socket.onmessage = (event) => document.body.append(event.data);
})();
</script>"""


@pytest.mark.thorough  # it waits four seconds for a quiet page
async def test_an_archive_is_recorded_with_its_script_and_its_times(tmp_path: Path) -> None:
    text = call(text="a")
    chunks = [{"ts": 50 + 60 * n, "bytes": 1} for n in range(6)]
    frames = [{"type": "receive", "time": 5.0, "opcode": 1, "data": "from the socket"}]
    entries = [
        entry("https://chatgpt.com/", PAGE),
        entry("https://chatgpt.com/api", text, "text/event-stream", _chunks=chunks),
        entry("wss://chatgpt.com/s", "", response={"status": 101}, _webSocketMessages=frames),
    ]
    (tmp_path / "a.har").write_text(json.dumps({"log": {"entries": entries}}))
    recorder = await recorded(tmp_path / "a.har")
    steps = [line for line in recorder.page if isinstance(line, Step)]
    told = [op.node.text for step in steps for op in step.ops if op.o == "add"]
    assert "".join(text or "" for text in told) == text + "from the socket"
    assert len(told) == 7
    assert [line.kind for line in recorder.live][:2] == ["detected", "named"]


def test_a_file_name_is_distinguished_from_an_address() -> None:
    assert [name for name in ("a.html", "in/A.MHTML", "b.har") if not is_file(name)] == []
    assert [name for name in ("https://a/b.html", "chatgpt") if is_file(name)] == []
