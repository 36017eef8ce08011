"""Plays the gallery's chat with a real companion, and takes pictures in every state of block and panel."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page

from bench.looks import story
from bench.looks.shots import face_of
from overlay.calls.events import Event
from overlay.calls.ledger import Ledger
from overlay.companion.companion import Companion
from overlay.companion.run_settings import show_settings
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles
from overlay.ui.settings import Settings, SettingsFile

TIME_LIMIT = 60.0
"""Seconds for one state."""
PORT = 47391
"""The pictures show the port, so it must be the same in each run."""
LOOK = 0.9
"""Seconds that a block is in view before it is pressed."""
POLICY = {
    "auto_execute": ["list_orders"],
    "delay": 3600,
    "deny": {"delete_folder": "your rules forbid deleting folders"},
}
Shot = Callable[[str, Companion, str], Awaitable[None]]
"""Takes the pictures of a state: its name, the companion, the block's id ("" for the panel)."""


class Play:
    """One conversation; `shot` is called in each state."""

    def __init__(self, companion: Companion, shot: Shot, panel_shot: Shot) -> None:
        self.companion = companion
        self.events = companion.listen()
        self.shot = shot
        self.panel_shot = panel_shot

    @property
    def page(self) -> Page:
        return self.companion.page

    async def ask(self, message: str) -> None:
        """Send a message."""
        await self.page.locator("#composer").fill(message)
        await self.page.locator('[data-testid="send"]').click()

    async def until(self, *kinds: str, name: str = "") -> str:
        """Wait for an event of one of the kinds, of the tool `name` ("": any); return the block's id.

        Raises TimeoutError.
        """
        async with asyncio.timeout(TIME_LIMIT):
            while event := await self.events.get():
                if _fits(event, kinds, name) and event.block:
                    return event.block.id
        raise TimeoutError(f"the companion ended before {kinds}")

    async def press(self, block: str, action: str, *kinds: str) -> None:
        """Press a button until the block has an event of one of the kinds."""
        await self.press_until(block, action, self.until(*kinds))

    async def press_until(self, block: str, action: str, end: Coroutine[Any, Any, Any]) -> None:
        """Press a button, repeatedly if the block just moved, until `end` has ended."""
        reached = asyncio.ensure_future(end)
        while not reached.done():
            await asyncio.sleep(LOOK)
            if not reached.done():
                await self.companion.click(block, action)
                await asyncio.wait([reached], timeout=LOOK)
        reached.result()

    async def stop_answer(self) -> None:
        """Stop the answer that is being written."""
        await self.page.locator('[data-testid="stop"]').click()
        await self.page.locator('[data-testid="stop"]').wait_for(state="detached")

    async def unfinished(self) -> None:
        """Show a call while it is being written, and after it was cut off."""
        await self.ask("detected")
        block = await self.until("named", name="weather")
        await self.shot("detected", self.companion, block)
        await self.stop_answer()
        await self.ask("streaming")
        block = await self.until("named", name="send_mail")
        await self.shot("streaming", self.companion, block)
        await self.stop_answer()
        await self.until("incomplete", name="send_mail")
        await self.shot("incomplete", self.companion, block)

    async def undecided(self) -> None:
        """Show calls that wait for the user."""
        for state in ("ready", "dangerous", "hidden-signs"):
            await self.ask(state)
            block = await self.until("ready")
            await self.shot(state, self.companion, block)
            if state == "ready":
                await self.press_edit(block)
        await self.ask("together")
        await self.until("ready", name="search_notes")
        await self.shot("together", self.companion, await self.until("ready", name="weather"))
        await self.ask("countdown")
        await self.shot("countdown", self.companion, await self.until("scheduled"))

    async def press_edit(self, block: str) -> None:
        """Open the form of a call."""
        name = self.companion.bridge.face
        frame, _ = await face_of(self.page, name, block)
        await self.press_until(block, "edit", frame.locator("[data-field]").first.wait_for())
        await self.shot("editing", self.companion, block)

    async def ended(self) -> None:
        """Show calls that have ended."""
        for state in ("text", "markdown", "json", "picture", "failed"):
            await self.ask(state)
            block = await self.until("ready")
            await self.press(block, "execute", "failed" if state == "failed" else "done")
            await self.shot(state, self.companion, block)
        await self.ask("denied")
        await self.shot("denied", self.companion, await self.until("denied"))
        await self.ask("table")
        block = await self.until("scheduled")
        await self.press(block, "execute", "done")
        await self.shot("table", self.companion, block)
        await self.ask("cancelled")
        block = await self.until("ready")
        await self.press(block, "execute", "running")
        await self.press(block, "cancel", "cancelled")
        await self.shot("cancelled", self.companion, block)
        await self.ask("sent")
        block = await self.until("ready")
        await self.press(block, "execute", "done")
        await self.press(block, "submit", "submitted")
        await self.shot("sent", self.companion, block)

    async def busy(self) -> None:
        """Show a call that waits for an approval, and one that runs."""
        await self.ask("asked")
        block = await self.until("ready")
        assert self.companion.panel
        panel = self.companion.panel.page
        assert panel
        await self.press_until(block, "execute", panel.get_by_role("article").wait_for())
        await self.shot("asked", self.companion, block)
        await self.panel_shot("question", self.companion, "")
        await panel.locator("button.deny").click()
        await self.until("denied")
        await self.ask("running")
        block = await self.until("ready")
        await self.press(block, "execute", "running")
        await self.shot("running", self.companion, block)
        for section in ("calls", "tools", "settings"):
            await self.panel_shot(section, self.companion, "")


def _fits(event: Event, kinds: tuple[str, ...], name: str) -> bool:
    return event.kind in kinds and (not name or (event.block is not None and event.block.name == name))


def _copy(kept: Path, copy: Path) -> None:
    """Copy a ledger without its lock."""
    copy.parent.mkdir()
    for path in kept.parent.glob(f"{kept.name}*"):
        if not path.name.endswith("lock"):
            shutil.copy(path, copy.parent)


async def play(browser: Browser, folder: Path, shot: Shot, panel_shot: Shot) -> None:
    """Play all states; `folder` is for the run's files. Raises TimeoutError if a state is not reached."""
    context = await browser.new_context(locale="en-GB", timezone_id="UTC")
    given: dict[str, Any] = {
        "context": context, "registry": story.registry(), "profile": load_profiles()["demo"],
        "inspectable": True,
    }  # fmt: skip
    kept, copy = folder / "calls.db", folder / "copy" / "calls.db"
    async with DemoSite(script=story.script(), port=PORT) as site:
        async with Companion(
            site.url, panel=True, ledger=Ledger(kept), config={"policy": POLICY}, **given
        ) as companion:
            assert companion.panel
            file = SettingsFile(Path("settings.toml"))
            show_settings(companion.panel, companion.config, file, Settings(), {})
            run = Play(companion, shot, panel_shot)
            await panel_shot("first", companion, "")
            for part in (run.unfinished, run.undecided, run.ended, run.busy):
                await part()
            # The ledger after a crash: a call that is still running.
            _copy(kept, copy)
            address = companion.page.url
        async with Companion(address, ledger=Ledger(copy), **given) as again:
            await shot("unknown", again, await Play(again, shot, panel_shot).until("unknown"))
    await context.close()
