"""Makes the panel of a run: places its window, connects its questions, and adds its sections."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from overlay.calls.event_stream import EventStream
from overlay.calls.events import ButtonPressed
from overlay.common.language import mark
from overlay.common.paths import data_dir

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from overlay.companion.auto_tell import AutoTell
    from overlay.companion.browser_options import BrowserOptions
    from overlay.companion.chat_help import ChatHelp
    from overlay.companion.composer_strip import ComposerStrip
    from overlay.companion.opened_chat import OpenedChat
    from overlay.companion.session_sites import SessionSites
    from overlay.companion.watched_chats import WatchedChats
    from overlay.companion.wiring import Parts
    from overlay.tools.mcp import ServerManager
    from overlay.ui.panel import Panel, PanelPrompts

    PanelHelper = ChatHelp | ComposerStrip | WatchedChats

SILENT = mark(
    "overlay's window does not answer. If that stays so for ten seconds, overlay closes it, and what was "
    "asked in it is denied."
)


def new_panel(
    events: EventStream,
    browser: BrowserOptions,
    *,
    context: Callable[[], BrowserContext],
    adopt: Callable[[Page], None],
    chat: Callable[[], Page],
    notify: Callable[[str], None],
) -> tuple[Panel, PanelPrompts]:
    """Return the panel and the approver that asks in it.

    `chat` returns the page next to which it opens. `adopt` is called with the panel's page if that page went
    to another address, `notify` with lines for the user. The panel keeps its place on the screen if the user
    sees the browser.
    """
    # The panel's messages take long to import, and many sessions have no panel.
    from overlay.ui.panel import Panel, PanelNavigatedAway, PanelPrompts, PanelSilent
    from overlay.ui.panel.layout import PanelLayout
    from overlay.ui.panel.new_window import new_window, popup_window
    from overlay.ui.panel.saved_places import SavedPlaces

    layout = PanelLayout(chat, SavedPlaces(data_dir() / "panel.json"), may_move=browser.is_own)
    panel = Panel(
        events,
        context,
        opener=popup_window if browser.is_own and browser.has_windows else new_window,
        layout=layout if browser.has_windows else None,
    )
    prompts = PanelPrompts(panel)
    events.subscribe(PanelNavigatedAway, lambda event: adopt(event.page))
    events.subscribe(PanelSilent, lambda _: notify(SILENT))
    events.subscribe(ButtonPressed, lambda event: _show_question(prompts, event))
    return panel, prompts


def fill_panel(
    panel: Panel,
    parts: Parts,
    opened: OpenedChat,
    auto_tell: AutoTell,
    servers: ServerManager | None,
    url: Callable[[], str],
    sites: SessionSites,
) -> list[PanelHelper]:
    """Add the panel's sections, and draw the strip in each chat; return what must be closed before the run.

    `url` returns the address that the user opened, for the help with an unknown chat; `sites`
    are the run's profiles.
    """
    from overlay.companion.chat_help import ChatHelp
    from overlay.companion.composer_strip import ComposerStrip
    from overlay.companion.watched_chats import WatchedChats
    from overlay.sites.seen_whole import SeenWhole, default_file
    from overlay.ui.panel import PanelAttachments, PanelDashboard
    from overlay.ui.panel.unknown_chat import UnknownChatSection

    PanelDashboard(panel, parts, chat=opened, servers=servers)
    if servers is not None:
        PanelAttachments(panel, opened.attach, servers)
    watched = WatchedChats(parts, sites, SeenWhole(default_file()))
    strip = ComposerStrip(panel, parts, opened, auto_tell, watched)
    chat_help = ChatHelp(parts.events, opened.chat, url, watched)
    panel.add(UnknownChatSection(chat_help))
    return [watched, strip, chat_help]


def _show_question(prompts: PanelPrompts, event: ButtonPressed) -> None:
    if event.action == "question":
        prompts.show(event.block.pressed_call)
