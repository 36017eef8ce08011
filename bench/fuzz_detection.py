# ruff: noqa: E501
"""Fuzzes detection: mutated and spliced calls of every family, in odd deltas.

    python -m bench fuzz_detection --inputs 1000000 --seed 1 [--corpus CASES.jsonl]

Fails on any exception, on an input that takes over a second, on deltas that change the calls, on events out of order,
and on memory that grows. Prints one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from overlay.detection import StreamDetector, detect, openers

SEEDS = [
    '<function_calls>\n<invoke name="search" call_id="7">\n<parameter name="q">a < b</parameter>\n</invoke>\n</function_calls>',
    '{"type":"function_call_start","name":"N","call_id":1}\n{"type":"parameter","key":"k","value":"v"}\n{"type":"function_call_end","call_id":1}',
    '<tool:search>{"q": "tea", "n": [1, {"a": null}]}</tool>',
    '{"name": "f", "arguments": {"a": "x\\n\\u00e9", "b": [1, 2]}}',
    '{"thoughts": "so", "tool_request": [{"name": "f", "parameters": {}}, {"name": "g", "arguments": "{}"}]}',
    '{"tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{\\"a\\": 1}"}}]}',
    "TOOL_CALL: highlight_object\nOBJECT: cup\nNOTE: it's red\n\nDone.",
    '<div class="mpai-tool-call" data-tool-name="f" data-tool-parameters=\'{"a": 1}\'><pre>{"a": 1}</pre></div>',
    '<tool_call>\n{"name": "f", "arguments": {"a": "</tool_call>"}}\n</tool_call>',
    "<tool_call>\n<function=f>\n<parameter=a>\nx\n</parameter>\n</function>\n</tool_call>",
    "<tool_calls><tool_call>f<tool_sep><arg_key>a</arg_key><arg_value>1</arg_value></tool_call></tool_calls>",
    '<function name="f"><param name="a"><![CDATA[x]]></param></function>',
    '<｜DSML｜tool_calls><｜DSML｜invoke name="f"><｜DSML｜parameter name="a" string="false">1</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜tool_calls>',
    ']<]minimax[>[<tool_call>]<]minimax[>[<invoke name="f">]<]minimax[>[<a>x]<]minimax[>[</a>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>f\n```json\n{"a": 1}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.f:0<|tool_call_argument_begin|>{"a": 1}<|tool_call_end|><|tool_calls_section_end|>',
    '<|open|>tools<|sep|><|open|>call tool="f" index="1"<|sep|><|open|>argument key="a" type="string"<|sep|>x<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    '[TOOL_CALLS]f[CALL_ID]x[ARGS]{"a": 1}',
    "[f(a=1, b='x)', c=[1, {'k': None}]), g()]",
    '<|tool_call>call:f{a:<|"|>x<|"|>,n:{k:[1,2]}}<tool_call|>',
    '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": 1}<|call|>',
    '<|tools_prefix|>[{"f": {"a": 1}}]<|tools_suffix|>',
    "<read_file><path>a</path></read_file> <server.tool>\n<k>1</k>\n</server.tool>",
    "<tool_name>f</tool_name>\n<arguments>\n<a>1</a>\n</arguments>",
    'Action: f\nAction Input: {"a": 1}\nObservation: x',
    "```xml\nprose\n```\n> quote\n`code` <think>hm</think> <function_result>r</function_result>\n~~~python\nx = 1\n~~~\n",
]
GLUE = ["\n", " ", "\n\n", "```\n", "```json\n", "```tool_code\n", "`", "> ", "{", "}", "[", "]", '"', "'", "\\", "<", ">", "</", "/>", "<!--",
        "]]>", "<![CDATA[", ",", ":", ";", "(", ")", "\r\n", "\ufeff", "😀", "\ud800", "\0", "“", "”", "&lt;", "//", "/*", "#", "Example:\n"]  # fmt: skip
TOOLS: list[dict[str, Any]] = [
    {
        "name": name,
        "parameters": {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": ["integer", "null"]}},
        },
        "fallbacks": {"detection_json": "a", "natural_language": ["highlight (?P<a>[a-z ]+)"]},
    }
    for name in ("f", "g", "search", "get_weather")
]


def mutated(rng: random.Random, seeds: list[str]) -> str:
    """Return one input: seeds that are spliced, cut and repeated, with added characters and delimiters."""
    text = rng.choice(seeds)
    for _ in range(rng.randrange(5)):
        kind = rng.randrange(7)
        at = rng.randrange(len(text) + 1)
        if kind == 0:
            text = text[:at] + rng.choice(seeds)
        elif kind == 1:
            text = text[:at] + rng.choice(GLUE) * rng.choice((1, 1, 2, 9)) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at + rng.randrange(1, 12) :]
        elif kind == 3:
            end = min(len(text), at + rng.randrange(1, 40))
            text = text[:end] + text[at:end] * rng.choice((1, 2, 5)) + text[end:]
        elif kind == 4:
            text = text[:at] + rng.choice(openers()) + text[at:]
        elif kind == 5:
            text = text[:at] + rng.choice(seeds) + text[at:]
        else:
            text = text[at:] + text[:at]
    return text[:4000]


def check(text: str, rng: random.Random) -> str | None:
    """Return what is wrong in the detection of `text`, None if nothing is."""
    tools = TOOLS if rng.random() < 0.5 else None
    fence = rng.choice((None, None, "", "xml", "python"))
    fallbacks = rng.random() < 0.3
    whole = detect(text, tools, fallbacks=fallbacks, fence=fence)
    detector = StreamDetector(tools, fallbacks=fallbacks, fence=fence)
    events: list[Any] = []
    at = 0
    while at < len(text):
        size = rng.choice((1, 2, 3, 7, 40))
        events += detector.feed(text[at : at + size])
        at += size
    events += detector.finish()
    if repr(sorted(detector.calls, key=lambda call: call.span)) != repr(whole):
        return "deltas change the calls"
    states: dict[int, str] = {}
    for event in events:
        kind = type(event).__name__
        before = states.get(event.call)
        if (kind == "CallOpened") != (before is None) or before in ("CallClosed", "CallWithdrawn"):
            return f"{kind} after {before}"
        states[event.call] = kind
    if any(state not in ("CallClosed", "CallWithdrawn") for state in states.values()):
        return "a call is left open"
    if any(call.span[0] >= call.span[1] or (call.complete and call.error) for call in whole):
        return "a call without text, or complete with an error"
    return None


def main(arguments: Sequence[str]) -> int:
    """Fuzz; return 0 if no problem was found."""
    parser = argparse.ArgumentParser(prog="python -m bench fuzz_detection", description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--seconds", type=float, default=1e9)
    options = parser.parse_args(arguments)
    seeds = list(SEEDS)
    if options.corpus:
        seeds += [json.loads(line)["text"][:2000] for line in options.corpus.read_text("utf-8").splitlines()]
    rng = random.Random(options.seed)
    done, slowest, problems = 0, 0.0, 0
    start = time.monotonic()
    memory = 0
    while done < options.inputs and time.monotonic() - start < options.seconds and problems < 20:
        text = mutated(rng, seeds)
        begin = time.process_time()
        try:
            problem = check(text, rng)
        except Exception as error:
            import traceback

            problem = f"{error!r} {traceback.format_exc()[-600:]}"
        took = time.process_time() - begin
        slowest = max(slowest, took)
        if took > 1:
            problem = f"took {took:.1f} s"
        if problem:
            problems += 1
            print(json.dumps({"problem": problem, "text": text}), file=sys.stderr)
        done += 1
        if done == 2000:
            memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory) / 1024 if memory else 0
    result = {
        "inputs": done, "problems": problems, "slowest_s": round(slowest, 3),
        "seconds": round(time.monotonic() - start), "memory_grown_mb": round(grown, 1),
    }  # fmt: skip
    print(json.dumps(result))
    return 1 if problems or grown > 200 else 0
