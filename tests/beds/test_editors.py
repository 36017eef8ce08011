"""Real editors, each in the page, in a shadow root and in frames: what a site would send is what was put in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import product

import pytest
from playwright.async_api import Browser, Frame, expect

from observers.document import Document
from observers.page_bridge import Bridge
from observers.protocol import Hello, Message
from overlay.chat.composer.composer import Composer, Inserted
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.chat.sites.loader import SiteProfile
from tests.beds.composer_texts import LARGE, TEXTS
from tests.beds.running import Bed
from tests.support.effort import corners

NAME = "editors"
pytestmark = pytest.mark.beds
SITE = SiteProfile(
    name="editors",
    title="Editors",
    composer="textarea, .box, .ProseMirror, .ql-editor, .cm-content, .public-DraftEditor-content",
    send=".send",
)
KINDS = [
    "textarea",
    "react",
    "editable",
    "plaintext",
    "prosemirror",
    "tiptap",
    "lexical",
    "quill",
    "codemirror",
    "slate",
    "draft",
]
UNLIKE = ["textarea", "prosemirror", "lexical", "codemirror", "slate"]
"""Those that differ most in what they do with a text."""
PLACES = ["shadow", "frame", "far"]
SOON = ComposerTimeouts(keep=0.03, still=0, user=5, button=5, digest=5)
TYPED = replace(SOON, still=0.5)
"""After keys: editors learn up to a tenth of a second later where the caret is."""
ENTER = ["prosemirror", "quill", "codemirror", "slate", "draft"]
"""It makes a line there; elsewhere Shift+Enter does."""
ODD_IN_SHADOW = {
    "lexical": "Lexical takes no typing in a shadow root",
    "draft": "Draft knows no selection in a shadow root",
    "quill": "Quill moves the caret by itself while one types in a shadow root",
}
ODD = {("shadow", kind) for kind in ODD_IN_SHADOW}
ALL_THERE = [
    pytest.param(
        kind,
        place,
        id=f"{kind}-{place}",
        marks=[
            *([pytest.mark.skip(reason=ODD_IN_SHADOW[kind])] if (place, kind) in ODD else []),
            *([pytest.mark.thorough] if place != "page" and kind not in ("textarea", "prosemirror") else []),
        ],
    )
    for kind in KINDS
    for place in ("page", "shadow", "far")
]


class Shop:
    """A page with one editor in it."""

    def __init__(self, browser: Browser, bed: Bed) -> None:
        self.browser = browser
        self.bed = bed
        self.documents: dict[str, Document] = {}

    def opened(self, document: Document, hello: Hello) -> None:
        self.documents[hello.url] = document

    def received(self, document: Document, message: Message) -> None:
        pass

    def closed(self, document: Document) -> None:
        self.documents = {url: known for url, known in self.documents.items() if known is not document}

    async def open(self) -> None:
        context = await self.browser.new_context()
        self.page = await context.new_page()
        self.bridge = Bridge(context, {"profile": SITE.for_page(), "openers": [], "inspectable": False}, self)
        await self.bridge.start()

    async def close(self) -> None:
        await self.bridge.stop()
        await self.page.context.close()

    async def show(
        self, kind: str, place: str = "page", slow: int = 0, timeouts: ComposerTimeouts = SOON
    ) -> Composer:
        """Open the page with that editor; `frame` is then where it stands."""
        await self.page.goto(f"{self.bed.url}?kind={kind}&in={place}&slow={slow}")
        if place in ("frame", "far"):
            await expect(self.page.frame_locator("iframe").locator("html")).to_have_attribute(
                "data-ready", "yes"
            )
        self.frame: Frame = self.page.frames[-1]
        await expect(self.frame.locator("html")).to_have_attribute("data-ready", "yes")
        async with asyncio.timeout(30):
            while self.frame.url not in self.documents:
                await self.page.evaluate("new Promise(requestAnimationFrame)")
        return Composer(self.documents[self.frame.url], SITE.send, timeouts)

    async def would_send(self) -> str:
        """What the editor itself holds."""
        return str(await self.frame.evaluate("editor.text()"))


@pytest.fixture(scope="module")
async def shop(browser: Browser, bed: Bed) -> AsyncIterator[Shop]:
    shop = Shop(browser, bed)
    await shop.open()
    yield shop
    await shop.close()


@pytest.mark.parametrize(
    ("kind", "name"),
    corners(
        product(KINDS, TEXTS),
        *product(KINDS, ["lines"]),
        *product(["textarea", "prosemirror", "lexical"], TEXTS),
    ),
)
async def test_the_editor_holds_exactly_what_was_put_in(shop: Shop, kind: str, name: str) -> None:
    composer = await shop.show(kind)
    assert await composer.insert(TEXTS[name]) == Inserted(TEXTS[name], exact=True)
    assert await shop.would_send() == TEXTS[name]


SENDS = """window.sends = [];
addEventListener("keydown", (event) => event.key === "Enter" && !event.shiftKey && sends.push("Enter"), true);
addEventListener("beforeinput", (event) => event.inputType === "insertParagraph" && sends.push("paragraph"), true);
addEventListener("submit", () => sends.push("submit"), true);
document.querySelector(".send").addEventListener("click", () => sends.push("click"));"""


@pytest.mark.parametrize("kind", KINDS)
async def test_nothing_that_sends_is_pressed_while_it_is_put_in(shop: Shop, kind: str) -> None:
    composer = await shop.show(kind)
    await shop.frame.evaluate(SENDS)
    await shop.frame.locator(SITE.composer).first.click()
    await shop.page.keyboard.type("my draft")
    await composer.insert(TEXTS["lines"])
    assert await shop.frame.evaluate("sends") == []


@pytest.mark.parametrize(
    ("kind", "place"),
    corners(product(KINDS, PLACES), *product(KINDS, ["far"]), *product(["textarea", "prosemirror"], PLACES)),
)
async def test_it_does_so_wherever_it_stands_and_sends_it(shop: Shop, kind: str, place: str) -> None:
    composer = await shop.show(kind, place)
    await composer.insert(TEXTS["lines"])
    await composer.submit()
    assert await shop.frame.evaluate("sent") == [TEXTS["lines"]]


@pytest.mark.parametrize(("kind", "place"), ALL_THERE)
async def test_a_draft_and_the_caret_in_it_stay(shop: Shop, kind: str, place: str) -> None:
    composer = await shop.show(kind, place, timeouts=TYPED)
    await shop.frame.locator(SITE.composer).first.click()
    keyboard = shop.page.keyboard
    await keyboard.type("my draft,")
    await keyboard.press("Enter" if kind in ENTER else "Shift+Enter")
    await keyboard.type("two lines")
    for _ in range(3):
        await keyboard.press("ArrowLeft")
    done = await composer.insert(TEXTS["marks"])
    await keyboard.type("+")
    assert (done.draft, await shop.would_send()) == (
        "my draft,\ntwo lines",
        f"my draft,\ntwo li+nes\n\n{TEXTS['marks']}",
    )


@pytest.mark.parametrize("kind", ["prosemirror", "lexical", "codemirror"])
async def test_a_draft_and_the_caret_in_it_stay_before_a_large_text(shop: Shop, kind: str) -> None:
    composer = await shop.show(kind)
    await shop.frame.locator(SITE.composer).first.click()
    await shop.page.keyboard.type("my draft")
    await shop.page.keyboard.press("ArrowLeft")
    await composer.insert(LARGE)
    await shop.page.keyboard.type("+")
    assert await shop.would_send() == f"my draf+t\n\n{LARGE}"


@pytest.mark.parametrize("kind", corners(KINDS, *UNLIKE))
async def test_two_results_stand_one_behind_the_other(shop: Shop, kind: str) -> None:
    composer = await shop.show(kind)
    await composer.insert(TEXTS["lines"])
    await composer.insert(TEXTS["signs"])
    assert await shop.would_send() == f"{TEXTS['lines']}\n\n{TEXTS['signs']}"


@pytest.mark.parametrize("kind", corners(KINDS, *UNLIKE))
async def test_a_site_that_must_digest_a_text_first_is_waited_for(shop: Shop, kind: str) -> None:
    composer = await shop.show(kind, slow=300)
    await composer.insert(TEXTS["signs"])
    await composer.submit()
    assert await shop.frame.evaluate("sent") == [TEXTS["signs"]]


async def test_where_a_site_rewrites_what_it_sends_the_result_stands_in_a_code_block(shop: Shop) -> None:
    await shop.show("tiptap")
    composer = Composer(shop.documents[shop.frame.url], SITE.send, SOON, rewrites=True)
    assert await composer.insert(TEXTS["lines"]) == Inserted(TEXTS["lines"], exact=True)
    assert await composer.code() == TEXTS["lines"]
