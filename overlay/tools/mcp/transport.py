"""Opens the transport to a server, by program or address, and detects when it ends."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from overlay.tools.mcp.config import Kind, ServerConfig
from overlay.tools.mcp.http_transport import limit
from overlay.tools.mcp.log_file import logged
from overlay.tools.mcp.result_parts import mend_result
from overlay.tools.mcp.size_limits import LimitExceeded, Meter, ServerLimits
from overlay.tools.mcp.stdio_transport import open_program
from overlay.tools.mcp.tool_list import Listing

if TYPE_CHECKING:
    import httpx2
    from mcp.client._transport import Transport, TransportStreams  # pyright: ignore[reportPrivateUsage]

Lost = Callable[[Exception], object]


def _ignore(error: Exception) -> None: ...


def kinds_to_try(config: ServerConfig) -> list[Kind]:
    """Return the transports to try, in order. An address without a type may be streamable HTTP or SSE."""
    if config.kind is not None:
        return [config.kind]
    return ["streamable-http", "sse"] if config.command is None else ["stdio"]


@contextlib.asynccontextmanager
async def open_transport(
    config: ServerConfig,
    kind: Kind,
    log: Path,
    on_end: Callable[[], None],
    auth: httpx2.Auth | None = None,
    *,
    meter: Meter | None = None,
    lost: Lost = _ignore,
    listing: Listing | None = None,
) -> AsyncGenerator[TransportStreams]:
    """Open the streams to a server. `config` must be expanded.

    `on_end()` is called when the server ends the streams. A program's stderr goes to the file `log`; `auth`
    signs requests to an address. `meter` counts received data, `listing` filters tool lists. `lost(error)` is
    called when the server exceeds a limit; then the streams end. Raises what the SDK's transports raise.
    """
    meter = meter or Meter(ServerLimits())
    async with contextlib.AsyncExitStack() as stack:
        transport = await _transport(config, kind, log, auth, stack, meter, lost)
        read, write = await stack.enter_async_context(transport)
        requests = Requests(meter, lost)
        watched = _Watched(read, on_end, requests, listing or Listing(meter.limits))
        yield cast("Any", watched), cast("Any", _Answering(write, requests))


async def _transport(
    config: ServerConfig,
    kind: Kind,
    log: Path,
    auth: httpx2.Auth | None,
    stack: contextlib.AsyncExitStack,
    meter: Meter,
    lost: Lost,
) -> Transport:
    if kind == "stdio":
        from mcp.client.stdio import StdioServerParameters

        errors = await stack.enter_async_context(logged(log, config.target, meter.limits))
        assert config.command is not None
        program = StdioServerParameters(
            command=config.command, args=config.args, env=config.env, cwd=config.cwd
        )
        return open_program(program, errors, meter, lost)
    assert config.url is not None
    from mcp.shared._httpx_utils import create_mcp_http_client

    if kind == "sse":
        from mcp.client.sse import sse_client

        def factory(*given: Any, **named: Any) -> Any:
            return limit(create_mcp_http_client(*given, **named), meter, lost)

        return sse_client(config.url, headers=config.headers, auth=auth, httpx_client_factory=factory)
    from mcp.client.streamable_http import streamable_http_client

    client = limit(create_mcp_http_client(headers=config.headers, auth=auth), meter, lost)
    await stack.enter_async_context(client)
    most = meter.limits.message
    return streamable_http_client(config.url, http_client=client, max_sse_event_size=most)


class Requests:
    """The server's requests that wait for an answer. `lost(error)` is called once there are too many."""

    def __init__(self, meter: Meter, lost: Lost) -> None:
        self._meter = meter
        self._lost = lost
        self._open: set[str] = set()

    def on_received(self, item: Any) -> None:
        """Note a message from the server. Raises LimitExceeded."""
        message: Any = getattr(item, "message", None)
        if hasattr(message, "method") and hasattr(message, "id"):
            self._open.add(repr(message.id))
            try:
                self._meter.check_requests(len(self._open))
            except LimitExceeded as error:
                self._lost(error)
                raise

    def on_sent(self, item: Any) -> None:
        """Note a message to the server."""
        message = getattr(item, "message", None)
        if not hasattr(message, "method"):
            self._open.discard(repr(getattr(message, "id", None)))


class _Answering:
    """A write stream that notes answered requests."""

    def __init__(self, inner: Any, requests: Requests) -> None:
        self._inner = inner
        self._requests = requests

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def send(self, item: Any) -> None:
        await self._inner.send(item)
        self._requests.on_sent(item)

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> _Answering:
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> bool | None:
        return await self._inner.__aexit__(*error)


class _Watched:
    """A read stream that reports its end, and ends when the server has too many open requests."""

    def __init__(self, inner: Any, on_end: Callable[[], None], requests: Requests, listing: Listing) -> None:
        self._inner = inner
        self._on_end = on_end
        self._requests = requests
        self._listing = listing

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __aiter__(self) -> _Watched:
        return self

    async def __anext__(self) -> Any:
        try:
            item = await self._inner.__anext__()
            self._requests.on_received(item)
            message = getattr(item, "message", None)
            await self._listing.filter(message)
            mend_result(message)
        except StopAsyncIteration:
            self._on_end()
            raise
        except LimitExceeded as error:
            self._on_end()
            raise StopAsyncIteration from error
        return item

    async def receive(self) -> Any:
        return await self._inner.receive()

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> _Watched:
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *error: Any) -> bool | None:
        return await self._inner.__aexit__(*error)
