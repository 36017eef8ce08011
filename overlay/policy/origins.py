"""Origin of an address, as browsers serialise it (RFC 6454)."""

from __future__ import annotations

from urllib.parse import urlsplit

EVERYWHERE = "*"
NO_SITE = "null"
"""The origin that browsers give a page without one, such as `about:blank` or a file."""
_PORTS = {"http": 80, "https": 443}


def origin_of(url: str) -> str:
    """Return `scheme://host` of an http(s) address, with the port unless it is the default; else "null"."""
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
    """Return whether a permission for `site` applies on `here`. Only a written `*` applies everywhere."""
    return site in (EVERYWHERE, here)


def checked_site(site: str) -> str:
    """Return `site` in the form of `origin_of`, or `*`. Raises ValueError for anything else."""
    if site == EVERYWHERE:
        return site
    found = origin_of(site)
    if found == NO_SITE or urlsplit(site).path not in ("", "/"):
        raise ValueError(
            f"{site!r} is not a valid site: write its origin, such as https://chat.example, or *"
        )
    return found
