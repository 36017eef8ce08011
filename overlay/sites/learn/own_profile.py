"""Learns a chat, and saves it as one of the user's own profiles."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.async_api import Page

from overlay.common.errors import UsageError
from overlay.common.whole_file import write_whole
from overlay.sites.check import Report, check
from overlay.sites.learn.lesson import Learned, teach
from overlay.sites.learn.profile_text import learned_profile, name_for
from overlay.sites.loader import own_folder, parse_profile
from overlay.sites.profile import SiteProfile

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,40}")


async def learn_profile(
    page: Page, url: str, name: str, file: Path, before: SiteProfile | None, notify: Callable[[str], None]
) -> tuple[Learned, Report]:
    """Learn the chat in `page`, write its profile to `file`, and check it on the page.

    `url` is the address of a new chat, `before` the profile that is replaced. Raises the errors of `teach`.
    """
    learned = await teach(page, url, notify)
    text = learned_profile(learned, name, url, before)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, text)
    return learned, await check(page, parse_profile(text, file.name, str(file)))


def file_for(name: str, *, force: bool) -> Path:
    """Return the file for the profile `name`.

    Raises UsageError if the name is not valid, or if the file exists and `force` is false.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} can't be a site's name", advice="Use small letters, digits, - and _ with --name."
        )
    file = own_folder() / f"{name}.toml"
    if name == "generic":
        raise UsageError("generic is the profile of unknown pages", advice="Choose another --name.")
    if file.exists() and not force:
        raise UsageError(
            f"there is a profile of yours called {name}: {file}",
            advice="Add --force to replace it, or choose another --name.",
        )
    return file


def free_name(url: str) -> str:
    """Return a name for the chat at `url` that no profile of the user's has."""
    base = name_for(url)[:36] or "chat"
    names = (base, *(f"{base}-{number}" for number in range(2, 1_000)))
    return next(name for name in names if not (own_folder() / f"{name}.toml").exists())
