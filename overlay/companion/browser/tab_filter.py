"""Restricts Playwright to the chat's tabs in a browser that the user has open.

Playwright attaches to every tab of a browser and waits until each has answered, so a tab that sleeps or hangs
blocks it forever (microsoft/playwright#40027, #41093). Here its one connection goes through a socket on this
machine, which attaches only to chosen tabs. Source: the domain Target of the Chrome DevTools Protocol;
`CRBrowser` of Playwright 1.65, which needs a tab's `attachedToTarget` before the answer to `createTarget`.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from overlay.common.terminal_text import inline

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

log = logging.getLogger("websockets")
log.addHandler(logging.NullHandler())  # without a handler its lines would appear on the terminal
OWN = 1_000_000_000
"""The first id of the filter's own commands; Playwright counts from 1."""
Message = dict[str, Any]
Then = Callable[[Message], Awaitable[None]]


async def _nothing(answer: Message) -> None: ...


class TabFilter:
    """One connection to the browser `upstream`.

    It attaches to tabs that are `wanted` (called with the protocol's `TargetInfo`), to tabs that those open,
    and to tabs that Playwright creates through it.

    `passive`: Playwright neither pauses new documents nor lets paused ones go on. Another program does both,
    and needs the pause: a document that goes on too early escapes its routes and scripts.
    """

    def __init__(
        self, upstream: ClientConnection, wanted: Callable[[Message], bool], *, passive: bool = False
    ) -> None:
        self._browser = upstream
        self._wanted = wanted
        self._passive = passive
        self._tool: ServerConnection | None = None
        self._asked: set[str] = set()
        self._tabs: dict[str, Message] = {}
        self._sessions: dict[str, str] = {}
        self._open: dict[str, set[int]] = {}
        self._answers: dict[int, Then] = {}
        self._made: set[tuple[str, int]] = set()
        self._held: dict[str, list[str]] = {}
        self._next = OWN

    @property
    def silent(self) -> list[str]:
        """Title and address of each attached tab with an unanswered command."""
        tabs = [self._tabs[self._sessions[session]] for session, ids in self._open.items() if ids]
        return [f"{inline(tab.get('title', ''))} ({inline(tab.get('url', ''))})".strip() for tab in tabs]

    async def serve(self, tool: ServerConnection) -> None:
        """Carry messages between Playwright and the browser until one of them ends the connection."""
        if self._tool is not None:  # a second one would get the answers of the first
            return
        self._tool = tool
        tasks = [asyncio.create_task(self._from_tool(tool)), asyncio.create_task(self._from_browser(tool))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._browser.close()

    async def _from_tool(self, tool: ServerConnection) -> None:
        async for text in tool:
            message: Message = json.loads(text)
            session, method = message.get("sessionId", ""), message.get("method")
            if not session and method == "Target.setAutoAttach":
                await self._attach_to_wanted(tool, message["id"])
                continue
            if self._passive and method == "Runtime.runIfWaitingForDebugger":
                await tool.send(json.dumps({"id": message["id"], "sessionId": session, "result": {}}))
                continue
            if self._passive and method == "Target.setAutoAttach":
                message["params"]["waitForDebuggerOnStart"] = False
                text = json.dumps(message)
            if method == "Target.createTarget":
                self._made.add((session, message["id"]))
            if session in self._open:
                self._open[session].add(message["id"])
            await self._browser.send(text, text=True)

    async def _from_browser(self, tool: ServerConnection) -> None:
        async for text in self._browser:
            message: Message = json.loads(text)
            session, number = message.get("sessionId", ""), message.get("id")
            if number is None:
                if not session and await self._is_own_event(message):
                    continue
            elif number >= OWN:
                await self._answers.pop(number, _nothing)(message)
                continue
            elif (session, number) in self._made:
                self._made.discard((session, number))
                target = message.get("result", {}).get("targetId")
                if target and target not in self._tabs:
                    self._held.setdefault(target, []).append(str(text))
                    await self._attach(target, lambda _, target=target: self._release(tool, target))
                    continue
            if session in self._open:
                self._open[session].discard(number or 0)
            await tool.send(text, text=True)
            if not session and message.get("method") == "Target.attachedToTarget":
                await self._release(tool, message["params"]["targetInfo"]["targetId"])

    async def _attach_to_wanted(self, tool: ServerConnection, number: int) -> None:
        """Attach to the open tabs that are wanted, then answer Playwright's command `number`."""
        pending: set[str] = set()

        async def attached(target: str) -> None:
            pending.discard(target)
            if not pending:
                await tool.send(json.dumps({"id": number, "result": {}}))

        async def listed(answer: Message) -> None:
            infos: list[Message] = answer.get("result", {}).get("targetInfos", [])
            wanted = (info["targetId"] for info in infos if self._is_wanted(info))
            targets = [target for target in wanted if target not in self._asked]
            pending.update(targets)
            for target in targets:
                await self._attach(target, lambda _, target=target: attached(target))
            if not targets:
                await attached("")

        await self._command("Target.getTargets", {}, listed)
        await self._command("Target.setDiscoverTargets", {"discover": True})

    async def _is_own_event(self, message: Message) -> bool:
        """Apply an event about the browser's tabs; return whether it must not reach Playwright."""
        method, params = message.get("method"), message.get("params", {})
        info: Message = params.get("targetInfo", {})
        target, session = str(info.get("targetId", "")), str(params.get("sessionId", ""))
        if method == "Target.attachedToTarget" and info.get("type") == "page":
            self._tabs[target], self._sessions[session], self._open[session] = info, target, set()
        elif method == "Target.detachedFromTarget":
            self._open.pop(session, None)
            gone = self._sessions.pop(session, "")
            self._tabs.pop(gone, None)
            self._asked.discard(gone)
        elif method in ("Target.targetCreated", "Target.targetInfoChanged"):
            if target in self._tabs:
                self._tabs[target] = info
            elif self._is_wanted(info):
                await self._attach(target)
            return True
        return method in ("Target.targetDestroyed", "Target.targetCrashed")

    def _is_wanted(self, info: Message) -> bool:
        if info.get("type") != "page" or info.get("subtype"):  # such as a page that is only prerendered
            return False
        return info.get("openerId") in self._tabs or self._wanted(info)

    async def _release(self, tool: ServerConnection, target: str) -> None:
        """Send the answers that waited until Playwright knew of the tab."""
        for text in self._held.pop(target, []):
            await tool.send(text)

    async def _attach(self, target: str, on_answer: Then = _nothing) -> None:
        """Attach to a tab once; for a tab that is attached already, `on_answer` is not called."""
        if target not in self._asked:
            self._asked.add(target)
            await self._command("Target.attachToTarget", {"targetId": target, "flatten": True}, on_answer)

    async def _command(self, method: str, params: Message, on_answer: Then = _nothing) -> None:
        self._next += 1
        self._answers[self._next] = on_answer
        await self._browser.send(json.dumps({"id": self._next, "method": method, "params": params}))


@asynccontextmanager
async def filtered(
    address: str, wanted: Callable[[Message], bool], *, within: float, passive: bool = False
) -> AsyncGenerator[tuple[str, TabFilter]]:
    """Yield the address for Playwright's one connection to the browser at `address`, and its filter.

    The browser must accept overlay within `within` seconds. The yielded address has a secret path and accepts
    one connection; web pages are refused by their Origin header. Raises OSError, TimeoutError, or
    WebSocketException if the browser doesn't accept overlay.
    """
    from websockets.asyncio.client import connect
    from websockets.asyncio.server import serve

    path = f"/{secrets.token_urlsafe(32)}"

    def known(connection: ServerConnection, request: Request) -> Response | None:
        if secrets.compare_digest(request.path, path) and "Origin" not in request.headers:
            return None
        return connection.respond(HTTPStatus.NOT_FOUND, "")

    options: Any = {"max_size": None, "compression": None, "ping_interval": None}
    async with connect(address, open_timeout=within, proxy=None, **options) as upstream:
        tabs = TabFilter(upstream, wanted, passive=passive)
        async with serve(tabs.serve, "127.0.0.1", 0, process_request=known, **options) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            yield f"ws://127.0.0.1:{port}{path}", tabs
