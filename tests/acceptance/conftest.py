from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from overlay.demo.server import DemoSite
from tests.injected.fixtures import demo, files_context, one_context, pages

__all__ = ["demo", "files_context", "one_context", "pages"]


@pytest.fixture(scope="session")
async def site() -> AsyncIterator[DemoSite]:
    """The bundled chat site, which says what the user asks it to say."""
    async with DemoSite(rate=60) as running:
        yield running
