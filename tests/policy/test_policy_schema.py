from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from overlay.policy.policy_schema import CommandRule, PolicyRules
from tests.support.table import for_each

ENTRY = {"tool": "x", "site": "https://a.example", "definition": "a" * 64}


def test_an_empty_file_allows_nothing() -> None:
    rules = PolicyRules()
    assert rules.auto == []
    assert rules.allow == []
    assert rules.deny == {}
    assert rules.servers == {}
    assert rules.pins == {}


def test_sites_are_kept_as_origins() -> None:
    rules = PolicyRules.model_validate(
        {"auto": [{"site": "https://A.example/", "tools": ["x"]}], "allow": [ENTRY]}
    )
    assert rules.auto[0].site == "https://a.example"
    assert rules.allow[0].site == "https://a.example"


COMMAND: dict[str, Any] = {"words": ["ls"], "program": "/bin/ls", "folder": "/", "site": "*"}
WRONG: list[tuple[dict[str, Any], str]] = [
    ({"auto": [{"site": "a.example", "tools": []}]}, "auto.0.site"),
    ({"auto": [{"tools": []}]}, "auto.0.site"),
    ({"auto": [{"site": "*", "tools": [], "delay": -1}]}, "auto.0.delay"),
    ({"allow": [ENTRY | {"definition": "abc"}]}, "allow.0.definition"),
    ({"allow": [{"tool": "x", "site": "*"}]}, "allow.0.definition"),
    ({"allow": [ENTRY | {"sites": "*"}]}, "allow.0.sites"),
    ({"classes": {"x": ["-secret"]}}, "classes.x.0"),
    ({"limits": {"at_once": 0}}, "limits.at_once"),
    ({"pins": {"x": "y"}}, "pins.x"),
    ({"servers": {"x": {"trusted": True}}}, "servers.x.trusted"),
    ({"commands": [COMMAND | {"words": []}]}, "commands.0.words"),
    ({"commands": [COMMAND | {"program": "git"}]}, "commands.0.program"),
    ({"commands": [COMMAND | {"folder": "."}]}, "commands.0.folder"),
    ({"commands": [COMMAND | {"until": "soon"}]}, "commands.0.until"),
    ({"commands": [COMMAND | {"word": "x"}]}, "commands.0.word"),
    ({"permit": []}, "permit"),
]


@for_each(("wrong", "place"), WRONG)
def test_a_wrong_setting_is_refused_with_its_place(wrong: dict[str, Any], place: str) -> None:
    with pytest.raises(ValidationError) as caught:
        PolicyRules.model_validate(wrong)
    assert place in [".".join(map(str, fault["loc"])) for fault in caught.value.errors()]


def test_a_rule_for_a_command_counts_as_one_that_can_send_until_the_file_says_otherwise() -> None:
    rules = PolicyRules.model_validate({"commands": [COMMAND, COMMAND | {"sends_out": False}]})
    assert [rule.sends_out for rule in rules.commands] == [True, False]


def test_a_time_without_an_offset_is_local_time() -> None:
    rule = CommandRule.model_validate(COMMAND | {"until": datetime(2026, 11, 23, 12)})
    noon = datetime(2026, 11, 23, 12).astimezone()
    assert [rule.has_ended(noon - timedelta(seconds=1)), rule.has_ended(noon)] == [False, True]
