"""The user's stored settings, below the options and the --config file."""

from __future__ import annotations

from typing import Any

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


def test_kept_choices_are_used_instead_of_the_defaults() -> None:
    assert values(used(KEPT, {}, {})[0]) == (9.0, True, True, True)
    assert values(used(Settings(), {}, {})[0]) == values(Config())


def test_a_config_file_goes_before_kept_choices_even_with_a_default() -> None:
    files: dict[str, dict[str, Any]] = {
        "delay": {"policy": {"delay": 2.0}},
        "auto_insert": {"returns": {"auto_insert": False}},
        "auto_submit": {"returns": {"auto_submit": False}},
        "auto_tell": {"instructions": {"auto": False}},
    }
    for name, given in files.items():
        config, fixed = used(KEPT, given, {})
        assert fixed == {name: "the --config file"}
        assert values(config) != values(used(KEPT, {}, {})[0])


def test_an_option_goes_before_kept_choices() -> None:
    config, fixed = used(Settings(auto_insert=False), {}, {"delay": 0.0, "auto_insert": True})
    assert fixed == {"delay": "the option --delay", "auto_insert": "the option --auto-insert"}
    assert config.returns.auto_insert is False  # the option itself is put in afterwards
