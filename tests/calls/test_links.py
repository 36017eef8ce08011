from __future__ import annotations

from overlay.calls.links import MOST, addresses, link_lines
from overlay.tools import ToolLink
from tests.support.table import for_each

FOUND = {
    "see https://a.test/b.": ["https://a.test/b"],
    "[words](https://a.test/b_(c)) and (http://b.test)": ["https://a.test/b_(c)", "http://b.test"],
    '{"url": "https://a.test/?q=1&r=%20", "again": "https://a.test/?q=1&r=%20"}': [
        "https://a.test/?q=1&r=%20"
    ],
    "<https://a.test>, **https://b.test**": ["https://a.test", "https://b.test"],
    "https://a.test/\u00fcber": ["https://a.test/\u00fcber"],
    "javascript:alert(1) file:///etc/passwd ftp://a.test data:text/html,x": [],
    "https:// https://:80 https://[::1 https://a.test:port": [],
    "https://bank.test@evil.test/": [],
    "https://b\u0430nk.test/": [],
    "https://a.test/\u202etxt.exe": [],
}


@for_each("text", FOUND)
def test_addresses_that_are_what_they_look_like_can_be_opened(text: str) -> None:
    assert addresses(text) == FOUND[text]


def test_of_many_addresses_the_first_can_be_opened() -> None:
    assert len(addresses(" ".join(f"https://a.test/{number}" for number in range(MOST + 5)))) == MOST


def test_a_resource_that_a_tool_names_is_a_line_of_text() -> None:
    assert link_lines([ToolLink("file:///a", "A file"), ToolLink("https://a.test")]) == [
        "[link 1: A file file:///a]",
        "[link 2: https://a.test]",
    ]
