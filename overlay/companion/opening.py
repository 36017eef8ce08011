"""Opens a run: its ledger and servers, then the chat in the browser, the bridge to the pages, the panel."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError

from observers.page_bridge import Bridge
from overlay.common import language
from overlay.common.errors import OverlayError
from overlay.companion.run import Run
from overlay.companion.start_page import StartPage
from overlay.companion.warm_up import warm_up
from overlay.companion.watch.run import RunWatch
from overlay.companion.wiring import open_ledger, page_config
from overlay.policy import origin_of
from overlay.policy.origins import NO_SITE
from overlay.tools.detection_index import DetectionTools

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playwright.async_api import BrowserContext, Page

WATCHING = 5.0
"""Seconds to wait until the first page is ready for hiding; then overlay goes on, as the page may hang."""


async def open_files_and_servers(run: Run, stack: AsyncExitStack) -> None:
    """Open what needs no browser; `stack` closes it. What is slow the first time goes on in a thread."""
    stack.callback(run.ledger.close)
    await open_ledger(run.ledger, run.config.ledger, run.notify)
    if run.servers is not None:
        await stack.enter_async_context(run.servers)
    if run.options.target == "demo":
        from overlay.demo.server import DemoSite

        run.sites.url = (await stack.enter_async_context(DemoSite())).url
    # Without a target, calls may run automatically only on the origin that is open at the start.
    run.policy.limit_auto_execute(
        {origin_of(run.sites.url)} | run.sites.opened.origins if run.sites.url else frozenset()
    )
    tools = DetectionTools(run.registry).index()
    warm = asyncio.create_task(asyncio.to_thread(warm_up, tools))
    stack.push_async_callback(asyncio.wait, [warm])


class ChatOpening:
    """Opens the chat of `run` in a browser context; `stack` closes what this opens.

    `begin` and `finish` start and stop a recording, which may miss no page.
    """

    def __init__(self, run: Run, stack: AsyncExitStack) -> None:
        self._run = run
        self._stack = stack
        self._browser = run.browser

    async def open(
        self, context: BrowserContext, begin: Callable[[], None], finish: Callable[[], Awaitable[None]]
    ) -> None:
        """Open the chat and the panel, and connect to all pages. Raises OverlayError if that fails."""
        run = self._run
        self._browser.context = context
        await self._watch()
        begin()
        if run.options.inspectable:
            run.notify(
                language.mark("The blocks are open to the page (inspectable): for tests and captures only.")
            )
        try:
            await self._open_pages(finish)
        except (PlaywrightError, OverlayError) as error:
            if died := await self._browser.watch.death():
                raise died from error
            raise

    async def _watch(self) -> None:
        run = self._run
        self._browser.watch = watch = RunWatch(
            self._browser.context,
            pages=lambda: self._browser.pages,
            chats=lambda: run.parts.chats,
            notify=run.notify,
            replaced=self._browser.replace if run.options.browser.headless else None,
        )
        self._stack.push_async_callback(watch.close)
        await watch.start()

    async def _open_pages(self, finish: Callable[[], Awaitable[None]]) -> None:
        run, browser = self._run, self._browser
        if run.options.browser.connect:
            from overlay.ui.panel.leftover_windows import close_leftovers  # of runs that were killed

            await close_leftovers(browser.context, browser.context.pages)
        start = self._start_page()
        self._stack.push_async_callback(start.close)
        page = await start.open() if run.sites.is_unknown else None
        if page:
            await run.sites.recognise(page)
        bridge = browser.bridge = self._new_bridge(page)
        self._stack.push_async_callback(self._stop, finish)
        await bridge.start()
        browser.page = page or await start.open()
        if not run.sites.url:
            run.policy.limit_auto_execute({origin_of(browser.page.url)} - {NO_SITE})
        await bridge.hiding_enabled(browser.page, within=WATCHING)
        await self._open_panel()

    def _start_page(self) -> StartPage:
        options, sites = self._run.options, self._run.sites
        return StartPage(
            self._browser.context,
            sites.url,
            running=options.browser.connect is not None,
            site=sites.opened if options.target == sites.opened.name else None,
            loaded=self._run.runtime.page_is_loaded,
        )

    def _new_bridge(self, page: Page | None) -> Bridge:
        """Return the connection to the pages; `page` is the first page, if it is open already."""
        run = self._run
        # A long chat is read whole when it opens if no user scrolls, or if the tools' own patterns may find a
        # call in any text.
        whole = run.options.is_unattended or run.config.fallbacks or run.config.whole_history
        return Bridge(
            self._browser.context,
            page_config(
                run.sites.opened,
                run.sites.rows(page),
                fail_open=run.config.fail_open,
                inspectable=run.options.inspectable,
                panel=run.panel is not None,
                record=run.options.records,
                whole=whole,
                more=run.runtime.page_config,
            ),
            run.manager,
            skip=run.panel.owns if run.panel else None,
            clock=run.runtime.clock.now,
            held=run.runtime.held,
            notify=run.notify,
        )

    async def _open_panel(self) -> None:
        run = self._run
        if run.panel is None:
            return
        try:
            await run.panel.open()
        except (PlaywrightError, TimeoutError) as error:
            run.notify(language.Phrase(language.mark("The panel could not be opened: {}"), str(error)))

    async def _stop(self, finish: Callable[[], Awaitable[None]]) -> None:
        await finish()
        await self._run.close()
        await self._browser.bridge.stop()
        self._run.queues.close()
