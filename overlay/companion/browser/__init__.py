"""The browser: finding it, installing it, and the options to start it with."""

from overlay.companion.browser.ensure import ensure_browser
from overlay.companion.browser.find import find_browser
from overlay.companion.browser.launch import AS_THE_PERSONS, launch_options
from overlay.companion.browser.model import Browser, Machine

__all__ = ["AS_THE_PERSONS", "Browser", "Machine", "ensure_browser", "find_browser", "launch_options"]
