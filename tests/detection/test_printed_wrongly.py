"""Calls that a model or a page prints in another way than the format, and texts that only look like calls.

Each kind is known from public reports of other tools; the texts are our own.
"""

from typing import Any

import pytest

from overlay.detection import detect
from overlay.tools.errors import ToolError
from overlay.tools.validation import ArgumentCheck
from tests.detection.helpers import Wanted, fits, only, state, streamed
from tests.support.table import for_each


def _tool(name: str, required: tuple[str, ...], **types: str) -> dict[str, Any]:
    properties = {key: {"type": kind} for key, kind in types.items()}
    schema = {"type": "object", "properties": properties, "required": list(required)}
    return {"name": name, "parameters": schema}


TOOLS = [
    _tool("run", ("command",), command="string", timeout="integer"),
    _tool("say", ("text",), text="string"),
    _tool("find", ("query",), query="string", tags="array", options="object"),
    _tool("now", ()),
]
LS: Wanted = [("run", {"command": "ls"}, "c")]
LS_REPAIRED: Wanted = [("run", {"command": "ls"}, "r")]
LS_CUT: Wanted = [("run", {"command": "ls"}, "i")]
NOW_REPAIRED: Wanted = [("now", {}, "r")]
NO_ARGUMENTS: Wanted = [("run", {}, "i")]
NOTHING: Wanted = []

