"""Transport to an MCP server that is a program: the SDK's stdio transport with a limit on the length of a
line.

The SDK buffers a line of any length. Its private functions for starting a program and for ending its process
tree are used, because their handling of each platform must not be duplicated.
"""

# pyright: reportPrivateUsage=false

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from typing import TYPE_CHECKING, Any, TextIO

import anyio
import anyio.to_thread

from overlay.tools.mcp.size_limits import LimitExceeded, Meter
from overlay.tools.mcp.unreadable import readable

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams
    from mcp.client.stdio import StdioServerParameters

FLUSH = 0.5
"""Seconds for accepted messages to be written before the program is ended."""
IN_THREAD = 1_000_000
"""Messages longer than this (in bytes) are parsed in a thread."""


@contextlib.asynccontextmanager
async def open_program(
    program: StdioServerParameters, errors: TextIO, meter: Meter, lost: Callable[[Exception], object]
) -> AsyncGenerator[TransportStreams]:
    """Start a program, yield its streams, and end it afterwards. Its stderr goes to `errors`.

    `lost(error)` is called when the program exceeds a limit; nothing more is read after that. Raises OSError
    if it can't be started.
    """
    from mcp.client import stdio as sdk

    process: Any = await sdk._create_platform_compatible_process(
        command=await sdk._get_executable_command(program.command),
        args=program.args,
        env=sdk.get_default_environment() | (program.env or {}),
        errlog=errors,
        cwd=program.cwd,
    )
    # A cancellation between the start and the task group would leave the program running: don't await here.
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
                _end_children(process.pid)
                for stream in (from_server, from_session, to_session, to_server):
                    await stream.aclose()
            group.cancel_scope.cancel()


def _end_children(program: int) -> None:
    """Kill what the program left running. It began a process group (on Windows a job, which the SDK ends)."""
    if sys.platform != "win32":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(program, signal.SIGKILL)


class _Wires:
    """Reader and writer of the program's stdout and stdin."""

    def __init__(self, process: Any, meter: Meter, lost: Callable[[Exception], object]) -> None:
        self._process = process
        self._meter = meter
        self._lost = lost

    async def read(self, session: Any) -> None:
        """Pass each line of the program's stdout to the session, until stdout ends or exceeds a limit."""
        try:
            async for line in self._lines():
                await session.send(await _parsed(line))
        except LimitExceeded as error:
            self._lost(error)
        except (anyio.ClosedResourceError, anyio.BrokenResourceError, ConnectionError):
            await self._drain()  # the session has ended; a program whose pipe is full would not exit

    async def write(self, session: Any) -> None:
        """Write each message of the session to the program."""
        async for item in session:
            text = item.message.model_dump_json(by_alias=True, exclude_unset=True)
            await self._process.stdin.send(f"{text}\n".encode())

    async def _lines(self) -> AsyncGenerator[bytes]:
        buffer = bytearray()
        async for piece in self._process.stdout:
            self._meter.received(len(piece))
            *ends, last = piece.split(b"\n")
            for end in ends:
                self._meter.check_message(len(buffer) + len(end))
                self._meter.message()
                yield bytes(buffer) + end
                buffer.clear()
            buffer += last
            self._meter.check_message(len(buffer))

    async def _drain(self) -> None:
        """Read and discard the rest, so that the program is not blocked."""
        gone = (anyio.ClosedResourceError, anyio.BrokenResourceError, anyio.EndOfStream, OSError)
        with anyio.CancelScope(shield=True), contextlib.suppress(*gone):
            while True:
                await self._process.stdout.receive()


async def _parsed(line: bytes) -> Any:
    """Parse a line into what the session expects: a message, or the error."""
    if len(line) > IN_THREAD:
        return await anyio.to_thread.run_sync(_parse, line)
    return _parse(line)


def _parse(line: bytes) -> Any:
    from mcp.shared.message import SessionMessage
    from mcp_types import jsonrpc_message_adapter

    def parsed(text: bytes) -> Any:
        return SessionMessage(jsonrpc_message_adapter.validate_json(text, by_name=False))

    try:
        return parsed(line)
    except ValueError:
        try:
            return parsed(readable(line))
        except ValueError as error:
            return error
