import asyncio
from pathlib import Path

from overlay.tools.context import ToolContext
from overlay.tools.mcp.elicitation import Answer, Elicitation
from overlay.tools.mcp.prompts import UserPrompts

from .conftest import small_config
from .watched import watch


async def red(elicitation: Elicitation) -> Answer:
    return Answer("accept", {"colour": f"red for {elicitation.server} and {elicitation.tool}"})


async def test_what_a_server_asks_goes_to_the_user(tmp_path: Path):
    async with watch(small_config(), tmp_path, prompts=UserPrompts(elicit=red)) as watched:
        await watched.server.settled()
        assert (await watched.call("small.ask")).text == "red for small and ask"


async def test_the_time_the_user_takes_is_not_the_tools(tmp_path: Path):
    context = ToolContext()

    async def slow(elicitation: Elicitation) -> Answer:
        before = context.asked
        while context.asked == before:  # noqa: ASYNC110 - a clock tells nobody that it moved
            await asyncio.sleep(0)
        return Answer("accept", {"colour": "counted"})

    async with watch(small_config(), tmp_path, prompts=UserPrompts(elicit=slow)) as watched:
        await watched.server.settled()
        assert (await watched.call("small.ask", context=context)).text == "counted"


async def test_a_user_who_can_not_be_asked_declines(tmp_path: Path):
    async with watch(small_config(), tmp_path, prompts=UserPrompts()) as watched:
        await watched.server.settled()
        assert (await watched.call("small.ask")).text == "decline"
