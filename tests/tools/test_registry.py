import asyncio
import os
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.adapters import Tool
from overlay.tools.context import ToolContext
from overlay.tools.decorator import tool
from overlay.tools.definition import ToolDefinition, ToolHints
from overlay.tools.errors import ToolDefinitionError, ToolError
from overlay.tools.registry import ToolRegistry
from tests.support.table import for_each


@tool
def add(a: float, b: float) -> float:
    """Adds two numbers."""
    return a + b


@tool(private=True)
async def diary(day: int) -> str:
    return f"day {day}"


def on_server(name: str) -> Tool:
    async def handler(arguments: dict[str, Any], context: ToolContext) -> Any:
        return name

    return Tool(ToolDefinition(name, server=name.partition(".")[0]), handler, source="mcp.json")


async def refusal(registry: ToolRegistry, name: str, arguments: Any, **more: Any) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await registry.call_tool(name, arguments, **more)
    return caught.value


def file_text(name: str) -> str:
    return f"from overlay.tools import tool\n\n@tool\ndef {name}(): ...\n"


@pytest.fixture
def clock() -> Iterator[int]:
    """Nanoseconds that files can be stamped with, each later than the one before."""
    return iter(range(10**18, 2 * 10**18, 10**9))


@pytest.fixture
def registry() -> ToolRegistry:
    return ToolRegistry([add, diary])


def test_an_added_tool_is_found_with_its_definition(registry: ToolRegistry):
    assert registry.names == ["add", "diary"]
    assert registry.has_tool("add")
    assert registry.find("add").description == "Adds two numbers."

    assert registry.add({"name": "t", "callback": print}).name == "t"

    assert registry.find("diary").hints == ToolHints(private=True)


def test_a_name_belongs_to_one_tool_unless_a_new_tool_replaces_it(registry: ToolRegistry):
    with pytest.raises(ToolDefinitionError, match=f"two tools 'add': one from {__name__}, one from"):
        registry.add(add)

    registry.add({"name": "add", "description": "new", "callback": print}, replace=True)
    assert registry.find("add").description == "new"

    with pytest.raises(ToolDefinitionError, match="not valid JSON Schema"):
        registry.add({"name": "t", "callback": print, "parameters": {"type": 3}})
    assert not registry.has_tool("t")


def test_a_removed_tool_is_gone_and_an_unknown_one_changes_nothing(registry: ToolRegistry):
    registry.remove("add")
    assert registry.names == ["diary"]

    before = registry.version
    registry.remove("nothing")
    assert registry.version == before


async def test_a_tool_that_is_off_is_neither_shown_nor_called(registry: ToolRegistry):
    registry.enable("diary", False)
    assert [each["name"] for each in registry.get_tools_for_ai()] == ["add"]

    registry.enable("add", False)
    assert not registry.has_tool("add")
    assert not registry.is_enabled("add")
    assert registry.all_names == ["add", "diary"]

    registry.enable("add", False)
    assert (await refusal(registry, "add", {})).message == "The tool 'add' is switched off"

    registry.enable("add", False)
    assert registry.definition("add").name == "add"

    registry.enable("add", False)
    registry.enable("add", True)
    assert registry.is_enabled("add")


def test_switching_an_unknown_tool_is_refused(registry: ToolRegistry):
    with pytest.raises(ToolError, match="There is no tool 'ad': did you mean 'add'"):
        registry.enable("ad", True)


@for_each(
    ("change", "what"),
    [
        ("add", [{"name": "t", "callback": print}]),
        ("remove", ["add"]),
        ("enable", ["add", False]),
        ("retire", ["add", "diary"]),
    ],
)
def test_the_version_grows_with_each_change(change: str, what: list[Any]):
    registry = ToolRegistry([add, diary])
    before = registry.version
    getattr(registry, change)(*what)
    assert registry.version > before


