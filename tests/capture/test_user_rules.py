"""The rules of policy.toml in a recording: what they say of its tools, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from overlay.capture.manifest import Manifest
from overlay.capture.model import Answered, InputLine, Ran
from overlay.capture.recording import CorruptRecording
from overlay.capture.replay.recorded_io import RecordedTools
from overlay.capture.replay.recorded_policy import recorded_policy
from overlay.capture.user_rules import RECORDED, SAME, anonymous_rules, rules_now, user_rules
from overlay.common.clock import VirtualClock
from overlay.common.errors import UsageError
from overlay.detection.model import ToolCall
from overlay.policy import CallContext, Policy
from overlay.policy.config import PolicyConfig
from overlay.policy.model import CallOrigin
from overlay.policy.permissions import arguments_mark
from overlay.policy.policy_schema import PolicyRules
from overlay.policy.store import InMemoryStore
from overlay.tools.definition import CommandPlace, ToolDefinition, ToolHints

HERE, THERE = "https://chat.example", "https://other.example"
WIPE = ToolDefinition("wipe", hints=ToolHints(destructive=True))
ARGUMENTS = {"path": "a"}


def recorded(rules: dict[str, Any], *tools: ToolDefinition) -> dict[str, Any]:
    """The rules as a recording of a page of HERE has them."""
    kept = PolicyRules.model_validate(rules)
    return user_rules(kept, Policy(store=InMemoryStore(kept)), tools or [WIPE], HERE).model_dump(mode="json")


def replayed(rules: dict[str, Any], *inputs: InputLine, tool: ToolDefinition = WIPE) -> Policy:
    """The policy of a replay elsewhere of a recording with these rules."""
    plain = {
        "name": tool.name,
        "description": "another text",
        "server": tool.server,
        "hints": {"destructive": True},
    }
    manifest = Manifest(
        made="", target="", url="", overlay="", browser="", profile={}, config={}, tools=[plain],
        rules=recorded(rules, tool),
    )  # fmt: skip
    tools = RecordedTools(manifest.tools, inputs, VirtualClock())
    return recorded_policy(PolicyConfig(), manifest, inputs, tools)


def outcome(policy: Policy, tool: ToolDefinition = WIPE, arguments: dict[str, Any] = ARGUMENTS) -> str:
    """What a press on Execute does in the replay, whose page has another address."""
    tool = ToolDefinition(tool.name, "another text", server=tool.server, hints=tool.hints)
    return policy.press(tool, arguments, CallOrigin("http://127.0.0.1:1", "chat")).kind


def grant(**fields: str) -> dict[str, Any]:
    return {"tool": "wipe", "site": HERE, "definition": WIPE.fingerprint, **fields}


def ran(block: int, **arguments: Any) -> Ran:
    return Ran(at=0, n=0, block=block, name="wipe", arguments=arguments, took=0, result={})


def test_a_recording_has_the_rules_that_fit_its_tools_and_no_others() -> None:
    rules: dict[str, Any] = {
        "word": "secret word",
        "deny": {"wi*": "not here", "mail": "no"},
        "ask": {"wipe": "I look", "mail": "I look"},
        "auto": [{"site": HERE, "tools": ["w*", "mail"], "delay": 2}, {"site": THERE, "tools": ["wipe"]}],
        "classes": {"wipe": ["+private"], "mail": ["+private"]},
        "limits": {"per_minute": 3, "tools": {"wipe": 1, "mail": 2}},
        "pins": {"wipe": "a" * 64, "mail": "b" * 64},
        "servers": {"post": {"vouched": "c"}},
    }
    kept = recorded(rules)
    assert kept["word"] == ""
    assert kept["deny"] == {"wi*": "not here"}
    assert kept["ask"] == {"wipe": "I look"}
    assert kept["auto"] == [
        {"site": "*", "tools": ["w*"], "delay": 2},
        {"site": "https://elsewhere.invalid", "tools": ["wipe"], "delay": None},
    ]
    assert kept["classes"] == {"wipe": ["+private"]}
    assert kept["limits"] == {"per_minute": 3, "per_tool": 30, "at_once": 4, "tools": {"wipe": 1}}
    assert list(kept["pins"]) == ["wipe"]
    assert kept["servers"] == {}


def test_a_permission_is_recorded_without_its_arguments_and_the_day() -> None:
    [kept] = recorded(
        {"allow": [grant(arguments=arguments_mark(ARGUMENTS), shown='{"path": "a"}', since="2026-01-01")]}
    )["allow"]
    assert kept == {
        "tool": "wipe",
        "site": "*",
        "definition": SAME,
        "server": "",
        "arguments": RECORDED,
        "shown": "",
        "since": None,
    }


def test_a_denied_tool_is_denied_in_the_replay() -> None:
    assert outcome(replayed({"deny": {"wipe": "no"}})) == "deny"


def test_a_tool_that_runs_automatically_does_so_in_the_replay_on_another_address() -> None:
    policy = replayed({"auto": [{"site": HERE, "tools": ["note"], "delay": 4}]}, tool=ToolDefinition("note"))
    tool, origin = ToolDefinition("note"), CallOrigin("http://127.0.0.1:1", "chat")
    call = ToolCall(name="note", arguments={}, call_id=None, format="", span=(0, 0), raw="")
    context = CallContext("assistant", live=True, top_frame=True, appeared=True, origin=origin)
    assert policy.decide(call, tool, context, {}).delay == 4


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({}, "run"),
        ({"site": THERE}, "ask"),
        ({"definition": "a" * 64}, "ask"),
    ],
)
def test_a_permission_holds_in_the_replay_as_it_did(written: dict[str, str], expected: str) -> None:
    assert outcome(replayed({})) == "ask"
    assert outcome(replayed({"allow": [grant(**written)]})) == expected


def test_a_permission_for_some_arguments_holds_for_runs_about_which_the_user_was_not_asked() -> None:
    rules = {"allow": [grant(arguments=arguments_mark(ARGUMENTS))]}
    answer = Answered(at=0, n=0, block=2, verdict={"scope": "once"})
    policy = replayed(rules, ran(1, **ARGUMENTS), answer, ran(2, path="b"))
    assert outcome(policy) == "run"
    assert outcome(policy, arguments={"path": "b"}) == "ask"


def test_such_a_permission_holds_for_a_run_whose_call_left_the_servers_name_out() -> None:
    tool = ToolDefinition("post.wipe", server="post", hints=WIPE.hints)
    entry = grant(tool=tool.name, definition=tool.fingerprint, arguments=arguments_mark(ARGUMENTS))
    policy = replayed({"allow": [entry]}, ran(1, **ARGUMENTS), tool=tool)
    assert outcome(policy, tool) == "run"


def test_a_rule_for_commands_holds_for_the_runs_that_it_allowed(tmp_path: Any) -> None:
    tool = ToolDefinition("wipe", hints=WIPE.hints, commands=CommandPlace(tmp_path))
    rule = {"words": ["rm"], "program": "/bin/rm", "folder": "/", "site": HERE}
    policy = replayed({"commands": [rule]}, ran(1, **ARGUMENTS), tool=tool)
    assert outcome(policy) == "run"
    assert outcome(policy, arguments={"path": "b"}) == "ask"


@pytest.mark.parametrize(("vouched", "expected"), [("mark", True), ("another", False)])
def test_a_server_is_trusted_in_the_replay_as_it_was(vouched: str, expected: bool) -> None:
    tool = ToolDefinition("post.wipe", server="post")
    kept = PolicyRules.model_validate({"servers": {"post": {"vouched": vouched}}})
    live = Policy(store=InMemoryStore(kept))
    live.servers.know("post", "mark", {})
    plain = {"name": tool.name, "server": "post"}
    rules = user_rules(kept, live, [tool], HERE).model_dump(mode="json")
    manifest = Manifest(
        made="", target="", url="", overlay="", browser="", profile={}, config={}, tools=[plain], rules=rules
    )
    policy = recorded_policy(PolicyConfig(), manifest, [], RecordedTools([plain], [], VirtualClock()))
    assert policy.is_trusted("post", policy.store.rules()) == expected


def test_rules_that_are_not_valid_are_named() -> None:
    manifest = Manifest(
        made="", target="", url="", overlay="", browser="", profile={}, config={}, rules={"deny": 5}
    )
    with pytest.raises(CorruptRecording, match="the recorded rules are not valid"):
        recorded_policy(PolicyConfig(), manifest, [], RecordedTools([], [], VirtualClock()))


def test_the_rules_of_a_broken_file_are_none() -> None:
    class Broken(InMemoryStore):
        def rules(self) -> PolicyRules:
            raise UsageError("line 3 is not TOML")

    assert rules_now(Policy(store=Broken())) == PolicyRules()


def test_a_minimal_recording_has_no_reasons() -> None:
    rules = {"deny": {"wipe": "ask Ann"}, "limits": {"per_minute": 3}}
    assert anonymous_rules(rules, lambda text: "x" * len(text)) == rules | {"deny": {"wipe": "xxxxxxx"}}
