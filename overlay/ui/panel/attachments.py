"""The panel's section of servers' prompts and resources: lists them, shows one, and inserts it."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from overlay.calls.images import drawn
from overlay.common.language import Phrase, mark, translate
from overlay.common.terminal_text import inline, visible
from overlay.tools.errors import ToolError
from overlay.tools.mcp.attachment import Attachment
from overlay.tools.mcp.attachments import Attachments
from overlay.tools.mcp.size_limits import size_of
from overlay.tools.result import ToolResult
from overlay.ui.panel.forms import field_card, read_all
from overlay.ui.panel.messages import InsertAttachment, ListAttachments, PanelMessage, ReadAttachment
from overlay.ui.panel.panel import GONE, Panel
from overlay.ui.panel.state import AttachmentGroup, AttachmentRow, AttachmentShown, PanelState

if TYPE_CHECKING:
    from overlay.tools.mcp.manager import ServerManager

ASKING = mark("Asking the server…")
EMPTY = mark("The server sent an empty text.")
NONE = mark("The server lists none.")
MAX_TEXTS = 8
"""How many of the texts shown last can be inserted."""
MAX_PROBLEMS = 3
MAX_DESCRIPTION = 400
"""Characters."""


class PanelAttachments:
    """A section of the panel. Only texts that were shown can be inserted; the user sends them.

    `attach` inserts a text into the chat for which the panel is open, and returns a line about it.
    """

    def __init__(self, panel: Panel, attach: Callable[[str], Awaitable[str]], servers: ServerManager) -> None:
        self._panel = panel
        self._attach = attach
        self._servers = servers
        self._texts: dict[str, str] = {}
        panel.add(self)

    def state(self) -> dict[str, Any]:
        """Return the servers with prompts or resources, as a field of PanelState."""
        servers = [(key, self._servers.server(key)) for key in self._servers.keys.values()]
        return {
            "attachments": [
                _group(key, server.attachments)
                for key, server in servers
                if server.attachments.offered and server.status.state in ("ready", "connecting")
            ]
        }

    async def carry_out(self, message: PanelMessage) -> str | None:
        """List, read or insert; return a line about the outcome, None for another message."""
        match message:
            case ListAttachments():
                own = self._of(message.server)
                if own is None:
                    return GONE
                own.load()
                return ""
            case ReadAttachment():
                return await self._read(message)
            case InsertAttachment():
                text = self._texts.get(message.token)
                return GONE if text is None else await self._attach(text)
            case _:
                return None

    def window_lost(self) -> None:
        """Forget the texts that were shown."""
        self._texts.clear()

    def _of(self, key: str) -> Attachments | None:
        return self._servers.server(key).attachments if key in self._servers.keys.values() else None

    async def _read(self, message: ReadAttachment) -> str:
        own = self._of(message.server)
        item = own.find(message.id) if own else None
        if own is None or item is None:
            return GONE
        where = {"server": message.server, "id": message.id}
        values, errors = read_all(item.fields, message.values)
        if any(errors):
            await self._show(**where, errors=[visible(error) for error in errors])
            return ""
        await self._show(**where, line=translate(ASKING))
        try:
            given = await own.read(item, values)
        except ToolError as error:
            await self._show(**where, line=visible(error.message))
            return ""
        pictures, lines = drawn(given.images, inline(item.title))
        text = "\n".join([*([given.text] if given.text else []), *lines])
        token = self._keep(_for_the_model(message.server, item, values, given)) if given.text else ""
        line = "" if text else translate(EMPTY)
        await self._show(**where, token=token, line=line, text=visible(text), pictures=pictures)
        return ""

    async def _show(self, **shown: Any) -> None:
        await self._panel.show(PanelState(attachment=AttachmentShown(**shown)))

    def _keep(self, text: str) -> str:
        token = secrets.token_hex(16)
        self._texts[token] = text
        while len(self._texts) > MAX_TEXTS:
            del self._texts[next(iter(self._texts))]
        return token


def _for_the_model(server: str, item: Attachment, values: Mapping[str, object], given: ToolResult) -> str:
    """Return the text to insert: a prompt unchanged, a resource below a line with its server and name."""
    if item.kind == "prompt":
        return given.text
    with_values = f" ({', '.join(f'{name}: {value}' for name, value in values.items())})" if values else ""
    return f"The resource {item.name}{with_values} of the server {server}:\n\n{given.text}"


def _group(key: str, own: Attachments) -> AttachmentGroup:
    problems = own.problems[:MAX_PROBLEMS]
    if len(own.problems) > MAX_PROBLEMS:
        problems.append(translate(Phrase(mark("{} more can't be used."), len(own.problems) - MAX_PROBLEMS)))
    line = translate(ASKING) if own.loading else " ".join(problems)
    if own.listed and not (line or own.items):
        line = translate(NONE)
    return AttachmentGroup(server=key, line=visible(line), rows=[_row(item) for item in own.items])


def _row(item: Attachment) -> AttachmentRow:
    size = size_of(item.size) if item.size is not None else ""
    return AttachmentRow(
        id=item.id,
        kind=item.kind,
        title=inline(item.title),
        about=" · ".join(filter(None, [item.kind, inline(item.type), size])),
        text=inline(item.description or (item.name if item.kind == "resource" else ""), MAX_DESCRIPTION),
        fields=[field_card(field) for field in item.fields],
    )