GEMMA: dict[str, tuple[str, Wanted]] = {
    "single quotes": ("<|tool_call>call:run{command:'ls'}<tool_call|>", LS_REPAIRED),
    "smart quotes": ("<|tool_call>call:run{command:“ls”}<tool_call|>", LS_REPAIRED),
    "keys in quotes": ('<|tool_call>call:run{"command": "ls"}<tool_call|>', LS_REPAIRED),
    "an equals sign": ('<|tool_call>call:run{command=<|"|>ls<|"|>}<tool_call|>', LS_REPAIRED),
    "round brackets": ('<|tool_call>call:run(command="ls")<tool_call|>', LS_REPAIRED),
    "no quotes": ("<|tool_call>call:run{command:ls}<tool_call|>", LS_REPAIRED),
    "the word call missing": ('<|tool_call>run{command:<|"|>ls<|"|>}<tool_call|>', LS_REPAIRED),
    "a namespace": ('<|tool_call>call:default_api.run{command:<|"|>ls<|"|>}<tool_call|>', LS),
    "a comma without quotes": (
        "<|tool_call>call:run{command:ls a, b,timeout:3}<tool_call|>",
        [("run", {"command": "ls a, b", "timeout": 3}, "r")],
    ),
    "braces without quotes": (
        "<|tool_call>call:run{command:ls {a,b} c}<tool_call|>",
        [("run", {"command": "ls {a,b} c"}, "r")],
    ),
    "braces and commas in quotes": (
        '<|tool_call>call:run{command:"f {a, b}, g",timeout:3}<tool_call|>',
        [("run", {"command": "f {a, b}, g", "timeout": 3}, "r")],
    ),
    "quotes in quotes": (
        '<|tool_call>call:say{text:"say "hi" to me"}<tool_call|>',
        [("say", {"text": 'say "hi" to me'}, "r")],
    ),
    "escapes": (
        r'<|tool_call>call:say{text:"a \"b\"\n\u00e9"}<tool_call|>',
        [("say", {"text": 'a "b"\né'}, "r")],
    ),
    "strings in an object": (
        '<|tool_call>call:find{query:<|"|>x<|"|>,options:{"a": "b}, c", d: [\'e\', "f]"]}}<tool_call|>',
        [("find", {"query": "x", "options": {"a": "b}, c", "d": ["e", "f]"]}}, "r")],
    ),
    "the token of another model at the end": (
        '<|tool_call>call:run{command:<|"|>ls<|"|>}</tool_call>',
        LS_REPAIRED,
    ),
    "no token at the end": ('<|tool_call>call:run{command:<|"|>ls<|"|>}\nDone.', LS_REPAIRED),
    "an open object": ('<|tool_call>call:run{command:"ls"<tool_call|>', LS_CUT),
    "an open string": ('<|tool_call>call:run{command:"ls}<tool_call|>', NO_ARGUMENTS),
    "no object for a tool that needs one": ("<|tool_call>call:run<tool_call|>", NO_ARGUMENTS),
    "a key without a value": ("<|tool_call>call:run{command}<tool_call|>", NO_ARGUMENTS),
}
_KIMI = "<|tool_call_begin|>functions.run:0<|tool_call_argument_begin|>"
TOKENS: dict[str, tuple[str, Wanted]] = {
    "ASCII bars around ▁": (
        '<|tool▁calls▁begin|><|tool▁call▁begin|>run<|tool▁sep|>{"command": "ls"}<|tool▁call▁end|>',
        LS,
    ),
    "bars of two kinds": ('<｜tool▁call▁begin｜>run<｜tool▁sep｜>{"command": "ls"}<|tool▁call▁end|>', LS),
    "full-width bars of Kimi": (
        '<｜tool_call_begin｜>functions.run:0<｜tool_call_argument_begin｜>{"command": "ls"}<｜tool_call_end｜>',
        LS,
    ),
    "DSML with ASCII bars, doubled": (
        '<||DSML||invoke name="run"><||DSML||parameter name="command">ls</||DSML||parameter></||DSML||invoke>',
        LS_REPAIRED,
    ),
    "DSML with spaces": (
        '< | DSML | tool_calls>< | DSML | invoke name="run">< | DSML | parameter name="command" string="true">ls'
        "</ | DSML | parameter></ | DSML | invoke></ | DSML | tool_calls>",
        LS_REPAIRED,
    ),
    "DSML on some tags only": (
        '<｜DSML｜invoke name="run"><parameter name="command" string="true">ls</parameter></｜DSML｜invoke>',
        LS_REPAIRED,
    ),
    "DSML without its first bar": (
        '<DSML｜invoke name="run"><DSML｜parameter name="command">ls</DSML｜parameter></DSML｜invoke>',
        LS_REPAIRED,
    ),
    "json glued to DeepSeek's name": (
        '<｜tool▁call▁begin｜>function<｜tool▁sep｜>runjson\n{"command": "ls"}\n<｜tool▁call▁end｜>',
        LS_REPAIRED,
    ),
    "json glued to harmony's name": (
        '<|channel|>commentary to=functions.runjson<|message|>{"command": "ls"}<|call|>',
        LS_REPAIRED,
    ),
    "json glued to Mistral's name": ('[TOOL_CALLS]runjson{"command": "ls"}', LS_REPAIRED),
    "a fence glued to the name": (
        '<｜tool▁call▁begin｜>function<｜tool▁sep｜>run```json\n{"command": "ls"}\n```<｜tool▁call▁end｜>',
        LS,
    ),
    "an empty fence of DeepSeek": (
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>now\n```json\n```<｜tool▁call▁end｜>",
        NOW_REPAIRED,
    ),
    "an empty fence for a tool that needs arguments": (
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>run\n```json\n\n```<｜tool▁call▁end｜>",
        NO_ARGUMENTS,
    ),
    "an empty fence in a tag": ("<tool:now>\n```json\n```\n</tool>", NOW_REPAIRED),
    "an empty fence in ReAct": ("Action: now\nAction Input:\n```json\n```\n", NOW_REPAIRED),
    "a call of Kimi without an object": (
        f"<|tool_call_begin|>functions.now:0{_KIMI}" + '{"command": "ls"}<|tool_call_end|>',
        [("now", {}, "i"), *LS],
    ),
}
HARMONY: dict[str, tuple[str, Wanted]] = {
    "the recipient in the role": (
        '<|start|>assistant to=functions.run<|channel|>commentary<|message|>{"command": "ls"}<|call|>',
        LS,
    ),
    "no channel": ('<|start|>assistant to=functions.run<|message|>{"command": "ls"}<|call|>', LS),
    "the function as the role": (
        '<|start|>functions.run<|channel|>commentary<|message|>{"command": "ls"}<|call|>',
        LS_REPAIRED,
    ),
    "a result": (
        '<|start|>functions.run to=assistant<|channel|>commentary<|message|>{"command": "ls"}<|end|>',
        NOTHING,
    ),
    "a call quoted in a result": (
        '<|start|>functions.run to=assistant<|message|><tool:run>{"command": "ls"}</tool><|end|>',
        NOTHING,
    ),
}
ENDS: dict[str, tuple[str, Wanted]] = {
    "a brace too many in a tag": ('<tool:run>{"command": "ls"}}</tool>', LS_REPAIRED),
    "a brace too many in the tool's tag": ('<run>{"command": "ls"}}</run>', LS_REPAIRED),
    "two braces too many": (
        '<tool_call>{"name": "run", "arguments": {"command": "ls"}}}}</tool_call>',
        LS_REPAIRED,
    ),
    "a brace too many before": ('{{"name": "run", "arguments": {"command": "ls"}}', LS_REPAIRED),
    "a brace too many in a fence": (
        '```json\n{"name": "run", "arguments": {"command": "ls"}}}\n```\n',
        LS_REPAIRED,
    ),
    "a brace too many behind Kimi's object": (_KIMI + '{"command": "ls"}}<|tool_call_end|>', LS_REPAIRED),
    "a brace too many behind Mistral's object": ('[TOOL_CALLS]run[ARGS]{"command": "ls"}}', LS_REPAIRED),
    "a brace too many behind ReAct's object": ('Action: run\nAction Input: {"command": "ls"}}', LS_REPAIRED),
    "a brace too many behind harmony's object": (
        '<|channel|>commentary to=functions.run<|message|>{"command": "ls"}}<|call|>',
        LS_REPAIRED,
    ),
    "Kimi's end token missing": (_KIMI + '{"command": "ls"}\n\nDone.', LS_REPAIRED),
    "DeepSeek's end token missing": (
        '<｜tool▁call▁begin｜>function<｜tool▁sep｜>run\n```json\n{"command": "ls"}\n```\nDone.',
        LS_REPAIRED,
    ),
    "harmony's end token missing": (
        '<|channel|>commentary to=functions.run<|message|>{"command": "ls"}',
        LS_REPAIRED,
    ),
    "a tag's closer missing": (
        '<tool_call>{"name": "run", "arguments": {"command": "ls"}}\n\nDone.',
        LS_REPAIRED,
    ),
    "the closer of Python's list missing": ('<|tool_call_start|>[run(command="ls")]\nDone.', LS_REPAIRED),
    "words before an invoke's parameter": (
        '<invoke name="run">I list.<parameter name="command">ls</parameter></invoke>',
        LS_REPAIRED,
    ),
    "words before a function's parameter": (
        "<function=run>I list.\n<parameter=command>ls</parameter></function>",
        LS_REPAIRED,
    ),
    "words between MiniMax's fields": (
        "]<]minimax[>[<invoke name='run'> so ]<]minimax[>[<command>ls]<]minimax[>[</command>]<]minimax[>[</invoke>",
        LS_REPAIRED,
    ),
}
CUT: dict[str, tuple[str, Wanted]] = {
    "in a parameter's closer": ('<invoke name="run"><parameter name="command">ls</parame', LS_CUT),
    "in an invoke's closer": ('<invoke name="run"><parameter name="command">ls</parameter></inv', LS_CUT),
    "in a function's closer": ("<tool_call><function=run><parameter=command>ls</param", LS_CUT),
    "in a pair's closer": ("<tool_call>run<arg_key>command</arg_key><arg_value>ls</arg_va", LS_CUT),
    "in a child's closer": ("<run><command>ls</comm", LS_CUT),
    "in the tool's closer": ("<run><command>ls</command></ru", LS_CUT),
    "in a tag with an object": ('<tool:run>{"command": "ls"}</to', LS_CUT),
    "in Gemma's end token": ('<|tool_call>call:run{command:<|"|>ls<|"|>}<tool_ca', LS_CUT),
    "in Kimi's end token": (_KIMI + '{"command": "ls"}<|tool_ca', LS_CUT),
    "in MiniMax's closer": (
        "]<]minimax[>[<invoke name='run'>]<]minimax[>[<command>ls]<]minimax[>[</comm",
        LS_CUT,
    ),
    "in a value": ("<run><command>ls", LS_CUT),
}
LINES: dict[str, tuple[str, Wanted]] = {
    "bold without its colon": ('**Action**: `run`\n**Action Input**: `{"command": "ls"}`', LS),
    "bold lines": ('**Action: run**\n**Action Input: {"command": "ls"}**', LS),
    "a numbered list": ('1. Thought: so\n2. Action: run\n3. Action Input: {"command": "ls"}', LS),
    "a bullet list": ('- Action: run\n- Action Input: {"command": "ls"}', LS),
    "headings": ('### Action: run\n### Action Input: {"command": "ls"}', LS),
    "numbered steps": ('Action 1: run\nAction Input 1: {"command": "ls"}', LS),
    "a fence behind": ('**Action**: run\n\n**Action Input**:\n```json\n{"command": "ls"}\n```', LS),
    "bold of a tool that isn't given": ('**Action:** stop\n**Action Input:** {"command": "ls"}', NOTHING),
    "no action": ("Thought: done\nAction: None\nAction Input: None", NOTHING),
    "no action with an empty object": ("Action: None\nAction Input: {}", NOTHING),
    "no action in short": ("Action: N/A\nAction Input: {}", NOTHING),
    "no input": ("Action: now\nAction Input: None\n", NOW_REPAIRED),
}
PYTHON: dict[str, tuple[str, Wanted]] = {
    "printed in a block": ('```tool_code\nprint(default_api.run(command="ls"))\n```\n', LS),
    "printed over several lines": (
        '```tool_code\nprint(default_api.run(\n    command="ls",\n))\n```\n',
        LS,
    ),
    "in tags": ('<tool_code>\nprint(default_api.run(command="ls"))\n</tool_code>', LS),
    "in a list": ('[default_api.run(command="ls")]', LS),
    "on a line of its own": ('I list.\nprint(default_api.run(command="ls"))\nDone.', LS_REPAIRED),
    "in a block of Python": ('```python\nprint(default_api.run(command="ls"))\n```\n', LS_REPAIRED),
    "in a program": ('```python\nx = 1\nprint(default_api.run(command="ls"))\n```\n', NOTHING),
    "in a sentence": ('default_api.run(command="ls") is how it goes.', NOTHING),
    "of a tool that isn't given": ('print(default_api.stop(command="ls"))', NOTHING),
}
INLINE: dict[str, tuple[str, Wanted]] = {
    "JSON": ('Use `{"name": "run",\n"arguments": {"command": "ls"}}` here.', NOTHING),
    "tags": ("Use `<run>\n<command>ls</command>\n</run>`, so.", NOTHING),
    "two backticks": ("Use ``<run>\n<command>`ls`</command>\n</run>`` here.", NOTHING),
    "lines": ("Use `TOOL_CALL: run\nCOMMAND: ls` here.", NOTHING),
    "a stray backtick before a call": ("A ` here.\n<run><command>ls</command></run>", LS),
    "a backtick in an earlier paragraph": ("A `word.\n\n<run><command>ls</command></run> and `", LS),
    "a backtick before a fence": ("A `word.\n```xml\n<run><command>ls</command></run>\n```\n`", LS),
    "code that ends before the call": ("A `b\nc` <run><command>ls</command></run>", LS),
}
SHAPES: dict[str, tuple[str, Wanted]] = {
    "tool_call": ('{"tool_call": {"name": "run", "arguments": {"command": "ls"}}}', LS),
    "function_call": (
        '{"function_call": {"name": "run", "arguments": "{\\"command\\": \\"ls\\"}"}}',
        LS,
    ),
    "tool_use": ('{"type": "tool_use", "id": "t1", "name": "run", "input": {"command": "ls"}}', LS),
    "functionCall": ('{"functionCall": {"name": "run", "args": {"command": "ls"}}}', LS),
    "an action": ('```json\n{"action": "run", "action_input": {"command": "ls"}}\n```\n', LS),
    "an action in a tag": (
        '<tool_call>{"action": "run", "action_input": {"command": "ls"}}</tool_call>',
        LS,
    ),
    "an action with a text": (
        '{"action": "say", "action_input": "hi"}',
        [("say", {"text": "hi"}, "c")],
    ),
    "a tool with its input": ('{"tool": "run", "tool_input": {"command": "ls"}}', LS),
    "a list with other items": (
        '[{"type": "text", "text": "so"}, {"type": "tool_use", "name": "run", "input": {"command": "ls"}}]',
        LS,
    ),
    "an object in the tool's tag": ('<run>\n{"command": "ls"}\n</run>', LS),
    "an open object in the tool's tag": ('<run>{"command": "ls"</run>', LS_REPAIRED),
    "code in the tool's tag": ("<run>{children}</run>", NOTHING),
    "other JSON in the tool's tag": ('<run>{"keys": [1]}</run>', NOTHING),
    "a final answer": ('{"action": "Final Answer", "action_input": "done"}', NOTHING),
    "a tool that isn't given": ('{"tool_call": {"name": "stop", "arguments": {}}}', NOTHING),
    "a record of a run": (
        '{"tool": "run", "input": {"command": "ls"}, "output": "a.md", "seconds": 2}',
        NOTHING,
    ),
    "a tool's definition": ('{"tool": "run", "parameters": {"type": "object", "properties": {}}}', NOTHING),
}
CLINE: dict[str, tuple[str, Wanted]] = {
    "an undeclared parameter in the middle": (
        "<run>\n<command>ls</command>\n<cwd>/</cwd>\n<timeout>3</timeout>\n</run>",
        [("run", {"command": "ls", "cwd": "/", "timeout": 3}, "r")],
    ),
    "an undeclared parameter before": (
        "<run><cwd>/</cwd><command>ls</command></run>",
        [("run", {"cwd": "/", "command": "ls"}, "r")],
    ),
    "an undeclared parameter at the end": (
        "<run><command>ls</command><cwd>/</cwd></run>",
        [("run", {"command": "ls", "cwd": "/"}, "r")],
    ),
    "undeclared parameters only": ("<run><b>so</b></run>", NOTHING),
    "an element of the same name in a value": (
        "<say><text>a <text>b</text><b>c</b></text></say>",
        [("say", {"text": "a <text>b</text><b>c</b>"}, "c")],
    ),
    "escaped tags": ("&lt;run&gt;&lt;command&gt;ls&lt;/command&gt;&lt;/run&gt;", LS_REPAIRED),
    "escaped tags and text": (
        "&lt;say&gt;\n&lt;text&gt;a &amp;lt; b&lt;/text&gt;\n&lt;/say&gt;",
        [("say", {"text": "a &lt; b"}, "r")],
    ),
    "escaped tags of Cline's own tools": (
        "&lt;read_file&gt;&lt;path&gt;a&lt;/path&gt;&lt;/read_file&gt;",
        [("read_file", {"path": "a"}, "r")],
    ),
}
KINDS = {
    "Gemma": GEMMA, "tokens": TOKENS, "harmony": HARMONY, "ends": ENDS, "cut off": CUT, "lines": LINES,
    "Python": PYTHON, "inline code": INLINE, "shapes": SHAPES, "Cline": CLINE,
}  # fmt: skip


