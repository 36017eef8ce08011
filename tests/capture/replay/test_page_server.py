"""Nothing of a recording is trusted."""

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


@pytest.mark.parametrize("when", ["at the start", "later"])
async def test_nothing_in_a_recording_runs(browser: Browser, tmp_path: Path, when: str) -> None:
    made = Made()
    made.open(*(HOSTILE if when == "at the start" else []))
    made.step(*(add(5, node) for node in HOSTILE if when == "later"))
    made.step(add(5, element(40, "img", src="x")))

    async def see(page: Page) -> tuple[str, Any]:
        return page.url, await page.evaluate("document.documentElement.dataset.ran ?? ''")

    assert await seen(browser, made, tmp_path / "one", see) == (URL, "")


async def test_an_attribute_that_comes_later_does_not_run(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.open(element(20, "a", text(21, "link"), href="/x"), element(22, "script"), element(23, "img"))
    made.step(
        {"o": "attr", "id": 20, "name": "href", "value": "javascript:" + RAN},
        {"o": "attr", "id": 22, "name": "src", "value": "data:text/javascript," + RAN},
        {"o": "attr", "id": 23, "name": "onerror", "value": RAN},
        {"o": "attr", "id": 23, "name": "src", "value": "x"},
        add(22, text(24, RAN)),
    )

    async def see(page: Page) -> Any:
        return await page.evaluate(
            "[document.querySelector('a').hasAttribute('href'), document.documentElement.dataset.ran]"
        )

    assert await seen(browser, made, tmp_path / "one", see) == [False, None]


async def test_the_policy_stops_a_script_that_got_in_all_the_same(browser: Browser, tmp_path: Path) -> None:
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


async def test_nothing_reaches_the_network(browser: Browser, tmp_path: Path) -> None:
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
    made = Made()
    made.open(*nodes)
    made.step(*(add(5, {**node, "id": node["id"] + 40, "kids": []}) for node in nodes))

    async def see(page: Page) -> None:
        await page.evaluate("document.querySelector('a').click()")

    await seen(browser, made, tmp_path / "one", see)
    server.close()
    assert connected == []


async def test_what_the_page_looks_like_comes_from_the_recording(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.asset("https://chat.example.test/look.css", "text/css", b"h1 { color: rgb(1, 2, 3) }")
    made.asset("https://cdn.example.test/dot.svg", "image/svg+xml", PIXEL)
    made.open(
        element(20, "h1"),
        element(21, "img", src="https://cdn.example.test/dot.svg"),
        head=(element(22, "link", rel="stylesheet", href="/look.css"),),
    )

    async def see(page: Page) -> Any:
        return await page.evaluate(
            "[getComputedStyle(document.querySelector('h1')).color, document.querySelector('img').naturalWidth]"
        )

    assert await seen(browser, made, tmp_path / "one", see) == ["rgb(1, 2, 3)", 7]


@pytest.mark.parametrize("name", ["../recording.json", "/etc/hostname", "sub/file", "link", "gone"])
async def test_an_asset_is_a_file_of_its_folder(browser: Browser, tmp_path: Path, name: str) -> None:
    made = Made()
    made.open()
    asset = {"url": "https://a.test/x", "file": name, "type": "text/plain"}
    recording = made.write(tmp_path, assets=[asset])
    (tmp_path / ASSETS / "sub").mkdir()
    (tmp_path / ASSETS / "sub/file").write_text("x")
    (tmp_path / ASSETS / "link").symlink_to(tmp_path / "recording.json")
    shell = ReplayServer(recording)
    context: BrowserContext = await browser.new_context()
    await shell.serve(context)
    page = await context.new_page()
    shell.expect(opened(made.lines[0]))
    await page.goto(URL)
    await page.evaluate("fetch('https://a.test/x').catch(() => null)")
    image = await page.evaluate(
        """() => new Promise((done) => {
            const image = new Image();
            image.onerror = () => done('refused');
            image.onload = () => done('given');
            image.src = 'https://a.test/x';
        })"""
    )
    await context.close()
    assert image == "refused"
    assert shell.refused == {"https://a.test/x"}


async def test_an_address_that_was_not_recorded_is_not_opened(browser: Browser, tmp_path: Path) -> None:
    made = Made()
    made.open(element(20, "a", text(21, "away"), href="https://elsewhere.test/"))

    async def see(page: Page) -> str:
        await page.evaluate("document.querySelector('a').click()")
        await page.evaluate("0")
        return page.url

    assert await seen(browser, made, tmp_path / "one", see) == URL


def test_markup_in_a_text_does_not_end_the_shell(tmp_path: Path) -> None:
    made = Made()
    made.open(text(20, "</script><script>x()</script>"))
    page = opened(made.lines[0])
    assert ReplayServer(made.write(tmp_path)).html(page).count("</script>") == 2


def test_a_page_without_a_doctype_is_built_in_one() -> None:
    page = Opened(at=0, doc=1, url=URL, tree=[])
    assert as_json(page) == '{"tree": [], "sheets": []}'


async def test_a_page_keeps_its_mode(browser: Browser, tmp_path: Path) -> None:
    async def see(page: Page) -> Any:
        return await page.evaluate("document.compatMode")

    modes: list[str] = []
    for number in range(2):
        made = Made()
        made.open()
        if number:
            page = opened(made.lines[0])
            made.lines[0] = page.model_copy(update={"tree": page.tree[1:]})
        modes.append(await seen(browser, made, tmp_path / str(number), see))
    assert modes == ["CSS1Compat", "BackCompat"]
