"""Short cuts read what is complete in the buffer, with the same events, calls and cost as the long way."""

import importlib
import pkgutil
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overlay.detection import StreamDetector, attempts, json_calls, json_stream
from overlay.detection import formats as package
from overlay.detection.attempts import Attempts
from overlay.detection.markdown import Prose
from overlay.detection.registry import _WORTH_A_LOOK, OpenerIndex  # pyright: ignore[reportPrivateUsage]
from overlay.detection.scanner import Scanner
from tests.detection.helpers import tool
from tests.support.effort import some
from tests.support.table import for_each

EXAMPLES = [
    example.text
    for info in pkgutil.iter_modules(package.__path__)
    for example in importlib.import_module(f"{package.__name__}.{info.name}").EXAMPLES
]
JSON = [
    '{"name": "f", "arguments": {"a": "x", "n": 12.50, "o": {"k": [1, 2]}, "e": ""}}',
    '{"name": "f", "arguments": {"a": "x", "a": "y"}}',
    '{"name": "f", "arguments": {"o": {"a": "x", "a": "y"}}}',
    '{"name": "f", "arguments": {"path": "C:\\\\temp\\new.txt"}}',
    '{"name": "f", "arguments": {"path": "C:\\temp\\new.txt", "n": 1}}',
    '{"name": "f", "arguments": {"path": "C:\\Users"}}',
    '{"arguments": {"a": "x"}, "name": "f"}',
    '{"id": "7", "name": "f", "arguments": {"a": "x"}}',
    '{"name": "f", "arguments": {"type": "object"}}',
    '{"name": "f", "arguments": {"type": "x"}, "id": "7"}',
    '{"name": "f", "arguments": {"a": "x"}, "id": "7", "thoughts": "so"}',
    '{"name": "g", "arguments": {"a": "x"}}',
    '{"name": "f", "arguments": {"b": "\\u00e4\\ud83d\\ude00\\n"}}',
    '{"name": "f", "arguments": {"b": "\\ud83d\\ud83d\\ude00"}}',
    '{"name": "f", "arguments": "{\\"a\\": 1}"}',
    '{"name": "f", "arguments": {"a": 1}, "parameters": {"b": 2}}',
    '{"name": "f", "parameters": {"b": 2}, "arguments": "x"}',
    '{"name": "f", "foo": 1, "arguments": {"a": 1}}',
    '{"name": "f", "arguments": {"a": 1}, "foo": 1}',
    '{"name": "f", "name": "now", "arguments": {"a": 1}}',
    '{"name": "a b", "arguments": {"a": 1}}',
    '{"jsonrpc": "2.0", "name": "f", "arguments": {"a": 1}}',
    '{"name": "user", "email": "a@example.org", "age": 1}',
    '{"x": {"name": "f", "arguments": {"a": 1}}}',
    '[{"a": 1}, {"name": "f", "arguments": {"a": 1}}, 2]',
    '{"type": "function_call_start", "name": "f"}',
    '{"id": 12, "name": "f", "type": "function_call_start"}{"type": "function_call_end", "id": 12}',
    '{"id": 12, "time": "10:00", "type": "function_call_start"}',
    '{"a": 1, }',
    '{"a": "line\nbreak"}',
    '<tool_call>{"name": "f", "args": {"a": 1}, "tool": "g"}</tool_call>',
]
OTHER = [
    ".a{color:red;padding:0 4px;margin:0}",
    "@media (max-width:600px){.x{display:none}}",
    '.b {\n  color: #333;\n  border: 1px solid rgba(0,0,0,.1);\n  font: 12px/1.5 "Arial";\n}',
    "function f(a){return{x:a,y:b.z}} var a = {b: 1, c: \"x\", d: [1, 2], e: {f: 'g'}};",
    "{k:'it's', l:'m'}",
    "{a: [b, c(d)], // no\n e: 1, }",
    "{a: b, function: {name: 'f', arguments: {}}}",
    "{a: b, tool_calls: [{name: 'f', arguments: {}}]}",
    '{a: 1, name: "f", arguments: {"a": "x"}}',
    '{name: "f", arguments: {"a": "x"}}',
    "{type: x, name: 'f', arguments: {a: 1}}",
    "{a: 1,, b: 2}",
    "{a: b; c: d}",
    "{a: b c}",
    "{a: 1 /* x */, b: 2}",
    "{" + "a" * 70 + ": 1}",
    "{a: 1, " + "b" * 70 + ": 1}",
    '{"f": /*{"name":"f","arguments":"{}"}',
    "{f: # {a: 1}",
    "{functions: [1], a: {b: [c]}}",
]
XML = [
    '<invoke name="f" call_id="3">\n<parameter name="a">\nx < y\n</parameter>\n</invoke>',
    '<invoke name="f"><parameter name="a">\r\nx\n</parameter><parameter name="a"></parameter></invoke>',
    '<invoke name="f"><parameter name="a">x</parameter> y</parameter></invoke>',
    '<invoke name="f"><parameter name="a"><![CDATA[x]]></parameter></invoke>',
    '<invoke name="f"><parameter name="a">x</a></invoke>',
    '<invoke name="f"><parameter name="parameter">x</parameter></invoke>',
    '<invoke name="f"><parameter name="a">x</parameter></function_calls>',
    '<function_calls><invoke name="f"></invoke> <invoke name="now">\n</invoke></function_calls>',
    '<function_calls><invoke name="f"></invoke> text',
    '<invoke name=" "></invoke>',
    '<invoke name="a&amp;b"></invoke>',
    "<f><a>x</a></f>",
]
MARKDOWN = [
    "The fox. ", "\n", " ", "Example:\n", "```json\n", "\n```\n", "\n```python\n", "\n~~~\n", "`code`", "`",
    "\n> q\n", "x = ", ", ", "[", "]", "{", "}", "<think>", "</think>", "[](", "[a, b]", "functools", "{a: b;",
    "{id: 1}", "é",
]  # fmt: skip
parts = st.lists(
    st.sampled_from([*EXAMPLES, *JSON, *OTHER, *XML]) | st.sampled_from(MARKDOWN), min_size=1, max_size=6
)
TOOLS = [tool("f", a="string", n="integer", o="object"), tool("now"), tool("write", text="string")]


