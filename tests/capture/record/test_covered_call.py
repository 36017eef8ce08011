"""A call that something of the page hid when it was recorded has the same outcome in the replay."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Browser, BrowserContext

from overlay.capture.record.atomic_save import save
from overlay.capture.record.baseline import differences
from overlay.capture.record.recorder import Recorder
from overlay.capture.recording import Recording
from overlay.capture.replay import Played, play
from tests.acceptance.chat_kinds import TEXT, opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite

__all__ = ["own_context", "pages"]
PAGE = """
DRAW.fence = (turn, text) => {
    turn.pre ??= turn.appendChild(make("pre"));
    turn.pre.textContent = text;
};
const banner = make("div", { id: "banner", textContent: "We use cookies." });
Object.assign(banner.style, { position: "fixed", inset: "90px 0 0", background: "#fffe", zIndex: 9, pointerEvents: "none" });
document.body.append(banner);
window.ask = (words) => { say(words); answer(TEXT, { draw: "fence", lead: 300 }); };
"""
UNSEEN = """
DRAW.fence = (turn, text) => {
    if (!turn.pre) {
        const host = turn.appendChild(make("div"));
        host.attachShadow({ mode: "closed" });
        turn.pre = host.appendChild(make("pre"));
    }
    turn.pre.textContent = text;
};
window.ask = (words) => { say(words); answer(TEXT, { draw: "fence", lead: 300 }); };
"""


async def replayed(recorder: Recorder, folder: Path, browser: Browser) -> tuple[list[str], Played]:
    """Replay what was recorded; return how it differs from the live run, and the replay."""
    save(recorder, folder, ended="test")
    recording = Recording.open(folder)
    played = await play(recording, browser=browser)
    return differences(recording.live(), played.log), played


@pytest.mark.parametrize(("then", "outcome"), [("", "ready"), ("banner.remove()", "done")])
async def test_a_banner_over_a_call_has_its_effect_in_the_replay_too(
    then: str, outcome: str, context: BrowserContext, browser: Browser, pages: PageSite, tmp_path: Path
) -> None:
    recorder = Recorder()
    async with opened(context, pages, PAGE.replace("TEXT", repr(TEXT)), recorder=recorder) as room:
        await room.send(script="(words) => ask(words)")
        await room.until(lambda blocks: any("draws something over" in block.note for block in blocks))
        if then:
            await room.page.evaluate(then)
        await room.show(outcome)
    different, played = await replayed(recorder, tmp_path / "covered", browser)
    assert different == []
    statuses = [line.info["status"] for line in played.log if line.block == 1 and "status" in line.info]
    assert statuses[-1] == outcome


async def test_a_call_that_a_closed_shadow_root_hides_is_hidden_in_the_replay_too(
    context: BrowserContext, browser: Browser, pages: PageSite, tmp_path: Path
) -> None:
    recorder = Recorder()
    async with opened(context, pages, UNSEEN.replace("TEXT", repr(TEXT)), recorder=recorder) as room:
        await room.send(script="(words) => ask(words)")
        await room.until(lambda blocks: any("the page hides it" in block.note for block in blocks))
    different, _ = await replayed(recorder, tmp_path / "unseen", browser)
    assert different == []
