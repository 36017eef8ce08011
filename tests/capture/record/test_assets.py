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


async def test_sheets_and_pictures_are_kept_as_they_came(context: BrowserContext) -> None:
    await context.route("**/*", serve)
    kept = Assets()
    kept.watch(context)
    page = await context.new_page()
    await page.goto(SITE + "/")
    await kept.rest([page])
    assert kept.found == {
        SITE + "/a.css": Kept("text/css", b"p { color: red }"),
        SITE + "/p.svg": Kept("image/svg+xml", PICTURE.encode()),
    }


async def test_what_was_there_before_comes_from_the_browsers_memory(
    context: BrowserContext, demo: Demo
) -> None:
    page = await context.new_page()
    await page.goto(demo.url)
    kept = Assets()
    await kept.rest([page])
    assert kept.found[f"{demo.url}/static/app.css"].data.startswith(b"/*")


async def test_a_page_that_is_gone_has_nothing_to_give(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.close()
    kept = Assets()
    await kept.rest([page])
    assert kept.found == {}


@pytest.mark.parametrize(("limit", "most"), [("LARGEST", 5), ("MOST", 1), ("ALL", 20)])
async def test_what_is_too_much_is_left_out_and_named(
    context: BrowserContext, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    monkeypatch.setattr(assets, limit, most)
    await context.route("**/*", serve)
    kept = Assets()
    kept.watch(context)
    page = await context.new_page()
    await page.goto(SITE + "/")
    await kept.rest([page])
    assert len(kept.found) < 2
    assert set(kept.left_out) <= {SITE + "/a.css", SITE + "/p.svg"}
    assert kept.left_out


@pytest.mark.parametrize(
    ("url", "kind", "ending"),
    [
        ("http://a/x.css?v=1", "text/css", ".css"),
        ("http://a/x", "image/png", ".png"),
        ("http://a/x.averylongending", "image/svg+xml", ".svg"),
        ("http://a/x.%2F", "x/unknown", ""),
    ],
)
def test_a_file_is_named_by_its_address(url: str, kind: str, ending: str) -> None:
    name = file_name(url, kind)
    assert name == file_name(url, kind)
    assert Path(name).suffix == ending


@pytest.mark.parametrize(
    ("kind", "text"), [("text/css", True), ("image/svg+xml", True), ("font/woff2", False)]
)
def test_text_is_distinguished_from_the_rest(kind: str, text: bool) -> None:
    assert Kept(kind, b"").text is text
