"""Opens the wire to a server, by program or address, and notices when it ends."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncGenerator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

from overlay.tools.servers.config import Kind, ServerConfig

if TYPE_CHECKING:
    import httpx2
    from mcp.client._transport import Transport, TransportStreams  # pyright: ignore[reportPrivateUsage]

MAX_LOG = 1_000_000


def kinds_to_try(config: ServerConfig) -> list[Kind]:
    """The transports in the order to try: an address without a type may be of either kind."""
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
) -> AsyncGenerator[TransportStreams]:
    """The streams to a server whose variables are put in; `on_end()` is called when the server ends them.

    A program's stderr goes to the file `log`; `auth` signs requests to an address. Raises what
    the SDK's transports raise.
    """
    async with contextlib.AsyncExitStack() as stack:
        transport = await _transport(config, kind, log, auth, stack)
        read, write = await stack.enter_async_context(transport)
        yield cast("Any", _Watched(read, on_end)), write


async def _transport(
    config: ServerConfig, kind: Kind, log: Path, auth: httpx2.Auth | None, stack: contextlib.AsyncExitStack
) -> Transport:
    if kind == "stdio":
        from mcp.client.stdio import StdioServerParameters, stdio_client

        errors = stack.enter_context(open_log(log, config.target))
        assert config.command is not None
        program = StdioServerParameters(
            command=config.command, args=config.args, env=config.env, cwd=config.cwd
        )
        return stdio_client(program, errlog=errors)
    assert config.url is not None
    if kind == "sse":
        from mcp.client.sse import sse_client

        return sse_client(config.url, headers=config.headers, auth=auth)
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    client = await stack.enter_async_context(create_mcp_http_client(headers=config.headers, auth=auth))
    return streamable_http_client(config.url, http_client=client)


def open_log(path: Path, target: str) -> TextIO:
    """A server's log, readable by its owner only, to be appended to; a long one is kept aside as `.1`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(OSError):
        if path.stat().st_size > MAX_LOG:
            path.replace(path.with_suffix(".log.1"))
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    file = os.fdopen(descriptor, "a", encoding="utf-8")
    file.write(f"--- {datetime.now(UTC).isoformat(timespec='seconds')} {target}\n")
    file.flush()
    return file


class _Watched:
    """A read stream that tells when the other side has ended it."""

    def __init__(self, inner: Any, on_end: Callable[[], None]) -> None:
        self._inner = inner
        self._on_end = on_end

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __aiter__(self) -> _Watched:
        return self

    async def __anext__(self) -> Any:
        try:
            return await self._inner.__anext__()
        except StopAsyncIteration:
            self._on_end()
            raise

    async def receive(self) -> Any:
        return await self._inner.receive()

    async def aclose(self) -> None:
        await self._inner.aclose()

    async def __aenter__(self) -> _Watched:
        await self._inner.__aenter__()
        return self

    async def __aexit__(self, *fault: Any) -> bool | None:
        return await self._inner.__aexit__(*fault)
