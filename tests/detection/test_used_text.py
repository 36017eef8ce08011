"""A call is structured only if all of its text was read, as arguments or as syntax of its format."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from typing import Any, cast

from overlay.detection import ToolCall, detect
from overlay.detection import formats as package
from tests.detection.helpers import tool
from tests.detection.test_cases import CASES
from tests.detection.test_reports import CASES as REPORTS
from tests.support.effort import some

EXAMPLES = [
    (info.name, example.text, [tool(name, a="string") for name in example.tools])
    for info in pkgutil.iter_modules(package.__path__)
    for example in importlib.import_module(f"{package.__name__}.{info.name}").EXAMPLES
]
FOREIGN = "zqxw"
SLIPS = (f" {FOREIGN} ", FOREIGN, f'"{FOREIGN}": 1, ', f', "{FOREIGN}": 1', f"<{FOREIGN}>1</{FOREIGN}>")
OTHER_TEXT = {
    "html_element": "only two attributes of the element are the call; the page shows the rest",
    "cline_xml": "the server's name only tells tools of the same name apart",
}
JSON_CALL = "name arguments parameters function args function_name function_args thoughts tool_request"
SYNTAX = {
    "json_object": JSON_CALL,
    "hermes": JSON_CALL,
    "inkling": JSON_CALL,
    "mistral": f"{JSON_CALL} tool_calls",
    "tool_name_arguments": "tool_name arguments",
    "qwen_xml": "function parameter",
    "invoke_ns": "dsml atem invoke name parameter string true",
    "xml_invoke": "invoke name parameter",
    "kimi": "tool_call_begin tool_call_argument_begin tool_call_end",
    "deepseek": "tool call begin function sep json tool_call_begin tool_sep",
    "arg_key_value": "tool_call arg_key arg_value tool_sep n",
    "gemma": "tool_call call",
    "kimi_open": "open close call tool index sep argument key type string number object boolean amp",
    "function_param": "function name param cdata",
    "minimax": "minimax invoke name item",
    "react": "action input",
}
"""The words of each format; `n` is that of a line break printed as two characters, `amp` that of an entity."""


def sure(text: str, tools: Any) -> list[ToolCall]:
    """Return the calls that may run automatically."""
    return [call for call in detect(text, tools) if call.complete and call.confidence == "structured"]


def carried(call: ToolCall) -> Iterator[str]:
    """Yield the texts that the call carries, also as JSON writes them."""
    for value in (call.name, call.arguments, call.call_id, call.thoughts, call.description):
        yield from _texts(value)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _texts(inner)
    elif isinstance(value, str):
        yield value
        yield json.dumps(value)
        yield json.dumps(json.dumps(value))
    else:
        yield json.dumps(value)
        yield str(value)


def test_each_word_of_a_structured_call_is_used() -> None:
    unused: dict[str, set[str]] = {}
    for case in (*CASES[:: some(1, 5)], *REPORTS.values()):
        for call in sure(case["text"], case["tools"]):
            used = set(SYNTAX.get(call.format, "").split())
            words = {word for text in carried(call) for word in re.findall(r"\w+", text)}
            left = {
                word
                for word in re.findall(r"\w+", call.raw)
                if word not in words and word.lower() not in used
            }
            if left:
                unused[call.raw] = left
    assert unused == {}


def test_a_foreign_word_anywhere_is_carried_or_the_call_is_not_structured() -> None:
    step = some(1, 13)
    lost = [
        broken
        for name, text, tools in EXAMPLES
        if name not in OTHER_TEXT
        for slip in SLIPS
        for place in range(0, len(text) + 1, step)
        for broken in [text[:place] + slip + text[place:]]
        for call in sure(broken, tools)
        if FOREIGN in call.raw and not any(FOREIGN in one for one in carried(call))
    ]
    assert lost == []
