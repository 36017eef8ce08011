import json

from overlay.tools.mcp.deep_schemas import DEPTH, shallow
from tests.support.table import for_each


def deep(levels: int, key: str = "tools") -> bytes:
    return f'{{"{key}": [{{"a": 1}}, {"[" * levels}{"]" * levels}, "}}]\\"["]}}'.encode()


def test_a_part_that_is_too_deep_is_taken_out_and_its_neighbours_stay():
    read = json.loads(shallow(deep(1_000)))
    assert read["tools"][0] == {"a": 1}
    assert read["tools"][2] == '}]"['


def test_a_schema_of_a_readable_depth_is_left_alone():
    assert shallow(deep(DEPTH - 10)) == deep(DEPTH - 10)


@for_each("message", [deep(1_000, "content"), b'{"tools": [', b"noise"])
def test_messages_without_tools_are_left_alone(message: bytes):
    assert shallow(message) == message
