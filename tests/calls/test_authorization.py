from __future__ import annotations

from typing import Any

from overlay.calls.authorization import TOOL_CHANGED, Authorizer, Decision, origin_of_call
from overlay.calls.call import Call
from overlay.common.errors import UsageError
from overlay.detection import ToolCall
from overlay.policy import CallContext, CallOrigin, Policy, PolicyConfig
from overlay.policy.policy_schema import PolicyRules
from overlay.tools import ToolRegistry, tool
from tests.support.table import for_each

HERE = CallContext(role="assistant", live=True, top_frame=True)


@tool
def add(a: int, b: int = 0) -> int:
    """Adds."""
    return a + b


@tool(destructive=True)
def wipe() -> None:
    """Deletes."""


@tool(private=True)
def read() -> str:
    """Reads."""
    return ""


@tool(untrusted=True)
def listen() -> str:
    """Brings in others' words."""
    return ""


@tool(sends_out=True)
def post(a: int = 0) -> None:
    """Sends."""


def record_of(name: str = "add", *, due: bool = True, **arguments: Any) -> Call:
    call = ToolCall(name=name, arguments=arguments or {"a": "1"}, format="xml_invoke", span=(0, 1), raw="")
    return Call("chat", "m1", call, auto_return=due)


def checks(**config: Any) -> Authorizer:
    return Authorizer(ToolRegistry([add, wipe]), Policy(PolicyConfig(**config)))


def test_a_call_waits_for_a_press_unless_its_tool_was_switched_on() -> None:
    assert checks().on_detected(record_of(), HERE).kind == "wait"

    step = checks(auto_execute=["add"], delay=3).on_detected(record_of(), HERE)
    assert step.kind == "count"
    assert step.delay == 3


def test_a_call_gets_the_arguments_that_its_tool_will_see() -> None:
    record = record_of(a="5")
    checks().on_detected(record, HERE)
    assert record.arguments == {"a": 5}
    assert record.parsed.arguments == {"a": "5"}


@for_each(
    ("record", "code"),
    [(record_of("ad", a=1), "tool_not_found"), (record_of(a="five"), "tool_invalid")],
    ids=["unknown tool", "wrong argument"],
)
def test_a_call_that_can_not_run_has_ended_if_an_answer_just_said_it(record: Call, code: str) -> None:
    step = checks().on_detected(record, HERE)
    assert step.outcome
    assert step.kind == "end"
    assert step.status == "failed"
    assert step.outcome.error_code == code


def test_an_old_call_that_is_unknown_or_denied_only_says_why() -> None:
    step = checks().on_detected(record_of("ad", due=False), HERE)
    assert step.kind == "wait"
    assert "'ad'" in step.note

    step = checks(deny={"add": "no"}).on_detected(record_of(due=False), HERE)
    assert step.kind == "wait"
    assert step.note == "no"


def test_a_denied_call_has_ended_with_the_users_reason() -> None:
    step = checks(deny={"add": "I can add myself"}).on_detected(record_of(), HERE)
    assert step.outcome
    assert step.status == "denied"
    assert step.outcome.text == "add was not run: I can add myself"


def checked(
    config: dict[str, Any], name: str = "add", **arguments: Any
) -> tuple[ToolRegistry, Policy, Authorizer, Call]:
    """Return a new call and the objects that decide about it, which a test may change."""
    registry, policy = ToolRegistry([add, wipe, post]), Policy(PolicyConfig(**config))
    both, record = Authorizer(registry, policy), record_of(name, **arguments)
    both.on_detected(record, HERE)
    return registry, policy, both, record


def replace(registry: ToolRegistry) -> None:
    def other(a: int) -> int:
        """Does something else."""
        return a

    registry.add(tool(name="add")(other), replace=True)


AUTO = {"auto_execute": ["add"]}


def test_the_end_of_a_countdown_runs_a_call_only_if_its_tool_is_still_allowed() -> None:
    _, _, both, record = checked(AUTO)
    assert both.on_countdown_end(record).kind == "run"

    registry, _, both, record = checked(AUTO)
    registry.enable("add", on=False)
    step = both.on_countdown_end(record)
    assert step.outcome
    assert step.outcome.error_code == "tool_not_found"

    _, policy, both, record = checked(AUTO)
    policy.config.deny["add"] = "no"
    assert both.on_countdown_end(record).status == "denied"

    _, policy, both, record = checked(AUTO)
    policy.config.auto_execute.clear()
    step = both.on_countdown_end(record)
    assert step.kind == "wait"
    assert step.note == ""


