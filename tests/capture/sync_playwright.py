"""The fixtures of pytest-playwright that its synchronous tests use, where that plug-in is not installed.

It can't be installed beside pytest-playwright-asyncio in one run: both add the same options.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright


class Fixtures:
    @pytest.fixture(scope="session")
    @classmethod
    def browser_name(cls) -> str:
        return "chromium"

    @pytest.fixture(scope="session")
    @classmethod
    def browser_type_launch_args(cls) -> dict[str, Any]:
        return {}

    @pytest.fixture(scope="session")
    @classmethod
    def playwright(cls) -> Iterator[Playwright]:
        with sync_playwright() as playwright:
            yield playwright

    @pytest.fixture(scope="session")
    @classmethod
    def browser(cls, playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> Iterator[Browser]:
        browser = playwright.chromium.launch(**browser_type_launch_args)
        yield browser
        browser.close()

    @pytest.fixture
    def context(self, browser: Browser) -> Iterator[BrowserContext]:
        context = browser.new_context()
        yield context
        context.close()

    @pytest.fixture
    def page(self, context: BrowserContext) -> Page:
        return context.new_page()


def pytest_addoption(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.register(Fixtures(), "playwright")
