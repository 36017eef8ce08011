"""The options Playwright starts the browser with."""

from __future__ import annotations

from typing import Any

from overlay.common.errors import UsageError
from overlay.companion.browser.model import Browser
from overlay.companion.browser.sandbox import OFF

# Stops what Chromium sends and fetches for itself. Safe Browsing, certificate checks and the like stay on.
# Source: Chromium's `docs/` on command line switches and chrome_switches.cc.
QUIET = (
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-search-engine-choice-screen",
    "--disable-sync",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
)
# Of Playwright's own defaults, those that take a protection from a person who looks at the window.
LESS_SAFE = ("--disable-popup-blocking", "--unsafely-disable-devtools-self-xss-warnings")
# And what shows colours otherwise than the person's screen does.
NOT_THEIRS = ("--force-color-profile=srgb",)

# "null" is Playwright's word for leaving what the person has set; None would be its own default, light.
AS_THE_PERSONS: dict[str, Any] = {
    "no_viewport": True,
    "color_scheme": "null",
    "reduced_motion": "null",
    "forced_colors": "null",
    "contrast": "null",
}
"""Further keyword arguments for `launch_persistent_context`: the window's size and theme are the person's."""

# Even so Chromium asks two Google hosts for accounts and components (seen in its net log, Chromium 156).
LOOPBACK_ONLY = (
    "--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, "
    "EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]"
)


def launch_options(browser: Browser, headless: bool, *, loopback_only: bool = False) -> dict[str, Any]:
    """Keyword arguments for Playwright's `chromium.launch` and `chromium.launch_persistent_context`.

    `loopback_only` (the demo, the tests) lets the browser reach this machine and nothing else; names under
    `.test` lead to it too, so that a test can have several sites. Raises UsageError for a headless shell with
    a window.
    """
    if browser.channel == "headless-shell" and not headless:
        raise UsageError(
            f"{browser.path} has no windows.", advice="Add --headless, or leave --browser headless-shell out."
        )
    options: dict[str, Any] = {
        "executable_path": str(browser.path),
        "headless": headless,
        "args": [*QUIET, *([LOOPBACK_ONLY] if loopback_only else []), *browser.args],
        # Playwright's default is off, everywhere.
        "chromium_sandbox": OFF not in browser.args,
    }
    if not headless:
        options["ignore_default_args"] = [*LESS_SAFE, *NOT_THEIRS]
    return options
