"""When the results of an answer go back, and in what order."""

from __future__ import annotations

import asyncio

import pytest

from observers.protocol import BlockRemoved, TextDelta
from overlay.common.clock import VirtualClock
from overlay.tools import tool
from tests.chat.result_inserter.returning import AUTO_INSERT, done
from tests.support.scene import AUTO, AUTO_RETURN, SILENT, SITE, IdleTimeouts, Scene, call, idle


async def test_a_result_is_shown_only_unless_it_is_switched_on() -> None:
    scene, page = await done(AUTO)
    assert page.block.call.status == "done"
    assert scene.box.text == ""
    assert scene.box.sent == []
    assert not page.block.call.inserted


async def test_a_result_is_inserted_and_not_sent() -> None:
    scene, page = await done(AUTO_INSERT)
    assert scene.box.text == '<function_result call_id="1">\nnoted a\n</function_result>'
    assert scene.box.sent == []
    assert page.block.call.inserted


async def test_a_result_is_inserted_and_sent() -> None:
    scene, _ = await done(AUTO_RETURN)
    assert scene.box.sent == ['<function_result call_id="1">\nnoted a\n</function_result>']
    assert scene.kinds()[-2:] == ["inserted", "submitted"]


async def test_the_results_of_one_answer_go_back_in_one_message_in_the_order_of_their_calls() -> None:
    scene = Scene(AUTO_RETURN)
    first = asyncio.Event()

    @tool
    async def slow() -> str:
        """Takes its time."""
        await first.wait()
        return "slow"

    scene.registry.add(slow)
    page = scene.page()
    page.stream(call("slow", "1") + call("note", "2", text="quick"))
    await scene.clock.pass_()
    assert scene.box.sent == []
    first.set()
    await idle()
    (sent,) = scene.box.sent
    assert sent.index("slow") < sent.index("noted quick")


async def test_a_result_whose_call_the_page_draws_anew_goes_back_with_the_others() -> None:
    clock = VirtualClock()
    scene = Scene(AUTO_RETURN, time=clock)
    end = asyncio.Event()

    @tool
    async def slow() -> str:
        """Takes its time."""
        await end.wait()
        return "slow"

    scene.registry.add(slow)
    page = scene.page()
    first, second = call("note", "1", text="quick"), call("slow", "2")
    page.tell(page.open(1), page.open(2), page.grow(1, first[:40]), page.grow(2, second[:40]), streaming=True)
    page.tell(page.grow(1, first[40:]), page.grow(2, second[40:]), streaming=True)
    await scene.clock.pass_()
    page.tell(BlockRemoved(k="gone", id=1))
    end.set()
    await idle()
    assert scene.box.sent == []
    page.tell(page.open(3))
    page.tell(page.grow(3, first))
    for _ in range(5):
        await idle()
        clock.fire_next()
    await idle()
    (sent,) = scene.box.sent
    assert "noted quick" in sent
    assert "slow" in sent


async def test_nothing_is_sent_while_a_call_of_the_answer_waits_for_the_user() -> None:
    scene = Scene({"policy": {"auto_execute": ["note"]}, "returns": {"auto_submit": True}})

    @tool
    async def other() -> str:
        """Is not set to run automatically."""
        return "other"

    scene.registry.add(other)
    page = scene.page()
    page.stream(call("note", "1") + call("other", "2"))
    await scene.clock.pass_()
    assert scene.box.sent == []
    assert "noted" in scene.box.text
    page.press(block=page.blocks[1])
    await idle()
    (sent,) = scene.box.sent
    assert "noted" in sent
    assert "other" in sent


async def test_nothing_goes_back_while_the_model_still_writes() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    text = call(text="a")
    page.tell(page.open(1), page.grow(1, text[:40]), streaming=True)
    page.tell(page.grow(1, text[40:]), streaming=True)
    await scene.clock.pass_()
    assert page.block.call.status == "done"
    assert scene.box.sent == []
    page.tell()
    await idle()
    assert len(scene.box.sent) == 1


