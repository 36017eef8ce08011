"""The nine rules of the list of formats, each with one test or more."""

from overlay.detection import StreamDetector, detect
from tests.detection.helpers import found, only, tool
from tests.support.table import for_each

XML = '<invoke name="f"><parameter name="a">x</parameter></invoke>'
JSON = '{"name": "f", "arguments": {"a": "x"}}'
CALL = ("f", {"a": "x"})


# 1. Precedence and ranges
def test_a_wrapper_token_wins_over_the_json_in_it() -> None:
    assert only(f"<tool_call>{JSON}</tool_call>").format == "hermes"


def test_jsonl_wins_over_json_objects() -> None:
    text = '{"type":"function_call_start","name":"f"}\n{"type":"function_call_end"}'
    assert only(text).format == "jsonl"


def test_the_outermost_owns_a_range() -> None:
    assert found(f'<invoke name="w"><parameter name="text">{JSON}</parameter></invoke>') == [
        ("w", {"text": JSON})
    ]


def test_an_opener_inside_a_json_string_is_text() -> None:
    assert found('{"name": "w", "arguments": {"text": "<tool:g>{}</tool>"}}') == [
        ("w", {"text": "<tool:g>{}</tool>"})
    ]


def test_two_identical_calls_are_two_calls() -> None:
    assert found(f"{JSON}\n{JSON}") == [CALL, CALL]


@for_each(
    "bad",
    [
        "<tool_call>{bad}</tool_call>",
        '<tool_call>{"name": "b", "arguments": {"x": "open}</tool_call>',
        '<invoke name="b"><parameter name="a">1</invoke></function_calls>',
        "<tool:b>{no}</tool>",
        '{"name": "b", "arguments": {"x": }}',
        '<tool_call>[{"name": "b", "arguments": {no}}]</tool_call>',
    ],
)
def test_a_bad_call_leaves_its_siblings(bad: str) -> None:
    assert found(f"{bad}\n\n<tool_call>{JSON}</tool_call>")[-1] == CALL


# 2. Bare objects
def test_a_flat_object_with_an_unknown_name_is_no_call_where_tools_are_given() -> None:
    assert found(JSON, [tool("other")]) == []


def test_an_unmistakable_shape_is_a_call_with_an_unknown_tool() -> None:
    assert found(f'{{"tool_request": {JSON}}}', [tool("other")]) == [CALL]


# 3. What is no call
@for_each(
    "text",
    [
        f"<think>I could {XML}</think>",
        f"<thinking>\n{XML}",
        f"[THINK]{XML}[/THINK]",
        f"<function_result call_id='1'>{XML}</function_result>",
        f"<tool_response>\n{JSON}\n</tool_response>",
        f"> {XML}\n> {JSON}",
        f"Write `{XML}` for that.",
        f"Write ``{JSON}`` for that.",
        f"```python\ntext = '''{XML}'''\n```",
        f"```diff\n+ {JSON}\n```",
        f"```log\n12:00 said {XML}\n```",
        f"```sh\necho '{JSON}'\n```",
        f"Example:\n{XML}",
        f"For example:\n```xml\n{XML}\n```",
        f"You would write:\n\n{JSON}",
        f"Do not run this:\n{XML}",
    ],
)
def test_text_about_calls_holds_none(text: str) -> None:
    assert found(text) == []


@for_each("label", ["", "xml", "json", "jsonl", "html", "text", "none", "tool_code", "php", "Python"])
def test_a_block_that_holds_nothing_but_the_call_counts_whatever_its_label(label: str) -> None:
    assert found(f"```{label}\n{XML}\n```\n") == [CALL]


@for_each("glued", ["xmlCopy code", "json复制代码", "jsonlRun", "Copy"])
@for_each("label", ["", "php"])
def test_site_words_glued_to_a_block_are_not_part_of_it(glued: str, label: str) -> None:
    assert found(f"{glued}\n{XML}", fence=label) == [CALL]


def test_an_inline_code_that_is_not_closed_hides_nothing() -> None:
    assert found(f"It`s {JSON}") == [CALL]


# 4. Completeness
def test_a_call_without_its_end_is_incomplete() -> None:
    assert not only('<invoke name="f"><parameter name="a">x</parameter>').complete


def test_a_missing_wrapper_closer_leaves_a_call_complete() -> None:
    assert only(f"<function_calls>{XML}").complete


# 5. Values
def value(raw: str, kind: str | None = None) -> object:
    text = f'<invoke name="f"><parameter name="a">{raw}</parameter></invoke>'
    return found(text, [tool("f", a=kind)] if kind else None)[0][1]["a"]


