"""The profiles of one session: the opened chat's, and those of the other pages that the browser shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overlay.policy import origin_of
from overlay.sites.loader import SiteProfile, load_profiles, profile_for
from overlay.sites.page_table import GENERIC, LATE, SiteRow, site_rows
from overlay.sites.recognition import detect_site

if TYPE_CHECKING:
    from playwright.async_api import Page

FOUND = "found "
"""Prefix of the rows of profiles that were found by watching."""


class SessionSites:
    """`target` is a site's name or an address; a `given` profile applies to all pages.

    `opened` is the profile of the chat that was opened, `url` its address ("" if the user opens one). Raises
    UsageError for a target that can't be used.
    """

    def __init__(self, target: str, given: SiteProfile | None = None) -> None:
        found, self.url = profile_for(target)
        self.opened = given or found
        self.is_unknown = given is None and found.name == GENERIC and bool(self.url)
        self._given = given is not None
        self._by_row: dict[str, SiteProfile] = {}

    async def recognise(self, page: Page) -> None:
        """Find the profile of an unknown chat by what its first page shows."""
        self.opened = await detect_site(page, load_profiles().values(), self.opened)

    def rows(self, page: Page | None) -> list[SiteRow]:
        """Return the page script's row for each known site; none if a given profile applies to all pages.

        `page` is the first page, if it is open already: its origin counts as the opened chat's.
        """
        if self._given or not self.url:
            return []
        origins = [origin_of(self.url), *([origin_of(page.url)] if page else [])]
        rows, self._by_row = site_rows(self.opened, origins, load_profiles())
        return rows

    def adopt(self, profile: SiteProfile) -> str:
        """Use a profile that was found while the session runs; return the name of its row."""
        name = f"{FOUND}{profile.name}"
        self._by_row[name] = profile
        return name

    def of_row(self, name: str) -> SiteProfile:
        """Return the profile of the row that the page script found.

        A row that recognised the page later also sets `opened`.
        """
        profile = self._by_row.get(name, self.opened)
        if name.startswith((LATE, FOUND)) and name in self._by_row:
            self.opened = profile
        return profile
