import pytest

from overlay.tools.builtin.allowed_hosts import HostAllowlist, Target, is_public, system_resolve
from overlay.tools.errors import ToolError
from tests.support.table import for_each


def resolve(*addresses: str):
    """Return a look-up that always gives these addresses."""

    def look_up(host: str, port: int) -> list[str]:
        if not addresses:
            raise OSError("no such host")
        return list(addresses)

    return look_up


def target(url: str, *hosts: str, addresses: tuple[str, ...] = ("93.184.216.34",)) -> Target:
    return HostAllowlist(hosts or ("example.org",), resolve=resolve(*addresses)).target(url)


def refusal(url: str, *hosts: str, addresses: tuple[str, ...] = ("93.184.216.34",)) -> ToolError:
    with pytest.raises(ToolError) as caught:
        target(url, *hosts, addresses=addresses)
    return caught.value


def test_an_allowed_address_says_where_to_connect_and_what_to_request():
    assert target("https://Example.org/a?b=c#d") == Target(
        "https", "example.org", 443, "93.184.216.34", "/a?b=c"
    )

    assert target("http://example.org").path == "/"

    assert target("http://example.org/ä?q=€").path == "/%C3%A4?q=%E2%82%AC"


@for_each(
    ("url", "authority"),
    [
        ("http://example.org/", "example.org"),
        ("https://example.org:443/", "example.org"),
        ("https://example.org:80/", "example.org:80"),
    ],
)
def test_the_host_header_names_the_port_only_where_it_is_not_the_usual(url: str, authority: str):
    assert target(url).authority == authority


@for_each("url", ["http://example.org./", "http://EXAMPLE.ORG/", "https://example.org:80/"])
def test_the_same_host_written_another_way_is_allowed(url: str):
    assert target(url).host == "example.org"


def test_a_host_is_allowed_by_star_port_and_ascii_form():
    assert target("http://a.b.example.org/", "*.example.org").host == "a.b.example.org"

    assert target("http://bücher.example/", "xn--bcher-kva.example").host == "xn--bcher-kva.example"

    assert target("http://example.org:8080/", "example.org:8080").port == 8080


@for_each(
    ("url", "host"),
    [
        ("http://example.com/", "example.org"),
        ("http://example.org.evil.com/", "example.org"),
        ("http://evilexample.org/", "*.example.org"),
        ("http://example.org/", "*.example.org"),
        ("http://example.org:8080/", "example.org"),
        ("http://example.org:22/", "example.org"),
        ("http://example.org/", "example.org:8080"),
        ("http://evil.com\\@example.org/", "evil.org"),
    ],
)
def test_a_host_that_is_not_on_the_list_is_denied(url: str, host: str):
    assert refusal(url, host).code == "tool_denied"


def test_with_nothing_allowed_everything_is_denied():
    with pytest.raises(ToolError, match="hosts allowed: none"):
        HostAllowlist([], resolve=resolve("93.184.216.34")).target("http://example.org/")


def test_an_address_with_a_password_is_denied():
    assert "user name or password" in refusal("http://me:pw@example.org/").message


@for_each(
    "url",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "example.org",
        "http://",
        "http://example.org:99999/",
        "http://exa mple.org/",
        "http://example.org/a\r\nX: y",
        "http://a..b/",
        "http://[::1/",
    ],
)
def test_a_text_that_is_no_web_address_is_refused(url: str):
    assert refusal(url).code == "tool_invalid"


@for_each(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2002:c0a8:101::",
    ],
)
def test_an_address_on_this_machine_or_a_private_network_is_not_public(address: str):
    assert not is_public(address)


