"""A replay trusts nothing in a recording."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page

from overlay.capture.model import Opened
from overlay.capture.recording import ASSETS
from overlay.capture.replay import Moment, play
from overlay.capture.replay.page_server import ReplayServer, as_json
from tests.capture.made import URL, Made, add, element, opened, text

RAN = "document.documentElement.dataset.ran = '1'"
PIXEL = b'<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"><rect width="7" height="5"/></svg>'


class Look:
    """Looks at the page once all has happened."""

    def __init__(self, browser: Browser, see: Callable[[Page], Awaitable[Any]]) -> None:
        self._browser = browser
        self._see = see
        self.seen: Any = None

    async def __call__(self, moment: Moment) -> None:
        if moment.what is None:
            self.seen = await self._see(self._browser.contexts[-1].pages[0])


async def seen(browser: Browser, made: Made, folder: Path, see: Callable[[Page], Awaitable[Any]]) -> Any:
    look = Look(browser, see)
    await play(made.write(folder), browser=browser, on_step=look)
    return look.seen


def ran(name: str) -> str:
    return f"document.documentElement.dataset.ran += ' {name}'"


def renumbered(node: dict[str, Any], more: int) -> dict[str, Any]:
    """Return a copy of a node and its children with other numbers."""
    kids = [renumbered(kid, more) for kid in node.get("kids", [])]
    return {**node, "id": node["id"] + more, **({"kids": kids} if kids else {})}


HOSTILE: list[dict[str, Any]] = [
    element(20, "script", text(21, ran("a script"))),
    element(22, "script", src="data:text/javascript," + ran("a script with an address")),
    {"id": 23, "tag": "script", "ns": "svg", "kids": [text(24, ran("a script of a drawing"))]},
    element(25, "img", src="x", onerror=ran("a handler")),
    element(26, "img", src="x", ONERROR=ran("a handler in capitals")),
    element(27, "iframe", src="javascript:parent." + ran("a frame of script")),
    element(28, "iframe", srcdoc=f"<script>parent.{ran('a frame of markup')}</script>"),
    element(29, "object", data="javascript:" + ran("an object")),
    {"id": 30, "tag": "meta", "attrs": [["http-equiv", "refresh"], ["content", "0;url=about:blank"]]},
]


async def test_nothing_in_a_recording_runs(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    later = [element(60, "a", text(61, "link"), href="/x"), element(62, "script"), element(63, "img")]
    made.open(*HOSTILE, *later)
    made.step(*(add(5, renumbered(node, 100)) for node in HOSTILE))
    made.step(
        {"o": "attr", "id": 60, "name": "href", "value": "javascript:" + ran("a link")},
        {"o": "attr", "id": 62, "name": "src", "value": "data:text/javascript," + ran("a later address")},
        {"o": "attr", "id": 63, "name": "onerror", "value": ran("a later handler")},
        {"o": "attr", "id": 63, "name": "src", "value": "x"},
        add(62, text(64, ran("a later text"))),
    )
    made.step(add(5, element(70, "img", src="x")))

    async def see(page: Page) -> Any:
        return await page.evaluate(
            """() => [document.documentElement.dataset.ran ?? '', document.querySelector('a').hasAttribute('href'),
            document.compatMode]"""
        )

    assert await seen(browser, made, tmp_path / "one", see) == ["", False, "CSS1Compat"]


async def test_the_policy_of_a_replay_stops_a_script_that_is_in_the_page(
    browser: Browser, tmp_path: Path
) -> None:
    made = Made()
    made.open()

    async def see(page: Page) -> Any:
        return await page.evaluate(
            f"""async () => {{
                const script = document.createElement('script');
                script.textContent = {RAN!r};
                document.body.append(script);
                document.body.setAttribute('onclick', {RAN!r});
                document.body.click();
                return document.documentElement.dataset.ran ?? '';
            }}"""
        )

    assert await seen(browser, made, tmp_path / "one", see) == ""


async def test_a_replay_opens_no_connection_and_no_address_that_was_not_recorded(
    browser: Browser, tmp_path: Path
) -> None:
    """The address is one that answers, and nobody as much as connects to it."""
    connected: list[str] = []

    def came(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.append("")
        writer.close()

    server = await asyncio.start_server(came, "127.0.0.1", 0)
    there = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    nodes = [
        element(20, "img", src=f"{there}/a"),
        element(21, "link", rel="stylesheet", href=f"{there}/b"),
        element(22, "link", rel="preconnect", href=there),
        element(23, "link", rel="prefetch", href=f"{there}/c"),
        element(24, "iframe", src=f"{there}/d"),
        element(25, "video", src=f"{there}/e", poster=f"{there}/f"),
        element(26, "p", style=f"background: url({there}/g)"),
        element(27, "object", data=f"{there}/h"),
        element(28, "a", text(29, "away"), href=f"{there}/i", ping=f"{there}/j"),
    ]
    # A page on this machine: the browser itself keeps others from addresses here.
    here = "http://127.0.0.1:9/c/one"
    made = Made(here)
    made.open(*nodes)
    made.step(*(add(5, {**node, "id": node["id"] + 40, "kids": []}) for node in nodes))

    async def see(page: Page) -> str:
        await page.evaluate("document.querySelector('a').click()")
        await page.evaluate("0")
        return page.url

    assert await seen(browser, made, tmp_path / "one", see) == here
    # Control: this connection is counted, and so is each that was made before it.
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    await reader.read()
    writer.close()
    server.close()
    assert len(connected) == 1


@pytest.mark.thorough
async def test_a_page_has_the_look_and_the_mode_of_its_recording(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.asset("https://chat.example.test/look.css", "text/css", b"h1 { color: rgb(1, 2, 3) }")
    made.asset("https://cdn.example.test/dot.svg", "image/svg+xml", PIXEL)
    made.open(
        element(20, "h1"),
        element(21, "img", src="https://cdn.example.test/dot.svg"),
        head=(element(22, "link", rel="stylesheet", href="/look.css"),),
    )
    page = opened(made.lines[0])
    made.lines[0] = page.model_copy(update={"tree": page.tree[1:]})  # without a doctype

    async def see(page: Page) -> Any:
        return await page.evaluate(
            """() => [getComputedStyle(document.querySelector('h1')).color,
            document.querySelector('img').naturalWidth, document.compatMode]"""
        )

    assert await seen(browser, made, tmp_path / "one", see) == ["rgb(1, 2, 3)", 7, "BackCompat"]


async def test_an_asset_is_a_file_in_the_folder_of_assets(browser: Browser, tmp_path: Path) -> None:
    names = ["good.svg", "../recording.json", "/etc/hostname", "sub/file", "link", "gone"]
    made = Made()
    made.open()
    assets = [
        {"url": f"https://a.test/{n}", "file": name, "type": "image/svg+xml"} for n, name in enumerate(names)
    ]
    recording = made.write(tmp_path, assets=assets)
    (tmp_path / ASSETS / "sub").mkdir()
    (tmp_path / ASSETS / "sub/file").write_bytes(PIXEL)
    (tmp_path / ASSETS / "good.svg").write_bytes(PIXEL)
    (tmp_path / ASSETS / "link").symlink_to(tmp_path / "recording.json")
    shell = ReplayServer(recording)
    context: BrowserContext = await browser.new_context()
    await shell.serve(context)
    page = await context.new_page()
    shell.expect(opened(made.lines[0]))
    await page.goto(URL)
    given = await page.evaluate(
        """urls => Promise.all(urls.map(url => new Promise((done) => {
            const image = new Image();
            image.onerror = () => done(false);
            image.onload = () => done(true);
            image.src = url;
        })))""",
        [asset["url"] for asset in assets],
    )
    await context.close()
    assert given == [True, *[False] * 5]
    assert shell.refused == {asset["url"] for asset in assets[1:]}


def test_markup_in_a_text_does_not_end_the_shell(tmp_path: Path) -> None:
    made = Made()
    made.open(text(20, "</script><script>x()</script>"))
    page = opened(made.lines[0])
    assert ReplayServer(made.write(tmp_path)).html(page).count("</script>") == 2


def test_an_empty_page_can_be_written_into_the_shell() -> None:
    page = Opened(at=0, doc=1, url=URL, tree=[])
    assert as_json(page) == '{"tree": [], "sheets": []}'
