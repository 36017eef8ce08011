"""Five servers out of the package registries, from one unchanged file of Claude Desktop."""

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from overlay.tools.context import ToolContext
from overlay.tools.errors import ToolError
from overlay.tools.mcp import (
    Elicitation,
    FormAnswer,
    ServerManager,
    ServerStatus,
    ServerTimeouts,
    UserPrompts,
    read_config,
)
from overlay.tools.mcp.elicitation_forms import fields_of
from overlay.tools.registry import ToolRegistry
from overlay.tools.result import ToolResult

from .real import claude_desktop, install, program_of

pytestmark = [pytest.mark.servers, pytest.mark.timeout(600)]


class Real:
    """The five servers, their registry, and every status they went through."""

    def __init__(self, folder: Path) -> None:
        self.files = folder / "files"
        self.files.mkdir()
        (self.files / "a.txt").write_text("hello\n")
        git = [
            "git",
            "-C",
            str(self.files),
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.org",
            "-c",
            "commit.gpgsign=false",
        ]
        for step in (["init", "-q"], ["add", "a.txt"], ["commit", "-qm", "first words"]):
            subprocess.run([*git, *step], check=True)
        config = folder / "claude_desktop_config.json"
        config.write_text(json.dumps(claude_desktop(install(), self.files, folder / "memory.jsonl")))
        self.registry = ToolRegistry()
        self.seen: list[ServerStatus] = []
        self._changed = asyncio.Event()
        configs, problems = read_config(config)
        assert problems == []
        settings = ServerTimeouts(connect=120)
        self.servers = ServerManager(
            self.registry,
            configs,
            logs=folder / "logs",
            settings=settings,
            on_change=self._note,
            prompts=UserPrompts(elicit=self._elicit),
        )
        self.asked: list[Elicitation] = []
        self.answer = FormAnswer("decline")

    async def _elicit(self, elicitation: Elicitation) -> FormAnswer:
        self.asked.append(elicitation)
        return self.answer

    def _note(self, status: ServerStatus) -> None:
        self.seen.append(status)
        self._changed.set()

    async def reach(self, key: str, state: str, after: int) -> None:
        """Wait until a server goes into this state, past the first `after` changes."""
        while not any(status.key == key and status.state == state for status in self.seen[after:]):
            self._changed.clear()
            await self._changed.wait()

    async def call(self, name: str, **arguments: Any) -> ToolResult:
        return await self.registry.call_tool(name, arguments)


@pytest.fixture(scope="module")
async def real(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Real]:
    """The five servers, started and settled."""
    real = Real(tmp_path_factory.mktemp("real"))
    async with real.servers:
        await real.servers.settled()
        yield real


@pytest.mark.thorough
async def test_all_servers_are_ready_and_all_their_tools_usable(real: Real):
    found = {status.key: (status.state, status.reason, status.problems) for status in real.servers.statuses}
    assert found == {key: ("ready", "", []) for key in ("everything", "filesystem", "memory", "time", "git")}


async def test_each_servers_tools_are_listed_with_their_hints(real: Real):
    names = {each["name"] for each in real.registry.get_tools_for_ai()}
    assert {
        "everything.echo",
        "filesystem.read_text_file",
        "memory.create_entities",
        "time.convert_time",
        "git.git_log",
    } <= names

    hints = real.registry.find("filesystem.read_text_file").hints
    assert hints.read_only
    assert not hints.destructive


async def test_answers_of_every_kind_come_through(real: Real):
    assert (await real.call("everything.echo", message="hi")).text == "Echo: hi"

    assert "5" in (await real.call("everything.get-sum", a="2", b="3")).text

    result = await real.call("everything.get-tiny-image")
    assert [image.mime_type for image in result.images] == ["image/png"]

    result = await real.call("everything.get-structured-content", location="New York")
    assert isinstance(result.structured, dict)

    assert len((await real.call("everything.get-resource-links", count=3)).links) == 3


