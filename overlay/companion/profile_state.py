"""The state that overlay keeps of a browser profile: its browser, and where the user has signed in."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, cast

from overlay.common.whole_file import write_whole
from overlay.companion.browser.model import Browser

FILE = "overlay.json"
Step = Literal["not signed in", "signed in", "signed out"]
_COOKIES = (Path("Default/Network/Cookies"), Path("Default/Cookies"))


def losses(profile: Path, browser: Browser, platform: str = sys.platform) -> list[str]:
    """Return, before the browser starts, a line for each part of the profile that it may fail to read.

    A browser encrypts cookies and passwords with a key in the system's keyring, under its own name. Earlier
    overlays started browsers without the keyring. On Linux, such cookies are read with the keyring too
    (Chromium's `os_crypt_linux.cc`, prefix v10); on macOS they are not; Windows was never affected.
    """
    if not (profile / "Local State").exists():
        return []
    state = _read(profile)
    lines: list[str] = []
    if platform == "darwin" and not state.get("keyring"):
        lines.append(
            f"The profile {profile} was made without the keychain. Its sign-ins and saved passwords can't be"
            " read with the keychain: sign in again."
        )
    before = str(state.get("browser", ""))
    if before and before != browser.name:
        lines.append(
            f"The profile {profile} was used with {before}. {browser.name} may not be able to read its"
            " sign-ins: sign in again, or give --browser or --profile."
        )
    last = _last_version(profile)
    if last > _major(browser.version) > 0:
        lines.append(
            f"The profile {profile} was used with version {last} of a browser; {browser.name}"
            f" {browser.version} is older and may not read all of it. Update it, or give --profile."
        )
    return lines


def keep_browser(profile: Path, browser: Browser) -> None:
    """Note that this browser has used the profile, with the system's keyring."""
    state = _read(profile)
    updated = state | {"browser": browser.name, "keyring": True}
    if updated != state:
        _write(profile, updated)


def keep_sign_in(profile: Path, site: str) -> None:
    """Note that the user has finished the sign-in step of the site."""
    state = _read(profile)
    sites = _sites(state) | {site: datetime.now(UTC).isoformat(timespec="seconds")}
    _write(profile, state | {"sites": sites})


def sign_ins(profile: Path) -> dict[str, str]:
    """Return the sites whose sign-in step was finished in the profile, each with the time (ISO 8601)."""
    return _sites(_read(profile))


def step_of(profile: Path, site: str, hosts: Iterable[str]) -> Step:
    """Return the site's step: "signed in" if finished with lasting cookies, "signed out" if these are gone.

    Only the site knows whether the user is signed in. The step counts as done only if the user finished it.
    """
    if site not in sign_ins(profile):
        return "not signed in"
    return "signed in" if lasting_cookies(profile, hosts) else "signed out"


def lasting_cookies(profile: Path, hosts: Iterable[str]) -> int:
    """Return how many cookies of these hosts (and hosts below them) outlive the browser and have not expired.

    Names and values are not read. Source: the table `cookies` of `sqlite_persistent_cookie_store.cc` in
    Chromium; its times are microseconds since 1601.
    """
    names = [host.partition("/")[0].lower() for host in hosts]
    now = int((datetime.now(UTC) - datetime(1601, 1, 1, tzinfo=UTC)).total_seconds() * 1_000_000)
    for file in _COOKIES:
        path = profile / file
        if not path.exists():
            continue
        try:
            store = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5)
        except sqlite3.Error:
            continue
        try:
            rows = store.execute(
                "select host_key from cookies where is_persistent and expires_utc > ?", (now,)
            ).fetchall()
        except sqlite3.Error:  # a running browser has locked it, or its format is different
            continue
        finally:
            store.close()
        return sum(_below(str(host).lstrip(".").lower(), names) for (host,) in rows)
    return 0


def _below(host: str, names: Iterable[str]) -> bool:
    return any(host == name or host.endswith("." + name) for name in names)


def _sites(state: dict[str, Any]) -> dict[str, str]:
    sites = state.get("sites")
    if not isinstance(sites, dict):
        return {}
    return {str(site): str(when) for site, when in cast("dict[object, object]", sites).items()}


def _last_version(profile: Path) -> int:
    try:
        return _major((profile / "Last Version").read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return 0


def _major(version: str) -> int:
    first = version.strip().partition(".")[0]
    return int(first) if first.isdecimal() else 0


def _read(profile: Path) -> dict[str, Any]:
    try:
        state: object = json.loads((profile / FILE).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return cast("dict[str, Any]", state) if isinstance(state, dict) else {}


def _write(profile: Path, state: dict[str, Any]) -> None:
    write_whole(profile / FILE, json.dumps(state, indent=1))
