from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page

from overlay.sites import recognition
from overlay.sites.loader import SiteProfile, load_profiles
from overlay.sites.recognition import detect_site

ONE = SiteProfile(name="one", title="One", detect="#one")
TWO = SiteProfile(name="two", title="Two", detect="#two")
SITE = SiteProfile(name="site", title="Site", hosts=("site.example",))
ANY = SiteProfile(name="any", title="Any", composer="textarea")
KNOWN = [SITE, ONE, TWO]
PATIENT = 30.0


@pytest.fixture(scope="module")
async def own_page(browser: Browser) -> AsyncIterator[Page]:
    page = await browser.new_page()
    yield page
    await page.close()


async def test_a_page_is_known_by_its_sign(own_page: Page) -> None:
    await own_page.set_content("<p id=two></p>")
    assert await detect_site(own_page, KNOWN, ANY, PATIENT) == TWO


async def test_an_application_that_draws_itself_late_is_waited_for(own_page: Page) -> None:
    await own_page.set_content("<script>setTimeout(() => { document.body.id = 'one' }, 200)</script>")
    assert await detect_site(own_page, KNOWN, ANY, PATIENT) == ONE


async def test_a_sign_in_a_shadow_tree_counts(own_page: Page) -> None:
    await own_page.set_content(
        "<x-y></x-y><script>document.querySelector('x-y').attachShadow({ mode: 'open' }).innerHTML = '<p id=one></p>'</script>"
    )
    assert await detect_site(own_page, KNOWN, ANY, PATIENT) == ONE


async def test_a_page_with_a_box_and_no_sign_is_any_page_at_once(own_page: Page) -> None:
    await own_page.set_content("<textarea></textarea>")
    assert await detect_site(own_page, KNOWN, ANY, PATIENT) == ANY


async def test_a_page_that_shows_nothing_is_any_page_in_the_end(own_page: Page) -> None:
    await own_page.set_content("<p>words</p>")
    assert await detect_site(own_page, KNOWN, ANY, 0.05) == ANY


async def test_a_page_that_is_gone_is_any_page(browser: Browser) -> None:
    page = await browser.new_page()
    await page.close()
    assert await detect_site(page, KNOWN, ANY, PATIENT) == ANY


async def test_no_profile_with_hosts_has_a_sign_that_another_page_could_show() -> None:
    assert [profile.name for profile in load_profiles().values() if profile.hosts and profile.detect] == []


async def test_a_field_of_one_line_counts_as_the_box_only_after_an_application_had_time_to_draw_itself(
    own_page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    boxes = ("textarea", "input")
    several = ANY.model_copy(update={"composer": ", ".join(boxes), "alternatives": {"composer": boxes}})
    monkeypatch.setattr(recognition, "SURE", PATIENT)
    await own_page.set_content("<input><script>setTimeout(() => { document.body.id = 'one' }, 200)</script>")
    assert await detect_site(own_page, KNOWN, several, PATIENT) == ONE
    monkeypatch.setattr(recognition, "SURE", 0.05)
    await own_page.set_content("<input>")
    assert await detect_site(own_page, KNOWN, several, PATIENT) == several
