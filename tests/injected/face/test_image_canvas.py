from __future__ import annotations

import base64
import json
from typing import Any

from playwright.async_api import Page

from injected_js import bundle
from tests.calls.test_images import png
from tests.injected.pages import PageSite

STRICT = "default-src 'none'; script-src 'none'; img-src 'none'; require-trusted-types-for 'script'"


async def _draw(page: Page, data: bytes) -> dict[str, Any]:
    """Draw it in an isolated world; the content of the page then, and what was reported to the page."""
    session: Any = await page.context.new_cdp_session(page)
    frame = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
    world = await session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "other"})
    about = {
        "type": "image/png",
        "data": base64.b64encode(data).decode(),
        "width": 4,
        "height": 2,
        "alt": "A plot",
    }
    code = f"""(() => {{ 'use strict'; {bundle()}
      const reports = [];
      document.addEventListener('securitypolicyviolation', (event) => reports.push(event.effectiveDirective));
      const made = image_canvas.drawPicture({json.dumps(about)}, block_dom.make);
      document.body.append(made);
      return new Promise((done) => {{
        const look = () => {{
          if (!made.dataset.drawn) return setTimeout(look, 5);
          const canvas = document.querySelector('canvas');
          done({{
            reports,
            pixel: canvas ? [...canvas.getContext('2d').getImageData(1, 1, 1, 1).data] : null,
            alt: canvas?.getAttribute('aria-label') ?? null,
            text: document.body.textContent.trim(),
          }});
        }};
        look();
      }});
    }})()"""
    answer = await session.send(
        "Runtime.evaluate",
        {
            "expression": code,
            "contextId": world["executionContextId"],
            "awaitPromise": True,
            "returnByValue": True,
        },
    )
    assert "exceptionDetails" not in answer, answer
    return answer["result"]["value"]


async def test_a_picture_is_drawn_on_the_strictest_page_and_nothing_is_reported(
    page: Page, pages: PageSite
) -> None:
    await page.goto(pages.add("<body></body>", csp=STRICT))
    assert await _draw(page, png(4, 2, b"\x00\xff\x00")) == {
        "reports": [],
        "pixel": [0, 255, 0, 255],
        "alt": "A plot",
        "text": "",
    }


async def test_a_picture_that_can_not_be_drawn_is_named_in_words(page: Page, pages: PageSite) -> None:
    await page.goto(pages.add("<body></body>", csp=STRICT))
    drawn = await _draw(page, b"\x89PNG\r\n\x1a\nnonsense")
    assert (drawn["reports"], drawn["text"]) == ([], "A plot: it can't be drawn.")
