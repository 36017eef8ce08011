"""The bundled chat with one change of its page, and a recording of the unchanged one."""

from __future__ import annotations

import shutil
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from overlay.calls.ledger import Ledger
from overlay.capture.live_check.acting import act
from overlay.capture.live_check.person import Deed, Person, Sent
from overlay.capture.record.atomic_save import save
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.companion.companion import Companion
from overlay.demo import app
from overlay.demo.script import Script
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles
from overlay.tools import tool
from tests.support.scene import call

QUIET = 1.5
WORDS = "Here is a note for you, which I keep with the tool that you gave me. "
ANSWERS = [
    WORDS * 2 + "\n\n```xml\n" + call(text="milk and bread, and apples from the market") + "\n```\n",
    "The note is kept. " + WORDS * 3,
]
CONFIG = {
    "policy": {"auto_execute": ["*"], "delay": 0.1},
    "returns": {"auto_insert": True, "auto_submit": True},
}
Edit = tuple[str, str, str]
"""A file of the page, what stands in it, and what stands there after the change."""
CHANGES: dict[str, list[Edit]] = {
    "class renamed": [
        ("thread.js", "element.dataset.turn = role;", ""),
        (
            "thread.js",
            "element.className = `turn ${role}`;",
            "element.className = `turn ${role === 'user' ? 'ask' : 'reply'}`;",
        ),
    ],
    "code in another element": [
        ("markdown.js", "<pre><code", '<div class="listing"><code'),
        ("markdown.js", "</code></pre>", "</code></div>"),
        ("app.css", ":root", ".listing { white-space: pre }\n:root"),
    ],
    "language label gone": [
        ("markdown.js", 'const name = language ? `language-${label} hljs` : "hljs";', 'const name = "hljs";'),
        ("markdown.js", '<span class="code-lang">${label}</span>', ""),
    ],
    "composer of another kind": [
        ("app.js", "settings.richComposer ? RichComposer : PlainComposer", "RichComposer"),
        ("composer_rich.js", 'this.element.id = "composer"', 'this.element.id = "ask-box"'),
    ],
    "streaming sign gone": [("app.js", "if (streaming && !stopButton.isConnected)", "if (false)")],
    "streaming sign renamed": [
        ("app.js", 'iconButton("stop", "Stop generating")', 'iconButton("halt-streaming", "Stop")')
    ],
    "send button renamed": [
        ("app.js", 'iconButton("send", "Send message")', 'iconButton("deliver", "Send message")')
    ],
    "virtual list": [
        (
            "thread.js",
            "this.root.append(turn(message));",
            "this.root.append(turn(message)); while (this.root.children.length > 2) this.root.firstChild.remove();",
        ),
    ],
    "answer drawn whole": [
        ("render_rebuild.js", "this.body.innerHTML = toHtml(this.text);", ""),
        ("render_rebuild.js", "end() {}", "end() { this.body.innerHTML = toHtml(this.text); }"),
    ],
    "conversation address": [
        (
            "app.js",
            'history.pushState(null, "", `/c/${id}${search}`);',
            'history.pushState(null, "", `/?chat=${id}`);',
        ),
    ],
    "send button gone": [("app.js", 'find(".composer-buttons").append(sendButton);', "")],
    "wrapper in between": [
        (
            "app.js",
            'const root = find(".thread");',
            'const root = document.createElement("section"); find(".thread").append(root);',
        ),
    ],
}


@tool
def note(text: str) -> str:
    """Keep a note.

    Args:
        text: the note
    """
    return f"kept: {text}"


@asynccontextmanager
async def chat(folder: Path, edits: list[Edit], patch: pytest.MonkeyPatch) -> AsyncGenerator[str]:
    """Serve the bundled chat with these changes of its files; yield its address."""
    static = folder / "static"
    shutil.copytree(app.STATIC, static)
    for name, before, after in edits:
        text = (static / name).read_text("utf-8")
        assert before in text, (name, before)
        (static / name).write_text(text.replace(before, after, 1), "utf-8")
    with patch.context() as patched:
        patched.setattr(app, "STATIC", static)
        async with DemoSite(script=Script.fixed(ANSWERS), rate=100) as site:
            yield site.url


async def first_recording(
    url: str, folder: Path, used: Callable[..., Any] = note, *, endless: int = 0
) -> Recording:
    """Record a chat in which a person sends a message, and a call of the answer runs automatically.

    The recording ends when no more than `endless` calls run.
    """
    recorder = Recorder()
    companion = Companion(
        url,
        tools=[used],
        profile=load_profiles()["demo"],
        config=CONFIG,
        headless=True,
        panel=False,
        ledger=Ledger(),
        recorder=recorder,
    )
    async with companion:
        problems = await act(
            companion,
            Person([Deed(Sent("Keep a note for me, please."), QUIET, 60)], {}),
            recorder,
            lambda: endless,
        )
    assert problems == [], problems
    save(recorder, folder, ended="it was quiet")
    return Recording.open(folder)
