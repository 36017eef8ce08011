"""Writes the table of the bundled profiles into `docs/sites.md`, from what each profile says of itself.

Run `python tools/make_sites.py` after a change of a profile. A test compares the table with the profiles.
"""

from __future__ import annotations

from pathlib import Path

from overlay.sites.loader import bundled
from overlay.sites.profile import SiteProfile

PAGE = Path(__file__).parents[1] / "docs" / "sites.md"
BEGIN, END = "<!-- made by tools/make_sites.py -->\n", "<!-- end of the table -->\n"
HEAD = "| site | held against a real page | guesses | needs English |\n|---|---|---|---|\n"
WITHOUT = ("generic", "demo")


def page(text: str) -> str:
    """Return the text of the page with the present table."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{table()}{END}{after}"


def table() -> str:
    """Return a row for each bundled profile of a site or an application."""
    sites = sorted(bundled().items(), key=lambda pair: pair[1].title.lower())
    return HEAD + "".join(_row(name, site) for name, site in sites if name not in WITHOUT)


def _row(name: str, site: SiteProfile) -> str:
    guesses = ", ".join(site.guesses)
    said = f"**the site**: {guesses}" if site.guessed else guesses
    return f"| {site.title} (`{name}`) | {site.held or 'never'} | {said} | {', '.join(site.english)} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
