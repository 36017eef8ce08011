"""Fixtures for the folders whose tests need a page."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.injected.pages import PageSite
from tests.injected.stage import Demo


@pytest.fixture(scope="session")
async def pages() -> AsyncIterator[PageSite]:
    async with PageSite() as site:
        yield site


@pytest.fixture(scope="session")
async def demo() -> AsyncIterator[Demo]:
    async with Demo() as site:
        yield site
