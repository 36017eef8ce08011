"""Does again on a live page what a person did: writes and sends their messages, and presses their buttons.

The parts of the page are found by the profile, else by what they are: the site may have changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator

from overlay.capture.live_check.chat_page import (
    LOOK,
    SIGN_IN,
    asks_to_sign_in,
    box_of,
    nearest,
    why_not_the_chat,
)
from overlay.capture.live_check.page_look import letters
from overlay.capture.live_check.person import Deed, Looked, Name, Person, PressedButton, Sent
from overlay.capture.record.quiet import Activity, wait_until_quiet
from overlay.capture.replay.recorded_io import answer_of
from overlay.common.terminal_text import cut
from overlay.ui.terminal.approver import Answer, Question

if TYPE_CHECKING:
    from overlay.companion.companion import Companion

SHARE = 0.9
"""The share of the recorded text, or of the recorded changes, after which a quiet page has finished."""
EMPTIED = 10.0
"""Seconds in which the box is empty after a message was sent."""
NO_BOX = "no message box was found, so the message could not be sent"
NOT_TAKEN = "the message box did not take the message"
NOT_SENT = "the message could not be sent: neither a button nor Enter emptied the box"
UNSENT = (NO_BOX, NOT_TAKEN, NOT_SENT)
FIRST_LOOK = 0.9
"""Seconds that a block is visible before a press, as a user would wait."""
_IN_FRONT = """(box) => {
  const { left, top, width, height } = box.getBoundingClientRect();
  const front = document.elementFromPoint(left + width / 2, top + height / 2);
  if (!front || box.contains(front) || front.contains(box)) return "";
  return `<${[front.localName, ...front.classList].join(".")}>`;
}"""
BRIEF = 60
"""Characters of an element's name in a problem."""
PRESSES = 10
BUTTONS = ("execute", "cancel", "insert", "submit", "resend")
"""The buttons that are pressed again. Others only show or hide something."""


class AnswersAgain:
    """Gives the recorded answers to the questions about each tool, in order; denies what was not asked."""

    def __init__(self, answers: dict[str, list[dict[str, object]]]) -> None:
        self._answers = {name: list(several) for name, several in answers.items()}

    async def __call__(self, question: Question) -> Answer:
        """Return the next answer that the person gave about this tool."""
        for name in (question.tool.name, question.tool.bare_name):
            if verdicts := self._answers.get(name):
                return answer_of(verdicts.pop(0))
        return Answer("deny", "nobody was asked when this was recorded")


async def act(
    companion: Companion, person: Person, activity: Activity, endless: Callable[[], int] = lambda: 0
) -> list[str]:
    """Do everything again, each thing when the page is quiet; return what could not be done.

    `activity` tells what the page did so far, `endless` how many calls run that have no end. Raises
    Playwright's Error if the page is closed.
    """
    problems: list[str] = []
    writes = any(isinstance(deed.what, Sent) for deed in person.deeds)
    if writes and (other := await why_not_the_chat(companion, person.field_names)):
        return [other]
    for deed in person.deeds:
        grown, count = activity.grown, activity.count

        def enough(deed: Deed = deed, grown: int = grown, count: int = count) -> bool:
            read = bool(deed.grown) and activity.grown - grown >= SHARE * deed.grown
            return read or activity.count - count >= SHARE * deed.changes

        match deed.what:
            case Sent():
                problem = await _send(companion, deed.what.text, person.field_names)
            case PressedButton():
                problem = await _press(companion, deed.what)
            case Looked():
                problem = ""
        problems += [problem] if problem else []
        # The page may be silent for as long as it was after the deed in the recording.
        await wait_until_quiet(companion, deed.silence, activity, enough=enough, endless=endless)
    return problems


async def _send(companion: Companion, text: str, known: Collection[Name]) -> str:
    """Write a message and send it; with "", send what the box holds. Return why that failed, or ""."""
    page = companion.page
    box = await box_of(companion, LOOK, known)
    if box is None:
        return SIGN_IN if await asks_to_sign_in(page) else NO_BOX
    if text:
        await box.focus()
        await page.keyboard.press("ControlOrMeta+A")
        await page.keyboard.insert_text(text)
        if letters(await text_in(box)) != letters(text):
            return NOT_TAKEN + await _cover_of(box)
    for way in (_click_send, _enter, _click_nearest):
        if await way(companion, box) and await _emptied(box):
            return ""
    return NOT_SENT + await _cover_of(box)


async def _cover_of(box: Locator) -> str:
    """Return the words that name the element in front of a message box; "" if it is in front."""
    try:
        tag = await box.evaluate(_IN_FRONT)
    except PlaywrightError:
        return ""  # the box is gone
    return f"; {cut(str(tag), BRIEF)} is in front of it" if tag else ""


async def _click_send(companion: Companion, box: Locator) -> bool:
    del box
    if not companion.profile.send:
        return False
    button = companion.page.locator(f"css={companion.profile.send}").filter(visible=True)
    return bool(await button.count()) and await _clicked(button.last)


async def _enter(companion: Companion, box: Locator) -> bool:
    await box.focus()
    await companion.page.keyboard.press("Enter")
    return True


async def _click_nearest(companion: Companion, box: Locator) -> bool:
    del box
    found = await nearest(companion.page, "send")
    return found is not None and await _clicked(found)


async def _clicked(button: Locator) -> bool:
    try:
        await button.click(timeout=EMPTIED * 1000)
    except PlaywrightError:
        return False
    return True


async def _emptied(box: Locator) -> bool:
    for _ in range(int(EMPTIED / LOOK)):
        try:
            if not await box.count() or not letters(await text_in(box)):
                return True
        except PlaywrightError:
            return True  # the site has made another box
        await asyncio.sleep(LOOK)
    return False


async def text_in(box: Locator) -> str:
    """Return the text in a message box, whatever editor it is."""
    text: Any = await box.evaluate("box => 'value' in box ? box.value : box.innerText")
    return str(text).replace("\u200b", "").replace("\ufeff", "")


async def _press(companion: Companion, press: PressedButton) -> str:
    """Press a button of a call; return why that failed, or ""."""
    if press.action not in BUTTONS:
        return ""
    blocks = [
        block for block in await companion.blocks() if block.kind == "call" and block.name == press.name
    ]
    if press.number >= len(blocks):
        return f"there is no call of {press.name or 'a tool'} whose button {press.action} could be pressed"
    block = blocks[press.number]
    before = block.status
    why = ""
    for _ in range(PRESSES):
        await asyncio.sleep(FIRST_LOOK)
        clicked = await companion.click(block.id, press.action)
        why = f": {clicked.refusal}" if clicked.refusal else ""
        now = next((other.status for other in await companion.blocks() if other.id == block.id), "")
        if now != before or press.action not in ("execute", "cancel"):
            return ""
    return f"the button {press.action} of {press.name} could not be pressed{why}"
