"""Fetches a web page from the hosts that the user allowed.

Each redirect is checked like the first URL, and the connection uses the address that was checked: another
look-up could return a different one. No cookies, proxy or credentials are used.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import time
from typing import Annotated, Any
from urllib.parse import urljoin

from pydantic import Field

from overlay.tools.builtin.allowed_hosts import HostAllowlist, Target
from overlay.tools.builtin.html_text import html_text
from overlay.tools.context import ToolContext
from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError, clip
from overlay.tools.result import ToolImage, ToolResult

MAX_BYTES = 5_000_000
MAX_REDIRECTS = 5
SECONDS = 30.0
REDIRECTS = {301, 302, 303, 307, 308}
TEXTS = ("text/", "application/json", "application/xml", "application/javascript")


class Fetch:
    """The fetch tool with its allowed hosts. `tls` is the context for https, by default the system's."""

    def __init__(self, allowed: HostAllowlist, *, tls: ssl.SSLContext | None = None) -> None:
        self._allowed = allowed
        self._tls = tls

    @property
    def tools(self) -> list[Any]:
        """The one tool, for `ToolRegistry.add`."""
        return [self.fetch_url]

    @tool(read_only=True, sends_out=True, untrusted=True, timeout=SECONDS + 5)
    def fetch_url(
        self,
        url: Annotated[str, Field(max_length=4000)],
        context: ToolContext,
        max_chars: Annotated[int, Field(ge=1, le=200_000)] = 20_000,
    ) -> ToolResult:
        """Fetches a web page (GET) and gives its text. Only hosts that the user allowed can be reached."""
        end = time.monotonic() + SECONDS
        for _ in range(MAX_REDIRECTS + 1):
            target = self._allowed.target(url)
            status, headers, body = self._get(target, end, context)
            location = headers.get("location")
            if status not in REDIRECTS or location is None:
                return _result(url, status, headers.get("content-type", ""), body, max_chars)
            url = urljoin(url, location)
        raise ToolError(
            "tool_execution_failed", f"More than {MAX_REDIRECTS} redirects, the last to {clip(url, 200)!r}"
        )

    def _get(self, target: Target, end: float, context: ToolContext) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection(target.host, target.port)
        try:
            connection.sock = self._connect(target, end)
            headers = {
                "User-Agent": "overlay",
                "Host": target.authority,
                "Accept-Encoding": "identity",
                "Connection": "close",
            }
            connection.request("GET", target.path, headers=headers)
            response = connection.getresponse()
            body = bytearray()
            while len(body) < MAX_BYTES and (part := response.read1(65536)):
                body += part
                if time.monotonic() > end or context.cancelled:
                    raise TimeoutError("it took too long")
            found = {key.lower(): value for key, value in response.getheaders()}
            return response.status, found, bytes(body)
        except (OSError, http.client.HTTPException) as error:
            raise ToolError(
                "tool_execution_failed",
                f"{target.host} gave no answer: {type(error).__name__}: {clip(str(error), 300)}",
            ) from error
        finally:
            connection.close()

    def _connect(self, target: Target, end: float) -> socket.socket:
        plain = socket.create_connection((target.address, target.port), max(0.001, end - time.monotonic()))
        if target.scheme == "http":
            return plain
        try:
            return (self._tls or ssl.create_default_context()).wrap_socket(plain, server_hostname=target.host)
        except OSError:
            plain.close()
            raise


def _result(url: str, status: int, kind: str, body: bytes, limit: int) -> ToolResult:
    media = kind.partition(";")[0].strip().lower()
    facts = {"url": url, "status": status, "type": media, "bytes": len(body)}
    if media in ("image/png", "image/jpeg", "image/gif", "image/webp"):
        return ToolResult(
            text=f"{url} ({media})", structured=facts, images=[ToolImage(body, media)], is_error=status >= 400
        )
    if not (media.startswith(TEXTS) or media.endswith(("+json", "+xml")) or not media):
        return ToolResult(
            text=f"({len(body)} bytes of {clip(media, 80)})", structured=facts, is_error=status >= 400
        )
    text = _decode(body, kind)
    if media in ("text/html", "application/xhtml+xml"):
        text = html_text(text)
    text = clip(text, limit)
    return ToolResult(
        text=f"HTTP {status}\n{text}" if status >= 400 else text, structured=facts, is_error=status >= 400
    )


def _decode(body: bytes, kind: str) -> str:
    charset = re.search(r"charset=[\"']?([\w.:-]+)", kind, re.IGNORECASE)
    try:
        return body.decode(charset[1] if charset else "utf-8", errors="replace")
    except (LookupError, UnicodeError):
        return body.decode(errors="replace")