async def test_a_retired_name_is_refused_with_its_replacement_even_if_a_tool_takes_the_name_again(
    registry: ToolRegistry,
):
    registry.retire("plus", "add")
    assert (await refusal(registry, "plus", {})).message == "The tool 'plus' is retired: use 'add'"

    registry.retire("add", "plus")
    registry.add(add)
    assert not registry.has_tool("add")

    registry = ToolRegistry()
    registry.retire("add", "plus")
    registry.add(add)
    assert registry.names == []
    assert not registry.is_enabled("add")
    assert not registry.has_tool("add")


async def test_a_tool_of_a_server_is_found_without_the_servers_name_where_only_one_has_it(
    registry: ToolRegistry,
):
    registry.add(on_server("files.read"))
    assert (await registry.call_tool("read", {})).text == "files.read"

    registry = ToolRegistry([add, diary])
    registry.add(on_server("files.read"))
    registry.add(on_server("web.read"))
    assert (await refusal(registry, "read", {})).data["nearest"] == ["files.read", "web.read"]

    registry = ToolRegistry([add, diary])
    registry.add(on_server("files.read"))
    registry.add(on_server("web.read"))
    registry.enable("web.read", False)
    assert registry.find("read").name == "files.read"

    registry = ToolRegistry([add, diary])
    registry.add(on_server("files.read"))
    assert registry.source_of("files.read") == "mcp.json"


def test_arguments_are_prepared_in_a_copy_as_the_tool_gets_them(registry: ToolRegistry):
    definition, ready = registry.prepare("add", {"a": "1", "b": 2})
    assert definition.name == "add"
    assert ready == {"a": 1, "b": 2}

    registry.add({"name": "t", "callback": print})
    given = {"a": [1]}
    registry.prepare("t", given)[1]["a"].append(2)
    assert given == {"a": [1]}


@for_each("arguments", [[], "x", None, 3])
def test_arguments_that_are_no_object_are_refused(registry: ToolRegistry, arguments: Any):
    with pytest.raises(ToolError, match="must be a JSON object") as caught:
        registry.prepare("add", arguments)
    assert caught.value.code == "tool_invalid"


def test_rules_that_only_the_types_know_are_checked_when_preparing(registry: ToolRegistry):
    from datetime import date

    def age(born: date) -> int:
        return born.year

    registry.add(age)
    with pytest.raises(ToolError, match=r"\$\.born") as caught:
        registry.prepare("age", {"born": "yesterday"})
    assert caught.value.code == "tool_invalid"


async def test_a_call_gives_a_result(registry: ToolRegistry):
    result = await registry.call_tool("add", {"a": 1, "b": 2})
    assert result.text == "3.0"
    assert result.structured == 3.0


async def test_wrong_arguments_never_reach_the_tool(registry: ToolRegistry):
    seen: list[Any] = []
    registry.add({"name": "t", "callback": seen.append, "parameters": {"type": "object", "required": ["a"]}})
    assert (await refusal(registry, "t", {})).code == "tool_invalid"
    assert seen == []


async def test_a_tool_that_reads_private_data_gives_results_that_can_be_shown(registry: ToolRegistry):
    assert not (await registry.call_tool("diary", {"day": 1})).private

    async def handler(arguments: dict[str, Any], context: ToolContext) -> str:
        return "x"

    registry.add(Tool(ToolDefinition("s.t", server="s", hints=ToolHints(private=True)), handler))
    assert not (await registry.call_tool("s.t", {})).private


async def test_a_failing_tool_and_a_value_that_can_not_be_shown_are_reported(registry: ToolRegistry):
    def broken() -> None:
        raise OSError("disk full")

    registry.add(broken)
    assert (await refusal(registry, "broken", {})).message == "'broken' failed: OSError: disk full"

    class Shy:
        def __str__(self) -> str:
            raise ValueError("no")

    def shy() -> Shy:
        return Shy()

    registry.add(shy)
    assert (await refusal(registry, "shy", {})).code == "tool_execution_failed"


