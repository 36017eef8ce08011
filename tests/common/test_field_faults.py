from __future__ import annotations

import tomllib
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from overlay.common.field_faults import faults, names_advice
from overlay.companion.config import Config
from overlay.policy.policy_schema import PolicyRules
from overlay.sites.profile import SiteProfile
from overlay.ui.settings import Settings
from tests.support.table import for_each


def wrong(model: type[BaseModel], text: str) -> list[Any]:
    with pytest.raises(ValidationError) as found:
        model.model_validate(tomllib.loads(text))
    return found.value.errors()


@for_each(
    ("model", "text", "advice"),
    [
        (Config, "[policy.limits]\nper_minut = 1", "Did you mean per_minute?"),
        (Config, "[wordpress]\nurl = 'https://a.example'\nusr = 'x'", "Did you mean user?"),
        (Settings, "sites = 'chatgpt'", "Did you mean site?"),
        (PolicyRules, "[[allow]]\ntoool = 'x'", "Did you mean tool?"),
        (SiteProfile, "name = 'x'\ntitle = 'X'\nasistant = 'p'", "Did you mean assistant?"),
    ],
)
def test_an_unknown_key_of_any_file_gets_the_nearest_name(
    model: type[BaseModel], text: str, advice: str
) -> None:
    errors = wrong(model, text)
    assert "this setting does not exist" in faults(errors)
    assert advice in names_advice(model, errors)