@for_each(
    ("raw", "kind", "expected"),
    [
        ("0042", "string", "0042"),
        ("5", "integer", 5),
        ("1.5", "integer", "1.5"),
        ("1.5", "number", 1.5),
        ("True", "boolean", True),
        ("null", "string", "null"),
        ("[1, 2]", "array", [1, 2]),
        ('{"k": 1}', "object", {"k": 1}),
        ('{"k": 1}', "string", '{"k": 1}'),
        ("7", None, "7"),
    ],
)
def test_the_schema_decides_a_value(raw: str, kind: str | None, expected: object) -> None:
    assert value(raw, kind) == expected


@for_each(
    ("raw", "expected"),
    [
        ("\nx\n", "x"),
        ("\r\n  x\r\ny\r\n", "  x\r\ny"),
        ("\n\nx\n\n", "\nx\n"),
        (" x ", " x "),
        ("a &amp; b &lt;", "a &amp; b &lt;"),
        ("<b>a & b < c</b>", "<b>a & b < c</b>"),
        ("<![CDATA[<x>]]>", "<x>"),
        ("", ""),
        ("a </parameter> b", "a </parameter> b"),
    ],
)
def test_a_value_stays_as_it_is(raw: str, expected: str) -> None:
    assert value(raw) == expected


@for_each(
    "opener, closer", [("<|python_start|>", "<|python_end|>"), ("<tool_code>```python\n", "```</tool_code>")]
)
def test_a_letter_that_is_longer_in_lower_case_does_not_hide_a_call(opener: str, closer: str) -> None:
    assert found(f'{opener}f(a="İstanbul"){closer}') == [("f", {"a": "İstanbul"})]


@for_each("arguments", ["null", '""', "{}", '"{}"'])
def test_empty_arguments_are_none(arguments: str) -> None:
    assert found(f'{{"name": "f", "arguments": {arguments}}}') == [("f", {})]


def test_a_call_whose_own_tags_are_escaped_is_decoded_once() -> None:
    text = '&lt;invoke name="f"&gt;&lt;parameter name="a"&gt;1 &amp;lt; 2&lt;/parameter&gt;&lt;/invoke&gt;'
    assert found(text) == [("f", {"a": "1 &lt; 2"})]


# 6. JSON
@for_each(
    ("arguments", "expected"),
    [
        ("{'a': 'it\\'s'}", "it's"),
        ('{"a": "x",}', "x"),
        ('{"a": "l1\nl2"}', "l1\nl2"),
        ("{“a”: “x”}", "x"),
        ('{"a": True /* so */}', True),
        ('{"a": None}', None),
        ('{"a": "say "hi" now"}', 'say "hi" now'),
    ],
)
def test_nearly_json_is_mended_and_marked(arguments: str, expected: object) -> None:
    call = only(f'{{"name": "f", "arguments": {arguments}}}')
    assert call.arguments["a"] == expected
    assert call.confidence == "repaired"


# 7. Names
def test_a_prefix_and_an_index_of_the_format_are_no_part_of_the_name() -> None:
    text = "<|tool_call_begin|>functions.my.tool:3<|tool_call_argument_begin|>{}<|tool_call_end|>"
    assert found(text) == [("my.tool", {})]


def test_a_name_is_kept_exactly() -> None:
    assert found('<invoke name="Server/My-Tool.v2"/>') == [("Server/My-Tool.v2", {})]


# 8. Streaming
def test_the_name_is_reported_before_any_value() -> None:
    detector = StreamDetector()
    kinds = [type(event).__name__ for event in detector.feed('<tool:f>{"a": "xy')]
    assert kinds == ["CallOpened", "CallNamed", "ArgumentDelta"]


def test_the_start_of_a_closer_is_held_back() -> None:
    events = StreamDetector().feed('<invoke name="f"><parameter name="a">x</param')
    assert "".join(getattr(event, "text", "") for event in events) == "x"


def test_a_prefix_of_an_opener_reports_nothing_and_is_held() -> None:
    detector = StreamDetector()
    assert detector.feed("So <function_cal") == []
    assert detector.pending_from == 3


# 9. What the page does
def test_smart_quotes_around_attributes_are_mended_and_marked() -> None:
    call = only("<invoke name=“f”><parameter name=“a”>x</parameter></invoke>")
    assert call.arguments == {"a": "x"}
    assert call.confidence == "repaired"


def test_calls_come_in_the_order_of_their_spans() -> None:
    spans = [call.span for call in detect(f"{JSON} and {XML} and <tool:g>{{}}</tool>")]
    assert spans == sorted(spans)
