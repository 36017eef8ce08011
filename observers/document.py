"""One document's isolated world: the way in for commands, and what Python knows of where it stands."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.protocol import Command, encode
from observers.rate_limit import Bucket

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

log = logging.getLogger(__name__)
MAX_BATCH = 400


class Document:
    """Commands are sent in order, one call under way at a time; what piles up meanwhile goes together."""

    def __init__(
        self,
        session: CDPSession,
        page: Page,
        unique_id: str,
        frame_id: str,
        entry: str,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.session = session
        self.page = page
        self.unique_id = unique_id
        self.frame_id = frame_id
        self.url = ""
        self.title = ""
        self.top = False
        self.alive = True
        self.messages = Bucket(rate=500, burst=3000, clock=clock)
        self.volume = Bucket(rate=30e6, burst=60e6, clock=clock)
        self.held = False
        self._entry = entry
        self._object: str | None = None
        self._outbox: list[Command] = []
        self._sending: asyncio.Task[None] | None = None

    def successor(self) -> Document:
        """Return the next document of the same world, which is bound by what this one has sent already."""
        heir = Document(self.session, self.page, self.unique_id, self.frame_id, self._entry)
        heir.messages, heir.volume = self.messages, self.volume
        return heir

    def post(self, *commands: Command) -> None:
        """Send soon; never raises. Commands to a document that is gone are dropped."""
        if not self.alive:
            return
        self._outbox += commands
        if self._outbox and not self.held and (self._sending is None or self._sending.done()):
            self._sending = asyncio.create_task(self._drain())

    @property
    def pending(self) -> bool:
        """Something was posted and not sent yet."""
        return bool(self._outbox)

    def take(self) -> list[Command]:
        """Return what was posted and not sent, for who sends it: nothing goes by itself while `held`."""
        commands, self._outbox = self._outbox, []
        return commands

    async def flushed(self) -> None:
        """Wait until all that was posted has been taken by the page (or the document has gone)."""
        if self._sending:
            await asyncio.wait([self._sending])

    async def ask(self, function: str, *arguments: Any) -> Any:
        """Call `function` (JavaScript; `this` is the world's entry) and return its JSON value.

        Raises playwright's Error when the document is gone or the function throws.
        """
        return (await self._call(function, arguments, by_value=True)).get("value")

    async def gesture(self, function: str, *arguments: Any) -> Any:
        """Do the same as `ask`; meanwhile the page may do what it may do for a click."""
        return (await self._call(function, arguments, by_value=True, gesture=True)).get("value")

    async def handle(self, function: str, *arguments: Any) -> str:
        """Call `function` as `ask` does and return the id of the object it gives, for further calls of the
        protocol.

        Raises playwright's Error when it gives none, too.
        """
        found = (await self._call(function, arguments, by_value=False)).get("objectId")
        if not isinstance(found, str):
            raise PlaywrightError("there is no such thing in the page")
        return found

    async def node(self, function: str, *arguments: Any) -> str | None:
        """Call `function` as `ask` does; return a handle of the node it returns in the page's own world.

        Raises playwright's Error when the document is gone or there is no such node.
        """
        asked: dict[str, Any] = {
            "objectId": await self._handle(),
            "functionDeclaration": function,
            "arguments": [{"value": value} for value in arguments],
        }
        answer = await call(self.session, "Runtime.callFunctionOn", asked)
        found = answer["result"].get("objectId")
        if not isinstance(found, str):
            return None
        node = await call(self.session, "DOM.describeNode", {"objectId": found})
        place = {"backendNodeId": node["node"]["backendNodeId"]}
        resolved = await call(self.session, "DOM.resolveNode", place)
        return str(resolved["object"]["objectId"])

    async def tell(self, commands: list[Command]) -> None:
        """Send at once, whether or not the document is still listened to.

        Raises playwright's Error when it is gone.
        """
        await self.ask("function (text) { this.handle(text); }", encode(commands))

    async def page_title(self) -> str:
        """Return the page's title as it is now, or the last one known."""
        if self.held:
            return self.title
        try:
            self.title = await self.page.title()
        except PlaywrightError as error:
            log.debug("no title: %s", error)
        return self.title

    def close(self) -> None:
        """The document went away: nothing more is sent."""
        self.alive = False
        self._outbox.clear()

    async def _call(
        self, function: str, arguments: Sequence[Any], *, by_value: bool, gesture: bool = False
    ) -> dict[str, Any]:
        answer = await call(
            self.session,
            "Runtime.callFunctionOn",
            {
                "objectId": await self._handle(),
                "functionDeclaration": function,
                "arguments": [{"value": value} for value in arguments],
                "returnByValue": by_value,
                "awaitPromise": True,
                "userGesture": gesture,
            },
        )
        if "exceptionDetails" in answer:
            detail: dict[str, Any] = answer["exceptionDetails"]
            raise PlaywrightError(
                str(detail.get("exception", {}).get("description", detail.get("text")))[:500]
            )
        return answer["result"]

    async def _handle(self) -> str:
        if self._object is None:
            answer = await call(
                self.session,
                "Runtime.evaluate",
                {"expression": f"globalThis[{json.dumps(self._entry)}]", "uniqueContextId": self.unique_id},
            )
            handle = answer["result"].get("objectId")
            if not isinstance(handle, str):
                raise PlaywrightError("the page's side is not there")
            self._object = handle
        return self._object

    async def _drain(self) -> None:
        while self._outbox and self.alive:
            commands, self._outbox = self._outbox[:MAX_BATCH], self._outbox[MAX_BATCH:]
            try:
                await self.tell(commands)
            except PlaywrightError as error:
                if self.alive:
                    log.debug("document %s took no commands: %s", self.url, error)
                self.close()
            except Exception:
                # Without an answer to its pings the page shows everything.
                log.exception("overlay could not tell %s what to draw", self.url)
                self.close()
