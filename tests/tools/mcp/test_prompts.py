import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from overlay.tools.context import ToolContext
from overlay.tools.mcp.elicitation import Elicitation, FormAnswer
from overlay.tools.mcp.prompts import UserPrompts

from .conftest import small_config
from .watched import Watched, watch


class User:
    """The user who is asked; each test sets `answer`."""

    def __init__(self) -> None:
        self.answer: Callable[[Elicitation], Awaitable[FormAnswer]]

    async def __call__(self, elicitation: Elicitation) -> FormAnswer:
        return await self.answer(elicitation)


@pytest.fixture(scope="module")
def user() -> User:
    return User()


@pytest.fixture(scope="module")
async def small(tmp_path_factory: pytest.TempPathFactory, user: User) -> AsyncIterator[Watched]:
    async with watch(
        small_config(), tmp_path_factory.mktemp("small"), prompts=UserPrompts(elicit=user)
    ) as watched:
        await watched.server.settled()
        yield watched


async def test_a_servers_question_goes_to_the_user(small: Watched, user: User):
    async def red(elicitation: Elicitation) -> FormAnswer:
        return FormAnswer("accept", {"colour": f"red for {elicitation.server} and {elicitation.tool}"})

    user.answer = red
    assert (await small.call("small.ask")).text == "red for small and ask"


@pytest.mark.thorough
async def test_the_time_that_the_user_takes_does_not_count_as_the_tools(small: Watched, user: User):
    context = ToolContext()

    async def slow(elicitation: Elicitation) -> FormAnswer:
        before = context.asked
        while context.asked == before:  # noqa: ASYNC110 - a clock tells nobody that it moved
            await asyncio.sleep(0)
        return FormAnswer("accept", {"colour": "counted"})

    user.answer = slow
    assert (await small.call("small.ask", context=context)).text == "counted"
