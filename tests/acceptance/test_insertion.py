"""A result whose page goes away while it is put in: it was not inserted, and can be once the page is back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import BrowserContext, expect

from overlay.sites.composer import WENT
from overlay.sites.writing import Writer
from tests.faces import in_face
from tests.injected.calls import xml
from tests.injected.stage import IN_SIGHT, Demo, Stage

BY_ITSELF = {"policy": {"auto_execute": ["*"], "delay": 0}}
CALL = xml("look", "c1", zebra="1")
GIVEN = '<function_result call_id="c1">\nseen 1 \n</function_result>'


def lose(patch: pytest.MonkeyPatch, stage: Stage, *, close: bool = False) -> None:
    """The first time that a text is put in, the page goes away under it."""
    put: Any = Writer.set

    async def lost(writer: Writer, whole: str, added: str) -> None:
        patch.setattr(Writer, "set", put)
        await (stage.page.close() if close else stage.page.reload())
        await put(writer, whole, added)

    patch.setattr(Writer, "set", lost)


async def press_insert(stage: Stage) -> None:
    button = in_face(stage.page, ".insert-button")
    await expect(in_face(stage.page, ".expand-button")).to_have_attribute("aria-expanded", "false")
    await button.scroll_into_view_if_needed()
    await button.evaluate(IN_SIGHT, [True, 900])
    await stage.press(button)


async def inserted(stage: Stage, demo: Demo) -> None:
    """A call has run, and the person wants its result in the chat."""
    await stage.ask(demo.lay(f"```xml\n{CALL}\n```"))
    await stage.until("done")
    await stage.answered()
    await press_insert(stage)


async def test_a_reload_while_a_result_is_put_in_is_said(
    context: BrowserContext, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Stage(context, demo.url, site="demo", config=BY_ITSELF) as stage:
        lose(monkeypatch, stage)
        await inserted(stage, demo)
        assert (await stage.until("trouble")).text == f"The result was not inserted: {WENT}."


async def test_after_a_reload_the_result_can_be_inserted_and_stands_there_once(
    context: BrowserContext, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Stage(context, demo.url, site="demo", config=BY_ITSELF) as stage:
        lose(monkeypatch, stage)
        await inserted(stage, demo)
        await stage.until("trouble")
        (block,) = await stage.settled()
        await press_insert(stage)
        await stage.until("inserted")
        assert block.status == "done"
        await expect(stage.page.locator("#composer")).to_have_value(GIVEN)


async def test_a_tab_that_is_closed_while_a_result_is_put_in_ends_nothing_else(
    context: BrowserContext, demo: Demo, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with Stage(context, demo.url, site="demo", config=BY_ITSELF) as stage:
        lose(monkeypatch, stage, close=True)
        await inserted(stage, demo)
        assert (await stage.until("trouble")).text == f"The result was not inserted: {WENT}."
        assert stage.told().count("inserted") == 0
