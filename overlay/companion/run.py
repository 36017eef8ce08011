"""Makes the parts of a run from its options; `opening` opens them in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from observers.page_api import PageApi
from overlay.calls.event_stream import EventQueues, EventStream
from overlay.calls.ledger import Ledger
from overlay.calls.result_files import ResultFiles
from overlay.common.paths import data_dir
from overlay.companion.auto_tell import AutoTell
from overlay.companion.config import Config, load_config
from overlay.companion.instructed_sites import InstructedSites
from overlay.companion.open_browser import OpenBrowser
from overlay.companion.opened_chat import OpenedChat
from overlay.companion.panel_window import fill_panel, new_panel
from overlay.companion.session_sites import SessionSites
from overlay.companion.start_page import is_wanted
from overlay.companion.wiring import Parts, Runtime, tell_of_ledger
from overlay.policy import Policy
from overlay.tools import ToolRegistry
from overlay.ui.prompting import approver_of, elicitor_of

if TYPE_CHECKING:
    from observers.document import Document
    from overlay.chat.session import ChatSession
    from overlay.companion.options import RunOptions
    from overlay.companion.panel_window import PanelHelper
    from overlay.tools.mcp import ServerManager
    from overlay.ui.panel import Panel, PanelPrompts


class Run:
    """One run of a companion. Raises UsageError if the target or the configuration can't be used."""

    def __init__(self, options: RunOptions) -> None:
        self.options = options
        self.notify = options.notify
        self.runtime = options.runtime or Runtime()
        self.config = options.config if isinstance(options.config, Config) else load_config(options.config)
        self.sites = SessionSites(options.target, options.profile)
        self.registry = options.registry or ToolRegistry()
        for item in options.tools:
            self.registry.add(item)
        self.policy = options.policy or Policy(self.config.policy, clock=self.runtime.clock.now)
        self.ledger = options.ledger or (Ledger.own() if options.is_kept else Ledger())
        self.browser = OpenBrowser(lambda: self.panel.page if self.panel else None)
        events = EventStream()
        self.queues = EventQueues(events)
        self.panel, prompts = self._new_panel(events) if options.has_panel else (None, None)
        self.parts = self._new_parts(events, prompts)
        tell_of_ledger(events, self.notify)
        sites = InstructedSites(data_dir() / "told_sites.json" if options.is_kept else None)
        self.opened = OpenedChat(self.parts, lambda: self.browser.page, sites, self.config.instructions)
        self._auto_tell = AutoTell(self.parts, self.opened)
        self.servers = self._new_servers(prompts)
        self.manager = self.parts.new_manager(self._new_chat, panel=self.panel is not None)
        self._panel_helpers = self._fill_panel(self.panel) if self.panel else []

    def is_wanted(self, address: str) -> bool:
        """Return whether a tab at `address` belongs to the chat."""
        return is_wanted(address, self.sites.url, self.sites.opened)

    def page_of(self, block_id: str) -> PageApi | None:
        """Return the page that shows a block, None if no page does."""
        found = self.parts.chats.find(block_id)
        return PageApi(found[0].document) if found else None

    async def close(self) -> None:
        """Stop all parts while the pages are still open."""
        for helper in (self._auto_tell, *self._panel_helpers):
            await helper.close()
        await self.parts.close()
        if self.panel:
            await self.panel.close()

    def _new_parts(self, events: EventStream, prompts: PanelPrompts | None) -> Parts:
        options = self.options
        return Parts(
            self.config,
            events=events,
            registry=self.registry,
            policy=self.policy,
            approve=options.approve or approver_of(options.ask, prompts),
            in_panel=prompts is not None and options.approve is None and options.ask != "terminal",
            runtime=self.runtime,
            ledger=self.ledger,
            files=ResultFiles(data_dir() / "results") if options.is_kept else None,
        )

    def _new_panel(self, events: EventStream) -> tuple[Panel, PanelPrompts]:
        return new_panel(
            events,
            self.options.browser,
            context=lambda: self.browser.context,
            adopt=lambda page: self.browser.bridge.adopt(page),
            chat=self.browser.usable_page,
            notify=self.notify,
        )

    def _fill_panel(self, panel: Panel) -> list[PanelHelper]:
        return fill_panel(
            panel, self.parts, self.opened, self._auto_tell, self.servers, lambda: self.sites.url, self.sites
        )

    def _new_chat(self, document: Document, site: str) -> ChatSession:
        return self.parts.new_chat(document, self.sites.of_row(site))

    def _new_servers(self, prompts: PanelPrompts | None) -> ServerManager | None:
        configs = self.options.servers
        if configs is None:
            return None
        from overlay.companion.servers import new_servers  # many runs have no servers

        attended = self.config.policy.attended and not self.options.browser.headless
        elicit = elicitor_of(self.options.ask, prompts.elicit if prompts else None)
        return new_servers(
            configs,
            self.registry,
            self.policy,
            self.parts.events,
            elicit=elicit if attended else None,
            notify=self.notify,
        )
