"""The wire to a server that is a program: the SDK's, but with a limit on what one line may hold.

The SDK joins the pieces of a line until it ends, however long it gets. Its ways to start a program and to end
it with all that it started are taken over, though they are private: to end a tree of processes on each system
is what must not be written twice.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, Any, TextIO

import anyio
import anyio.to_thread

from overlay.tools.mcp.deep_schemas import shallow
from overlay.tools.mcp.size_limits import LimitExceeded, Meter

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams
    from mcp.client.stdio import StdioServerParameters

FLUSH = 0.5
"""Seconds for what was accepted to be written before the program is ended."""
IN_THREAD = 1_000_000
"""A message longer than this is read beside the loop."""


@contextlib.asynccontextmanager
async def open_program(
    program: StdioServerParameters, errors: TextIO, meter: Meter, lost: Callable[[Exception], object]
) -> AsyncGenerator[TransportStreams]:
    """Start a program; gives its streams, and ends it afterwards. Its stderr goes to `errors`.

    `lost(fault)` is called once it has met a limit, and nothing is read of it after that. Raises OSError if
    it can't be started.
    """
    from mcp.client import stdio as sdk

    process: Any = await sdk._create_platform_compatible_process(
        command=await sdk._get_executable_command(program.command),
        args=program.args,
        env=sdk.get_default_environment() | (program.env or {}),
        errlog=errors,
        cwd=program.cwd,
    )
    # No await between the start and the task group: cancelled there, it would leave the program behind.
    to_session, from_server = anyio.create_memory_object_stream[Any](0)
    from_session, to_server = anyio.create_memory_object_stream[Any](0)
    written = anyio.Event()
    wires = _Wires(process, meter, lost)

    async def read() -> None:
        async with to_session:
            await wires.read(to_session)

    async def write() -> None:
        try:
            async with to_server:
                await wires.write(to_server)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, OSError):
            await to_session.aclose()
        finally:
            written.set()

    async with anyio.create_task_group() as group:
        group.start_soon(read)
        group.start_soon(write)
        try:
            yield from_server, from_session
        finally:
            with anyio.CancelScope(shield=True):
                from_server.close()
                from_session.close()
                with anyio.move_on_after(FLUSH):
                    await written.wait()
                await sdk._stop_server_process(process)
                for stream in (from_server, from_session, to_session, to_server):
                    await stream.aclose()
            group.cancel_scope.cancel()


class _Wires:
    """The program's stdin and stdout."""

    def __init__(self, process: Any, meter: Meter, lost: Callable[[Exception], object]) -> None:
        self._process = process
        self._meter = meter
        self._lost = lost

    async def read(self, session: Any) -> None:
        """Hand on each line of the program's stdout, until it ends or meets a limit."""
        try:
            async for line in self._lines():
                await session.send(await _parsed(line))
        except LimitExceeded as fault:
            self._lost(fault)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, ConnectionError):
            await self._drain()  # the session is gone, and a program that can't write does not end

    async def write(self, session: Any) -> None:
        """Write each message of the session."""
        async for item in session:
            text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
            await self._process.stdin.send(f"{text}\n".encode())

    async def _lines(self) -> AsyncGenerator[bytes]:
        buffer = bytearray()
        async for piece in self._process.stdout:
            self._meter.took(len(piece))
            *ends, rest = piece.split(b"\n")
            for end in ends:
                self._meter.check_message(len(buffer) + len(end))
                self._meter.message()
                yield bytes(buffer) + end
                buffer.clear()
            buffer += rest
            self._meter.check_message(len(buffer))

    async def _drain(self) -> None:
        """Read on, and keep nothing."""
        gone = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, OSError)
        with anyio.CancelScope(shield=True), contextlib.suppress(*gone):
            while True:
                await self._process.stdout.receive()


async def _parsed(line: bytes) -> Any:
    """A line as the session takes it: a message, or what is wrong with it."""
    if len(line) > IN_THREAD:
        return await anyio.to_thread.run_sync(_parse, line)
    return _parse(line)


def _parse(line: bytes) -> Any:
    from mcp.shared.message import SessionMessage
    from mcp_types import jsonrpc_message_adapter

    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(shallow(line), by_name=False))
    except ValueError as fault:
        return fault