async def test_calls_of_one_message_go_back_together_though_the_last_is_drawn_after_the_answer() -> None:
    scene = Scene(AUTO_RETURN, pace=IdleTimeouts(signed=3600, calm=3600, lag=0))
    page = scene.page()
    text = call(text="a").replace("</function_calls>", "") + call(call_id="2", text="b").replace(
        "<function_calls>", ""
    )
    half = text.index("</invoke>") + 9
    page.tell(page.open(1), page.grow(1, text[:half]), streaming=True)
    page.tell(page.grow(1, "\n"), streaming=True)
    page.tell()
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert scene.box.sent == []
    page.tell(page.grow(1, text[half:]))
    await scene.clock.pass_()
    assert [sent.count("noted") for sent in scene.box.sent] == [2]


async def test_an_answer_that_is_reported_in_pieces_ends_with_the_last() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    text = call(text="a")
    page.tell(page.open(1), page.grow(1, text[:40]), streaming=True)
    page.tell(page.grow(1, text[40:]), streaming=True)
    page.tell(more=True)
    await scene.clock.pass_()
    assert scene.ran == ["a"]
    assert scene.box.sent == []
    page.tell()
    await idle()
    assert len(scene.box.sent) == 1


async def test_a_call_that_ends_after_the_streaming_sign_went_does_not_run_automatically() -> None:
    scene = Scene(AUTO)
    page = scene.page()
    page.tell(streaming=True)
    page.tell(page.open(1), page.grow(1, call(text="a")[:40]), more=True)
    page.tell(page.grow(1, call(text="a")[40:]), more=True)
    page.tell()
    await scene.clock.pass_()
    assert scene.ran == []


async def test_text_that_may_become_a_call_holds_a_result_back_only_until_it_can_not_any_more() -> None:
    wrong: list[object] = []
    for site in [SITE, SILENT]:
        for change in [
            TextDelta(k="text", id=2, at=7, text="onal> programs", length=21),
            BlockRemoved(k="gone", id=2),
        ]:
            scene = Scene(AUTO_RETURN, pace=IdleTimeouts(signed=3600, unsigned=3600, calm=0, lag=0))
            page = scene.page(site=site)
            text = call(text="a")
            page.tell(page.open(1), page.open(2), page.grow(1, text[:40]), streaming=True)
            page.tell(page.grow(1, text[40:]), page.grow(2, "<functi"), streaming=True)
            page.tell()
            await scene.clock.pass_()
            if (found := scene.ran) != ["a"]:
                wrong.append((site, change, found))
            if (found := scene.box.sent) != []:
                wrong.append((site, change, found))
            page.tell(change)
            await idle()
            if (found := len(scene.box.sent)) != 1:
                wrong.append((site, change, found))
    assert wrong == []


async def test_an_answer_has_ended_a_moment_after_the_sites_sign_is() -> None:
    clock = VirtualClock()
    scene = Scene(AUTO_RETURN, time=clock, pace=IdleTimeouts(lag=0.3))
    page = scene.page()
    page.tell(page.open(1), page.open(2), page.grow(1, call(text="a")[:40]), streaming=True)
    page.tell(page.grow(1, call(text="a")[40:]), streaming=True)
    await scene.clock.pass_()
    clock.advance_to(5)
    page.tell()
    await idle()
    clock.advance_to(5.2)
    page.tell(page.grow(2, call(call_id="2", text="b")))
    await scene.clock.pass_()
    for _ in range(20):
        if not scene.box.sent:
            clock.fire_next()
        await idle()
    assert [sent.count("noted") for sent in scene.box.sent] == [2]
    assert clock.now() == 5.5


async def test_a_result_is_in_the_box_before_the_moment_after_which_it_is_sent() -> None:
    clock = VirtualClock()
    scene = Scene(AUTO_RETURN, time=clock, pace=IdleTimeouts(ready=0.1, lag=0.3))
    page = scene.page()
    page.tell(page.open(1), page.grow(1, call(text="a")[:40]), streaming=True)
    page.tell(page.grow(1, call(text="a")[40:]), streaming=True)
    await scene.clock.pass_()
    clock.advance_to(5)
    page.tell()
    await idle()
    clock.fire_next()
    await idle()
    assert clock.now() == pytest.approx(5.1)
    assert "noted a" in scene.box.text
    assert scene.box.sent == []
    clock.fire_next()
    await idle()
    assert clock.now() == pytest.approx(5.3)
    assert len(scene.box.sent) == 1


