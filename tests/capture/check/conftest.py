from __future__ import annotations

import pytest
from playwright.async_api import Browser


@pytest.fixture(scope="session")
def browser(replay_browser: Browser) -> Browser:
    """The browser of `overlay check` in place of pytest-playwright's."""
    return replay_browser
