from dataclasses import dataclass
from typing import Any

from overlay.tools.mcp.size_limits import ServerLimits
from overlay.tools.mcp.tool_list import Listing
from tests.support.table import for_each

OBJECT: dict[str, Any] = {"type": "object", "properties": {}}


@dataclass
class Message:
    result: Any


async def sifted(*tools: Any) -> tuple[list[Any], list[str]]:
    message, listing = Message({"tools": list(tools)}), Listing(ServerLimits(tools=3))
    await listing.filter(message)
    return message.result["tools"], listing.problems


async def test_a_tool_keeps_what_overlay_uses_and_nothing_else():
    tool = {"name": "a", "description": "does", "inputSchema": OBJECT, "annotations": {"readOnlyHint": True}}
    assert await sifted(tool | {"outputSchema": OBJECT, "icons": 3}) == ([tool], [])


@for_each(
    ("tool", "reason"),
    [
        (3, "a tool without a name"),
        ({"name": 3}, "a tool without a name"),
        ({"name": "x" * 300, "inputSchema": OBJECT}, "its name is longer"),
        ({"name": "a"}, "it has no schema"),
        ({"name": "a", "inputSchema": {"type": "array"}}, "its type is not 'object'"),
        ({"name": "a", "inputSchema": {"type": "object", "properties": 3}}, "not valid JSON Schema"),
    ],
)
async def test_a_tool_that_can_not_be_used_leaves_the_others(tool: Any, reason: str):
    good = {"name": "good", "inputSchema": OBJECT, "annotations": {}}
    tools, problems = await sifted(tool, good)
    assert tools == [good]
    assert len(problems) == 1
    assert reason in problems[0]


async def test_fields_of_a_wrong_type_are_left_out():
    tool = {"name": "a", "description": 3, "inputSchema": {}, "annotations": {"readOnlyHint": "yes"}}
    assert await sifted(tool) == ([{"name": "a", "inputSchema": {"type": "object"}, "annotations": {}}], [])


async def test_one_more_tool_than_may_be_is_kept_so_that_it_can_be_said():
    tools, _ = await sifted(*({"name": str(at), "inputSchema": OBJECT} for at in range(9)))
    assert len(tools) == 4


@for_each("result", [None, {"content": []}, {"tools": 3}])
async def test_messages_other_than_lists_of_tools_are_left_alone(result: Any):
    message = Message(result)
    await Listing(ServerLimits()).filter(message)
    assert message.result == result
