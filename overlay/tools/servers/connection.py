"""One connection to a server, from its opening to its end."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable, Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overlay.tools.servers.config import Kind, ServerConfig
from overlay.tools.servers.settings import Settings
from overlay.tools.servers.transport import open_transport
from overlay.tools.validation import fault_of

if TYPE_CHECKING:
    import httpx2
    import mcp.types as types
    from mcp import Client

MAX_PAGES = 100


class Connection:
    """`config` has its variables put in. `on_tools(tools)` is called with the whole list, first and at each
    change, `on_down()` once it serves no more, before it is wound down.

    `elicit` is the SDK's callback for a server's questions, `auth` signs the requests to an address.
    """

    def __init__(
        self,
        config: ServerConfig,
        kind: Kind,
        log: Path,
        settings: Settings,
        on_tools: Callable[[list[types.Tool]], object],
        on_down: Callable[[], object],
        elicit: Any,
        auth: httpx2.Auth | None = None,
    ) -> None:
        self._config = config
        self._kind: Kind = kind
        self._log = log
        self._settings = settings
        self._on_tools = on_tools
        self._on_down = on_down
        self._elicit = elicit
        self._auth = auth
        self.fault: Exception | None = None
        self._wake = asyncio.Event()
        self._ended = False
        self._scope: Any = None
        self.client: Client | None = None
        self.was_ready = False

    async def run(self) -> None:
        """Connect and serve until `close`; any other end is raised, mostly as an exception group."""
        import anyio
        from mcp import Client
        from mcp.types import Implementation

        limit = self._settings.connect
        with anyio.CancelScope(deadline=anyio.current_time() + limit) as self._scope:
            client = Client(
                open_transport(self._config, self._kind, self._log, self._note_end, self._auth),
                cache=None,
                client_info=Implementation(name="overlay", version="0.1"),
                message_handler=self._note_message,
                elicitation_callback=self._elicit,
            )
            async with client:
                tools = await list_tools(client)
                self._scope.deadline = math.inf
                self.client, self.was_ready = client, True
                self._on_tools(tools)
                try:
                    await self._serve(client)
                finally:
                    self.client = None
                    self._on_down()
        if self._scope.cancelled_caught and anyio.current_time() >= self._scope.deadline:
            raise TimeoutError(f"no answer within {limit:g} seconds")

    def close(self) -> None:
        """End it: `run` returns once the server is down. Nothing happens if it has ended."""
        if self._scope is not None:
            self._scope.cancel()

    def check(self) -> None:
        """Something failed on it: have the server list its tools again, and end it if it can't."""
        self._wake.set()

    def lost(self, fault: Exception) -> None:
        """It serves no more, for this reason: `run` raises it. Nothing happens while it is not ready."""
        self.fault = fault
        self._wake.set()

    @contextlib.contextmanager
    def paused(self) -> Generator[None]:
        """Leave the time in here out of what the server has to become ready."""
        import anyio

        left = self._scope.deadline - anyio.current_time()
        self._scope.deadline = math.inf
        try:
            yield
        finally:
            self._scope.deadline = anyio.current_time() + left

    async def _serve(self, client: Client) -> None:
        import anyio

        async with anyio.create_task_group() as group:
            group.start_soon(self._listen, client)
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self.fault is not None:
                    raise self.fault
                if self._ended:
                    raise ConnectionError("Connection closed")
                with anyio.move_on_after(self._settings.probe) as scope:
                    self._on_tools(await list_tools(client))
                if scope.cancelled_caught:
                    seconds = self._settings.probe
                    raise TimeoutError(f"it did not answer within {seconds:g} seconds")

    async def _listen(self, client: Client) -> None:
        """On newer servers a change of the tools is told only to who listens for it."""
        from mcp import MCPError
        from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost

        with contextlib.suppress(ListenNotSupportedError, SubscriptionLost, MCPError, TimeoutError):
            async with client.listen(tools_list_changed=True) as events:
                self.check()  # what changed before it listened was not told
                async for _ in events:
                    self.check()

    async def _note_message(self, message: Any) -> None:
        if getattr(message, "method", None) == "notifications/tools/list_changed":
            self.check()

    def _note_end(self) -> None:
        self._ended = True
        self._wake.set()


async def list_tools(client: Client) -> list[types.Tool]:
    """All tools of a server, page by page; no more than a hundred pages. A server may have none at all."""
    if client.server_capabilities.tools is None:
        return []
    found: list[types.Tool] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        found += page.tools
        cursor = page.next_cursor
        if cursor is None:
            break
    # A server with hundreds of tools would hold up the loop for seconds.
    schemas = [tool.input_schema for tool in found]
    await asyncio.to_thread(lambda: [fault_of(schema) for schema in schemas])
    return found
