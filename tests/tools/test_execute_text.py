from typing import Any

from overlay.tools.execute_text import execute_tool_calls, result_text
from tests.support.table import for_each


class Problem(Exception):
    code = "tool_invalid"


class Registry:
    """Two tools: one adds, one fails."""

    def __init__(self) -> None:
        self.ran: list[tuple[str, dict[str, Any]]] = []

    def get_tools_for_ai(self) -> list[dict[str, Any]]:
        return [
            {
                "name": "add",
                "parameters": {"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}},
            },
            {"name": "fail"},
            {"name": "say", "parameters": {"properties": {"a": {"type": "string"}}}},
        ]

    def has_tool(self, name: str) -> bool:
        return name in ("add", "fail", "say")

    def call_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        self.ran.append((name, arguments))
        if name == "fail":
            raise Problem("a is missing")
        if name == "say":
            return self._later(arguments["a"])
        return {"sum": arguments["a"] + arguments["b"]}

    async def _later(self, text: str) -> str:
        return f"said {text}"


async def test_calls_in_a_text_are_replaced_by_their_results_in_order() -> None:
    text = 'Sum: <tool:add>{"a": 1, "b": 2}</tool>.'
    assert await execute_tool_calls(text, Registry()) == 'Sum: {"sum": 3}.'

    one = '<invoke name="say"><parameter name="a">{}</parameter></invoke>'
    text = f"So: <function_calls>\n{one.format('x')}\n{one.format('y')}\n</function_calls> done."
    assert await execute_tool_calls(text, Registry()) == "So: said x\nsaid y done."

    text = "Nothing `<tool:add>{}</tool>` here."
    assert await execute_tool_calls(text, Registry()) == text


async def test_calls_run_in_their_order() -> None:
    registry = Registry()
    await execute_tool_calls('<tool:say>{"a": "1"}</tool> {"name": "say", "arguments": {"a": "2"}}', registry)
    assert registry.ran == [("say", {"a": "1"}), ("say", {"a": "2"})]


@for_each(
    ("text", "error"),
    [
        ("<tool:fail>{}</tool>", "[error: tool_invalid: a is missing]"),
        ("<tool:other>{}</tool>", "[error: there is no tool other]"),
        ('<tool:add>{"a": 1', "[error: the call of add is cut off; it was not run]"),
    ],
)
async def test_an_error_of_a_call_is_reported_in_its_place(text: str, error: str) -> None:
    assert await execute_tool_calls(f"Well: {text}", Registry()) == f"Well: {error}"


async def test_an_unreadable_call_is_not_run() -> None:
    registry = Registry()
    text = await execute_tool_calls("<tool:add>{bad}</tool> and so", registry)
    assert text.startswith("[error: tool add: the arguments are not valid JSON")
    assert text.endswith("it was not run] and so")
    assert registry.ran == []


class Result:
    def __init__(self, text: str, *, is_error: bool) -> None:
        self.text = text
        self.is_error = is_error


@for_each(
    ("result", "text"),
    [
        ("x", "x"),
        ({"a": 1}, '{"a": 1}'),
        (None, "null"),
        (Result("fine", is_error=False), "fine"),
        (Result("no", is_error=True), "[error: no]"),
    ],
)
def test_a_result_becomes_text(result: object, text: str) -> None:
    assert result_text(result) == text
