from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from overlay.capture.record.stop_conditions import StopCondition, parse, wait
from overlay.common.errors import UsageError


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("quiet", StopCondition("quiet")),
        ("key", StopCondition("key")),
        ("selector: .done ", StopCondition("selector", selector=".done")),
        ("2.5", StopCondition("seconds", seconds=2.5)),
        ("10s", StopCondition("seconds", seconds=10)),
    ],
)
def test_what_is_said_is_understood(text: str, until: StopCondition) -> None:
    assert parse(text) == until


@pytest.mark.parametrize("text", ["", "soon", "selector:", "0", "-1", "nan", "1e9"])
def test_what_says_nothing_is_refused(text: str) -> None:
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


async def test_so_many_seconds_are_waited() -> None:
    time = Time()
    await wait(parse("3"), companion(), lambda: 0, _key, time.sleep)
    assert time.now == 3


async def test_a_key_ends_it_at_once() -> None:
    time = Time()
    await wait(parse("key"), companion(), lambda: 0, _key, time.sleep)
    assert time.now == 0


async def test_quiet_starts_again_with_everything_that_happens() -> None:
    told = SimpleNamespace(count=0)

    def then(now: float) -> None:
        told.count = min(now, 6.0)

    time = Time(then)
    await wait(parse("quiet"), companion("ready"), lambda: int(told.count), _key, time.sleep)
    assert 9.9 < time.now < 10.5


async def test_it_is_not_quiet_while_a_call_runs() -> None:
    running = companion("running")

    def then(now: float) -> None:
        if now > 7:
            running.blocks = companion().blocks

    time = Time(then)
    await wait(parse("quiet"), running, lambda: 0, _key, time.sleep)
    assert time.now > 10.5


async def test_a_selector_is_waited_for(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.set_content("<p class=done>x</p>")
    await wait(parse("selector:.done"), SimpleNamespace(page=page), lambda: 0, _key)  # type: ignore[arg-type]


async def test_a_selector_that_is_none_is_wrong_use(context: BrowserContext) -> None:
    page = await context.new_page()
    with pytest.raises(UsageError, match=r"selector:\[\["):
        await wait(parse("selector:[["), SimpleNamespace(page=page), lambda: 0, _key)  # type: ignore[arg-type]


async def test_a_page_that_is_closed_ends_the_wait_for_a_selector(context: BrowserContext) -> None:
    page = await context.new_page()
    await page.close()
    await wait(parse("selector:.done"), SimpleNamespace(page=page), lambda: 0, _key)  # type: ignore[arg-type]
    with pytest.raises(PlaywrightError):
        await page.title()


def test_each_end_has_its_words() -> None:
    assert [parse(text).words for text in ("quiet", "key", "selector:.x", "2")] == [
        "nothing happened for 4 s",
        "a key was pressed",
        ".x showed up",
        "2 s were over",
    ]
