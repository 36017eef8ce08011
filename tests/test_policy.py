from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from overlay.formats import ToolCall
from overlay.policy import NOBODY, Circumstances, Policy, PolicyConfig
from overlay.tools import ToolDefinition, ToolHints

CALL = ToolCall(name="read", format="xml_invoke", span=(0, 1), raw="")
TOOL = ToolDefinition("files.read", server="files")
HERE = Circumstances(role="assistant", live=True, top_frame=True)
AUTO = Policy(PolicyConfig(auto_execute=["files.*"], delay=1.5))


def test_nothing_runs_by_itself_by_default_and_nothing_needs_to_be_said_of_it() -> None:
    verdict = Policy().decide(CALL, TOOL, HERE)
    assert (verdict.kind, verdict.reason) == ("ask", "")


def test_what_was_switched_on_runs_by_itself_after_the_delay() -> None:
    verdict = AUTO.decide(CALL, TOOL, HERE)
    assert (verdict.kind, verdict.delay) == ("auto", 1.5)


@pytest.mark.parametrize("pattern", ["files.write", "read", "FILES.*", ""])
def test_what_was_switched_on_for_another_tool_does_not_count(pattern: str) -> None:
    assert Policy(PolicyConfig(auto_execute=[pattern])).decide(CALL, TOOL, HERE).kind == "ask"


@pytest.mark.parametrize(
    ("call", "where", "reason"),
    [
        ({"complete": False}, {}, "the call is incomplete"),
        ({"confidence": "repaired"}, {}, "had to be mended"),
        ({"confidence": "fallback"}, {}, "guessed from plain words"),
        ({}, {"role": "user"}, "does not stand in an answer"),
        ({}, {"role": "unknown"}, "does not stand in an answer"),
        ({}, {"top_frame": False}, "in a frame of another page"),
        ({}, {"live": False}, "it was there already"),
        ({}, {"again": True}, "the same call stands in this chat"),
    ],
)
def test_a_call_that_is_not_sure_never_runs_by_itself(
    call: dict[str, Any], where: dict[str, Any], reason: str
) -> None:
    verdict = AUTO.decide(CALL.model_copy(update=call), TOOL, replace(HERE, **where))
    assert verdict.kind == "ask"
    assert reason in verdict.reason


@pytest.mark.parametrize("hints", [ToolHints(destructive=True), ToolHints(sends_out=True)])
def test_a_tool_that_can_harm_never_runs_by_itself_and_is_approved_elsewhere(hints: ToolHints) -> None:
    tool = replace(TOOL, hints=hints)
    assert AUTO.decide(CALL, tool, HERE).reason == "Not run by itself: this tool can harm."
    assert AUTO.needs_approval(tool)


@pytest.mark.parametrize("hints", [ToolHints(), ToolHints(read_only=True, private=True, untrusted=True)])
def test_a_tool_that_only_reads_needs_no_approval(hints: ToolHints) -> None:
    assert not AUTO.needs_approval(replace(TOOL, hints=hints))


def test_a_denial_goes_before_everything_and_gives_its_reason() -> None:
    policy = Policy(PolicyConfig(auto_execute=["*"], deny={"other": "x", "files.*": "leave my files"}))
    verdict = policy.decide(CALL, TOOL, HERE)
    assert (verdict.kind, verdict.reason) == ("deny", "leave my files")
    assert policy.press_refusal("files.read") == "leave my files"


def test_a_press_is_not_refused_without_a_reason() -> None:
    assert AUTO.press_refusal("files.read") is None


@pytest.mark.parametrize(
    ("config", "reason"),
    [({}, "it is not set to run by itself"), ({"auto_execute": ["*"]}, "it was there already")],
)
def test_with_nobody_there_what_may_not_run_by_itself_is_denied(config: dict[str, Any], reason: str) -> None:
    verdict = Policy(PolicyConfig(attended=False, **config)).decide(CALL, TOOL, replace(HERE, live=False))
    assert verdict.kind == "deny"
    assert reason in verdict.reason


def test_with_nobody_there_what_was_switched_on_still_runs() -> None:
    assert Policy(PolicyConfig(attended=False, auto_execute=["*"])).decide(CALL, TOOL, HERE).kind == "auto"


def test_with_nobody_there_a_press_is_nobodys() -> None:
    policy = Policy(PolicyConfig(attended=False, deny={"wipe": "never"}))
    assert (policy.press_refusal("files.read"), policy.press_refusal("wipe")) == (NOBODY, "never")


def test_the_configuration_is_looked_at_anew_each_time() -> None:
    policy = Policy()
    policy.config.auto_execute.append("files.read")
    assert policy.decide(CALL, TOOL, HERE).kind == "auto"


@pytest.mark.parametrize("wrong", [{"delay": -1}, {"delay": 4000}, {"auto": True}, {"deny": ["x"]}])
def test_a_configuration_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PolicyConfig.model_validate(wrong)
