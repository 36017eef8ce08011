"""Attaches to pages and frames: creates an isolated world with a binding in each, out of the page's reach.

It uses `Runtime.addBinding` with an execution context name (Chrome DevTools Protocol) instead of Playwright's
`page.expose_binding`, which adds the binding to the page's main world, where any script can call it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary, WeakSet

from playwright.async_api import Error as PlaywrightError

import injected_js
from observers.cdp import call
from observers.document import Document
from observers.hiding_sheet import Hider
from observers.layers import compare
from observers.lifeline import Lifelines
from observers.other_companions import World, end, is_alive
from observers.protocol import (
    BadMessage,
    Batch,
    Detach,
    EnableHiding,
    Hello,
    Layers,
    Message,
    MessageRefused,
    Ping,
    Pong,
    Recorded,
    RecordingAck,
    parse,
)

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Frame, Page

log = logging.getLogger(__name__)
ARM_AGAIN = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between the attempts to add the hiding rule."""
TAKEN = 3.0
"""Seconds between two checks of a page in which another companion is at work."""
ANOTHER = (
    "Another overlay is at work in this browser, so this one leaves its pages alone until that one ends. "
    "End one of the two."
)
ARM_WITHIN = 1.0
"""Seconds for the first attempt, doubled for each further one."""
LEAVING = 2.0
"""Seconds for each step of detaching from pages."""
NO_SESSION_OF_ITS_OWN = "does not have a separate CDP session"


class Listener(Protocol):
    """Receives the bridge's events. Browser events trigger the calls; exceptions from them are logged."""

    def opened(self, document: Document, hello: Hello) -> None:
        """Handle a new document; its blocks follow."""

    def said(self, document: Document, message: Message) -> None:
        """Handle a validated message from the document's isolated world."""

    def closed(self, document: Document) -> None:
        """Handle the end of a document (navigation, crash, closed tab)."""


