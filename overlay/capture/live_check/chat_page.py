"""Finds the message box of a live page, and says why a page is not the chat.

A site that asks for a sign-in shows text fields too: nothing is written there.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page

from overlay.capture.live_check.person import Name, names_of
from overlay.sites.check.best_candidate import best_candidate
from overlay.sites.check.candidate_score import MissingField
from overlay.sites.check.snapshot import Node, elements
from overlay.sites.check.words import parts

if TYPE_CHECKING:
    from overlay.companion.companion import Companion

ERRORS = 400
"""The HTTP statuses from this one on say that the page can't be shown."""
STATUS = "performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0"
DRAWING = 5.0
"""Seconds in which a page that may be another one shows its message box."""
OPENING = 30.0
"""Seconds in which the page shows its message box."""
LOOK = 0.2
WHO = (
    r"/(?<![a-z])(e-?mail|user[-_ ]?(name|id)|log[-_ ]?in|sign[-_ ]?in|identifier|account|pass(word|code)"
    r"|phone|otp)(?![a-z])/i"
)
ASKS = r"""field => {
  const names = ["name", "id"].map((name) => field.getAttribute(name) ?? "");
  return (
    ["password", "email", "tel"].includes(field.type) ||
    /(^|\s)(username|email|tel|one-time-code|current-password)(\s|$)/.test(field.autocomplete) ||
    names.some((name) => WHO.test(name.replace(/([a-z])([A-Z])/g, "$1-$2")))
  );
}""".replace("WHO", WHO)
"""Whether an `<input>` asks who the user is. A site may ask for an address alone, and then for the rest."""
IS_BOX = f"""(box, levels) => {{
  const asks = {ASKS};
  if (box.localName !== "input") return true;
  let group = box;
  for (let left = levels; left; left -= 1) {{
    const up = group.parentElement;
    if (!up || up.matches("body, main, section, article, dialog") || group.matches("footer, header")) break;
    group = up;
  }}
  const around = box.form ?? group;
  const fields = [box, ...around.querySelectorAll("input")];
  return !fields.some((field) => field.checkVisibility() && asks(field));
}}"""
"""Whether a message may be written in an element: a field beside those of a sign-in is one of these."""
SPEAKING = ("id", "name", "class", "placeholder", "aria-label", "title", "data-testid", "data-test-id")
WORDS = frozenset(("prompt", "message", "ask", "question", "composer"))
"""Words of a message box. A chat site has "chat" in its own name, so other fields have that, too."""
MARKUP = "box => [box.localName, Object.fromEntries([...box.attributes].map((one) => [one.name, one.value]))]"
LEVELS = 4
"""How many elements around a field belong to it, if it is in no form."""
SIGN_IN = "the site shows a sign-in page, not the chat"
NO_PAGE = "the site answers with HTTP "


async def why_not_the_chat(companion: Companion, known: Collection[Name] = ()) -> str:
    """Say what the page is if it is not the chat; "" once it shows a message box, or if it may still do so.

    `known` are names of text fields from which messages were sent before.
    Raises Playwright's Error if the page is closed.
    """
    page, loop = companion.page, asyncio.get_running_loop()
    end = loop.time() + OPENING
    suspected = None
    while loop.time() < end:
        try:
            if await _own_box(companion, known):
                return ""
            status: Any = await page.evaluate(STATUS)
            fails = isinstance(status, int) and status >= ERRORS
            # A chat may have such a field too, such as for a key; some answer with an error, and work.
            asks = await asks_to_sign_in(page)
            near = None if fails else await nearest(page, "composer", known)
            if near and not (asks and await near.evaluate("box => box.localName === 'input'")):
                return ""
            if not (fails or asks):
                suspected = None
            elif suspected is None:
                suspected = loop.time()
            elif loop.time() - suspected > DRAWING:
                return f"{NO_PAGE}{status}" if fails else SIGN_IN
        except PlaywrightError:
            if page.is_closed():
                raise
            suspected = None  # the page went on to another one
        await asyncio.sleep(LOOK)
    return ""


async def asks_to_sign_in(page: Page) -> bool:
    """Return whether the page shows a field for a name, an address or a password."""
    fields = page.locator("css=input").filter(visible=True)
    return bool(await fields.evaluate_all(f"fields => fields.some({ASKS})"))


async def box_of(companion: Companion, seconds: float, known: Collection[Name] = ()) -> Locator | None:
    """Return the message box: that of the profile, else the likeliest one; wait for it up to `seconds`.

    `known` are names of text fields from which messages were sent before.
    """
    for _ in range(max(1, int(seconds / LOOK))):
        found = await _own_box(companion, known) or await nearest(companion.page, "composer", known)
        if found:
            return found
        await asyncio.sleep(LOOK)
    return None


async def nearest(page: Page, field: str, known: Collection[Name] = ()) -> Locator | None:
    """Return the element that is most likely the field; None if none is, or it is one to sign in."""
    nodes = await elements(page)
    if field == "composer":
        nodes = [node for node in nodes if _may_be_box(node, known)]

    async def count(selector: str) -> int:
        return await page.locator(f"css={selector}").filter(visible=True).count()

    async def fits(selector: str) -> bool:
        return bool(selector)

    near = await best_candidate(nodes, MissingField.of(field, (), None), count, fits)
    found = page.locator(f"css={near.selector}").filter(visible=True).last if near else None
    return found if found and (field != "composer" or await found.evaluate(IS_BOX, LEVELS)) else None


async def _own_box(companion: Companion, known: Collection[Name]) -> Locator | None:
    """Return the last visible element that the profile takes for the message box, None if there is none."""
    for selector in companion.profile.selectors("composer"):
        for box in reversed(await companion.page.locator(f"css={selector}").filter(visible=True).all()):
            # The selectors for pages of any kind find each text field.
            if companion.profile.guessed and not _may_be_box(Node(*await box.evaluate(MARKUP)), known):
                continue
            if await box.evaluate(IS_BOX, LEVELS):
                return box
    return None


def _may_be_box(node: Node, known: Collection[Name]) -> bool:
    """Return whether an element is no `<input>`, or one that a message box would be.

    That a field is for text says nothing: so are those of a sign-in page, whose words may be of any language.
    """
    if node.tag != "input" or not names_of(node.attributes).isdisjoint(known):
        return True
    values = (node.attributes.get(name, "") for name in SPEAKING)
    tokens = [parts(token) for value in values for token in value.split()]
    return any(words & WORDS or words >= {"chat", "input"} for words in tokens)
