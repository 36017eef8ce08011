from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from overlay.companion.browser.install import exact_command, install_browser, may_install_packages
from overlay.companion.browser.model import Channel
from tests.companion.browser.conftest import FakeMachine


def root_on_debian(fake: FakeMachine, apt_get: str) -> None:
    fake.debian()
    fake.become(is_root=True)
    fake.script(fake.bin / "apt-get", apt_get)


def python(fake: FakeMachine, body: str) -> None:
    fake.script(Path(fake.machine.python), body)


def reasons(fake: FakeMachine, name: Channel = "chromium") -> list[str | None]:
    """Install, and return the reason of each step that failed."""
    return [step.reason for step in install_browser(fake.machine, lambda line: None, name)]


def test_playwrights_download_comes_first_and_brings_one_browser(fakes: Iterator[FakeMachine]) -> None:
    calls_when_said: list[int] = []
    whole, shell = next(fakes), next(fakes)
    for fake in (whole, shell):
        python(fake, "")
    # One line says what is about to be done before it is done.
    next(iter(install_browser(whole.machine, lambda line: calls_when_said.append(len(whole.calls())))))
    assert whole.calls() == ["python -m playwright install --no-shell --no-progress chromium"]
    assert calls_when_said == [0]
    next(iter(install_browser(shell.machine, lambda line: None, "headless-shell")))
    assert shell.calls() == ["python -m playwright install --only-shell --no-progress chromium"]


def test_a_failed_download_keeps_its_reason_and_a_silent_server_is_given_up_soon(
    fakes: Iterator[FakeMachine],
) -> None:
    failed, silent, patient = (next(fakes) for _ in range(3))
    python(failed, "echo 'Error: getaddrinfo ENOTFOUND host.invalid'; exit 1")
    assert reasons(failed) == ["Error: getaddrinfo ENOTFOUND host.invalid"]
    # A user's own time limit stays.
    patient.set_env(PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT="99")
    for fake, seconds in ((silent, "10000"), (patient, "99")):
        python(fake, "echo Error: $PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT; exit 1")
        assert reasons(fake)[0] == f"Error: {seconds}"


def test_only_root_on_debian_gets_a_package_when_the_download_failed(fakes: Iterator[FakeMachine]) -> None:
    root, shell, ordinary = (next(fakes) for _ in range(3))
    for fake in (root, shell, ordinary):
        root_on_debian(fake, 'echo "Error: $DEBIAN_FRONTEND"; exit 1')
        python(fake, "echo Error: no route; exit 1")
    said: list[str] = []
    steps = list(install_browser(root.machine, said.append))
    assert root.calls()[1] == "apt-get install -y chromium"
    assert said[1:] == ["Playwright's download failed (Error: no route): installing chromium with apt-get."]
    # apt-get asks no questions.
    assert steps[1].reason == "Error: noninteractive"
    reasons(shell, "headless-shell")
    assert shell.calls()[1] == "apt-get install -y chromium-headless-shell"
    ordinary.become(is_root=False)
    reasons(ordinary)
    assert not any(call.startswith("apt-get") for call in ordinary.calls())


def test_package_lists_are_fetched_when_the_package_is_not_known(fake: FakeMachine) -> None:
    lists = fake.root / "lists"
    root_on_debian(fake, f'[ "$1" = update ] && touch {lists}; [ -e {lists} ]')
    python(fake, "exit 1")
    steps = list(install_browser(fake.machine, lambda line: None))
    assert fake.calls()[1:] == [
        "apt-get install -y chromium",
        "apt-get update",
        "apt-get install -y chromium",
    ]
    assert steps[1].reason is None


def test_missing_package_lists_are_the_reason_of_a_failure(fake: FakeMachine) -> None:
    root_on_debian(fake, '[ "$1" = update ] && echo E: no mirror; exit 100')
    python(fake, "exit 1")
    steps = list(install_browser(fake.machine, lambda line: None))
    assert steps[1].reason == "E: no mirror"


def test_a_downloaded_chromium_that_does_not_start_gets_its_libraries(fake: FakeMachine) -> None:
    root_on_debian(fake, "")
    python(fake, "")
    fake.playwright_browser()
    said: list[str] = []
    steps = list(install_browser(fake.machine, said.append))
    assert fake.calls()[1:] == ["python -m playwright install-deps chromium"]
    assert [step.name for step in steps] == ["Playwright's download", "installing its libraries"]


def test_packages_are_installed_only_on_debian_and_its_descendants_with_apt_get(
    fakes: Iterator[FakeMachine],
) -> None:
    found: dict[str, bool] = {}
    for like in ("ID=debian", "ID=ubuntu\nID_LIKE=debian", "ID=fedora", "no file", "a Mac"):
        fake = next(fakes)
        root_on_debian(fake, "")
        fake.debian(like)
        if like == "no file":
            (fake.root / "etc/os-release").unlink()
        if like == "a Mac":
            fake.become(platform="darwin")
        found[like] = may_install_packages(fake.machine)
    assert [like for like, may in found.items() if may] == ["ID=debian", "ID=ubuntu\nID_LIKE=debian"]
    without = next(fakes)
    without.debian()
    without.become(is_root=True)
    assert not may_install_packages(without.machine)


def test_the_exact_command_is_the_package_managers_or_playwrights(fakes: Iterator[FakeMachine]) -> None:
    debian, mac = next(fakes), next(fakes)
    debian.debian()
    assert exact_command(debian.machine) == "sudo apt-get install -y chromium"
    assert exact_command(debian.machine, "msedge").endswith("python -m playwright install msedge")
    assert exact_command(debian.machine, "headless-shell").endswith(
        "playwright install --only-shell chromium"
    )
    debian.become(is_root=True)
    assert exact_command(debian.machine) == "apt-get install -y chromium"
    mac.become(platform="darwin", python="python3")
    assert exact_command(mac.machine) == "python3 -m playwright install chromium"
