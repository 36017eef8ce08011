"""Calls with text that is not used, or that may mean something else: shown, but never read as written."""

from typing import Any

from overlay.detection import detect
from tests.detection.helpers import streamed, tool

TOOLS = [tool("clean", path="string", dry_run="boolean", note="string"), tool("run", command="string")]
CALL = '{"name": "run", "arguments": {"command": "a"}}'
_NEXT = '‹invoke name="clean"›‹parameter name="path"›build\n{}true‹/parameter›‹/invoke›'
_CLEAN = '{{"name": "clean", "arguments": {}}}'
_GEMMA = "‹|tool_call›call:clean{}‹tool_call|›"
_Q = '‹|"|›'
IN_BLOCKS = {
    "words before": f"not this: {CALL}",
    "words after": f"{CALL}\nis not meant",
    "a comment before": f"// only to show\n{CALL}",
    "a commented line": f"// {CALL}",
    "a commented element": '‹!-- ‹invoke name="run"›‹parameter name="command"›a‹/parameter›‹/invoke› --›',
    "a quoted line": f"> {CALL}",
    "the value of a key": f"example: {CALL}",
    "a variable": f"call = {CALL}",
    "a line of a log": f"12:03 sent {CALL}",
    "a record before": f'{{"time": 1, "event": "called"}}\n{CALL}',
    "a bracket too many on the next line": f"{CALL}\n}}",
    "a message of a history": '[{"role": "user", "content": "x"}, ' + CALL + "]",
    "the calls of another role": f'{{"role": "user", "tool_calls": [{CALL}]}}',
}
TEXTS = {
    "words after a parameter": _NEXT.replace("build\n", "build‹/parameter› oops ").format(
        "‹parameter name=note›"
    ),
    "an opener with another attribute first": _NEXT.format('‹parameter type="boolean" name="dry_run"›'),
    "an opener with a space": _NEXT.format('‹ parameter name="dry_run"›'),
    "an opener over two lines": _NEXT.format('‹parameter\nname="dry_run"›'),
    "an opener with another word": _NEXT.format('‹param name="dry_run"›'),
    "an opener of Qwen's": _NEXT.format("‹parameter=dry_run›"),
    "an opener of a namespace": _NEXT.format('‹x:parameter name="dry_run"›'),
    "the next parameter in a tag of its name": _NEXT.replace("true", "").format("‹dry_run›true‹/dry_run›"),
    "Qwen's opener with spaces": "‹function=clean›\n‹parameter=path›\nbuild\n‹parameter = dry_run›\ntrue\n"
    "‹/parameter›\n‹/function›",
    "another opener in Qwen's": '‹function=clean›‹parameter=path›build\n‹parameter name="dry_run"›true'
    "‹/parameter›‹/function›",
    "an element in another case": "‹clean›\n‹path›build\n‹Dry_run›true‹/Dry_run›\n‹/path›\n‹/clean›",
    "words after a parameter of a function": '‹function name="clean"›‹param name="path"›a‹/param› oops ‹/function›',
    "a bracket after a list": f"‹tool_call›[{CALL}]]‹/tool_call›",
    "a bracket after a list on a line": f"‹tool_call›\n[{CALL}]\n]\n‹/tool_call›",
    "a bracket after Mistral's list": f"[TOOL_CALLS][{CALL}]]",
    "a brace in Mistral's list": f"[TOOL_CALLS][{CALL}}}]",
    "a bracket after Mistral's object": '[TOOL_CALLS]run[ARGS]{"command": "a"} ]',
    "a second object of Mistral's": '[TOOL_CALLS]clean[ARGS]{"path": "x"}{"dry_run": true}',
    "a bracket after a bare list": f"[{CALL}]]",
    "a bracket after functools": f"functools[{CALL}]]",
    "a bracket after Apertus' list": '‹|tools_prefix|›[{"run": {"command": "a"}}]]‹|tools_suffix|›',
    "a second key of Apertus'": '‹|tools_prefix|›[{"clean": {"path": "x"}, "dry_run": true}]‹|tools_suffix|›',
    "words after ReAct's object": 'Action: run\nAction Input: {"command": "a"} oops\n',
    "the id of another call": '{"type":"function_call_start","name":"run","call_id":1}\n'
    '{"type":"parameter","key":"command","value":"a","call_id":2}\n{"type":"function_call_end","call_id":1}',
    "a key that no parameter has": "TOOL_CALL: clean\nPATH: build\nFORCE: true\n",
    "arguments in arguments": _CLEAN.format('{"arguments": {"path": "x"}}'),
    "arguments under the tool's name": _CLEAN.format('{"clean": {"path": "x"}}'),
    "a keyword twice": '[clean(path="x", path="y")]',
    "a key twice": _GEMMA.format(f"{{path:{_Q}a{_Q},path:{_Q}b{_Q}}}"),
    "a comma that is missing": _GEMMA.format(f"{{path:{_Q}a{_Q} dry_run:true}}"),
    "a path in an object": _CLEAN.format('{"o": {"p": "C:\\new\\table"}}'),
    "a path below the folder above": _CLEAN.format('{"note": "cd ..\\bin && dir"}'),
    "a path below a variable": _CLEAN.format('{"path": "$env:TEMP\\new"}'),
}


def written(text: str) -> str:
    """Return the text with angle brackets."""
    return text.replace("‹", "<").replace("›", ">")


def sure(calls: Any) -> list[Any]:
    return [call.arguments for call in calls if call.complete and call.confidence == "structured"]


def test_a_call_with_text_that_is_not_used_is_not_read_as_written() -> None:
    assert {name for name, text in TEXTS.items() if sure(detect(written(text), TOOLS))} == set()


def test_a_call_with_other_text_in_its_code_block_is_not_read_as_written() -> None:
    wrong = {name for name, text in IN_BLOCKS.items() if sure(detect(written(text), TOOLS, fence="json"))}
    assert wrong == set()


def test_each_such_call_is_shown() -> None:
    assert {name for name, text in TEXTS.items() if not detect(written(text), TOOLS)} == set()
    missing = {name for name, text in IN_BLOCKS.items() if not detect(written(text), TOOLS, fence="json")}
    assert missing <= {"a commented element"}


def test_each_such_text_in_deltas_gives_the_same() -> None:
    differ = {
        (name, size)
        for name, text in {**TEXTS, **IN_BLOCKS}.items()
        for size in (1, 3)
        if repr(sorted(streamed(written(text), size, TOOLS)[1], key=lambda call: call.span))
        != repr(detect(written(text), TOOLS))
    }
    assert differ == set()


def test_the_words_of_a_site_and_separators_leave_a_call_as_written() -> None:
    for text in (f"json\n{CALL}", f"jsonCopy code{CALL}", f"{CALL}\n{CALL}", f"{CALL},\n{CALL}", f"{CALL}\n"):
        assert sure(detect(text, TOOLS, fence="json")), text
