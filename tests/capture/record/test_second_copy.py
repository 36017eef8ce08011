"""A call that the page draws a second time is decided in the replay as it was live."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext

from overlay.capture.record.atomic_save import save
from overlay.capture.record.baseline import differences
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.capture.replay import play
from tests.acceptance.chat_kinds import TEXT, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite

__all__ = ["own_context", "pages"]
DRAW = """
document.head.append(make("style", { textContent: ".aside { position: absolute; width: 1px; height: 1px; overflow: hidden }" }));
DRAW.twice = (turn, text) => {
    turn.pres ??= ["", "aside"].map((name) => turn.appendChild(make("div", { className: name })).appendChild(make("pre")));
    for (const pre of turn.pres) pre.textContent = text;
};
DRAW.draft = async (turn, text, more) => {
    const add = () => turn.appendChild(make("div")).appendChild(make("pre"));
    turn.draft ??= add();
    turn.draft.textContent = text;
    if (more) return;
    await pause(300);
    const last = add();
    for (let at = 0; at < text.length; at += 9) {
        last.textContent = text.slice(0, at + 9);
        await pause(25);
    }
};
window.ask = (words) => { say(words); answer(TEXT, { draw: KIND, lead: 300 }); };
"""


@pytest.mark.parametrize("kind", ["twice", "draft"])
async def test_a_call_that_the_page_draws_twice_is_decided_in_the_replay_as_it_was(
    kind: str, context: BrowserContext, browser: Browser, pages: PageSite, tmp_path: Path
) -> None:
    recorder = Recorder()
    script = DRAW.replace("TEXT", repr(TEXT)).replace("KIND", repr(kind))
    async with opened(context, pages, script, recorder=recorder) as room:
        await room.send(script="(words) => ask(words)")
        await room.until(lambda blocks: [block.status for block in blocks] == ["done", "ready"])
    save(recorder, tmp_path / "made", ended="test")
    recording = Recording.open(tmp_path / "made")
    played = await play(recording, browser=browser)
    assert differences(recording.live(), played.log) == []
