"""What the user kept, beneath options and the --config file."""

from __future__ import annotations

from typing import Any

import pytest

from overlay.companion.config import Config, load_config
from overlay.companion.run_settings import fixed_settings, put_kept
from overlay.ui.settings import Settings

KEPT = Settings(delay=9.0, auto_insert=True, auto_submit=True, auto_tell=True)


def used(kept: Settings, given: dict[str, Any], options: dict[str, Any]) -> tuple[Config, dict[str, str]]:
    loaded = load_config(given)
    fixed = fixed_settings(loaded, options)
    plain = loaded.model_dump()
    put_kept(plain, kept, fixed)
    return load_config(plain), fixed


def values(config: Config) -> tuple[float, bool, bool, bool]:
    returns = config.returns
    return config.policy.delay, returns.auto_insert, returns.auto_submit, config.instructions.auto


def test_kept_choices_are_used() -> None:
    assert values(used(KEPT, {}, {})[0]) == (9.0, True, True, True)


def test_without_kept_choices_the_defaults_are_used() -> None:
    assert values(used(Settings(), {}, {})[0]) == values(Config())


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"policy": {"delay": 2.0}}, "delay"),
        ({"returns": {"auto_insert": False}}, "auto_insert"),
        ({"returns": {"auto_submit": False}}, "auto_submit"),
        ({"instructions": {"auto": False}}, "auto_tell"),
    ],
)
def test_a_config_file_goes_before_kept_choices_even_with_a_default(given: dict[str, Any], name: str) -> None:
    config, fixed = used(KEPT, given, {})
    assert fixed == {name: "the --config file"}
    assert values(config) != values(used(KEPT, {}, {})[0])


def test_an_option_goes_before_kept_choices() -> None:
    config, fixed = used(Settings(auto_insert=False), {}, {"delay": 0.0, "auto_insert": True})
    assert fixed == {"delay": "the option --delay", "auto_insert": "the option --auto-insert"}
    assert config.returns.auto_insert is False  # the option itself is put in afterwards
