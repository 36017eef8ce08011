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
SPLIT = "say: #units=utf16;#token=1\n🙂 `code`\n\n> quote\n\n1. one\n"


async def test_hostile_markup_runs_nothing_loads_nothing_and_breaks_no_rule(
    page: Page, site: DemoSite
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    chat = Chat(page, site)
    await page.goto("about:blank")
    found: dict[str, object] = {}
    for mode in ("rebuild", "append", "framework&composer=rich"):
        await chat.open(f"?render={mode}")
        await chat.answer(HOSTILE)
        await chat.answer(SPLIT)
        before = await chat.violations()
        hit = await page.evaluate("window.hit")
        await page.reload()
        await expect(chat.answers).to_have_count(2)
        found[mode] = [before, await chat.violations(), hit, await page.evaluate("window.hit")]
    assert {mode: result for mode, result in found.items() if result != [[], [], None, None]} == {}
    assert chat.errors == []
    assert [url for url in asked if not url.startswith(site.url)] == []


@pytest.mark.thorough
async def test_control_a_broken_rule_is_seen(chat: Chat) -> None:
    await chat.open()
    await chat.page.evaluate("try { document.body.innerHTML = '<b>x</b>' } catch {}")
    assert await chat.violations() != []
