"""Finds a browser or installs one, or raises an error with the command to type."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path

from overlay.common.errors import BrowserNotFound
from overlay.common.file_lock import exclusive_lock
from overlay.common.paths import cache_dir
from overlay.companion.browser.find import CHANNELS, find_browser
from overlay.companion.browser.install import InstallAttempt, exact_command, install_browser
from overlay.companion.browser.model import Browser, Channel, Machine
from overlay.companion.browser.sandbox import OFF, sandbox_off_because

LOCK_SECONDS = 1800


def ensure_browser(
    name: str | None = None,
    *,
    notify: Callable[[str], None],
    headless: bool = False,
    machine: Machine | None = None,
    lock: Path | None = None,
) -> Browser:
    """Return the browser to use; install one if there is none.

    `name` is the value of `--browser` (`chrome`, `msedge`, `chromium`, `headless-shell`, a command or a path;
    None takes any, the headless shell first if `headless`). Of those asked for by name only `chromium` and
    `headless-shell` are installed. `notify` is called with each line for the user.

    The returned browser was started once as a test. Blocks until an installation has ended: from async code
    call `await asyncio.to_thread(ensure_browser, name, notify=notify)`.

    Raises UsageError for a name that can't be used, BrowserNotFound, with the command to type, if everything
    failed.
    """
    machine = machine or Machine.current()

    def look() -> Browser | None:
        return find_browser(name, headless=headless, machine=machine)

    browser = look()
    if browser is None:
        channels = _to_install(name, headless)
        channel = channels[0]
        if channel in ("chrome", "msedge"):
            raise BrowserNotFound(
                f"--browser {name}: it is not installed on this machine, or does not start.",
                advice=f"To install it: {exact_command(machine, channel)}",
            )
        browser = _install(channels, look, machine, notify, lock or cache_dir() / "browser.lock")
    reason = sandbox_off_because(machine)
    if reason:
        notify(f"Chromium's sandbox is off ({OFF}): {reason}.")
    return browser


def _to_install(name: str | None, headless: bool) -> tuple[Channel, ...]:
    if name:
        return (CHANNELS[name],)
    return ("headless-shell", "chromium") if headless else ("chromium",)


def _install(
    channels: tuple[Channel, ...],
    look: Callable[[], Browser | None],
    machine: Machine,
    notify: Callable[[str], None],
    lock: Path,
) -> Browser:
    steps: list[InstallAttempt] = []
    busy = BrowserNotFound(
        f"Another overlay has been installing a browser for more than {LOCK_SECONDS:g} s.",
        advice="Wait for it, or end it, and start again.",
    )
    with exclusive_lock(lock, seconds=LOCK_SECONDS, error=busy, pause=0.1):
        # The previous holder of the lock may have just installed one.
        browser = look()
        ways = chain.from_iterable(install_browser(machine, notify, channel) for channel in channels)
        while browser is None:
            step = next(ways, None)
            if step is None:
                break
            steps.append(step)
            browser = look()
    if browser is None:
        tried = "; ".join(f"{step.name}: {step.reason or 'done, but it does not start'}" for step in steps)
        raise BrowserNotFound(
            f"No browser could be found or installed ({tried}).",
            advice=f"Install one and start again: {exact_command(machine, channels[-1])}",
            tried={step.name: step.reason for step in steps},
        )
    notify(f"{browser.name} {browser.version} is ready.")
    return browser
