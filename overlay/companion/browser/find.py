"""The order in which browsers are searched: the given one first. For a window, the installed ones, which
update themselves, come before Playwright's own; for a run without a user, Playwright's own come first.

A run without a window prefers Chromium's headless shell: the same engine without the browser's user
interface, which needs a third less time (Playwright's own default for such runs).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from overlay.common.errors import UsageError
from overlay.companion.browser.locations import installed, playwright_own
from overlay.companion.browser.model import Browser, Channel, How, Machine
from overlay.companion.browser.probe import probe
from overlay.companion.browser.sandbox import sandbox_args

CHANNELS: dict[str, Channel] = {
    "chrome": "chrome",
    "msedge": "msedge",
    "chromium": "chromium",
    "headless-shell": "headless-shell",
}
_CHOICES = f"Give {', '.join(CHANNELS)}, or the path of a Chromium-based browser."
_ANY: tuple[Channel, ...] = ("chrome", "msedge", "chromium")


def find_browser(
    name: str | None = None, *, headless: bool = False, machine: Machine | None = None
) -> Browser | None:
    """Return the first browser that starts, or None. Installs nothing.

    `name` is `chrome`, `msedge`, `chromium`, `headless-shell`, a command on PATH or a path; None takes any, a
    headless shell only if `headless`. Raises UsageError for any other name, and for a path whose program
    doesn't start.
    """
    machine = machine or Machine.current()
    if name and name not in CHANNELS:
        return _given(name, machine)
    for path, channel, how in _candidates(_kinds(name, headless), machine, installed_first=not headless):
        seen = probe(path, machine)
        if seen.reason is None:
            return Browser(path, channel, how, seen.name, seen.version, sandbox_args(machine))
    return None


def _kinds(name: str | None, headless: bool) -> Iterator[tuple[Channel, ...]]:
    """Yield groups of kinds, in order of preference."""
    if name:
        yield (CHANNELS[name],)
        return
    if headless:
        yield ("headless-shell",)
    yield _ANY


def _candidates(
    groups: Iterable[tuple[Channel, ...]], machine: Machine, *, installed_first: bool
) -> Iterator[tuple[Path, Channel, How]]:
    for group in groups:
        own: list[tuple[Path, Channel, How]] = [
            (path, channel, "Playwright's own")
            for channel in group
            if (path := playwright_own(machine, channel))
        ]
        theirs: list[tuple[Path, Channel, How]] = [
            (path, channel, "installed") for channel in group for path in installed(machine, channel)
        ]
        yield from (*theirs, *own) if installed_first else (*own, *theirs)


def _given(name: str, machine: Machine) -> Browser:
    path = machine.which(str(Path(name).expanduser()))
    if path is None:
        raise UsageError(
            f"--browser {name}: there is no such program.",
            advice=_CHOICES,
        )
    seen = probe(path, machine)
    if seen.reason:
        raise UsageError(
            f"--browser {name}: it does not start as a Chromium-based browser would ({seen.reason}).",
            advice=_CHOICES,
        )
    return Browser(path, None, "given", seen.name, seen.version, sandbox_args(machine))