def test_at_the_end_of_the_countdown_a_changed_tool_waits_and_says_why() -> None:
    registry, _, both, record = checked(AUTO)
    replace(registry)
    step = both.on_countdown_end(record)
    assert step.kind == "wait"
    assert step.note == TOOL_CHANGED


def test_a_press_runs_an_allowed_tool_and_no_denied_or_missing_one() -> None:
    _, _, both, record = checked({})
    assert both.on_pressed(record).kind == "run"

    _, policy, both, record = checked({})
    policy.config.deny["*"] = "nothing today"
    assert both.on_pressed(record).status == "denied"

    registry, _, both, record = checked({})
    registry.remove("add")
    assert both.on_pressed(record).kind == "end"


def test_a_press_on_a_tool_that_can_harm_asks_first() -> None:
    _, _, both, record = checked({}, "wipe")
    record.parsed = record.parsed.model_copy(update={"arguments": {}})
    step = both.on_pressed(record)
    assert step.tool
    assert step.kind == "ask"
    assert step.tool.name == "wipe"
    assert both.on_pressed(record, approved=step.request).kind == "run"


def test_a_press_on_a_changed_tool_shows_it_first_and_the_next_runs() -> None:
    registry, _, both, record = checked({})
    replace(registry)
    assert both.on_pressed(record).note == TOOL_CHANGED
    assert both.on_pressed(record).kind == "run"


def test_a_yes_to_what_is_asked_otherwise_by_now_is_asked_again() -> None:
    _, _, both, record = checked({}, "post")
    step = both.on_pressed(record)
    for other in ("read", "listen"):
        both.admit(record_of(other), Decision("run", tool=ToolRegistry([read, listen]).find(other)))
    again = both.on_pressed(record, approved=step.request)
    assert again.kind == "ask"
    assert again.request != step.request
    assert both.on_pressed(record, approved=again.request).kind == "run"


def test_a_call_is_checked_on_the_site_and_in_the_chat_it_is_in() -> None:
    record = record_of()
    record.origin = "https://a.example"
    assert origin_of_call(record) == CallOrigin("https://a.example", "chat")


def test_only_a_run_counts_towards_the_limits() -> None:
    _, _, both, record = checked(AUTO)
    assert both.admit(record, both.on_countdown_end(record)) is None

    _, _, both, record = checked({**AUTO, "limits": {"per_tool": 1}})
    steps = [both.on_countdown_end(record) for _ in range(5)]
    assert both.admit(record, steps[-1]) is None

    assert checks(limits={"per_tool": 1}).admit(record_of(), Decision("run")) is None


def test_a_call_that_would_run_automatically_past_the_limit_has_ended_and_the_model_hears_when_to_try_again() -> (
    None
):
    _, _, both, record = checked({**AUTO, "limits": {"per_tool": 1}})
    both.admit(record, both.on_countdown_end(record))
    step = both.admit(record, both.on_countdown_end(record))
    assert step
    assert step.outcome
    assert step.kind == "end"
    assert step.status == "failed"
    assert step.outcome.error_code == "tool_rate_limited"
    assert step.outcome.text.endswith("It may be called again in 60 seconds.")


def test_a_press_past_the_limit_is_no_end_the_user_may_press_again() -> None:
    _, _, both, record = checked({"limits": {"per_tool": 1}})
    both.admit(record, both.on_pressed(record))
    step = both.admit(record, both.on_pressed(record))
    assert step
    assert step.kind == "wait"
    assert "again in 60 seconds" in step.note


def test_calls_that_were_denied_because_no_one_was_there_are_counted_once_each() -> None:
    both = checks(attended=False, deny={"wipe": "never"})
    first, second, forbidden = record_of(), record_of(), record_of("wipe")
    forbidden.parsed = forbidden.parsed.model_copy(update={"arguments": {}})
    for record in (first, first, second, forbidden):
        both.on_detected(record, HERE)
        both.on_pressed(record)
    assert both.absent == {first.id, second.id}


def test_a_broken_file_leaves_a_press_to_be_repeated_and_says_why() -> None:
    _, policy, both, record = checked({})
    fault = UsageError("policy.toml is not TOML")

    def broken() -> PolicyRules:
        raise fault

    policy.store.rules = broken
    assert both.on_pressed(record).kind == "wait"
    assert "policy.toml is not TOML" in both.on_pressed(record).note
