"""The list of one server's prompts and resources, read when the user first asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from overlay.common.tasks import Tasks
from overlay.tools.errors import ToolError, clip
from overlay.tools.mcp.attachment import (
    Attachment,
    address_with,
    prompt_of,
    read_prompt,
    read_resource,
    resource_of,
    template_of,
    usable,
)
from overlay.tools.mcp.error_text import reason
from overlay.tools.result import ToolResult

if TYPE_CHECKING:
    from mcp import Client

MOST = 500
"""Maximum number of prompts of one server, and of resources and templates, that are listed."""
MAX_PAGES = 100


class Attachments:
    """The prompts and resources of the server `key`.

    `ready()` returns the connected client, and raises ToolError without one. `changed()` is called after each
    change. A server must answer within `limit` seconds. `items` are those listed so far, `problems` says why
    others are missing, `loading` whether the lists are being requested, `listed` whether they ever were.
    """

    def __init__(
        self,
        key: str,
        ready: Callable[[], Awaitable[Client]],
        changed: Callable[[], object],
        limit: float,
    ) -> None:
        self._key = key
        self._ready = ready
        self._changed = changed
        self._limit = limit
        self._tasks = Tasks()
        self._task: asyncio.Task[None] | None = None
        self._wanted = self._stale = False
        self.offered = False
        self.loading = self.listed = False
        self.items: list[Attachment] = []
        self.problems: list[str] = []

    def connected(self, capabilities: Any) -> None:
        """Called when the server is ready; its `capabilities` say whether it has prompts or resources."""
        self.offered = capabilities.prompts is not None or capabilities.resources is not None
        self.list_changed()

    def list_changed(self) -> None:
        """Ask for the lists again, if they were asked for before."""
        if self._wanted:
            self.load()

    def load(self) -> None:
        """Start to ask the server for its lists, and keep them up to date from now on."""
        self._wanted = self._stale = True
        if not self.loading:
            self.loading = True
            self._task = self._tasks.spawn(self._load())

    async def settled(self) -> None:
        """Wait until no request for the server's lists is running."""
        while self._task and not self._task.done():
            await asyncio.wait({self._task})

    def find(self, id_: str) -> Attachment | None:
        """Return the prompt or resource of that id, None if the server does not list it."""
        return next((item for item in self.items if item.id == id_), None)

    async def read(self, item: Attachment, values: Mapping[str, object]) -> ToolResult:
        """Return the content of a prompt or resource; `values` fill in its fields. Raises ToolError."""
        client = await self._ready()
        try:
            async with asyncio.timeout(self._limit):
                if item.kind == "prompt":
                    arguments = {name: str(value) for name, value in values.items()}
                    return read_prompt((await client.get_prompt(item.name, arguments)).messages)
                address = address_with(item.name, values) if item.fields else item.name
                return read_resource((await client.read_resource(address)).contents)
        except Exception as error:
            raise ToolError("tool_execution_failed", self._error_text(error)) from error

    async def close(self) -> None:
        """Cancel open requests, and forget the lists."""
        await self._tasks.close()
        self._tasks = Tasks()
        self.items, self.problems = [], []
        self.loading = self.offered = self.listed = False

    async def _load(self) -> None:
        try:
            while self._stale:
                self._stale = False
                self._changed()
                items, problems = await self._lists()
                self.items, self.problems, self.listed = items, problems, True
        finally:
            self.loading = False
            self._changed()

    async def _lists(self) -> tuple[list[Attachment], list[str]]:
        """Return the listed items, and a sentence on each list that is missing or incomplete."""
        try:
            client = await self._ready()
        except ToolError as error:
            return [], [error.message]
        can = client.server_capabilities
        lists: list[tuple[str, Any, str, Any]] = []
        if can.prompts is not None:
            lists.append(("prompts", client.list_prompts, "prompts", prompt_of))
        if can.resources is not None:
            lists.append(("resources", client.list_resources, "resources", resource_of))
            lists.append(
                ("resource templates", client.list_resource_templates, "resource_templates", template_of)
            )
        items: list[Attachment] = []
        problems: list[str] = []
        for what, ask, field, make in lists:
            try:
                async with asyncio.timeout(self._limit):
                    found, more = await _pages(ask, field)
            except Exception as error:
                problems.append(f"No list of its {what}: {self._error_text(error)}")
                continue
            made, failed = usable(found, make)
            items += made
            problems += failed + (
                [f"It has more than {MOST} {what}; the others are left out."] if more else []
            )
        unique = {item.id: item for item in items}
        return list(unique.values()), problems

    def _error_text(self, error: Exception) -> str:
        if isinstance(error, TimeoutError):
            return f"The server {self._key!r} did not answer within {self._limit:g} seconds."
        if type(error).__name__ == "ValidationError":
            return f"The answer of the server {self._key!r} does not follow the MCP protocol."
        if isinstance(error, ToolError):
            return error.message
        return f"The server {self._key!r} gave nothing: {clip(reason(error), 500)}"


async def _pages(ask: Any, field: str) -> tuple[list[Any], bool]:
    """Return the items of all pages, up to MOST, and whether there are more."""
    found: list[Any] = []
    cursor: str | None = None
    for _ in range(MAX_PAGES):
        page = await ask(cursor=cursor)
        found += getattr(page, field)
        cursor = page.next_cursor
        if cursor is None or len(found) > MOST:
            break
    return found[:MOST], len(found) > MOST or cursor is not None
