"""Plays the bundled chat step by step and reports what happened: the whole loop in a real browser."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

from playwright.async_api import Error as PlaywrightError

from overlay.calls.events import BlockInfo, Event
from overlay.calls.ledger import Ledger
from overlay.cli.demo_report import DemoReport, PlayedCall
from overlay.cli.demo_tools import demo_registry
from overlay.common.output_file import output_file
from overlay.companion.companion import Companion, RunRecorder
from overlay.demo.results import parse_results
from overlay.demo.server import DemoSite
from overlay.sites.loader import load_profiles

QUESTION = "What can you do with my machine?"
REFUSED = {"delete_file": "the demo's policy forbids deleting files"}
PROOF = "All done"
LONGEST = 150.0
"""Seconds that the whole play may take."""
PATIENCE = 45.0
"""Seconds without any event after which the play has failed."""
SOME_TEXT = 0.9
"""Seconds between the name of a slow call and some of its argument."""
FIRST_LOOK = 0.9
"""Seconds that a block is visible before the player clicks, as a user would wait."""


@dataclass(slots=True)
class Play:
    """One play of the demo; `notify` is called with a line for each step, `pictures` is for screenshots."""

    notify: Callable[[str], None]
    pictures: Path
    folder: Path
    headless: bool = True
    auto_execute: Sequence[str] = ()
    delay: float = 2.0
    browser: str | None = None
    keep_open: bool = False
    render: str = "rebuild"
    recorder: RunRecorder | None = None
    report: DemoReport = field(default_factory=DemoReport)
    _calls: dict[str, PlayedCall] = field(default_factory=dict[str, PlayedCall])
    _marks: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])
    _clicks: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    def _is_automatic(self, tool: str) -> bool:
        return any(fnmatchcase(tool, pattern) for pattern in self.auto_execute)

    async def run(self) -> DemoReport:
        """Play to the end and return the report. Raises UsageError or BrowserNotFound if it can't start."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        async with DemoSite() as site, self._companion(site) as companion:
            self.notify(f"The demo chat is at {site.url}; its model is a script, no network is used.")
            events = companion.listen()
            try:
                await self._ask(companion)
                await self._watch(companion, events)
                await self._conclude(companion, site)
                if self.keep_open and not self.headless:
                    self.notify("The window stays open; close it to end.")
                    await companion.page.wait_for_event("close", timeout=0)
            except PlaywrightError as error:
                self._failed(f"the window was closed or the page died: {str(error).splitlines()[0]}")
        return self.report

    def _companion(self, site: DemoSite) -> Companion:
        return Companion(
            f"{site.url}/?render={self.render}",
            registry=demo_registry(self.folder),
            profile=load_profiles()["demo"],
            headless=self.headless,
            browser=self.browser,
            profile_dir=self.pictures.parent / "profile" if not self.headless else None,
            config={
                "policy": {"auto_execute": list(self.auto_execute), "delay": self.delay, "deny": REFUSED},
                "returns": {"auto_insert": True, "auto_submit": True},
            },
            panel=False,
            notify=self.notify,
            ledger=Ledger(),
            recorder=self.recorder,
        )

    async def _ask(self, companion: Companion) -> None:
        page = companion.page
        await page.locator("#composer").wait_for()
        await page.locator("#composer").fill(QUESTION)
        await page.locator('[data-testid="send"]').click()
        self.notify(f"You: {QUESTION}")

    async def _watch(self, companion: Companion, events: asyncio.Queue[Event | None]) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST
        while not self._all_said() and loop.time() < end:
            try:
                event = await asyncio.wait_for(events.get(), PATIENCE)
            except TimeoutError:
                self._failed(f"nothing happened for {PATIENCE:.0f} s")
                return
            if event is None:
                return
            await self._step(companion, event)

    def _all_said(self) -> bool:
        played = {(call.name, call.call_id) for call in self.report.calls if "end_to_inserted" in call.times}
        return ("read_file", "7") in played

    async def _step(self, companion: Companion, event: Event) -> None:
        block = event.block
        if block is None or block.kind != "call":
            if event.kind == "trouble":
                self._failed(event.text)
            return
        call = self._call(block)
        call.status, call.error_code = block.status, block.error_code
        self._time(call, event)
        self._tell(event, block)
        if event.kind == "ready" and not self._is_automatic(block.name):
            task = asyncio.create_task(self._click(companion, block))
            self._clicks.add(task)
            task.add_done_callback(self._clicks.discard)
        picture = PICTURES.get((event.kind, block.name))
        if picture and picture not in self.report.pictures:
            if picture == "streaming":
                await asyncio.sleep(SOME_TEXT)
            await self._picture(companion, picture, block)

    def _call(self, block: BlockInfo) -> PlayedCall:
        call = self._calls.get(block.id)
        if call is None:
            call = PlayedCall(block.name, block.call_id, block.format, block.id)
            self._calls[block.id] = call
        if block.name and call not in self.report.calls:
            self.report.calls.append(call)
        call.name, call.call_id = block.name, block.call_id or call.call_id
        call.format = block.format or call.format
        return call

    def _time(self, call: PlayedCall, event: Event) -> None:
        self._marks.setdefault((call.block, event.kind), event.at)
        end = self._first(call, "done", "failed", "denied") or "done"
        # A call that runs automatically starts its countdown at once; one that waits for a press is ready
        # first.
        shown = self._first(call, "ready", "scheduled") or "ready"
        for step, (first, last) in {
            "named_to_shown": ("named", shown),
            "shown_to_running": (shown, "running"),
            "running_to_end": ("running", end),
            "end_to_inserted": (end, "inserted"),
        }.items():
            start, stop = self._marks.get((call.block, first)), self._marks.get((call.block, last))
            if start is not None and stop is not None:
                call.times.setdefault(step, round((stop - start) * 1000, 1))

    def _first(self, call: PlayedCall, *kinds: str) -> str | None:
        return next((kind for kind in kinds if (call.block, kind) in self._marks), None)

    def _tell(self, event: Event, block: BlockInfo) -> None:
        words = {
            "named": "is being written",
            "ready": f"is complete ({block.format}); it may be executed",
            "scheduled": f"runs automatically in {self.delay:g} s",
            "running": "runs",
            "done": "is done",
            "failed": f"failed ({block.error_code})",
            "denied": f"was refused ({block.error_code})",
            "inserted": "was inserted into the message box",
        }.get(event.kind)
        if words and self._marks.get((block.id, event.kind)) == event.at:
            self.notify(f"{block.name} [{block.call_id or '-'}] {words}")

    async def _click(self, companion: Companion, block: BlockInfo) -> None:
        """Click Execute as a user does: wait, then use the real mouse, and click again if the block just
        moved.
        """
        for _ in range(int(PATIENCE / FIRST_LOOK)):
            await asyncio.sleep(FIRST_LOOK)
            if self._calls[block.id].status not in ("ready", "scheduled"):
                return
            await companion.click(block.id, "execute")

    async def _picture(self, companion: Companion, name: str, block: BlockInfo) -> None:
        await companion.show(block.id)
        await self._take(companion, name)

    async def _take(self, companion: Companion, name: str) -> None:
        """Take a picture of the page. Raises UsageError if it can't be written."""
        path = self.pictures / f"{name}.png"
        picture = await companion.page.screenshot()
        with output_file(path) as file:
            file.write(picture)
        self.report.pictures[name] = str(path)

    async def _conclude(self, companion: Companion, site: DemoSite) -> None:
        last = companion.page.locator('[data-turn="assistant"]').last
        try:
            await last.get_by_text("Last read").wait_for(timeout=20_000)
            await companion.page.locator('[data-testid="stop"]').wait_for(state="detached", timeout=20_000)
        except PlaywrightError:
            self._failed("the model's last answer did not come")
        self.report.proof = (await last.inner_text()).strip()
        await self._take(companion, "proof")
        self.report.results_seen = [r.call_id for row in site.log for r in parse_results(row["text"])]
        self.notify("Model: " + " ".join(self.report.proof.split()))
        self.check()

    def check(self) -> None:
        counts = self.report.counts()
        if counts.executed < 4:
            self._failed(f"only {counts.executed} calls ran")
        if counts.refused != 1 or counts.failed != 1:
            self._failed(
                f"{counts.refused} calls refused and {counts.failed} failed; expected was one of each"
            )
        missing = {call.call_id for call in self.report.calls if call.call_id} - set(self.report.results_seen)
        if missing:
            self._failed(f"the model never saw the results of {', '.join(sorted(missing))}")
        if PROOF not in self.report.proof:
            self._failed("the last answer does not prove that the results were read")

    def _failed(self, text: str) -> None:
        self.report.problems.append(text)
        self.notify(f"Failed: {text}")


PICTURES: dict[tuple[str, str], str] = {
    ("named", "calculator"): "streaming",
    ("ready", "current_time"): "complete",
    ("scheduled", "current_time"): "complete",
    ("scheduled", "list_files"): "countdown",
    ("running", "calculator"): "running",
    ("done", "list_files"): "done",
    ("failed", "read_file"): "failed",
    ("denied", "delete_file"): "denied",
    ("inserted", "current_time"): "result-inserted",
}
