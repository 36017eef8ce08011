from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from overlay.common.errors import UsageError
from overlay.companion.config import Config, load_config


def test_without_a_file_everything_is_as_safe_as_it_can_be() -> None:
    config = load_config(None)
    assert config == Config()
    assert config.policy.auto_execute == []
    assert not config.returns.auto_insert
    assert not config.returns.auto_submit
    assert config.returns.max_rounds == 25
    assert config.returns.max_chars == 60_000
    assert config.time_limit == 120


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "overlay.toml"
    file.write_text('time_limit = 5\n[policy]\nauto_execute = ["a*"]\n[returns]\nmax_rounds = 3\n')
    config = load_config(file)
    assert config.time_limit == 5
    assert config.policy.auto_execute == ["a*"]
    assert config.returns.max_rounds == 3


def test_a_mapping_is_taken_as_it_is() -> None:
    assert load_config({"returns": {"max_chars": 500}}).returns.max_chars == 500


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"missing\.toml can't be read: No such file"):
        load_config(tmp_path / "missing.toml")


@pytest.mark.parametrize("content", [b"time_limit = ", b"\xff"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.toml").write_bytes(content)
    with pytest.raises(UsageError, match=r"bad\.toml is not TOML"):
        load_config(tmp_path / "bad.toml")


@pytest.mark.parametrize(
    ("config", "fault"),
    [
        ({"returns": {"max_rounds": -1}}, "returns.max_rounds: "),
        ({"returns": {"max_chars": 10}}, "returns.max_chars: "),
        ({"policy": {"auto_exeute": []}}, "policy.auto_exeute: "),
        ({"time_limit": 0}, "time_limit: "),
        ({"colour": "red"}, "colour: "),
    ],
)
def test_what_is_wrong_is_named_with_its_place(config: dict[str, Any], fault: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_config(config)
    assert f"the configuration: {fault}" in caught.value.format_message()


def test_every_fault_of_a_file_is_named_at_once(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("time_limit = 0\ncolour = 1\n")
    with pytest.raises(UsageError) as caught:
        load_config(tmp_path / "bad.toml")
    assert all(word in caught.value.format_message() for word in ("bad.toml: ", "time_limit", "colour"))


def test_retired_tools_are_a_table_of_names() -> None:
    assert load_config({"tools": {"retired": {"old": "new"}}}).tools.retired == {"old": "new"}


def test_a_retired_name_must_not_lead_to_another_one() -> None:
    with pytest.raises(UsageError, match=r"tools\.retired: .*'a' leads to 'b', which is retired too"):
        load_config({"tools": {"retired": {"a": "b", "b": "c"}}})


def test_there_is_no_wordpress_site_unless_it_is_named() -> None:
    assert load_config(None).wordpress is None


def test_a_wordpress_site_is_checked_like_the_rest() -> None:
    with pytest.raises(UsageError, match=r"wordpress\.url: .*give an https address"):
        load_config({"wordpress": {"url": "http://site.example"}})


def test_a_call_is_kept_for_a_year_unless_said_otherwise() -> None:
    assert load_config(None).ledger.words == "older than 365 days"


def test_the_limits_of_the_ledger_are_said_together() -> None:
    config = load_config({"ledger": {"days": 9, "rows": 5}})
    assert config.ledger.words == "older than 9 days or more than 5"


OWN = {"text": "All.", "sites": {"chatgpt": "Site.", "chatgpt.com/g/p-1": "Project."}}


@pytest.mark.parametrize(
    ("site", "url", "text"),
    [
        ("claude", "https://claude.ai/new", "All."),
        ("chatgpt", "https://chatgpt.com/", "All.\nSite."),
        ("chatgpt", "https://chatgpt.com/g/p-1/c/2", "All.\nSite.\nProject."),
        ("chatgpt", "https://chatgpt.com/g/p-1", "All.\nSite.\nProject."),
        ("chatgpt", "https://chatgpt.com/g/p-12/c/2", "All.\nSite."),
        ("generic", "https://evil.example/chatgpt.com/g/p-1", "All."),
    ],
)
def test_the_users_own_instructions_are_those_of_the_site_and_the_project(
    site: str, url: str, text: str
) -> None:
    assert load_config({"instructions": OWN}).instructions.text_for(site, url) == text


def test_own_instructions_that_leave_no_room_for_tools_are_refused() -> None:
    with pytest.raises(UsageError, match="more than 8000 characters together"):
        load_config({"instructions": {"text": "x" * 5_000, "sites": {"chatgpt": "x" * 5_000}}})


def test_a_tool_can_have_a_time_limit_of_its_own() -> None:
    tools = load_config({"tools": {"time_limits": {"files.find": 5, "files.*": 20}}}).tools
    assert [tools.limit_of(name) for name in ("files.find", "files.read", "other")] == [5, 20, None]
    with pytest.raises(UsageError, match=r"time_limits\.a"):
        load_config({"tools": {"time_limits": {"a": 0}}})
