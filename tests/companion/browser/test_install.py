from __future__ import annotations

from pathlib import Path

import pytest

from overlay.companion.browser.install import exact_command, install_browser, may_install_packages
from tests.companion.browser.conftest import FakeMachine


def root_on_debian(fake: FakeMachine, apt_get: str) -> None:
    fake.debian()
    fake.become(is_root=True)
    fake.script(fake.bin / "apt-get", apt_get)


def python(fake: FakeMachine, body: str) -> None:
    fake.script(Path(fake.machine.python), body)


def test_playwrights_download_comes_first_and_brings_only_chromium(fake: FakeMachine) -> None:
    python(fake, "")
    next(iter(install_browser(fake.machine, lambda line: None)))
    assert fake.calls() == ["python -m playwright install --no-shell --no-progress chromium"]


def test_playwrights_headless_shell_comes_alone(fake: FakeMachine) -> None:
    python(fake, "")
    next(iter(install_browser(fake.machine, lambda line: None, "headless-shell")))
    assert fake.calls() == ["python -m playwright install --only-shell --no-progress chromium"]


def test_root_on_debian_gets_the_headless_shell_from_apt_get(fake: FakeMachine) -> None:
    root_on_debian(fake, "")
    python(fake, "exit 1")
    list(install_browser(fake.machine, lambda line: None, "headless-shell"))
    assert fake.calls()[1:] == ["apt-get install -y chromium-headless-shell"]


def test_one_line_says_what_is_about_to_be_done_before_it_is_done(fake: FakeMachine) -> None:
    python(fake, "")
    calls_when_said: list[int] = []
    next(iter(install_browser(fake.machine, lambda line: calls_when_said.append(len(fake.calls())))))
    assert calls_when_said == [0]


def test_the_reason_of_a_failed_download_is_kept(fake: FakeMachine) -> None:
    python(fake, "echo 'Error: getaddrinfo ENOTFOUND host.invalid'; exit 1")
    steps = list(install_browser(fake.machine, lambda line: None))
    assert [step.reason for step in steps] == ["Error: getaddrinfo ENOTFOUND host.invalid"]


def test_a_download_gives_up_soon_on_a_server_that_does_not_answer(fake: FakeMachine) -> None:
    python(fake, "echo Error: $PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT; exit 1")
    assert next(iter(install_browser(fake.machine, lambda line: None))).reason == "Error: 10000"


def test_a_users_own_time_limit_for_the_download_stays(fake: FakeMachine) -> None:
    fake.set_env(PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT="99")
    python(fake, "echo Error: $PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT; exit 1")
    assert next(iter(install_browser(fake.machine, lambda line: None))).reason == "Error: 99"


def test_an_ordinary_user_gets_no_packages_installed(fake: FakeMachine) -> None:
    root_on_debian(fake, "")
    python(fake, "exit 1")
    fake.become(is_root=False)
    list(install_browser(fake.machine, lambda line: None))
    assert not any(call.startswith("apt-get") for call in fake.calls())


def test_root_on_debian_gets_chromium_from_apt_get_when_the_download_failed(fake: FakeMachine) -> None:
    root_on_debian(fake, "")
    python(fake, "exit 1")
    list(install_browser(fake.machine, lambda line: None))
    assert fake.calls()[1:] == ["apt-get install -y chromium"]


def test_the_line_before_apt_get_says_why_the_download_failed(fake: FakeMachine) -> None:
    root_on_debian(fake, "")
    python(fake, "echo Error: no route; exit 1")
    said: list[str] = []
    list(install_browser(fake.machine, said.append))
    assert said[1:] == ["Playwright's download failed (Error: no route): installing chromium with apt-get."]


def test_apt_get_asks_no_questions(fake: FakeMachine) -> None:
    root_on_debian(fake, 'echo "Error: $DEBIAN_FRONTEND"; exit 1')
    python(fake, "exit 1")
    assert [step.reason for step in install_browser(fake.machine, lambda line: None)][
        1
    ] == "Error: noninteractive"


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


def test_without_package_lists_to_be_had_the_reason_is_that(fake: FakeMachine) -> None:
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


@pytest.mark.parametrize(
    ("like", "may"), [("ID=debian", True), ("ID=ubuntu\nID_LIKE=debian", True), ("ID=fedora", False)]
)
def test_packages_are_installed_on_debian_and_what_descends_from_it(
    fake: FakeMachine, like: str, may: bool
) -> None:
    root_on_debian(fake, "")
    fake.debian(like)
    assert may_install_packages(fake.machine) is may


def test_packages_are_not_installed_on_a_mac(fake: FakeMachine) -> None:
    root_on_debian(fake, "")
    fake.become(platform="darwin")
    assert not may_install_packages(fake.machine)


def test_packages_are_not_installed_where_there_is_no_apt_get(fake: FakeMachine) -> None:
    fake.debian()
    fake.become(is_root=True)
    assert not may_install_packages(fake.machine)


def test_packages_are_not_installed_on_an_unknown_system(fake: FakeMachine) -> None:
    root_on_debian(fake, "")
    (fake.root / "etc/os-release").unlink()
    assert not may_install_packages(fake.machine)


def test_the_exact_command_on_debian_is_the_package_managers(fake: FakeMachine) -> None:
    fake.debian()
    assert exact_command(fake.machine) == "sudo apt-get install -y chromium"


def test_the_exact_command_for_root_has_no_sudo(fake: FakeMachine) -> None:
    fake.debian()
    fake.become(is_root=True)
    assert exact_command(fake.machine) == "apt-get install -y chromium"


def test_the_exact_command_for_another_kind_is_playwrights(fake: FakeMachine) -> None:
    fake.debian()
    assert exact_command(fake.machine, "msedge").endswith("python -m playwright install msedge")


def test_the_exact_command_for_a_headless_shell_is_playwrights(fake: FakeMachine) -> None:
    fake.debian()
    assert exact_command(fake.machine, "headless-shell").endswith("playwright install --only-shell chromium")


def test_the_exact_command_elsewhere_is_playwrights(fake: FakeMachine) -> None:
    fake.become(platform="darwin", python="python3")
    assert exact_command(fake.machine) == "python3 -m playwright install chromium"
