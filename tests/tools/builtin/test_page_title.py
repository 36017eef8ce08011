from overlay.tools.builtin.page_title import page_title
from overlay.tools.context import ToolContext
from overlay.tools.registry import ToolRegistry


async def test_the_title_of_the_page_is_reported():
    registry = ToolRegistry([page_title])
    assert (await registry.call_tool("page_title", {}, context=ToolContext(page_title="Chat"))).text == "Chat"
