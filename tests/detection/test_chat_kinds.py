"""Calls as models print them in chats, each read at once and in pieces of 1, 3 and 17 code points."""

import json
from typing import Any

from overlay.detection import detect
from tests.detection.helpers import streamed
from tests.support.table import for_each

Calls = list[tuple[str, dict[str, Any]]]
MARK = "]<]minimax[>["


def tool(name: str, *required: str, **parameters: Any) -> dict[str, Any]:
    properties = {key: {"type": kind} if isinstance(kind, str) else kind for key, kind in parameters.items()}
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "parameters": schema}


def complete(text: str, tools: list[dict[str, Any]] | None = None) -> Calls:
    """Return the complete calls in the text, which are the same for every size of pieces."""
    whole = detect(text, tools)
    for size in (1, 3, 17):
        pieces = sorted(streamed(text, size, tools)[1], key=lambda call: call.span)
        assert repr(pieces) == repr(whole), size
    return [(call.name, call.arguments) for call in whole if call.complete]


def repaired(text: str, tools: list[dict[str, Any]] | None = None) -> bool:
    return all(call.confidence == "repaired" for call in detect(text, tools))


# A value's line ends
FORMS = {
    "invoke": '<invoke name="w"><parameter name="text">{}</parameter></invoke>',
    "prefix": '<x:invoke name="w"><x:parameter name="text">{}</x:parameter></x:invoke>',
    "qwen": "<tool_call><function=w><parameter=text>{}</parameter></function></tool_call>",
    "param": '<function name="w"><param name="text">{}</param></function>',
    "pairs": "<tool_call>w<arg_key>text</arg_key><arg_value>{}</arg_value></tool_call>",
    "cline": "<w><text>{}</text></w>",
    "named": "<tool_name>w</tool_name><arguments><text>{}</text></arguments>",
    "claude 2": "<invoke><tool_name>w</tool_name><parameters><text>{}</text></parameters></invoke>",
}
PAD = [
    ("one\n", "one\n"), ("one\ntwo\n", "one\ntwo\n"), ("\none\n", "one"), ("\none\n\n", "one\n"),
    ("\none\n  ", "one\n  "), ("\none", "\none"), ("one\r\n", "one\r\n"), ("\r\none\r\n", "one"),
]  # fmt: skip


@for_each("form", FORMS)
@for_each(("raw", "value"), PAD)
def test_a_values_line_ends_are_cut_only_where_both_tags_are_apart(form: str, raw: str, value: str) -> None:
    text = FORMS[form].replace("{}", raw)
    assert complete(text, [tool("w", text="string")]) == [("w", {"text": value})]


# An opening tag in a value's prose
@for_each(
    "value",
    [
        'Print <invoke name="b"> to call.',
        'Print <invoke name="b">',
        'Self-closing: <invoke name="b"/> is short.',
        '<invoke name="b"><parameter name="x">1</parameter></invoke>',
        'First <invoke name="b">, then <parameter name="x"> and so on.',
        "an <invoke that never ends its tag",
    ],
)
def test_a_tag_in_a_value_is_text(value: str) -> None:
    text = f'<function_calls><invoke name="w"><parameter name="text">{value}</parameter></invoke></function_calls>'
    assert complete(text) == [("w", {"text": value})]


def test_a_call_only_started_in_a_value_ends_with_the_wrapper() -> None:
    value = 'Print <invoke name="b"><parameter name="x"> and'
    text = f'<function_calls><invoke name="w"><parameter name="text">{value}</parameter></invoke></function_calls>'
    assert complete(text) == [("w", {"text": value})]
    assert repaired(text)


