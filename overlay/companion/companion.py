"""The companion: opens the browser on a chat and wires page, detection, policy, tools and composer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar

from playwright.async_api import Error as PlaywrightError

from observers.document import Document
from observers.page_api import PageApi
from observers.page_bridge import Bridge
from overlay.calls.approvals import Approver
from overlay.calls.event_stream import EventQueues, EventStream
from overlay.calls.events import BlockInfo, Event
from overlay.calls.ledger import Ledger
from overlay.calls.result_files import ResultFiles
from overlay.chat.session import ChatSession
from overlay.common import language
from overlay.common.errors import OverlayError, UsageError
from overlay.common.paths import data_dir
from overlay.companion.auto_tell import AutoTell
from overlay.companion.browser_options import BrowserOptions
from overlay.companion.click_result import ClickResult
from overlay.companion.config import Config, load_config
from overlay.companion.instructed_sites import InstructedSites
from overlay.companion.opened_chat import OpenedChat
from overlay.companion.panel_window import fill_panel, new_panel
from overlay.companion.session_sites import SessionSites
from overlay.companion.start_page import StartPage, is_wanted
from overlay.companion.warm_up import warm_up
from overlay.companion.watch.run import RunWatch
from overlay.companion.wiring import Parts, Runtime, open_ledger, page_config
from overlay.policy import Policy, origin_of
from overlay.policy.origins import NO_SITE
from overlay.sites.loader import SiteProfile
from overlay.tools import ToolRegistry
from overlay.tools.detection_index import DetectionTools
from overlay.ui.prompting import Ask, approver_of, elicitor_of

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from overlay.companion.panel_window import PanelHelper
    from overlay.tools.mcp import Elicitor, ServerConfig, ServerManager
    from overlay.ui.panel import Panel, PanelPrompts

T = TypeVar("T")
log = logging.getLogger(__name__)

WATCHING = 5.0
"""Seconds to wait until the first page is ready for hiding; then overlay goes on, as the page may hang."""


class RunRecorder(Protocol):
    """Records a run; see overlay.capture.record.recorder."""

    def begin(self, companion: Companion, events: EventStream) -> None:
        """Start recording; the browser is open, and overlay has opened no page in it yet."""

    async def finish(self) -> None:
        """Stop recording; the companion is about to close, its pages are still open."""


class Companion:
    """Opens a chat and runs its tool calls.

    Example::

        async with Companion("demo", tools=[current_time], headless=True) as companion:
            async for event in companion.events():
                print(event.kind, event.block)

    The chat:
        target: a site's name (`demo`, …), or an address.
        profile: the profile of the site (None: the one that fits the target and the page).
        inspectable: opens the blocks' shadow roots to the page and to tests; don't use it for the user's own
            chats.

    The tools and their rules:
        tools: values that `ToolRegistry.add` takes.
        registry: the registry to which they are added (None: a new one).
        servers: configurations of MCP servers. The companion starts and stops them, and does not wait until
            they are ready. With an empty list, servers can be added later (`companion.servers.apply`); with
            None they can't.
        config: a Config, a mapping or a TOML file.
        policy: decides which calls may run (None: a policy of `config`, without stored permissions).

    The browser:
        headless: shows no window; then no user is asked.
        profile_dir: the folder of the profile (None: a temporary one if headless, else overlay's own).
        browser: the name or path of the browser to start (None: the first that is found, or an installed
            one).
        connect: the CDP address or the name of a running browser. There the companion uses a page that shows
            the target, or opens a tab and closes it at the end.
        extensions: leaves the user's extensions on.
        context: a browser context of the caller; then the companion starts and closes no browser.

    The user:
        panel: opens a window that asks the user and shows the run (None: only in a visible browser that
            overlay started).
        ask: where the user is asked: "terminal", "panel" or "both" (None: the panel, else the terminal).
        approve: answers the questions in place of the user.
        notify: called with each line for the user.

    What is kept:
        ledger: stores the calls; the companion opens and closes it (None: overlay's own if the profile is
            permanent, else a temporary one).

    Internal, for recordings and replays:
        recorder: gets all events.
        runtime: replaces clock, message box and other outside parts.

    Raises:
        UsageError: the target or the configuration can't be used.
        BrowserNotFound: there is no browser, and none can be installed.
        OverlayError: the address does not load.
    """

    # Set while the companion opens.
    _context: BrowserContext | None = None
    _start_page: StartPage | None = None
    _page: Page | None = None
    _bridge: Bridge | None = None
    _watch: RunWatch | None = None
    _stack: AsyncExitStack | None = None

    def __init__(
        self,
        target: str,
        *,
        tools: Iterable[Any] = (),
        registry: ToolRegistry | None = None,
        servers: Iterable[ServerConfig] | None = None,
        config: Config | Mapping[str, Any] | Path | None = None,
        headless: bool = False,
        inspectable: bool = False,
        profile: SiteProfile | None = None,
        profile_dir: Path | None = None,
        browser: str | None = None,
        connect: str | None = None,
        extensions: bool = False,
        context: BrowserContext | None = None,
        policy: Policy | None = None,
        approve: Approver | None = None,
        panel: bool | None = None,
        ask: Ask | None = None,
        notify: Callable[[str], None] | None = None,
        ledger: Ledger | None = None,
        recorder: RunRecorder | None = None,
        runtime: Runtime | None = None,
    ) -> None:
        self.target = target
        self.inspectable = inspectable
        self.config = config if isinstance(config, Config) else load_config(config)
        self.registry = registry or ToolRegistry()
        for item in tools:
            self.registry.add(item)
        self._browser = BrowserOptions(headless, profile_dir, browser, connect, extensions, context)
        self._sites = SessionSites(target, profile)
        self._notify = notify or log.info
        self._recorder = recorder
        self._runtime = runtime or Runtime()
        events = EventStream()
        self._queues = EventQueues(events)
        shown = self._browser.has_windows if panel is None else panel
        self.panel, prompts = self._new_panel(events) if shown else (None, None)
        kept = None if self._browser.is_temporary or target == "demo" else data_dir()
        self.ledger = ledger or (Ledger.own() if kept else Ledger())
        self.policy = policy or Policy(self.config.policy, clock=self._runtime.clock.now)
        self.parts = Parts(
            self.config,
            events=events,
            registry=self.registry,
            policy=self.policy,
            approve=approve or approver_of(ask, prompts),
            in_panel=prompts is not None and approve is None and ask != "terminal",
            runtime=self._runtime,
            ledger=self.ledger,
            files=ResultFiles(kept / "results") if kept else None,
        )
        sites = InstructedSites(kept / "told_sites.json" if kept else None)
        self._opened = OpenedChat(self.parts, lambda: self.page, sites, self.config.instructions)
        self._auto_tell = AutoTell(self.parts, self._opened)
        self.servers = self._new_servers(servers, elicitor_of(ask, prompts.elicit if prompts else None))
        self.manager = self.parts.new_manager(self._new_chat, panel=self.panel is not None)
        self._panel_helpers = self._fill_panel(self.panel) if self.panel else []

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            stack.callback(self.ledger.close)
            await open_ledger(self.ledger, self.config.ledger, self._notify)
            if self.servers is not None:
                await stack.enter_async_context(self.servers)
            if self.target == "demo":
                from overlay.demo.server import DemoSite

                self._sites.url = (await stack.enter_async_context(DemoSite())).url
            # Without a target, calls may run automatically only on the origin that is open at the start.
            self.policy.limit_auto_execute(
                {origin_of(self.url)} | self.profile.origins if self.url else frozenset()
            )
            tools = DetectionTools(self.registry).index()
            warm = asyncio.create_task(asyncio.to_thread(warm_up, tools))
            stack.push_async_callback(asyncio.wait, [warm])
            await self._open_browser(stack)
            await warm
            try:
                await self._open_pages(stack)
            except (PlaywrightError, OverlayError) as error:
                if died := await self._watch_of_run.death():
                    raise died from error
                raise
            self._stack = stack.pop_all()
        self._queues.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stack:
            await self._stack.aclose()

    def events(self) -> AsyncIterator[Event]:
        """Yield all events from now on, until the companion is closed; see `listen`."""
        return self._queues.events()

    def listen(self) -> asyncio.Queue[Event | None]:
        """Return a queue that gets every event from now on, and None at the end.

        The first queue also gets the events since the companion began to open.
        """
        return self._queues.listen()

    @property
    def context(self) -> BrowserContext:
        """The browser context with the chat's pages. Raises UsageError before the companion is entered."""
        return _entered(self._context)

    @property
    def page(self) -> Page:
        """The page with the chat, open from the start. Raises UsageError before the companion is entered."""
        return _entered(self._page)

    @property
    def bridge(self) -> Bridge:
        """Internal: the connection to the pages. Raises UsageError before the companion is entered."""
        return _entered(self._bridge)

    @property
    def _watch_of_run(self) -> RunWatch:
        return _entered(self._watch)

    @property
    def profile_dir(self) -> Path | None:
        """The folder of the browser's profile; None if the caller gave none."""
        return self._browser.profile_dir

    @property
    def url(self) -> str:
        """The opened chat's address, "" if the user opens one."""
        return self._sites.url

    @property
    def profile(self) -> SiteProfile:
        """The opened chat's profile; an application's is found only when its page shows what it is."""
        return self._sites.opened

    @property
    def pages(self) -> list[Page]:
        """The browser's pages, without the panel's."""
        return [page for page in self.context.pages if self.panel is None or page is not self.panel.page]

    async def ended(self) -> OverlayError | None:
        """Wait until the user has closed the last page, or the browser or its driver is gone.

        Returns the error if one of them died: the run can't go on.
        """
        return await self._watch_of_run.ended()

    def instructions(self) -> str:
        """Return the instructions for the model, with the tools that are on in the first opened chat."""
        return self._opened.instructions()

    @property
    def unattended_denials(self) -> int:
        """The number of calls that were denied only because no user was present to allow them."""
        return len(self.parts.authorizer.absent)

    def reconsider(self) -> None:
        """Handle a change of tools or settings: cancel countdowns no longer allowed, update the panel."""
        self.parts.controller.reconsider()
        if self.panel:
            self.panel.changed()

    async def blocks(self) -> list[BlockInfo]:
        """Return the blocks on all pages, in page order, after the pages have shown all pending updates."""
        chats = list(self.parts.chats)
        await asyncio.gather(*(chat.document.flushed() for chat in chats))
        return [info for chat in chats for info in self.parts.info_of(chat)]

    async def locate(self, block_id: str, part: str = "", *, scroll: bool = False) -> dict[str, float] | None:
        """Return the middle (`x`, `y` in pixels of the page) of a block, or of its part with that class name.

        Returns None if no page shows it. `scroll` scrolls the block into view first.
        """
        found = self.parts.chats.find(block_id)
        return await PageApi(found[0].document).locate(block_id, part, scroll=scroll) if found else None

    async def click(self, block_id: str, action: str = "execute") -> ClickResult:
        """Press a block's button with real mouse input, through the same guard as a click by the user.

        The result is true if the click counted, and says why if the guard refused it: a block that has just
        appeared or moved, for example, counts no click for half a second.
        """
        found = self.parts.chats.find(block_id)
        refusal = await PageApi(found[0].document).press(block_id, f"{action}-button") if found else None
        return ClickResult(found=refusal is not None, refusal=refusal or "")

    async def show(self, block_id: str) -> None:
        """Scroll a block into view."""
        await self.locate(block_id, scroll=True)

    def block_texts(self) -> list[str]:
        """Return the texts of all blocks as Python holds them, in the order in which they were found."""
        return [str(reader.text) for chat in self.parts.chats for reader in chat.readers.values()]

    async def _open_browser(self, stack: AsyncExitStack) -> None:
        """Open the browser, but no page in it; start the recording, which may miss no page."""
        self._context = await stack.enter_async_context(
            self._browser.open(
                notify=self._notify, wanted=lambda address: is_wanted(address, self.url, self.profile)
            )
        )
        self._start_page = StartPage(
            self.context,
            self.url,
            running=self._browser.connect is not None,
            site=self.profile if self.target == self.profile.name else None,
        )
        stack.push_async_callback(self._start_page.close)
        self._watch = RunWatch(
            self.context,
            pages=lambda: self.pages,
            chats=lambda: self.parts.chats,
            notify=self._notify,
            replaced=self._replaced if self._browser.headless else None,
        )
        stack.push_async_callback(self._watch.close)
        await self._watch.start()
        if self._recorder:
            self._recorder.begin(self, self.parts.events)
        if self.inspectable:
            self._notify(
                language.mark("The blocks are open to the page (inspectable): for tests and captures only.")
            )

    async def _open_pages(self, stack: AsyncExitStack) -> None:
        """Open the chat and the panel, and connect to all pages."""
        if self._browser.connect:
            from overlay.ui.panel.leftover_windows import close_leftovers  # of runs that were killed

            await close_leftovers(self.context, self.context.pages)
        page = await self._first_page() if self._sites.is_unknown else None
        if page:
            await self._sites.recognise(page)
        self._bridge = self._new_bridge(page)
        stack.push_async_callback(self._stop)
        await self.bridge.start()
        self._page = page or await self._first_page()
        if not self.url:
            self.policy.limit_auto_execute({origin_of(self.page.url)} - {NO_SITE})
        await self.bridge.hiding_enabled(self.page, within=WATCHING)
        await self._open_panel()

    def _new_bridge(self, page: Page | None) -> Bridge:
        """Return the connection to the pages; `page` is the first page, if it is open already."""
        return Bridge(
            self.context,
            page_config(
                self.profile,
                self._sites.rows(page),
                fail_open=self.config.fail_open,
                inspectable=self.inspectable,
                panel=self.panel is not None,
                record=self._recorder is not None,
                whole=self._reads_whole_history,
                more=self._runtime.page_config,
            ),
            self.manager,
            skip=self.panel.owns if self.panel else None,
            clock=self._runtime.clock.now,
            held=self._runtime.held,
            notify=self._notify,
        )

    def _new_panel(self, events: EventStream) -> tuple[Panel, PanelPrompts]:
        return new_panel(
            events,
            self._browser,
            context=lambda: self.context,
            adopt=lambda page: self.bridge.adopt(page),
            chat=self._open_page,
        )

    def _fill_panel(self, panel: Panel) -> list[PanelHelper]:
        return fill_panel(
            panel, self.parts, self._opened, self._auto_tell, self.servers, lambda: self.url, self._sites
        )

    def _new_chat(self, document: Document, site: str) -> ChatSession:
        return self.parts.new_chat(document, self._sites.of_row(site))

    @property
    def _reads_whole_history(self) -> bool:
        """Whether a long chat is read whole when it opens: no user scrolls in a headless run or a recording,
        and the tools' own patterns may find a call in any text.
        """
        unattended = self._browser.headless or self._recorder is not None
        return unattended or self.config.fallbacks or self.config.whole_history

    async def _first_page(self) -> Page:
        return await _entered(self._start_page).open()

    def _replaced(self, dead: Page, page: Page) -> None:
        if dead is self._page:
            self._page = page

    async def _open_panel(self) -> None:
        if self.panel is None:
            return
        try:
            await self.panel.open()
        except (PlaywrightError, TimeoutError) as error:
            self._notify(language.Phrase(language.mark("The panel could not be opened: {}"), str(error)))

    def _open_page(self) -> Page:
        """Return the page with the chat; if it is closed, another one."""
        return next((page for page in (self.page, *self.pages) if not page.is_closed()), self.page)

    def _new_servers(self, configs: Iterable[ServerConfig] | None, elicit: Elicitor) -> ServerManager | None:
        if configs is None:
            return None
        from overlay.companion.servers import new_servers  # many sessions have no servers

        attended = self.config.policy.attended and not self._browser.headless
        return new_servers(
            configs,
            self.registry,
            self.policy,
            self.parts.events,
            elicit=elicit if attended else None,
            notify=self._notify,
        )

    async def _stop(self) -> None:
        if self._recorder:
            await self._recorder.finish()
        for helper in (self._auto_tell, *self._panel_helpers):
            await helper.close()
        await self.parts.close()
        if self.panel:
            await self.panel.close()
        await self.bridge.stop()
        self._queues.close()


def _entered(value: T | None) -> T:
    if value is None:
        raise UsageError("Use the companion as `async with Companion(...)` first.")
    return value