class Bridge:
    """The connection to all pages of one browser context, present and future.

    `config` is the site's part of `Config` in protocol.js (`profile`, `openers`, `inspectable`, …); the
    bridge adds the names that are random in each run. Pages for which `spare` returns True are not attached
    to. `held`: commands to documents wait until they are taken. `say` is called with messages for the user.
    """

    def __init__(
        self,
        context: BrowserContext,
        config: Mapping[str, object],
        listener: Listener,
        *,
        spare: Callable[[Page], Awaitable[bool]] | None = None,
        clock: Callable[[], float] = monotonic,
        held: bool = False,
        say: Callable[[str], None] = log.warning,
    ) -> None:
        self.context = context
        self.listener = listener
        self._spare = spare
        self._clock = clock
        self._held = held
        self._say = say
        self._own = World.new()
        self.world = self._own.name
        self.binding = _name()
        self.entry = self._own.entry
        self.mark = f"data-{_name()}"
        self.face = _name()
        self._faded = _faded_of(config)
        self.documents: dict[str, Document] = {}
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
        self._hiders: WeakKeyDictionary[CDPSession, Hider] = WeakKeyDictionary()
        self._lines = Lifelines(context, self.entry)
        self._armed: WeakKeyDictionary[Page, asyncio.Event] = WeakKeyDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._returns: set[asyncio.Task[None]] = set()
        self._taken: WeakSet[Page] = WeakSet()
        self._hooked: WeakSet[Page] = WeakSet()
        self._told = False
        self._stopped = False

    async def start(self) -> None:
        """Attach to the open pages and to all that open from now on."""
        self.context.on("page", guarded(self._page_opened))
        for page in self.context.pages:
            await self._attach_page(page)

    async def stop(self) -> None:
        """Restore every page to what the site made, and detach."""
        self._stopped = True
        for task in [*self._tasks, *self._returns]:
            task.cancel()
        for document in list(self.documents.values()):
            document.post(Detach())
        await _within(LEAVING, [document.flushed() for document in list(self.documents.values())])
        await _within(LEAVING, [_quietly(self._unhide(document)) for document in self.documents.values()])
        sessions = [*self._sessions.values(), *self._lines.sessions()]
        await _within(LEAVING, [_quietly(session.detach()) for session in sessions if session])
        for document in list(self.documents.values()):
            self._close(document)

    async def _unhide(self, document: Document) -> None:
        await self._hiders[document.session].clear(document.frame_id, within=LEAVING)

    def _page_opened(self, page: Page) -> None:
        self._spawn(self._attach_page(page))

    def _frame_changed(self, frame: Frame) -> None:
        self._spawn(self._attach_frame(frame))

    def adopt(self, page: Page) -> None:
        """Attach to a page that was not attached to so far."""
        self._page_opened(page)

    async def armed(self, page: Page, *, within: float) -> bool:
        """Wait until text in `page` can be hidden, at most `within` seconds; return whether it can.

        It can't in a page where another companion is at work.
        """
        try:
            await asyncio.wait_for(self._armed.setdefault(page, asyncio.Event()).wait(), within)
        except TimeoutError:
            return False
        return page not in self._taken

    async def settled(self) -> None:
        """Wait until all running work is done: pages are attached to, documents can hide text."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def _attach_page(self, page: Page) -> None:
        if self._spare and await self._spare(page):
            return
        if page in self._sessions or self._stopped or page.is_closed():
            return
        if page not in self._hooked:
            self._hooked.add(page)
            attach = guarded(self._frame_changed)
            page.on("frameattached", attach)
            page.on("framenavigated", attach)
            page.on("crash", guarded(self._crashed))
            page.on("close", guarded(self._lost))
        await self._attach(page, page)
        for frame in page.frames[1:]:
            await self._attach_frame(frame)

    async def _attach_frame(self, frame: Frame) -> None:
        """Attach to a cross-process frame, which needs a separate CDP session.

        Other frames are part of their page's session.
        """
        if frame.page in self._taken:
            return
        if frame.parent_frame is None:
            if frame.page not in self._sessions and not frame.page.is_closed():
                await self._attach(frame.page, frame.page)
            return
        if frame not in self._sessions and frame.name != self.face:
            await self._attach(frame, frame.page)

    async def _attach(self, target: Page | Frame, page: Page) -> None:
        self._sessions[target] = None
        try:
            session = await self.context.new_cdp_session(target)
            self._sessions[target] = session
            self._hiders[session] = Hider(session, self.mark)
            others: list[tuple[World, str]] = []
            attached = False

            def meet(world: World, unique_id: str) -> None:
                if attached:
                    self._spawn(self._meet(session, page, world, unique_id))
                else:
                    others.append((world, unique_id))

            self._listen(session, page, target, meet)
            await asyncio.gather(call(session, "Page.enable"), call(session, "Runtime.enable"))
            if not await self._alone(session, others):
                await self._leave(page)
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
            if NO_SESSION_OF_ITS_OWN not in str(error) and not page.is_closed():
                log.warning("overlay could not attach to %s: %s", page.url, error)

    async def _alone(self, session: CDPSession, others: Iterable[tuple[World, str]]) -> bool:
        """Return whether this companion may use the documents of these worlds.

        The companion that started first keeps its pages. The nodes of companions that ended are removed.
        """
        for world, unique_id in others:
            if not await is_alive(session, world, unique_id):
                self._hiders[session].forget(await end(session, world, unique_id))
            elif world < self._own:
                return False
        return True

    async def _meet(self, session: CDPSession, page: Page, world: World, unique_id: str) -> None:
        """Handle another companion's arrival in a page to which this one is attached."""
        if not await self._alone(session, [(world, unique_id)]):
            await self._leave(page)

    async def _leave(self, page: Page) -> None:
        """Detach from a page of another companion, and try again after TAKEN seconds."""
        if page in self._taken or self._stopped:
            return
        if not self._told:
            self._told = True
            self._say(ANOTHER)
        self._taken.add(page)
        task = asyncio.create_task(self._return(page))
        self._returns.add(task)
        task.add_done_callback(self._returns.discard)
        task.add_done_callback(self._done)
        documents = [document for document in self.documents.values() if document.page is page]
        for document in documents:
            document.post(Detach())
        await _within(LEAVING, [document.flushed() for document in documents])
        await _within(LEAVING, [_quietly(self._unhide(document)) for document in documents])
        for document in documents:
            self._close(document)
        self._armed.setdefault(page, asyncio.Event()).set()
        ours = [target for target in self._sessions if target is page or target in page.frames]
        sessions = [session for target in ours if (session := self._sessions.pop(target, None))]
        lines = [line for session in sessions if (line := self._lines.of(session))]
        await _within(LEAVING, [_quietly(session.detach()) for session in [*sessions, *lines]])

    async def _return(self, page: Page) -> None:
        await asyncio.sleep(TAKEN)
        self._taken.discard(page)
        if not page.is_closed():
            self._armed.setdefault(page, asyncio.Event()).clear()
            await self._attach_page(page)

    def _listen(
        self, session: CDPSession, page: Page, target: Page | Frame, meet: Callable[[World, str], None]
    ) -> None:
        """Subscribe to the session's events; `meet` is called with the worlds of other companions."""
        contexts: dict[int, str] = {}
        # The frame in which a block is drawn has such a world too, and never sends a message.
        silent: dict[str, Document] = {}

        def created(event: dict[str, Any]) -> None:
            context = event["context"]
            if context["name"] != self.world:
                if world := World.named(context["name"]):
                    meet(world, context["uniqueId"])
                return
            frame = context["auxData"]["frameId"]
            unique_id = context["uniqueId"]
            document = Document(session, page, unique_id, frame, self.entry, self._clock, held=self._held)
            contexts[context["id"]] = document.unique_id
            silent[document.unique_id] = document

        def end(unique_id: str) -> None:
            silent.pop(unique_id, None)
            document = self.documents.get(unique_id)
            if document:
                self._close(document)

        def destroyed(event: dict[str, Any]) -> None:
            end(contexts.pop(event["executionContextId"], ""))

        def cleared(*_: object) -> None:
            ended = list(contexts.values())
            contexts.clear()
            for unique_id in ended:
                end(unique_id)

        def detached(*_: object) -> None:
            cleared()
            self._sessions.pop(target, None)

        def called(event: dict[str, Any]) -> None:
            unique_id = contexts.get(event["executionContextId"], "")
            if unique_id in silent:
                self.documents[unique_id] = silent.pop(unique_id)
            document = self.documents.get(unique_id)
            if event["name"] == self.binding and document:
                self._hear(document, event["payload"])

        for name, handler in {
            "Runtime.executionContextCreated": created,
            "Runtime.executionContextDestroyed": destroyed,
            "Runtime.executionContextsCleared": cleared,
            "Runtime.bindingCalled": called,
            "close": detached,
        }.items():
            session.on(name, guarded(handler))

    def _hear(self, document: Document, payload: str) -> None:
        if not document.alive:
            return
        if not (document.messages.take() and document.volume.take(len(payload))):
            log.warning("overlay stopped listening to %s: it sent more than a page can", document.url)
            self._close(document)
            self._spawn(_quietly(document.tell([Detach()])))
            return
        try:
            message = parse(payload)
        except BadMessage as error:
            log.warning("overlay ignored a message from %s: %s", document.url, error)
            document.post(MessageRefused())
            return
        if isinstance(message, Hello):
            if document.url:
                document = self._succeed(document)
            document.begin(message)
            try:
                self.listener.opened(document, message)
            except Exception:
                log.exception("overlay does nothing in %s", document.url)
                return
            self._spawn(self._arm(document, self._faded.get(message.site, "")))
        elif isinstance(message, Ping):
            document.post(Pong())
            if message.rest:
                self._spawn(self._lines.tie(document, self._target_of(document)))
        elif isinstance(message, Layers):
            self._spawn(compare(document, message))
        else:
            try:
                self.listener.said(document, message)
            except Exception:
                log.exception("overlay could not handle a message from %s", document.url)
                document.post(MessageRefused())
            if isinstance(message, Batch) and (message.more or message.ask):
                document.post(Pong())
            elif isinstance(message, Recorded) and message.more:
                document.post(RecordingAck())

    def _succeed(self, document: Document) -> Document:
        """Replace a document whose world sent a second Hello: it has a new document now (see main.js)."""
        heir = document.successor()
        self._close(document)
        self.documents[heir.unique_id] = heir
        return heir

    async def _arm(self, document: Document, faded: str) -> None:
        """Add the hiding rule to the document, then enable hiding; `faded` is its site's selector.

        It is retried, since a document that the browser has just begun to parse can't take a style sheet yet.
        """
        problem: Exception | None = None
        hider = self._hiders[document.session]
        for number, wait in enumerate(ARM_AGAIN):
            try:
                await hider.hide_in(document.frame_id, within=ARM_WITHIN * 2**number, faded=faded)
            except (PlaywrightError, TimeoutError) as error:
                problem = error
            else:
                document.post(EnableHiding())
                await document.flushed()
                if document.top and document.alive:
                    self._armed.setdefault(document.page, asyncio.Event()).set()
                return
            if not document.alive:
                return
            await asyncio.sleep(wait)
        log.warning("overlay can't hide anything in %s: %r", document.url, problem)

    def _lost(self, page: Page) -> None:
        self._sessions.pop(page, None)
        self._crashed(page)

    def _crashed(self, page: Page) -> None:
        """Close the page's documents but keep its session.

        The session works again after a reload; a second one would receive all events a second time.
        """
        for document in [document for document in self.documents.values() if document.page is page]:
            self._close(document)

    def _close(self, document: Document) -> None:
        if self.documents.pop(document.unique_id, None) is None:
            return
        document.close()
        if document.top and document.page in self._armed:
            self._armed[document.page].clear()
        self.listener.closed(document)

    def _target_of(self, document: Document) -> Page | Frame:
        found = (target for target, session in self._sessions.items() if session is document.session)
        return next(found, document.page)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self._stopped:
            work.close()
            return
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("overlay: %s", error, exc_info=error)


