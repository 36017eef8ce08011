import pytest

from overlay.detection.argument_types import typed
from overlay.detection.named_tags import arguments_of, name_of
from overlay.detection.parse_context import ParseContext
from overlay.detection.stream_buffer import NotACall
from overlay.detection.tool_index import ToolIndex
from tests.support.table import for_each

LISTS = {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "integer"}}}}


def read(text: str, size: int, tools: ToolIndex | None = None) -> tuple[dict[str, object], object]:
    """Return the arguments behind a name, and the answer of `arguments_of`."""
    scan = ParseContext(tools or ToolIndex(None))
    draft = scan.draft("x", 0)
    draft.named("f")
    run = arguments_of(scan, draft, typed)
    at = 0
    try:
        while True:
            next(run)
            scan.eof = at >= len(text)
            scan.push(text[at : at + size])
            at += size
    except StopIteration as stop:
        return draft.arguments, stop.value


@for_each("size", [1, 100])
@for_each(
    ("text", "arguments"),
    [
        ("<arguments><a>x</a><b>\ny\n</b></arguments>", {"a": "x", "b": "y"}),
        (' <parameters> {"a": 1} </parameters>', {"a": 1}),
        ("<parameters><a></a></parameters>", {"a": ""}),
        ("<parameters><a/></parameters>", {"a": ""}),
        ("<parameters/>", {}),
    ],
)
def test_arguments_are_fields_or_an_object(text: str, arguments: dict[str, object], size: int) -> None:
    assert read(text, size) == (arguments, (False, None))


def test_a_field_again_and_again_is_a_list_where_the_schema_says_so() -> None:
    tools = ToolIndex([{"name": "f", "parameters": LISTS}])
    assert read("<parameters><a>1</a><a>2</a></parameters>", 9, tools)[0] == {"a": ["1", "2"]}


def test_no_arguments_are_distinguished_from_empty_ones() -> None:
    assert read("and so on", 3)[1] is None


def test_prose_between_fields_is_no_call() -> None:
    with pytest.raises(NotACall):
        read("<parameters>so <a>x</a></parameters>", 5)


def test_prose_is_no_name() -> None:
    scan = ParseContext(ToolIndex(None))
    scan.push("two words</tool_name>")
    with pytest.raises(NotACall):
        next(name_of(scan))
