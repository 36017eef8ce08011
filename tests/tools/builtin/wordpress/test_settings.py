import sys
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import ValidationError

from overlay.tools.builtin.wordpress.settings import WordPressSettings, from_keyring
from overlay.tools.errors import ToolError
from tests.support.table import for_each


@for_each(
    "url",
    [
        "https://site.example",
        "https://site.example/blog/",
        "http://127.0.0.1:8080",
        "http://localhost",
        "http://[::1]:80",
        "",
    ],
)
def test_a_site_over_tls_or_on_this_machine_is_taken(url: str):
    assert WordPressSettings(url=url).url == url.rstrip("/")


@for_each(
    "url",
    [
        "http://site.example",
        "ftp://site.example",
        "site.example",
        "https://",
        "https://a:b@site.example",
        "https://site.example/?a",
        "http://10.0.0.1",
    ],
)
def test_any_other_address_is_refused(url: str):
    with pytest.raises(ValidationError, match="give "):
        WordPressSettings(url=url)


@for_each(
    "wrong", [{"ssh": "-oProxyCommand=x"}, {"ssh": "a b"}, {"methods": ["TRACE"]}, {"wp": []}, {"pass": "x"}]
)
def test_contradictory_settings_are_refused(wrong: dict[str, Any]):
    with pytest.raises(ValidationError):
        WordPressSettings.model_validate(wrong)


def test_the_log_is_where_wordpress_puts_it_unless_it_is_named():
    assert [
        WordPressSettings().log_path,
        WordPressSettings(path="/srv/site").log_path,
        WordPressSettings(path="/srv/site", log="/var/log/wp.log").log_path,
    ] == ["", "/srv/site/wp-content/debug.log", "/var/log/wp.log"]


def test_the_password_comes_from_the_environment_and_a_missing_variable_is_named():
    assert WordPressSettings(password_env="WP").password({"WP": "abcd efgh"}) == "abcd efgh"

    with pytest.raises(ToolError, match="The variable WP is not set"):
        WordPressSettings(password_env="WP").password({})


def test_the_password_comes_from_the_keyring():
    def look_up(service: str, user: str) -> str:
        return f"{service} of {user}"

    assert WordPressSettings(keyring="wp", user="ann").password({}, look_up) == "wp of ann"


def test_a_password_that_the_keyring_does_not_have_is_named():
    def look_up(service: str, user: str) -> None: ...

    with pytest.raises(ToolError, match="The keyring has no password of 'ann' under 'wp'"):
        WordPressSettings(keyring="wp", user="ann").password({}, look_up)


def test_a_site_needs_no_password():
    assert WordPressSettings().password({}) == ""


def test_a_keyring_that_is_not_installed_is_reported(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(ToolError, match="'keyring' is not installed: install it, or set password_env"):
        from_keyring("wp", "ann")


def test_the_systems_keyring_is_asked(monkeypatch: pytest.MonkeyPatch):
    def get_password(service: str, user: str) -> str:
        return f"{service}/{user}"

    monkeypatch.setitem(sys.modules, "keyring", SimpleNamespace(get_password=get_password))
    assert from_keyring("wp", "ann") == "wp/ann"


def test_a_command_that_runs_anything_is_blocked_unless_the_user_allows_it():
    assert {"eval", "shell", "db"} <= set(WordPressSettings().blocked)
