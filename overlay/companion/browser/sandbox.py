"""Chromium's sandbox: on wherever possible. As root on Linux, Chromium starts only without it."""

from __future__ import annotations

from overlay.companion.browser.model import Machine

OFF = "--no-sandbox"


def sandbox_off_because(machine: Machine) -> str | None:
    """Return why the sandbox must be off on this machine, in a few words; None if it stays on."""
    if machine.platform == "linux" and machine.is_root:
        return "running as root"
    return None


def sandbox_args(machine: Machine) -> tuple[str, ...]:
    """Return the browser arguments that switch the sandbox off where that is needed."""
    return (OFF,) if sandbox_off_because(machine) else ()
