from __future__ import annotations

import pytest

from overlay.policy.origins import checked_site, holds_on, origin_of
from tests.support.table import for_each


@for_each(
    ("url", "origin"),
    [
        ("https://chat.example/c/one?x=1#y", "https://chat.example"),
        ("https://Chat.Example:443/", "https://chat.example"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:8080"),
        ("http://[::1]:80/", "http://[::1]"),
        ("https://user:word@chat.example/", "https://chat.example"),
        ("https://chat.example:8443", "https://chat.example:8443"),
        ("about:blank", "null"),
        ("file:///tmp/x.html", "null"),
        ("data:text/html,x", "null"),
        ("https:///nothing", "null"),
        ("https://chat.example:port/", "null"),
        ("https://[", "null"),
        ("", "null"),
    ],
)
def test_a_site_is_the_origin_of_its_address(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@for_each(
    ("site", "here", "holds"),
    [
        ("https://a.example", "https://a.example", True),
        ("https://a.example", "http://a.example", False),
        ("https://a.example", "https://b.a.example", False),
        ("*", "https://a.example", True),
    ],
)
def test_a_permission_of_a_site_holds_there_only(site: str, here: str, holds: bool) -> None:
    assert holds_on(site, here) is holds


@for_each(
    ("written", "site"),
    [
        ("*", "*"),
        ("https://Chat.example/", "https://chat.example"),
        ("http://a.example:81", "http://a.example:81"),
    ],
)
def test_a_site_may_be_written_as_an_address(written: str, site: str) -> None:
    assert checked_site(written) == site


@for_each("written", ["chat.example", "https://*.example/x", "null", "", "file:///x"])
def test_a_text_that_is_no_site_is_refused_with_an_example(written: str) -> None:
    with pytest.raises(ValueError, match=r"write its origin, such as https://chat\.example"):
        checked_site(written)
