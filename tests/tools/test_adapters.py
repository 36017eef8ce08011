import functools
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, Field

from overlay.tools.adapters import Tool, as_tool
from overlay.tools.context import ToolContext
from overlay.tools.decorator import tool
from overlay.tools.definition import ToolDefinition, ToolHints
from overlay.tools.errors import ToolDefinitionError, ToolError
from overlay.tools.registry import ToolRegistry
from tests.support.table import for_each


def echo(arguments: dict[str, Any]) -> dict[str, Any]:
    return arguments


CALLBACK = {"callback": echo}


def add(a: float, b: float = 1) -> float:
    """Adds two numbers.

    Args:
        a: The first.
    """
    return a + b


async def outcome(item: Any, arguments: dict[str, Any], context: ToolContext | None = None) -> Any:
    return await as_tool(item).handler(arguments, context or ToolContext())


def test_a_plain_function_makes_a_whole_definition():
    assert as_tool(add).definition == ToolDefinition(
        name="add",
        description="Adds two numbers.",
        parameters={
            "type": "object",
            "properties": {
                "a": {"type": "number", "description": "The first."},
                "b": {"type": "number", "default": 1},
            },
            "required": ["a"],
            "additionalProperties": False,
        },
        timeout=30.0,
    )


def test_options_of_the_mark_go_before_those_of_the_function():
    @tool(name="plus", description="", destructive=True, timeout=None)
    def marked(a: int) -> int:
        """Is overruled."""
        return a

    definition = as_tool(marked).definition
    assert definition.name == "plus"
    assert definition.description == ""
    assert definition.hints == ToolHints(destructive=True)
    assert definition.timeout is None


async def test_functions_methods_partials_and_objects_are_called():
    assert await outcome(add, {"a": 2}) == 3

    class Counter:
        def __init__(self) -> None:
            self.count = 0

        @tool(name="count")
        def up(self, by: int) -> int:
            self.count += by
            return self.count

    counter = Counter()
    await outcome(counter.up, {"by": 2})
    assert counter.count == 2

    item = functools.partial(add, b=5)
    assert as_tool(item).definition.name == "add"
    assert await outcome(item, {"a": 1}) == 6

    class Doubler:
        def __call__(self, a: int) -> int:
            return 2 * a

    assert as_tool(Doubler()).definition.name == "Doubler"
    assert await outcome(Doubler(), {"a": 2}) == 4


async def test_a_function_that_asks_for_the_context_gets_it():
    def title(context: ToolContext) -> str:
        return context.page_title

    assert await outcome(title, {}, ToolContext(page_title="Chat")) == "Chat"


def test_a_tool_remembers_where_it_comes_from():
    one = as_tool(add)
    assert as_tool(one) is one

    assert as_tool(add).source == __name__

    assert as_tool(add, source="a.py").source == "a.py"


def test_a_dict_makes_a_whole_definition():
    schema = {"type": "object", "properties": {"q": {"type": "string"}}}
    item = {
        "name": "find",
        "description": "d",
        "parameters": schema,
        "read_only": True,
        "timeout": 5,
        **CALLBACK,
    }
    assert as_tool(item).definition == ToolDefinition(
        "find", "d", schema, hints=ToolHints(read_only=True), timeout=5
    )


async def test_a_callback_may_be_a_function_or_a_built_in():
    assert await outcome({"name": "t", **CALLBACK}, {"q": 1}) == {"q": 1}

    assert await outcome({"name": "t", "callback": dict}, {"a": 1}) == {"a": 1}

    async def callback(arguments: dict[str, Any]) -> Any:
        return arguments

    assert await outcome({"name": "t", "callback": callback}, {"a": 1}) == {"a": 1}


async def test_a_dicts_callback_that_takes_two_gets_the_definition_too():
    def callback(arguments: dict[str, Any], definition: dict[str, Any]) -> Any:
        return definition

    assert await outcome({"name": "t", "extra": 1, "callback": callback}, {}) == {"name": "t", "extra": 1}


