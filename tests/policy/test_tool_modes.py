from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from overlay.policy import CallOrigin, Policy, PolicyConfig, PolicyFile
from overlay.policy.tool_modes import Mode, ToolMode, choose
from overlay.tools import ToolDefinition, ToolHints
from tests.support.table import for_each

HERE = CallOrigin("https://chat.example", "site|one")
READS = ToolDefinition("files.read", hints=ToolHints(read_only=True))
WIPES = ToolDefinition("files.wipe", hints=ToolHints(destructive=True))
RULES = """\
[[auto]]  # mine
site = "https://chat.example"
tools = ["files.*"]
"""


def mode(policy: Policy, tool: ToolDefinition = READS, place: CallOrigin = HERE) -> ToolMode:
    return policy.mode_of(tool, place, policy.store.rules())


@pytest.fixture
def policy(toml: Path, store: PolicyFile) -> Policy:
    toml.write_text(RULES)
    return Policy(store=store)


def test_a_tool_that_a_rule_lets_run_automatically_can_be_set_to_ask_or_never(policy: Policy) -> None:
    assert mode(policy) == ToolMode("auto", "", ("auto", "ask", "never"))


def test_a_tool_asks_on_another_site_or_without_a_rule(policy: Policy) -> None:
    assert mode(policy, place=CallOrigin("https://other.example")).choices == ("ask", "never")
    assert mode(Policy()).now == "ask"


def test_a_tool_that_can_harm_asks_whatever_the_rule_says(policy: Policy) -> None:
    found = mode(policy, WIPES)
    assert found.now == "ask"
    assert found.choices == ("ask", "never")


def test_each_choice_holds_for_the_policy_and_the_last_one_leaves_what_the_user_wrote(
    toml: Path, policy: Policy
) -> None:
    choices: tuple[Mode, ...] = ("ask", "never", "ask", "never", "auto")
    for wanted in choices:
        assert choose(policy.store, READS.name, mode(policy), wanted)
        assert mode(policy).now == wanted
    assert toml.read_text().rstrip() == RULES.rstrip()


def test_a_permission_that_the_user_wrote_into_the_file_is_not_revoked_here(
    toml: Path, store: PolicyFile
) -> None:
    toml.write_text('[deny]\n"files.read" = "mine"\n')
    policy = Policy(store=store)
    assert mode(policy) == ToolMode("never", "mine", ("never",))
    assert not choose(store, READS.name, mode(policy), "ask")


@for_each("given", [{"deny": {"files.*": "no"}}, {"auto_execute": ["*"]}])
def test_a_setting_for_this_run_counts_too(given: dict[str, Any]) -> None:
    assert mode(Policy(PolicyConfig(**given))).now == ("never" if "deny" in given else "auto")


def test_a_choice_to_ask_is_stricter_than_what_a_run_was_given(toml: Path, store: PolicyFile) -> None:
    policy = Policy(PolicyConfig(auto_execute=["*"]), store=store)
    choose(store, READS.name, mode(policy), "ask")
    assert mode(policy).now == "ask"
    assert "you set it to ask" in toml.read_text()
