"""Which changes of a send button tell that an answer has ended."""

from __future__ import annotations

from typing import Any, Literal, cast

import pytest

from observers.document import Document
from overlay.chat.composer.button_sign import PAUSE, ButtonSign
from overlay.common.clock import VirtualClock
from tests.support.scene import idle

Button = Literal["none", "off", "covered", "on"]


class Answers:
    """A document whose message box and send button are in the given state."""

    held = False

    def __init__(self, button: Button = "on") -> None:
        self.button: Button = button
        self.empty = True

    async def ask(self, function: str, *arguments: Any) -> dict[str, object]:
        return {"streaming": False, "busy": False, "empty": self.empty, "turns": 1, "button": self.button}


async def told(*written: Button, now: Button, filled: bool = False) -> bool:
    document, clock = Answers(), VirtualClock()
    sign = ButtonSign(cast("Document", document), clock)
    for button in written:
        document.button = button
        sign.text_grew()
        await idle()
        clock.advance_to(clock.now() + PAUSE)
    document.button, document.empty = now, not filled
    first = await sign.ended()
    document.empty = False
    assert await sign.ended() == first
    return first


@pytest.mark.parametrize(
    ("written", "now"), [("none", "off"), ("none", "on"), ("off", "on"), ("off", "covered")]
)
async def test_a_button_that_comes_back_tells_the_end(written: Button, now: Button) -> None:
    assert await told(written, now=now)


async def test_a_button_that_was_back_when_the_last_text_was_read_tells_the_end() -> None:
    assert await told("none", "off", now="off")


@pytest.mark.parametrize("button", ["none", "off", "covered", "on"])
async def test_a_button_that_stays_as_it_was_tells_nothing(button: Button) -> None:
    assert not await told(button, now=button)


async def test_a_button_that_a_text_in_the_box_enables_tells_nothing() -> None:
    assert not await told("off", now="on", filled=True)


async def test_a_button_that_was_not_seen_while_the_answer_grew_tells_nothing() -> None:
    assert not await told(now="on")
