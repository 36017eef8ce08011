"""No text is hidden without a block for it, whichever limit is reached on whichever side."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from observers import document as observed
from observers import protocol
from overlay.calls.matcher import CallMatcher
from overlay.chat.manager import ChatManager
from overlay.chat.session import ChatSession
from overlay.chat.unit_reader import UnitReader
from tests.acceptance.one_stage import OneStage, stage
from tests.injected.calls import XML
from tests.injected.fixtures import own_context, pages
from tests.injected.pages import PageSite
from tests.injected.stage import Stage

__all__ = ["own_context", "pages", "stage"]

PAGE = "<!doctype html><title>chat</title><main></main><textarea></textarea>"
# A call with an argument of so many characters, as one text or in two steps.
WRITE = """([text, count, filler]) => {
    const pre = document.createElement("pre");
    pre.textContent = text.replace("okapi", () => filler.repeat(count / filler.length));
    document.querySelector("main").append(pre);
}"""
# Python is asked until it has read and answered everything that was reported.
SHOWN = """() => new Promise((go) => {
    const look = () => {
        const pre = document.querySelector("main > pre");
        const host = pre.previousElementSibling;
        if (pre.checkVisibility()) go("text");
        else if (host?.shadowRoot?.querySelector(".execute-button, iframe.face[data-status~=ready]")) go("block");
        else setTimeout(look, 50);
    };
    look();
})"""
MB = 1_000_000


@pytest.fixture(name="chat")
async def opened_chat(stage: OneStage, pages: PageSite) -> OneStage:
    await stage.open(pages.add(PAGE))
    return stage


async def write(stage: Stage, count: int = 10, filler: str = "x") -> None:
    await stage.page.evaluate(WRITE, [XML, count, filler])


async def test_a_call_that_breaks_no_limit_gets_its_block(chat: OneStage) -> None:
    await write(chat)
    assert await chat.page.evaluate(SHOWN) == "block"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("count", "filler"),
    [
        pytest.param(MB, "\x01", id="six bytes each on the way"),
        pytest.param(MB, '"\\', id="two bytes each on the way", marks=pytest.mark.thorough),
        pytest.param(5 * MB, "x", id="five megabytes", marks=pytest.mark.thorough),
    ],
)
async def test_a_call_of_megabytes_gets_its_block(chat: OneStage, count: int, filler: str) -> None:
    await write(chat, count, filler)
    assert await chat.page.evaluate(SHOWN) == "block"


async def test_a_text_that_is_too_long_to_be_read_is_shown_and_said_to_be_too_long(chat: OneStage) -> None:
    await write(chat, 9 * MB)
    assert await chat.page.evaluate(SHOWN) == "text"
    assert "too long" in (await chat.until("trouble")).text


async def test_a_message_that_python_refuses_leaves_nothing_hidden(
    chat: OneStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "MAX_PAYLOAD", 100)
    await write(chat)
    await expect(chat.page.locator("main > pre")).to_be_visible()


async def test_a_flood_leaves_nothing_hidden(chat: OneStage, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> bool:
        return False

    monkeypatch.setattr(observed.Bucket, "take", full)
    await write(chat)
    await expect(chat.page.locator("main > pre")).to_be_visible()


BROKEN: list[tuple[type, str]] = [
    (UnitReader, "take"),
    (UnitReader, "spans"),
    (ChatSession, "batch"),
    (ChatSession, "_open"),
    (CallMatcher, "text_ended"),
    (ChatManager, "received"),
]


@pytest.mark.parametrize(("kind", "name"), BROKEN, ids=lambda part: getattr(part, "__name__", part))
async def test_an_error_in_python_leaves_nothing_hidden(
    chat: OneStage, monkeypatch: pytest.MonkeyPatch, kind: type, name: str
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError(name)

    monkeypatch.setattr(kind, name, fail)
    await write(chat)
    await expect(chat.page.locator("main > pre")).to_be_visible()


async def test_an_error_when_commands_are_written_leaves_nothing_hidden(
    context: BrowserContext, pages: PageSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> str:
        raise ZeroDivisionError

    async with Stage(context, pages.add(PAGE), config={"fail_open": 0.5}) as stage:
        monkeypatch.setattr(observed, "encode", fail)
        await write(stage)
        await expect(stage.page.locator("main > pre")).to_be_visible()