async def test_the_tools_own_time_limit_holds(registry: ToolRegistry):
    @tool(timeout=0.01)
    async def slow() -> None:
        await asyncio.Event().wait()

    registry.add(slow)
    assert (await refusal(registry, "slow", {})).code == "tool_timeout"


async def test_the_callers_time_limit_takes_the_place_of_the_tools(registry: ToolRegistry):
    @tool(timeout=None)
    async def slow() -> None:
        await asyncio.Event().wait()

    registry.add(slow)
    assert (await refusal(registry, "slow", {}, timeout=0.01)).data == {"seconds": 0.01}


async def test_progress_and_cancel_go_through_the_context(registry: ToolRegistry):
    seen: list[Any] = []

    def stop(fraction: float | None, message: str) -> None:
        seen.append((fraction, message))
        context.cancel()

    context = ToolContext(on_progress=stop)

    @tool
    async def slow(context: ToolContext) -> None:
        context.progress(0.5, "half")
        await asyncio.Event().wait()

    registry.add(slow)
    assert (await refusal(registry, "slow", {}, context=context)).code == "tool_cancelled"
    assert seen == [(0.5, "half")]


def test_the_tools_of_a_folder_are_loaded_and_its_problems_reported(tmp_path: Path):
    (tmp_path / "a.py").write_text(file_text("one"))
    (tmp_path / "b.py").write_text("1/0")
    (tmp_path / "c.py").write_text(file_text("two"))
    registry = ToolRegistry()
    problems = registry.load_folder(tmp_path)
    assert registry.names == ["one", "two"]
    assert [Path(each.source).name for each in problems] == ["b.py"]


def test_a_second_tool_of_a_name_is_a_problem_and_the_first_stays(tmp_path: Path):
    (tmp_path / "a.py").write_text(file_text("one"))
    (tmp_path / "b.py").write_text(file_text("one"))
    registry = ToolRegistry()
    problems = registry.load_folder(str(tmp_path))
    assert registry.source_of("one") == str(tmp_path / "a.py")
    assert "two tools 'one'" in problems[0].message


def test_a_folder_that_is_not_there_is_a_problem(tmp_path: Path):
    assert "no such folder" in ToolRegistry().load_folder(tmp_path / "x")[0].message


def test_a_changed_file_is_loaded_again(tmp_path: Path, clock: Iterator[int]):
    path = tmp_path / "a.py"
    path.write_text(file_text("one"))
    registry = ToolRegistry()
    registry.load_folder(tmp_path)
    path.write_text(file_text("two"))
    os.utime(path, ns=(next(clock), next(clock)))
    assert registry.reload_changed() == []
    assert registry.names == ["two"]


def test_an_unchanged_file_is_left_alone(tmp_path: Path):
    (tmp_path / "a.py").write_text(file_text("one"))
    registry = ToolRegistry()
    registry.load_folder(tmp_path)
    before = registry.version
    registry.reload_changed()
    assert registry.version == before


def test_a_new_file_is_loaded_and_a_deleted_ones_tools_go(tmp_path: Path):
    (tmp_path / "a.py").write_text(file_text("one"))
    registry = ToolRegistry()
    registry.load_folder(tmp_path)
    (tmp_path / "a.py").unlink()
    (tmp_path / "b.py").write_text(file_text("two"))
    registry.reload_changed()
    assert registry.names == ["two"]


def test_a_file_that_breaks_leaves_its_tools_as_they_were(tmp_path: Path, clock: Iterator[int]):
    path = tmp_path / "a.py"
    path.write_text(file_text("one"))
    registry = ToolRegistry()
    registry.load_folder(tmp_path)
    path.write_text("1/0")
    os.utime(path, ns=(next(clock), next(clock)))
    problems = registry.reload_changed()
    assert registry.names == ["one"]
    assert len(problems) == 1
    assert registry.reload_changed() == []


