"""Markdown of results, read into elements that can't load or run anything."""

from __future__ import annotations

from observers.block_view import MarkdownNode
from overlay.calls.markdown_view import MAX_TEXT, markdown_of
from tests.support.table import for_each


def flat(nodes: list[MarkdownNode] | None) -> list[tuple[str, str]]:
    """All elements with their texts, in order."""
    return [pair for node in nodes or [] for pair in ((node.tag, node.text), *flat(node.children))]


def test_texts_tables_and_pictures_keep_their_order() -> None:
    found = flat(markdown_of("# Title\n\nSome **bold** `code`\n\n- a\n- b\n"))
    assert found == [
        ("h1", ""), ("text", "Title"), ("p", ""), ("text", "Some "), ("strong", ""), ("text", "bold"),
        ("text", " "), ("code", "code"), ("ul", ""), ("li", ""), ("p", ""), ("text", "a"), ("li", ""),
        ("p", ""), ("text", "b"),
    ]  # fmt: skip

    found = flat(markdown_of("| a | b |\n|---|---|\n| 1 | 2 |\n"))
    assert [text for tag, text in found if tag == "text"] == ["a", "b", "1", "2"]

    assert ("text", "[picture: alt]") in flat(markdown_of("# a\n\n![alt](https://evil.example/p.png)"))

    found = flat(markdown_of("# a\n\n<img src=x onerror=alert(1)><b>c</b>"))
    assert ("text", "<img src=x onerror=alert(1)>") in found or any("<img" in text for _, text in found)
    assert {tag for tag, _ in found} == {"h1", "p", "text"}


@for_each(
    "text", ["one line", "a * b * c", '{"a": "**b**"}', "[1, 2]", "# " + "x" * MAX_TEXT, "**a** " * 3000]
)
def test_a_text_without_markdown_or_with_too_much_stays_text(text: str) -> None:
    assert markdown_of(text) is None


@for_each(
    ("address", "host"),
    [
        ("https://evil.example/a", "evil.example"),
        ("https://bank.example@evil.example/", "evil.example"),
        ("//evil.example/x", "evil.example"),
    ],
)
def test_a_link_is_its_words_and_the_host_it_leads_to(address: str, host: str) -> None:
    found = flat(markdown_of(f"# a\n\n[https://bank.example]({address})"))
    assert [("a", host), ("text", "https://bank.example")] == found[-2:]


@for_each("address", ["javascript:alert(1)", "data:text/html,x"])
def test_a_link_that_runs_something_stays_text(address: str) -> None:
    assert "a" not in {tag for tag, _ in flat(markdown_of(f"# a\n\n[b]({address})"))}


def test_deeply_nested_markdown_is_drawn_up_to_a_depth() -> None:
    assert len(flat(markdown_of("# a\n\n" + "> " * 3000 + "b"))) < 100
