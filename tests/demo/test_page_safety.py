"""The page under its own strict policy."""

import pytest
from playwright.async_api import Page, expect

from overlay.demo.server import DemoSite
from tests.demo.conftest import Chat

HOSTILE = """say: <img src=x onerror="window.hit = 1"> <script>window.hit = 1</script>

[link](javascript:window.hit=1) ![x](https://example.com/x.png) <https://example.com>

| a |
|:-:|
| b |

```xml
<img src=x onerror="window.hit = 1">
```

```"><img/src/onerror=window.hit=1>
x
```
"""


@pytest.mark.parametrize("mode", ["rebuild", "append", "framework"])
async def test_the_page_breaks_no_rule_of_its_policy(chat: Chat, mode: str) -> None:
    await chat.open(f"?render={mode}")
    await chat.answer(HOSTILE)
    await chat.answer("say: #units=utf16;#token=1\n🙂 `code`\n\n> quote\n\n1. one\n")
    await chat.page.reload()
    await expect(chat.answers).to_have_count(2)
    assert await chat.violations() == []


@pytest.mark.parametrize("mode", ["rebuild", "append", "framework"])
async def test_the_page_logs_no_error(chat: Chat, mode: str) -> None:
    await chat.open(f"?render={mode}")
    await chat.answer(HOSTILE)
    assert chat.errors == []


@pytest.mark.parametrize("mode", ["rebuild", "append", "framework"])
async def test_markup_of_the_model_runs_nothing(chat: Chat, mode: str) -> None:
    await chat.open(f"?render={mode}")
    await chat.answer(HOSTILE)
    assert await chat.page.evaluate("window.hit") is None


async def test_the_watch_for_violations_sees_one(chat: Chat) -> None:
    await chat.open()
    await chat.page.evaluate("try { document.body.innerHTML = '<b>x</b>' } catch {}")
    assert await chat.violations() != []


@pytest.mark.parametrize("query", ["", "?composer=rich"])
async def test_the_composers_break_no_rule(chat: Chat, query: str) -> None:
    await chat.open(query)
    await chat.page.keyboard.insert_text("a\nb")
    await chat.composer.press("Enter")
    await expect(chat.questions).to_have_count(1)
    assert await chat.violations() == []


async def test_the_page_loads_nothing_from_elsewhere(page: Page, site: DemoSite) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    chat = await Chat(page, site).open()
    await chat.answer(HOSTILE)
    assert [url for url in asked if not url.startswith(site.url)] == []
