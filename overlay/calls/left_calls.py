"""Forgets the calls of chats that no page shows any more, once they are many: the ledger gives them back."""

from __future__ import annotations

from collections.abc import Callable

from overlay.calls.call import Call
from overlay.calls.event_stream import EventStream
from overlay.calls.events import ChatsChanged
from overlay.calls.journal import CallJournal
from overlay.calls.store import CallStore

KEPT = 1_000
"""Calls of such chats that are kept; as many as the panel lists."""


class LeftCalls:
    """Watches which chats are shown. `shown` returns the names of the conversations of all open chats.

    The calls of the chat that was left first are forgotten first, and those of one chat together. When a page
    shows that chat again, they are loaded from the ledger, as after a restart of overlay. The chat that was
    left last is kept, whatever its size. `returns` says whether results go back to the model automatically.
    """

    def __init__(
        self,
        store: CallStore,
        journal: CallJournal,
        events: EventStream,
        *,
        shown: Callable[[], set[str]],
        returns: Callable[[], bool],
    ) -> None:
        self._store = store
        self._journal = journal
        self._shown = shown
        self._returns = returns
        self._left: dict[str, None] = {}
        """The names of these conversations, beginning with the one that was left first."""
        events.subscribe(ChatsChanged, lambda _: self._look())

    def _look(self) -> None:
        left = dict.fromkeys(self._store.conversations())
        for name in self._shown():
            left.pop(name, None)
        self._left = {name: None for name in self._left if name in left} | left
        calls = {name: self._store.of_conversation(name) for name in self._left}
        if sum(map(len, calls.values())) <= KEPT:
            return
        _, last = calls.popitem()
        old = {name: known for name, known in calls.items() if all(map(self._may_forget, known))}
        surplus = sum(map(len, old.values())) + len(last) - KEPT
        for name, known in old.items():
            if surplus <= 0:
                return
            surplus -= len(known)
            self._journal.release(name, known)
            self._store.drop(name)

    def _may_forget(self, call: Call) -> bool:
        """Return whether the call needs nothing more, and the ledger gives back all that is known of it."""
        rests = call.status not in ("streaming", "scheduled", "running")
        owed = call.auto_return and bool(call.outcome) and not call.inserted and self._returns()
        alone = not (call.blocks or call.rerun or call.possible_duplicates)
        untouched = not (call.edit or call.awaiting_approval or call.uncertain_chat)
        return rests and not owed and alone and untouched and self._journal.can_give_back(call)
