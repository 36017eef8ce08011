"""A new user with a mouse teaches overlay a chat application, as `overlay sites learn` asks them to."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from playwright.async_api import Page, expect

from overlay.sites.learn.lesson import (
    ANSWER,
    BOX,
    BUTTON,
    MINE,
    SEND,
    SENT,
    WRITE,
    Learned,
    teach,
)
from overlay.sites.learn.profile_text import learned_profile
from overlay.sites.loader import parse_profile
from overlay.sites.profile import SiteProfile
from tests.beds.talk import Person
from tests.sites.learn.user import User

CASE = "rivers"
SHOWN = "Please, case"
"""The part of the message that every application shows: Chainlit takes `:rivers` for a directive of its Markdown."""
MESSAGE = f"{SHOWN}:{CASE}"


@dataclass(frozen=True, slots=True)
class Lesson:
    """The result of learning a chat, and its seconds."""

    learned: Learned
    profile: SiteProfile
    seconds: float


async def learn(page: Page, person: Person, send: str) -> Lesson:
    """Do what overlay asks for; `send` is the selector of the send button, "" where Enter sends."""
    user = User(page, await page.context.new_cdp_session(page))
    address, began = page.url, time.monotonic()
    learned, _ = await asyncio.gather(teach(page, address, user.say), _follow(user, person, send))
    seconds = time.monotonic() - began
    return Lesson(learned, parse_profile(learned_profile(learned, "learned", address, None), "it"), seconds)


async def _follow(user: User, person: Person, send: str) -> None:
    box = user.page.locator(person.composer).last
    button = user.page.locator(send).last if send else None
    await user.asked_for(SENT)
    await box.click()
    await user.page.keyboard.type(MESSAGE)
    if person.sends:
        await expect(user.page.locator(person.sends)).to_be_enabled()
    await user.page.keyboard.press("Enter")
    person.awaits()
    await person.answered()
    await user.press("next")
    await user.asked_for(MINE)
    await user.point_at(person.words(SHOWN).last)
    await user.asked_for(ANSWER)
    await user.point_at(person.words("Rivers run").last)
    await user.asked_for(BOX)
    await user.point_at(box)
    await user.asked_for(WRITE)
    await box.click()
    await user.page.keyboard.type(MESSAGE)
    await user.press("next")
    await user.asked_for(BUTTON)
    await (user.point_at(button) if button else user.press("enter"))
    await user.asked_for(SEND)
    await (button.click() if button else box.press("Enter"))
    person.awaits()
