from __future__ import annotations

import pytest
from click.testing import CliRunner

from overlay.cli import main


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


def test_a_sign_in_needs_a_display_a_browser_with_windows_and_a_site_with_an_address() -> None:
    table = {
        "chatgpt": "there is no display",
        "chatgpt --browser headless-shell": "has no windows",
        "generic": "has no address to sign in to",
        "nosuch": "no site is called 'nosuch'",
    }
    wrong: dict[str, str] = {}
    for words, said in table.items():
        result = CliRunner().invoke(main, ["sign-in", *words.split()])
        if result.exit_code != 2 or said not in result.stderr:
            wrong[words] = result.stderr
    assert wrong == {}