async def test_arguments_that_do_not_fit_never_reach_the_server(real: Real):
    with pytest.raises(ToolError) as caught:
        await real.call("everything.get-sum", a="two", b=3)
    assert caught.value.code == "tool_invalid"


@pytest.mark.thorough
async def test_progress_is_seen(real: Real):
    seen: list[float | None] = []

    def note(fraction: float | None, message: str) -> None:
        seen.append(fraction)

    await real.registry.call_tool(
        "everything.trigger-long-running-operation",
        {"duration": 1, "steps": 4},
        context=ToolContext(on_progress=note),
    )
    assert seen == [0.25, 0.5, 0.75, 1]


async def test_a_call_can_be_stopped(real: Real):
    def stop(fraction: float | None, message: str) -> None:
        context.cancel()

    context = ToolContext(on_progress=stop)
    with pytest.raises(ToolError) as caught:
        await real.registry.call_tool(
            "everything.trigger-long-running-operation", {"duration": 60, "steps": 600}, context=context
        )
    assert caught.value.code == "tool_cancelled"


async def test_every_kind_of_field_of_a_form_is_understood_and_the_answer_arrives(real: Real):
    real.answer = FormAnswer("accept", {"name": "Ada", "integer": 7, "titledMultipleSelectEnum": ["fish-2"]})
    result = await real.call("everything.trigger-elicitation-request")
    asked = real.asked[-1]
    assert asked.server == "everything"
    assert asked.tool == "trigger-elicitation-request"
    assert len(fields_of(asked.schema)) == 13
    assert "Name: Ada" in result.text


async def test_a_page_and_a_form_are_put_to_the_user(real: Real):
    real.answer = FormAnswer("accept")
    await real.call("everything.trigger-url-elicitation", url="https://example.org/x")
    assert real.asked[-1].url == "https://example.org/x"
    assert real.asked[-1].schema == {}

    asked: list[str] = []

    async def ask(message: str, schema: dict[str, Any]) -> dict[str, Any] | None:
        asked.append(message)
        return None

    await real.registry.call_tool(
        "everything.trigger-elicitation-request", {}, context=ToolContext(on_ask=ask)
    )
    assert len(asked) == 1


async def test_the_other_servers_write_remember_convert_and_read(real: Real):
    path = str(real.files / "new.txt")
    await real.call("filesystem.write_file", path=path, content="words")
    assert (await real.call("filesystem.read_text_file", path=path)).text == "words"

    assert (await real.call("filesystem.read_text_file", path="/etc/hosts")).is_error

    entity = {"name": "Ada", "entityType": "person", "observations": ["wrote the first program"]}
    await real.call("memory.create_entities", entities=[entity])
    assert "first program" in (await real.call("memory.search_nodes", query="Ada")).text

    result = await real.call(
        "time.convert_time", source_timezone="UTC", time="12:00", target_timezone="Asia/Tokyo"
    )
    assert "21:00" in result.text

    assert "first words" in (await real.call("git.git_log", repo_path=str(real.files))).text


async def test_a_server_killed_during_a_call_fails_it_comes_back_and_stalls_no_one(real: Real):
    def kill(fraction: float | None, message: str) -> None:
        if not killed:
            killed.append(program_of("mcp-server-everything"))
            os.kill(killed[0], signal.SIGKILL)

    killed: list[int] = []
    before = len(real.seen)
    call = asyncio.ensure_future(
        real.registry.call_tool(
            "everything.trigger-long-running-operation",
            {"duration": 60, "steps": 600},
            context=ToolContext(on_progress=kill),
        )
    )
    with pytest.raises(ToolError) as caught:
        await call
    others = await asyncio.gather(
        real.call("time.get_current_time", timezone="UTC"),
        real.call("filesystem.list_allowed_directories"),
        real.call("memory.read_graph"),
    )
    await real.reach("everything", "ready", before)
    again = await real.call("everything.echo", message="back")
    touched = {status.key for status in real.seen[before:]}
    assert caught.value.code == "tool_execution_failed"
    assert [result.is_error for result in others] == [False, False, False]
    assert again.text == "Echo: back"
    assert touched == {"everything"}