# Strings by schema
REFS: list[dict[str, Any]] = [
    {
        "name": "f",
        "parameters": {
            "type": "object",
            "properties": {
                "n": {"$ref": "#/$defs/count"},
                "o": {"anyOf": [{"$ref": "#/$defs/pair"}, {"type": "null"}]},
                "b": {"allOf": [{"type": "boolean"}, {"description": "whether"}]},
                "l": {"type": "array", "items": {"oneOf": [{"type": "integer"}, {"type": "null"}]}},
                "s": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "u": {"description": "anything"},
            },
            "$defs": {
                "count": {"type": "integer"},
                "pair": {"type": "object", "properties": {"k": {"$ref": "#/$defs/count"}}},
            },
        },
    }
]
SAID = {"n": "5", "o": '{"k": "7"}', "b": "true", "l": '["1", null]', "s": "9", "u": "3"}
MEANT = {"n": 5, "o": {"k": 7}, "b": True, "l": [1, None], "s": "9", "u": "3"}


def lines() -> str:
    parts = [{"type": "parameter", "key": key, "value": value} for key, value in SAID.items()]
    start, end = {"type": "function_call_start", "name": "f", "call_id": 1}, {"type": "function_call_end"}
    return "\n".join(json.dumps(part) for part in [start, *parts, end])


def marked() -> str:
    prefix = "｜DSML｜"
    parts = "".join(
        f'<{prefix}parameter name="{key}" string="true">{value}</{prefix}parameter>'
        for key, value in SAID.items()
    )
    return f'<{prefix}invoke name="f">{parts}</{prefix}invoke>'


@for_each(
    "text",
    [
        lines(),
        marked(),
        json.dumps({"name": "f", "arguments": SAID}),
        f"[TOOL_CALLS]f[ARGS]{json.dumps(SAID)}",
        f"<tool:f>{json.dumps(SAID)}</tool>",
    ],
)
def test_a_string_is_what_its_schema_says_where_that_leaves_no_doubt(text: str) -> None:
    assert complete(text, REFS) == [("f", MEANT)]


def test_nested_elements_are_typed_through_references() -> None:
    text = (
        f"{MARK}<invoke name='f'>{MARK}<o>{MARK}<k>7{MARK}</k>{MARK}</o>{MARK}<n>5{MARK}</n>"
        f"{MARK}<l>{MARK}<item>1{MARK}</item>{MARK}</l>{MARK}</invoke>"
    )
    assert complete(text, REFS) == [("f", {"o": {"k": 7}, "n": 5, "l": [1]})]


@for_each("text", ["1.5", "007x", "", "yes"])
def test_a_string_that_is_no_integer_stays_one(text: str) -> None:
    assert complete(json.dumps({"name": "f", "arguments": {"n": text}}), REFS) == [("f", {"n": text})]


# Claude 2
def test_claude_2s_calls_are_read() -> None:
    text = (
        "<function_calls>\n<invoke>\n<tool_name>f</tool_name>\n<parameters>\n<a>x <b>y</b></a>\n<n>5</n>\n"
        "</parameters>\n</invoke>\n<invoke><tool_name>now</tool_name></invoke>\n</function_calls>"
    )
    assert complete(text, [tool("f", a="string", n="integer"), tool("now")]) == [
        ("f", {"a": "x <b>y</b>", "n": 5}),
        ("now", {}),
    ]


@for_each("parameters", ["", "<parameters></parameters>", "<parameters/>", "<parameters>{}</parameters>"])
def test_claude_2s_parameters_may_be_none(parameters: str) -> None:
    assert complete(f"<invoke><tool_name>now</tool_name>{parameters}</invoke>") == [("now", {})]


def test_a_cut_call_of_claude_2_is_incomplete() -> None:
    assert complete("<invoke><tool_name>f</tool_name><parameters><a>x</a>") == []


# Cline's and Roo's wrapper
@for_each(
    ("arguments", "expected"),
    [('<arguments>\n{"k": 1}\n</arguments>', {"k": 1}), ("", {}), ("<arguments>{}</arguments>", {})],
)
def test_the_tool_inside_use_mcp_tool_is_the_call(arguments: str, expected: dict[str, Any]) -> None:
    text = f"<use_mcp_tool>\n<server_name>s</server_name>\n<tool_name>t</tool_name>\n{arguments}\n</use_mcp_tool>"
    assert complete(text) == [("t", expected)]
    assert complete(text, [tool("t", k="integer")]) == [("t", expected)]


