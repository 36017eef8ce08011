"""Calls in a code block whose message says around it that it is reasoning, a tool's result or an example."""

from __future__ import annotations

from playwright.async_api import BrowserContext

from tests.attacks.test_quotes_and_hidden import opened
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite

__all__ = ["own_context", "pages"]

FENCE = "<pre></pre>"
PLAIN = "it runs"
CASES = {
    "between tags of reasoning in paragraphs": (
        f"<p>&lt;think&gt;</p><p>I could look.</p>{FENCE}<p>&lt;/think&gt;</p>",
        "reasoning",
    ),
    "in an element of reasoning that the renderer made": (
        f"<think><p>I could look.</p>{FENCE}</think>",
        "reasoning",
    ),
    "in details of the type reasoning": (
        f"<details open type=reasoning><summary>Thought</summary>{FENCE}</details>",
        "reasoning",
    ),
    "after tokens of reasoning without an end": (
        f"<p>&lt;|START_THINKING|&gt; Maybe.</p>{FENCE}",
        "reasoning",
    ),
    "between tags of a result": (
        f"<p>&lt;tool_response&gt;</p>{FENCE}<p>&lt;/tool_response&gt;</p>",
        "result",
    ),
    "in an element of a result": (f"<tool_response>{FENCE}</tool_response>", "result"),
    "after words that announce an example": (f"<p>For example:</p>{FENCE}", "example"),
    "after the second of two examples": (f"<p>For example:</p><pre></pre><p>or</p>{FENCE}", "example"),
    "after a prohibition": (f"<p>Do not run this:</p>{FENCE}", "example"),
    "after a heading": (f"<h3>Example</h3>{FENCE}", "example"),
    "after an item of a list": (f"<ul><li><p>Beispiel:</p>{FENCE}</li></ul>", "example"),
    "after a Chinese announcement": (f"<p>例如：</p>{FENCE}", "example"),
    "after reasoning that has ended": (f"<p>&lt;think&gt;</p><p>Hm.</p><p>&lt;/think&gt;</p>{FENCE}", PLAIN),
    "in a tag of an unknown name": (
        f"<p>&lt;draft&gt;</p><p>Perhaps so.</p>{FENCE}<p>&lt;/draft&gt;</p>",
        "enclosed",
    ),
    "in an element of an unknown name": (f"<draft><p>Perhaps so.</p>{FENCE}</draft>", "enclosed"),
    "in details whose summary speaks of thoughts": (
        f"<details open><summary>Thought for 5 s</summary><p>Perhaps so.</p>{FENCE}</details>",
        "enclosed",
    ),
    "in details with another summary": (
        f"<details open><summary>The call</summary><p>Now.</p>{FENCE}</details>",
        PLAIN,
    ),
    "after words about a file": (f"<p>The file contains:</p>{FENCE}", "example"),
    "after the label of an item": (f"<p>Examples:</p><ul><li><p>List files:</p>{FENCE}</li></ul>", "example"),
    "after an invented result": (f"<p>Observation:</p>{FENCE}", "example"),
    "after ordinary words": (f"<p>That was an example. Now I look:</p>{FENCE}", PLAIN),
}
NOTES = {
    "reasoning": "in the model's reasoning",
    "enclosed": "inside a tag",
    "result": "in the result of a tool",
    "example": "say that it is an example",
}


async def test_a_call_runs_automatically_only_where_its_message_means_it(
    context: BrowserContext, pages: PageSite
) -> None:
    """Each case is an answer of its own; the call in its last code block is meant, or not."""
    async with opened(context, pages) as room:
        found: dict[str, str] = {}
        for name, (html, _) in CASES.items():
            blocks = html.count(FENCE)
            await room.answer(html, *(f"{name} {number}" for number in range(blocks)))
            block = await room.block(f"{name} {blocks - 1}", "ready", "done")
            found[name] = PLAIN if block.status == "done" else block.note
            await room.empty()
        wrong = {name: note for name, note in found.items() if NOTES.get(CASES[name][1], PLAIN) not in note}
        assert wrong == {}
        assert room.ran == [f"{name} 0" for name, (_, said) in CASES.items() if said == PLAIN]
