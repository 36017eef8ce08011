"""The companion: opens a chat in the browser, and runs the tool calls in it.

This module imports neither Playwright nor the parts of a run: they are imported while the browser starts.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AsyncExitStack
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from overlay.common.imports import import_for_run
from overlay.companion.browser_options import BrowserOptions
from overlay.companion.click_result import ClickResult
from overlay.companion.options import RunOptions

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from observers.page_bridge import Bridge
    from overlay.calls.approvals import Approver
    from overlay.calls.event_stream import EventStream
    from overlay.calls.events import BlockInfo, Event
    from overlay.calls.ledger import Ledger
    from overlay.chat.manager import ChatManager
    from overlay.common.errors import OverlayError
    from overlay.companion.config import Config
    from overlay.companion.run import Run
    from overlay.companion.wiring import Parts, Runtime
    from overlay.policy import Policy
    from overlay.sites.loader import SiteProfile
    from overlay.tools import ToolRegistry
    from overlay.tools.mcp import ServerConfig, ServerManager
    from overlay.ui.panel import Panel
    from overlay.ui.prompting import Ask

log = logging.getLogger(__name__)
OPENING = "overlay.companion.opening"
"""The module that opens a run; with it, all parts are imported."""


class RunRecorder(Protocol):
    """Records a run; see overlay.capture.record.recorder."""

    def begin(self, companion: Companion, events: EventStream) -> None:
        """Start recording; the browser is open, and overlay has opened no page in it yet."""

    async def finish(self) -> None:
        """Stop recording; the companion is about to close, its pages are still open."""


class Companion:
    """Opens a chat and runs its tool calls.

    Example::

        config = {"policy": {"auto_execute": ["current_time"]}}
        async with Companion("demo", tools=[current_time], config=config, headless=True) as companion:
            print(companion.url)
            print(await companion.blocks())

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

    Parts that are kept:
        ledger: stores the calls; the companion opens and closes it (None: overlay's own if the profile is
            permanent, else a temporary one).

    Internal, for recordings and replays:
        recorder: gets all events.
        runtime: replaces clock, message box and other outside parts.

    `async with` opens it. The arguments are first read then, or when an attribute is read before.

    Raises:
        UsageError: the target or the configuration can't be used.
        BrowserNotFound: there is no browser, and none can be installed.
        OverlayError: the address does not load.
    """

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
        self._recorder = recorder
        self._options = RunOptions(
            target=target,
            profile=profile,
            inspectable=inspectable,
            tools=tools,
            registry=registry,
            servers=servers,
            config=config,
            policy=policy,
            browser=BrowserOptions(headless, profile_dir, browser, connect, extensions, context),
            panel=panel,
            ask=ask,
            approve=approve,
            notify=notify or log.info,
            ledger=ledger,
            records=recorder is not None,
            runtime=runtime,
        )
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as stack:
            context = await stack.enter_async_context(
                self._options.browser.open(
                    prepare=lambda: self._prepare(stack),
                    notify=self._options.notify,
                    wanted=lambda address: self._run.is_wanted(address),
                )
            )
            from overlay.companion.opening import ChatOpening

            await ChatOpening(self._run, stack).open(context, self._begin_recording, self._finish_recording)
            self._stack = stack.pop_all()
        self._run.queues.open()
        return self

    async def _prepare(self, stack: AsyncExitStack) -> None:
        """Make the parts, and open what needs no browser."""
        await asyncio.to_thread(import_for_run, OPENING)
        from overlay.companion.opening import open_files_and_servers

        await open_files_and_servers(self._run, stack)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    @cached_property
    def _run(self) -> Run:
        from overlay.companion.run import Run

        return Run(self._options)

    @property
    def config(self) -> Config:
        """The configuration of the run."""
        return self._run.config

    @property
    def registry(self) -> ToolRegistry:
        """The tools of the run."""
        return self._run.registry

    @property
    def policy(self) -> Policy:
        """The rules by which calls run."""
        return self._run.policy

    @property
    def ledger(self) -> Ledger:
        """The store of the calls."""
        return self._run.ledger

    @property
    def panel(self) -> Panel | None:
        """Internal: the panel, None if the run has none."""
        return self._run.panel

    @property
    def servers(self) -> ServerManager | None:
        """Internal: the MCP servers; None if the run can have none."""
        return self._run.servers

    @property
    def parts(self) -> Parts:
        """Internal: the parts of the run."""
        return self._run.parts

    @property
    def manager(self) -> ChatManager:
        """Internal: the handler of the pages' messages."""
        return self._run.manager

    def events(self) -> AsyncIterator[Event]:
        """Yield all events from now on, until the companion is closed; see `listen`."""
        return self._run.queues.events()

    def listen(self) -> asyncio.Queue[Event | None]:
        """Return a queue that gets every event from now on, and None at the end.

        The first queue also gets the events since the companion began to open.
        """
        return self._run.queues.listen()

    @property
    def context(self) -> BrowserContext:
        """The browser context with the chat's pages. Raises UsageError before the companion is entered."""
        return self._run.browser.context

    @property
    def page(self) -> Page:
        """The page with the chat, open from the start. Raises UsageError before the companion is entered."""
        return self._run.browser.page

    @property
    def bridge(self) -> Bridge:
        """Internal: the connection to the pages. Raises UsageError before the companion is entered."""
        return self._run.browser.bridge

    @property
    def profile_dir(self) -> Path | None:
        """The folder of the browser's profile; None if the caller gave none."""
        return self._options.browser.profile_dir

    @property
    def url(self) -> str:
        """The opened chat's address, "" if the user opens one."""
        return self._run.sites.url

    @property
    def profile(self) -> SiteProfile:
        """The opened chat's profile; an application's is found only when its page shows what it is."""
        return self._run.sites.opened

    @property
    def pages(self) -> list[Page]:
        """The browser's pages, without the panel's."""
        return self._run.browser.pages

    async def ended(self) -> OverlayError | None:
        """Wait until the user has closed the last page, or the browser or its driver is gone.

        Returns the error if one of them died: the run can't go on.
        """
        return await self._run.browser.watch.ended()

    def instructions(self) -> str:
        """Return the instructions for the model, with the tools that are on in the first opened chat."""
        return self._run.opened.instructions()

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
        page = self._run.page_of(block_id)
        return await page.locate(block_id, part, scroll=scroll) if page else None

    async def click(self, block_id: str, action: str = "execute") -> ClickResult:
        """Press a block's button with real mouse input, through the same guard as a click by the user.

        The result is true if the click counted, and says why if the guard refused it: a block that has just
        appeared or moved, for example, counts no click for half a second.
        """
        page = self._run.page_of(block_id)
        refusal = await page.press(block_id, f"{action}-button") if page else None
        return ClickResult(found=refusal is not None, refusal=refusal or "")

    async def show(self, block_id: str) -> None:
        """Scroll a block into view."""
        await self.locate(block_id, scroll=True)

    def block_texts(self) -> list[str]:
        """Return the texts of all blocks as Python holds them, in the order in which they were found."""
        return [str(reader.text) for chat in self.parts.chats for reader in chat.readers.values()]

    def _begin_recording(self) -> None:
        if self._recorder:
            self._recorder.begin(self, self.parts.events)

    async def _finish_recording(self) -> None:
        if self._recorder:
            await self._recorder.finish()
