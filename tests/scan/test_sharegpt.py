from __future__ import annotations

import json
from typing import Any

from tests.scan.helpers import ESCAPED, calls, read_all, said

PAGE = (
    '<div class="min-h-[20px] flex flex-col items-start gap-4 whitespace-pre-wrap">'
    '<div class="markdown prose w-full break-words dark:prose-invert light"><p>one</p><p>two</p>{}</div></div>'
)
BLOCK = (
    '<pre><div class="bg-black mb-4 rounded-md"><div class="flex items-center"><span>xml</span>'
    f'<button>Copy code</button></div><div><code class="!whitespace-pre hljs language-xml">{ESCAPED}'
    "</code></div></div></pre>"
)


def chat(answer: str, key: str = "conversations", **more: Any) -> str:
    turns = [{"from": "human", "value": "q"}, {"from": "gpt", "value": answer}]
    return json.dumps([{"id": "C", key: turns, **more}])


def test_a_chat_is_read_from_a_data_set_and_from_the_sites_own_record() -> None:
    for text in (chat("a"), chat("a", "items", avatarUrl="https://example.org/a.png", hideCode=False)):
        found = read_all(text, "sharegpt.json")
        assert [(one.role, one.conversation) for one in found] == [("user", "C"), ("assistant", "C")]


def test_an_answer_as_a_page_is_read_as_its_text() -> None:
    assert said(read_all(chat(PAGE.format("")), "a.json")) == [("user", "q"), ("assistant", "one\ntwo")]


def test_a_call_in_a_code_block_of_a_page_is_read_as_written() -> None:
    found = calls(*read_all(chat(PAGE.format(BLOCK)), "a.json"))
    assert [(one.call.name, one.call.confidence) for one in found] == [("f", "structured")]


def test_markdown_with_html_is_not_taken_for_a_page() -> None:
    for text in (
        '<div class="a">b</div>',
        "Use <div class='markdown'>",
        "```html\n<div class='markdown'>\n```",
    ):
        assert said(read_all(chat(text), "a.json"))[1] == ("assistant", text)


def test_a_chat_of_pairs_is_read() -> None:
    pairs = [{"human": "q", "assistant": "a"}, {"human": "r", "assistant": "b"}]
    found = read_all(json.dumps({"conversation_id": "C", "conversation": pairs}), "a.jsonl")
    assert said(found) == [("user", "q"), ("assistant", "a"), ("user", "r"), ("assistant", "b")]
    assert {one.conversation for one in found} == {"C"}


def test_each_model_that_was_shared_is_an_assistant() -> None:
    for author in ("gpt", "chatgpt", "bing", "bard", "assistant"):
        record = {"conversations": [{"from": author, "value": "a"}]}
        assert said(read_all(json.dumps(record), "a.jsonl")) == [("assistant", "a")]