def never(*_: object, **__: object) -> None:
    """Find no short cut."""


def whole_search(openers: OpenerIndex, _text: str, _pos: int) -> Any:
    """The search for all openers."""
    return openers.search


def read(text: str, sizes: Sequence[int], tools: Any, fence: str | None) -> str:
    """Return everything that detection says of `text`, and the cost of its failed attempts."""
    detector = StreamDetector(tools, fence=fence)
    events: list[Any] = []
    at = 0
    while at < len(text):
        for size in sizes:
            events += detector.feed(text[at : at + size])
            at += size
    events += detector.finish()
    machine: Any = vars(detector)["_machine"]
    tried: Any = machine._attempts
    return f"{events} {detector.calls} {detector.ranges} {vars(tried)['_spent']}"


def the_long_way(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Attempts, "at_once", never)
    patch.setattr(Scanner, "_passed_code", never)
    patch.setattr(OpenerIndex, "search_in", whole_search)
    patch.setattr(attempts, "_BEHIND", 1 << 62)
    patch.setattr(Prose, "whole_line", never)
    patch.setattr(Prose, "whole_code", never)
    patch.setattr(json_calls, "plain_object", never)
    patch.setattr(json_stream, "string_at", never)
    patch.setattr(json_stream, "end_of", never)


def assert_same(text: str, tools: Any, fence: str | None = None) -> None:
    sizes = ([len(text)], [len(text) // 2 + 1], [61, 7])
    short = [read(text, one, tools, fence) for one in sizes]
    with pytest.MonkeyPatch.context() as patch:
        the_long_way(patch)
        assert short == [read(text, one, tools, fence) for one in sizes]


@for_each("text", [*JSON, *OTHER, *XML, *EXAMPLES[:: some(1, 4)]])
def test_one_call_reads_the_same(text: str) -> None:
    for tools in (None, TOOLS):
        assert_same(f"So this is what I do:\n\n{text}\nand\n{text}", tools)


@for_each("text", [*EXAMPLES[:: some(1, 5)], "**tool_call:** f\n- **a:** x\n\nDone.", "**TOOL_CALL:** f\n\n"])
def test_a_call_is_found_behind_many_ordinary_words(text: str) -> None:
    for words in ("Plain words. ", "Well-known a_b words = [so]. ", "Ordinary – “so”.\n"):
        many = words * (_WORTH_A_LOOK // len(words) + 1)
        assert_same(f"{many}\n{text}", None)


CODE = [
    "print(f(x))",
    "copy_call: f",
    "run\n\nit",
    "import a as b\n",
    "  copy code",
    "Action: f",
    "a b [f(1)]",
]


@for_each("inside", ["x", "", "copy", " \n", "{}", "```js", "~~~", "```\xa0", *CODE, *EXAMPLES[: some(6, 1)]])
@for_each("opening", ["```python", "~~~js", "````c", "```json", "```tool_code", "Example:\n```py"])
def test_a_block_reads_the_same(opening: str, inside: str) -> None:
    call = JSON[0]
    closing = opening.rpartition("\n")[2].rstrip("abcdefghijklmnopqrstuvwxyz_")
    text = f"So this is it.\n\n{opening}\n{inside}\n{call}\n{inside}\n{closing}\n\n{call}\n"
    assert_same(text + text, None)


@given(
    pieces=parts, tools=st.sampled_from([None, TOOLS]), fence=st.sampled_from([None, None, "json", "python"])
)
def test_mixed_text_reads_the_same(pieces: list[str], tools: Any, fence: str | None) -> None:
    assert_same("".join(pieces), tools, fence)


@given(
    text=st.sampled_from([*JSON, *OTHER, *XML, *EXAMPLES]),
    place=st.integers(0, 200),
    left_out=st.integers(0, 2),
    put=st.sampled_from(
        ["", '"', "<", ">", "{", "}", "[", ",", ":", "\\", "\n", " ", "a", "/", "é", "\ud83d"]
    ),
)
def test_text_with_a_slip_reads_the_same(text: str, place: int, left_out: int, put: str) -> None:
    place %= len(text)
    assert_same(f"So this is it:\n\n{text[:place]}{put}{text[place + left_out :]}\n{text}", None)


@for_each("text", [*JSON[:1], *XML[:1], "<invoke name='f'>".replace("'", '"') + "</invoke>"])
def test_control_a_plain_call_takes_a_short_cut(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []

    def refused(*_: object) -> Any:
        tried.append(None)
        return iter(())

    monkeypatch.setattr(Attempts, "candidate", refused)
    detector = StreamDetector()
    detector.feed(f"So this is what I do:\n\n{text}\nDone.")
    assert len(detector.calls) == 1
    assert tried == []


@for_each("line", ["print(f(x))", "import a.b", "the words of a note"])
def test_control_a_block_of_code_takes_a_short_cut(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    monkeypatch.setattr(Prose, "enter", tried.append)
    detector = StreamDetector()
    detector.feed(f"So this is it.\n\n```python\n{line}\n```\n\nDone.\n")
    assert tried == []


def test_text_in_a_block_of_code_is_not_held_back() -> None:
    detector = StreamDetector()
    detector.feed("So:\n```python\nprint([")
    assert detector.pending_from is None


def test_control_a_record_takes_a_short_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    read_so: list[int] = []
    before = json_calls.plain_object

    def seen(*args: Any, **how: Any) -> int | None:
        count = before(*args, **how)
        read_so.append(-1 if count is None else count)
        return count

    monkeypatch.setattr(json_calls, "plain_object", seen)
    detector = StreamDetector()
    detector.feed('Well:\n[{"a": {"b": [1]}}, {"b": "\\n"}]\n' + "x" * 300)
    assert read_so == [0, 0]
