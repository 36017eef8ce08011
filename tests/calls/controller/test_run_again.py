"""The user runs an ended call once more, by a press outside of the page."""

from __future__ import annotations

import asyncio

from overlay.calls.call import Call
from overlay.tools import tool
from tests.support.scene import AUTO, PlayedPage, Scene, call, idle


async def ended(scene: Scene, name: str = "note") -> tuple[PlayedPage, Call]:
    """A call that ran after a press, in its page."""
    page = scene.page()
    page.stream(call(name, text="x"))
    page.press()
    await idle()
    return page, page.block.call


def harmful(scene: Scene) -> list[str]:
    """Add a tool about which the policy asks; what it did."""
    done: list[str] = []

    @tool(destructive=True)
    async def wipe(text: str) -> str:
        """Deletes."""
        done.append(text)
        return "gone"

    scene.registry.add(wipe)
    return done


async def test_a_later_press_starts_one_more_run_with_a_call_and_a_result_of_its_own() -> None:
    scene = Scene()
    _, record = await ended(scene)
    scene.parts.controller.run_again(record)
    await idle()
    assert scene.ran == ["x", "x"]

    scene = Scene()
    _, record = await ended(scene)
    again = scene.parts.controller.run_again(record)
    await idle()
    assert again
    assert again.id != record.id
    assert again.status == "done"
    assert again.outcome is not record.outcome


async def test_while_the_new_run_goes_on_another_press_does_nothing() -> None:
    scene = Scene()
    _, record = await ended(scene)
    scene.work = asyncio.Event()
    scene.parts.controller.run_again(record)
    await idle()
    assert scene.parts.controller.run_again(record) is None
    scene.work.set()
    await idle()
    assert scene.ran == ["x", "x"]


async def test_each_later_press_counts_once() -> None:
    scene = Scene()
    _, record = await ended(scene)
    for _ in range(2):
        scene.parts.controller.run_again(record)
        await idle()
    assert scene.ran == ["x", "x", "x"]


async def test_a_call_that_did_not_end_can_not_be_run_again() -> None:
    scene = Scene()
    page = scene.page()
    page.stream(call(text="x"))
    assert scene.parts.controller.run_again(page.block.call) is None


async def test_a_call_that_left_or_whose_page_was_closed_is_not_run_again() -> None:
    scene = Scene()
    page, record = await ended(scene)
    page.remove(1)
    assert scene.parts.controller.run_again(record) is None
    assert scene.ran == ["x"]

    scene = Scene()
    page, record = await ended(scene)
    page.close()
    assert scene.parts.controller.run_again(record) is None
    assert scene.ran == ["x"]


async def test_the_policy_asks_again_where_it_asked_before() -> None:
    scene = Scene()
    done = harmful(scene)
    scene.person.answers += [None, None]
    _, record = await ended(scene, "wipe")
    scene.parts.controller.run_again(record)
    await idle()
    assert len(scene.person.questions) == 2
    assert done == ["x", "x"]


async def test_a_denied_or_switched_off_call_is_not_run_again() -> None:
    scene = Scene()
    done = harmful(scene)
    scene.person.answers += [None, "not twice"]
    _, record = await ended(scene, "wipe")
    again = scene.parts.controller.run_again(record)
    await idle()
    assert again
    assert again.status == "denied"
    assert done == ["x"]

    scene = Scene()
    _, record = await ended(scene)
    scene.registry.enable("note", False)
    scene.parts.controller.run_again(record)
    await idle()
    assert scene.ran == ["x"]


async def test_a_call_that_leaves_while_the_user_is_asked_does_not_run() -> None:
    scene = Scene()
    done = harmful(scene)
    scene.person.answers += [None, None]
    page, record = await ended(scene, "wipe")
    scene.person.thinking = asyncio.Event()
    scene.parts.controller.run_again(record)
    await idle()
    page.remove(1)
    scene.person.decide()
    await idle()
    assert done == ["x"]


async def test_a_call_that_may_have_run_is_asked_about() -> None:
    scene = Scene()
    scene.person.answers += ["no"]
    _, record = await ended(scene)
    record.status = "unknown"
    scene.parts.controller.run_again(record)
    await idle()
    assert len(scene.person.questions) == 1
    assert scene.ran == ["x"]


async def test_the_page_can_not_be_taken_for_the_new_run() -> None:
    """The block that the page draws again shows the first run; nothing runs by that."""
    scene = Scene(AUTO)
    page = scene.page()
    page.stream(call(text="x"))
    await scene.clock.pass_()
    record = page.block.call
    scene.parts.controller.run_again(record)
    await idle()
    page.remove(1)
    page.stream(call(text="x"), unit=2)
    await scene.clock.pass_()
    assert page.block.call is record
    assert scene.ran == ["x", "x"]


async def test_the_new_run_goes_back_to_the_model_only_by_a_press() -> None:
    scene = Scene(AUTO | {"returns": {"auto_insert": True}})
    page = scene.page()
    page.stream(call(text="x"))
    await scene.clock.pass_()
    scene.box.text = ""
    scene.parts.controller.run_again(page.block.call)
    await idle()
    assert scene.box.text == ""


async def test_a_press_on_insert_puts_the_new_result_into_the_chat() -> None:
    scene = Scene()
    answers = iter(["first", "second"])

    @tool
    async def say() -> str:
        """Says something."""
        return next(answers)

    scene.registry.add(say)
    page = scene.page()
    page.stream(call("say"))
    page.press()
    await idle()
    again = scene.parts.controller.run_again(page.block.call)
    await idle()
    assert again
    await scene.parts.inserter.insert_call(again)
    assert "second" in scene.box.text
