from typing import Any

import mcp_types as types
import pytest

from overlay.tools.context import ToolContext
from overlay.tools.mcp.tool_sync import ServerTools
from overlay.tools.registry import ToolRegistry

OBJECT: dict[str, Any] = {"type": "object", "properties": {}}


async def call(name: str, arguments: dict[str, Any], context: ToolContext) -> Any:
    return {"called": name, "with": arguments}


def listed(name: str, description: str = "", schema: Any = None) -> types.Tool:
    return types.Tool(name=name, description=description, input_schema=schema or OBJECT)


@pytest.fixture
def registry() -> ToolRegistry:
    return ToolRegistry()


@pytest.fixture
def offer(registry: ToolRegistry) -> ServerTools:
    return ServerTools(registry, "s", "mcp.json", 5, call)


def test_listed_tools_are_in_the_registry_under_the_server(registry: ToolRegistry, offer: ServerTools):
    offer.update([listed("a"), listed("b")])
    assert registry.names == ["s.a", "s.b"]
    assert offer.names == ["s.a", "s.b"]
    assert registry.source_of("s.a") == "mcp.json"


def test_a_tool_that_is_no_longer_listed_goes(registry: ToolRegistry, offer: ServerTools):
    offer.update([listed("a"), listed("b")])
    offer.update([listed("b")])
    assert registry.names == ["s.b"]


def test_a_tool_is_replaced_only_if_it_changed(registry: ToolRegistry, offer: ServerTools):
    offer.update([listed("a")])
    before = registry.version
    offer.update([listed("a")])
    assert registry.version == before

    offer.update([listed("a")])
    offer.update([listed("a", "new")])
    assert registry.find("s.a").description == "new"


def test_a_tool_keeps_its_name_whatever_is_listed_before_it(registry: ToolRegistry, offer: ServerTools):
    offer.update([listed("a b")])
    offer.update([listed("a_b"), listed("a b", "the old one")])
    assert registry.find("s.a_b").description == "the old one"


async def test_a_call_goes_to_the_servers_own_name(registry: ToolRegistry, offer: ServerTools):
    offer.update([listed("odd name!")])
    result = await registry.call_tool("s.odd_name_", {"x": 1})
    assert result.structured == {"called": "odd name!", "with": {"x": 1}}


def test_a_tool_that_can_not_be_used_is_reported_and_the_others_are_there(
    registry: ToolRegistry, offer: ServerTools
):
    offer.update([listed("bad", schema={"type": 3}), listed("good")])
    assert registry.names == ["s.good"]
    assert len(offer.problems) == 1
    assert offer.problems[0].startswith("bad: ")


def test_a_tool_that_becomes_unusable_goes(registry: ToolRegistry, offer: ServerTools):
    offer.update([listed("a")])
    offer.update([listed("a", schema={"type": 3})])
    assert registry.names == []
    assert offer.names == []


def test_a_problem_that_was_mended_is_forgotten(offer: ServerTools):
    offer.update([listed("a", schema={"type": 3})])
    offer.update([listed("a")])
    assert offer.problems == []


def test_a_tool_whose_name_another_has_is_reported(registry: ToolRegistry, offer: ServerTools):
    registry.add({"name": "s.a", "callback": print})
    offer.update([listed("a")])
    assert "two tools 's.a'" in offer.problems[0]


def test_all_tools_of_a_server_can_be_taken_out(registry: ToolRegistry, offer: ServerTools):
    offer.update([listed("a")])
    offer.withdraw()
    assert registry.names == []
