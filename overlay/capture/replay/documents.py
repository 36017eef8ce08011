"""Opens the recorded documents in the browser and controls overlay's page script in each of them."""

from __future__ import annotations

import asyncio
import json
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from pydantic import TypeAdapter

from observers.commands import encode
from observers.document import Document
from observers.page_api import NOTHING, ask
from overlay.capture.model import Closed, Opened, UncheckedStep
from overlay.capture.replay.page_server import ReplayServer, as_json
from overlay.capture.replay.replay_companion import ReplayCompanion
from overlay.capture.replay.snapshots import LINES, DrawnBlock
from overlay.common.errors import OverlayError

if TYPE_CHECKING:
    from playwright.async_api import Page

log = logging.getLogger(__name__)
PATIENCE = 60.0
"""Timeout for opening a document, in seconds."""


@dataclass(frozen=True, slots=True)
class Sending:
    """The messages that the page script sent in one turn, at the time `at`, after `applied` steps."""

    at: float
    applied: int
    messages: list[str]


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a plan; see `Done` in injected_js/replaying/replay_types.js."""

    now: float
    due: float | None
    applied: int
    sent: list[Sending]
    drawn: list[DrawnBlock] | None
    problems: list[str]


_DONE = TypeAdapter(Done)
_NODE: TypeAdapter[int | None] = TypeAdapter(int | None)


class NotPlayed(OverlayError):
    """The replay failed because of the browser, not because of the recording."""


@dataclass(eq=False, slots=True)
class ReplayDocument:
    """One open document. `began` and `due` (its next timer) are in milliseconds of the recording."""

    opened: Opened
    observed: Document
    began: float
    due: float = math.inf

    async def drive(
        self,
        now: float,
        before: float,
        steps: Sequence[tuple[float, UncheckedStep]] | None = None,
        quiet: int = 0,
        draw: Sequence[str] = (),
    ) -> Done:
        """Send Python's pending commands at `now`, then handle timers and steps that are due before `before`.

        It stops early after the sending that follows the first `quiet` ones. `steps` are added to earlier
        steps that are not applied yet; None applies no step. `draw` are ids of blocks, which are read between
        the commands and the steps. The times of the result are milliseconds of the recording.
        """
        commands = self.observed.take_commands()
        plan = {
            "now": now - self.began,
            "before": before - self.began if before < math.inf else 1e15,
            "commands": encode(commands) if commands else "",
            "draw": list(draw),
            "steps": [{"at": at - self.began, "ops": step.ops} for at, step in steps or ()],
            "stepping": steps is not None,
            "quiet": quiet,
        }
        done = await ask(self.observed, "replay.drive", _DONE, json.dumps(plan))
        for problem in done.problems:
            log.warning("overlay's page script: %s", problem)
        self.due = math.inf if done.due is None else self.began + done.due
        sent = [replace(sending, at=self.began + sending.at) for sending in done.sent]
        return replace(done, now=self.began + done.now, due=self.due, sent=sent)

    async def send_rest(self) -> None:
        """Let the page script send all changes until now, as it did at the end of the recording."""
        await ask(self.observed, "record.rest", NOTHING)

    async def written(self) -> list[str]:
        """Return the page's tree, one node a line, without overlay's host elements."""
        return await ask(self.observed, "replay.written", LINES)


class ReplayDocuments:
    """Opens and closes documents in the companion's browser context. `open` are the open ones by number."""

    def __init__(self, companion: ReplayCompanion, server: ReplayServer) -> None:
        self.open: dict[int, ReplayDocument] = {}
        self._companion = companion
        self._server = server
        self._pages: dict[int, Page] = {}
        self._known: set[Document] = set()

    @property
    def page(self) -> Page | None:
        """The tab of the newest open document, None if there is none."""
        tops = [document for document in self.open.values() if document.opened.frame is None]
        return tops[-1].observed.page if tops else None

    async def begin(self, opened: Opened, now: float) -> ReplayDocument:
        """Open a document in its initial state at time `now`. Raises NotPlayed."""
        try:
            async with asyncio.timeout(PATIENCE):
                observed = await (self._frame(opened) if opened.frame else self._page(opened))
        except (PlaywrightError, TimeoutError) as error:
            raise NotPlayed(f"document {opened.doc} ({opened.url}) could not be opened: {error!r}") from error
        self._known.add(observed)
        self.open[opened.doc] = document = ReplayDocument(opened, observed, now)
        return document

    async def end(self, closed: Closed) -> None:
        """Close a document."""
        document = self.open.pop(closed.doc, None)
        if document is None or not document.observed.alive:
            return
        if document.opened.frame is None:
            await document.observed.page.goto("about:blank")
        else:
            await self._enter(document.opened, "about:blank")
        await _until(lambda: _given(not document.observed.alive))

    async def _page(self, opened: Opened) -> Document:
        page = await self._page_of(opened.page)
        self._server.expect(opened)
        await page.goto(opened.url, wait_until="load")

        async def find() -> Document | None:
            for document in self._fresh(page):
                if document.top and document.url == page.url:
                    return document
            return None

        document = await _until(find)
        await self._companion.bridge.settled()
        await self._build(document, opened)
        return document

    async def _page_of(self, number: int) -> Page:
        if number not in self._pages:
            first = not self._pages
            self._pages[number] = self._companion.page if first else await self._companion.context.new_page()
            await self._companion.bridge.settled()
        return self._pages[number]

    async def _frame(self, opened: Opened) -> Document:
        """Open the document of a frame. Without an HTTP URL, it is the frame's initial `about:blank`."""
        assert opened.frame
        page = self.open[opened.frame[0]].observed.page
        url = opened.url if opened.url.startswith(("http://", "https://")) else "about:blank"
        if url != "about:blank":
            self._server.expect(opened)
            await self._enter(opened, url)

        async def find() -> Document | None:
            for document in self._fresh(page):
                if document.top or document.url != url or not opened.frame:
                    continue
                if await ask(document, "replay.frame", _NODE) == opened.frame[1]:
                    return document
            return None

        document = await _until(find)
        await self._companion.bridge.settled()
        await self._build(document, opened)
        return document

    async def _enter(self, opened: Opened, url: str) -> None:
        around = self.open.get(opened.frame[0]) if opened.frame else None
        if around and opened.frame:
            await ask(around.observed, "replay.enter", NOTHING, opened.frame[1], url)

    async def _build(self, document: Document, opened: Opened) -> None:
        self._companion.history.documents[document.unique_id] = opened.doc
        await ask(document, "replay.build", NOTHING, as_json(opened))

    def _fresh(self, page: Page) -> list[Document]:
        """Return the page's documents that `begin` has not returned yet."""
        documents = self._companion.bridge.documents.values()
        return [each for each in documents if each.page is page and each.url and each not in self._known]


async def _until(find: Callable[[], Awaitable[Any]]) -> Any:
    while not (found := await find()):  # noqa: ASYNC110 - Playwright has no event for it
        await asyncio.sleep(0.005)
    return found


async def _given(value: bool) -> bool:
    return value
