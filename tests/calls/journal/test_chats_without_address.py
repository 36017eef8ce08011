"""Calls of chats that have no address yet."""

from __future__ import annotations

import asyncio

import pytest

from tests.calls.journal.conftest import NEW, Runs, only
from tests.support.scene import AUTO, URL, call


async def test_a_call_of_a_chat_that_got_its_address_is_found_there_after_a_restart(runs: Runs) -> None:
    first = runs.begin(AUTO)
    page = first.scene.page(NEW)
    page.stream(call(text="a"))
    await first.count()
    page.go(URL)
    await first.die()
    assert only(first).home == "one"
    again = runs.begin(AUTO)
    page = again.scene.page(URL)
    page.stream(call(text="a"))
    await again.count()
    assert page.block.call.status == "done"
    assert again.scene.ran == []


async def test_a_call_is_found_where_overlay_died_before_the_chat_had_its_address(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.page(NEW, name="before").stream(call(text="a"))
    await first.count()
    await first.die()
    again = runs.begin(AUTO)
    page = again.scene.page(URL)
    page.stream(call(text="a"))
    page.press()
    await again.count()
    assert page.block.call.status == "done"
    assert again.scene.ran == []
    await again.end()
    assert only(runs.begin()).home == "one"


async def test_a_chat_that_never_got_its_address_is_not_looked_for_after_a_day(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = runs.begin(AUTO)
    first.scene.page(NEW, name="before").stream(call(text="a"))
    await first.count()
    await first.end()
    monkeypatch.setattr("overlay.calls.journal.HOMELESS", -1.0)
    again = runs.begin(AUTO)
    again.scene.page(URL).stream(call(text="a"))
    await again.count()
    assert again.scene.ran == ["a"]


async def test_a_new_chat_whose_messages_have_no_ids_asks_where_an_earlier_one_ran_the_same(
    runs: Runs,
) -> None:
    first = runs.begin(AUTO)
    first.scene.page(NEW, name="before").stream(call(text="a"), message="")
    await first.count()
    await first.end()
    again = runs.begin(AUTO)
    page = again.scene.page(NEW, name="after")
    page.stream(call(text="a"), message="")
    await again.count()
    assert page.block.call.status == "ready"
    assert again.scene.ran == []
    page.press()
    await again.settled()
    assert again.scene.ran == ["a"]


async def test_a_reload_of_a_page_without_an_address_shows_the_call_that_ran(runs: Runs) -> None:
    run = runs.begin(AUTO)
    run.scene.work = asyncio.Event()
    page = run.scene.page(NEW, name="before")
    page.stream(call(text="a"))
    await run.count()
    page.close()
    again = run.scene.page(NEW, name="after")
    again.show(call(text="a"), live=False)
    assert again.block.call.status == "running"
    run.scene.work.set()
    await run.settled()
    assert again.block.call.status == "done"
    assert run.scene.ran == ["a"]


async def test_a_call_that_has_its_address_is_not_taken_for_one_of_another_chat(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page(NEW, name="before")
    page.stream(call(text="a"))
    await run.count()
    page.go("https://chat.example/c/two")
    page.close()
    other = run.scene.page(URL, name="after")
    other.show(call(text="a"), live=False)
    assert other.block.call.status == "ready"


async def test_a_call_is_not_taken_for_one_of_another_chat_while_its_address_is_being_written(
    runs: Runs, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page(NEW, name="before")
    page.stream(call(text="a"))
    await run.count()

    def slow(notes: object) -> None:
        """Nothing is in the file yet."""

    monkeypatch.setattr(run.ledger, "put", slow)
    page.go("https://chat.example/c/two")
    page.close()
    other = run.scene.page(URL, name="after")
    other.show(call(text="a"), live=False)
    assert other.block.call.status == "ready"


async def test_a_second_new_chat_in_the_same_document_is_not_taken_for_the_first(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = run.scene.page(NEW)
    page.stream(call(text="a"), message="")
    await run.count()
    page.remove(1)
    page.stream(call(text="a"), unit=2, message="")
    await run.count()
    assert run.scene.ran == ["a", "a"]


async def test_a_page_without_an_address_is_not_taken_for_another_page(runs: Runs) -> None:
    first = runs.begin(AUTO)
    first.scene.page(NEW, name="before").stream(call(text="a"), message="")
    await first.count()
    await first.end()
    again = runs.begin(AUTO)
    again.scene.page("https://chat.example/other", name="after").stream(call(text="a"), message="")
    await again.count()
    assert again.scene.ran == ["a"]