def _wrong(kind: dict[str, tuple[str, Wanted]]) -> dict[str, Any]:
    """Return the calls found in each text that differ from the wanted ones."""
    found = {name: detect(text, TOOLS) for name, (text, _) in kind.items()}
    return {
        name: [(call.name, call.arguments, state(call)) for call in calls]
        for name, calls in found.items()
        if not fits(calls, kind[name][1])
    }


@for_each("kind", KINDS)
def test_a_call_that_is_printed_wrongly_is_read_as_far_as_it_is_sure(kind: str) -> None:
    assert _wrong(KINDS[kind]) == {}


@for_each("kind", KINDS)
def test_deltas_of_a_call_that_is_printed_wrongly_give_the_same(kind: str) -> None:
    differing: dict[str, list[int]] = {}
    for name, (text, _) in KINDS[kind].items():
        whole = repr(detect(text, TOOLS))
        for size in (1, 2, 3, 7):
            if repr(sorted(streamed(text, size, TOOLS)[1], key=lambda call: call.span)) != whole:
                differing.setdefault(name, []).append(size)
    assert differing == {}


def test_validation_refuses_an_undeclared_parameter_and_names_the_declared_ones() -> None:
    call = only("<run><command>ls</command><cwd>/</cwd></run>", TOOLS)
    check = ArgumentCheck("run", {**TOOLS[0]["parameters"], "additionalProperties": False})
    with pytest.raises(ToolError, match=r"'cwd' is not a parameter .known are 'command', 'timeout'"):
        check(call.arguments)
