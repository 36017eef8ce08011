import json
from pathlib import Path

import pytest

from overlay.tools.context import ToolContext
from overlay.tools.registry import ToolRegistry

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "tools"


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ToolRegistry:
    """The examples, with a home of their own to write into."""
    monkeypatch.setenv("HOME", str(tmp_path))
    registry = ToolRegistry()
    assert registry.load_folder(EXAMPLES) == []
    return registry


def test_the_examples_load(registry: ToolRegistry):
    assert registry.names == ["add_tasks", "list_tasks", "countdown", "search_recipes"]


async def test_the_tasks_example_keeps_tasks(registry: ToolRegistry):
    await registry.call_tool("add_tasks", {"tasks": json.dumps([{"title": "rest", "due": "2026-01-31"}])})
    assert (await registry.call_tool("list_tasks", {"text": "rest"})).structured == ["low\t2026-01-31\trest"]


@pytest.mark.thorough  # it waits a second
async def test_the_countdown_example_tells_how_far_it_is(registry: ToolRegistry):
    seen: list[str] = []

    def note(fraction: float | None, message: str) -> None:
        seen.append(message)

    await registry.call_tool("countdown", {"seconds": 1}, context=ToolContext(on_progress=note))
    assert seen == ["1 to go"]


async def test_the_plain_example_searches(registry: ToolRegistry):
    result = await registry.call_tool("search_recipes", {"query": "oo"})
    assert result.structured == {"success": True, "recipes": ["noodles"]}
