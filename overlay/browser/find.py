"""The order in which a browser is looked for: the one given, Playwright's own, then an installed one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from overlay.browser.model import Browser, Channel, How, Machine
from overlay.browser.places import installed, playwright_own
from overlay.browser.probe import probe
from overlay.browser.sandbox import sandbox_args
from overlay.errors import WrongUse

CHANNELS: dict[str, Channel] = {
    "chrome": "chrome",
    "msedge": "msedge",
    "chromium": "chromium",
}
_ANY: tuple[Channel, ...] = ("chrome", "msedge", "chromium")


def find_browser(name: str | None = None, *, machine: Machine | None = None) -> Browser | None:
    """The first browser that starts, or None. Installs nothing.

    `name` is `chrome`, `msedge`, `chromium`, a command on PATH or a path; None takes any. Raises WrongUse for
    a name that is none of these, and for a path whose program doesn't start.
    """
    machine = machine or Machine.current()
    if name and name not in CHANNELS:
        return _given(name, machine)
    for path, channel, how in _candidates(CHANNELS[name] if name else None, machine):
        seen = probe(path, machine)
        if seen.reason is None:
            return Browser(path, channel, how, seen.name, seen.version, sandbox_args(machine))
    return None


def _candidates(wanted: Channel | None, machine: Machine) -> Iterator[tuple[Path, Channel, How]]:
    own = playwright_own(machine) if wanted in (None, "chromium") else None
    if own:
        yield own, "chromium", "Playwright's own"
    for channel in (wanted,) if wanted else _ANY:
        for path in installed(machine, channel):
            yield path, channel, "installed"


def _given(name: str, machine: Machine) -> Browser:
    path = machine.which(str(Path(name).expanduser()))
    if path is None:
        raise WrongUse(
            f"--browser {name}: there is no such program.",
            advice="Give chrome, msedge, chromium, or the path of a Chromium-based browser.",
        )
    seen = probe(path, machine)
    if seen.reason:
        raise WrongUse(
            f"--browser {name}: it does not start as a Chromium-based browser would ({seen.reason}).",
            advice="Give chrome, msedge, chromium, or the path of a Chromium-based browser.",
        )
    return Browser(path, None, "given", seen.name, seen.version, sandbox_args(machine))
