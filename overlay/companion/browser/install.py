"""Installs a browser where there is none: Playwright's download, then the system's package manager.

It asks nothing and prints one line before each step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from overlay.companion.browser.locations import playwright_own
from overlay.companion.browser.model import Channel, Machine
from overlay.companion.browser.subprocesses import CommandResult, run_quietly

DOWNLOAD_SECONDS = 600
PACKAGE_SECONDS = 600
_PLAYWRIGHT = ("-m", "playwright")
# For each kind: the text for the user, Playwright's option for it alone, and its Debian package.
_KINDS: dict[Channel, tuple[str, str, str]] = {
    "chromium": ("Chromium (about 180 MB, once)", "--no-shell", "chromium"),
    "headless-shell": ("headless Chromium (about 110 MB, once)", "--only-shell", "chromium-headless-shell"),
}


@dataclass(frozen=True, slots=True)
class InstallAttempt:
    """One installation attempt: its name, and why it failed (None if it reported no error)."""

    name: str
    reason: str | None


def install_browser(
    machine: Machine, notify: Callable[[str], None], channel: Channel = "chromium"
) -> Iterator[InstallAttempt]:
    """Try each way to install a `chromium` or a `headless-shell`, and yield each attempt.

    The caller looks for the browser after each attempt, and stops when it is there.
    """
    description, alone, package = _KINDS[channel]
    notify(f"No browser found: downloading Playwright's {description}.")
    download = run_quietly(
        [machine.python, *_PLAYWRIGHT, "install", alone, "--no-progress", "chromium"],
        seconds=DOWNLOAD_SECONDS,
        env={"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000", **machine.env},
    )
    yield InstallAttempt("Playwright's download", download.reason)
    if not may_install_packages(machine):
        return
    if playwright_own(machine, channel):
        notify("The Chromium that was downloaded lacks system libraries: installing them with apt-get.")
        libraries = run_quietly(
            [machine.python, *_PLAYWRIGHT, "install-deps", "chromium"],
            seconds=PACKAGE_SECONDS,
            env=_unattended(machine),
        )
        yield InstallAttempt("installing its libraries", libraries.reason)
    else:
        notify(f"Playwright's download failed ({download.reason}): installing {package} with apt-get.")
        yield InstallAttempt("apt-get", _apt_get(machine, package).reason)


def _apt_get(machine: Machine, package: str) -> CommandResult:
    def apt_get(*words: str) -> CommandResult:
        return run_quietly(["apt-get", *words], seconds=PACKAGE_SECONDS, env=_unattended(machine))

    outcome = apt_get("install", "-y", package)
    if outcome.reason:
        # The package lists are missing, or name a version that the mirror no longer has.
        updated = apt_get("update")
        outcome = updated if updated.reason else apt_get("install", "-y", package)
    return outcome


def _unattended(machine: Machine) -> dict[str, str]:
    return {**machine.env, "DEBIAN_FRONTEND": "noninteractive"}


def may_install_packages(machine: Machine) -> bool:
    """Return whether apt-get needs no password here: as root on Debian or a derived system."""
    return machine.is_root and _is_debian(machine) and machine.which("apt-get") is not None


def exact_command(machine: Machine, channel: Channel = "chromium") -> str:
    """Return the command that the user can type on this machine to install a browser of that kind."""
    if channel == "chromium" and _is_debian(machine):
        sudo = "" if machine.is_root else "sudo "
        return f"{sudo}apt-get install -y chromium"
    wanted = "--only-shell chromium" if channel == "headless-shell" else channel
    return f"{machine.python} -m playwright install {wanted}"


def _is_debian(machine: Machine) -> bool:
    if machine.platform != "linux":
        return False
    try:
        text = (machine.root / "etc" / "os-release").read_text(encoding="utf-8")
    except OSError:
        return False
    like = " ".join(re.findall(r'^ID(?:_LIKE)?="?([^"\n]*)', text, re.MULTILINE))
    return "debian" in like.split()
