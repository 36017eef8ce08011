"""The demo's tools."""

from __future__ import annotations

import pytest

from overlay.cli.demo_tools import FOLDER, STEPS, demo_registry
from overlay.tools import ToolContext, ToolError


async def test_the_folder_of_the_demo_can_be_listed() -> None:
    listing = await demo_registry(FOLDER).call_tool("list_files", {})
    assert "notes.md" in listing.text


@pytest.mark.thorough
async def test_the_calculator_tells_each_step() -> None:
    told: list[str] = []
    context = ToolContext(on_progress=lambda _, message: told.append(message))
    result = await demo_registry(FOLDER).call_tool(
        "calculator", {"expression": "(3 + 1) * 12.5 - 3"}, context=context
    )
    assert result.text == "47"
    assert len(told) == STEPS


async def test_the_delete_tool_of_the_demo_is_destructive_and_deletes_nothing() -> None:
    registry = demo_registry(FOLDER)
    assert registry.find("delete_file").hints.destructive
    with pytest.raises(ToolError, match="deletes nothing"):
        await registry.call_tool("delete_file", {"path": "important.txt"})
