"""Presses buttons by mouse and keyboard in chat applications and design systems: none may be refused.

Installs the chat applications of tests/beds if necessary. See `--help`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import platformdirs
from playwright.async_api import BrowserContext, async_playwright

from overlay.companion.browser import ensure_browser, launch_options
from tests.acceptance.design_systems import SYSTEMS, page_of
from tests.acceptance.honest import Place, come, press, press_by_key, refusals
from tests.beds.install import install
from tests.beds.running import Bed, started
from tests.beds.talk import Talk
from tests.injected.calls import fenced, xml
from tests.injected.pages import PageSite
from tests.injected.stage import Demo, Stage

BEDS = {
    "deep-chat": ("deepchat", "#text-input", ""),
    "assistant-ui": ("assistantui", ".aui-composer-input", ""),
    "assistant-ui, Streamdown": ("assistantui", ".aui-composer-input", "?md=streamdown"),
    "Gradio": ("gradio", 'textarea[data-testid="textbox"]', ""),
    "Open WebUI": ("openwebui", "#chat-input", ""),
}
"""By place: the application, the selector of its message box, and the path."""
LARGE = {"Open WebUI"}
"""Only with `--large`: 1.7 GB."""
CALLS = 3
"""Calls in one answer of a chat application."""


@dataclass(slots=True)
class Results:
    """The results of the presses in one place."""

    presses: Counter[str] = field(default_factory=Counter[str])
    refused: list[str] = field(default_factory=list[str])
    failed: str = ""


def wanted(name: str, options: argparse.Namespace) -> bool:
    return name.startswith(options.only) and (name not in LARGE or options.large)


async def pressed(
    found: Results,
    place: Place,
    number: int,
    button: str,
    then: Callable[[], Awaitable[object]],
    *,
    key: bool = False,
) -> None:
    """Press one button of a block, and wait for its effect. Raises RuntimeError if the press is refused."""
    target = await come(place, number, button)
    await (press_by_key if key else press)(place, target)
    found.presses[f"{button} by {'keyboard' if key else 'mouse'}"] += 1
    refused = await refusals(place)
    if refused:
        found.refused += refused
        raise RuntimeError(f"{button} of call {number} was refused")
    try:
        await then()
    except AssertionError as error:
        # A press may be refused later. A press without an answer never reached the block.
        found.refused += await refusals(place) or ["no answer"]
        raise RuntimeError(f"{button} of call {number} had no effect") from error


async def in_system(
    context: BrowserContext, pages: PageSite, system: str, calls: int, found: Results
) -> None:
    printed = [xml("look", f"c{number}", zebra=f"z{number}", gnu="g") for number in range(calls)]
    async with Stage(context, pages.add(page_of(system, printed))) as stage:
        await stage.until("ready", calls)
        for number in range(calls):
            await pressed(
                found,
                stage,
                number,
                "execute",
                lambda at=number: stage.until("done", at + 1),
                key=number % 2 == 1,
            )


async def in_demo(context: BrowserContext, demo: Demo, rounds: int, found: Results) -> None:
    async with Stage(context, demo.url, site="demo") as stage:
        for number in range(rounds):
            await stage.ask(demo.prepare(fenced("xml").replace("c1", f"c{number}")))
            await stage.answered()
            await stage.until("ready", number + 1)
            for button, kind in (("execute", "done"), ("insert", "inserted"), ("submit", "submitted")):
                await pressed(
                    found, stage, number, button, lambda kind=kind, at=number: stage.until(kind, at + 1)
                )
            await stage.answered()


async def in_bed(
    context: BrowserContext, bed: Bed, composer: str, path: str, rounds: int, found: Results
) -> None:
    async with Talk(bed, context, composer, path=path) as talk:
        for turn in range(rounds):
            first = turn * CALLS
            await talk.person.ask("three")
            await talk.until("ready", first + CALLS)
            await talk.person.answered()
            for number in range(first, first + CALLS):
                await pressed(found, talk, number, "execute", lambda at=number: talk.until("done", at + 1))
            for number in range(first, first + CALLS):
                await pressed(found, talk, number, "insert", lambda at=number: talk.until("inserted", at + 1))
            await pressed(
                found,
                talk,
                first + CALLS - 1,
                "submit",
                lambda at=turn: talk.until("submitted", at + 1),
            )
            talk.person.awaits()
            await talk.person.answered()


async def measure(options: argparse.Namespace) -> dict[str, Results]:
    """Press in all places, in several at the same time; return the results by place."""
    results: dict[str, Results] = {}
    free = asyncio.Semaphore(options.at_once)
    found = await asyncio.to_thread(
        ensure_browser, "headless-shell", notify=lambda line: print(line, file=sys.stderr)
    )
    async with async_playwright() as playwright, PageSite() as pages, Demo() as demo:
        browser = await playwright.chromium.launch(**launch_options(found, headless=True, loopback_only=True))

        async def at(name: str, run: Callable[[BrowserContext, Results], Awaitable[None]]) -> None:
            if not name.startswith(options.only):
                return
            async with free:
                results[name] = Results()
                context = await browser.new_context()
                try:
                    await run(context, results[name])
                except Exception as error:
                    results[name].failed = f"{type(error).__name__}: {error}"[:500]
                finally:
                    await context.close()

        with ExitStack() as stack:
            beds = {
                name: stack.enter_context(started(BEDS[name][0])) for name in BEDS if wanted(name, options)
            }
            await asyncio.gather(
                *(
                    at(
                        name,
                        lambda context, it, name=name: in_system(context, pages, name, options.calls, it),
                    )
                    for name in SYSTEMS
                ),
                at("demo", lambda context, it: in_demo(context, demo, options.rounds, it)),
                *(
                    at(
                        name,
                        lambda context, it, name=name: in_bed(
                            context, beds[name], *BEDS[name][1:], options.rounds, it
                        ),
                    )
                    for name in beds
                ),
            )
        await browser.close()
    return results


def main(arguments: Sequence[str]) -> int:
    """Press, print the results by place, and return 1 if a press was refused or had no effect."""
    parser = argparse.ArgumentParser(prog="python -m bench presses", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the lines")
    parser.add_argument("--calls", type=int, default=6, help="calls in each page of a design system")
    parser.add_argument("--rounds", type=int, default=2, help="answers in each chat application")
    parser.add_argument("--at-once", type=int, default=5, help="pages that are open at the same time")
    parser.add_argument("--only", default="", help="only places whose name starts with this")
    parser.add_argument("--large", action="store_true", help="also in Open WebUI (1.7 GB)")
    options = parser.parse_args(arguments)
    cache = platformdirs.user_cache_path("overlay", appauthor=False)
    for name in {BEDS[name][0] for name in BEDS if wanted(name, options)}:
        install(name, cache, lambda line: print(line, file=sys.stderr))
    results = asyncio.run(measure(options))
    if options.json:
        print(
            json.dumps(
                {
                    name: {"presses": dict(it.presses), "refused": it.refused, "failed": it.failed}
                    for name, it in results.items()
                },
                indent=2,
            )
        )
    else:
        for name, it in results.items():
            words = ", ".join(f"{count} {what}" for what, count in it.presses.items())
            print(f"{name}: {it.presses.total()} presses ({words}), {len(it.refused)} refused")
            for line in (*it.refused, it.failed):
                print(f"    {line}" if line else "", end="\n" if line else "")
    total = sum(it.presses.total() for it in results.values())
    refused = sum(len(it.refused) for it in results.values())
    print(f"{total} presses, {refused} refused", file=sys.stderr if options.json else sys.stdout)
    return int(refused > 0 or any(it.failed for it in results.values()))
