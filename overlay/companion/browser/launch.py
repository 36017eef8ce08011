"""The options with which Playwright starts the browser."""

from __future__ import annotations

from typing import Any

from overlay.common.errors import UsageError
from overlay.companion.browser.model import Browser
from overlay.companion.browser.sandbox import OFF
from overlay.companion.browser.switches import VAULT, features_off, left_out

# Stops Chromium's own background requests in runs without a window. Safe Browsing, certificate checks and the
# like stay on. Source: Chromium's `docs/` on command line switches and chrome_switches.cc.
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

# "null" makes Playwright keep the user's setting; None would be its own default, light.
AS_THE_PERSONS: dict[str, Any] = {
    "no_viewport": True,
    "color_scheme": "null",
    "reduced_motion": "null",
    "forced_colors": "null",
    "contrast": "null",
}
"""Further arguments of `launch_persistent_context`: window size and theme stay as the user set them."""

# With these, Chromium still contacts two Google hosts for accounts and components (seen in its net log,
# Chromium 156).
LOOPBACK_ONLY = (
    "--host-resolver-rules=MAP *.test 127.0.0.1, MAP * ~NOTFOUND, "
    "EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]"
)


def launch_options(
    browser: Browser,
    headless: bool,
    *,
    loopback_only: bool = False,
    lasting: bool = False,
    extensions: bool = False,
) -> dict[str, Any]:
    """Return keyword arguments for Playwright's `chromium.launch` and `chromium.launch_persistent_context`.

    A window gets the switches of a user's browser (overlay.companion.browser.switches), with the user's
    `extensions` or without. A run without a window keeps Playwright's defaults; if its profile is `lasting`,
    it uses the system's keyring as a window does, or it could not read the cookies. `loopback_only` (the
    demo, the tests) restricts the browser to this machine; names under `.test` resolve to it too, so that a
    test can have several sites. Raises UsageError for a headless shell with a window.
    """
    if browser.channel == "headless-shell" and not headless:
        raise UsageError(
            f"{browser.path} has no windows.", advice="Add --headless, or leave --browser headless-shell out."
        )
    own = list(QUIET) if headless else [features_off()]
    options: dict[str, Any] = {
        "executable_path": str(browser.path),
        "headless": headless,
        "args": [*own, *([LOOPBACK_ONLY] if loopback_only else []), *browser.args],
        # Playwright's default is off on every platform.
        "chromium_sandbox": OFF not in browser.args,
    }
    if not headless:
        options["ignore_default_args"] = left_out(extensions=extensions)
    elif lasting:
        options["ignore_default_args"] = list(VAULT)
    return options