def guarded(handler: Callable[..., None]) -> Callable[..., None]:
    """Wrap an event handler to log its exceptions: a later, unrelated Playwright call would raise them."""

    def safe(*arguments: object) -> None:
        try:
            handler(*arguments)
        except Exception:
            log.exception("overlay: an event of the browser could not be handled")

    return safe


async def _within(seconds: float, works: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Wait at most `seconds` for all `works`, then cancel the rest: a crashed page never answers."""
    tasks = [asyncio.create_task(work) for work in works]
    if tasks:
        _, late = await asyncio.wait(tasks, timeout=seconds)
        for task in late:
            task.cancel()


async def _quietly(work: Coroutine[Any, Any, None]) -> None:
    try:
        await work
    except (PlaywrightError, TimeoutError) as error:
        log.debug("already gone: %s", error)


def _faded_of(config: Mapping[str, Any]) -> dict[str, str]:
    """Return each site's `faded` selector by site name; the name is "" in a run without a site table."""
    sites: list[dict[str, Any]] = [
        *config.get("sites", ()),
        {"name": "", "profile": config.get("profile", {})},
    ]
    return {site["name"]: site["profile"].get("faded", "") for site in sites}


def _name() -> str:
    """Return a random name that no page can guess; the leading letter makes it an identifier."""
    return "x" + secrets.token_hex(8)
