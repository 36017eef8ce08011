"""Where a sign-in to a server is shown on this machine."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable

from overlay.companion.browser import Machine
from overlay.ui.terminal.sign_in import ShowSignIn


def sign_in_here(say: Callable[[str], object]) -> ShowSignIn:
    """Return what shows a sign-in: with `say`, and in the system's browser where there is a display."""
    return ShowSignIn(say, webbrowser.open if Machine.current().display() else None)
