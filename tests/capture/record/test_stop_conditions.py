from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from overlay.capture.record.stop_conditions import StopCondition, parse, wait
from overlay.common.errors import UsageError


def test_a_stop_condition_is_parsed_and_has_its_words() -> None:
    table = {
        "quiet": (StopCondition("quiet"), "nothing happened for 4 s"),
        "key": (StopCondition("key"), "a key was pressed"),
        "selector: .done ": (StopCondition("selector", selector=".done"), ".done showed up"),
        "2.5": (StopCondition("seconds", seconds=2.5), "2.5 s were over"),
        "10s": (StopCondition("seconds", seconds=10), "10 s were over"),
    }
    assert {text: (parse(text), parse(text).words) for text in table} == table
    for text in ("", "soon", "selector:", "0", "-1", "nan", "1e9"):
        with pytest.raises(UsageError, match="--until"):
            parse(text)


class Time:
    """Time that passes as it is asked for; `then` may change the world at each step."""

    def __init__(self, then: Callable[[float], object] = float) -> None:
        self.now = 0.0
        self.then = then

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.then(self.now)


async def _key() -> None:
    return


def companion(*statuses: str) -> Any:
    async def blocks() -> list[Any]:
        return [SimpleNamespace(status=status) for status in statuses]

    return SimpleNamespace(blocks=blocks)


async def test_a_wait_ends_after_its_seconds_or_at_a_key() -> None:
    for condition, seconds in (("3", 3), ("key", 0)):
        time = Time()
        await wait(parse(condition), companion(), lambda: 0, _key, time.sleep)
        assert time.now == seconds


async def test_the_quiet_time_starts_again_with_each_event() -> None:
    told = SimpleNamespace(count=0)

    def then(now: float) -> None:
        told.count = min(now, 6.0)

    time = Time(then)
    await wait(parse("quiet"), companion("ready"), lambda: int(told.count), _key, time.sleep)
    assert 9.9 < time.now < 10.5


async def test_a_chat_is_not_quiet_while_a_call_runs() -> None:
    running = companion("running")

    def then(now: float) -> None:
        if now > 7:
            running.blocks = companion().blocks

    time = Time(then)
    await wait(parse("quiet"), running, lambda: 0, _key, time.sleep)
    assert time.now > 10.5


async def test_a_wait_for_a_selector_ends_with_its_element_or_with_the_page(context: BrowserContext) -> None:
    page = await context.new_page()
    given: Any = SimpleNamespace(page=page)
    await page.set_content("<p class=done>x</p>")
    await wait(parse("selector:.done"), given, lambda: 0, _key)
    with pytest.raises(UsageError, match=r"selector:\[\["):
        await wait(parse("selector:[["), given, lambda: 0, _key)
    await page.close()
    await wait(parse("selector:.done"), given, lambda: 0, _key)
    with pytest.raises(PlaywrightError):
        await page.title()
