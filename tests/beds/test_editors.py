"""Real editors in the page, in a shadow root and in frames: a site would send exactly the text that overlay inserts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import pytest
from playwright.async_api import Browser, Frame, expect

from observers.document import Document
from observers.page_bridge import Bridge
from observers.protocol import Hello, Message
from overlay.chat.composer.composer import Composer, Inserted
from overlay.chat.composer.timeouts import ComposerTimeouts
from overlay.sites.loader import SiteProfile
from tests.beds.composer_texts import LARGE, TEXTS
from tests.beds.running import Bed

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
PLACES = ["page", "shadow", "frame", "far"]
"""Where an editor is: in the page, in a shadow root, in a frame, in a frame of another site."""
SOON = ComposerTimeouts(keep=0.03, still=0, user=5, button=5, digest=5)
TYPED = replace(SOON, still=0.5)
"""After keys: editors learn up to a tenth of a second later where the caret is."""
ENTER = ["prosemirror", "quill", "codemirror", "slate", "draft"]
"""Enter makes a new line in these editors; in the others Shift+Enter does."""
ODD_IN_SHADOW = {
    "lexical": "Lexical takes no typing in a shadow root",
    "draft": "Draft knows no selection in a shadow root",
    "quill": "Quill moves the caret by itself while one types in a shadow root",
}
LONG_TEXTS = ["prosemirror"]
"""Each run has this one."""


def halves(first: Sequence[Any], everything: Sequence[Any]) -> list[Any]:
    """Values for `parametrize`: the cells of each run, and the others, marked `thorough`."""
    others = [cell for cell in everything if cell not in first]
    return [
        pytest.param(first, id="each-run"),
        pytest.param(others, id="others", marks=pytest.mark.thorough),
    ]


class EditorPage:
    """A page with one editor in it."""

    def __init__(self, browser: Browser, bed: Bed) -> None:
        self.browser = browser
        self.bed = bed
        self.documents: dict[str, Document] = {}

    def opened(self, document: Document, hello: Hello) -> None:
        self.documents[hello.url] = document

    def received(self, document: Document, message: Message) -> None:
        pass

    def lost(self, document: Document, *, recorded: bool, flood: bool) -> None:
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
        """Open the page with that editor; `frame` is then its frame."""
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
        """The text that the editor has."""
        return str(await self.frame.evaluate("editor.text()"))


@pytest.fixture(scope="module")
async def editor_page(browser: Browser, bed: Bed) -> AsyncIterator[EditorPage]:
    editor_page = EditorPage(browser, bed)
    await editor_page.open()
    yield editor_page
    await editor_page.close()


SENDS = """window.sends = [];
addEventListener("keydown", (event) => event.key === "Enter" && !event.shiftKey && sends.push("Enter"), true);
addEventListener("beforeinput", (event) => event.inputType === "insertParagraph" && sends.push("paragraph"), true);
addEventListener("submit", () => sends.push("submit"), true);
addEventListener("click", (event) => event.composedPath()[0].matches(".send") && sends.push("click"), true);"""


@dataclass(frozen=True, slots=True)
class Drafted:
    """The result of a text that was inserted behind a draft: the draft as overlay read it, the text that the editor
    holds, each event that sends, and what the site got when overlay sent it.
    """

    draft: str
    held: str
    sends: list[str]
    sent: list[str]


BEHIND = f"my draft,\ntwo li+nes\n\n{TEXTS['marks']}"
DRAFTED = Drafted("my draft,\ntwo lines", BEHIND, [], [BEHIND])


async def drafted(editor_page: EditorPage, kind: str, place: str) -> Drafted:
    """Type a draft, put the caret three letters before its end, insert a text, type a plus sign, and send."""
    composer = await editor_page.show(kind, place, timeouts=TYPED)
    await editor_page.frame.locator(SITE.composer).first.click()
    keyboard = editor_page.page.keyboard
    await keyboard.type("my draft,")
    await keyboard.press("Enter" if kind in ENTER else "Shift+Enter")
    await keyboard.type("two lines")
    for _ in range(3):
        await keyboard.press("ArrowLeft")
    await editor_page.frame.evaluate(SENDS)
    done = await composer.insert(TEXTS["marks"])
    await keyboard.type("+")
    held, sends = await editor_page.would_send(), await editor_page.frame.evaluate("sends")
    await composer.submit()
    return Drafted(done.draft, held, sends, await editor_page.frame.evaluate("sent"))


CELLS = [
    (kind, place) for kind in KINDS for place in PLACES if not (place == "shadow" and kind in ODD_IN_SHADOW)
]
FIRST = [("textarea", "page"), ("prosemirror", "shadow"), ("lexical", "far")]
"""A value that is set, a paste in a shadow root, and an editor with a state of its own in another site's frame."""


