from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from overlay.policy import PolicyConfig
from tests.support.table import for_each


def test_no_tool_runs_automatically_and_a_user_is_present_by_default() -> None:
    config = PolicyConfig()
    assert config.auto_execute == []
    assert config.deny == {}
    assert config.attended
    assert config.limits is None


@for_each(
    "wrong", [{"delay": -1}, {"delay": 4000}, {"auto": True}, {"deny": ["x"]}, {"limits": {"at_once": 0}}]
)
def test_a_configuration_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        PolicyConfig.model_validate(wrong)
