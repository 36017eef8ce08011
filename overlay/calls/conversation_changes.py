"""Renames conversations that get an address or turn out to be another one."""

from __future__ import annotations

from overlay.calls.call import Call
from overlay.calls.journal import CallJournal
from overlay.calls.store import CallStore
from overlay.policy import Policy
from overlay.tools.prompt.conversation_prompts import ConversationPrompts


class ConversationChanges:
    """Renames a conversation wherever its name is a key: calls, ledger, policy, prompts, tools.

    When a new conversation gets an address, `renamed` is called, and `confirmed` if the page still shows the
    conversation after a while. If the address belongs to another conversation, `reassigned` is called; if the
    page's address changes again before that is known, `undecided`.
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
        """Record that a page shows the conversation."""
        self._shown.add(conversation)

    def has_seen(self, origin: str, conversation: str) -> bool:
        """Return whether the conversation was shown in this run or has calls in the ledger."""
        return conversation in self._shown or self._journal.has_seen(origin, conversation)

    def renamed(self, before: str, after: str) -> None:
        """Rename a new conversation that seems to have got its address; its calls move along."""
        self._moved[before] = self._store.rename(before, after)
        self._journal.renamed(after)
        self._policy.rename_conversation(before, after)
        self._prompts.renamed(before, after)

    def confirmed(self, before: str) -> None:
        """Make the rename of `before` final."""
        self._moved.pop(before, None)
        self._policy.settle_conversation(before)

    def undecided(self, before: str) -> None:
        """Keep the new name of `before`, and forget how to undo it: the address changed again too soon."""
        self._moved.pop(before, None)

    def reassigned(self, before: str, after: str) -> None:
        """Undo the rename: the address is another conversation's, so the calls go back to `before`."""
        calls = self._moved.pop(before, [])
        self._store.move(calls, before)
        self._journal.unnamed(calls)
        self._policy.undo_rename(before, after)
        self._prompts.renamed(after, before)
        self.left(before, after)

    def left(self, before: str, after: str) -> None:
        """Copy the restrictions (taint, switched-off tools) of `before`, which has no address, to `after`.

        The page shows `after` now, and it may or may not be the same conversation.
        """
        self._policy.copy_taint(before, after)
        self._prompts.switches.copied(before, after)
