"""Turns the events of one CDP session into the beginning, the messages and the end of documents."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from observers.document import Document
from observers.open_documents import OpenDocuments
from observers.other_companions import World
from observers.safe_tasks import guarded

if TYPE_CHECKING:
    from playwright.async_api import CDPSession


class SessionEvents:
    """The documents of one session, by the ids of their execution contexts.

    `create(unique_id, frame_id)` returns a document. `on_other` is called with other companions' worlds.
    """

    def __init__(
        self,
        documents: OpenDocuments,
        *,
        world: str,
        binding: str,
        create: Callable[[str, str], Document],
        on_other: Callable[[World, str], None],
    ) -> None:
        self._documents = documents
        self._world = world
        self._binding = binding
        self._create = create
        self._on_other = on_other
        self._contexts: dict[int, str] = {}
        # The frame in which a block is drawn has such a world too, and never sends a message.
        self._silent: dict[str, Document] = {}

    def listen(self, session: CDPSession, detached: Callable[[], None]) -> None:
        """Subscribe to the session's events; `detached` is called when the session ends."""

        def closed(*_: object) -> None:
            self._cleared()
            detached()

        for name, handler in {
            "Runtime.executionContextCreated": self._created,
            "Runtime.executionContextDestroyed": self._destroyed,
            "Runtime.executionContextsCleared": self._cleared,
            "Runtime.bindingCalled": self._called,
            "close": closed,
        }.items():
            session.on(name, guarded(handler))

    def _created(self, event: dict[str, Any]) -> None:
        context = event["context"]
        if context["name"] != self._world:
            if world := World.named(context["name"]):
                self._on_other(world, context["uniqueId"])
            return
        document = self._create(context["uniqueId"], context["auxData"]["frameId"])
        document.context_id = context["id"]
        self._contexts[context["id"]] = document.unique_id
        self._silent[document.unique_id] = document

    def _destroyed(self, event: dict[str, Any]) -> None:
        self._end(self._contexts.pop(event["executionContextId"], ""))

    def _cleared(self, *_: object) -> None:
        ended = list(self._contexts.values())
        self._contexts.clear()
        for unique_id in ended:
            self._end(unique_id)

    def _called(self, event: dict[str, Any]) -> None:
        unique_id = self._contexts.get(event["executionContextId"], "")
        if unique_id in self._silent:
            self._documents.by_id[unique_id] = self._silent.pop(unique_id)
        document = self._documents.by_id.get(unique_id)
        if event["name"] == self._binding and document:
            self._documents.handle(document, event["payload"])

    def _end(self, unique_id: str) -> None:
        self._silent.pop(unique_id, None)
        document = self._documents.by_id.get(unique_id)
        if document:
            self._documents.close(document)
