import pytest

from overlay.tools.mcp.oauth.errors import SignInError
from overlay.tools.mcp.oauth.url_checks import check_address, is_loopback, origin
from tests.support.table import for_each

FAR = "https://mcp.example/x"
NEAR = "http://127.0.0.1:9000/mcp"


@for_each(
    ("address", "server"),
    [
        ("https://auth.example/token", FAR),
        ("https://auth.example/token", NEAR),
        ("http://localhost:8000/token", NEAR),
        ("http://[::1]:8000/token", "http://localhost/mcp"),
    ],
)
def test_https_and_this_machine_for_a_server_on_it_are_right(address: str, server: str):
    check_address(address, server)


@for_each(
    ("address", "why"),
    [
        ("http://auth.example/token", "without https"),
        ("http://192.168.1.5/token", "without https"),
        ("http://127.0.0.1:8000/admin", "this machine"),
        ("https://localhost/admin", "this machine"),
        ("https://LOCALHOST./admin", "this machine"),
        ("https://[::1]/admin", "this machine"),
        ("javascript:alert(1)", "not a plain https address"),
        ("file:///etc/passwd", "not a plain https address"),
        ("https://", "not a plain https address"),
        ("https://good.example@evil.example/", "not a plain https address"),
        ("https://x.example/\x1b[2J", "not a plain https address"),
        ("https://[::1/x", "not an address"),
    ],
)
def test_a_remote_server_may_not_lead_to_an_unsafe_address(address: str, why: str):
    with pytest.raises(SignInError, match=why):
        check_address(address, FAR)


@for_each(
    ("host", "here"),
    [("127.8.9.1", True), ("::1", True), ("localhost", True), ("example.org", False), ("10.0.0.1", False)],
)
def test_this_machine_is_known_by_name_and_address(host: str, here: bool):
    assert is_loopback(host) is here


@for_each(
    ("address", "said"),
    [
        ("https://A.example:443/x?y", "https://a.example"),
        ("https://a.example:8443/", "https://a.example:8443"),
        ("http://[::1]:80/", "http://[::1]"),
        ("http://a.example:443/", "http://a.example:443"),
    ],
)
def test_an_origin_is_scheme_host_and_an_unusual_port(address: str, said: str):
    assert origin(address) == said
