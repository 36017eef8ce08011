"""One visit of each page of a site, for all tests of its file; another language is another visit."""

from __future__ import annotations

from typing import Any, cast

import pytest
from playwright.async_api import Browser

from tests.sites.real.languages import LANGUAGES
from tests.sites.real.promises import RealSite
from tests.sites.real.visit import Visit, visit
from tests.support.effort import corners


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Visit the pages in the site's own language by default, in the others in a thorough run."""
    if "visits" in metafunc.fixturenames:
        site: type[RealSite] = cast("Any", metafunc).cls
        metafunc.parametrize("language", corners(LANGUAGES, site.language), scope="class")


@pytest.fixture(scope="class")
async def visits(request: pytest.FixtureRequest, browser: Browser, language: str) -> dict[str, Visit]:
    """The visits of a site's pages, by the names of the pages."""
    site: type[RealSite] = cast("Any", request).cls
    return {name: await visit(browser, name, facts, language) for name, facts in site.pages.items()}
