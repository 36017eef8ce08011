"""Which questions an answer settles, and when a question is withdrawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from overlay.calls.approvals import Answer, Question
from overlay.tools import tool
from tests.calls.controller.helpers import add_harmful_tools, asked, call_of
from tests.support.scene import AUTO, Person, PlayedPage, Scene, call, idle
from tests.support.table import for_each


@for_each(("scope", "asked"), [("once", 2), ("chat", 1), ("tool", 1), ("arguments", 2)])
async def test_a_yes_reaches_as_far_as_the_user_said(scope: Any, asked: int) -> None:
    scene = Scene({}, Person(Answer(scope), Answer(scope)))
    add_harmful_tools(scene)
    page = scene.page()
    for unit, what in ((1, "a"), (2, "b")):
        page.stream(call("wipe", what=what), unit=unit, message=f"m{unit}")
        page.press(block=page.blocks[-1])
        await idle()
    assert len(scene.person.asked) == asked
    assert scene.ran == ["a", "b"]


class OneByOne:
    """A user who answers each question when the test says so; `gone` has the withdrawn questions."""

    def __init__(self) -> None:
        self.open: dict[str, asyncio.Future[Answer]] = {}
        self.gone: list[str] = []

    async def __call__(self, question: Question) -> Answer:
        what = str(question.arguments.get("what"))
        self.open[what] = asyncio.get_running_loop().create_future()
        try:
            return await self.open[what]
        except asyncio.CancelledError:
            self.gone.append(what)
            raise


async def _asked_about(scene: Scene, *whats: str) -> PlayedPage:
    add_harmful_tools(scene)
    page = scene.page()
    for unit, what in enumerate(whats, 1):
        page.stream(call("wipe", call_id=str(unit), what=what), unit=unit, message=f"m{unit}")
        page.press(block=page.blocks[-1])
        await idle()
    return page


@for_each(
    ("scope", "ran"),
    [("once", ["a"]), ("chat", ["a", "a", "b"]), ("tool", ["a", "a", "b"]), ("arguments", ["a", "a"])],
)
async def test_an_answer_settles_what_else_is_asked_and_it_covers(scope: Any, ran: list[str]) -> None:
    person = OneByOne()
    scene = Scene({}, person)
    await _asked_about(scene, "a", "b")
    twin = scene.page(name="twin", url="https://chat.example/c/one")
    twin.stream(call("wipe", call_id="3", what="a"), unit=3, message="m3")
    first = person.open["a"]
    twin.press()
    await idle()
    first.set_result(Answer(scope))
    await idle()
    assert sorted(scene.ran) == ran
    assert sorted(person.gone) == ran[1:]


async def test_a_no_settles_no_other_question() -> None:
    person = OneByOne()
    scene = Scene({}, person)
    await _asked_about(scene, "a", "b")
    person.open["a"].set_result(Answer("deny"))
    await idle()
    assert scene.ran == []
    assert person.gone == []


async def test_a_call_that_the_user_wants_to_see_is_not_settled_by_another_answer() -> None:
    person = OneByOne()
    scene = Scene({}, person)
    page = await _asked_about(scene, "a")
    shown = scene.page(name="other")
    shown.stream(call(text="x"), unit=9, message="m9")
    scene.parts.controller.execute(call_of(scene, shown))
    await idle()
    person.open["a"].set_result(Answer("tool"))
    await idle()
    assert page.block.call.status == "done"
    assert scene.ran == ["a"]


async def test_an_answer_settles_no_question_about_a_tool_that_is_another_by_now() -> None:
    person = OneByOne()
    scene = Scene({}, person)
    page = await _asked_about(scene, "a", "b")

    @tool(name="wipe", destructive=True)
    async def other(what: str = "") -> str:
        """Deletes everything."""
        scene.ran.append("other")
        return "gone"

    scene.registry.add(other, replace=True)
    person.open["a"].set_result(Answer("tool"))
    await idle()
    assert [block.call.status for block in page.blocks] == ["ready", "ready"]
    assert scene.ran == []


async def test_an_answer_settles_no_question_about_a_tool_that_was_switched_off() -> None:
    person = OneByOne()
    scene = Scene({}, person)
    await _asked_about(scene, "a", "b")
    scene.registry.enable("wipe", False)
    person.open["a"].set_result(Answer("tool"))
    await idle()
    assert scene.ran == []
    assert person.gone == []


@for_each("answer", [Answer("deny"), Answer("forever")])  # pyright: ignore[reportArgumentType]
async def test_a_no_without_a_reason_and_an_answer_that_was_none_say_that_the_user_said_no(
    answer: Answer,
) -> None:
    scene = Scene({}, Person(answer))
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe"))
    page.press()
    await idle()
    assert page.block.call.outcome
    assert page.block.call.outcome.text == "wipe was not run: the user said no"
    assert scene.ran == []


def _leave_by_removal(page: PlayedPage) -> None:
    page.remove(1)


def _leave_by_rewriting(page: PlayedPage) -> None:
    page.tell(page.splice(1, 0, call("wipe", what="b")))


def _leave_by_closing(page: PlayedPage) -> None:
    page.close()


@for_each("leave", [_leave_by_removal, _leave_by_rewriting, _leave_by_closing])
async def test_a_question_is_withdrawn_when_the_call_leaves_the_page(
    leave: Callable[[PlayedPage], None],
) -> None:
    scene, page = await asked(call("wipe", what="a"))
    leave(page)
    await idle()
    assert scene.person.withdrawn == 1
    assert scene.ran == []


async def test_a_question_stays_as_long_as_the_call_is_in_another_tab() -> None:
    scene = Scene({}, Person(None))
    scene.person.thinking = asyncio.Event()
    add_harmful_tools(scene)
    first, second = scene.page(name="first"), scene.page(name="second")
    first.stream(call("wipe", what="a"))
    second.show(call("wipe", what="a"), live=False)
    first.press()
    await idle()
    second.close()
    scene.person.decide()
    await idle()
    assert scene.person.withdrawn == 0
    assert scene.ran == ["a"]


async def test_a_question_that_was_withdrawn_can_be_asked_again() -> None:
    scene, page = await asked(call("wipe", what="a"))
    page.remove(1)
    await idle()
    page.show(call("wipe", what="a"), unit=2)
    page.press()
    scene.person.decide()
    await idle()
    assert scene.person.withdrawn == 1
    assert scene.ran == ["a"]


async def test_a_tool_that_was_allowed_for_good_runs_automatically_where_that_is_switched_on() -> None:
    scene = Scene(AUTO, Person(Answer("tool")))
    add_harmful_tools(scene)
    page = scene.page()
    page.stream(call("wipe", what="a"))
    page.press()
    await idle()
    page.stream(call("wipe", what="b"), unit=2, message="m2")
    await scene.clock.pass_()
    assert scene.ran == ["a", "b"]


async def test_a_yes_is_for_the_call_where_it_was_and_not_for_one_that_came_in_its_place() -> None:
    scene, first = await asked(call("wipe", what="a"), name="first")
    second = scene.page(name="second")
    second.show(call("wipe", what="a"), live=False)
    first.close()
    scene.person.decide()
    await idle()
    assert second.block.call.status == "ready"
    assert scene.ran == []
