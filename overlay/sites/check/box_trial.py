"""Tries the message box: writes a word after the draft, reads it back, and deletes it again."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page

WORD = "overlay"
PATIENCE = 5_000
"""Milliseconds in which the box must take the focus, and show a text."""
SEND_PATIENCE = 2_000
"""Milliseconds in which a site shows its send button once something is written."""


@dataclass(frozen=True, slots=True)
class BoxTrial:
    """`fault` says what the box did not do, "" if it took the word and gave it back.

    `send`: a send button was there while the box held the word. `draft`: the box held a text before. `lives`:
    the page's script runs, so that it could have shown its button.
    """

    fault: str
    send: bool = False
    draft: bool = False
    lives: bool = False


async def try_box(page: Page, composer: str, send: str) -> BoxTrial:
    """Try the box that the selector `composer` finds; `send` is the selector of the send button, "" for none.

    The word is written as the browser's own input, so it works in a page without script too. Raises
    playwright's Error when the page is closed or left.
    """
    box = page.locator(f"css={composer}").filter(visible=True).last
    try:
        await box.focus(timeout=PATIENCE)
    except PlaywrightError as error:
        if page.is_closed():
            raise
        return BoxTrial(f"it does not take the focus: {str(error).splitlines()[0]}")
    if not await box.and_(page.locator("css=:focus, :focus-within")).count():
        return BoxTrial("it does not take the focus")
    before = await _text(box)
    await page.keyboard.press("ControlOrMeta+End")
    await page.keyboard.insert_text(WORD)
    written = await _text(box)
    if _plain(written) != _plain(before + WORD):
        await _delete(page, box, before)
        return BoxTrial("it takes no text" if written == before else "it changes what is written into it")
    shown = await _button(page, send)
    await _delete(page, box, before)
    left = _plain(await _text(box)) == _plain(before)
    fault = "" if left else "it does not let go of what was written into it"
    return BoxTrial(fault, shown, bool(before.strip()), _lives(page))


async def _text(box: Locator) -> str:
    try:
        return await box.input_value(timeout=PATIENCE)
    except PlaywrightError as error:
        if "not an <input>" not in str(error):
            raise
        return await box.inner_text(timeout=PATIENCE)


async def _button(page: Page, send: str) -> bool:
    """Return whether the site shows its send button now, or within SEND_PATIENCE in a page that lives."""
    if not send:
        return False
    button = page.locator(f"css={send}").filter(visible=True)
    if await button.count():
        return True
    if not _lives(page):
        return False
    try:
        await button.first.wait_for(timeout=SEND_PATIENCE)
    except PlaywrightError:
        return False
    return True


def _lives(page: Page) -> bool:
    """Return whether it is not a saved page, whose script does not run."""
    return not page.url.startswith("file:")


async def _delete(page: Page, box: Locator, before: str) -> None:
    """Delete what the box took of WORD. No more: a draft of the user may be before it."""
    for _ in range(min(len(WORD), len(_plain(await _text(box))) - len(_plain(before)))):
        await page.keyboard.press("Backspace")


def _plain(text: str) -> str:
    """Return the text without white space, which editors draw in their own ways."""
    return "".join(text.split()).replace("\u200b", "").replace("\ufeff", "")