@pytest.mark.parametrize("cells", halves(FIRST, CELLS))
async def test_a_draft_and_its_caret_stay_and_only_a_submit_sends(
    editor_page: EditorPage, cells: list[tuple[str, str]]
) -> None:
    found = {cell: await drafted(editor_page, *cell) for cell in cells}
    assert {cell: result for cell, result in found.items() if result != DRAFTED} == {}


@pytest.mark.thorough
async def test_each_editor_that_takes_no_typing_in_a_shadow_root_takes_a_text_there(
    editor_page: EditorPage,
) -> None:
    found: dict[str, list[str]] = {}
    for kind in ODD_IN_SHADOW:
        composer = await editor_page.show(kind, "shadow")
        await composer.insert(TEXTS["lines"])
        await composer.submit()
        found[kind] = await editor_page.frame.evaluate("sent")
    assert found == {kind: [TEXTS["lines"]] for kind in ODD_IN_SHADOW}


@pytest.mark.parametrize("kinds", halves(LONG_TEXTS, KINDS))
@pytest.mark.thorough
async def test_a_long_text_after_one_of_odd_signs_stands_behind_it_exactly(
    editor_page: EditorPage, kinds: list[str]
) -> None:
    wrong: dict[str, object] = {}
    for kind in kinds:
        composer = await editor_page.show(kind)
        done = [await composer.insert(TEXTS["signs"]), await composer.insert(LARGE)]
        held = await editor_page.would_send()
        if not all(one.exact for one in done) or held != f"{TEXTS['signs']}\n\n{LARGE}":
            wrong[kind] = ([one.exact for one in done], held[:2000])
    assert wrong == {}


@pytest.mark.thorough
async def test_each_editor_holds_exactly_each_text(editor_page: EditorPage) -> None:
    wrong: list[tuple[str, str]] = []
    for kind, name in product(KINDS, TEXTS):
        composer = await editor_page.show(kind)
        done = await composer.insert(TEXTS[name])
        if done != Inserted(TEXTS[name], exact=True) or await editor_page.would_send() != TEXTS[name]:
            wrong.append((kind, name))
    assert wrong == []


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["prosemirror", "lexical", "codemirror"])
async def test_a_draft_and_its_caret_stay_before_a_large_text(editor_page: EditorPage, kind: str) -> None:
    composer = await editor_page.show(kind)
    await editor_page.frame.locator(SITE.composer).first.click()
    await editor_page.page.keyboard.type("my draft")
    await editor_page.page.keyboard.press("ArrowLeft")
    await composer.insert(LARGE)
    await editor_page.page.keyboard.type("+")
    assert await editor_page.would_send() == f"my draf+t\n\n{LARGE}"


@pytest.mark.thorough  # tests/chat/composer/test_sender.py waits for a site that digests a text
async def test_overlay_waits_for_a_site_that_must_digest_a_text_before_it_can_be_sent(
    editor_page: EditorPage,
) -> None:
    found: dict[str, list[str]] = {}
    for kind in KINDS:
        composer = await editor_page.show(kind, slow=300)
        await composer.insert(TEXTS["signs"])
        await composer.submit()
        found[kind] = await editor_page.frame.evaluate("sent")
    assert found == {kind: [TEXTS["signs"]] for kind in KINDS}


@pytest.mark.thorough
async def test_a_result_is_inserted_in_a_code_block_if_the_site_rewrites_messages(
    editor_page: EditorPage,
) -> None:
    await editor_page.show("tiptap")
    composer = Composer(editor_page.documents[editor_page.frame.url], SITE.send, SOON, rewrites=True)
    assert await composer.insert(TEXTS["lines"]) == Inserted(TEXTS["lines"], exact=True)
    assert await composer.code() == TEXTS["lines"]
