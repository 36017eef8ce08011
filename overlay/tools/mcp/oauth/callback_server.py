"""Local HTTP server that receives the browser's redirect after a sign-in (RFC 8252, section 7.3)."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
import sys
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from overlay.common.terminal_text import visible
from overlay.tools.errors import clip
from overlay.tools.mcp.oauth.errors import SignInError

PATH = "/callback"
MAX_HEAD = 16_384
SECONDS_PER_REQUEST = 10.0
HEADERS = (
    "Content-Type: text/plain; charset=utf-8\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
    "Content-Security-Policy: default-src 'none'\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n"
)


@dataclass(frozen=True, slots=True)
class CallbackResult:
    """Parameters of the redirect: `code`, and `iss`, the authorization server's name, if it was given."""

    code: str = ""
    iss: str | None = None


class CallbackServer:
    """Listens on 127.0.0.1 from `open` to `close`; the first request with the expected `state` is the answer.

    All other requests, such as those from other pages of the browser, are refused and change nothing.
    """

    def __init__(self) -> None:
        self._server: asyncio.Server | None = None
        self._state = ""
        self._answer: asyncio.Future[CallbackResult] = asyncio.get_running_loop().create_future()
        self.address = ""

    async def open(self, address: str | None = None) -> None:
        """Listen on the port of `address` (from an earlier `open`) if it is free, else on any free port."""
        wanted = urlsplit(address).port if address else None
        listening = _bound(wanted or 0)
        self.address = f"http://127.0.0.1:{listening.getsockname()[1]}{PATH}"
        self._server = await asyncio.start_server(self._serve, sock=listening, limit=MAX_HEAD)

    def expect(self, state: str) -> None:
        """Accept an answer with this `state`. Before this call no answer is accepted."""
        self._state = state

    async def answer(self, seconds: float) -> CallbackResult:
        """Wait for the answer.

        Raises SignInError if the user or the authorization server refused, or after `seconds`.
        """
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(self._answer)
        except TimeoutError as error:
            raise SignInError(f"there was no sign-in within {seconds:g} seconds") from error

    def close(self) -> None:
        """Stop listening. Requests that are being answered are finished. Has no effect if the server is not
        open.
        """
        if self._answer.done() and not self._answer.cancelled():
            self._answer.exception()  # mark it as read, or asyncio warns about it
        self._answer.cancel()
        if self._server is not None:
            self._server.close()
            self._server = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(SECONDS_PER_REQUEST):
                head = await reader.readuntil(b"\r\n\r\n")
                status, text = self._take(head.decode("latin-1").partition("\r\n")[0])
                body = text.encode()
                start = f"HTTP/1.1 {status}\r\n{HEADERS}Content-Length: {len(body)}\r\n\r\n"
                writer.write(start.encode() + body)
                await writer.drain()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    def _take(self, line: str) -> tuple[str, str]:
        """Check a request by its first line. Return the status and the text that the browser shows."""
        method, _, rest = line.partition(" ")
        parts = urlsplit(rest.partition(" ")[0])
        if method != "GET" or parts.path != PATH:
            return "404 Not Found", "There is nothing here."
        query = {name: values[0] for name, values in parse_qs(parts.query).items() if len(values) == 1}
        matches = bool(self._state) and secrets.compare_digest(
            query.get("state", "").encode(), self._state.encode()
        )
        if not matches or self._answer.done():
            return "400 Bad Request", "This is not the answer that overlay waits for."
        if "error" in query or not query.get("code"):
            reason = visible(
                clip(query.get("error_description") or query.get("error", "it gave no code"), 200)
            )
            self._answer.set_exception(SignInError(f"the sign-in was refused: {' '.join(reason.split())}"))
            return "200 OK", "The sign-in was refused. You can close this window and go back to overlay."
        self._answer.set_result(CallbackResult(query["code"], query.get("iss")))
        return "200 OK", "overlay has what it needs. You can close this window and go back to it."


def _bound(port: int) -> socket.socket:
    """Return a socket bound to this port, or to any free port if it is taken."""
    for wanted in dict.fromkeys((port, 0)):
        found = socket.socket()
        if sys.platform != "win32":  # on Windows two programs could share the port
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", wanted))
        except OSError:
            found.close()
            if not wanted:
                raise
        else:
            return found
    raise AssertionError("one of the two was bound or raised")
