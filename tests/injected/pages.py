"""A loopback site of a test's own pages, with the headers the test gives."""

from __future__ import annotations

import asyncio
from types import TracebackType

STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src *; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)


class PageSite:
    """`add(html)` returns the address of a page; `localhost` in place of 127.0.0.1 makes it another site."""

    def __init__(self) -> None:
        self._pages: dict[str, tuple[str, str]] = {}
        self._server: asyncio.Server | None = None
        self._port = 0

    async def __aenter__(self) -> PageSite:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server:
            self._server.close()

    def add(self, html: str, *, csp: str = "", host: str = "127.0.0.1", path: str = "") -> str:
        path = path or f"/{len(self._pages)}.html"
        self._pages[path] = (html, csp)
        return f"http://{host}:{self._port}{path}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            html, csp = self._pages.get(head.split(" ")[1].split("?")[0], ("", ""))
            body = html.encode()
            lines = [
                "HTTP/1.1 200 OK",
                "Content-Type: text/html; charset=utf-8",
                f"Content-Length: {len(body)}",
                "Connection: close",
            ]
            if csp:
                lines.append(f"Content-Security-Policy: {csp}")
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            writer.close()
