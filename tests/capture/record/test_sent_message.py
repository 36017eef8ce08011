"""A replay knows when the user may have sent a message, as overlay did in the page."""

from __future__ import annotations

from pathlib import Path

from playwright.async_api import Browser, BrowserContext

from overlay.capture.record.atomic_save import save
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.capture.replay import play
from tests.acceptance.chat_kinds import TEXT, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite

__all__ = ["own_context", "pages"]
DRAW = """
DRAW.fence = (turn, text) => {
    turn.pre ??= turn.appendChild(make("pre"));
    turn.pre.textContent = text;
};
window.ask = (words) => { say(words); answer(TEXT, { draw: "fence", sign: false, lead: 300 }); };
"""


async def test_a_call_in_the_answer_to_a_sent_message_runs_in_the_replay_though_the_site_lost_its_sign(
    context: BrowserContext, browser: Browser, pages: PageSite, tmp_path: Path
) -> None:
    recorder = Recorder()
    async with opened(context, pages, DRAW.replace("TEXT", repr(TEXT)), recorder=recorder) as room:
        await room.send(script="(words) => ask(words)")
        await room.show("done")
    save(recorder, tmp_path / "sent", ended="test")
    played = await play(Recording.open(tmp_path / "sent"), browser=browser)
    statuses = [line.info.get("status") for line in played.log if line.block == 1]
    assert statuses[-1] == "done"
