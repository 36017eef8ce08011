"""Knows which results of a message are still to be inserted, also while the page draws their calls anew."""

from __future__ import annotations

from weakref import WeakKeyDictionary, WeakSet

from overlay.calls.call import Call
from overlay.chat.session import ChatSession

REDRAWN = 2.0
"""Seconds for which a call that left the page may come back: pages draw an answer anew at its end."""
LOOK = 0.1
"""Seconds between two looks for it."""


class OwedResults:
    """The calls of each message whose results are to be inserted automatically."""

    def __init__(self) -> None:
        self._calls: WeakKeyDictionary[ChatSession, dict[str, WeakSet[Call]]] = WeakKeyDictionary()

    def add(self, chat: ChatSession, turn: str, call: Call) -> None:
        """Note that the result of a call of the message `turn` is to be inserted."""
        self._calls.setdefault(chat, {}).setdefault(turn, WeakSet()).add(call)

    def forget(self, chat: ChatSession, turn: str) -> None:
        """Forget the calls of the message: what the page shows of them is inserted now."""
        self._calls.get(chat, {}).pop(turn, None)

    async def wait_until_shown(self, chat: ChatSession, turn: str) -> None:
        """Wait until the page shows all these calls of the message, for `REDRAWN` seconds."""
        for _ in range(round(REDRAWN / LOOK)):
            shown = {block.call for block in chat.contents.answer(turn)}
            gone = set(self._calls.get(chat, {}).get(turn, ())) - shown
            if not any(call.conversation == chat.conversation and not call.inserted for call in gone):
                return
            await chat.sleep(LOOK)
