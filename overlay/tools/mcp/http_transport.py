"""The wire to a server at an address: the SDK's client, with a limit on what each answer may hold.

Limits are counted on the bytes as they come, so nothing may be compressed: a kilobyte could stand for a
gigabyte.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from overlay.tools.mcp.deep_schemas import shallow
from overlay.tools.mcp.size_limits import LimitExceeded, Meter

if TYPE_CHECKING:
    import httpx2

EVENT_END = re.compile(rb"\r\n\r\n|\n\n|\r\r")


def limit(
    client: httpx2.AsyncClient, meter: Meter, lost: Callable[[Exception], object]
) -> httpx2.AsyncClient:
    """Make `client` count what it receives; gives the same client.

    `lost(fault)` is called once the server has met a limit; the answer ends with the same fault.
    """

    async def guard(response: httpx2.Response) -> None:
        try:
            meter.answer()
            coding = response.headers.get("content-encoding", "identity").strip().lower()
            if coding not in ("", "identity"):
                raise LimitExceeded(f"it sends compressed data ({coding[:40]!r}), though it was asked not to")
        except LimitExceeded as fault:
            lost(fault)
            raise
        stream: Any = response.stream
        response.stream = _limited(stream, _is_stream_of_events(response), meter, lost)

    client.headers["accept-encoding"] = "identity"
    client.event_hooks = {"request": [], "response": [guard]}
    return client


def _is_stream_of_events(response: httpx2.Response) -> bool:
    return response.headers.get("content-type", "").lower().startswith("text/event-stream")


def _limited(inner: Any, events: bool, meter: Meter, lost: Callable[[Exception], object]) -> Any:
    import httpx2

    class Limited(httpx2.AsyncByteStream):
        """An answer's bytes; what can't be a whole message is kept back until it is one, or too long."""

        async def __aiter__(self) -> AsyncIterator[bytes]:
            try:
                async for piece in _whole(inner, events, meter):
                    yield piece
            except LimitExceeded as fault:
                lost(fault)
                raise

        async def aclose(self) -> None:
            await inner.aclose()

    return Limited()


async def _whole(inner: AsyncIterator[bytes], events: bool, meter: Meter) -> AsyncIterator[bytes]:
    """Whole events, or the whole body."""
    buffer = bytearray()
    async for piece in inner:
        meter.took(len(piece))
        # An end of an event may be in two pieces.
        at = max(0, len(buffer) - 3)
        buffer += piece
        done = 0
        for end in EVENT_END.finditer(buffer, at) if events else ():
            meter.check_message(end.end() - done)
            meter.message()
            yield _mended(bytes(buffer[done : end.end()]))
            done = end.end()
        del buffer[:done]
        meter.check_message(len(buffer))
    meter.message()
    yield _mended(bytes(buffer)) if events else shallow(bytes(buffer))


def _mended(event: bytes) -> bytes:
    """An event whose list of tools is nested too deep, so that it can be read."""
    start = event.find(b"data:")
    if start < 0 or b"\n" in event[start:].rstrip(b"\r\n"):
        return event
    body = event[start + 5 :]
    data = body.rstrip(b"\r\n")
    return event[: start + 5] + shallow(data) + body[len(data) :]