def test_use_mcp_tool_with_broken_arguments_is_no_complete_call() -> None:
    text = "<use_mcp_tool><tool_name>t</tool_name><arguments>{no</arguments></use_mcp_tool>"
    assert [(call.name, call.complete) for call in detect(text)] == [("t", False)]


# Keys without quotes, names alone
@for_each(
    "text",
    [
        '{name: "f", arguments: {a: 1, "b": [1,], c_d: {e: true}}}',
        '{ tool_request: { name: "f", parameters: {a: 1, b: [1], c_d: {e: true}} } }',
        '<tool_call>{name: "f", arguments: {a: 1, b: [1], c_d: {e: true}}}</tool_call>',
        "<tool:f>{a: 1, b: [1], c_d: {e: true}}</tool>",
        "[TOOL_CALLS]f[ARGS]{a: 1, b: [1], c_d: {e: true}}",
    ],
)
def test_keys_without_quotes_are_mended(text: str) -> None:
    assert complete(text) == [("f", {"a": 1, "b": [1], "c_d": {"e": True}})]
    assert repaired(text)


@for_each("text", ['const x = {color: "red", name: "f"};', "p {color: red; name: f}", "{name: f}"])
def test_other_braces_are_no_call(text: str) -> None:
    assert complete(text) == []


@for_each("text", ['{"name": "now"}', '[{"name": "now"}]', '{"type": "function", "name": "now"}'])
def test_a_name_alone_is_a_call_where_the_tool_takes_nothing(text: str) -> None:
    assert complete(text, [tool("now")]) == [("now", {})]


@for_each(
    ("text", "tools"),
    [
        ('{"name": "now"}', None),
        ('{"name": "now"}', [tool("other")]),
        ('{"name": "now"}', [tool("now", "zone", zone="string")]),
        ('{"name": "now", "description": "a tool"}', [tool("now")]),
        ('{"user": {"name": "now"}}', [tool("now")]),
    ],
)
def test_a_name_alone_is_no_call_elsewhere(text: str, tools: list[dict[str, Any]] | None) -> None:
    assert complete(text, tools) == []


# Interleaved lines
def start(name: str, call: object) -> str:
    return json.dumps({"type": "function_call_start", "name": name, "call_id": call})


def part(key: str, value: object, call: object) -> str:
    return json.dumps({"type": "parameter", "key": key, "value": value, "call_id": call})


def end(call: object) -> str:
    return json.dumps({"type": "function_call_end", "call_id": call})


@for_each("ends", [(1, 2), (2, 1)])
def test_lines_of_two_calls_are_distinguished_by_their_ids(ends: tuple[int, int]) -> None:
    text = [start("f", 1), start("g", 2), part("b", "y", 2), part("a", "x", 1), *map(end, ends)]
    assert complete("\n".join(text)) == [("f", {"a": "x"}), ("g", {"b": "y"})]


def test_a_call_among_others_that_never_ends_is_incomplete() -> None:
    text = "\n".join([start("f", 1), start("g", 2), part("a", "x", 1), end(2)])
    assert complete(text) == [("g", {})]


def test_a_line_for_a_call_that_has_ended_changes_no_other() -> None:
    text = "\n".join([start("f", 1), start("g", 2), end(1), part("a", "x", 1), end(2)])
    assert complete(text) == [("f", {}), ("g", {})]


