"""Makes the panel of a run: places its window, and connects its questions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from overlay.calls.event_stream import EventStream
from overlay.calls.events import ButtonPressed
from overlay.common.paths import data_dir

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Page

    from overlay.chat.session import ChatSession
    from overlay.companion.chat_help import ChatHelp
    from overlay.ui.panel import Panel, PanelPrompts


def new_panel(
    events: EventStream,
    *,
    context: Callable[[], BrowserContext],
    adopt: Callable[[Page], None],
    chat: Callable[[], Page],
    own: bool,
    headless: bool,
    placed: bool,
) -> tuple[Panel, PanelPrompts]:
    """Return the panel and the approver that asks in it.

    `chat` returns the page next to which it opens. `adopt` is called with the panel's page if that page went
    to another address. `own`: overlay started the browser and may move its
    windows. `placed`: the panel keeps its place on the screen.
    """
    # The panel's messages take long to import, and many sessions have no panel.
    from overlay.ui.panel import Panel, PanelNavigatedAway, PanelPrompts
    from overlay.ui.panel.layout import PanelLayout
    from overlay.ui.panel.new_window import new_window, popup_window
    from overlay.ui.panel.saved_places import SavedPlaces

    layout = PanelLayout(chat, SavedPlaces(data_dir() / "panel.json"), may_move=own)
    panel = Panel(
        events,
        context,
        opener=popup_window if own and not headless else new_window,
        layout=layout if placed else None,
    )
    prompts = PanelPrompts(panel)
    events.subscribe(PanelNavigatedAway, lambda event: adopt(event.page))
    events.subscribe(ButtonPressed, lambda event: _show_question(prompts, event))
    return panel, prompts


def add_chat_help(
    panel: Panel, events: EventStream, chat: Callable[[], ChatSession | None], url: Callable[[], str]
) -> ChatHelp:
    """Show in the panel that the `chat` is unknown, with what helps; `url` is what the user opened."""
    from overlay.companion.chat_help import ChatHelp
    from overlay.ui.panel.unknown_chat import UnknownChatSection

    found = ChatHelp(events, chat, url)
    panel.add(UnknownChatSection(found))
    return found


def _show_question(prompts: PanelPrompts, event: ButtonPressed) -> None:
    if event.action == "question":
        prompts.show(event.block.pressed_call)
