"""Plays turns in a page that a real site drew: what is sent in its message box gets an answer, as the site writes it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from playwright.async_api import BrowserContext, Page, Route

from tests.sites.real.real_page import GROWTH, SWAP, RealPage
from tests.sites.real.test_chatgpt import GUEST, NEW, OLD
from tests.sites.real.test_claude import PAGE as CLAUDE
from tests.sites.real.test_deepseek import PAGE as DEEPSEEK
from tests.sites.real.test_gemini import PAGE as GEMINI
from tests.sites.real.test_grok import PAGE as GROK
from tests.sites.real.test_perplexity import PAGE as PERPLEXITY
from tests.sites.real.visit import Facts

PAGES: dict[str, Facts] = {
    "chatgpt-2026-07": OLD,
    "chatgpt-2026-09": NEW,
    "chatgpt-guest-2026-10": GUEST,
    "claude-2026-09": CLAUDE,
    "deepseek-2026-10": DEEPSEEK,
    "gemini-2026-07": GEMINI,
    "grok-2026-07": GROK,
    "perplexity-2026-08-rollout": PERPLEXITY,
}
LINES = "\n".join(
    f"Line {number}: the river runs to the sea and carries sand and stones." for number in range(5)
)
_PLAY = """([site, html, told, boxes, buttons]) => {
    const swap = SWAP;
    const chat = chatSite(site, html);
    const box = () => [...document.querySelectorAll(boxes)].at(-1);
    const answers = { ...told };
    const send = async () => {
        const editor = box();
        const text = (editor.value ?? editor.innerText).trim();
        if (!text) return;
        if (editor.value === undefined) editor.replaceChildren(document.createElement("p")); else editor.value = "";
        const key = Object.keys(answers).find((word) => word && text.includes(word));
        swap([false, site.writing]);
        await chat.write(text, answers[key ?? ""], 11);
        stopLooking();
        swap([true, site.writing]);
    };
    addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.shiftKey || !event.composedPath().includes(box())) return;
        event.preventDefault();
        send();
    });
    addEventListener("click", (event) => {
        if (!event.target.closest?.(buttons)) return;
        event.preventDefault();
        send();
    });
    addEventListener("submit", (event) => event.preventDefault(), true);
}"""


@dataclass
class PlayedPage:
    """A real page whose site answers. `at` is another address for it, "" for its own.

    `answers` are the texts that are written into the code block of an answer, by a word of the message.
    """

    name: str
    answers: dict[str, str]
    at: str = ""

    def __post_init__(self) -> None:
        self.facts = PAGES[self.name]
        self._real = RealPage(self.name, self.facts.drawing)
        self.url = self.at or self._real.url

    async def serve(self, context: BrowserContext) -> None:
        """Answer the page's address with the page; nothing else can be reached."""
        body = self._real.html.replace("</body>", f"<script>{self._script()}</script></body>")

        async def answer(route: Route) -> None:
            if route.request.url == self.url:
                await route.fulfill(body=body, content_type="text/html; charset=utf-8")
            else:
                await route.abort()

        await context.route("**/*", answer)

    def _script(self) -> str:
        site: dict[str, object] = asdict(self.facts.drawing)
        given = [site, self._real.html, {"": LINES} | self.answers, self.facts.box, self.facts.button]
        told = json.dumps(given).replace("</", "<\\/")
        return f"{GROWTH}\n({_PLAY.replace('SWAP', SWAP)})({told});"

    async def ask(self, page: Page, text: str, *, by_key: bool) -> None:
        """Write a message with the keyboard, and send it by Enter or by the page's button."""
        box = page.locator(self.facts.box).last
        await box.click()
        await page.keyboard.press("Control+A")
        await page.keyboard.type(text)
        if by_key:
            await page.keyboard.press("Enter")
        else:
            await page.locator(self.facts.button).click()