async def test_a_result_that_waits_in_the_box_is_sent_after_an_answer_that_went_on() -> None:
    clock = VirtualClock()
    scene = Scene(AUTO_RETURN, time=clock, pace=IdleTimeouts(ready=0.1, lag=0.3))
    page = scene.page()
    page.tell(page.open(1), page.grow(1, call(text="a")[:40]), streaming=True)
    page.tell(page.grow(1, call(text="a")[40:]), streaming=True)
    await scene.clock.pass_()
    page.tell()
    await idle()
    clock.fire_next()
    await idle()
    page.tell(page.open(2, kind="prose"), page.grow(2, "More words."), streaming=True)
    for _ in range(5):
        clock.fire_next()
        await idle()
    assert scene.box.sent == []
    page.tell()
    for _ in range(5):
        clock.fire_next()
        await idle()
    assert len(scene.box.sent) == 1


async def test_an_answer_ends_after_a_moment_without_growth_if_the_site_has_no_streaming_sign() -> None:
    scene = Scene(AUTO_RETURN, pace=IdleTimeouts(signed=0, unsigned=0, calm=0))
    page = scene.page(site=SILENT)
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert len(scene.box.sent) == 1


async def test_a_press_sends_all_results_of_the_answer_also_those_that_left_the_box() -> None:
    wrong: list[object] = []
    for cleared in [False, True]:
        scene, page = await done(AUTO_INSERT, call(text="a") + call("note", "2", text="b"))
        if (found := scene.kinds().count("submitted")) != 0:
            wrong.append((cleared, found))
        if cleared:
            scene.box.text = ""
        page.press("submit", page.blocks[1])
        await idle()
        if (found := [name for kind, name, _ in scene.told if kind == "submitted"]) != ["note", "note"]:
            wrong.append((cleared, found))
    assert wrong == []


async def test_a_result_that_waits_in_the_box_holds_up_no_other_though_its_block_was_rewritten() -> None:
    scene, page = await done(AUTO_INSERT)
    page.stream(call("note", "2", text="b"), unit=2, message="m2")
    await scene.clock.pass_()
    page.blocks[0].call.outcome = None
    page.press("submit", page.blocks[1])
    await idle()
    assert [sent.count("noted") for sent in scene.box.sent] == [2]


async def test_a_countdown_that_is_stopped_keeps_no_other_result_back() -> None:
    scene = Scene({**AUTO_INSERT, "policy": {"auto_execute": ["*"], "delay": 1}})
    page = scene.page()
    page.stream(call("gone") + call("note", "2", text="b"))
    await idle()
    assert page.blocks[1].call.status == "scheduled"
    assert scene.box.text == ""
    page.press("touch", page.blocks[1], nonce="")
    await idle()
    assert page.blocks[1].call.status == "ready"
    assert "tool_not_found" in scene.box.text


@pytest.mark.parametrize("shown", [True, False], ids=["that comes into view", "that stays hidden"])
async def test_the_results_of_an_answer_wait_some_seconds_for_a_call(shown: bool) -> None:
    """The page draws its block again as its countdown ends, or keeps it hidden."""
    scene = Scene(AUTO_INSERT)
    page = scene.page()
    page.stream(call("gone") + call("note", "2", text="b"))
    page.document.context = "hidden"
    while page.blocks[1].call.status != "ready":
        await scene.clock.pass_()
    assert scene.box.text == ""
    page.document.context = "plain" if shown else "hidden"
    while not scene.box.text:
        await scene.clock.pass_()
    found = [word for word in ("tool_not_found", "noted b") if word in scene.box.text]
    assert found == ["tool_not_found", *["noted b"] * shown]


async def test_the_result_of_a_call_that_the_user_ran_while_it_was_out_of_sight_goes_back_at_once() -> None:
    scene = Scene(AUTO_INSERT)
    page = scene.page()
    page.stream(call(text="b"))
    page.document.context = "hidden"
    while page.block.call.status != "ready":
        await scene.clock.pass_()
    assert page.block.call.awaits_sight
    page.press()
    await idle()
    assert "noted b" in scene.box.text
