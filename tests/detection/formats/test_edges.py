"""Texts that a family of formats refuses, leaves open or calls an error, one line per case."""

from typing import Any

from overlay.detection import detect
from overlay.detection.formats.minimax import MARK
from tests.detection.helpers import found, only, tool
from tests.support.table import for_each

P, INV, M = "parameter", "invoke", MARK
KIMI = "<|tool_call_begin|>{}<|tool_call_argument_begin|>"
OPEN = '<|open|>call tool="f" index="1"<|sep|>'
PLAMO = "<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>f<|plamo:end_tool_name:plamo|>"


@for_each(
    "text",
    [
        "<function_calls/> x",
        "<function_calls> x </function_calls>",
        f"<{INV}> x",
        f'<{INV} name=" ">',
        f'<{INV} name="f">prose',
        f'<{INV} name="f"><{P}>x</{P}></{INV}>',
        "<minimax:tool_call/>",
        "<minimax:tool_call> none </minimax:tool_call>",
        "</x:invoke>",
        f"{M}x",
        f"{M}<tool_call>{M}</tool_call>",
        f"{M}<other>",
        f"{M}{M}<{INV} name='f'>",
        "<tool:>{}</tool>",
        "<tool:a b>{}</tool>",
        "<tool_call>prose about calls</tool_call>",
        "<tool_call></tool_call>",
        "<tool_call>f</tool_call>",
        "<tool_call>f {</tool_call>",
        "<ifm|tool_calls></ifm|tool_calls>",
        "functools (",
        "see [{1}]",
        "role<|role_sep|>{",
        "<function=>x",
        "<function=a b>",
        "<function=f> prose",
        "<function=f><parameter=>x</parameter></function>",
        "<function class='x'>",
        "<function name='f'>prose",
        "<function name='f'><param>x</param></function>",
        "<｜tool▁calls▁begin｜>none",
        "<｜tool▁call▁begin｜>a b<｜tool▁sep｜>{}",
        "<｜tool▁call▁begin｜>f<｜tool▁sep｜>prose",
        "<|tool_calls_section_begin|>none",
        KIMI.format("f:0") + "prose",
        KIMI.format("we@ird") + "{}<|tool_call_end|>",
        KIMI.format("0") + '{"a": 1}<|tool_call_end|>',
        "<|open|>tools<|sep|>none",
        "<|open|>call index='1'<|sep|>",
        f'{OPEN}<|open|>argument type="x"<|sep|>v',
        "<|open|>think<|sep|><tool:f>{}</tool><|close|>think<|sep|>",
        "[TOOL_CALLS] prose",
        "[TOOL_CALLS]f[ARGS]prose",
        "[TOOL_CALLS][]",
        "<|tool_call>call: {}<tool_call|>",
        "<|tool_call>call:f prose",
        "<|tool_call>other",
        "<|tool_call>call:f{:1}<tool_call|>",
        "<|tool_call>call:f{a:}<tool_call|>",
        "<|tool_call>call:f{a:" + "[" * 80,
        "<|message|>x",
        "<|channel|>final<|message|>x",
        "<|channel|>commentary to=python<|message|>x",
        "<|channel|>commentary to=functions.f<|message|>prose",
        "<|channel|>analysis<|message|><tool:f>{}</tool><|end|>",
        "to=self<|message|><tool:f>{}</tool>",
        "<|tools_prefix|>none",
        "<|tools_prefix|>[]",
        "<|tools_prefix|>[{x}]",
        "<|tools_prefix|>[{'f': 1}]",
        "<|plamo:begin_tool_requests:plamo|>none",
        PLAMO + "<|plamo:begin_tool_arguments:plamo|>prose",
        "<|content_invoke_tool_json|>prose",
        "<read_file>prose</read_file>",
        "<read_file><other>x</other></read_file>",
        "<a.b><1>x</1></a.b>",
        "<a.b></c></a.b>",
        "<tool_name>a b</tool_name>",
        "<tool_name>f</tool_name><arguments>prose</arguments>",
        "<tool_name>f</tool_name><arguments><1>x</1></arguments>",
        "TOOL_CALL: a,b\n",
        "TOOL_CALL: is the keyword\n",
        "MY_TOOL_CALL: f\n",
        "Action: do this\nAction Input: {}",
        "Action: f\nThen.",
        "Action: f\nAction Input: text",
        "a data-tool-name='f'",
        "<i data-tool-name=''>",
        "&lt;tool:f&gt; prose",
        "&lt;invoke none",
        "<|python_start|>[f(x)]<|python_end|>",
        "<|python_start|>f.<|python_end|>",
        "<function_calls>1(a=1)</function_calls>",
        "```tool_code\nx = 1\n```\n",
        "```tool_code inline",
    ],
)
def test_a_text_without_a_call_gives_none(text: str) -> None:
    assert found(text) == []


