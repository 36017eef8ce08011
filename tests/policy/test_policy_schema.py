from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from overlay.policy.policy_schema import Rules

ENTRY = {"tool": "x", "site": "https://a.example", "definition": "a" * 64}


def test_an_empty_file_allows_nothing() -> None:
    rules = Rules()
    assert (rules.auto, rules.allow, rules.deny, rules.servers, rules.pins) == ([], [], {}, {}, {})


def test_sites_are_kept_as_origins() -> None:
    rules = Rules.model_validate({"auto": [{"site": "https://A.example/", "tools": ["x"]}], "allow": [ENTRY]})
    assert (rules.auto[0].site, rules.allow[0].site) == ("https://a.example", "https://a.example")


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
    ({"permit": []}, "permit"),
]


@pytest.mark.parametrize(("wrong", "place"), WRONG)
def test_what_makes_no_sense_is_refused_with_its_place(wrong: dict[str, Any], place: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Rules.model_validate(wrong)
    assert place in [".".join(map(str, fault["loc"])) for fault in caught.value.errors()]
