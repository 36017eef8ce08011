"""The check on pages that real sites drew: the truth about a profile that fits, and about one that no longer does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from overlay.sites.check import Report, check, recording_of
from overlay.sites.loader import load_profiles
from overlay.sites.profile import SiteProfile
from tests.support.effort import corners

FILES = {file.stem: file for file in sorted((Path(__file__).parent.parent / "real/pages").glob("*.html"))}
NOT_NAMED = {"deepseek-2026-10", "perplexity-2026-08-rollout"}
"""Pages of which no attribute or word names the user's messages."""
KNOWN = load_profiles()


@pytest.fixture(scope="module")
async def saved_page(browser: Browser) -> AsyncIterator[Page]:
    """A page as the command opens a saved one."""
    context = await browser.new_context(java_script_enabled=False, offline=True)
    yield await context.new_page()
    await context.close()


async def checked(page: Page, file: Path, profile: SiteProfile) -> Report:
    await page.goto(file.as_uri())
    return await check(page, profile, recording_of(file), trial=True)


def site_of(file: Path) -> SiteProfile:
    return KNOWN[file.stem.partition("-")[0]]


@pytest.mark.parametrize("name", corners(FILES, "chatgpt-2026-09"))
async def test_a_real_page_that_overlay_can_use_passes(saved_page: Page, name: str) -> None:
    file = FILES[name]
    report = await checked(saved_page, file, site_of(file))
    assert [finding.field for finding in report.failed] == []


@pytest.mark.parametrize("name", corners(FILES, "deepseek-2026-10"))
async def test_the_candidate_for_the_users_messages_finds_as_many_as_there_are(
    saved_page: Page, name: str
) -> None:
    file, site = FILES[name], site_of(FILES[name])
    number = (await checked(saved_page, file, site)).finding("user").count
    lost = {name: several for name, several in site.alternatives.items() if name != "user"}
    broken = site.model_copy(update={"user": "[data-gone]", "alternatives": lost})
    near = (await checked(saved_page, file, broken)).finding("user").candidate
    found = (near.gives.split(",")[0], near.count) if near else None
    assert found == (None if name in NOT_NAMED else (f"{number} of the user", number))