@for_each("address", ["93.184.216.34", "2606:2800:220:1::1", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_an_address_of_the_open_internet_is_public(address: str):
    assert is_public(address)


@for_each(
    ("address", "source"),
    [
        ("::127.0.0.1", "IPv4-compatible, RFC 4291, 2.5.5.1"),
        ("::8.8.8.8", "IPv4-compatible, given up"),
        ("::ffff:0:127.0.0.1", "IPv4-translated, RFC 2765, 2.1"),
        ("::ffff:0:8.8.8.8", "IPv4-translated: never a host's"),
        ("::ffff:169.254.169.254", "IPv4-mapped, RFC 4291, 2.5.5.2"),
        ("::ffff:0.0.0.0", "IPv4-mapped, this host"),
        ("fec0::1", "site-local, RFC 3879"),
        ("feff::1", "site-local, its end"),
        ("64:ff9b::10.0.0.1", "NAT64, RFC 6052, 2.1"),
        ("64:ff9b:1::7f00:1", "NAT64 of a network's own, RFC 8215"),
        ("64:ff9b:1:fffe::808:808", "NAT64 of a network's own"),
        ("2002:a00:1::", "6to4, RFC 3056"),
        ("2002:a9fe:a9fe::1", "6to4, link-local"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "Teredo, RFC 4380"),
        ("2001:0:7f00:1::", "Teredo, the server's address"),
        ("2606:2800:220:1:0:5efe:a00:1", "ISATAP, RFC 5214, 6.1"),
        ("2606:2800:220:1:200:5efe:7f00:1", "ISATAP, the global bit"),
        ("2001:db8::1", "documentation, RFC 3849"),
        ("3fff::1", "documentation, RFC 9637"),
        ("2001:2::1", "benchmarks, RFC 5180"),
        ("100::1", "discard, RFC 6666"),
        ("5f00::1", "segment routing, RFC 9602"),
        ("4000::1", "not given to hosts, RFC 4291, 2.4"),
        ("fe80::1", "link-local, RFC 4291"),
        ("fd12:3456::1", "unique local, RFC 4193"),
        ("ff0e::1", "multicast, RFC 4291"),
        ("192.88.99.1", "6to4's relays, RFC 7526"),
        ("192.0.0.8", "IETF, RFC 7600"),
        ("198.18.0.1", "benchmarks, RFC 2544"),
        ("203.0.113.9", "documentation, RFC 5737"),
        ("240.0.0.1", "reserved, RFC 1112"),
        ("0.1.2.3", "this network, RFC 791"),
        ("2130706433", "a number: no address as a system gives one"),
        ("0x7f.1", "hexadecimal parts, likewise"),
        ("127.1", "too few parts, likewise"),
        ("127.0.0.1.", "a dot behind it, likewise"),
        ("", "nothing"),
    ],
)
def test_an_address_that_only_looks_public_is_not(address: str, source: str):
    assert not is_public(address), source


@for_each(
    "host", ["0x7f.1", "2130706433", "127.1", "0177.0.0.1", "127.0.0.1.", "0x7f000001", "[::ffff:7f00:1]", "\uff11\uff12\uff17.0.0.1"]
)  # fmt: skip
def test_however_an_allowed_host_is_written_this_machine_is_not_reached(host: str):
    name = host.strip("[]").rstrip(".").replace("\uff11\uff12\uff17", "127")
    with pytest.raises(ToolError) as fault:
        HostAllowlist([name, "127.0.0.1"]).target(f"http://{host}/")
    assert fault.value.code in ("tool_denied", "tool_execution_failed")


@for_each("addresses", [("127.0.0.1",), ("93.184.216.34", "10.0.0.1"), ("::ffff:10.0.0.1",)])
def test_an_allowed_name_that_leads_to_a_private_address_is_denied(addresses: tuple[str, ...]):
    assert refusal("http://example.org/", addresses=addresses).code == "tool_denied"


def test_a_private_address_is_reached_where_the_user_said_so():
    allowed = HostAllowlist(["localhost:1"], resolve=resolve("127.0.0.1"), private=True)
    assert allowed.target("http://localhost:1/").address == "127.0.0.1"


def test_a_host_that_can_not_be_found_is_said():
    assert refusal("http://example.org/", addresses=()).code == "tool_execution_failed"


def test_the_system_knows_this_machine():
    assert "127.0.0.1" in system_resolve("127.0.0.1", 80)