@for_each(
    ("text", "name"),
    [
        (f'<function_calls><{INV} name="f"><{P} name="a">x</{P}></function_calls>', "f"),
        ("<tool_call><function=f><parameter=a>x</parameter></tool_call>", "f"),
        ('<tool_call>{"name": "f", "arguments": {"a": 1}</tool_call>', "f"),
        ('<｜tool▁call▁begin｜>f<｜tool▁sep｜>{"a": 1<｜tool▁call▁end｜>', "f"),
        (KIMI.format("f:0") + '{"a": 1<|tool_call_end|>', "f"),
        ('<tool_name>f</tool_name><arguments>{"a": {"b": 1}</arguments>', "f"),
        ("<function=f><parameter=a=x</parameter></function>", "f"),
    ],
)
def test_a_call_that_had_to_be_mended_is_marked(text: str, name: str) -> None:
    call = only(text)
    assert call.name == name
    assert call.complete
    assert call.confidence == "repaired"


@for_each(
    "text",
    [
        f"{M}<{INV} name='f'>{M}</other>",
        f"{M}<{INV} name='f'>{M}<a>x{M}</b>",
        f"{M}<{INV} name='f'>{M}<a>{M}<b>x{M}</c>",
        "<tool:f>text</tool>",
        "<tool:f>{} text</tool>",
        "<tool:f>[1]</tool>",
        "<function=f>{no}</function>",
        "<function=f>{1}</function>",
        KIMI.format("f:0") + "{no}<|tool_call_end|>",
        "[TOOL_CALLS]f[ARGS]{no}",
        "<tool_name>f</tool_name><arguments>{no}</arguments>",
        "Action: f\nAction Input: {no}\n",
        '<|tools_prefix|>[{"f": {no}}]<|tools_suffix|>',
        "<i data-tool-name='f' data-tool-parameters='{no'>",
        '{"type":"function_call_start","name":"f"}\nprose',
        '{"type":"function_call_start","name":"f"}\n{"type":"function_call_start","name":"g"}',
        '{"type":"function_call_start","name":"f"}\n{"type":}\n{"type":"function_call_end"}',
        '{"name": "f", "arguments": {no}}',
        '<tool_call>{"name": "f", "arguments": {no}}</tool_call>',
    ],
)
def test_an_unmistakable_call_that_cannot_be_read_is_an_error(text: str) -> None:
    call = detect(text)[0]
    assert not call.complete
    assert call.error is not None
    assert "f" in call.error


@for_each(
    "text",
    [
        '<tool:f>{"a": 1',
        "<tool:f>",
        f'<{INV} name="f"><{P} name="a">x',
        "<tool_call>f<arg_key>a</arg_key><arg_value>x",
        f"{OPEN}<|open|>argument key='a'<|sep|>x",
        "<|tool_call>call:f{a:<escape>x",
        PLAMO,
        '{"name": "f", "arguments": {"a": "x',
        "<f><a>x",
    ],
)
def test_a_call_cut_off_is_shown_and_incomplete(text: str) -> None:
    call = only(text, [tool("f", a="string")])
    assert call.name == "f"
    assert not call.complete
    assert call.error is None


