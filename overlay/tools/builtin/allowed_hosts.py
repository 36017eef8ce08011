"""Check of the hosts a tool may connect to: hosts that the user allowed, at public addresses."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from overlay.tools.errors import ToolError, clip

Resolve = Callable[[str, int], list[str]]
PORTS = {"http": 80, "https": 443}
URL_SIGNS = "%/:=&?~+!$,;'@()*[]"
UNICAST = ipaddress.ip_network("2000::/3")
CARRIERS = (
    (ipaddress.ip_network("::ffff:0:0/96"), 0),  # IPv4-mapped, RFC 4291, 2.5.5.2
    (ipaddress.ip_network("64:ff9b::/96"), 0),  # NAT64, RFC 6052, 2.1
    (ipaddress.ip_network("2002::/16"), 80),  # 6to4, RFC 3056, 2
)
"""Address ranges in use that embed an IPv4 address, and its distance in bits from the right."""
NOT_HOSTS = tuple(
    ipaddress.ip_network(net)
    for net in (
        "2001::/23",  # the IETF's, with Teredo (RFC 4380), which hides its real destination
        "3fff::/20",  # documentation, RFC 9637
        "192.0.0.0/24",  # the IETF's, RFC 6890
        "192.88.99.0/24",  # relays of 6to4, RFC 7526: deprecated, but some systems still route it
    )
)
"""Ranges that are not public, although the standard library (of the oldest supported Python) says so."""
ISATAP = 0x00005EFE


@dataclass(frozen=True, slots=True)
class Target:
    """Where one request goes: `address` is connected to; TLS and the `Host` header use `host`."""

    scheme: str
    host: str
    port: int
    address: str
    path: str

    @property
    def authority(self) -> str:
        """The value of the `Host` header."""
        return self.host if self.port == PORTS[self.scheme] else f"{self.host}:{self.port}"


class HostAllowlist:
    """The allowed hosts: `example.org`, `*.example.org` (its subdomains), or either with `:port`.

    Without a port only 80 and 443 are allowed. `resolve(host, port)` returns addresses. Private addresses are
    allowed only with `private=True`, which is meant for tests.
    """

    def __init__(
        self, hosts: Iterable[str], *, resolve: Resolve | None = None, private: bool = False
    ) -> None:
        self._hosts = [host.lower().rstrip(".") for host in hosts]
        self._resolve = resolve or system_resolve
        self._private = private

    def target(self, url: str) -> Target:
        """Check one URL (the first, or a redirect's) and return where to connect.

        Raises ToolError: tool_invalid if it is not a web address, tool_denied if it is not allowed,
        tool_execution_failed if the host can't be found.
        """
        if any(character <= " " for character in url):
            raise ToolError("tool_invalid", "A web address can't hold spaces or control characters")
        try:
            parts = urlsplit(url)
            port = parts.port or PORTS.get(parts.scheme, 0)
            host = (parts.hostname or "").encode("idna").decode().rstrip(".")
        except ValueError as error:
            raise ToolError("tool_invalid", f"{clip(url, 200)!r} is not a web address: {error}") from error
        if parts.scheme not in PORTS or not host:
            raise ToolError("tool_invalid", f"{clip(url, 200)!r} is not an http or https address")
        if parts.username is not None or parts.password is not None:
            raise ToolError("tool_denied", "An address with a user name or password in it is not fetched")
        if not self._is_allowed(host, port):
            raise ToolError(
                "tool_denied",
                f"{host}:{port} is not among the hosts allowed: {', '.join(self._hosts) or 'none'}",
            )
        path = quote((parts.path or "/") + (f"?{parts.query}" if parts.query else ""), safe=URL_SIGNS)
        return Target(parts.scheme, host, port, self._address(host, port), path)

    def _is_allowed(self, host: str, port: int) -> bool:
        for entry in self._hosts:
            name, _, only = entry.rpartition(":") if entry.rpartition(":")[2].isdigit() else (entry, "", "")
            fits = host.endswith(name[1:]) if name.startswith("*.") else host == name
            if fits and (port == int(only) if only else port in PORTS.values()):
                return True
        return False

    def _address(self, host: str, port: int) -> str:
        try:
            found = self._resolve(host, port)
        except OSError as error:
            raise ToolError("tool_execution_failed", f"The host {host!r} can't be found") from error
        # Refuse if any address is private: a later look-up may return any of them.
        if not self._private and not all(map(is_public, found)):
            raise ToolError("tool_denied", f"{host!r} is on this machine or a private network: not fetched")
        return found[0]


def is_public(address: str) -> bool:
    """Return whether the address is public; False also if it embeds a private address or is not an address.

    The standard library says which ranges are public (IANA's special-purpose registries); of IPv6 only
    2000::/3 is assigned to hosts (RFC 4291, 2.4).
    """
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    public = ip.is_global and not ip.is_multicast and not any(ip in net for net in NOT_HOSTS)
    if isinstance(ip, ipaddress.IPv4Address):
        return public
    inner = [ipaddress.IPv4Address(int(ip) >> shift & 0xFFFFFFFF) for net, shift in CARRIERS if ip in net]
    if inner:
        return all(is_public(str(one)) for one in inner)
    if ip not in UNICAST or not public:
        return False
    # ISATAP: the interface is 0:5efe or 200:5efe, then an IPv4 address (RFC 5214, 6.1).
    isatap = int(ip) >> 32 & 0xFDFFFFFF == ISATAP
    return not isatap or is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))


def system_resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host from the system's resolver. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]
