"""What follows when a conversation gets an address, or turns out to be another one."""

from __future__ import annotations

from overlay.calls.call import Call
from overlay.calls.journal import CallJournal
from overlay.calls.store import CallStore
from overlay.policy import Policy
from overlay.tools.prompt.conversation_prompts import ConversationPrompts


class ConversationChanges:
    """Renames a conversation wherever its name is a key: calls, ledger, policy, prompts, tools.

    A new conversation that gets an address is `renamed`, and `confirmed` if the page still shows it after a
    while; else it is `reassigned`: the address was another conversation's.
    """

    def __init__(
        self, store: CallStore, journal: CallJournal, policy: Policy, prompts: ConversationPrompts
    ) -> None:
        self._store = store
        self._journal = journal
        self._policy = policy
        self._prompts = prompts
        self._shown: set[str] = set()
        self._moved: dict[str, list[Call]] = {}

    def shown(self, conversation: str) -> None:
        """A page shows the conversation of that address."""
        self._shown.add(conversation)

    def has_seen(self, origin: str, conversation: str) -> bool:
        """Return whether the conversation was shown before, in this run or in one that is written down."""
        return conversation in self._shown or self._journal.has_seen(origin, conversation)

    def renamed(self, before: str, after: str) -> None:
        """A new conversation got its address, it seems; its calls stay known."""
        self._moved[before] = self._store.rename(before, after)
        self._journal.renamed(after)
        self._policy.rename_conversation(before, after)
        self._prompts.renamed(before, after)

    def confirmed(self, before: str) -> None:
        """It has the address for good."""
        self._moved.pop(before, None)
        self._policy.settle_conversation(before)

    def reassigned(self, before: str, after: str) -> None:
        """It was another conversation's address: what came with it from the old one goes back there."""
        calls = self._moved.pop(before, [])
        self._store.move(calls, before)
        self._journal.unnamed(calls)
        self._policy.undo_rename(before, after)
        self._prompts.renamed(after, before)
        self.left(before, after)

    def left(self, before: str, after: str) -> None:
        """Another conversation took the place of one without an address, or so it may be: only what holds
        back goes along.
        """
        self._policy.copy_taint(before, after)
        self._prompts.switches.copied(before, after)
