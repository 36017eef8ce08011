"""The rules of the policy, one test per rule."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from overlay.policy import NOBODY, CallOrigin, Policy, PolicyConfig, PolicyFile, Taints
from overlay.policy.rate_limits import Limits
from overlay.tools import ToolDefinition, ToolHints
from tests.policy.caller import (
    CALL,
    FOREIGN,
    HERE,
    LISTENS,
    LIVE,
    PLAIN,
    READS,
    SENDS,
    SITE,
    WIPES,
    Caller,
    caller,
)
from tests.support.table import for_each

AUTO = {"auto_execute": ["*"], "delay": 1.5}
OTHER_CHAT = CallOrigin(SITE, "site|two")
OTHER_SITE = CallOrigin("https://other.example", HERE.conversation)
VOUCHED = {"servers": {"files": {"vouched": "m" * 64}}}


def with_server(rules: dict[str, Any] | None = None, config: dict[str, Any] | None = None) -> Caller:
    """The server `files` runs, as the user may trust it."""
    made = caller(config, rules)
    made.policy.servers.know("files", "m" * 64, {"its command": "files --all"})
    return made


def test_no_tool_runs_automatically_by_default() -> None:
    verdict = caller().up(PLAIN)
    assert verdict.kind == "wait"
    assert verdict.reason == ""


def test_a_press_runs_a_harmless_tool() -> None:
    assert caller().press(PLAIN).kind == "run"


def test_a_tool_that_was_switched_on_runs_automatically_after_the_delay() -> None:
    verdict = caller(AUTO).up(PLAIN)
    assert verdict.kind == "auto"
    assert verdict.delay == 1.5


@for_each("pattern", ["adder", "ADD", "", "files.*"])
def test_a_setting_for_another_tool_does_not_count(pattern: str) -> None:
    assert caller({"auto_execute": [pattern]}).up(PLAIN).kind == "wait"


def test_a_tool_runs_automatically_only_on_the_sites_it_was_switched_on_for() -> None:
    made = caller(rules={"auto": [{"site": SITE, "tools": ["add"], "delay": 3}]})
    assert made.up(PLAIN).kind == "auto"
    assert made.up(PLAIN).delay == 3
    verdict = made.up(PLAIN, replace(LIVE, origin=OTHER_SITE))
    assert verdict.kind == "wait"
    assert verdict.reason == "Not run automatically: it is set to do so, but not on https://other.example."


def test_a_tool_switched_on_everywhere_runs_automatically_on_any_site_after_the_delay_of_the_run() -> None:
    made = caller({"delay": 7}, {"auto": [{"site": "*", "tools": ["add"]}]})
    assert made.up(PLAIN, replace(LIVE, origin=OTHER_SITE)).delay == 7


def test_options_of_the_run_hold_on_the_site_that_was_opened_only() -> None:
    made = caller(AUTO)
    made.policy.limit_auto_execute({SITE})
    kinds = [made.up(PLAIN, replace(LIVE, origin=place)).kind for place in (HERE, OTHER_SITE)]
    assert kinds == ["auto", "wait"]


def test_a_call_that_is_not_sure_never_runs_automatically() -> None:
    verdict = caller(AUTO).up(PLAIN, replace(LIVE, live=False))
    assert verdict.kind == "wait"
    assert "it was here before" in verdict.reason


@for_each("tool", [SENDS, WIPES], ids=["sends out", "destroys"])
def test_a_tool_that_can_harm_never_runs_automatically_and_a_press_asks(tool: ToolDefinition) -> None:
    made = caller(AUTO)
    assert "this tool can harm" in made.up(tool).reason
    assert made.press(tool).kind == "ask"


@for_each("scope", ["chat", "tool", "arguments"])
def test_a_tool_that_can_harm_runs_automatically_once_both_were_said(scope: Any) -> None:
    made = caller(AUTO)
    made.answer(scope, WIPES, path="a")
    assert made.up(WIPES, path="a").kind == "auto"


def test_an_approval_for_once_allows_only_one_call() -> None:
    made = caller()
    made.answer("once", WIPES)
    assert made.press(WIPES).kind == "ask"


def test_an_answer_that_was_not_offered_allows_nothing_for_good() -> None:
    made = caller()
    made.run(READS)
    made.run(LISTENS)
    made.answer("chat", SENDS)
    made.answer("tool", SENDS)
    assert list(made.policy.store.rules().allow) == []


def test_a_yes_for_this_chat_holds_in_this_chat_only() -> None:
    made = caller()
    made.answer("chat", WIPES, path="a")
    assert [made.press(WIPES, place, path="b").kind for place in (HERE, OTHER_CHAT, OTHER_SITE)] == [
        "run",
        "ask",
        "ask",
    ]


def test_a_yes_for_this_chat_stays_with_it_when_it_gets_its_address() -> None:
    made = caller()
    made.answer("chat", WIPES)
    made.policy.rename_conversation(HERE.conversation, "site|named")
    assert made.press(WIPES, CallOrigin(SITE, "site|named")).kind == "run"
    assert made.press(WIPES, HERE).kind == "ask"


def test_a_yes_for_the_tool_holds_for_any_arguments_in_any_chat_of_the_site() -> None:
    made = caller()
    made.answer("tool", WIPES, path="a")
    assert made.press(WIPES, OTHER_CHAT, path="b").kind == "run"
    assert made.press(WIPES, OTHER_SITE, path="a").kind == "ask"


def test_a_yes_for_the_arguments_holds_for_just_these() -> None:
    made = caller()
    made.answer("arguments", WIPES, path="a", deep={"x": 1, "y": [2]})
    assert made.press(WIPES, OTHER_CHAT, deep={"y": [2], "x": 1}, path="a").kind == "run"
    assert made.press(WIPES, path="a", deep={"x": 1, "y": [3]}).kind == "ask"
    assert made.press(WIPES, path="a").kind == "ask"


def test_a_permission_that_the_user_wrote_for_every_site_holds_on_every_site() -> None:
    entry = {"tool": "wipe", "site": "*", "definition": WIPES.fingerprint}
    assert caller(rules={"allow": [entry]}).press(WIPES, OTHER_SITE).kind == "run"


def test_a_page_without_an_origin_gets_nothing_for_good() -> None:
    assert caller().asked(WIPES, CallOrigin("null", "x")).offers == ("once", "chat", "deny")


def test_a_denial_goes_before_everything_and_gives_its_reason() -> None:
    made = caller({**AUTO, "deny": {"other": "x", "ad*": "I can add"}})
    assert [
        (made.up(PLAIN).kind, made.up(PLAIN).reason),
        (made.press(PLAIN).kind, made.press(PLAIN).reason),
    ] == [
        ("deny", "I can add"),
        ("deny", "I can add"),
    ]


def test_a_denial_in_the_users_file_counts_too() -> None:
    assert caller(AUTO, {"deny": {"add": "never"}}).up(PLAIN).reason == "never"


# With nobody there.


@for_each(
    ("config", "reason"),
    [({}, "it is not set to run automatically"), ({"auto_execute": ["*"]}, "it was here before")],
)
def test_with_no_user_present_what_may_not_run_automatically_is_denied(
    config: dict[str, Any], reason: str
) -> None:
    verdict = caller({"attended": False, **config}).up(PLAIN, replace(LIVE, live=False))
    assert verdict.kind == "deny"
    assert verdict.unattended
    assert reason in verdict.reason


def test_with_no_user_present_what_was_switched_on_still_runs() -> None:
    assert caller({"attended": False, "auto_execute": ["*"]}).up(PLAIN).kind == "auto"


def test_with_no_user_present_a_press_has_no_user_behind_it() -> None:
    made = caller({"attended": False, "deny": {"wipe": "never"}})
    assert [(made.press(tool).reason, made.press(tool).unattended) for tool in (PLAIN, WIPES)] == [
        (NOBODY, True),
        ("never", False),
    ]


# Classes and servers.


def test_a_tool_of_a_server_that_the_user_does_not_trust_may_do_anything_whatever_it_says_of_itself() -> None:
    made = with_server(config=AUTO)
    assert "trust its server" in made.up(FOREIGN).reason
    assert made.asked(FOREIGN).reason.startswith("You have not said that you trust its server")


def test_a_tool_of_a_server_that_was_vouched_for_is_what_it_says() -> None:
    made = with_server(VOUCHED, {"auto_execute": [FOREIGN.name]})
    assert made.up(FOREIGN).kind == "auto"
    assert made.press(FOREIGN).kind == "run"


def test_a_servers_tool_that_only_a_pattern_names_waits_until_it_was_run_by_hand() -> None:
    made = with_server(VOUCHED, AUTO)
    first = made.up(FOREIGN)
    made.run(FOREIGN)
    assert first.kind == "wait"
    assert made.up(FOREIGN).kind == "auto"
    assert "a pattern fits this tool of a server" in first.reason


def test_a_tool_of_a_server_with_a_changed_definition_waits_again() -> None:
    made = with_server(VOUCHED, AUTO)
    made.run(FOREIGN)
    assert made.up(replace(FOREIGN, description="Sends it, too.")).kind == "wait"


def test_a_tool_that_is_added_later_waits_though_others_of_its_server_run() -> None:
    made = with_server(VOUCHED, AUTO)
    made.run(FOREIGN)
    assert made.up(replace(FOREIGN, name="files.added")).kind == "wait"


def test_control_a_tool_of_the_users_own_needs_no_such_run() -> None:
    assert with_server(VOUCHED, AUTO).up(PLAIN).kind == "auto"


def test_a_server_that_is_not_what_was_vouched_for_asks_again_and_what_changed_is_named() -> None:
    made = with_server(VOUCHED)
    assert made.press(FOREIGN).kind == "run"
    made.policy.servers.know("files", "n" * 64, {"its command": "other", "the variable KEY": "hush"})
    assert made.asked(FOREIGN).warnings == (
        "The server 'files' changed since you allowed it: its command, the variable KEY.",
    )


def test_a_server_that_nothing_is_known_of_can_not_be_vouched_for() -> None:
    assert caller(rules={"servers": {"files": {"vouched": ""}}}).press(FOREIGN).kind == "ask"


def test_a_permission_ends_when_the_tools_server_changes() -> None:
    made = with_server()
    made.answer("tool", FOREIGN)
    assert made.press(FOREIGN).kind == "run"
    made.policy.servers.know("files", "n" * 64, {"its command": "files --all", "argument 1": "--more"})
    assert "changed since you allowed it: argument 1." in made.asked(FOREIGN).warnings[0]


def test_the_user_may_add_a_class_to_any_tool() -> None:
    made = with_server({**VOUCHED, "classes": {"files.*": ["+destructive"]}})
    assert made.asked(FOREIGN).reason == "This tool can delete or overwrite."


def test_the_user_may_take_a_class_from_a_trusted_tool() -> None:
    assert caller(rules={"classes": {"wipe": ["-destructive"]}}).press(WIPES).kind == "run"


def test_a_class_is_not_taken_from_a_tool_of_a_server_that_the_user_does_not_trust() -> None:
    less = {"files.*": ["-destructive", "-sends_out", "-private", "-untrusted"]}
    made = with_server({"classes": less}, AUTO)
    made.run(FOREIGN)
    assert "private data" in made.asked(FOREIGN).reason


def test_the_question_says_what_the_tool_can_do() -> None:
    both = ToolDefinition("x", hints=ToolHints(destructive=True, sends_out=True))
    assert caller().asked(both).reason == "This tool can delete or overwrite and send data off this machine."


# The three-way rule.


def tainted(*tools: ToolDefinition, config: dict[str, Any] | None = None) -> Caller:
    made = caller(config)
    for tool in tools:
        made.run(tool)
    return made


def test_once_a_chat_has_met_private_data_and_others_words_what_can_send_is_asked_about() -> None:
    made = tainted(READS, LISTENS, config=AUTO)
    assert "private data and words that others wrote" in made.up(SENDS).reason
    request = made.asked(SENDS)
    assert request.offers == ("once", "deny")
    assert "private data" in request.reason


@for_each("scope", ["chat", "tool", "arguments"])
def test_no_standing_permission_holds_once_a_chat_has_met_both(scope: Any) -> None:
    made = caller(AUTO)
    made.answer(scope, SENDS)
    assert made.up(SENDS).kind == "auto"
    assert made.press(SENDS).kind == "run"
    made.run(READS)
    made.run(LISTENS)
    assert made.up(SENDS).kind == "wait"
    assert made.press(SENDS).kind == "ask"


def test_a_tool_that_can_not_send_runs_as_before_in_a_chat_that_has_read_private_data() -> None:
    made = tainted(READS, LISTENS, config=AUTO)
    assert made.up(PLAIN).kind == "auto"
    assert made.up(READS).kind == "auto"


@for_each("tool", [READS, LISTENS], ids=["private data", "others' words"])
def test_private_data_or_untrusted_text_alone_changes_nothing(tool: ToolDefinition) -> None:
    made = caller(AUTO)
    made.answer("tool", SENDS)
    made.run(tool)
    assert made.up(SENDS).kind == "auto"


def test_a_tool_that_reads_private_data_and_sends_it_needs_others_words_only() -> None:
    made = caller(AUTO)
    mail = ToolDefinition("mail_file", hints=ToolHints(private=True, sends_out=True))
    made.answer("tool", mail)
    made.run(LISTENS)
    assert made.up(mail).kind == "wait"


def test_the_taint_of_a_chat_is_no_other_chats() -> None:
    made = tainted(READS, LISTENS, config=AUTO)
    made.answer("tool", SENDS, OTHER_CHAT)
    assert made.press(SENDS, OTHER_CHAT).kind == "run"


def test_the_taint_of_a_chat_stays_when_the_chat_gets_its_address() -> None:
    made = tainted(READS, LISTENS)
    made.policy.rename_conversation(HERE.conversation, "site|named")
    assert made.asked(SENDS, CallOrigin(SITE, "site|named")).offers == ("once", "deny")


def test_the_taint_of_a_chat_is_known_after_a_restart(tmp_path: Path) -> None:
    first = Policy(taints=Taints(tmp_path / "taint.jsonl"))
    for tool in (READS, LISTENS):
        first.record_run(tool, HERE, automatic=False)
    request = Policy(taints=Taints(tmp_path / "taint.jsonl")).press(SENDS, {}, HERE).request
    assert request
    assert request.offers == ("once", "deny")


def test_where_addresses_tell_no_chats_apart_what_was_met_holds_for_the_whole_site() -> None:
    made, first, reloaded = (
        caller(),
        CallOrigin(SITE, "site|doc1.0", has_stable_id=False),
        CallOrigin(SITE, "site|doc2.0", has_stable_id=False),
    )
    for tool in (READS, LISTENS):
        made.run(tool, first)
    assert made.asked(SENDS, reloaded).offers == ("once", "deny")
    assert made.asked(SENDS, replace(reloaded, site=OTHER_SITE.site)).offers != ("once", "deny")


def test_a_tool_of_an_untrusted_server_counts_as_private_data_and_untrusted_text() -> None:
    made = with_server()
    made.run(FOREIGN)
    assert made.asked(SENDS).offers == ("once", "deny")


# Definitions that change.

CHANGED = replace(WIPES, description="Also sends it to me.")


def test_a_permission_ends_when_the_tools_definition_changes_and_the_difference_is_shown() -> None:
    made = caller(AUTO)
    made.answer("tool", WIPES)
    assert "not what it was" in made.up(CHANGED).reason
    warnings = made.asked(CHANGED).warnings
    assert warnings[0] == "The tool's definition changed since you allowed it:"
    assert '+    "Also sends it to me."' in warnings


def test_a_tool_that_ran_automatically_does_so_no_more_once_its_definition_changes() -> None:
    made = caller(AUTO)
    made.run(PLAIN, automatic=True)
    other = replace(PLAIN, description="Adds and subtracts.")
    assert made.up(PLAIN).kind == "auto"
    assert made.up(other).kind == "wait"
    assert '+    "Adds and subtracts."' in made.asked(other).warnings


@for_each("scope", ["chat", "tool"])
def test_a_yes_to_the_changed_tool_lets_it_run_automatically_again(scope: Any) -> None:
    made = caller(AUTO)
    made.run(PLAIN, automatic=True)
    other = replace(PLAIN, description="Adds and subtracts.")
    made.answer(scope, other)
    assert made.up(other).kind == "auto"


def test_a_yes_to_the_changed_tool_on_one_site_makes_it_the_known_one_on_all() -> None:
    made = caller(AUTO)
    made.run(PLAIN, automatic=True)
    other = replace(PLAIN, description="Adds and subtracts.")
    made.answer("tool", other)
    assert made.up(other, replace(LIVE, origin=OTHER_SITE)).kind == "auto"


def test_a_run_that_was_pressed_says_nothing_of_what_may_run_automatically() -> None:
    made = caller(AUTO)
    made.run(PLAIN)
    assert made.policy.store.rules().pins == {}


# Limits.


def test_past_the_limit_a_run_is_told_when_the_next_may_be() -> None:
    made = caller({"limits": {"per_tool": 2}})
    assert [made.policy.admit(PLAIN) for _ in range(3)] == [0, 0, 30]
    made.now[0] += 30
    assert made.policy.admit(PLAIN) == 0


def test_the_limits_of_the_run_go_before_those_of_the_file() -> None:
    made = caller({"limits": {"at_once": 1}}, {"limits": {"at_once": 9}})
    assert made.policy.limits.at_once == 1
    made.policy.config.limits = None
    assert made.policy.limits.at_once == 9


# The person's file.


def test_a_file_that_is_broken_meanwhile_allows_nothing_and_says_why(toml: Path, store: PolicyFile) -> None:
    made = caller(AUTO, store=store)
    made.answer("tool", WIPES)
    toml.write_text("[limits\n")
    verdicts = [made.up(PLAIN), made.press(PLAIN), made.press(WIPES)]
    assert [verdict.kind for verdict in verdicts] == ["wait"] * 3
    assert all("policy.toml is not TOML" in verdict.reason for verdict in verdicts)


def test_with_no_user_present_a_broken_file_denies(toml: Path, store: PolicyFile) -> None:
    made = caller({**AUTO, "attended": False}, store=store)
    toml.write_text("[limits\n")
    assert [(verdict.kind, verdict.unattended) for verdict in (made.up(PLAIN), made.press(PLAIN))] == [
        ("deny", True),
        ("deny", True),
    ]


def test_while_the_file_is_broken_the_usual_limits_hold(toml: Path, store: PolicyFile) -> None:
    toml.write_text("[limits\n")
    assert caller(store=store).policy.limits == Limits()


def test_an_edit_of_the_file_counts_at_once(toml: Path, store: PolicyFile) -> None:
    made = caller(store=store)
    assert made.up(PLAIN).kind == "wait"
    toml.write_text(f'[[auto]]\nsite = "{SITE}"\ntools = ["add"]\n')
    assert made.up(PLAIN).kind == "auto"
    toml.write_text('[deny]\nadd = "not any more"\n')
    assert made.up(PLAIN).reason == "not any more"


@pytest.mark.parametrize("scope", ["tool", "arguments"])
def test_a_permanent_permission_holds_after_a_restart(toml: Path, scope: Any) -> None:
    caller(store=PolicyFile(toml)).answer(scope, WIPES, path="a")
    assert caller(store=PolicyFile(toml)).press(WIPES, path="a").kind == "run"


def test_a_permission_for_a_chat_ends_with_the_run(toml: Path) -> None:
    caller(store=PolicyFile(toml)).answer("chat", WIPES)
    assert caller(store=PolicyFile(toml)).press(WIPES).kind == "ask"


def test_the_configuration_is_looked_at_again_each_time() -> None:
    policy = Policy(PolicyConfig())
    policy.config.auto_execute.append("add")
    assert policy.decide(CALL, PLAIN, LIVE, {}).kind == "auto"


def test_while_everything_is_stopped_a_tool_runs_only_on_a_press() -> None:
    it = caller({"auto_execute": ["*"]})
    it.policy.halt(on=True)
    up = it.up(PLAIN)
    assert up.kind == "wait"
    assert up.reason == "Not run automatically: you stopped everything."
    assert it.press(PLAIN).kind == "run"
