"""A site, and pages on it in a real browser, with what the tests look at gathered in one place."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from overlay.demo.script import Answer, Script
from overlay.demo.server import DemoSite
from tests.injected.fixtures import files_context, one_context

__all__ = ["files_context", "one_context"]
WATCH_VIOLATIONS = """
window.violations = [];
document.addEventListener("securitypolicyviolation",
    (event) => window.violations.push(event.violatedDirective + " " + event.blockedURI));
"""


class Chat:
    """A chat page as a person has it: what they do, and what they see."""

    def __init__(self, page: Page, site: DemoSite) -> None:
        self.page = page
        self.site = site
        self.errors: list[str] = []
        page.on(
            "console", lambda message: self.errors.append(message.text) if message.type == "error" else None
        )
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.composer = page.locator("#composer")
        self.send_button = page.locator('[data-testid="send"]')
        self.stop_button = page.locator('[data-testid="stop"]')
        self.answers = page.locator('[data-turn="assistant"] .markdown')
        self.questions = page.locator('[data-turn="user"] .bubble')

    async def open(self, query: str = "") -> Chat:
        await self.page.add_init_script(WATCH_VIOLATIONS)
        await self.page.goto(f"{self.site.url}/{query}")
        return self

    async def ask(self, text: str) -> None:
        """Sends a message; the answer may still be coming."""
        await self.composer.fill(text)
        await self.send_button.click()

    async def answer(self, text: str) -> str:
        """Sends a message and gives the text of the finished answer."""
        await self.ask(text)
        await self.finished()
        return await self.answers.last.inner_text()

    async def finished(self) -> None:
        """Waits for the end of the answer."""
        await expect(self.stop_button).to_have_count(0, timeout=30_000)

    async def violations(self) -> list[str]:
        return await self.page.evaluate("window.violations")


@pytest.fixture(scope="session")
async def site() -> AsyncIterator[DemoSite]:
    """One site for all tests that don't mind other conversations in it."""
    async with DemoSite(rate=2000) as running:
        yield running


@pytest.fixture
async def chat(page: Page, site: DemoSite) -> Chat:
    return Chat(page, site)


def scripted(*answers: str | Answer) -> Script:
    return Script.fixed(list[str | Answer](answers))


def text_of(answer: Answer) -> str:
    """The text of an answer without its pace."""
    return "".join(getattr(piece, "text", "") for piece in answer)
