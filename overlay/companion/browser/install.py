"""Bringing a browser in where there is none: Playwright's download, then the system's package manager.

Nothing is asked, nothing is shown but one line for each thing that is about to be done.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from overlay.companion.browser.locations import playwright_own
from overlay.companion.browser.model import Channel, Machine
from overlay.companion.browser.subprocesses import Outcome, run_quietly

DOWNLOAD_SECONDS = 600
PACKAGE_SECONDS = 600
_PLAYWRIGHT = ("-m", "playwright")
# What is said of each kind that can be brought in, Playwright's word for it alone, and its Debian package.
_KINDS: dict[Channel, tuple[str, str, str]] = {
    "chromium": ("Chromium (about 180 MB, once)", "--no-shell", "chromium"),
    "headless-shell": ("headless Chromium (about 110 MB, once)", "--only-shell", "chromium-headless-shell"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One way that was tried: what it is called, and why it failed (None if it says it did not)."""

    name: str
    reason: str | None


def install_browser(
    machine: Machine, say: Callable[[str], None], channel: Channel = "chromium"
) -> Iterator[Step]:
    """Try one way after the other to have a `chromium` or a `headless-shell`; the caller looks for it after
    each, and stops when it is there.
    """
    what, alone, package = _KINDS[channel]
    say(f"No browser found: downloading Playwright's {what}.")
    download = run_quietly(
        [machine.python, *_PLAYWRIGHT, "install", alone, "--no-progress", "chromium"],
        seconds=DOWNLOAD_SECONDS,
        env={"PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000", **machine.env},
    )
    yield Step("Playwright's download", download.reason)
    if not may_install_packages(machine):
        return
    if playwright_own(machine, channel):
        say("The Chromium that was downloaded lacks system libraries: installing them with apt-get.")
        libraries = run_quietly(
            [machine.python, *_PLAYWRIGHT, "install-deps", "chromium"],
            seconds=PACKAGE_SECONDS,
            env=_unattended(machine),
        )
        yield Step("installing its libraries", libraries.reason)
    else:
        say(f"Playwright's download failed ({download.reason}): installing {package} with apt-get.")
        yield Step("apt-get", _apt_get(machine, package).reason)


def _apt_get(machine: Machine, package: str) -> Outcome:
    def apt_get(*words: str) -> Outcome:
        return run_quietly(["apt-get", *words], seconds=PACKAGE_SECONDS, env=_unattended(machine))

    outcome = apt_get("install", "-y", package)
    if outcome.reason:
        # No package lists, or lists that name a version the mirror no longer has.
        updated = apt_get("update")
        outcome = updated if updated.reason else apt_get("install", "-y", package)
    return outcome


def _unattended(machine: Machine) -> dict[str, str]:
    return {**machine.env, "DEBIAN_FRONTEND": "noninteractive"}


def may_install_packages(machine: Machine) -> bool:
    """True for root on Debian and what descends from it: there apt-get needs to ask no one."""
    return machine.is_root and _is_debian(machine) and machine.which("apt-get") is not None


def exact_command(machine: Machine, channel: Channel = "chromium") -> str:
    """What a person should type on this machine to have a browser of that kind."""
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
