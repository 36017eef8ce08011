from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Route

from overlay.capture.record import assets
from overlay.capture.record.assets import Assets, Kept, file_name
from tests.injected.fixtures import demo
from tests.injected.stage import Demo

__all__ = ["demo"]

PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
SITE = "http://site.test"
HTML = (
    "<!doctype html><link rel=stylesheet href=/a.css><img src=/p.svg><link rel=stylesheet href=/gone.css>"
    "<script src=/s.js></script>"
)
FILES = {
    "/": ("text/html", HTML),
    "/a.css": ("text/css; charset=utf-8", "p { color: red }"),
    "/p.svg": ("image/svg+xml", PICTURE),
    "/s.js": ("text/javascript", "1"),
}


async def serve(route: Route) -> None:
    kind, body = FILES.get(route.request.url.removeprefix(SITE), ("", ""))
    await route.fulfill(status=200 if kind else 404, content_type=kind, body=body)


async def test_sheets_and_pictures_are_kept_up_to_limits_and_the_others_are_named(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    await context.route("**/*", serve)
    page = await context.new_page()

    async def recorded() -> Assets:
        kept = Assets()
        kept.watch(context)
        await page.goto(SITE + "/")
        await kept.rest([page])
        return kept

    assert (await recorded()).found == {
        SITE + "/a.css": Kept("text/css", b"p { color: red }"),
        SITE + "/p.svg": Kept("image/svg+xml", PICTURE.encode()),
    }
    for limit, most in (("LARGEST", 5), ("MOST", 1), ("ALL", 20)):
        with monkeypatch.context() as patch:
            patch.setattr(assets, limit, most)
            kept = await recorded()
        assert len(kept.found) < 2, limit
        assert kept.left_out, limit
        assert set(kept.left_out) <= {SITE + "/a.css", SITE + "/p.svg"}, limit


@pytest.mark.thorough
async def test_earlier_assets_come_from_the_browser_and_a_closed_page_has_none(
    context: BrowserContext, demo: Demo
) -> None:
    page = await context.new_page()
    await page.goto(demo.url)
    kept = Assets()
    await kept.rest([page])
    assert kept.found[f"{demo.url}/static/app.css"].data.startswith(b"/*")
    await page.close()
    gone = Assets()
    await gone.rest([page])
    assert gone.found == {}


def test_a_file_is_named_by_its_address_and_type() -> None:
    table = [
        ("http://a/x.css?v=1", "text/css", ".css"),
        ("http://a/x", "image/png", ".png"),
        ("http://a/x.averylongending", "image/svg+xml", ".svg"),
        ("http://a/x.%2F", "x/unknown", ""),
    ]
    assert [url for url, kind, ending in table if Path(file_name(url, kind)).suffix != ending] == []
    texts = [kind for kind in ("text/css", "image/svg+xml", "font/woff2") if Kept(kind, b"").text]
    assert texts == ["text/css", "image/svg+xml"]
