"""`wp_api`: the REST API of the one site that the user configured, with an application password.

The host is fixed, redirects are not followed, and the password is removed from all responses. Basic
authentication with application passwords: WordPress' REST API handbook, "Authentication".
"""

from __future__ import annotations

import base64
import http.client
import json
import re
from typing import Annotated, Any, cast
from urllib.parse import urlencode, urljoin, urlsplit

from pydantic import Field

from overlay.tools.builtin.wordpress.settings import Method, WordPressSettings
from overlay.tools.decorator import tool
from overlay.tools.errors import ToolError, clip
from overlay.tools.result import ToolResult
from overlay.tools.runner import in_thread

SECONDS = 30.0
MAX_BYTES = 2_000_000
MAX_SHOWN = 60_000
ROUTE = re.compile(r"/[A-Za-z0-9][A-Za-z0-9_.~:@-]*(?:/[A-Za-z0-9_.~:@-]+)*/?")
# WordPress takes `_method` in a query as the method and `rest_route` as the route, and PHP reads `.method` as
# `_method`. Only names that can't become one of these are allowed.
PARAMETER = re.compile(r"(?!rest_route\b)(?:[A-Za-z][A-Za-z0-9_]*|_fields|_embed)(?:\[[A-Za-z0-9_]*\])*")
BATCH = re.compile(r"/batch/", re.IGNORECASE)
HIDDEN = "[password]"
Scalar = str | int | float | bool


class WpApi:
    """The tool `wp_api` for one site."""

    def __init__(self, settings: WordPressSettings) -> None:
        self._settings = settings
        harmless = settings.methods == ["GET"]
        options = tool(
            read_only=harmless,
            destructive=not harmless,
            sends_out=True,
            private=True,
            untrusted=True,
            timeout=SECONDS + 5,
            preview=self.shown,
        )
        self.tools: list[Any] = [options(self._tool())]

    def shown(self, arguments: dict[str, Any]) -> str:
        """Return the request as text, for the user's approval."""
        path = self._path(str(arguments["route"]), cast("dict[str, Scalar]", arguments.get("query") or {}))
        first = f"{arguments.get('method', 'GET')} {urljoin(self._settings.url, path)}"
        body: Any = arguments.get("body")
        return f"{first}\n{json.dumps(body, indent=2, ensure_ascii=False)}" if body else first

    def _tool(self) -> Any:
        async def wp_api(
            route: Annotated[str, Field(max_length=500, description="such as /wp/v2/posts")],
            method: Method = "GET",
            query: Annotated[dict[str, Scalar], Field(description="parameters of the address")] = {},  # noqa: B006 - never changed
            body: Annotated[dict[str, Any] | None, Field(description="JSON to send")] = None,
        ) -> ToolResult:
            """Calls the REST API of the user's WordPress site and gives its JSON answer."""
            if method not in self._settings.methods:
                allowed = ", ".join(self._settings.methods)
                raise ToolError("tool_denied", f"{method} is not allowed here; allowed: {allowed}")
            path = self._path(route, query)
            return await in_thread(lambda: self._ask(method, path, body))

        return wp_api

    def _path(self, route: str, query: dict[str, Scalar]) -> str:
        """Return the path on the site. Raises ToolError tool_invalid for an invalid route or parameter."""
        if not ROUTE.fullmatch(route) or ".." in route:
            raise ToolError(
                "tool_invalid", f"{clip(route, 200)!r} is not a REST route: give one such as /wp/v2/posts"
            )
        if BATCH.match(route):
            raise ToolError("tool_denied", "Requests go one by one: a batch could use any method")
        for name in query:
            if not PARAMETER.fullmatch(name):
                raise ToolError("tool_invalid", f"{clip(name, 100)!r} is not a parameter that may be sent")
        words = {
            key: str(value).lower() if isinstance(value, bool) else value for key, value in query.items()
        }
        base = urlsplit(self._settings.url).path
        return f"{base}/wp-json{route}" + (f"?{urlencode(words)}" if words else "")

    def _ask(self, method: str, path: str, body: dict[str, Any] | None) -> ToolResult:
        password = self._settings.password()
        token = base64.b64encode(f"{self._settings.user}:{password}".encode()).decode()
        headers = {"User-Agent": "overlay", "Accept": "application/json"}
        if password:
            headers["Authorization"] = f"Basic {token}"
        data = None if body is None else json.dumps(body).encode()
        if data is not None:
            headers["Content-Type"] = "application/json"
        site = urlsplit(self._settings.url)
        kind = http.client.HTTPSConnection if site.scheme == "https" else http.client.HTTPConnection
        connection = kind(cast("str", site.hostname), site.port, timeout=SECONDS)
        try:
            connection.request(method, path, body=data, headers=headers)
            response = connection.getresponse()
            raw = response.read(MAX_BYTES)
        except (OSError, http.client.HTTPException) as error:
            raise ToolError(
                "tool_execution_failed",
                f"{site.hostname} gave no answer: {type(error).__name__}: {clip(str(error), 300)}",
            ) from error
        finally:
            connection.close()
        text = without(raw.decode(errors="replace"), [password, token])
        return _result(response.status, response.headers, text)


def without(text: str, secrets: list[str]) -> str:
    """Return `text` with every secret replaced by `[password]`, whether written with or without spaces."""
    for secret in secrets:
        for form in {secret, secret.replace(" ", "")} - {""}:
            text = text.replace(form, HIDDEN)
    return text


def _result(status: int, headers: http.client.HTTPMessage, text: str) -> ToolResult:
    if 300 <= status < 400:
        raise ToolError(
            "tool_execution_failed", f"The site sends the request elsewhere (status {status}): not followed"
        )
    total, pages = headers.get("X-WP-Total"), headers.get("X-WP-TotalPages")
    notes = [f"status {status}"] if status >= 400 else []
    notes += [f"{total} in all, {pages} pages"] if total and pages else []
    shown = text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}\n… (cut after {MAX_SHOWN} characters)"
    lines = [*([f"({'; '.join(notes)})"] if notes else []), shown]
    return ToolResult(text="\n".join(lines), structured={"status": status}, is_error=status >= 400)
