from __future__ import annotations

import pytest
from playwright.async_api import BrowserContext, Error

from observers.cdp import call


async def test_the_answer_of_the_protocol_is_given(context: BrowserContext) -> None:
    session = await context.new_cdp_session(await context.new_page())
    answer = await call(session, "Runtime.evaluate", {"expression": "1 + 1"})
    assert answer["result"]["value"] == 2


async def test_a_method_without_parameters_needs_none(context: BrowserContext) -> None:
    session = await context.new_cdp_session(await context.new_page())
    assert await call(session, "Runtime.enable") == {}


async def test_a_command_that_the_protocol_refuses_is_an_error(context: BrowserContext) -> None:
    session = await context.new_cdp_session(await context.new_page())
    with pytest.raises(Error, match="nonsense"):
        await call(session, "Page.nonsense")