async def test_a_second_parameter_with_a_default_keeps_it():
    def callback(arguments: dict[str, Any], verbose: bool = False) -> Any:
        return verbose

    assert await outcome({"name": "t", "callback": callback}, {}) is False


async def test_a_dicts_callback_that_asks_for_the_context_gets_it():
    def callback(arguments: dict[str, Any], context: ToolContext) -> Any:
        return context.page_title

    assert await outcome({"name": "t", "callback": callback}, {}, ToolContext(page_title="x")) == "x"


def test_a_function_in_a_dict_is_shown_as_it_is_under_the_dicts_own_name():
    shown = {
        "type": "function",
        "function": {"name": "find", "description": "d", "parameters": {"type": "object"}},
    }
    definition = as_tool({"function": shown, **CALLBACK}).definition
    assert definition.name == "find"
    assert definition.description == "d"
    assert definition.parameters == {"type": "object"}
    assert definition.for_ai() == shown

    definition = as_tool({"name": "a", "function": {"name": "b"}, **CALLBACK}).definition
    assert definition.name == "a"
    assert definition.for_ai() == {"name": "b"}


@for_each("parameters", [None, [], {}])
def test_a_dict_without_parameters_takes_none(parameters: Any):
    definition = as_tool({"name": "t", "parameters": parameters, **CALLBACK}).definition
    assert definition.parameters == {"type": "object", "properties": {}}


@for_each(
    ("item", "reason"),
    [
        ({"callback": print}, "needs a 'name'"),
        ({"name": 3, "callback": print}, "needs a 'name'"),
        ({"name": "t"}, "needs a 'callback'"),
        ({"name": "t", "callback": "x"}, "needs a 'callback'"),
        ({"name": "t", "callback": print, "parameters": ["a"]}, "must be a JSON Schema"),
        ({"name": "t", "callback": print, "function": print}, "code goes to 'callback'"),
        (3, "int is not a tool"),
    ],
)
def test_a_definition_that_lacks_something_says_what(item: Any, reason: str):
    with pytest.raises(ToolDefinitionError, match=reason):
        as_tool(item)


def test_a_tool_may_have_no_check():
    assert Tool(ToolDefinition("t"), as_tool(add).handler).check is None


def test_fallbacks_are_declared_as_a_dict():
    patterns = {"completion_phrase": [r"(?P<what>[a-z]+) is now highlighted"]}

    @tool(fallbacks=patterns)
    def mark(what: str) -> None: ...

    plain = {"name": "line", "callback": print, "fallbacks": patterns}
    assert [as_tool(item).definition.fallbacks for item in (mark, plain)] == [patterns, patterns]

    with pytest.raises(ToolDefinitionError, match="'fallbacks' of 'line' must be a dict"):
        as_tool({"name": "line", "callback": print, "fallbacks": ["x"]})


def test_a_function_of_plain_types_is_checked_by_its_schema_alone():
    def add(a: int, b: float = 1, name: str = "", on: bool = False) -> float:
        return a + b

    assert as_tool(add).check is None


def test_a_description_leaves_a_type_plain():
    def greet(name: Annotated[str, Field(description="whom")] = "") -> str:
        return name

    assert as_tool(greet).check is None


@for_each(
    "part",
    [Field(pattern="^a"), Field(alias="b"), Field(validation_alias="b"), AfterValidator(str.strip)],
    ids=str,
)
def test_a_type_with_a_rule_is_checked_by_the_function_too(part: Any):
    def greet(name: str) -> str:
        return name

    greet.__annotations__["name"] = Annotated[str, part]
    assert as_tool(greet).check is not None


def test_a_function_whose_types_say_more_than_its_schema_is_checked_by_them():
    def add(a: object, b: Annotated[int, Field(multiple_of=2)] = 2) -> str:
        return f"{a}{b}"

    assert as_tool(add).check is not None


async def test_a_number_too_large_for_a_float_is_refused_before_the_function_runs():
    ran: list[float] = []

    def keep(number: float) -> None:
        ran.append(number)

    with pytest.raises(ToolError) as caught:
        await ToolRegistry([keep]).call_tool("keep", {"number": 10**400})
    assert caught.value.code == "tool_invalid"
    assert ran == []
