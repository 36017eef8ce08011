"""The three ways in which the page draws an answer, in a real browser."""

from collections.abc import AsyncIterator
from itertools import product
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from overlay.demo.script import Pause, Said
from overlay.demo.server import DemoSite
from tests.demo.conftest import Chat, scripted

MODES = ["rebuild", "append", "framework"]
DOCUMENT = """# Title

A paragraph with **bold**, *soft*, `code` and an emoji 👩🏽‍🚀,
on two lines.

- one
- two

```xml
<function_calls>
<invoke name="a" call_id="1">
<parameter name="text">``not the end`` 🙂 & &amp; <b>

</parameter>
</invoke>
</function_calls>
```

~~~
no language, ``` inside
~~~

| a | b |
|:-:|--:|
| 1 | 2 |

````jsonl
```
{"type": "x"}
````
Raw <i>HTML</i> is text, ![a picture](https://example.com/x.png) is a link.

    indented

```python
never closed"""

# Feeds a text in pieces to a renderer and gives the content of the page afterwards.
DRAW = """async ([mode, pieces]) => {
    const root = document.createElement("div");
    document.body.append(root);
    const { Thread } = await import("/static/thread.js");
    const { FrameworkThread } = await import("/static/render_framework.js");
    const { AppendRenderer } = await import("/static/render_append.js");
    const { RebuildRenderer } = await import("/static/render_rebuild.js");
    const thread = mode === "framework" ? new FrameworkThread(root)
        : new Thread(root, mode === "append" ? AppendRenderer : RebuildRenderer);
    // How the text of a code block came to be.
    const counts = { replaced: 0, appended: 0 };
    const observer = new MutationObserver(() => {});
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    thread.add({ id: "u", role: "user", text: "hi" });
    thread.begin("a");
    for (const piece of pieces) thread.push(piece);
    for (const record of observer.takeRecords()) {
        if (record.type === "characterData") counts.appended += 1;
        for (const node of record.removedNodes) {
            const element = node instanceof Element && (node.matches("pre") || node.querySelector("pre"));
            if (element) counts.replaced += 1;
        }
    }
    observer.disconnect();
    thread.end();
    const body = root.querySelector(".markdown");
    const codes = [...body.querySelectorAll("pre code")].map((code) => code.textContent);
    const text = body.innerText;
    root.remove();
    return { text, codes, counts };
}"""


@pytest.fixture(scope="module")
async def canvas(browser: Browser, site: DemoSite) -> AsyncIterator[Page]:
    """One page for all drawing by hand."""
    page = await browser.new_page()
    await page.goto(site.url)
    yield page
    await page.close()


async def draw(page: Page, mode: str, pieces: list[str]) -> dict[str, Any]:
    return await page.evaluate(DRAW, [mode, pieces])


def cut(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


@pytest.mark.thorough
async def test_each_mode_ends_with_the_same_text(canvas: Page) -> None:
    expected = await draw(canvas, "rebuild", [DOCUMENT])
    found = {
        (mode, size): await draw(canvas, mode, cut(DOCUMENT, size))
        for mode, size in product(["append", "framework"], [1, 7])
    }
    wrong = {
        cell: drawn
        for cell, drawn in found.items()
        if (drawn["text"], drawn["codes"]) != (expected["text"], expected["codes"])
    }
    assert wrong == {}


CODE = "a  b\t\n\n  🙂\u00a0\u200b</x>&amp;\n"
CODES = {
    "each sign": (cut(f"```xml\n{CODE}```\n", 3), CODE),
    "Windows line breaks": (cut("```\r\na\r\n\rb\r\n```\r\n", 1), "a\n\nb\n"),
    "halves of a pair": (["```\na\ud83d", "\ude42b\n```"], "a🙂b\n"),
}
"""The case -> the pieces of the text, and the code that the page must show."""


async def test_each_mode_shows_code_exactly(canvas: Page) -> None:
    found = {
        (name, mode): (await draw(canvas, mode, CODES[name][0]))["codes"] for name in CODES for mode in MODES
    }
    assert found == {(name, mode): [CODES[name][1]] for name in CODES for mode in MODES}


@pytest.mark.thorough
async def test_each_mode_shows_an_answer_while_it_streams_in_the_documented_shape(page: Page) -> None:
    pieces = [Said("```xml\n<begin>"), Pause(60), Said("</begin>")]
    async with DemoSite(script=scripted(pieces)) as site:
        chat = Chat(page, site)
        for mode in MODES:
            await chat.open(f"?render={mode}&rate=2000")
            await chat.ask("hi")
            card = chat.answers.last.locator("> .code-card")
            await expect(card.locator("> .code-head > .code-lang")).to_have_text("xml")
            await expect(card.locator("> pre > code.language-xml.hljs")).to_contain_text("<begin>")
        await page.close()


async def test_each_mode_draws_a_growing_block_in_its_own_way(canvas: Page) -> None:
    pieces = cut("```xml\n" + "<a>0123456789</a>\n" * 12 + "```\n", 4)
    counts = {mode: (await draw(canvas, mode, pieces))["counts"] for mode in MODES}
    assert counts["append"]["replaced"] == 0
    assert counts["append"]["appended"] > 1
    assert counts["rebuild"]["replaced"] > 40
    # It renews the open block every 24 tokens.
    assert counts["framework"]["replaced"] == len(pieces) // 24


@pytest.mark.thorough
async def test_framework_renders_older_messages_again_after_a_new_one(chat: Chat) -> None:
    await chat.open("?render=framework")
    await chat.answer("say: ```xml\n<old/>\n```")
    before = await chat.answers.first.locator("pre").element_handle()
    await chat.answer("say: new")
    assert before is not None
    assert not await before.evaluate("(node) => node.isConnected")


@pytest.mark.thorough
async def test_burst_draws_at_most_once_a_frame(chat: Chat) -> None:
    await chat.open("?burst&rate=2000")
    await chat.page.evaluate("""() => {
        window.frames_seen = 0; window.draws = 0;
        const count = () => { window.frames_seen += 1; requestAnimationFrame(count); };
        requestAnimationFrame(count);
        new MutationObserver(() => (window.draws += 1))
            .observe(document.querySelector(".thread"), { childList: true, subtree: true });
    }""")
    text = "word " * 400
    assert (await chat.answer(f"say: {text}")).split() == text.split()
    seen = await chat.page.evaluate("[window.draws, window.frames_seen]")
    # One more for the turn itself, one for the end.
    assert seen[0] <= seen[1] + 2
