"""Values that formats give as text, read as what the tool's schema says, in any format and at any depth."""

import json
from typing import Any

from tests.detection.test_chat_kinds import MARK, complete, tool
from tests.support.table import for_each

DEFS = {
    "count": {"type": "integer"},
    "opts": {
        "type": "object",
        "properties": {
            "deep": {"type": "boolean"},
            "max": {"$ref": "#/$defs/count"},
            "names": {"type": "array", "items": {"type": "string"}},
        },
    },
}


def tools(**parameters: Any) -> list[dict[str, Any]]:
    return [{"name": "f", "parameters": {"type": "object", "properties": parameters, "$defs": DEFS}}]


SAID: list[tuple[dict[str, Any], str, Any]] = [
    ({"properties": {"a": {"type": "integer"}}}, '{"a": "1"}', {"a": 1}),
    ({"items": {"type": "integer"}}, '["4"]', [4]),
    ({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]}, '["1", "2"]', [1, "2"]),
    ({"type": "array", "items": [{"type": "string"}, {"type": "boolean"}]}, '["1", "true"]', ["1", True]),
    ({"enum": ["auto", 5]}, "5", 5),
    ({"enum": ["auto", 5]}, "auto", "auto"),
    ({"enum": ["5", 5]}, "5", "5"),
    ({"type": "integer"}, "5.0", 5),
    ({"type": "integer"}, "5.1", "5.1"),
    ({"$ref": "#/$defs/count%20"}, "5", "5"),
    ({"$ref": "#nowhere"}, '{"a": 1}', '{"a": 1}'),
    ({"anyOf": [{}, {"properties": {"a": {}}}]}, '{"a": 1}', '{"a": 1}'),
]


@for_each(("schema", "said", "meant"), SAID)
def test_a_string_is_read_by_what_its_schema_leaves_unsaid_too(schema: Any, said: str, meant: Any) -> None:
    call = f'<invoke name="f"><parameter name="v">{said}</parameter></invoke>'
    assert complete(call, tools(v=schema)) == [("f", {"v": meant})]
    assert complete(json.dumps({"name": "f", "arguments": {"v": said}}), tools(v=schema)) == [
        ("f", {"v": meant})
    ]


FORMS = {
    "claude 2": "<invoke><tool_name>f</tool_name><parameters>{}</parameters></invoke>",
    "named": "<tool_name>f</tool_name><arguments>{}</arguments>",
    "cline": "<f>{}</f>",
    "wrapper": "<use_mcp_tool><server_name>s</server_name><tool_name>f</tool_name>"
    "<arguments>{}</arguments></use_mcp_tool>",
    "minimax": "<invoke name='f'>{}</invoke>",
}
NESTED: list[tuple[str, dict[str, Any]]] = [
    ("<o><deep>true</deep><max>4</max></o>", {"o": {"deep": True, "max": 4}}),
    ("<o>\n  <max>4</max>\n  <deep>false</deep>\n</o>", {"o": {"max": 4, "deep": False}}),
    ("<o><names><item>1</item><item>2</item></names></o>", {"o": {"names": ["1", "2"]}}),
    ("<l><item><max>4</max></item><item><deep>false</deep></item></l>", {"l": [{"max": 4}, {"deep": False}]}),
    ("<m><item>1</item></m>", {"m": [1]}),
    ("<mm><item><item>1</item></item><item><item>2</item></item></mm>", {"mm": [[1], [2]]}),
    ("<d><x>true</x><y>false</y></d>", {"d": {"x": True, "y": False}}),
    ("<t><b>7</b></t>", {"t": "<b>7</b>"}),
    ("<o>see <max>4</max></o>", {"o": "see <max>4</max>"}),
    ("<o><max>4</deep></o>", {"o": "<max>4</deep>"}),
]
PARAMETERS: dict[str, Any] = {
    "o": {"$ref": "#/$defs/opts"},
    "l": {"type": "array", "items": {"$ref": "#/$defs/opts"}},
    "m": {"type": "array", "items": {"type": "integer"}},
    "mm": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/row"}}, {"type": "null"}]},
    "d": {"type": "object", "additionalProperties": {"type": "boolean"}},
    "t": {"type": "string"},
}


@for_each("form", FORMS)
@for_each(("body", "arguments"), NESTED)
def test_elements_in_elements_are_the_object_or_list_that_is_asked_for(
    form: str, body: str, arguments: dict[str, Any]
) -> None:
    given = tools(**PARAMETERS)
    given[0]["parameters"]["$defs"] = {**DEFS, "row": {"type": "array", "items": {"type": "integer"}}}
    text = FORMS[form].replace("{}", body)
    if form in ("minimax", "wrapper") and not isinstance(next(iter(arguments.values())), (dict, list)):
        return  # in these forms each value is elements
    if form == "minimax":
        text = text.replace("<", f"{MARK}<")
    assert complete(text, given) == [("f", arguments)]


def test_elements_as_deep_as_a_text_is_long_are_left_as_they_are() -> None:
    body = "<k>" * 5000 + "</k>" * 5000
    assert complete(f"<f><o>{body}</o></f>", tools(o={"type": "object"})) == [("f", {"o": body})]


@for_each(
    "arguments",
    [
        '\n```json\n{"city": "Paris", "days": "3"}\n```\n',
        "\n<city>Paris</city>\n<days>3</days>\n",
        "{city: 'Paris', days: 3,}",
    ],
)
def test_arguments_of_use_mcp_tool_may_be_a_block_or_elements(arguments: str) -> None:
    text = (
        "<use_mcp_tool>\n<server_name>weather</server_name>\n<tool_name>get</tool_name>\n"
        f"<arguments>{arguments}</arguments>\n</use_mcp_tool>"
    )
    assert complete(text, [tool("get", city="string", days="integer")]) == [
        ("get", {"city": "Paris", "days": 3})
    ]


def test_the_server_in_use_mcp_tool_goes_before_another_tool_of_that_name() -> None:
    text = "<use_mcp_tool><server_name>s</server_name><tool_name>t</tool_name></use_mcp_tool>"
    assert complete(text, [tool("t"), tool("s.t")]) == [("s.t", {})]


def test_indentation_of_a_value_set_apart_stays_in_a_tools_own_tags() -> None:
    text = "<write_to_file><path> a.py </path><content>\n    x = 1\n</content></write_to_file>"
    assert complete(text) == [("write_to_file", {"path": "a.py", "content": "    x = 1"})]
