"""Results that are kept back: private ones, those of another chat, those beyond the limit."""

from __future__ import annotations

import asyncio

from overlay.calls.events import ResultReady
from overlay.chat.composer.composer import OTHER_CHAT
from overlay.tools import ToolResult, tool
from tests.chat.result_inserter.returning import done
from tests.support.scene import AUTO, AUTO_RETURN, Scene, call, idle


async def test_a_private_result_is_not_inserted_before_the_user_presses() -> None:
    scene = Scene(AUTO_RETURN)

    @tool
    async def diary() -> ToolResult:
        """Reads the person's own."""
        return ToolResult("dear diary", private=True)

    scene.registry.add(diary)
    page = scene.page()
    page.stream(call("diary"))
    await scene.clock.pass_()
    assert scene.box.text == ""
    assert scene.box.sent == []
    assert "dear diary" not in str(page.looks())
    page.press("submit")
    await idle()
    assert "dear diary" in scene.box.sent[0]
    assert "dear diary" in str(page.looks()[-1])


async def test_a_result_beside_a_private_one_is_inserted_but_waits_to_be_sent() -> None:
    scene = Scene(AUTO_RETURN)

    @tool
    async def diary() -> ToolResult:
        """Reads the person's own."""
        return ToolResult("dear diary", private=True)

    scene.registry.add(diary)
    page = scene.page()
    page.stream(call("diary", "1") + call("note", "2"))
    await scene.clock.pass_()
    assert "noted" in scene.box.text
    assert scene.box.sent == []


async def test_a_result_is_never_put_into_another_chat() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    page.go("https://chat.example/c/two")
    scene.work.set()
    await idle()
    assert page.block.call.status == "done"
    assert scene.box.text == ""
    assert scene.box.sent == []


async def test_a_result_is_not_sent_when_the_page_went_to_another_chat_while_it_was_put_in() -> None:
    scene = Scene(AUTO_RETURN)
    page = scene.page()
    scene.box.during = lambda: page.go("https://chat.example/c/two")
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert scene.box.sent == []
    assert "another chat" in page.block.call.note


async def test_a_result_that_waited_for_the_user_to_stop_writing_goes_into_no_other_chat() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.hold = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    page.go("https://chat.example/c/two")
    scene.box.hold.set()
    await idle()
    assert scene.box.text == ""
    assert scene.box.sent == []
    assert page.block.call.note == f"The result was not inserted: {OTHER_CHAT}."


async def test_a_press_on_insert_in_another_chat_inserts_nothing_and_says_why() -> None:
    scene, page = await done(AUTO)
    page.go("https://chat.example/c/two")
    page.press("insert")
    await idle()
    assert scene.box.text == ""
    assert "another chat" in page.block.call.note


async def test_a_new_chat_that_gets_its_address_meanwhile_is_no_other_chat() -> None:
    scene = Scene(AUTO_RETURN)
    scene.work = asyncio.Event()
    page = scene.page("https://chat.example/")
    page.stream(call(text="a"))
    await scene.clock.pass_()
    page.go("https://chat.example/c/named")
    scene.work.set()
    await idle()
    assert len(scene.box.sent) == 1


async def test_messages_are_sent_automatically_up_to_the_limit_and_each_one_beyond_says_so() -> None:
    scene = Scene({**AUTO, "returns": {"auto_submit": True, "max_rounds": 1}})
    page = scene.page()
    for number in range(3):
        page.stream(call(text=str(number)), unit=number + 1, message=f"m{number}")
        await scene.clock.pass_()
    assert len(scene.box.sent) == 1
    assert scene.kinds().count("limit") == 2
    assert "the limit" in page.blocks[2].call.note


async def test_a_limit_of_nothing_sends_nothing_automatically() -> None:
    scene, _ = await done({**AUTO, "returns": {"auto_submit": True, "max_rounds": 0}})
    assert scene.box.sent == []
    assert "noted a" in scene.box.text


async def test_a_message_that_the_user_sends_begins_the_count_again() -> None:
    scene = Scene({**AUTO, "returns": {"auto_submit": True, "max_rounds": 1}})
    page = scene.page()
    for number in range(3):
        page.stream(call(text=str(number)), unit=number + 1, message=f"m{number}")
        await scene.clock.pass_()
        if number == 1:
            page.press("submit", page.blocks[1])
            await idle()
    assert len(scene.box.sent) == 3


async def test_a_result_that_is_about_to_be_sent_stays_in_the_box_when_everything_is_stopped() -> None:
    scene = Scene(AUTO_RETURN)
    scene.box.during = lambda: scene.policy.halt(on=True)
    page = scene.page()
    page.stream(call(text="a"))
    await scene.clock.pass_()
    assert "noted a" in scene.box.text
    assert scene.box.sent == []


async def test_a_result_of_a_block_whose_text_has_left_the_page_is_not_inserted_and_raises_nothing() -> None:
    scene, page = await done(AUTO)
    block = page.block
    page.chat.readers.clear()
    scene.events.publish(ResultReady(block.call))
    await idle()
    assert scene.box.text == ""
