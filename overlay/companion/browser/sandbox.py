"""Chromium's sandbox: on wherever it can be. It won't start as root on Linux unless that is off."""

from __future__ import annotations

from overlay.companion.browser.model import Machine

OFF = "--no-sandbox"


def sandbox_off_because(machine: Machine) -> str | None:
    """Why the sandbox has to be off on this machine, in a few words; None where it stays on."""
    if machine.platform == "linux" and machine.is_root:
        return "running as root"
    return None


def sandbox_args(machine: Machine) -> tuple[str, ...]:
    """What the browser must be started with because of it."""
    return (OFF,) if sandbox_off_because(machine) else ()
