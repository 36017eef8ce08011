"""Says how overlay understands a chat without any profile: after one turn, after two, or not at all.

The chats are pages of real sites that play two turns, and the chat applications of tests/beds. See `--help`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import platformdirs
from playwright.async_api import BrowserContext, Page, async_playwright
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from observers.page_api import PageApi
from observers.protocol import TurnEnded
from overlay.chat.document_events import MessageReceived
from overlay.companion.browser import ensure_browser, launch_options
from overlay.companion.companion import Companion
from overlay.companion.watched_chats import WatchedChats
from overlay.sites.loader import load_profiles
from overlay.sites.seen_whole import SeenWhole
from tests.beds.install import install
from tests.beds.running import started
from tests.beds.watching import CASE
from tests.sites.watch.played import PAGES, PlayedPage

ADDRESS = "https://chat.example/c/0123abcd-0123-0123-0123-0123456789ab"
BEDS = {
    "assistantui": ".aui-composer-input",
    "deepchat": "#text-input",
    "n8n": "textarea",
    "gradio": 'textarea[data-testid="textbox"]',
    "nicegui": "input",
}
"""By application: the selector of its message box."""
MESSAGES = ("Write ten lines about the sea", "Write ten lines about a river")
PATIENCE = 60.0
"""Seconds within which a turn must have ended."""

Ask = Callable[[Page, int], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Seen:
    """`turn` is the one after which a profile was proposed, 0: none. `seconds` are from the send to that."""

    chat: str
    turn: int
    seconds: float
    fields: dict[str, str]


async def watch(context: BrowserContext, chat: str, url: str, ask: Ask) -> Seen:
    """Play two turns; stop at the proposal."""
    turns: asyncio.Queue[MessageReceived] = asyncio.Queue()

    def note(event: MessageReceived) -> None:
        if isinstance(event.message, TurnEnded):
            turns.put_nowait(event)

    generic = load_profiles()["generic"]
    async with Companion(url, context=context, profile=generic, config={"fail_open": 20}) as companion:
        with tempfile.TemporaryDirectory() as folder:
            seen = SeenWhole(Path(folder, "seen.json"))
            watched = WatchedChats(companion.parts, cast("Any", None), seen)  # sites are for a yes only
            companion.parts.events.subscribe(MessageReceived, note)
            for number in (1, 2):
                began = time.monotonic()
                await ask(companion.page, number - 1)
                try:
                    event = await asyncio.wait_for(turns.get(), PATIENCE)
                except TimeoutError:
                    continue
                # The page answers in order: when this answer comes, the proposal has been made.
                await PageApi(event.document).turn_tree(cast("TurnEnded", event.message).number)
                opened = companion.parts.chats.get(event.document.unique_id)
                if opened and (offer := watched.offer(opened)):
                    return Seen(chat, number, time.monotonic() - began, offer.proposal.fields)
            await watched.close()
    return Seen(chat, 0, 0.0, {})


async def watch_page(context: BrowserContext, name: str) -> Seen:
    """Play turns in the page of a real site."""
    played = PlayedPage(name, {}, at=ADDRESS)
    await played.serve(context)
    return await watch(
        context, name, ADDRESS, lambda page, turn: played.ask(page, MESSAGES[turn], by_key=False)
    )


async def watch_bed(context: BrowserContext, name: str) -> Seen:
    """Play turns in a chat application."""

    async def ask(page: Page, _: int) -> None:
        await page.locator(BEDS[name]).last.click()
        await page.keyboard.type(f"Please, case:{CASE}")
        await page.keyboard.press("Enter")

    with started(name) as bed:
        return await watch(context, name, bed.url, ask)


async def measure(names: Sequence[str]) -> list[Seen]:
    """Play the turns of each chat, each in its own browser context."""
    found = await asyncio.to_thread(
        ensure_browser, "headless-shell", notify=lambda line: print(line, file=sys.stderr)
    )
    seen: list[Seen] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options(found, headless=True, loopback_only=True))
        for name in names:
            context = await browser.new_context()
            seen.append(await (watch_page if name in PAGES else watch_bed)(context, name))
            await context.close()
        await browser.close()
    return seen


def main(arguments: Sequence[str]) -> None:
    """Measure and print a table (or JSON)."""
    parser = argparse.ArgumentParser(prog="python -m bench watching", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    parser.add_argument("chats", nargs="*", choices=[*PAGES, *BEDS, []], help="chats (default: all)")
    options = parser.parse_args(arguments)
    names: list[str] = options.chats or [*PAGES, *BEDS]
    cache = platformdirs.user_cache_path("overlay", appauthor=False)
    for name in names:
        if name in BEDS:
            install(name, cache, lambda line: print(line, file=sys.stderr))
    seen = asyncio.run(measure(names))
    if options.json:
        print(json.dumps({"chats": [asdict(each) for each in seen]}, indent=2))
        return
    table = Table("chat", "proposed after", "seconds", "user", "assistant")
    for each in seen:
        after = f"turn {each.turn}" if each.turn else "not"
        sides = (escape(each.fields.get(side, "")) for side in ("user", "assistant"))
        table.add_row(each.chat, after, f"{each.seconds:.1f}", *sides)
    Console(width=130).print(table)
