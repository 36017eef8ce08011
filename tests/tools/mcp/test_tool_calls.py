import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.context import ToolContext
from overlay.tools.mcp.elicitation import Elicitation, FormAnswer
from overlay.tools.mcp.prompts import UserPrompts

from .conftest import HERE, raw_config, small_config
from .watched import Watched, watch

TOO_MANY = {"type": "object", "properties": {f"x{at}": {"type": "string"} for at in range(51)}}


@pytest.fixture(scope="module")
async def small(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    """The SDK's own kind of server, ready, for all tests of this file."""
    folder = tmp_path_factory.mktemp("small")
    config = small_config(env={"KEY": "${VALUE}"}, cwd="${PLACE}")
    async with watch(config, folder, environ={"VALUE": "v", "PLACE": str(HERE)}) as watched:
        await watched.server.settled()
        yield watched


@pytest.fixture(scope="module")
async def old(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    """A server of the older protocol, ready, for all tests of this file."""
    async with watch(raw_config("legacy"), tmp_path_factory.mktemp("old")) as watched:
        await watched.server.settled()
        yield watched


@pytest.fixture(scope="module")
async def odd(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Watched]:
    """A server with tools that answer in odd ways, ready, for all tests of this file."""
    async with watch(raw_config("odd"), tmp_path_factory.mktemp("odd")) as watched:
        await watched.server.settled()
        yield watched


async def test_a_tool_is_called_and_gives_data(small: Watched):
    result = await small.call("small.add", {"a": 1, "b": "2"})
    assert result.structured == {"value": 3}
    assert not result.is_error


async def test_a_tool_is_called_with_or_without_its_servers_name(small: Watched):
    assert (await small.call("add", {"a": 1, "b": 2})).structured == {"value": 3}

    result = await small.call("small.refuse")
    assert result.is_error
    assert result.text == "Error executing tool refuse: not today"


async def test_progress_is_reported_and_a_stopped_call_is_cancelled_on_the_server(
    small: Watched, tmp_path: Path
):
    seen: list[tuple[float | None, str]] = []

    def stop(fraction: float | None, message: str) -> None:
        seen.append((fraction, message))
        context.cancel()

    context = ToolContext(on_progress=stop)
    mark = tmp_path / "mark"
    fault = await small.refusal("small.wait", {"mark": str(mark)}, context=context)
    # Two more calls on the same wire: what was sent before them has then been dealt with.
    await small.call("small.folder")
    await small.call("small.folder")
    assert fault.code == "tool_cancelled"
    assert seen == [(0.25, "begun")]
    assert mark.exists()


async def test_content_of_every_kind_comes_through(small: Watched):
    result = await small.call("small.everything")
    assert result.text == (
        "text\n(3 bytes of audio/wav)\n(text that the server names 'file:///b'; overlay read nothing there)\nb\n"
        "(what the server names 'file:///c': 3 bytes of x/y)"
    )
    assert len(result.images) == 1
    assert [link.uri for link in result.links] == ["file:///a"]


async def test_a_program_has_the_environment_and_the_folder_of_its_configuration(small: Watched):
    assert (await small.call("small.environment", {"name": "KEY"})).text == "v"

    assert (await small.call("small.folder")).text == str(HERE)


async def test_the_users_answer_reaches_the_server(small: Watched):
    asked: list[Any] = []

    async def ask(message: str, schema: dict[str, Any]) -> dict[str, Any]:
        asked.append((message, list(schema["properties"])))
        return {"colour": "red"}

    result = await small.call("small.ask", context=ToolContext(on_ask=ask))
    assert result.text == "red"
    assert asked == [("Which colour?", ["colour"])]


async def test_where_no_one_can_be_asked_a_server_is_declined(small: Watched):
    assert (await small.call("small.ask")).text == "decline"


async def test_an_older_server_can_ask_the_user(old: Watched):
    async def ask(message: str, schema: dict[str, Any]) -> dict[str, Any]:
        return {"colour": message}

    result = await old.call("legacy.ask", context=ToolContext(on_ask=ask))
    assert result.text == '{"action": "accept", "content": {"colour": "Which colour?"}}'


async def test_a_form_that_can_not_be_shown_is_declined(old: Watched, caplog: pytest.LogCaptureFixture):
    async def ask(message: str, schema: dict[str, Any]) -> dict[str, Any]:
        raise ValueError("no window")

    result = await old.call("legacy.ask", context=ToolContext(on_ask=ask))
    assert result.text == '{"action": "decline"}'
    assert "showing a question" in caplog.text


async def test_a_page_that_a_server_wants_opened_is_declined_at_once(
    old: Watched, caplog: pytest.LogCaptureFixture
):
    async def ask(message: str, schema: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError("nobody is asked")

    result = await old.call("legacy.visit", context=ToolContext(on_ask=ask))
    assert result.text == '{"action": "decline"}'
    assert caplog.text == ""


async def test_a_page_that_a_server_wants_opened_is_put_to_the_user(tmp_path: Path):
    asked: list[Elicitation] = []

    async def agree(elicitation: Elicitation) -> FormAnswer:
        asked.append(elicitation)
        return FormAnswer("accept", {"not": "sent"})

    async with watch(raw_config("legacy"), tmp_path, prompts=UserPrompts(elicit=agree)) as watched:
        await watched.server.settled()
        result = await watched.call("legacy.visit")
    assert result.text == '{"action": "accept"}'
    assert asked == [Elicitation("legacy", "visit", "Sign in", url="https://example.org/")]


@pytest.mark.parametrize("wanted", [{"url": "javascript:alert(1)"}, {"schema": TOO_MANY}])
async def test_an_unsafe_address_or_a_form_that_is_too_long_is_declined_and_no_one_is_asked(
    old: Watched, caplog: pytest.LogCaptureFixture, wanted: dict[str, Any]
):
    async def ask(message: str, schema: dict[str, Any]) -> dict[str, Any]:
        raise AssertionError("nobody is asked")

    result = await old.call("legacy.want", wanted, context=ToolContext(on_ask=ask))
    assert result.text == '{"action": "decline"}'
    assert "is declined" in caplog.text


async def test_an_answer_that_does_not_fit_its_form_is_not_sent(
    old: Watched, caplog: pytest.LogCaptureFixture
):
    async def ask(message: str, schema: dict[str, Any]) -> dict[str, Any]:
        return {"colour": 3}

    result = await old.call("legacy.ask", context=ToolContext(on_ask=ask))
    assert result.text == '{"action": "decline"}'
    assert "colour: must be a text" in caplog.text


async def test_arguments_that_a_server_refuses_are_invalid(old: Watched):
    fault = await old.refusal("legacy.picky")
    assert fault.code == "tool_invalid"
    assert fault.message == "The server 'legacy' refuses the arguments: I want a number"


async def test_an_error_of_a_server_fails_the_call(old: Watched):
    fault = await old.refusal("legacy.break")
    assert fault.code == "tool_execution_failed"
    assert fault.message == "The server 'legacy' gave no result: it broke"


async def test_an_error_of_a_server_leaves_the_connection(old: Watched):
    before = len(old.seen)
    await old.refusal("legacy.break")
    await old.call("legacy.echo")
    assert old.seen[before:] == []


async def test_refused_questions_are_told_in_a_few_lines(odd: Watched, caplog: pytest.LogCaptureFixture):
    """The server asks 60 times, and the first 20 questions are of its allowance."""
    assert (await odd.call("odd.flood", {"count": 60})).text == "60"
    refused = [record.getMessage() for record in caplog.records if "declined" in record.getMessage()]
    assert "asks too much" in "".join(refused)
    assert len(refused) <= 5


ODD = {
    "an unknown kind": [{"type": "hologram", "data": [1]}],
    "no kind": [{"text": "x"}],
    "no text": [{"type": "text", "text": None}],
    "no object": [5],
    "a picture without data": [{"type": "image", "mimeType": "image/png"}],
    "a resource without content": [{"type": "resource", "resource": {"uri": "a:b"}}],
}
GOOD = {"type": "text", "text": "good"}


@pytest.mark.parametrize("name", ODD)
async def test_a_part_that_can_not_be_read_leaves_the_others(odd: Watched, name: str):
    result = await odd.call("odd.give", {"result": {"content": [GOOD, *ODD[name], GOOD]}})
    first, note, last = result.text.split("\n")
    assert (first, last) == ("good", "good")
    assert note.endswith("can't be read and is left out)")


async def test_a_result_with_odd_fields_is_read(odd: Watched):
    extras = {"annotations": {"priority": "high"}, "_meta": 5}
    for fields in (
        {"content": [{**GOOD, **extras}]},
        {"content": GOOD},
        {"content": ["good"]},
        {"content": [GOOD], "structuredContent": [1]},
        {"content": [GOOD], "isError": None, "_meta": []},
    ):
        assert (await odd.call("odd.give", {"result": fields})).text == "good"
    assert (await odd.call("odd.give", {"result": {"structuredContent": {"a": 1}}})).text == '{"a": 1}'
    assert (await odd.call("odd.give", {"result": {"content": [GOOD], "isError": "yes"}})).is_error


async def test_a_result_that_can_not_be_read_at_all_is_a_short_error(odd: Watched):
    fault = await odd.refusal("odd.give", {"result": {"nothing": 1}})
    assert fault.message.startswith("The result of the server 'odd' can't be read")
    assert len(fault.message) < 100


async def test_the_children_of_a_server_end_with_the_server(tmp_path: Path):
    """The child holds the pipe open for writing: its end is read as the pipe's end."""
    for end in ("die", ""):
        pipe = tmp_path / f"pipe{end}"
        os.mkfifo(pipe)
        async with watch(raw_config("odd"), tmp_path / f"x{end}") as watched:
            await watched.server.settled()
            calling = asyncio.ensure_future(watched.call("odd.spawn", {"pipe": str(pipe)}))
            reader = await asyncio.to_thread(pipe.open, "rb")
            await calling
            if end:
                await watched.refusal("odd.die")
                assert await asyncio.wait_for(asyncio.to_thread(reader.read), 60) == b""
        assert await asyncio.wait_for(asyncio.to_thread(reader.read), 60) == b""
        reader.close()
