"""More texts of chats: lists under TOOL_CALL, remains of harmony's tokens, keys that are no words."""

from typing import Any

from tests.detection.helpers import streamed
from tests.detection.test_chat_kinds import complete, repaired, tool
from tests.support.table import for_each

SEARCH = [tool("search", query="string", limit="integer", tags="array", opts="object"), tool("now")]
TEA = ("search", {"query": "green tea", "limit": 5})

# Lists under TOOL_CALL
BULLETS = ["-", "*", "+", "–", "—", "•", "◦", "▪", "‣", "→", "1.", "2)", "(3)", "a.", "- [ ]", "  *", "\t-"]


@for_each("bullet", BULLETS)
@for_each("gap", ["\n", "\n\n"])
def test_an_argument_may_come_after_any_bullet(bullet: str, gap: str) -> None:
    text = f"**TOOL_CALL:** search\n{bullet} **QUERY:** green tea{gap}{bullet} LIMIT: `5`\n\nDone."
    assert complete(text, SEARCH) == [TEA]
    assert complete(text) == [("search", {"query": "green tea", "limit": "5"})]


@for_each(
    "text",
    [
        "**TOOL_CALL: search**\n**QUERY: green tea**\n**LIMIT: 5**\n",
        "**TOOL_CALL:** search\n- Parameters:\n  - **QUERY:** green tea\n  - **LIMIT:** 5\n",
        "**TOOL_CALL:** search\n\n**Arguments:**\n- QUERY: green tea\n- LIMIT: 5\n",
        "- **TOOL_CALL:** search\n  - **QUERY:**\n    green tea\n  - **LIMIT:** 5\n",
        "• TOOL_CALL: search\n  ◦ QUERY: green tea\n  ◦ LIMIT: 5\n",
    ],
)
def test_headings_and_values_on_lines_of_their_own_lose_no_argument(text: str) -> None:
    assert complete(text, SEARCH) == [TEA]


@for_each(
    ("lines", "arguments"),
    [
        ("- TAGS:\n  - x\n  - `y`\n- QUERY: tea", {"tags": ["x", "y"], "query": "tea"}),
        ("- OPTS:\n  - lang: en\n  - deep:\n    - a: 1\n- QUERY: tea", {"opts": {"lang": "en", "deep": {"a": "1"}}, "query": "tea"}),
        ("- OPTS:\n  - LIMIT: 5\n- LIMIT: 6", {"opts": {"limit": "5"}, "limit": 6}),
        ("- TAGS:\n  1. a: x\n     b: y\n  2. a: z\n     b: w", {"tags": [{"a": "x", "b": "y"}, {"a": "z", "b": "w"}]}),
        ("- QUERY:\n  one\n    two\n- LIMIT: 5", {"query": "one\n  two", "limit": 5}),
        ("- QUERY:\n- LIMIT: 5", {"query": "", "limit": 5}),
    ],
)  # fmt: skip
def test_lines_deeper_than_an_argument_are_its_value(lines: str, arguments: dict[str, Any]) -> None:
    assert complete(f"**TOOL_CALL:** search\n{lines}\n\nDone.", SEARCH) == [("search", arguments)]


@for_each(
    ("text", "arguments"),
    [
        ("TOOL_CALL: search\nQUERY:\n  deeper\n", {"query": ""}),
        ("**TOOL_CALL:** search\n- QUERY: tea\n\n- a list: of other things\n", {"query": "tea"}),
        ("**TOOL_CALL:** search\n- QUERY: tea\n\nLIMIT: 5 is usual.\n", {"query": "tea"}),
    ],
)
def test_prose_below_the_arguments_is_none(text: str, arguments: dict[str, Any]) -> None:
    assert complete(text, SEARCH) == [("search", arguments)]


def test_lines_as_deep_as_a_text_is_long_are_read_up_to_a_depth() -> None:
    lines = "\n".join(f"{' ' * level}- k:" for level in range(1, 300))
    ((_, arguments),) = complete(f"**TOOL_CALL:** search\n- OPTS:\n{lines}\n", SEARCH)
    assert list(arguments) == ["opts"]


# Harmony's leftovers
BODY = '{"city": "Paris"}'


@for_each(
    "text",
    [
        "|channel|commentary to=functions.get_weather |constrain|json|message|{}|call|",
        "channel commentary to=functions.get_weather constrain json message {} call",
        "startassistantchannelcommentary to=functions.get_weather constrainjsonmessage{}call",
        "assistantchannelcommentary to=functions.get_weatherconstrainjsonmessage{}",
        "assistantcommentaryto=functions.get_weatherjson{}",
        "assistant to=functions.get_weatherchannelcommentaryconstrainjsonmessage{}",
        "final<|channel|>\ncommentary to=functions.get_weather <|constrain|>json\n{}",
        "to=functions.get_weather\n{}",
    ],
)
def test_harmony_is_read_whatever_is_left_of_its_tokens(text: str) -> None:
    text = text.replace("{}", BODY)
    given = [tool("get_weather", city="string")]
    assert complete(text, given) == complete(text) == [("get_weather", {"city": "Paris"})]
    assert repaired(text)


