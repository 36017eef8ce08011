from __future__ import annotations

import re

from overlay.detection import StreamDetector, detect
from overlay.detection.regions import open_region
from overlay.detection.surroundings import OBJECT, surroundings_of
from tests.support.table import for_each

TOOLS = [{"name": "run", "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}]
BLOCK = '```json\n{{"name": "run", "arguments": {{"command": "{}"}}}}\n```'
A, B = BLOCK.format("a"), BLOCK.format("b")
FENCE = re.compile(r"^[ \t]*```(\w*)\n(.*?)\n[ \t]*```[ \t]*$", re.MULTILINE | re.DOTALL)
TEXTS = {
    f"<think>\n{A}\n</think>\nDone.": [],
    f'<think lang="en">\nMaybe\n{A}\n</think>\n{B}': ["b"],
    f"<seed:think>\n{A}\n</seed:think>\n\n{B}": ["b"],
    f"<Thinking>\n{A}": [],
    f'<details type="reasoning" done="true">\n<summary>Thought</summary>\n{A}\n</details>\n{B}': ["b"],
    f"<details>\n<summary>The call</summary>\n\n{A}\n</details>": ["a"],
    f"<|START_THINKING|>\n{A}\n<|END_THINKING|>\n{B}": ["b"],
    f"<|inner_prefix|>\n{A}\n<|inner_suffix|>\n{B}": ["b"],
    f"<|channel>thought\n{A}\n<channel|>\n{B}": ["b"],
    f"<思考>\n{A}\n</思考>\n{B}": ["b"],
    f"<scratchpad>\n{A}\n</scratchpad>\n{B}": ["b"],
    f"<think/>\n{A}": ["a"],
    f"<thinker>\n{A}\n</thinker>": ["a"],
    f"<tool_response>\n{A}\n</tool_response>\n{B}": ["b"],
    f'<function_result call_id="1">\n{A}\n</function_result>\n\n{B}': ["b"],
    f"For example:\n\n{A}\n\nor\n\n{B}\n\nThat is all.": [],
    f"For example:\n\n{A}\n\n2. \n\n{B}": [],
    f"For example:\n\n{A}\n\nNow I do it:\n\n{B}": ["b"],
    f"### Example\n\n{A}\n": [],
    f"**Usage**\n\n{A}\n\nI run it now.\n\n{B}": ["b"],
    f"- Example:\n\n{A}\n": [],
    f"Do not run this:\n\n{A}\n": [],
    f"Do not execute the next one.\n\n{A}\n": [],
    f"Zum Beispiel:\n\n{A}\n\noder\n\n{B}": [],
    f"例如：\n\n{A}\n": [],
    f"不要执行：\n\n{A}\n": [],
    f"Por ejemplo:\n\n{A}\n": [],
    f"No lo ejecutes:\n\n{A}\n": [],
    f"Par exemple :\n\n{A}\n": [],
    f"N'exécutez pas ceci :\n\n{A}\n": [],
    f"例えば：\n\n{A}\n": [],
    f"実行しないでください：\n\n{A}\n": [],
    f"Let me read src/example.txt:\n\n{A}\n": ["a"],
    f"The server is not running. I start it:\n\n{A}\n": ["a"],
    f"I'll check the disk usage:\n\n{A}\n": ["a"],
    f"That is an example. Now I run it:\n\n{A}\n": ["a"],
}
"""Answers, and the commands that may run automatically."""


def commands(text: str) -> list[str]:
    return [str(one.arguments["command"]) for one in detect(text, TOOLS) if one.confidence == "structured"]


def commands_in_a_page(text: str) -> list[str]:
    """Return the same for a page, which draws each code block apart from the words of the message."""
    prose = FENCE.sub(OBJECT, text).split(OBJECT)
    return [
        str(one.arguments["command"])
        for number, block in enumerate(FENCE.finditer(text), 1)
        if surroundings_of(OBJECT.join(prose[:number])) == "answer"
        for one in detect(block[2], TOOLS, fence=block[1])
    ]


@for_each(("text", "wanted"), list(TEXTS.items()))
def test_a_call_counts_by_the_words_around_it(text: str, wanted: list[str]) -> None:
    assert commands(text) == wanted


@for_each(("text", "wanted"), list(TEXTS.items()))
def test_a_page_that_draws_code_blocks_apart_gives_the_same(text: str, wanted: list[str]) -> None:
    assert commands_in_a_page(text) == wanted


@for_each(("text", "wanted"), list(TEXTS.items()))
def test_a_text_that_comes_in_characters_gives_the_same(text: str, wanted: list[str]) -> None:
    detector = StreamDetector(TOOLS)
    for character in text:
        detector.feed(character)
    detector.finish()
    assert [str(one.arguments["command"]) for one in detector.calls] == wanted


@for_each(
    "text",
    [
        '```\n<think>\n{"name": "run", "arguments": {"command": "a"}}\n</think>\n```\n',
        '```xml\n<tool_response>\n{"name": "run", "arguments": {"command": "a"}}\n</tool_response>\n```\n',
    ],
)
def test_a_region_inside_a_code_block_counts_too(text: str) -> None:
    assert commands(text) == []


def test_a_region_that_is_not_closed_in_its_code_block_ends_with_it() -> None:
    assert commands(f"The tag:\n\n```\n<think>\n```\n\nNow:\n\n{A}\n") == ["a"]


def test_an_announced_call_counts_where_the_caller_asks_for_it() -> None:
    detector = StreamDetector(TOOLS, examples_count=True)
    assert len(detector.read_whole(f"Let me read the example:\n\n{A}\n")) == 1


@for_each(
    ("text", "kind"),
    [("<think>", "reasoning"), ("<think>a</think>", None), ("x <observation>", "result"), ("<think", None)],
)
def test_an_open_region_has_its_kind(text: str, kind: str | None) -> None:
    assert open_region(text) == kind
