"""By what companions know each other's worlds; how two meet is in tests/attacks/test_two_companions.py."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from playwright.async_api import BrowserContext, CDPSession

from observers.cdp import call
from observers.other_companions import World, end, is_alive


def test_a_world_is_known_by_its_name() -> None:
    world = World.new()
    assert World.named(world.name) == world


def test_other_names_are_no_companions() -> None:
    wrong = [
        (name, found)
        for name in ["", "__playwright_utility_world_page@1", "overlay.1.2", "overlay"]
        if (found := World.named(name)) is not None
    ]
    assert wrong == []


def test_the_companion_that_began_first_comes_first() -> None:
    assert World(1, "b") < World(2, "a")


@pytest.fixture
async def place(context: BrowserContext) -> AsyncIterator[tuple[CDPSession, str]]:
    """A session, and the id of the page's own world."""
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    found: list[str] = []

    def created(event: dict[str, Any]) -> None:
        found.append(event["context"]["uniqueId"])

    session.on("Runtime.executionContextCreated", created)
    await call(session, "Runtime.enable")
    yield session, found[0]
    await page.close()


async def test_a_world_without_a_page_side_is_dead(place: tuple[CDPSession, str]) -> None:
    assert not await is_alive(place[0], World.new(), place[1])


async def test_a_world_that_is_gone_is_dead(place: tuple[CDPSession, str]) -> None:
    assert not await is_alive(place[0], World.new(), "1.2")


@pytest.mark.thorough
async def test_ending_a_companion_that_is_not_there_does_nothing(place: tuple[CDPSession, str]) -> None:
    assert await end(place[0], World.new(), place[1]) == ""
