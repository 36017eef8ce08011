"""One connection to a server, from opening to end."""

from __future__ import annotations

import asyncio
import contextlib
import math
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overlay.common.version import VERSION
from overlay.tools.mcp.config import Kind, ServerConfig
from overlay.tools.mcp.error_text import leaves
from overlay.tools.mcp.size_limits import Meter, ServerLimits
from overlay.tools.mcp.timeouts import ServerTimeouts
from overlay.tools.mcp.tool_list import Listing
from overlay.tools.mcp.transport import open_transport

if TYPE_CHECKING:
    import httpx2
    import mcp.types as types
    from mcp import Client

MAX_PAGES = 100
EVENT = 1_000_000


class Connection:
    """One connection. `config` must be expanded.

    `on_tools(tools, problems)` is called with the complete list and the problems of refused tools, first on
    connecting and then on each change. `on_down()` is called when the connection stops serving, before it is
    closed. `elicit` is the SDK's callback for the server's questions, `on_attachments()` is called when the
    server's prompts or resources have changed, `auth` signs the requests to an address.
    """

    def __init__(
        self,
        config: ServerConfig,
        kind: Kind,
        log: Path,
        settings: ServerTimeouts,
        on_tools: Callable[[list[types.Tool], list[str]], object],
        on_down: Callable[[], object],
        elicit: Any,
        on_attachments: Callable[[], object],
        auth: httpx2.Auth | None = None,
    ) -> None:
        self._config = config
        self._kind: Kind = kind
        self._log = log
        self._settings = settings
        self._on_tools = on_tools
        self._on_down = on_down
        self._elicit = elicit
        self._on_attachments = on_attachments
        self._auth = auth
        self.error: Exception | None = None
        self._meter = Meter(limits_for(kind, settings.limits))
        self._listing = Listing(self._meter.limits)
        self._wake = asyncio.Event()
        self._ended = False
        self._scope: Any = None
        self.client: Client | None = None
        self.was_ready = False

    async def run(self) -> None:
        """Connect and serve until `close`. Any other end raises, usually an exception group."""
        try:
            await self._run()
        except Exception as error:
            if self.error is None or self.error in leaves(error):
                raise
            raise self.error from error  # the limit's error is more useful than its follow-up errors

    async def _run(self) -> None:
        import anyio
        from mcp import Client
        from mcp.types import Implementation

        limit = self._settings.connect
        with anyio.CancelScope(deadline=anyio.current_time() + limit) as self._scope:
            client = Client(
                open_transport(
                    self._config,
                    self._kind,
                    self._log,
                    self._note_end,
                    self._auth,
                    meter=self._meter,
                    lost=self.lost,
                    listing=self._listing,
                ),
                cache=None,
                client_info=Implementation(name="overlay", version=VERSION),
                message_handler=self._note_message,
                elicitation_callback=self._elicit,
            )
            async with client:
                tools = await self._list(client)
                self._scope.deadline = math.inf
                self.client, self.was_ready = client, True
                self._on_tools(tools, self._listing.problems)
                try:
                    await self._serve(client)
                finally:
                    self.client = None
                    self._on_down()
        if self._scope.cancelled_caught and anyio.current_time() >= self._scope.deadline:
            raise TimeoutError(f"no answer within {limit:g} seconds")

    def close(self) -> None:
        """Close the connection; `run` returns once the server is down. Has no effect after the end."""
        if self._scope is not None:
            self._scope.cancel()

    def check(self) -> None:
        """After a failure, list the tools again, and end the connection if that fails."""
        self._wake.set()

    def lost(self, error: Exception) -> None:
        """End the connection: `run` raises `error`. Only the first error counts."""
        self.error = self.error or error
        self._wake.set()

    @contextlib.contextmanager
    def paused(self) -> Generator[None]:
        """Stop the connect timeout while the context is open."""
        import anyio

        remaining = self._scope.deadline - anyio.current_time()
        self._scope.deadline = math.inf
        try:
            yield
        finally:
            self._scope.deadline = anyio.current_time() + remaining

    async def _serve(self, client: Client) -> None:
        import anyio

        async with anyio.create_task_group() as group:
            group.start_soon(self._listen, client)
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self.error is not None:
                    raise self.error
                if self._ended:
                    raise ConnectionError("Connection closed")
                with anyio.move_on_after(self._settings.probe) as scope:
                    self._on_tools(await self._list(client), self._listing.problems)
                if scope.cancelled_caught:
                    seconds = self._settings.probe
                    raise TimeoutError(f"it did not answer within {seconds:g} seconds")

    async def _list(self, client: Client) -> list[types.Tool]:
        self._listing.begin()
        return await list_tools(client, self._meter)

    async def _listen(self, client: Client) -> None:
        """Subscribe to changes of the lists. Newer servers send them only to subscribers."""
        from mcp import MCPError
        from mcp.client.subscriptions import ListenNotSupportedError, SubscriptionLost, ToolsListChanged

        can = client.server_capabilities
        with contextlib.suppress(ListenNotSupportedError, SubscriptionLost, MCPError, TimeoutError):
            async with client.listen(
                tools_list_changed=True,
                prompts_list_changed=can.prompts is not None,
                resources_list_changed=can.resources is not None,
            ) as events:
                self.check()  # changes before the subscription were not sent
                async for event in events:
                    if isinstance(event, ToolsListChanged):
                        self.check()
                    else:
                        self._on_attachments()

    async def _note_message(self, message: Any) -> None:
        match getattr(message, "method", None):
            case "notifications/tools/list_changed":
                self.check()
            case "notifications/prompts/list_changed" | "notifications/resources/list_changed":
                self._on_attachments()
            case _:
                pass

    def _note_end(self) -> None:
        self._ended = True
        self._wake.set()


def limits_for(kind: Kind, limits: ServerLimits) -> ServerLimits:
    """Return the limits for a transport. Over `sse` the SDK can't read longer events."""
    return replace(limits, message=min(limits.message, EVENT)) if kind == "sse" else limits


async def list_tools(client: Client, meter: Meter) -> list[types.Tool]:
    """Return the tools of a server, page by page up to a hundred pages. A server may have no tools.

    Returns at most one more than the limit, so that the excess can be reported. Raises LimitExceeded.
    """
    if client.server_capabilities.tools is None:
        return []
    found: list[types.Tool] = []
    cursor: str | None = None
    before = meter.total
    for _ in range(MAX_PAGES):
        page = await client.list_tools(cursor=cursor)
        meter.check_listing(meter.total - before)
        found += page.tools
        cursor = page.next_cursor
        if cursor is None or len(found) > meter.limits.tools:
            break
    return found
