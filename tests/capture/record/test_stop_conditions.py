from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError

from overlay.capture.record.quiet import wait_until_quiet
from overlay.capture.record.stop_conditions import StopCondition, parse, wait
from overlay.common.errors import UsageError


def test_a_stop_condition_is_parsed() -> None:
    table = {
        "quiet": StopCondition("quiet"),
        "key": StopCondition("key"),
        "selector: .done ": StopCondition("selector", selector=".done"),
        "2.5": StopCondition("seconds", seconds=2.5),
        "10s": StopCondition("seconds", seconds=10),
    }
    assert {text: parse(text) for text in table} == table
    for text in ("", "soon", "selector:", "0", "-1", "nan", "1e9"):
        with pytest.raises(UsageError, match="--until"):
            parse(text)


class Site:
    """A page over time, seconds of which pass as they are waited for: `then` may change it at each step."""

    def __init__(self, then: Callable[[Site], object] = str) -> None:
        self.now = 0.0
        self.count = self.progress = self.grown = 0
        self.status = "ready"
        self.text = ""
        self.chat = SimpleNamespace(streaming=False)
        self._then = then

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self._then(self)

    @property
    def companion(self) -> Any:
        async def blocks() -> list[Any]:
            return [SimpleNamespace(status=self.status)]

        async def evaluate(script: str) -> int:
            del script
            return len(self.text)

        return SimpleNamespace(
            blocks=blocks,
            parts=SimpleNamespace(chats=[self.chat]),
            page=SimpleNamespace(frames=[SimpleNamespace(evaluate=evaluate)]),
        )


async def _key() -> None:
    return


async def waited(site: Site, until: str = "quiet") -> str:
    return await wait(parse(until), site.companion, site, _key, site.sleep)


@pytest.mark.parametrize(
    ("until", "seconds", "words"), [("3", 3, "3 s were over"), ("key", 0, "a key was pressed")]
)
async def test_a_wait_ends_after_its_seconds_or_at_a_key(until: str, seconds: int, words: str) -> None:
    site = Site()
    assert await waited(site, until) == words
    assert site.now == seconds


def changes_until(end: float) -> Callable[[Site], None]:
    """A page that gets longer, and of which overlay reads nothing."""

    def then(site: Site) -> None:
        if site.now <= end:
            site.count += 1
            site.text += "."

    return then


async def test_the_quiet_time_starts_again_with_each_change() -> None:
    site = Site(changes_until(20))
    assert await waited(site) == "nothing happened for 4 s"
    assert 23.9 < site.now < 24.5


def clock(site: Site) -> None:
    site.count += 1
    site.text = f"{site.now % 60:05.1f}"


async def test_a_page_with_a_clock_is_quiet_when_nothing_new_comes() -> None:
    site = Site(clock)
    assert await waited(site) == "nothing new came for 10 s, though the page kept changing"
    assert 9.9 < site.now < 10.7


async def test_texts_that_overlay_reads_are_new_beside_a_clock() -> None:
    def then(site: Site) -> None:
        clock(site)
        site.progress += site.now < 30

    site = Site(then)
    await waited(site)
    assert 39.5 < site.now < 40.7


async def test_an_answer_on_an_unknown_page_is_new_beside_a_clock_also_after_a_longer_text_went() -> None:
    def then(site: Site) -> None:
        clock(site)
        site.text += "skeleton" * 100 if site.now < 5 else "word " * min(150, int(site.now * 5))

    site = Site(then)
    await waited(site)
    assert 39.5 < site.now < 40.7


async def test_a_chat_is_not_quiet_while_a_call_runs() -> None:
    def then(site: Site) -> None:
        site.status = "running" if site.now < 300 else "done"

    site = Site(then)
    await waited(site)
    assert 303 < site.now < 305


async def test_a_call_without_an_end_is_not_waited_for() -> None:
    site = Site()
    site.status = "running"
    await wait_until_quiet(site.companion, 4, site, site.sleep, endless=lambda: 1)
    assert site.now < 5


@pytest.mark.parametrize("sign", ["status", "chat"])
async def test_an_answer_that_does_not_end_is_waited_for_two_minutes(sign: str) -> None:
    site = Site()
    site.status = "streaming" if sign == "status" else ""
    site.chat.streaming = sign == "chat"
    assert await waited(site) == "the answer did not end, and nothing new came for 120 s"
    assert 119.9 < site.now < 121


async def test_a_wait_goes_on_while_something_is_still_to_come_but_not_for_ever() -> None:
    def then(site: Site) -> None:
        site.count = site.progress = site.grown = 10 if site.now < 15 else 20

    for wanted, end in ((20, 19.5), (30, 35.5)):
        site = Site(then)

        def enough(site: Site = site, wanted: int = wanted) -> bool:
            return site.grown >= wanted

        await wait_until_quiet(site.companion, 4, site, site.sleep, enough)
        assert end - 1 < site.now < end + 1


async def test_a_wait_for_a_selector_ends_with_its_element_or_with_the_page(context: BrowserContext) -> None:
    page = await context.new_page()
    given: Any = SimpleNamespace(page=page)
    await page.set_content("<p class=done>x</p>")
    await wait(parse("selector:.done"), given, Site(), _key)
    with pytest.raises(UsageError, match=r"selector:\[\["):
        await wait(parse("selector:[["), given, Site(), _key)
    await page.close()
    await wait(parse("selector:.done"), given, Site(), _key)
    with pytest.raises(PlaywrightError):
        await page.title()
