"""Calls that are run from the history, not by a press on their block."""

from __future__ import annotations

import asyncio

from tests.calls.controller.helpers import add_harmful_tools, call_of
from tests.support.scene import AUTO, Person, Scene, call, idle


async def test_a_call_that_is_run_from_elsewhere_is_asked_about_though_a_press_would_do() -> None:
    scene = Scene({}, Person(None))
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.execute(call_of(scene, page))
    await idle()
    assert scene.person.asked == [("note", {"text": "a"})]
    assert scene.ran == ["a"]


async def test_a_no_to_a_run_from_elsewhere_is_final() -> None:
    scene = Scene({}, Person("no"))
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.execute(call_of(scene, page))
    await idle()
    assert page.block.call.status == "denied"
    assert scene.ran == []


async def test_the_question_is_the_policys_own_where_it_has_one() -> None:
    scene = Scene({}, Person(None))
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    scene.parts.controller.execute(call_of(scene, page))
    await idle()
    (question,) = scene.person.questions
    assert question.reason == "This tool can delete or overwrite."
    assert scene.ran == ["a"]


async def test_the_countdown_ends_while_the_user_is_asked() -> None:
    scene = Scene(AUTO, Person(None))
    scene.person.thinking = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    scene.parts.controller.execute(call_of(scene, page))
    await scene.clock.pass_()
    assert scene.ran == []
    scene.person.decide()
    await idle()
    assert scene.ran == ["a"]


async def test_a_call_that_is_run_from_elsewhere_is_asked_about_once() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    page = scene.page()
    page.stream(call(text="a"))
    for _ in range(2):
        scene.parts.controller.execute(call_of(scene, page))
    await idle()
    assert len(scene.person.asked) == 1


async def test_a_call_that_ran_is_not_run_from_elsewhere() -> None:
    scene = Scene({}, Person())
    page = scene.page()
    page.stream(call(text="a"))
    page.press()
    await idle()
    scene.parts.controller.execute(call_of(scene, page))
    await idle()
    assert scene.person.asked == []
    assert scene.ran == ["a"]


async def test_a_call_that_is_in_no_page_is_not_run_from_elsewhere() -> None:
    scene = Scene({}, Person())
    page = scene.page()
    page.stream(call(text="a"))
    record = call_of(scene, page)
    page.remove(1)
    scene.parts.controller.execute(record)
    await idle()
    assert scene.person.asked == []
