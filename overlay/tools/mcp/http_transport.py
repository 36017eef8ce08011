"""Transport to a server at an address: the SDK's HTTP client with a limit on the size of each response.

Limits count the bytes as received, so compressed responses are refused: a kilobyte could expand to a
gigabyte.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING, Any

from overlay.tools.mcp.size_limits import LimitExceeded, Meter
from overlay.tools.mcp.unreadable import readable

if TYPE_CHECKING:
    import httpx2

EVENT_END = re.compile(rb"\r\n\r\n|\n\n|\r\r")


def limit(
    client: httpx2.AsyncClient, meter: Meter, lost: Callable[[Exception], object]
) -> httpx2.AsyncClient:
    """Make `client` count what it receives, and return it.

    `lost(error)` is called when the server exceeds a limit; the response then raises the same error.
    """

    async def guard(response: httpx2.Response) -> None:
        try:
            meter.answer()
            coding = response.headers.get("content-encoding", "identity").strip().lower()
            if coding not in ("", "identity"):
                raise LimitExceeded(f"it sends compressed data ({coding[:40]!r}), though it was asked not to")
        except LimitExceeded as error:
            lost(error)
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
        """The bytes of a response, buffered until a message is complete or too long."""

        async def __aiter__(self) -> AsyncIterator[bytes]:
            try:
                async for piece in _whole(inner, events, meter):
                    yield piece
            except LimitExceeded as error:
                lost(error)
                raise

        async def aclose(self) -> None:
            await inner.aclose()

    return Limited()


async def _whole(inner: AsyncIterator[bytes], events: bool, meter: Meter) -> AsyncIterator[bytes]:
    """Yield complete events, or the complete body."""
    buffer = bytearray()
    async for piece in inner:
        meter.received(len(piece))
        # The end of an event may be split over two chunks.
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
    yield _mended(bytes(buffer)) if events else readable(bytes(buffer))


def _mended(event: bytes) -> bytes:
    """Return the event with its message replaced by one that can be parsed."""
    start = event.find(b"data:")
    if start < 0 or b"\n" in event[start:].rstrip(b"\r\n"):
        return event
    body = event[start + 5 :]
    data = body.rstrip(b"\r\n")
    return event[: start + 5] + readable(data) + body[len(data) :]
