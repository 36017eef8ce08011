"""Pages that a real site drew, at their real address, with an answer that grows as that site writes it."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Page, Route

from tests.sites.real.languages import translated

FOLDER = Path(__file__).parent / "pages"
_ADDRESS = re.compile(r"saved from url=\(\d+\)(\S+?)\s*-->")
SWAP = """([back, writing]) => {
    // The answer says first that it is being written: overlay looks when the page changes.
    const answers = writing ? [...document.querySelectorAll(writing[0])] : [];
    for (const one of answers) one.setAttribute(writing[1], writing[!back && one === answers.at(-1) ? 2 : 3]);
    const swap = window.swapped ??= [];
    if (back) { for (const [now, was] of swap.splice(0)) now.replaceWith(was); return; }
    for (const part of document.querySelector("#while-streaming").content.cloneNode(true).children) {
        const was = document.querySelector(part.dataset.put);
        was.replaceWith(part);
        swap.push([part, was]);
    }
}"""
"""Puts the parts that the site shows while an answer is written in, or takes them out again."""
GROWTH = r"""
window.chatSite = (site, html) => {
    const clean = new DOMParser().parseFromString(html, "text/html");
    const last = (selector, root = clean) => [...root.querySelectorAll(selector)].at(-1);
    const renew = (element) => {
        for (const one of [element, ...element.querySelectorAll("*")])
            for (const name of site.ids)
                if (one.hasAttribute(name))
                    one.setAttribute(name, one.getAttribute(name).replace(/\d/g, (digit) => (Number(digit) + 3) % 10));
    };
    const frames = [];
    // The turn of an answer, with an empty code block that the site draws as the others in the page.
    const begin = (question) => {
        let at = last(site.turns.at(-1), document);
        let place;
        for (const selector of site.turns) {
            const turn = document.importNode(last(selector), true);
            renew(turn);
            for (const one of site.drop ? turn.querySelectorAll(site.drop) : []) one.remove();
            place = last(site.place, turn) ?? place;
            const words = last(site.words, turn);
            if (words) words.textContent = question;
            at.after(turn);
            at = turn;
        }
        const frame = document.importNode(last(site.frame), true);
        const code = frame.matches(site.code) ? frame : last(site.code, frame);
        code.replaceChildren();
        const paragraph = document.createElement("p");
        paragraph.textContent = "I look again.";
        place.replaceChildren(paragraph, frame);
        return { place, code };
    };
    const mark = (on) => {
        const answers = site.writing ? [...document.querySelectorAll(site.writing[0])] : [];
        for (const one of answers)
            one.setAttribute(site.writing[1], site.writing[on && one === answers.at(-1) ? 2 : 3]);
    };
    return {
        frames,
        whole(question, text) { begin(question).code.append(text); },
        async write(question, text, step) {
            const { place, code } = begin(question);
            mark(true);
            let looking = true;
            const look = () => {
                const hosts = [...place.querySelectorAll("*")].filter((one) => one.shadowRoot);
                frames.push({ words: place.innerText, blocks: hosts.length });
                if (looking) requestAnimationFrame(look);
            };
            look();
            for (let at = 0; at < text.length; at += step) {
                await new Promise((go) => setTimeout(go, 30));
                code.append(text.slice(at, at + step));
            }
            await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
            mark(false);
            window.stopLooking = () => { looking = false; };
        },
    };
};
"""
QUESTION = "Please look at the next one, and say what you see there."
CALL = '<function_calls>\n<invoke name="look">\n<parameter name="zebra">quagga</parameter>\n</invoke>\n</function_calls>'


@dataclass(frozen=True)
class Drawing:
    """How a page draws its messages: selectors, which have nothing to do with those of the profile.

    `turns` are copied for a new question and answer, without what `drop` finds; `words` are the user's words,
    `place` is where an answer is written, `frame` a code block to copy, `code` the element of its text. `ids`
    are attributes with ids. `writing` is an element of the answer, its attribute, and the attribute's value
    while the answer is written and after it.
    """

    turns: tuple[str, ...]
    words: str
    place: str
    frame: str
    code: str = "code"
    ids: tuple[str, ...] = ("id",)
    drop: str = ""
    writing: tuple[str, str, str, str] | None = None


@dataclass
class RealPage:
    """One page: its file, its real address, and how the site draws in it."""

    name: str
    drawing: Drawing
    language: str = "en"
    url: str = ""
    html: str = ""
    grown: bool = False

    def __post_init__(self) -> None:
        text = (FOLDER / f"{self.name}.html").read_text("utf-8")
        found = _ADDRESS.search(text)
        assert found, f"{self.name} does not say which address it has"
        self.url = found[1]
        self.html = translated(text, self.language)

    async def serve(self, context: BrowserContext) -> None:
        """Answer the page's address with the page; nothing else can be reached."""

        async def answer(route: Route) -> None:
            if route.request.url == self.url:
                await route.fulfill(body=self._body(), content_type="text/html; charset=utf-8")
            else:
                await route.abort()

        await context.route("**/*", answer)

    def _body(self) -> str:
        """Return the page; once an answer has grown in it, with that answer, as the site draws it later."""
        if not self.grown:
            return self.html
        told = _json([self._site(), self.html, QUESTION, CALL])
        script = f"{GROWTH}\nconst [site, html, question, text] = {told};\nchatSite(site, html).whole(question, text);"
        return self.html.replace("</body>", f"<script>{script}</script></body>")

    async def show_writing(self, page: Page, *, writing: bool) -> None:
        """Let the page show what the site shows while an answer is written, or take it out."""
        await page.evaluate(SWAP, [not writing, self.drawing.writing])

    async def write(self, page: Page) -> None:
        """Write an answer with a call, as the site does; it is in the page after a reload too."""
        await self.show_writing(page, writing=True)
        await page.evaluate(GROWTH)
        await page.evaluate(
            "async ([site, html, question, text]) => {"
            " window.chat = chatSite(site, html); await chat.write(question, text, 11); }",
            [self._site(), self.html, QUESTION, CALL],
        )
        self.grown = True
        await self.show_writing(page, writing=False)

    async def frames(self, page: Page) -> list[dict[str, Any]]:
        """Return what each frame of the page showed in the place of the answer so far."""
        return await page.evaluate("(stopLooking(), chat.frames)")

    def _site(self) -> dict[str, Any]:
        return {name: getattr(self.drawing, name) for name in Drawing.__dataclass_fields__}


def _json(value: object) -> str:
    """Return the value as JSON that a script element can hold."""
    return json.dumps(value).replace("</", "<\\/")


async def until(page: Page, holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until `holds()` is true, frame by frame of the page."""
    async with asyncio.timeout(60):
        while not await holds():
            await page.evaluate("new Promise((go) => requestAnimationFrame(() => setTimeout(go, 20)))")
