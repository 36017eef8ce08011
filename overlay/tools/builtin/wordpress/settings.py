"""The `[wordpress]` table: the site, how to reach it, and what is allowed there."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator

from overlay.tools.errors import ToolError

Method = Literal["GET", "POST", "PUT", "PATCH", "DELETE"]
Keyring = Callable[[str, str], str | None]
# These can show or run anything: PHP code, the database, the secrets in wp-config.php.
BLOCKED = ["config", "db", "eval", "eval-file", "package", "shell"]


class WordPressSettings(BaseModel):
    """The user's WordPress settings. A tool whose settings are missing is not added."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    url: str = ""
    """The site for `wp_api`: https, or http on this machine."""
    user: str = ""
    """The user who signs in to the site."""
    password_env: str = ""
    """Name of the environment variable with the user's application password."""
    keyring: str = ""
    """Service in the system's keyring that has the password, if `password_env` is not set."""
    methods: list[Method] = Field(default_factory=lambda: ["GET"])
    """The HTTP methods that `wp_api` may use."""
    path: str = ""
    """WordPress folder for `wpcli` and `plugin_logs`, on this machine or on the `ssh` host."""
    ssh: str = Field(default="", pattern=r"^([A-Za-z0-9_][\w.@:\[\]-]*)?$")
    """The host that has the folder, such as `me@example.org`; empty: this machine."""
    wp: list[str] = Field(default_factory=lambda: ["wp"], min_length=1)
    """The command that starts WP-CLI, as a list of words."""
    blocked: list[str] = Field(default_factory=lambda: list(BLOCKED))
    """Subcommands of WP-CLI that are refused."""
    log: str = ""
    """File of `plugin_logs`; empty: `wp-content/debug.log` in `path`."""

    @field_validator("url")
    @classmethod
    def _safe(cls, url: str) -> str:
        if not url:
            return url
        parts = urlsplit(url)
        if not parts.hostname or parts.query or parts.fragment or parts.username is not None:
            raise ValueError("give the site's address, such as https://example.org")
        if parts.scheme != "https" and not (parts.scheme == "http" and _loopback(parts.hostname)):
            raise ValueError("give an https address: over http, others could read the password")
        return url.rstrip("/")

    @property
    def log_path(self) -> str:
        """Path of the log, on this machine or on the ssh host; "" if it is not configured."""
        return self.log or (str(Path(self.path) / "wp-content" / "debug.log") if self.path else "")

    def password(self, environ: Mapping[str, str] | None = None, look_up: Keyring | None = None) -> str:
        """Return the application password; "" if none is configured.

        Raises ToolError tool_execution_failed if it is not in the configured place.
        """
        if self.password_env:
            found = (os.environ if environ is None else environ).get(self.password_env, "")
            if not found:
                raise ToolError("tool_execution_failed", f"The variable {self.password_env} is not set")
            return found
        if self.keyring:
            found = (look_up or from_keyring)(self.keyring, self.user)
            if not found:
                raise ToolError(
                    "tool_execution_failed",
                    f"The keyring has no password of {self.user!r} under {self.keyring!r}",
                )
            return found
        return ""


def from_keyring(service: str, user: str) -> str | None:
    """Return the password from the system's keyring. Raises ToolError if the package `keyring` is not
    installed.
    """
    try:
        import keyring  # pyright: ignore[reportMissingImports] - optional, users install it
    except ImportError as error:
        raise ToolError(
            "tool_execution_failed",
            "The password is to come from the keyring, and the package 'keyring' is not installed: install "
            "it, or set password_env",
        ) from error
    found: str | None = cast("Any", keyring).get_password(service, user)
    return found


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
