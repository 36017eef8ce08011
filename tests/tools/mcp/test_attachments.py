from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from overlay.tools.errors import ToolError
from overlay.tools.mcp.attachment import Attachment

from .conftest import QUICK, raw_config, small_config
from .watched import Watched, watch


async def listed(watched: Watched) -> list[Attachment]:
    """Load the server's lists, and return their entries."""
    await watched.server.settled()
    watched.server.attachments.load()
    await filled(watched, lambda: not watched.server.attachments.loading)
    return watched.server.attachments.items


async def filled(watched: Watched, holds: Any) -> None:
    while not holds():
        await watched.changed()


async def read(watched: Watched, title: str, **values: str) -> Any:
    item = next(item for item in watched.server.attachments.items if item.title == title)
    return await watched.server.attachments.read(item, values)


class Small(NamedTuple):
    """The small server after its lists were loaded; `before` is what was there until then."""

    watched: Watched
    before: tuple[bool, list[Attachment], bool]


@pytest.fixture(scope="module")
async def small(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Small]:
    async with watch(small_config(), tmp_path_factory.mktemp("small")) as watched:
        await watched.server.settled()
        own = watched.server.attachments
        before = own.offered, own.items, own.loading
        await listed(watched)
        yield Small(watched, before)


async def test_a_server_lists_prompts_with_their_arguments_resources_and_templates(small: Small):
    items = [item for item in small.watched.server.attachments.items if item.title != "grown"]
    assert [(item.kind, item.title, item.type) for item in items] == [
        ("prompt", "Greeting", ""),
        ("resource", "Today's notes", "text/plain"),
        ("resource", "picture", "image/png"),
        ("resource", "of_day", "text/plain"),
    ]
    assert [(field.name, field.required) for field in items[0].fields] == [("name", True), ("tone", False)]


async def test_a_prompt_and_a_resource_are_read_with_the_values_filled_in(small: Small):
    assert (await read(small.watched, "Greeting", name="Ann")).text == "Greet Ann in a kind tone."
    assert (await read(small.watched, "of_day", day="5 May")).text == "Noted on 5 May."
    assert (await read(small.watched, "picture")).images[0].mime_type == "image/png"


def test_a_server_is_not_asked_for_its_lists_until_someone_wants_them(small: Small):
    offered, items, loading = small.before
    assert offered
    assert items == []
    assert not loading


async def test_a_newer_server_tells_that_its_tools_and_resources_changed(small: Small):
    own = small.watched.server.attachments
    count = len(own.items)
    await small.watched.call("small.grow")
    await filled(small.watched, lambda: len(own.items) == count + 1)
    assert "small.grown" in (await small.watched.reach("ready", tool="small.grown")).tools


async def test_a_server_that_refuses_to_read_says_so_in_one_line(small: Small):
    gone = Attachment("resource", "notes://gone", "gone")
    with pytest.raises(ToolError, match=r"^The server 'small' gave nothing: .*notes://gone") as caught:
        await small.watched.server.attachments.read(gone, {})
    assert "\n" not in caught.value.message


async def test_an_older_server_that_says_that_its_prompts_changed_is_asked_again(tmp_path: Path):
    async with watch(raw_config("prompts"), tmp_path) as watched:
        assert [item.name for item in await listed(watched)] == ["first"]
        await watched.call("prompts.more")
        await filled(watched, lambda: len(watched.server.attachments.items) == 2)


async def test_a_list_that_is_no_list_is_one_line_and_the_tools_stay(tmp_path: Path):
    async with watch(raw_config("wrong"), tmp_path) as watched:
        assert await listed(watched) == []
        assert watched.server.attachments.problems[0] == (
            "No list of its prompts: The answer of the server 'wrong' does not follow the MCP protocol."
        )
        assert (await watched.call("wrong.echo", {"a": 1})).text == '{"a": 1}'


@pytest.mark.thorough
async def test_a_server_that_never_answers_for_a_list_keeps_its_others(tmp_path: Path):
    settings = replace(QUICK, attach=0.5)
    async with watch(raw_config("deaf"), tmp_path, settings=settings) as watched:
        assert [item.name for item in await listed(watched)] == ["first"]
        assert watched.server.attachments.problems[0] == (
            "No list of its resources: The server 'deaf' did not answer within 0.5 seconds."
        )


@pytest.mark.thorough
async def test_a_server_without_prompts_and_resources_offers_nothing(tmp_path: Path):
    async with watch(raw_config("legacy"), tmp_path) as watched:
        await watched.server.settled()
        assert not watched.server.attachments.offered