def test_the_readable_part_of_a_cut_json_call_is_kept() -> None:
    assert only('{"name": "f", "arguments": {"a": 1, "b": [2').arguments == {"a": 1, "b": [2]}


CASES: list[tuple[str, list[tuple[str, dict[str, Any]]]]] = [
    (f'<{INV} name="f"><{P} name="a"/></{INV}>', [("f", {"a": ""})]),
    (f'<{INV} name="f">\n</{INV}>', [("f", {})]),
    (f'<x:{INV} name="f"/>', [("f", {})]),
    ("<tool:f/>", [("f", {})]),
    (f"{M}<{INV} name='f'>{M}<l>{M}<item>a{M}</item>{M}</l>{M}</{INV}> tail", [("f", {"l": ["a"]})]),
    ("<function name='f'><parameter name='a'>x</parameter><param name='b'/></function>", [("f", {"a": "x", "b": ""})]),
    ('<|tool_call>call:f{<|"|>a<|"|>:1,b:null}<tool_call|>', [("f", {"a": 1, "b": None})]),
    ("<tool_call>[{'name': 'f', 'args': {'a': 1}}, 5, {'tool': 'g'}]</tool_call>", [("f", {"a": 1}), ("g", {})]),
    ("TOOL_CALL: f\nA: 1\nA line.\n", [("f", {"a": "1"})]),
    ("TOOL_CALL: f\r\nA: x:y\r\n\r\n", [("f", {"a": "x:y"})]),
    ('Action: `f`\nAction Input:\n```json\n{"a": 1}\n```', [("f", {"a": 1})]),
    ("<a.b><k>x</k></a.b>", [("a.b", {"k": "x"})]),
    ('<use_mcp_tool><tool_name>t</tool_name></use_mcp_tool>', [("t", {})]),
    ('<|tool_call_start|>```python\nf(a=1)\n```<|tool_call_end|>', [("f", {"a": 1})]),
    ("<div data-tool-name='f'><div></div></div><div data-tool-name='g'>", [("f", {}), ("g", {})]),
    ('{"type":"function_call_start","name":"f"}\n{"type":"parameter","key":"a"}\n{"type":"other","x":{}}\n{"type":"function_call_end"}', [("f", {"a": None})]),
    ("{'type':'function_call_start','name':'f'}\n{'type':'function_call_end',}", [("f", {})]),
]  # fmt: skip


@for_each(("text", "expected"), CASES)
def test_odd_but_complete_calls_are_read(text: str, expected: object) -> None:
    assert found(text) == expected


def test_a_react_input_in_words_is_the_one_parameter() -> None:
    assert found("Action: f\nAction Input: 5\n", [tool("f", a="integer")]) == [("f", {"a": 5})]


def test_a_typed_key_decides_its_value() -> None:
    text = "<ifm|tool_call>f<ifm|arg_key>a</ifm|arg_key><ifm|arg_type>string</ifm|arg_type><ifm|arg_value>5</ifm|arg_value></ifm|tool_call>"
    assert found(text) == [("f", {"a": "5"})]


@for_each(("raw", "expected"), [('[{\\"b\\": 1}]', [{"b": 1}]), ('[\\"', '[\\"')])
def test_a_list_with_escaped_quotes_is_unescaped(raw: str, expected: object) -> None:
    text = f"<tool_call>f<arg_key>a</arg_key><arg_value>{raw}</arg_value></tool_call>"
    assert found(text, [tool("f", a="array")]) == [("f", {"a": expected})]


def test_a_line_call_takes_the_keys_of_its_tool_only() -> None:
    text = "TOOL_CALL: f\nA: x\nNOTE: it is red"
    assert found(text, [tool("f", a="string")]) == [("f", {"a": "x"})]