# Markdown around TOOL_CALL
@for_each(
    "text",
    [
        "**TOOL_CALL:** search\n- **QUERY:** tea\n- **LIMIT:** 5\n\nDone.",
        "**TOOL_CALL:** search\n\n- **QUERY:** tea\n- **LIMIT:** 5\n",
        "**TOOL_CALL**: `search`\n* QUERY: tea\n* LIMIT: `5`\n",
        "**TOOL_CALL: search**\n1. **QUERY**: tea\n2. LIMIT: 5\n",
        "- TOOL_CALL: search\n  - QUERY: tea\n  - LIMIT: 5\n",
        "### TOOL_CALL: search\n__QUERY:__ tea\n`LIMIT`: 5\n",
    ],
)
def test_markdown_around_lines_is_no_part_of_them(text: str) -> None:
    tools = [tool("search", query="string", limit="integer")]
    assert complete(text, tools) == [("search", {"query": "tea", "limit": 5})]


def test_the_keyword_in_a_sentence_is_no_call() -> None:
    assert complete("The *TOOL_CALL:* marker begins a call; my_tool_call: f does not.") == []


# Harmony without its tokens
@for_each(
    "text",
    [
        'commentary to=functions.f json {"a": 1}',
        'assistantcommentary to=functions.f json{"a": 1}',
        'assistant to=functions.f commentary json\n{"a": 1}\n',
        'analysisWe need f.assistantcommentary to=functions.f <|constrain|>json<|message|>{"a": 1}',
        'to=functions.f code {"a": 1}',
    ],
)
def test_the_rest_that_a_page_leaves_of_harmony_is_read(text: str) -> None:
    assert complete(text) == [("f", {"a": 1})]
    assert repaired(text)


@for_each("text", ["We write commentary to=functions.f in the header.", 'Set goto=functions.f {"a": 1}'])
def test_prose_about_harmony_is_no_call(text: str) -> None:
    assert complete(text) == []


# Python-style values
@for_each(
    ("call", "command"),
    [
        ("run(command='sed -n '1,5p' x')", "sed -n '1,5p' x"),
        ('run(command="echo "hi" there")', 'echo "hi" there'),
        ("run(command='it's fine')", "it's fine"),
        ("run(command='one\ntwo')", "one\ntwo"),
        ("run(command='echo $(date '+%s') done')", "echo $(date '+%s') done"),
        ("run(command='awk '{print $1}' f')", "awk '{print $1}' f"),
        ("run(command='a\\nb 'c' d')", "a\nb 'c' d"),
    ],
)
def test_quotes_and_line_ends_inside_a_python_string_are_mended(call: str, command: str) -> None:
    tools = [tool("run", command="string", timeout="integer")]
    for text in (f"[{call}]", f"<|python_start|>[{call}]<|python_end|>", f"```tool_code\n{call}\n```\n"):
        assert complete(text, tools) == [("run", {"command": command})]
        assert repaired(text, tools)
    more = f"[{call[:-1]}, timeout=5), run(command='ls')]"
    assert complete(more, tools) == [("run", {"command": command, "timeout": 5}), ("run", {"command": "ls"})]


def test_python_that_is_whole_is_not_mended() -> None:
    text = "[run(command='it\\'s', rest=['a', 'b'])]"
    assert complete(text, [tool("run")]) == [("run", {"command": "it's", "rest": ["a", "b"]})]
    assert not repaired(text, [tool("run")])


# Fences that end with another run
CALL = '<invoke name="f"></invoke>'


@for_each(("begin", "over"), [("```", "~~~"), ("~~~", "```"), ("````", "```")])
def test_a_run_that_does_not_close_a_block_is_its_end_if_nothing_follows(begin: str, over: str) -> None:
    assert complete(f"{begin}python\n{CALL}\n{over}\n") == [("f", {})]
    assert complete(f"{begin}xml\n{CALL}\n{over}\n") == [("f", {})]


@for_each(("begin", "over"), [("```", "~~~"), ("~~~", "```"), ("````", "```")])
def test_a_block_of_code_goes_on_behind_another_run(begin: str, over: str) -> None:
    assert complete(f"{begin}python\nx = 1\n{over}\n{CALL}\n{begin}\n") == []
    assert complete(f"{begin}python\n{CALL}\n{over}\nmore = 2\n{begin}\n") == []
