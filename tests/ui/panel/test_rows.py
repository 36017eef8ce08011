from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from overlay.policy import CallOrigin, Policy
from overlay.policy.policy_schema import CommandRule, Grant, PolicyRules
from overlay.policy.policy_schema import TrustedServer as ServerRule
from overlay.policy.tool_effects import effect_words
from overlay.tools import ToolRegistry, tool
from overlay.tools.conversation_tools import ConversationTools
from overlay.tools.mcp.status import ServerStatus
from overlay.ui.panel.rows import chat_rows, grant_rows, server_rows, tool_rows
from overlay.ui.panel.state import ToolRow
from tests.support.effects import EVERY_EFFECT


class PlayedServer:
    """A server that carries out each order at once."""

    def __init__(self, status: ServerStatus) -> None:
        self.status = status
        self.told: list[str] = []

    def start(self) -> None:
        self.told.append("start")

    async def stop(self) -> None:
        self.told.append("stop")


class PlayedFleet:
    """Servers by the names that their tools begin with."""

    def __init__(self, **servers: ServerStatus) -> None:
        self.servers = {status.key: PlayedServer(status) for status in servers.values()}
        self.keys = {name: status.key for name, status in servers.items()}

    def server(self, key: str) -> PlayedServer:
        return self.servers[key]


def status(key: str = "My files", state: Any = "ready", **more: Any) -> ServerStatus:
    return ServerStatus(key, state, "stdio", "npx files", "config.json", "mark", **more)


def rows_of(registry: ToolRegistry, policy: Policy | None = None, **more: Any) -> list[ToolRow]:
    policy = policy or Policy()
    place = CallOrigin("https://chat.example", "site|one")
    return tool_rows(registry, policy, policy.store.rules(), place, **more)


@tool
def plain(text: str) -> str:
    """Says it again.

    At length.
    """
    return text


def test_a_tool_is_listed_with_what_it_is_for_and_whether_it_is_on() -> None:
    registry = ToolRegistry([plain])
    assert rows_of(registry)[0].model_dump() == {
        "name": "plain",
        "server": "",
        "text": "Says it again.",
        "says": "Says it again.\n\nAt length.",
        "about": [],
        "mode": "ask",
        "why": "",
        "modes": ["ask", "never"],
        "on": True,
        "off_in": [],
    }
    registry.enable("plain", on=False)
    assert not rows_of(registry)[0].on


def test_the_tools_of_a_server_stand_together() -> None:
    names = ("z.a", "b", "z.b", "a")
    registry = ToolRegistry()
    for name in names:
        registry.add({"name": name, "description": "", "parameters": {"type": "object"}, "callback": plain})
    assert [row.name for row in rows_of(registry)] == sorted(names)


def test_a_long_description_is_cut_off() -> None:
    registry = ToolRegistry()
    about = {"name": "a", "description": "x\u202e" * 400, "parameters": {"type": "object"}, "callback": plain}
    registry.add(about)
    (row,) = rows_of(registry)
    assert (row.text.endswith("…"), "\u202e" in row.text) == (True, False)


def test_a_server_is_listed_with_its_state_and_the_reason() -> None:
    fleet = PlayedFleet(files=status(state="failed", reason="it ended", problems=["x"]))
    (row,) = server_rows(fleet, Policy(), PolicyRules())
    assert (row.key, row.state, row.reason, row.on) == ("My files", "failed", "it ended", True)
    assert (
        row.note
        == "1 tools can't be used, you have not said that you trust it, so overlay asks about each call"
    )


def test_a_disabled_server_is_off() -> None:
    (row,) = server_rows(PlayedFleet(files=status(state="disabled")), Policy(), PolicyRules())
    assert not row.on


def test_a_server_that_was_vouched_for_is_not_asked_about() -> None:
    policy = Policy()
    policy.servers.know("files", "mark", {})
    rules = PolicyRules(servers={"files": ServerRule(vouched="mark")})
    (row,) = server_rows(PlayedFleet(files=status(tools=["files.a"])), policy, rules)
    assert row.note == "1 tools"


def test_with_no_servers_none_are_listed() -> None:
    assert server_rows(None, Policy(), PolicyRules()) == []


def allowed(**more: Any) -> Grant:
    return Grant.model_validate(
        {"tool": "note", "site": "https://chat.example", "definition": "0" * 64} | more
    )


def test_a_permission_says_how_far_it_reaches() -> None:
    rules = PolicyRules(
        allow=[
            allowed(since=date(2026, 11, 21)),
            allowed(arguments="x", shown='{"a": 1}'),
        ]
    )
    assert [row.text for row in grant_rows(rules)] == [
        "with any arguments, since 2026-11-21",
        'only with {"a": 1}',
    ]


def test_a_rule_for_a_command_says_where_and_how_long_it_applies() -> None:
    rule = CommandRule(
        words=["git", "status"],
        program="/usr/bin/git",
        folder="/home/ann",
        site="https://chat.example",
        sends_out=False,
        until=datetime(2020, 1, 1, tzinfo=UTC),
    )
    (row,) = grant_rows(PolicyRules(commands=[rule]))
    assert (row.tool, row.text) == ("git status", "in /home/ann, ended at 2020-01-01 00:00:00+00:00")


def test_permissions_for_different_things_have_different_names() -> None:
    different = [
        allowed(),
        allowed(tool="other"),
        allowed(site="https://other.example"),
        allowed(arguments="x"),
    ]
    assert len({entry.id for entry in different}) == 4
    assert allowed().id == allowed(since=date(2026, 1, 1)).id


def test_a_tool_says_in_which_of_the_chats_on_show_it_is_off() -> None:
    switches = ConversationTools()
    for chat in ("one", "gone"):
        switches.switch(chat, "plain", on=False)
    (row,) = rows_of(ToolRegistry([plain]), switches=switches, chats=["one", "two"])
    assert row.off_in == ["one"]


def test_a_chat_that_is_on_show_twice_is_listed_once_and_its_title_can_not_mislead() -> None:
    rows = chat_rows([("a", "x"), ("a", "One\u202e"), ("b", "y" * 300)])
    assert [(row.id, row.title) for row in rows] == [("a", "One\\u202e"), ("b", f"{'y' * 200}…")]


def test_a_tools_row_says_what_it_may_do_in_the_words_of_its_question() -> None:
    @tool(destructive=True, sends_out=True, private=True, untrusted=True)
    def wipe() -> None:
        """Wipes."""

    registry = ToolRegistry([wipe])
    (row,) = rows_of(registry)
    assert row.about == effect_words(EVERY_EFFECT)


def test_while_the_policys_file_is_broken_nothing_can_be_chosen() -> None:
    (row,) = tool_rows(ToolRegistry([plain]), Policy(), None, CallOrigin())
    assert (row.mode, row.modes) == ("ask", [])
