"""Checks of the addresses in a sign-in. Servers name them and are not trusted."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from overlay.tools.errors import clip
from overlay.tools.mcp.oauth.errors import SignInError

PORTS = {"http": 80, "https": 443}


def check_address(address: str, server: str) -> None:
    """Raise SignInError unless tokens and codes may be sent to `address` for the server at `server`.

    Allowed are https addresses, and this machine if the server is on it too: a remote server must not reach
    local services. (Loopback without https: RFC 8252, section 8.3.) User names in the address are refused.
    """
    shown = repr(clip(address, 200))
    try:
        parts = urlsplit(address)
        host = parts.hostname
    except ValueError as error:
        raise SignInError(f"the sign-in leads to {shown}, which is not an address") from error
    if parts.scheme not in PORTS or not host or parts.username is not None or not address.isprintable():
        raise SignInError(f"the sign-in leads to {shown}, which is not a plain https address")
    local = is_loopback(host)
    if local and not is_loopback(urlsplit(server).hostname or ""):
        raise SignInError(f"the sign-in leads to this machine ({shown}), where the server is not")
    if parts.scheme != "https" and not local:
        raise SignInError(f"the sign-in leads to {shown} without https: others could read it on its way")


def is_loopback(host: str) -> bool:
    """Return whether `host` is this machine, by loopback address or known name. Other names
    are not resolved.
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower().rstrip(".") == "localhost"


def origin(address: str) -> str:
    """Return scheme, host and port, such as `https://example.org:8443`; the port only if it is not the
    default.
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    named = f"[{host}]" if ":" in host else host
    port = "" if parts.port in (None, PORTS.get(parts.scheme)) else f":{parts.port}"
    return f"{parts.scheme}://{named}{port}"
