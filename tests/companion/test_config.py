from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from overlay.common.errors import UsageError
from overlay.companion.config import Config, load_config


def test_the_defaults_are_as_safe_as_they_can_be() -> None:
    config = load_config(None)
    assert config == Config()
    assert config.policy.auto_execute == []
    assert not config.returns.auto_insert
    assert not config.returns.auto_submit
    assert config.returns.max_rounds == 25
    assert config.returns.max_chars == 60_000
    assert config.time_limit == 120
    assert config.wordpress is None


def test_a_file_and_a_mapping_are_read(tmp_path: Path) -> None:
    file = tmp_path / "overlay.toml"
    file.write_text('time_limit = 5\n[policy]\nauto_execute = ["a*"]\n[returns]\nmax_rounds = 3\n')
    config = load_config(file)
    assert config.time_limit == 5
    assert config.policy.auto_execute == ["a*"]
    assert config.returns.max_rounds == 3
    assert load_config({"returns": {"max_chars": 500}}).returns.max_chars == 500


def test_a_file_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"missing\.toml can't be read: No such file"):
        load_config(tmp_path / "missing.toml")
    for content in (b"time_limit = ", b"\xff"):
        (tmp_path / "bad.toml").write_bytes(content)
        with pytest.raises(UsageError, match=r"bad\.toml is not TOML"):
            load_config(tmp_path / "bad.toml")


TOO_LONG = {"text": "x" * 5_000, "sites": {"chatgpt": "x" * 5_000}}
FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"returns": {"max_rounds": -1}}, "the configuration: returns.max_rounds: "),
    ({"returns": {"max_chars": 10}}, "the configuration: returns.max_chars: "),
    ({"policy": {"auto_exeute": []}}, "the configuration: policy.auto_exeute: "),
    ({"time_limit": 0}, "the configuration: time_limit: "),
    ({"colour": "red"}, "the configuration: colour: "),
    ({"tools": {"retired": {"a": "b", "b": "c"}}}, "'a' leads to 'b', which is retired too"),
    ({"tools": {"time_limits": {"a": 0}}}, "time_limits.a"),
    ({"wordpress": {"url": "http://site.example"}}, "give an https address"),
    ({"instructions": TOO_LONG}, "more than 8000 characters together"),
]


def test_each_fault_is_named_with_its_place_and_all_of_a_file_at_once(tmp_path: Path) -> None:
    unsaid: list[object] = []
    for config, fault in FAULTS:
        with pytest.raises(UsageError) as caught:
            load_config(config)
        if fault not in caught.value.format_message():
            unsaid.append((config, caught.value.format_message()))
    assert unsaid == []
    (tmp_path / "bad.toml").write_text("time_limit = 0\ncolour = 1\n")
    with pytest.raises(UsageError) as caught:
        load_config(tmp_path / "bad.toml")
    assert all(word in caught.value.format_message() for word in ("bad.toml: ", "time_limit", "colour"))


def test_tools_can_be_retired_and_have_time_limits() -> None:
    tools = load_config(
        {"tools": {"retired": {"old": "new"}, "time_limits": {"files.find": 5, "files.*": 20}}}
    ).tools
    assert tools.retired == {"old": "new"}
    assert [tools.limit_of(name) for name in ("files.find", "files.read", "other")] == [5, 20, None]


def test_the_limits_of_the_ledger_are_said_together() -> None:
    assert load_config(None).ledger.words == "older than 365 days"
    config = load_config({"ledger": {"days": 9, "rows": 5}})
    assert config.ledger.words == "older than 9 days or more than 5"


OWN = {"text": "All.", "sites": {"chatgpt": "Site.", "chatgpt.com/g/p-1": "Project."}}


def test_the_users_own_instructions_are_those_of_the_site_and_the_project() -> None:
    wanted = {
        ("claude", "https://claude.ai/new"): "All.",
        ("chatgpt", "https://chatgpt.com/"): "All.\nSite.",
        ("chatgpt", "https://chatgpt.com/g/p-1/c/2"): "All.\nSite.\nProject.",
        ("chatgpt", "https://chatgpt.com/g/p-1"): "All.\nSite.\nProject.",
        ("chatgpt", "https://chatgpt.com/g/p-12/c/2"): "All.\nSite.",
        ("generic", "https://evil.example/chatgpt.com/g/p-1"): "All.",
    }
    instructions = load_config({"instructions": OWN}).instructions
    assert {place: instructions.text_for(*place) for place in wanted} == wanted
