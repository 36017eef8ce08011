"""The text of the page's own editor."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import BrowserContext

from observers import editor_text
from observers.document import Document
from observers.editor_text import full_text
from tests.injected.pages import PageSite
from tests.observers.world import listening, turns
from tests.support.effort import corners

EDITORS = {
    "CodeMirror 6": """<div class=cm-editor><div class=cm-content></div></div><script>
        document.querySelector(".cm-content").cmTile = { view: { state: { doc: { toString: () => "a\\nb" } } } };</script>""",
    "an older CodeMirror 6": """<div class=cm-editor><div class=cm-content></div></div><script>
        document.querySelector(".cm-content").cmView = { rootView: { view: { state: { doc: "a\\nb" } } } };</script>""",
    "CodeMirror 5": """<div class=CodeMirror></div><script>
        document.querySelector(".CodeMirror").CodeMirror = { getValue: () => "a\\nb" };</script>""",
    "Ace": """<div class=ace_editor></div><script>
        document.querySelector(".ace_editor").env = { editor: { getValue: () => "a\\nb" } };</script>""",
    "Monaco": """<div class=monaco-editor></div><script>
        const one = document.querySelector(".monaco-editor");
        window.monaco = { editor: { getEditors: () => [
            { getDomNode: () => document.body, getValue: () => "another" },
            { getDomNode: () => one, getValue: () => "a\\nb" },
        ] } };</script>""",
}
NONE = {
    "no editor": "<pre>a</pre>",
    "an editor that says nothing": "<div class=cm-editor><div class=cm-content></div></div>",
    "an editor that says no text": """<div class=CodeMirror></div><script>
        document.querySelector(".CodeMirror").CodeMirror = { getValue: () => ({ length: 1 }) };</script>""",
    "an editor that throws": """<div class=CodeMirror></div><script>
        document.querySelector(".CodeMirror").CodeMirror = { getValue: () => { throw 1; } };</script>""",
    "an editor that says too much": """<div class=CodeMirror></div><script>
        document.querySelector(".CodeMirror").CodeMirror = { getValue: () => "123456789" };</script>""",
}


@asynccontextmanager
async def document(
    html: str, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Document]:
    page = await context.new_page()
    await page.goto(pages.add(f"<!doctype html><main>{html}</main>"))
    async with listening(context, monkeypatch) as (_, listener):
        await turns(page, lambda: bool(listener.alive))
        await listener.alive[0].ask(
            "function () { this.ask = (_, [unit]) => unit === 1 ? document.querySelector('main') : null; }"
        )
        yield listener.alive[0]


@pytest.mark.parametrize("name", corners(EDITORS, "CodeMirror 6", "Monaco"))
async def test_the_editor_is_asked_in_the_pages_own_world(
    name: str, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with document(EDITORS[name], context, pages, monkeypatch) as page:
        assert await full_text(page, 1) == "a\nb"


@pytest.mark.parametrize("name", corners(NONE, "an editor that throws", "an editor that says too much"))
async def test_an_editor_without_a_readable_text_gives_none(
    name: str, context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editor_text, "MAX_TEXT", 8)
    async with document(NONE[name], context, pages, monkeypatch) as page:
        assert await full_text(page, 1) is None


@pytest.mark.thorough
async def test_a_unit_that_left_the_page_gives_no_text(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with document(EDITORS["CodeMirror 5"], context, pages, monkeypatch) as page:
        assert await full_text(page, 2) is None


@pytest.mark.thorough
async def test_a_closed_page_gives_no_text(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with document(EDITORS["CodeMirror 5"], context, pages, monkeypatch) as page:
        await page.page.close()
        assert await full_text(page, 1) is None
