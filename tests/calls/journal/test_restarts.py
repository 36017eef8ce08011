"""Calls after a restart."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from overlay.tools import ToolResult, tool
from tests.calls.journal.conftest import Runs, only, ran_once
from tests.support.scene import AUTO, AUTO_RETURN, call


async def test_a_call_of_the_last_run_comes_back_done_with_its_result(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.show(call(text="a"), live=False)
    assert page.block.call.outcome
    assert page.block.call.status == "done"
    assert page.block.call.outcome.text == "noted a"
    page.press()
    await again.count()
    assert again.scene.ran == []


async def test_an_answer_that_the_site_writes_again_after_a_restart_runs_nothing(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text="a"))
    await again.count()
    assert page.block.call.status == "done"
    assert again.scene.ran == []


async def test_a_result_of_the_last_run_does_not_go_back_automatically(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO_RETURN)
    again.scene.page().stream(call(text="a"))
    await again.count()
    assert again.scene.box.text == ""
    assert again.scene.box.sent == []


async def test_a_result_that_was_inserted_before_comes_back_as_inserted(runs: Runs) -> None:
    first = runs.begin(AUTO_RETURN)
    first.scene.page().stream(call(text="a"))
    await first.count()
    await first.end()
    page = runs.begin().scene.page()
    page.show(call(text="a"), live=False)
    assert page.block.call.inserted


async def test_the_same_call_in_a_later_answer_is_another_call_after_a_restart_too(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    again.scene.page().stream(call(text="a"), message="m2")
    await again.count()
    assert again.scene.ran == ["a"]


async def test_a_call_that_ran_in_another_conversation_is_not_known_here(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    again.scene.page("https://chat.example/c/two").stream(call(text="a"))
    await again.count()
    assert again.scene.ran == ["a"]


async def test_a_call_that_ran_on_another_site_is_not_known_here(runs: Runs) -> None:
    await ran_once(runs)
    again = runs.begin(AUTO)
    again.scene.page("https://other.example/c/one").stream(call(text="a"))
    await again.count()
    assert again.scene.ran == ["a"]


async def test_a_call_that_ran_when_overlay_died_is_unknown_and_is_not_run_again(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.work = asyncio.Event()
    first.scene.page().stream(call(text="a"))
    await first.count()
    await first.die()
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text="a"))
    page.press()
    await again.count()
    assert page.block.call.status == "unknown"
    assert again.scene.ran == []
    assert page.looks()[-1].view.buttons == ["again"]
    assert (
        page.looks()[-1].view.note
        == "It was running when overlay stopped. It is not run again automatically."
    )
    assert only(again).status == "unknown"


async def test_a_call_that_counted_down_when_overlay_died_waits_for_a_press(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.page().stream(call(text="a"))
    await first.die()
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text="a"))
    await again.count()
    assert page.block.call.status == "ready"
    assert again.scene.ran == []
    page.press()
    await again.settled()
    assert again.scene.ran == ["a"]
    assert only(again).status == "done"
    assert only(again).run == again.ledger.run


async def test_a_tool_that_changed_since_the_last_run_needs_a_second_press(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.page().stream(call(text="a"))
    await first.die()
    again = runs.begin()

    @tool(name="note")
    async def other(text: str = "") -> str:
        """Does something else."""
        again.scene.ran.append("other")
        return text

    again.scene.registry.add(other, replace=True)
    page = again.scene.page()
    page.show(call(text="a"), live=False)
    page.press()
    await again.settled()
    assert again.scene.ran == []
    page.press()
    await again.settled()
    assert again.scene.ran == ["other"]


async def test_a_private_result_stays_private_after_a_restart(runs: Runs) -> None:
    @tool
    async def secret() -> ToolResult:
        return ToolResult("mine", private=True)

    first = runs.begin(AUTO)
    first.scene.registry.add(secret)
    first.scene.page().stream(call("secret"))
    await first.count()
    await first.end()
    page = runs.begin().scene.page()
    page.show(call("secret"), live=False)
    assert page.block.call.outcome
    assert page.block.call.outcome.private
    shown = page.looks()[-1].view.result
    assert shown
    assert shown.text != "mine"


@pytest.mark.parametrize("known", [True, False])
async def test_a_result_of_a_tool_that_reads_private_data_is_folded_after_a_restart(
    runs: Runs, known: bool
) -> None:
    """A result of a tool that does not exist any more is folded too."""

    @tool(private=True)
    async def diary() -> str:
        return "mine"

    first = runs.begin(AUTO)
    first.scene.registry.add(diary)
    first.scene.page().stream(call("diary"))
    await first.count()
    await first.end()
    second = runs.begin()
    if known:
        second.scene.registry.add(diary)
    page = second.scene.page()
    page.show(call("diary"), live=False)
    shown = page.looks()[-1].view.result
    assert shown
    assert shown.folded


async def test_a_long_result_comes_back_as_far_as_it_was_kept(runs: Runs) -> None:
    @tool
    async def long() -> str:
        return "word " * 20_000

    first = runs.begin(AUTO)
    first.scene.registry.add(long)
    first.scene.page().stream(call("long"))
    await first.until("done")
    await first.end()
    page = runs.begin().scene.page()
    page.show(call("long"), live=False)
    assert page.block.call.outcome
    assert page.block.call.outcome.text.endswith("[overlay kept the first 64,000 of 100,000 characters]")


async def test_secrets_are_known_by_the_tools_schema(runs: Runs) -> None:
    def enter(word: str) -> str:
        return word

    run = runs.begin(AUTO)
    definition: dict[str, Any] = {
        "name": "enter",
        "description": "",
        "parameters": {"type": "object", "properties": {"word": {"type": "string", "format": "password"}}},
        "callback": enter,
    }
    run.scene.registry.add(definition)
    run.scene.page().stream(call("enter", word="sesame"))
    await run.count()
    assert only(run).arguments == {"word": "[redacted]"}


async def test_a_call_whose_secret_was_left_out_is_known_all_the_same(runs: Runs) -> None:
    text = "password=hunter2"
    await ran_once(runs, text)
    again = runs.begin(AUTO)
    page = again.scene.page()
    page.stream(call(text=text))
    await again.count()
    assert page.block.call.status == "done"
    assert again.scene.ran == []
    assert page.block.parsed
    assert page.block.parsed.arguments == {"text": text}
    assert only(again).arguments == {"text": "password=[redacted]"}
