from __future__ import annotations

import pytest
from click.testing import CliRunner

from overlay.cli import main


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


def test_without_a_display_it_says_what_to_do() -> None:
    result = CliRunner().invoke(main, ["sign-in", "chatgpt"])
    assert result.exit_code == 2
    assert "there is no display" in result.stderr


def test_a_browser_without_windows_is_wrong_use() -> None:
    result = CliRunner().invoke(main, ["sign-in", "chatgpt", "--browser", "headless-shell"])
    assert result.exit_code == 2
    assert "has no windows" in result.stderr


def test_a_site_without_an_address_is_wrong_use() -> None:
    result = CliRunner().invoke(main, ["sign-in", "generic"])
    assert result.exit_code == 2
    assert "has no address to sign in to" in result.stderr


def test_an_unknown_site_is_wrong_use() -> None:
    result = CliRunner().invoke(main, ["sign-in", "nosuch"])
    assert result.exit_code == 2
    assert "no site is called 'nosuch'" in result.stderr


def test_the_help_has_examples() -> None:
    assert "overlay sign-in gemini" in CliRunner().invoke(main, ["sign-in", "--help"]).output
