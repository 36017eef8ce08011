"""Which site an address belongs to: its origin, as browsers write it (RFC 6454)."""

from __future__ import annotations

from urllib.parse import urlsplit

EVERYWHERE = "*"
NO_SITE = "null"
"""What browsers call the origin of a page that has none, such as `about:blank` or a file."""
_PORTS = {"http": 80, "https": 443}


def origin_of(url: str) -> str:
    """Return `scheme://host` of an http(s) address, with the port where it is not the usual one; else
    "null".
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        return NO_SITE
    if parts.scheme not in _PORTS or not host:
        return NO_SITE
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + ("" if port in (None, _PORTS[parts.scheme]) else f":{port}")


def holds_on(site: str, here: str) -> bool:
    """True if what was given on `site` holds `here`; only a written `*` holds everywhere."""
    return site in (EVERYWHERE, here)


def checked_site(site: str) -> str:
    """Return `site` as `origin_of` gives it, or `*`. Raises ValueError for anything else."""
    if site == EVERYWHERE:
        return site
    found = origin_of(site)
    if found == NO_SITE or urlsplit(site).path not in ("", "/"):
        raise ValueError(f"{site!r} is no site: write its origin, such as https://chat.example, or *")
    return found
