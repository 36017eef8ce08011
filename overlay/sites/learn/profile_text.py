"""Writes the file of a learned profile."""

from __future__ import annotations

import ipaddress
import json
import re
from urllib.parse import urlsplit

from overlay.sites.learn.lesson import Learned
from overlay.sites.loader import parse_profile
from overlay.sites.profile import SiteProfile

KEPT = ("reasoning", "code", "fence", "header", "faded", "file", "settle", "rewrites")
"""Fields that a lesson does not learn: they are taken from the profile that is replaced."""

POINTED = "Learned by pointing: overlay sites learn."


def learned_profile(
    learned: Learned, name: str, url: str, before: SiteProfile | None, how: str = POINTED
) -> str:
    """Return the text of the profile `name` for the chat at `url`; it replaces `before`.

    `how` says in the file how it was found.

    Raises UsageError if the fields are not a valid profile.
    """
    host = urlsplit(url).hostname or ""
    fields: dict[str, object] = {"title": before.title if before else name, "url": url}
    if before and before.hosts:
        fields["hosts"] = list(before.hosts)
    elif _is_public_name(url):
        fields["hosts"] = [host]
    fields |= learned.fields
    for field in KEPT if before else ():
        if value := getattr(before, field):
            fields.setdefault(field, value)
    fields["notes"] = how
    text = "".join(f"{field} = {_toml(value)}\n" for field, value in fields.items())
    parse_profile(text, f"{name}.toml")
    return text


def name_for(url: str) -> str:
    """Return a name for a site: its host without `www.`, `chat.` or `app.`, with its port if it has one."""
    parts = urlsplit(url)
    host = re.sub(r"^(www|chat|app)\.", "", parts.hostname or "chat")
    port = f"-{parts.port}" if parts.port else ""
    return re.sub(r"[^a-z0-9]+", "-", host + port).strip("-")


def _is_public_name(url: str) -> bool:
    """Return whether the host alone identifies the site: it is not an IP address, and there is no port."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return parts.port is None and "." in host
    return False


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