@for_each("name", ["to_json", "restart", "get_message", "barcode", "send_channel", "geojson"])
@for_each("between", [" json", " ", "\n"])
def test_a_tools_name_keeps_what_looks_like_a_token(name: str, between: str) -> None:
    assert complete(f"commentary to=functions.{name}{between}{BODY}") == [(name, {"city": "Paris"})]
    assert complete(f"commentary to=functions.{name}{BODY}", [tool(name)]) == [(name, {"city": "Paris"})]


@for_each(
    "text",
    [
        "The message to=functions.now, then json{}.",
        "commentary to=functions.now says hello {}",
        "`commentary to=functions.now json{}`",
        "> commentary to=functions.now json{}\n",
        "to=functions.now is the recipient {}",
    ],
)
def test_prose_about_harmonys_header_is_no_call(text: str) -> None:
    assert complete(text, SEARCH) == complete(text) == []


# Keys without quotes
@for_each(
    ("key", "name"),
    [
        ("1", "1"),
        ("ключ", "ключ"),
        ("é", "é"),
        ("a.b", "a.b"),
        ("my-key", "my-key"),
        ("$x", "$x"),
        ("_1", "_1"),
    ],
)
def test_a_key_without_quotes_may_be_any_word(key: str, name: str) -> None:
    text = f"{{name: 'search', arguments: {{opts: {{{key}: [1,], deep: {{{key} : 'it's'}}}}}}}} // {{"
    assert complete(text, SEARCH) == [("search", {"opts": {name: [1], "deep": {name: "it's"}}})]


def test_a_deeper_value_is_shown_while_it_comes() -> None:
    events, _ = streamed("**TOOL_CALL:** search\n- TAGS:\n  - x\n  - y\n", 1, SEARCH)
    assert "".join(getattr(event, "text", "") for event in events) == "  - x\n  - y"


# Names alone
@for_each(
    "text",
    [
        '{"name": "now"};',
        'I look.\n{"name": "now"}\n',
        'I look: {"name": "now"}.',
        '[{"name": "now"}]',
        '{name: "now"} ',
    ],
)
def test_a_name_alone_is_a_call(text: str) -> None:
    assert complete(text, SEARCH) == [("now", {})]


@for_each(
    "text",
    [
        'An entry like {"name": "now"} is a record.',
        "if (x) {name: 'now'} else {y}",
        'const x = {name: "now"};',
        'find({"name": "now"})',
    ],
)
def test_a_name_in_a_sentence_or_in_code_is_no_call(text: str) -> None:
    assert complete(text, SEARCH) == []


# Claude 2
def claude_2(inside: str) -> str:
    return (
        f"<function_calls>\n<invoke>\n<tool_name>search</tool_name>\n{inside}\n</invoke>\n</function_calls>"
    )


@for_each(
    "inside",
    [
        '<parameters>\n<parameter name="query">tea</parameter>\n<parameter name="limit">5</parameter>\n</parameters>',
        '<parameter name="query">tea</parameter>\n<parameter name="limit">5</parameter>',
        "<query>tea</query>\n<limit>5</limit>",
        "<parameters>\n<query>tea</query>\n<limit>5</limit>",
    ],
)
def test_no_argument_is_lost_where_claude_2s_tags_are_mixed_with_others(inside: str) -> None:
    assert complete(claude_2(inside), SEARCH) == [("search", {"query": "tea", "limit": 5})]


@for_each(
    "text",
    [
        "<invoke><parameters><query>tea</query></parameters><tool_name>search</tool_name></invoke>",
        "<tool_name>search</tool_name><query>tea</query>",
        '<tool_name>search</tool_name>\n<args query="tea"></args>',
    ],
)
def test_a_name_whose_arguments_cannot_be_read_is_no_call_without_them(text: str) -> None:
    assert complete(text, SEARCH) == []


# Python-style values
@for_each(
    ("call", "query"),
    [
        ("search(query='echo 'a', 'b'', limit=5)", "echo 'a', 'b'"),
        ("search(query='1', [2], 3', limit=5)", "1', [2], 3"),
        (
            'search(query="""def f():\n    """doc"""\n    return 1\n""", limit=5)',
            'def f():\n    """doc"""\n    return 1\n',
        ),
        ("search(query=r'\\d 'x'', limit=5)", "\\d 'x'"),
        ("search(query='a: 'b': c', limit=5)", "a: 'b': c"),
    ],
)
def test_a_named_string_ends_only_before_another_name_or_the_end(call: str, query: str) -> None:
    for text in (f"[{call}]", f"```tool_code\n{call}\n```\n", f"```tool_code\nprint({call})\n```\n"):
        assert complete(text, SEARCH) == [("search", {"query": query, "limit": 5})]
        assert repaired(text, SEARCH)


@for_each("between", [" x: 1", "\n```", "\nmore\n"])
def test_a_call_started_in_a_value_with_text_behind_it_reads_the_same_in_any_pieces(between: str) -> None:
    begun = '<invoke name="b"><parameter name="x">1</parameter>\n</invoke>'
    text = f'<function_calls><invoke name="w"><parameter name="text">{begun}{between}</function_calls>'
    assert complete(text) == []
