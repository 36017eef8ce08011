"""The tool that tells the title of the chat page."""

from __future__ import annotations

from overlay.tools.context import ToolContext
from overlay.tools.decorator import tool


@tool(read_only=True, untrusted=True)
def page_title(context: ToolContext) -> str:
    """Tells the title of the page this chat is in."""
    return context.page_title
