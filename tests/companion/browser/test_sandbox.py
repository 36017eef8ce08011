from __future__ import annotations

import pytest

from overlay.companion.browser.sandbox import sandbox_args, sandbox_off_because
from tests.companion.browser.conftest import FakeMachine


@pytest.mark.parametrize(
    ("platform", "is_root", "args"),
    [
        ("linux", True, ("--no-sandbox",)),
        ("linux", False, ()),
        ("darwin", True, ()),
        ("win32", False, ()),
    ],
)
def test_the_sandbox_is_off_only_for_root_on_linux(
    fake: FakeMachine, platform: str, is_root: bool, args: tuple[str, ...]
) -> None:
    fake.become(platform=platform, is_root=is_root)
    assert sandbox_args(fake.machine) == args


def test_the_reason_is_given_in_words(fake: FakeMachine) -> None:
    fake.become(is_root=True)
    assert sandbox_off_because(fake.machine) == "running as root"
