from __future__ import annotations

from overlay.policy.assessment import CHANGED, HARM, LEAK, UNTRUSTED_SERVER, RiskAssessment, approval_request
from overlay.policy.fingerprint_store import SnapshotStore
from overlay.policy.permissions import GrantMatch
from overlay.policy.taint import Taint
from overlay.policy.tool_effects import ToolEffects
from overlay.policy.trusted_servers import TrustedServers
from overlay.tools import ToolDefinition
from tests.policy.caller import FOREIGN, HERE, PLAIN
from tests.support.table import for_each


def case(
    *classes: str,
    met: tuple[bool, bool] = (False, False),
    holds: bool = False,
    vouched: bool = True,
    before: str = "",
    tool: ToolDefinition = PLAIN,
    server_before: str = "",
) -> RiskAssessment:
    return RiskAssessment(
        tool,
        HERE,
        ToolEffects(**dict.fromkeys(classes, True)),
        Taint(*met),
        GrantMatch(holds),
        vouched,
        before,
        server_before,
    )


@for_each(
    ("classes", "met", "leaks"),
    [
        (("sends_out",), (True, True), True),
        (("sends_out", "private"), (False, True), True),
        (("sends_out", "untrusted"), (True, False), False),
        (("sends_out", "private"), (True, False), False),
        (("sends_out",), (False, True), False),
        (("private", "untrusted", "destructive"), (True, True), False),
    ],
)
def test_a_call_can_leak_only_if_private_data_untrusted_text_and_sending_come_together(
    classes: tuple[str, ...], met: tuple[bool, bool], leaks: bool
) -> None:
    assert case(*classes, met=met).can_exfiltrate is leaks


@for_each(
    ("looked_at", "objection"),
    [
        (case("sends_out", met=(True, True), holds=True), LEAK),
        (case("destructive", vouched=False, holds=True), ""),
        (case("destructive", before="f"), CHANGED),
        (case(before="f"), CHANGED),
        (case(vouched=False), UNTRUSTED_SERVER),
        (case("destructive"), HARM),
        (case("sends_out"), HARM),
        (case("private", "untrusted"), ""),
    ],
)
def test_the_gravest_objection_is_the_one_that_is_said(looked_at: RiskAssessment, objection: str) -> None:
    assert looked_at.approval_reason == objection


def test_a_call_without_an_objection_needs_no_approval() -> None:
    assert approval_request(case(), TrustedServers(SnapshotStore())) is None


def test_a_changed_server_and_a_changed_definition_are_both_told() -> None:
    request = approval_request(
        case(vouched=False, before="f", tool=FOREIGN, server_before="m"), TrustedServers(SnapshotStore())
    )
    assert request
    assert [line.split(" ")[1] for line in request.warnings] == ["server", "tool's"]
