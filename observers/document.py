"""One document's isolated world: sends commands and calls to it, and holds its address and title."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError

from observers.cdp import call
from observers.commands import Command, encode
from observers.protocol import Hello
from observers.rate_limit import Bucket

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

log = logging.getLogger(__name__)
MAX_BATCH = 400


class Document:
    """One document. Commands are sent in order, one CDP call at a time, in batches of at most MAX_BATCH.

    `held`: commands wait until `take` is called. `limits` are the buckets for messages and for their
    characters (None: new ones).
    """

    def __init__(
        self,
        session: CDPSession,
        page: Page,
        unique_id: str,
        frame_id: str,
        entry: str,
        clock: Callable[[], float] = monotonic,
        *,
        held: bool = False,
        limits: tuple[Bucket, Bucket] | None = None,
    ) -> None:
        self.session = session
        self.page = page
        self.unique_id = unique_id
        self.frame_id = frame_id
        self.url = ""
        self.title = ""
        self.top = False
        self.alive = True
        self.messages, self.volume = limits or (
            Bucket(rate=500, burst=3000, clock=clock),
            Bucket(rate=30e6, burst=60e6, clock=clock),
        )
        self.held = held
        self.context_id = 0
        """The number by which the browser's DOM commands know the world."""
        self.calls = 0
        """How often a function of the world was called."""
        self._entry = entry
        self._object: str | None = None
        self._outbox: list[Command] = []
        self._sending: asyncio.Task[None] | None = None

    def successor(self) -> Document:
        """Return the next document of the same world; it shares this one's rate limits."""
        following = Document(
            self.session,
            self.page,
            self.unique_id,
            self.frame_id,
            self._entry,
            held=self.held,
            limits=(self.messages, self.volume),
        )
        following.context_id = self.context_id
        return following

    def begin(self, hello: Hello) -> None:
        """Take the address and title from the first message of the document's world."""
        self.url, self.title, self.top = hello.url, hello.title, hello.top

    def moved(self, url: str) -> None:
        """Take the new address of the same document."""
        self.url = url

    def post(self, *commands: Command) -> None:
        """Queue commands to be sent soon; never raises. Commands to a document that is gone are dropped."""
        if not self.alive:
            return
        self._outbox += commands
        if self._outbox and not self.held and (self._sending is None or self._sending.done()):
            self._sending = asyncio.create_task(self._drain())

    @property
    def pending(self) -> bool:
        """Whether some posted commands are not sent yet."""
        return bool(self._outbox)

    def take_commands(self) -> list[Command]:
        """Return the posted commands and empty the queue; while `held`, the caller sends them, not `post`."""
        commands, self._outbox = self._outbox, []
        return commands

    async def flushed(self) -> None:
        """Wait until the page has received all posted commands, or the document is gone."""
        if self._sending:
            await asyncio.wait([self._sending])

    async def ask(self, function: str, *arguments: Any) -> Any:
        """Call `function` (JavaScript; `this` is the world's entry) and return its JSON value.

        Raises playwright's Error when the document is gone or the function throws.
        """
        return (await self._call(function, arguments, by_value=True)).get("value")

    async def gesture(self, function: str, *arguments: Any) -> Any:
        """Call `function` as `ask` does, with user activation: the page may do what a click allows."""
        return (await self._call(function, arguments, by_value=True, gesture=True)).get("value")

    async def handle(self, function: str, *arguments: Any) -> str:
        """Call `function` as `ask` does and return the CDP object id of its result.

        Raises playwright's Error also when the result is not an object.
        """
        found = (await self._call(function, arguments, by_value=False)).get("objectId")
        if not isinstance(found, str):
            raise PlaywrightError("the page has no such element")
        return found

    async def node(self, function: str, *arguments: Any) -> str | None:
        """Call `function` as `ask` does; return the CDP object id, in the page's main world, of its node.

        None when the function returns no object. Raises playwright's Error when the document or node is gone.
        """
        params: dict[str, Any] = {
            "objectId": await self._handle(),
            "functionDeclaration": function,
            "arguments": [{"value": value} for value in arguments],
        }
        answer = await call(self.session, "Runtime.callFunctionOn", params)
        found = answer["result"].get("objectId")
        if not isinstance(found, str):
            return None
        node = await call(self.session, "DOM.describeNode", {"objectId": found})
        place = {"backendNodeId": node["node"]["backendNodeId"]}
        resolved = await call(self.session, "DOM.resolveNode", place)
        return str(resolved["object"]["objectId"])

    async def has_closed_tree(self, function: str, *arguments: Any) -> bool:
        """Call `function` as `ask` does; return whether the element that it returns has a closed shadow tree.

        Raises playwright's Error when the document or the element is gone.
        """
        return bool(await self._closed_trees(await self.handle(function, *arguments)))

    async def take_closed_tree(self, function: str, *arguments: Any) -> bool:
        """Call `function` as `ask` does, and give the world the closed shadow tree of the returned element.

        Return whether the element has one. Raises playwright's Error when the document or element is gone.
        """
        trees = await self._closed_trees(await self.handle(function, *arguments))
        for number in trees:
            place = {"backendNodeId": number, "executionContextId": self.context_id}
            tree = (await call(self.session, "DOM.resolveNode", place))["object"]["objectId"]
            taken = {
                "objectId": await self._handle(),
                "functionDeclaration": "function (tree) { this.takeTree(tree); }",
                "arguments": [{"objectId": tree}],
            }
            await call(self.session, "Runtime.callFunctionOn", taken)
        return bool(trees)

    async def _closed_trees(self, element: str) -> list[int]:
        """Return the browser's numbers of the closed trees of a CDP object: none or one."""
        roots = (await call(self.session, "DOM.describeNode", {"objectId": element}))["node"]
        return [
            int(root["backendNodeId"])
            for root in roots.get("shadowRoots", ())
            if root.get("shadowRootType") == "closed"
        ]

    async def send_now(self, commands: list[Command]) -> None:
        """Send commands immediately, also if `close` was called.

        Raises playwright's Error when the document is gone from the browser.
        """
        await self.ask("function (text) { this.handle(text); }", encode(commands))

    async def page_title(self) -> str:
        """Return the page's current title; the last known one while `held` or without an answer."""
        if self.held:
            return self.title
        try:
            self.title = await self.page.title()
        except PlaywrightError as error:
            log.debug("no title: %s", error)
        return self.title

    async def window(self) -> dict[str, Any]:
        """Return position, size and state of the page's window (`Browser.Bounds`, Chrome DevTools Protocol).

        Raises playwright's Error when the document is gone, or the browser has no windows.
        """
        return (await call(self.session, "Browser.getWindowForTarget"))["bounds"]

    def close(self) -> None:
        """Mark the document as gone: nothing more is sent."""
        self.alive = False
        self._outbox.clear()

    async def _call(
        self, function: str, arguments: Sequence[Any], *, by_value: bool, gesture: bool = False
    ) -> dict[str, Any]:
        self.calls += 1
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
                raise PlaywrightError("the page script is not there")
            self._object = handle
        return self._object

    async def _drain(self) -> None:
        while self._outbox and self.alive:
            commands, self._outbox = self._outbox[:MAX_BATCH], self._outbox[MAX_BATCH:]
            try:
                await self.send_now(commands)
            except PlaywrightError as error:
                if self.alive:
                    log.debug("commands for %s were not sent: %s", self.url, error)
                self.close()
            except Exception:
                # The page script shows all text again if its pings get no answer.
                log.exception("overlay could not send commands to %s", self.url)
                self.close()