def test_a_file_that_was_broken_from_the_start_is_loaded_once_mended(tmp_path: Path, clock: Iterator[int]):
    path = tmp_path / "a.py"
    path.write_text("1/0")
    registry = ToolRegistry()
    registry.load_folder(tmp_path)
    path.write_text(file_text("one"))
    os.utime(path, ns=(next(clock), next(clock)))
    registry.reload_changed()
    assert registry.names == ["one"]


def test_entry_points_are_loaded_and_their_problems_reported(monkeypatch: pytest.MonkeyPatch):
    points = [
        EntryPoint("a", "no_such_module", "overlay.tools"),
        EntryPoint("b", f"{__name__}:add", "overlay.tools"),
    ]

    def installed(group: str) -> list[EntryPoint]:
        return points if group == "overlay.tools" else []

    monkeypatch.setattr("importlib.metadata.entry_points", installed)
    registry = ToolRegistry()
    problems = registry.load_entry_points()
    assert registry.names == ["add"]
    assert [each.source for each in problems] == ["overlay.tools:a"]


def test_a_changed_file_with_a_tool_that_can_not_be_added_leaves_its_tools_as_they_were(tmp_path: Path):
    (tmp_path / "a.py").write_text(file_text("one"))
    registry = ToolRegistry([add])
    registry.load_folder(tmp_path)
    (tmp_path / "a.py").write_text(file_text("two") + file_text("add"))
    problems = registry.reload_changed()
    assert registry.names == ["add", "one"]
    assert ["two tools 'add'" in problem.message for problem in problems] == [True]


def test_a_new_file_with_a_tool_that_can_not_be_added_gives_its_others(tmp_path: Path):
    (tmp_path / "a.py").write_text(file_text("two") + file_text("add"))
    registry = ToolRegistry([add])
    assert len(registry.load_folder(tmp_path)) == 1
    assert registry.names == ["add", "two"]


def shown(arguments: dict[str, Any]) -> str:
    return f"adds {arguments}"


def previewed(preview: Any) -> ToolRegistry:
    def work(number: int) -> None: ...

    return ToolRegistry([tool(preview=preview)(work)])


def test_a_preview_gets_the_arguments_as_the_tool_gets_them():
    assert previewed(shown).preview("work", {"number": "3"}) == "adds {'number': 3}"

    registry = ToolRegistry([{"name": "plain", "callback": print, "preview": shown}])
    assert registry.preview("plain", {}) == "adds {}"


def test_a_tool_without_a_preview_function_shows_nothing():
    found = previewed(str)
    assert found.previews("work")
    assert not found.previews("other")
    assert not previewed(None).previews("work")

    assert previewed(None).preview("work", {"number": 3}) == ""

    assert ToolRegistry([{"name": "plain", "callback": print, "preview": "text"}]).preview("plain", {}) == ""


def test_a_methods_preview_is_a_method_of_the_same_object():
    class Owner:
        name = "mine"

        def told(self, arguments: dict[str, Any]) -> str:
            return f"{self.name} {arguments}"

        @tool(preview=told)
        def work(self) -> None: ...

    assert ToolRegistry([Owner().work]).preview("work", {}) == "mine {}"


@for_each("name", ["work", "nothing"])
def test_the_preview_of_a_call_that_can_not_run_says_why(name: str):
    assert previewed(shown).preview(name, {"number": "x"}).startswith(("The arguments", "There is no tool"))


def test_a_preview_that_fails_says_so_and_raises_nothing(caplog: pytest.LogCaptureFixture):
    def broken(arguments: dict[str, Any]) -> str:
        raise LookupError("no luck")

    assert (
        previewed(broken).preview("work", {"number": 1})
        == "What it would do can't be shown: LookupError: no luck"
    )
    assert "preview of work failed" in caplog.text


def test_a_snapshot_holds_the_tools_that_are_on_at_its_time(registry: ToolRegistry):
    before = registry.snapshot()
    registry.enable("add", False)
    assert [each.name for each in before] == ["add", "diary"]
    assert [each.name for each in registry.snapshot()] == ["diary"]
