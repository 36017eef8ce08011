"""Attaches to pages and frames: creates an isolated world with a binding in each, out of the page's reach.

It uses `Runtime.addBinding` with an execution context name (Chrome DevTools Protocol) instead of Playwright's
`page.expose_binding`, which adds the binding to the page's main world, where any script can call it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakSet

from playwright.async_api import Error as PlaywrightError

import injected_js
from observers.cdp import call
from observers.document import Document
from observers.frame_scripts import FrameScripts
from observers.lifeline import Lifelines
from observers.open_documents import DETACH_LIMIT, Listener, OpenDocuments, faded_of
from observers.other_companions import World, end, is_alive
from observers.safe_tasks import BackgroundTasks, guarded, quietly, within
from observers.session_events import SessionEvents

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Frame, Page

log = logging.getLogger(__name__)
RETRY_AFTER = 3.0
"""Seconds between two checks of a page that another companion uses."""
ANOTHER = (
    "Another overlay is running in this browser. This one does not use its pages until the other one ends. "
    "End one of the two."
)
WITHOUT_ADDRESS = ("", "about:blank")
NO_SEPARATE_SESSION = "does not have a separate CDP session"


class Bridge:
    """The connection to all pages of one browser context, present and future.

    `config` is the site's part of `Config` in config_types.js (`profile`, `openers`, `inspectable`, …); the
    bridge adds the names that are random in each run. Pages for which `skip` returns True are not
    attached to. `held`: commands to documents wait until `Document.take` is called. `notify` is called with
    messages for the user.
    """

    def __init__(
        self,
        context: BrowserContext,
        config: Mapping[str, object],
        listener: Listener,
        *,
        skip: Callable[[Page], Awaitable[bool]] | None = None,
        clock: Callable[[], float] = monotonic,
        held: bool = False,
        notify: Callable[[str], None] = log.warning,
    ) -> None:
        self.context = context
        self._skip = skip
        self._clock = clock
        self._held = held
        self._notify = notify
        self._own = World.new()
        self.world = self._own.name
        self.binding = _name()
        self.entry = self._own.entry
        self.mark = f"data-{_name()}"
        self.face = _name()
        self._source = injected_js.source(
            {
                "face": self.face,
                **config,
                "binding": self.binding,
                "entry": self.entry,
                "mark": self.mark,
            },
        )
        self._sessions: dict[Page | Frame, CDPSession | None] = {}
        self._lifelines = Lifelines(context, self.entry)
        self._frame_scripts = FrameScripts(context)
        self._tasks = BackgroundTasks()
        self._open = OpenDocuments(
            listener,
            self._tasks,
            mark=self.mark,
            faded=faded_of(config),
            on_lifeline=self._attach_lifeline,
            on_unstarted=self._run_in_frames,
        )
        self._retries = BackgroundTasks()
        self._in_use: WeakSet[Page] = WeakSet()
        self._hooked: WeakSet[Page] = WeakSet()
        self._warned = False
        self._stopped = False

    async def start(self) -> None:
        """Attach to the open pages and to all that open from now on."""
        self.context.on("page", guarded(self.adopt))
        for page in self.context.pages:
            await self._attach_page(page)

    @property
    def documents(self) -> dict[str, Document]:
        """The open documents by their unique ids."""
        return self._open.by_id

    async def stop(self) -> None:
        """Restore every page to what the site made, and detach."""
        self._stopped = True
        self._tasks.stop()
        self._retries.stop()
        await self._open.detach(list(self.documents.values()))
        sessions = [*self._sessions.values(), *self._lifelines.sessions(), *self._frame_scripts.sessions()]
        await within(DETACH_LIMIT, [quietly(session.detach()) for session in sessions if session])
        for document in list(self.documents.values()):
            self._open.close(document)

    def _frame_changed(self, frame: Frame) -> None:
        self._tasks.spawn(self._attach_frame(frame))

    def adopt(self, page: Page) -> None:
        """Attach to a page to which this companion is not attached yet."""
        self._tasks.spawn(self._attach_page(page))

    async def hiding_enabled(self, page: Page, *, within: float) -> bool:
        """Wait until text in `page` can be hidden, at most `within` seconds; return whether it can.

        False for a page that another companion uses.
        """
        try:
            await asyncio.wait_for(self._open.hiding_enabled(page).wait(), within)
        except TimeoutError:
            return False
        return page not in self._in_use

    def receive(self, document: Document, payload: str) -> None:
        """Handle a message that a document did not send through the binding, as a replay's answer."""
        self._open.handle(document, payload)

    async def settled(self) -> None:
        """Wait until no task runs: all pages are attached to, all documents can hide text."""
        await self._tasks.settled()

    async def _attach_page(self, page: Page) -> None:
        if self._skip and await self._skip(page):
            return
        if page in self._sessions or self._stopped or page.is_closed():
            return
        if page not in self._hooked:
            self._hooked.add(page)
            attach = guarded(self._frame_changed)
            page.on("framenavigated", attach)
            page.on("crash", guarded(self._crashed))
            page.on("close", guarded(self._closed))
        await self._attach(page, page)
        for frame in page.frames[1:]:
            await self._attach_frame(frame)

    async def _attach_frame(self, frame: Frame) -> None:
        """Attach to a cross-process frame, which needs a separate CDP session.

        Other frames belong to their page's session, as do frames without an address, such as a block's frame.
        """
        if frame.page in self._in_use:
            return
        if frame.parent_frame is None:
            if frame.page not in self._sessions and not frame.page.is_closed():
                await self._attach(frame.page, frame.page)
            return
        if frame not in self._sessions and frame.url not in WITHOUT_ADDRESS:
            await self._attach(frame, frame.page)

    async def _attach(self, target: Page | Frame, page: Page) -> None:
        self._sessions[target] = None
        try:
            session = await self.context.new_cdp_session(target)
            self._sessions[target] = session
            self._open.add_session(session)
            others: list[tuple[World, str]] = []
            attached = False

            def on_other(world: World, unique_id: str) -> None:
                if attached:
                    self._tasks.spawn(self._handle_other(session, page, world, unique_id))
                else:
                    others.append((world, unique_id))

            self._listen(session, target, page, on_other)
            await asyncio.gather(call(session, "Page.enable"), call(session, "Runtime.enable"))
            if not await self._may_use(session, others):
                await self._detach(page)
                return
            attached = True
            await asyncio.gather(
                call(
                    session, "Runtime.addBinding", {"name": self.binding, "executionContextName": self.world}
                ),
                call(
                    session,
                    "Page.addScriptToEvaluateOnNewDocument",
                    {"source": self._source, "worldName": self.world, "runImmediately": True},
                ),
            )
        except PlaywrightError as error:
            self._sessions.pop(target, None)
            if NO_SEPARATE_SESSION not in str(error) and not page.is_closed():
                log.warning("overlay could not attach to %s: %s", page.url, error)

    async def _may_use(self, session: CDPSession, others: Iterable[tuple[World, str]]) -> bool:
        """Return whether this companion may use the documents of these worlds.

        The companion that started first keeps its pages. The nodes of companions that ended are removed.
        """
        for world, unique_id in others:
            if not await is_alive(session, world, unique_id):
                # A frame's world has no mark.
                if mark := await end(session, world, unique_id):
                    self._open.hiders[session].forget(mark)
            elif world < self._own:
                return False
        return True

    async def _handle_other(self, session: CDPSession, page: Page, world: World, unique_id: str) -> None:
        """Handle another companion that came to a page to which this one is attached."""
        if not await self._may_use(session, [(world, unique_id)]):
            await self._detach(page)

    async def _detach(self, page: Page) -> None:
        """Detach from a page of another companion, and try again after RETRY_AFTER seconds."""
        if page in self._in_use or self._stopped:
            return
        if not self._warned:
            self._warned = True
            self._notify(ANOTHER)
        self._in_use.add(page)
        self._retries.spawn(self._retry(page))
        documents = self._open.of(page)
        await self._open.detach(documents)
        for document in documents:
            self._open.close(document)
        self._open.hiding_enabled(page).set()
        targets = [target for target in self._sessions if target is page or target in page.frames]
        sessions = [session for target in targets if (session := self._sessions.pop(target, None))]
        helpers = [
            helper
            for session in sessions
            for helper in (self._lifelines.of(session), self._frame_scripts.of(session))
            if helper
        ]
        await within(DETACH_LIMIT, [quietly(session.detach()) for session in [*sessions, *helpers]])

    async def _retry(self, page: Page) -> None:
        await asyncio.sleep(RETRY_AFTER)
        self._in_use.discard(page)
        if not page.is_closed():
            self._open.hiding_enabled(page).clear()
            await self._attach_page(page)

    def _listen(
        self,
        session: CDPSession,
        target: Page | Frame,
        page: Page,
        on_other: Callable[[World, str], None],
    ) -> None:
        def create(unique_id: str, frame_id: str) -> Document:
            return Document(session, page, unique_id, frame_id, self.entry, self._clock, held=self._held)

        def detached() -> None:
            self._sessions.pop(target, None)

        SessionEvents(
            self._open, world=self.world, binding=self.binding, create=create, on_other=on_other
        ).listen(session, detached)

    def _attach_lifeline(self, document: Document) -> None:
        self._tasks.spawn(self._lifelines.attach(document, self._target_of(document)))

    def _run_in_frames(self, document: Document) -> None:
        self._tasks.spawn(self._frame_scripts.run(document, self._target_of(document)))

    def _closed(self, page: Page) -> None:
        self._sessions.pop(page, None)
        self._crashed(page)

    def _crashed(self, page: Page) -> None:
        """Close the page's documents but keep its session.

        The session works again after a reload; a second session would receive all events again.
        """
        for document in self._open.of(page):
            self._open.close(document)

    def _target_of(self, document: Document) -> Page | Frame:
        found = (target for target, session in self._sessions.items() if session is document.session)
        return next(found, document.page)


def _name() -> str:
    """Return a random name that no page can guess; the leading letter makes it an identifier."""
    return "x" + secrets.token_hex(8)
