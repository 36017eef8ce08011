"""The check on pages that real sites drew: the truth about a profile that fits, and about one that no longer does."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from overlay.sites.check import Report, check, recording_of
from overlay.sites.loader import load_profiles
from overlay.sites.profile import SiteProfile

PAGES = sorted((Path(__file__).parent.parent / "real/pages").glob("*.html"))
UNREAD: set[str] = set()
"""Pages whose code overlay can't read yet."""
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


async def test_a_real_page_that_overlay_can_use_passes(saved_page: Page) -> None:
    failed: dict[str, list[str]] = {}
    for file in PAGES:
        report = await checked(saved_page, file, site_of(file))
        failed[file.stem] = [finding.field for finding in report.failed]
    assert failed == {file.stem: ["code"] * (file.stem in UNREAD) for file in PAGES}


async def test_the_candidate_for_the_users_messages_finds_as_many_as_there_are(saved_page: Page) -> None:
    found: dict[str, tuple[str, int] | None] = {}
    wanted: dict[str, tuple[str, int] | None] = {}
    for file in PAGES:
        site = site_of(file)
        number = (await checked(saved_page, file, site)).finding("user").count
        lost = {name: several for name, several in site.alternatives.items() if name != "user"}
        broken = site.model_copy(update={"user": "[data-gone]", "alternatives": lost})
        near = (await checked(saved_page, file, broken)).finding("user").candidate
        found[file.stem] = (near.gives.split(",")[0], near.count) if near else None
        wanted[file.stem] = None if file.stem in NOT_NAMED else (f"{number} of the user", number)
    assert found == wanted
