"""Tools that the tests of the controller share, and the call of a page."""

from __future__ import annotations

import asyncio
from typing import Any

from overlay.calls.call import Call
from overlay.tools import Tool, ToolContext, tool
from overlay.tools.definition import ToolDefinition
from tests.support.scene import Person, PlayedPage, Scene, idle


def add_server_tool(scene: Scene) -> None:
    async def handler(arguments: dict[str, Any], context: ToolContext) -> str:
        scene.ran.append("read")
        return ""

    scene.registry.add(Tool(ToolDefinition("files.read", server="files"), handler))


def add_harmful_tools(scene: Scene) -> None:
    @tool(destructive=True)
    async def wipe(what: str = "") -> str:
        """Deletes."""
        scene.ran.append(what)
        return "gone"

    scene.registry.add(wipe)


async def asked(text: str, *, name: str = "") -> tuple[Scene, PlayedPage]:
    """Give a page on which a call was pressed that needs an approval. The user says yes at
    `scene.person.decide()`."""
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    add_harmful_tools(scene)
    page = scene.page(name=name) if name else scene.page()
    page.stream(text)
    page.press()
    await idle()
    return scene, page


def call_of(scene: Scene, page: PlayedPage) -> Call:
    record = page.block.registered_call
    assert record
    return record
