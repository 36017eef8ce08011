"""Calls of chats that no page shows any more are forgotten, oldest chats first; the ledger gives them back."""

from __future__ import annotations

import gc
import weakref

import pytest

from observers.protocol import UrlChanged
from overlay.calls import left_calls
from overlay.calls.call import Call
from tests.calls.journal.conftest import Runs
from tests.calls.ledger.helpers import Run, limit_pages
from tests.support.scene import AUTO, AUTO_RETURN, PlayedPage, Scene, call

KEPT = 3


@pytest.fixture(autouse=True)
def few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(left_calls, "KEPT", KEPT)


def opened(run: Run, chat: int) -> PlayedPage:
    return run.scene.page(f"https://chat.example/c/{chat}", name=f"document-{chat}-{len(run.scene.ran)}")


async def visited(run: Run, *chats: int, more: str = "") -> None:
    """In each chat a call runs; then its page is closed."""
    for chat in chats:
        page = opened(run, chat)
        page.stream(call(text=f"chat {chat}{more}"))
        await run.count()
        page.close()
    opened(run, 0)
    await run.settled()


def known(run: Run) -> list[str]:
    return sorted(one.wanted["text"] for one in run.scene.parts.store)


async def test_the_calls_of_the_chats_that_were_left_last_are_kept(runs: Runs) -> None:
    run = runs.begin(AUTO)
    await visited(run, 1, 2, 3, 4, 5)
    assert known(run) == ["chat 3", "chat 4", "chat 5"]


async def test_a_forgotten_call_comes_back_done_with_its_result(runs: Runs) -> None:
    run = runs.begin(AUTO)
    await visited(run, 1, 2, 3, 4, 5)
    page = opened(run, 1)
    page.show(call(text="chat 1"), live=False)
    assert page.block.call.status == "done"
    assert page.block.call.outcome
    assert page.block.call.outcome.text == "noted chat 1"


async def test_a_forgotten_call_that_the_site_writes_again_does_not_run_again(runs: Runs) -> None:
    run = runs.begin(AUTO)
    await visited(run, 1, 2, 3, 4, 5)
    before = list(run.scene.ran)
    opened(run, 1).stream(call(text="chat 1"))
    await run.count()
    assert run.scene.ran == before


async def test_a_forgotten_call_can_be_forgotten_and_come_back_once_more(runs: Runs) -> None:
    run = runs.begin(AUTO)
    await visited(run, 1, 2, 3, 4, 5)
    await visited(run, 1)
    await visited(run, 6, 7, 8)
    assert "chat 1" not in known(run)
    page = opened(run, 1)
    page.stream(call(text="chat 1"))
    await run.count()
    assert page.block.call.status == "done"
    assert run.scene.ran.count("chat 1") == 1


async def test_a_site_that_never_loads_a_new_document_gets_its_forgotten_calls_back(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = opened(run, 1)
    seen = weakref.WeakSet[Call]()
    for chat in (1, 2, 3, 4, 5):
        address = UrlChanged(t="url", url=f"https://chat.example/c/{chat}", by_person=True)
        run.scene.manager.received(page.document, address)
        page.stream(call(text=f"chat {chat}"), message=f"m{chat}")
        await run.count()
        seen |= set(run.scene.parts.store)
        page.remove(1)
        await run.settled()
    run.scene.manager.received(
        page.document, UrlChanged(t="url", url="https://chat.example/c/1", by_person=True)
    )
    gc.collect()
    assert sorted(one.wanted["text"] for one in seen) == ["chat 3", "chat 4", "chat 5"]
    page.stream(call(text="chat 1"), message="m1")
    await run.count()
    assert page.block.call.status == "done"


async def test_a_forgotten_call_takes_no_memory(runs: Runs) -> None:
    run = runs.begin(AUTO)
    await visited(run, 1)
    [first] = map(weakref.ref, run.scene.parts.store)
    await visited(run, 2, 3, 4, 5)
    gc.collect()
    assert first() is None


async def test_a_forgotten_call_that_waited_still_runs_by_a_press_once(runs: Runs) -> None:
    run = runs.begin()
    await visited(run, 1, 2, 3, 4, 5)
    assert run.scene.ran == []
    assert "chat 1" not in known(run)
    page = opened(run, 1)
    page.show(call(text="chat 1"), live=False)
    page.press()
    await run.count()
    assert run.scene.ran == ["chat 1"]
    page.press()
    await run.count()
    assert run.scene.ran == ["chat 1"]


async def test_a_call_of_an_open_chat_is_kept(runs: Runs) -> None:
    run = runs.begin(AUTO)
    open_ = opened(run, 9)
    open_.stream(call(text="chat 9"))
    await run.count()
    await visited(run, 1, 2, 3, 4, 5)
    assert "chat 9" in known(run)


async def test_a_call_that_runs_is_kept_after_its_chat_was_left(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = opened(run, 1)
    page.stream(call(text="chat 1"))
    await run.count()
    [only] = run.scene.parts.store
    only.status = "running"
    page.close()
    await visited(run, 2, 3, 4, 5)
    assert "chat 1" in known(run)


async def test_a_result_that_is_still_to_go_back_to_the_model_is_kept(runs: Runs) -> None:
    run = runs.begin(AUTO_RETURN)
    page = opened(run, 1)
    page.stream(call(text="chat 1"))
    await run.count()
    [only] = run.scene.parts.store
    only.inserted = False
    page.close()
    await visited(run, 2, 3, 4, 5, 6)
    assert "chat 1" in known(run)


async def test_the_calls_of_the_chat_that_was_left_last_are_kept_whatever_their_number(runs: Runs) -> None:
    run = runs.begin(AUTO)
    page = opened(run, 1)
    for unit in range(1, KEPT + 3):
        page.stream(call(text=f"call {unit}", call_id=str(unit)), unit=unit, message=f"m{unit}")
        await run.count()
    page.close()
    await run.settled()
    assert len(known(run)) == KEPT + 2


async def test_a_call_is_kept_while_a_write_that_may_fail_holds_its_row(runs: Runs) -> None:
    run = runs.begin(AUTO)
    opened(run, 1).stream(call(text="chat 1"))
    await run.scene.clock.pass_()
    assert run.scene.parts.journal._writer  # pyright: ignore[reportPrivateUsage]
    assert run.scene.parts.journal._writer.is_writing  # pyright: ignore[reportPrivateUsage]
    [only] = run.scene.parts.store
    assert not run.scene.parts.journal.can_give_back(only)
    await run.settled()


async def test_calls_that_a_full_disk_did_not_take_are_kept(runs: Runs) -> None:
    run = runs.begin(AUTO)
    await visited(run, 1)
    limit_pages(run.ledger, 1)
    await visited(run, 2, 3, 4, 5, 6, more="!" * 9_000)
    assert {text.rstrip("!") for text in known(run)} >= {"chat 2", "chat 3", "chat 4", "chat 5", "chat 6"}


async def test_without_a_ledger_all_calls_are_kept() -> None:
    scene = Scene(AUTO)
    for chat in (1, 2, 3, 4, 5):
        page = scene.page(f"https://chat.example/c/{chat}", name=f"document-{chat}")
        page.stream(call(text=f"chat {chat}"))
        await scene.clock.pass_()
        page.close()
    assert len(list(scene.parts.store)) == 5
    await scene.parts.close()
