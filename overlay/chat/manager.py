"""Opens a chat for each document, and passes each message of a page to the part that handles it."""

from __future__ import annotations

import logging
from collections.abc import Callable

from observers.document import Document
from observers.protocol import Aside, Batch, CodeSeen, CommandFailed, Hello, Message, Press, UrlChanged
from overlay.calls.argument_editor import ArgumentEditor
from overlay.calls.controller import CallController
from overlay.calls.event_stream import EventStream
from overlay.calls.events import BlockSteppedAside, ButtonPressed, ChatsChanged
from overlay.calls.updates import CallUpdates
from overlay.chat.document_events import DocumentClosed, DocumentOpened, MessageLost, MessageReceived
from overlay.chat.open_chats import OpenChats
from overlay.chat.result_inserter import ResultInserter
from overlay.chat.session import ChatSession
from overlay.common.language import mark
from overlay.sites.unread_code import unread_line

log = logging.getLogger(__name__)
ASIDE = mark(
    "The page's own script keeps moving what overlay puts into the page, so the page shows a call's text. "
    "Overlay tries again later."
)
IN_PANEL = mark(" Until then, run the call from the panel.")


class ChatManager:
    """Listens to the bridge.

    `new_chat(document, site)` makes the chat of a document that shows the site of that name; `panel`: whether
    there is a panel.
    """

    def __init__(
        self,
        *,
        chats: OpenChats,
        controller: CallController,
        editor: ArgumentEditor,
        inserter: ResultInserter,
        updates: CallUpdates,
        events: EventStream,
        new_chat: Callable[[Document, str], ChatSession],
        panel: bool,
    ) -> None:
        self._chats = chats
        self._controller = controller
        self._editor = editor
        self._inserter = inserter
        self._updates = updates
        self._events = events
        self._new_chat = new_chat
        self._panel = panel

    def opened(self, document: Document, hello: Hello) -> None:
        """A document began (called by the bridge)."""
        self._events.publish(DocumentOpened(document, hello))
        self._chats.add(self._new_chat(document, hello.site))
        self._events.publish(ChatsChanged())

    def received(self, document: Document, message: Message) -> None:
        """The page script of a document sent a message (called by the bridge)."""
        self._events.publish(MessageReceived(document, message))
        chat = self._chats.get(document.unique_id)
        if chat is None or chat.document is not document:
            return
        match message:
            case Batch():
                chat.batch(message)
            case UrlChanged():
                chat.moved(message)
                self._events.publish(ChatsChanged())
            case Press():
                self.press(chat, message)
            case CodeSeen():
                self._code_seen(chat, message)
            case Aside():
                self._stepped_aside(chat, message)
            case CommandFailed():
                chat.publish("trouble", None, str(message.text)[:500])
            case _:
                log.debug("unhandled message: %s", message)

    def lost(self, document: Document, *, recorded: bool, flood: bool) -> None:
        """A message of a document was not taken (called by the bridge)."""
        self._events.publish(MessageLost(document, recorded, flood))

    def closed(self, document: Document) -> None:
        """A document is gone (called by the bridge)."""
        self._events.publish(DocumentClosed(document))
        chat = self._chats.get(document.unique_id)
        if chat and chat.document is document:
            chat.close()
            self._chats.remove(chat)
            self._events.publish(ChatsChanged())

    def press(self, chat: ChatSession, press: Press) -> None:
        """Handle a press on a button of a block, or a touch of it."""
        block = chat.accept(press)
        if block is None:
            return
        self._events.publish(ButtonPressed(block, press.action, press.values))
        match press.action:
            case "touch":
                self._controller.interrupt(block)
                return  # the press keeps its nonce, so nothing is drawn
            case "question" | "panel":
                pass  # the panel subscribes to ButtonPressed
            case "insert" | "submit":
                self._inserter.press(chat, block, submit=press.action == "submit")
            case "resend":
                self._inserter.press_resend(chat, block)
            case "edit":
                self._editor.begin(block)
            case "discard":
                self._editor.discard(block)
            case "save":
                self._editor.save(block, press.values)
            case "unquote":
                self._updates.unquote(block.call)
            case _:
                self._controller.pressed(block, press.action, chat.contents.context_for(block))
        chat.draw(block)  # with the nonce for the next press, and the form

    def _code_seen(self, chat: ChatSession, code: CodeSeen) -> None:
        """Note what can't be read. The strip in the page says it; a run without a panel has no strip."""
        before, chat.code = unread_line(chat.code), code
        line = unread_line(code)
        if line and line != before and not self._panel:
            chat.publish("trouble", None, line)
        self._events.publish(ChatsChanged())

    def _stepped_aside(self, chat: ChatSession, aside: Aside) -> None:
        """Publish one line for any number of blocks; the panel lists the call of each."""
        blocks = chat.contents.blocks_in(aside.units)
        chat.publish("trouble", blocks[0] if blocks else None, ASIDE + (IN_PANEL if self._panel else ""))
        for block in blocks:
            self._events.publish(BlockSteppedAside(block))
