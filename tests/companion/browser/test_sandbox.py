from __future__ import annotations

from overlay.companion.browser.sandbox import sandbox_args, sandbox_off_because
from tests.companion.browser.conftest import FakeMachine


def test_the_sandbox_is_off_only_for_root_on_linux(fake: FakeMachine) -> None:
    wanted: dict[tuple[str, bool], tuple[str, ...]] = {
        ("linux", True): ("--no-sandbox",),
        ("linux", False): (),
        ("darwin", True): (),
        ("win32", False): (),
    }
    found: dict[tuple[str, bool], tuple[str, ...]] = {}
    for platform, is_root in wanted:
        fake.become(platform=platform, is_root=is_root)
        found[platform, is_root] = sandbox_args(fake.machine)
    assert found == wanted
    fake.become(platform="linux", is_root=True)
    assert sandbox_off_because(fake.machine) == "running as root"
