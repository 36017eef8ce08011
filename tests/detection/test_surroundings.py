from __future__ import annotations

import re

from overlay.detection import StreamDetector, detect
from overlay.detection.regions import region_after
from overlay.detection.surroundings import OBJECT, MessageSurroundings, surroundings_of
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
    f"<thinker>\n{A}\n</thinker>\n{B}": ["b"],
    f"<draft>\n{A}\n{B}\n</draft>": [],
    f"<draft>\n```python\nx = 1\n```\n{A}\n</draft>": [],
    f"<draft>\n```python\nx = 1\n```\n</draft>\n{A}": ["a"],
    f"The `<draft>` tag:\n{A}": ["a"],
    f"A List<draft> is:\n{A}": ["a"],
    f"<answer>\n{A}\n</answer>": ["a"],
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
    f"Something like:\n\n{A}\n": [],
    f"## 3.1 Example\n\n{A}\n": [],
    f"For example…\n\n{A}\n": [],
    f"I cannot run this:\n\n{A}\n": [],
    f"Once you approve, I will run:\n\n{A}\n": [],
    f"The file notes.md contains:\n\n{A}\n": [],
    f"Earlier I called:\n\n{A}\n": [],
    f"Tool result:\n\n{A}\n": [],
    f"**Thinking:**\n\n{A}\n": [],
    f"Please avoid running this:\n\n{A}\n": [],
    f"請勿執行：\n\n{A}\n": [],
    f"Ví dụ:\n\n{A}\n": [],
    f"مثال:\n\n{A}\n": [],
    f"Kör inte detta:\n\n{A}\n": [],
    f"Examples:\n\n1. List the files:\n\n{A}\n\n2. Remove them:\n\n{B}\n": [],
    f"[THINKING]\n{A}\n[/THINKING]\n{B}": ["b"],
    f"<|im_start|>user\n{A}\n<|im_end|>\n{B}": ["b"],
    f"<|thinking|>\n{A}": [],
    '```thinking\n{"name": "run", "arguments": {"command": "a"}}\n```\n': [],
    f"<markdown>\nI look.\n\n{A}\n": ["a"],
    f"<chat>\nI look.\n\n{A}\n</chat>\n{B}": ["b"],
    f"I won't run the tests.\nI read the file:\n\n{A}\n": ["a"],
    f"I need to see the contents of a.txt:\n\n{A}\n": ["a"],
    f"The user asked for the weather:\n\n{A}\n": ["a"],
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
    read = [one for one in detector.calls if one.confidence == "structured"]
    assert [str(one.arguments["command"]) for one in read] == wanted


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
    region = region_after(text, None)
    assert (region and region.kind) == kind


PARTS = (
    "Well 😀.\n",
    "\nFor example:\n",
    "\nor\n",
    "\nNow I do it:\n<think>\n",
    "\n</think>\n<draft>\n",
    "\n</draft> Done.\n",
)


class Message:
    """A message that grows, and the surroundings of its blocks; counts the characters that are read for them."""

    def __init__(self) -> None:
        self.text = ""
        self.read = 0
        self.blocks = MessageSurroundings()

    def rest(self, at: int) -> str:
        self.read += len(self.text) - at
        return self.text[at:]

    def become(self, text: str) -> None:
        pairs = enumerate(zip(self.text, text, strict=False))
        same = next((at for at, (old, new) in pairs if old != new), min(len(self.text), len(text)))
        self.text = text
        self.blocks.changed(same)

    def of(self, block: int) -> str:
        return self.blocks.of_block(block, self.rest)


def test_each_block_of_a_growing_message_is_in_what_the_text_before_it_says() -> None:
    message = Message()
    for block, part in enumerate(PARTS):
        message.become(message.text + part + OBJECT)
        before = message.text[:-1]
        assert message.of(block) == surroundings_of(before), before
    assert [message.of(block) for block in range(len(PARTS))] == [
        *("answer", "example", "example", "reasoning", "enclosed", "answer")
    ]


def test_a_change_of_the_text_changes_the_blocks_after_it() -> None:
    message = Message()
    message.become(f"For example:\n{OBJECT}\nor\n{OBJECT}\n")
    assert message.of(1) == "example"
    message.become(f"For example:\n{OBJECT}\nNow I run it:\n{OBJECT}\n")
    assert message.of(0) == "example"
    assert message.of(1) == "answer"


def test_the_text_of_a_message_is_read_once_however_many_blocks_it_has() -> None:
    message = Message()
    for block in range(150):
        message.become(f"{message.text}{'Some words. ' * 20}\n{OBJECT}\n")
        assert message.of(block) == "answer"
        assert message.of(block // 2) == "answer"
    assert message.read < 1.1 * len(message.text)


@for_each(
    "text",
    [
        "<draft>\n{}\n</draft>",
        "<my-notes lang='en'>\n\n{}",
        "<examples><example>{}</example></examples>",
        "<!--\n{}\n-->",
        "<details>\n<summary>Thought for 5 s</summary>\n\n{}\n</details>",
        "<details><summary>Example</summary>\n<tool_call>it\n{}\n</details>",
        '<div class="thinking">\n{}\n</div>',
        "<think:step>\n{}\n</think:step>",
        "<draft>\n<!-- the end: </draft> -->\n{}",
        "<details><summary>Example</summary>\n<!-- </details>\n{}\n-->",
    ],
)
def test_a_call_in_a_tag_that_may_not_be_part_of_the_answer_is_shown_as_repaired(text: str) -> None:
    found = detect(text.format(f"\n{A}\n"), TOOLS)
    assert [(one.complete, one.confidence) for one in found] == [(True, "repaired")]


@for_each(
    "pieces",
    [
        ["<!--" + "long " * 400 + "--", ">\n<draft>\nfrom a --> b\n"],  # the comment's end is split
        ["<!--\n```", "python\n", *["x = 1\n" * 100] * 20, "```\n"],  # the block is longer than what is kept
    ],
)
def test_a_tag_counts_however_its_text_arrives(pieces: list[str]) -> None:
    detector = StreamDetector(TOOLS)
    for piece in [*pieces, f"\n{A}\n"]:
        detector.feed(piece)
    detector.finish()
    assert [one.confidence for one in detector.calls] == ["repaired"]
