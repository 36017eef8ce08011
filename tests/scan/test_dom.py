from __future__ import annotations

from typing import Any

from lxml import html as lxml_html

from overlay.scan.dom import Prose, fence_text, is_fence, language

html: Any = lxml_html


def element(source: str) -> Any:
    return html.fragment_fromstring(source, create_parent="main")[0]


def prose(source: str) -> str:
    return Prose(element(f"<section>{source}</section>"), lambda one: one.get("call") is not None).text


def test_prose_is_what_the_live_page_reads() -> None:
    table: list[tuple[str, str]] = [
        ("a <b>b</b> c", "a b c"),
        ("<p>a</p><p>b</p>", "a\nb"),
        ("<p>a</p>  \n <p>b</p>", "a\nb"),
        ("<p>a</p>tail", "a\ntail"),
        ("a<br>b", "a\nb"),
        ("<p>a<br>\nb<br>\n<br>\nc <b>d<br></b>\ne</p>", "a\nb\n\nc d\ne"),
        ("say <code>x</code> now", "say `x` now"),
        ("a<pre>code</pre>b", "a\n\ufffc\nb"),
        ("a<code>two\nlines</code>b", "a\n\ufffc\nb"),
        ("a<!-- note -->b", "ab"),
        ("a<blockquote>b</blockquote>c", "ac"),
        ("a<script>b</script><style>c</style><button>d</button><textarea>e</textarea>f", "af"),
        ("a<template>b</template>c", "ac"),
        ('a<template shadowrootmode="open">b</template>c', "abc"),
        ('a<i call="">b</i>c', "ac"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
    ]
    wrong = [(source, got) for source, text in table if (got := prose(source)) != text]
    assert wrong == []


def test_tags_of_a_call_that_became_elements_are_text_again() -> None:
    source = '<invoke name="a&quot;b"><parameter name="k">v</parameter></invoke>'
    assert prose(source) == source


def test_code_blocks_and_calls_are_kept_beside_the_prose() -> None:
    found = Prose(element('<div><pre>a</pre><i call="">b</i></div>'), lambda one: one.tag == "i")
    assert [one.tag for one in found.fences] == ["pre"]
    assert [one.tag for one in found.calls] == ["i"]


def test_each_part_of_the_prose_knows_its_line() -> None:
    found = Prose(element("<div>\n<p>a\nb</p>\n\n<p>c</p></div>"), lambda one: False)
    lines = dict(found.lines)
    assert lines[found.text.index("a")] == 2
    assert lines[found.text.index("\nc") + 1] == 5


def test_a_code_block_is_a_pre_or_code_of_more_than_one_line() -> None:
    table: list[tuple[str, bool]] = [
        ("<pre>a</pre>", True),
        ("<code>a</code>", False),
        ("<code>a\nb</code>", True),
        ("<p>a\nb</p>", False),
    ]
    wrong = [(source, got) for source, fence in table if (got := is_fence(element(source))) is not fence]
    assert wrong == []


def test_an_element_in_a_pre_is_not_a_separate_code_block() -> None:
    inner = ("<pre>a</pre>", "<code>a\nb</code>")
    assert [one for one in inner if is_fence(element(f"<pre><span>{one}</span></pre>")[0][0])] == []


def test_the_language_of_a_code_block_is_read_from_its_attributes() -> None:
    table: list[tuple[str, str]] = [
        ('<pre><code class="hljs language-XML">a</code></pre>', "xml"),
        ('<pre data-language="Json"><code>a</code></pre>', "json"),
        ('<pre class="lang-py">a</pre>', "py"),
        ('<code data-lang="js">a\nb</code>', "js"),
        ('<pre class="slang-a">a</pre>', ""),
        ("<pre>a</pre>", ""),
    ]
    wrong = [(source, got) for source, label in table if (got := language(element(source))) != label]
    assert wrong == []


def test_the_text_of_a_code_block_has_its_lines_and_no_bar() -> None:
    table = {
        "<pre><div>xml Copy</div><code>a</code></pre>": "a",
        "<code><div>a</div><div>b</div></code>": "a\nb",
        '<code><span class="line">a</span><span class="line x">b</span></code>': "a\nb",
        '<code><span data-line="">a</span><span data-line="">b</span></code>': "a\nb",
        "<code><span>a</span><span>b</span></code>": "ab",
    }
    assert {source: fence_text(element(source))[0] for source in table} == table
    lines = fence_text(element("<code><div\n>a</div><div\n\n>b</div></code>"))[1]
    assert lines == [(0, 2), (2, 4)]


def test_an_excluded_element_is_left_out_and_the_text_after_it_is_not() -> None:
    unit = element("<div><p>a</p><p class='x'>b</p>c</div>")
    assert Prose(unit, lambda one: False, lambda one: one.get("class") == "x").text == "a\nc"
