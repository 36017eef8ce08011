"""The debugging port of pytest-playwright's browser, by which overlay reaches a page of a test.

Playwright's synchronous interface calls back only while the test's own thread waits in one of its methods, so
overlay can't work through it. It connects to the same browser by itself, from a thread of its own.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overlay.common.errors import UsageError

if TYPE_CHECKING:
    from playwright.sync_api import Page

PORT = "--remote-debugging-port"
_FOLDER = re.compile(r'--user-data-dir=(?:"(.+?)"|(.+?))(?= --|$)')
_PORT_FILE = "DevToolsActivePort"
"""The file in the browser's profile with the port, and the path of its address, one a line."""
NO_PORT = "the browser of this page has no debugging port on this machine, so overlay can't reach it"
KEEP = (
    f"overlay adds `{PORT}=0` to the fixture `browser_type_launch_args` in a run with a test that has "
    "`overlay_page` among its arguments: keep it in your own fixture of that name, or add it where you start "
    "the browser."
)


def with_port(options: dict[str, Any]) -> dict[str, Any]:
    """Return launch options of a browser that opens a debugging port, for this machine only."""
    given = list(options.get("args") or ())
    if any(one.startswith(PORT) for one in given):
        return options
    return {**options, "args": [*given, f"{PORT}=0"]}


def address_of(page: Page) -> tuple[str, str]:
    """Return the address of the page's browser, and the page's target id, both of the DevTools protocol.

    Raises UsageError if its browser isn't Chromium or has no port.
    """
    browser = page.context.browser
    if browser is None:
        raise UsageError(NO_PORT, advice=KEEP)
    if (name := browser.browser_type.name) != "chromium":
        raise UsageError(
            f"overlay_page works in Chromium, Chrome and Edge, and this page is in {name}",
            advice='Run pytest with --browser chromium, or mark the test with only_browser("chromium").',
        )
    command = str(_ask(browser.new_browser_cdp_session(), "SystemInfo.getInfo")["commandLine"])
    started = _FOLDER.search(command)
    folder = (started[1] or started[2]) if started else ""
    try:
        port, path = (Path(folder) / _PORT_FILE).read_text("utf-8").split()
    except (OSError, ValueError) as error:
        raise UsageError(NO_PORT, advice=KEEP) from error
    tab = _ask(page.context.new_cdp_session(page), "Target.getTargetInfo")["targetInfo"]
    return f"ws://127.0.0.1:{port}{path}", str(tab["targetId"])


def _ask(session: Any, method: str) -> dict[str, Any]:
    """Return the answer to one command, and end the session: it would get all events of the page."""
    try:
        return session.send(method)
    finally:
        session.detach()
