"""Every tool that comes with overlay is in docs/policy.md, with the classes that it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from overlay.policy.model import CallOrigin
from overlay.policy.policy import Policy
from overlay.policy.tool_effects import NAMES, ToolEffects, effects_of
from overlay.tools import ToolDefinition, ToolHints, ToolRegistry
from overlay.tools.builtin import ShippedSettings, add_shipped
from overlay.tools.builtin.wordpress.register import add_wordpress
from overlay.tools.builtin.wordpress.settings import WordPressSettings
from overlay.tools.mcp.convert import to_hints
from tests.support.table import for_each

DOCS = (Path(__file__).parents[2] / "docs" / "policy.md").read_text("utf-8")
ROW = re.compile(r"^\| `(\w+)` \|" + r"([^|]*)\|" * 4, re.MULTILINE)
HERE = CallOrigin("https://chat.example", "c1")


@pytest.fixture
def shipped(tmp_path: Path) -> dict[str, ToolDefinition]:
    """All tools that come with overlay, switched on."""
    registry = ToolRegistry()
    add_shipped(
        registry, ShippedSettings(roots=[tmp_path], hosts=["x.example"], shell=True, writable=[tmp_path])
    )
    add_wordpress(
        registry,
        WordPressSettings(url="https://x.example", path="/srv/x", log="debug.log", methods=["GET", "POST"]),
    )
    return {tool.name: tool for tool in registry.snapshot()}


def documented() -> dict[str, set[str]]:
    return {
        found[1]: {
            name for name, cell in zip(NAMES, found.groups()[1:], strict=True) if cell.strip() == "yes"
        }
        for found in ROW.finditer(DOCS)
    }


def test_every_shipped_tool_is_in_the_table_with_its_classes(shipped: dict[str, ToolDefinition]) -> None:
    classes = {name: effects_of(tool, {}, trusted=True) for name, tool in shipped.items()}
    said = {name: {word for word in NAMES if getattr(found, word)} for name, found in classes.items()}
    assert documented() == said


@for_each("name", ["read_file", "list_files", "search_files"])
def test_after_a_file_was_read_a_tool_that_sends_is_asked_about_though_it_is_allowed(
    shipped: dict[str, ToolDefinition], name: str
) -> None:
    policy = allowed_to_send()
    policy.record_run(shipped[name], HERE, automatic=False)
    assert policy.press(SENDER, {}, HERE).kind == "ask"


def test_control_a_tool_that_sends_runs_without_a_question_before_a_file_was_read() -> None:
    assert allowed_to_send().press(SENDER, {}, HERE).kind == "run"


def test_a_servers_tool_that_says_nothing_has_all_classes() -> None:
    tool = ToolDefinition("x.y", server="x", hints=to_hints(None))
    assert effects_of(tool, {}, trusted=True) == ToolEffects(*(True for _ in NAMES))


SENDER = ToolDefinition("send", hints=ToolHints(sends_out=True))


def allowed_to_send() -> Policy:
    policy = Policy()
    request = policy.press(SENDER, {}, HERE).request
    assert request
    policy.record_grant(SENDER, {}, HERE, request, "tool")
    return policy
