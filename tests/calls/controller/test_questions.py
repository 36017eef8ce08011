"""When the user is asked, and about which call."""

from __future__ import annotations

import asyncio
from typing import Any

from overlay.tools import tool
from tests.calls.controller.helpers import add_harmful_tools, asked
from tests.support.scene import AUTO, Person, Scene, call, idle


async def test_a_tool_that_can_harm_asks_outside_the_page_with_the_exact_arguments() -> None:
    scene = Scene(AUTO, Person(None))
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe", what="disk"))
    await scene.clock.pass_()
    assert scene.ran == []
    page.press()
    await idle()
    assert scene.person.asked == [("wipe", {"what": "disk"})]
    assert scene.ran == ["disk"]


async def test_a_question_shows_what_the_tool_would_do() -> None:
    scene = Scene({}, Person("no"))

    def shown(arguments: dict[str, Any]) -> str:
        return f"- {arguments['what']}"

    @tool(destructive=True, preview=shown)
    def wipe(what: str) -> str:
        """Deletes."""
        return what

    scene.registry.add(wipe)
    page = scene.page()
    page.stream(call("wipe", what="disk"))
    page.press()
    while not scene.person.questions:
        await idle()
    assert scene.person.questions[0].preview == "- disk"


async def test_a_no_is_reported_to_the_model_with_its_reason() -> None:
    scene = Scene({}, Person("not today"))
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()
    assert page.block.call.outcome
    assert page.block.call.outcome.text == "wipe was not run: not today"
    assert scene.ran == []


async def test_while_the_user_is_asked_the_block_has_no_buttons_and_a_press_asks_no_second_time() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    add_harmful_tools(scene)
    page, other = scene.page(), scene.page(name="other")
    page.stream(call("wipe"))
    other.show(call("wipe"), live=False)
    page.press()
    await idle()
    assert page.looks()[-1].view.buttons == []
    page.press()
    other.press()
    scene.person.decide()
    await idle()
    assert len(scene.person.asked) == 1
    assert len(scene.ran) == 1


async def test_two_questions_are_asked_side_by_side() -> None:
    scene = Scene({}, Person(None, None))
    scene.person.thinking = asyncio.Event()
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.stream(call("wipe", what="b"), unit=2)
    for block in page.blocks:
        page.press(block=block)
    await idle()
    assert scene.person.asked == [("wipe", {"what": "a"}), ("wipe", {"what": "b"})]
    scene.person.decide()
    await idle()
    assert scene.ran == ["a", "b"]


async def test_a_call_that_left_or_a_tool_that_changed_while_the_user_was_asked_is_not_run() -> None:
    scene, page = await asked(call("wipe", what="a"))
    page.tell(page.splice(1, 0, call("wipe", what="b")))
    scene.person.decide()
    await idle()
    assert page.block.call.status == "ready"
    assert scene.ran == []

    scene, page = await asked(call("wipe"))
    scene.registry.enable("wipe", on=False)
    scene.person.decide()
    await idle()
    assert page.block.call.status == "failed"
    assert scene.ran == []

    scene, page = await asked(call("wipe"))

    @tool(name="wipe", destructive=True)
    async def other(what: str = "") -> str:
        """Deletes everything."""
        scene.ran.append("other")
        return "gone"

    scene.registry.add(other, replace=True)
    scene.person.decide()
    await idle()
    assert page.block.call.status == "ready"
    assert scene.ran == []


async def test_a_question_that_can_not_be_asked_is_a_no() -> None:
    scene = Scene({}, Person())
    scene.person.fault = RuntimeError("no terminal")
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()
    assert page.block.call.status == "denied"
    assert scene.ran == []


async def test_with_no_user_present_a_tool_that_is_not_allowed_is_denied_also_on_a_press() -> None:
    scene = Scene({"policy": {"attended": False}})
    page = scene.page()
    page.stream(call())
    page.show(call(text="old"), unit=2, live=False)
    page.press(block=page.blocks[1])
    await idle()
    assert [block.call.status for block in page.blocks] == ["denied", "denied"]
    assert scene.ran == []


async def test_the_user_is_told_where_the_call_is_why_they_are_asked_and_what_they_may_answer() -> None:
    scene = Scene({}, Person(None))
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.press()
    await idle()
    (question,) = scene.person.questions
    assert question.site == "https://chat.example"
    assert question.conversation == "site|one"
    assert question.reason == "This tool can delete or overwrite."
    assert question.offers == ("once", "chat", "tool", "arguments", "deny")
