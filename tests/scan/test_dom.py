from __future__ import annotations

from typing import Any

import pytest
from lxml import html as lxml_html

from overlay.scan.dom import Prose, fence_text, is_fence, language

html: Any = lxml_html


def element(source: str) -> Any:
    return html.fragment_fromstring(source, create_parent="main")[0]


def prose(source: str) -> str:
    return Prose(element(f"<section>{source}</section>"), lambda one: one.get("call") is not None).text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a <b>b</b> c", "a b c"),
        ("<p>a</p><p>b</p>", "a\nb"),
        ("<p>a</p>  \n <p>b</p>", "a\nb"),
        ("<p>a</p>tail", "a\ntail"),
        ("a<br>b", "a\nb"),
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
    ],
)
def test_prose_is_what_the_live_page_reads(source: str, text: str) -> None:
    assert prose(source) == text


def test_tags_of_a_call_that_became_elements_are_written_again() -> None:
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


@pytest.mark.parametrize(
    ("source", "fence"),
    [
        ("<pre>a</pre>", True),
        ("<code>a</code>", False),
        ("<code>a\nb</code>", True),
        ("<p>a\nb</p>", False),
    ],
)
def test_a_code_block_is_a_pre_or_code_of_more_than_one_line(source: str, fence: bool) -> None:
    assert is_fence(element(source)) is fence


@pytest.mark.parametrize("inner", ["<pre>a</pre>", "<code>a\nb</code>"])
def test_what_is_in_a_pre_is_no_block_of_its_own(inner: str) -> None:
    assert not is_fence(element(f"<pre><span>{inner}</span></pre>")[0][0])


@pytest.mark.parametrize(
    ("source", "label"),
    [
        ('<pre><code class="hljs language-XML">a</code></pre>', "xml"),
        ('<pre data-language="Json"><code>a</code></pre>', "json"),
        ('<pre class="lang-py">a</pre>', "py"),
        ('<code data-lang="js">a\nb</code>', "js"),
        ('<pre class="slang-a">a</pre>', ""),
        ("<pre>a</pre>", ""),
    ],
)
def test_the_language_is_what_the_renderer_noted(source: str, label: str) -> None:
    assert language(element(source)) == label


def test_the_bar_above_the_code_is_not_the_code() -> None:
    assert fence_text(element("<pre><div>xml Copy</div><code>a</code></pre>"))[0] == "a"


@pytest.mark.parametrize(
    "source",
    [
        "<code><div>a</div><div>b</div></code>",
        '<code><span class="line">a</span><span class="line x">b</span></code>',
        '<code><span data-line="">a</span><span data-line="">b</span></code>',
    ],
)
def test_lines_that_are_elements_get_their_line_ends_back(source: str) -> None:
    assert fence_text(element(source))[0] == "a\nb"


def test_parts_of_one_line_stay_one_line() -> None:
    assert fence_text(element("<code><span>a</span><span>b</span></code>"))[0] == "ab"


def test_lines_that_are_elements_know_their_lines_in_the_file() -> None:
    assert fence_text(element("<code><div\n>a</div><div\n\n>b</div></code>"))[1] == [(0, 2), (2, 4)]


def test_what_is_said_aside_is_left_out_and_what_follows_it_is_not() -> None:
    unit = element("<div><p>a</p><p class='x'>b</p>c</div>")
    assert Prose(unit, lambda one: False, lambda one: one.get("class") == "x").text == "a\nc"
