"""Forgets the calls of chats that no page shows any more, once they are many: the ledger gives them back."""

from __future__ import annotations

from collections.abc import Callable

from overlay.calls.call import Call
from overlay.calls.call_status import ENDED
from overlay.calls.event_stream import EventStream
from overlay.calls.events import ChatsChanged
from overlay.calls.journal import CallJournal
from overlay.calls.store import CallStore

KEPT = 1_000
"""Calls of such chats that are kept; as many as the panel lists."""


class LeftCalls:
    """Watches which chats are shown. `shown` returns the names of the conversations of all open chats.

    The calls of the chat that was left first are forgotten first, and those of one chat together. When a page
    shows that chat again, they are loaded from the ledger, as after a restart of overlay.
    """

    def __init__(
        self, store: CallStore, journal: CallJournal, events: EventStream, shown: Callable[[], set[str]]
    ) -> None:
        self._store = store
        self._journal = journal
        self._shown = shown
        self._left: dict[str, None] = {}
        """The names of these conversations, beginning with the one that was left first."""
        events.subscribe(ChatsChanged, lambda _: self._look())

    def _look(self) -> None:
        left = dict.fromkeys(self._store.conversations())
        for name in self._shown():
            left.pop(name, None)
        self._left = {name: None for name in self._left if name in left} | left
        surplus = sum(len(self._store.of_conversation(name)) for name in self._left) - KEPT
        for name in list(self._left):
            if surplus <= 0:
                return
            calls = self._store.of_conversation(name)
            if all(self._may_forget(call) for call in calls):
                surplus -= len(calls)
                self._journal.release(name, calls)
                self._store.drop(name)

    def _may_forget(self, call: Call) -> bool:
        """Return whether the call needs nothing more, and the ledger gives back all that is known of it."""
        rests = call.status in ENDED or call.status == "ready"
        alone = not (call.blocks or call.rerun or call.possible_duplicates)
        untouched = not (call.edit or call.awaiting_approval or call.uncertain_chat)
        return rests and alone and untouched and self._journal.can_give_back(call)
